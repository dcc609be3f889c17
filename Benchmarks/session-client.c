// session-client TOOL LOG NAME COUNT PIPELINED: feeds a session of its own with COUNT submissions and
// reads the replies: each before the next one, or, where PIPELINED is 1, as they come. It says "r" when
// the session is ready, begins at a line of input, and says "d" after the last reply.
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char replies[1 << 20], line[512];

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int submission(const char *name, int number) {
  return sprintf(line,
                 "{\"id\":\"%s-%d\",\"source\":\"/bench\",\"type\":\"user.registered\",\"subject\":\"%s-%d\","
                 "\"actor\":\"%s-%d\",\"data\":{\"roles\":[\"student\"]}}\n",
                 name, number, name, number, name, number);
}

// Counts the replies in what has arrived; every one must say that it was appended.
static int count(const char *bytes, long length) {
  int lines = 0;
  for (long i = 0; i < length; i++) lines += bytes[i] == '\n';
  if (memmem(bytes, length, "rejected", 8) || memmem(bytes, length, "failed", 6)) {
    fwrite(bytes, 1, length, stderr);
    exit(1);
  }
  return lines;
}

int main(int argc, char **argv) {
  if (argc != 6) return 64;
  int to[2], from[2], total = atoi(argv[4]), answered = 0;
  if (pipe(to) || pipe(from)) fail("pipe");
  if (fork() == 0) {
    dup2(to[0], 0), dup2(from[1], 1), close(to[1]), close(from[0]);
    execl(argv[1], argv[1], "append", "--session", "-f", argv[2], (char *)0);
    fail("exec");
  }
  close(to[0]), close(from[1]);
  if (read(from[0], replies, sizeof replies) <= 0) fail("no session");
  puts("r"), fflush(stdout), getchar();
  if (atoi(argv[5])) {
    pid_t sender = fork();
    if (sender == 0) {
      FILE *out = fdopen(to[1], "w");
      for (int i = 0; i < total; i++) fwrite(line, 1, submission(argv[3], i), out);
      fflush(out);
      _exit(0);
    }
    while (answered < total) {
      long got = read(from[0], replies, sizeof replies);
      if (got <= 0) fail("the session ended");
      answered += count(replies, got);
    }
    waitpid(sender, 0, 0);
  } else {
    for (; answered < total; answered++) {
      int length = submission(argv[3], answered);
      if (write(to[1], line, length) != length) fail("write");
      long got = read(from[0], replies, sizeof replies);
      if (got <= 0 || count(replies, got) != 1) fail("no reply");
    }
  }
  puts("d"), fflush(stdout);
  close(to[1]);
  return wait(0) < 0;
}
