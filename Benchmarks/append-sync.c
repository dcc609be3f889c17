// The floor under every log: append each line of standard input to a file and wait for the disk.
//   append_sync FILE GROUP < LINES     (GROUP lines share a write and a sync)
// Prints the seconds.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **words) {
  if (count != 3) return 64;
  size_t capacity = 1 << 28, length = 0, read_count;
  char *text = malloc(capacity);
  while ((read_count = fread(text + length, 1, capacity - length, stdin)) > 0) length += read_count;
  int file = open(words[1], O_WRONLY | O_APPEND | O_CREAT | O_EXCL, 0600), group = atoi(words[2]);
  if (file < 0 || group < 1) return 73;
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (size_t start = 0; start < length;) {
    size_t stop = start;
    for (int line = 0; line < group && stop < length; line++)
      stop = (size_t)((char *)memchr(text + stop, '\n', length - stop) - text) + 1;
    if (write(file, text + start, stop - start) != (ssize_t)(stop - start)) return 74;
    if (fdatasync(file)) return 74;
    start = stop;
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  printf("%f\n", (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) / 1e9);
  return 0;
}
