#!/usr/bin/env python3
"""Many clients on one log, while clients and sessions are killed at random.

    sessions.py [--tool PATH] [--sessions 64] [--submissions 1000] [--kills 0.004] [--stops 0.0005]
                [--seed N] [--keep]

Each client is a process of its own that starts a session (`append --session`) and appends its
submissions one by one or pipelined. Before any line it may kill its session, or stop it for some
seconds; a watcher kills whole clients, which leaves their session at the end of its input, and starts
them again. Whoever comes back sends everything again, from before its last acknowledged submission, by
the same ids. A client writes down every acknowledgement before it goes on.

At the end, against the log itself:
  nothing acknowledged is lost      each acknowledged id stands at its sequence, with its hash
  nothing is doubled                no id twice, no user registered twice
  one word for what is sent once    a submission that was never sent before is no `duplicate`
  no illegal event, no gap          `verify`, `verify --rules`, sequences 1 … n; who follows is
                                    registered; of users that all clients register each is there once
Ends with 0 and prints its figures; with 1 and what is wrong otherwise. Python's standard library
only. The seed is printed: with it the same submissions and the same choices are made again (the
instants of kills are the machine's).
"""
import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time


def submissions(client, count):
    """What one client wants to record: users, follows, and fights that one client wins."""
    rng = random.Random(f"{client}")
    for number in range(count):
        user, kind = f"c{client}-{number}", rng.random()
        if kind < 0.1:  # the same user by every client: one registers, the others are rejected
            user = f"shared-{number}"
        elif kind < 0.3 and number > 0:
            yield {"id": f"c{client}-{number}", "source": f"/c{client}", "type": "user.followed",
                   "subject": f"c{client}-0", "actor": f"c{client}-{number - 1}"}
            continue
        yield {"id": f"c{client}-{number}", "source": f"/c{client}", "type": "user.registered",
               "subject": user, "actor": user, "data": {"roles": ["student"]}}


def entries(path):
    """The whole lines of a journal; a client may have been killed as it wrote one."""
    with open(path) as journal:
        for line in journal:
            try:
                yield json.loads(line)
            except ValueError:
                pass


class Client:
    """One process: appends, writes down what was acknowledged, begins again where it was."""

    def __init__(self, options):
        self.o, self.session = options, None
        self.rng = random.Random(f"{options.seed} {options.client} {os.getpid() if options.again else 0}")
        self.journal = open(f"{options.folder}/ack-{options.client}", "a+", buffering=1)

    def start(self):
        while True:
            self.session = subprocess.Popen(
                [self.o.tool, "append", "--session", "-f", self.o.log, "--lock-timeout", "300"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            if self.session.stdout.readline():
                return
            self.session.wait()
            time.sleep(0.05)

    def ask(self, lines):
        """The replies to lines sent together, as many as came before the session died."""
        try:
            self.session.stdin.write(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
            self.session.stdin.flush()
        except BrokenPipeError:
            pass
        if self.rng.random() < self.o.kills * len(lines):
            time.sleep(self.rng.random() * 0.02)
            self.session.kill()
            self.journal.write('{"id": null, "killed": "session"}\n')
        elif self.rng.random() < self.o.stops * len(lines):
            # By another process: this one may be killed before it lets the session go on.
            subprocess.Popen(["sh", "-c", f"kill -STOP {self.session.pid}; sleep {self.rng.random() * 6};"
                              f" kill -CONT {self.session.pid}"])
        replies = []
        for _ in lines:
            reply = self.session.stdout.readline()
            if not reply.endswith(b"\n"):
                break
            replies.append(json.loads(reply))
        return replies

    def run(self):
        todo = list(submissions(self.o.client, self.o.submissions))
        known = {entry["id"] for entry in entries(self.journal.name)} - {None}
        self.journal.write("\n")  # after a half line, if there is one
        done = max(0, len(known) - 3)  # the last ones again: repeats
        sent = max((entry.get("sent", 0) for entry in entries(self.journal.name)), default=0)
        self.start()
        while done < len(todo):
            group = todo[done:done + self.rng.choice([1, 1, 1, 2, 5, 20, 60])]
            before, sent = sent, max(sent, done + len(group))
            self.journal.write(json.dumps({"id": None, "sent": sent}) + "\n")  # also if this is killed
            replies = self.ask(group)
            for submission, reply in zip(group, replies):
                if reply["status"] == "failed":
                    break  # nothing was acknowledged: again
                self.journal.write(json.dumps({"id": submission["id"], "reply": reply, "first": done >= before}) + "\n")
                done += 1
            if len(replies) < len(group):
                self.session.kill()
                self.session.wait()
                self.start()
        self.session.stdin.close()
        code = self.session.wait()
        if code == -signal.SIGKILL:  # that was we, after its last reply
            code = 0
        sys.exit(code)


def campaign(o):
    print(f"seed {o.seed}: {o.sessions} sessions x {o.submissions} submissions, "
          f"kill rate {o.kills} a submission", flush=True)
    o.folder = tempfile.mkdtemp(prefix="sessions-")
    o.log = f"{o.folder}/events.jsonl"
    subprocess.run([o.tool, "init", "-q", o.log], check=True)
    begin, rng, client_kills, clients = time.monotonic(), random.Random(o.seed), 0, {}

    def launch(client, again):
        clients[client] = subprocess.Popen(
            [sys.executable, __file__, "--client", str(client), "--folder", o.folder, "--log", o.log,
             "--tool", o.tool, "--submissions", str(o.submissions), "--kills", str(o.kills),
             "--stops", str(o.stops), "--seed", str(o.seed)] + (["--again"] if again else []))

    for client in range(o.sessions):
        launch(client, False)
    failures = []
    while clients:
        time.sleep(0.02)
        for client, process in list(clients.items()):
            code = process.poll()
            if code == -signal.SIGKILL:
                launch(client, True)
            elif code is not None:
                if code:
                    failures.append(f"client {client} ended with {code}")
                del clients[client]
        if clients and client_kills < o.sessions * o.submissions * o.kills and rng.random() < 0.2:
            rng.choice(list(clients.values())).kill()
            client_kills += 1
    seconds = time.monotonic() - begin
    failures += check(o, client_kills, seconds)
    for failure in failures[:20]:
        print("FAILED:", failure)
    if failures or o.keep:
        print("kept:", o.folder)
    else:
        shutil.rmtree(o.folder)
    return 1 if failures else 0


def check(o, client_kills, seconds):
    failures, events = [], {}
    with open(o.log) as log:
        lines = log.read().splitlines()
    registered = set()
    for number, line in enumerate(lines, 1):
        event = json.loads(line)
        if int(event["sequence"]) != number:
            failures.append(f"line {number} has sequence {event['sequence']}")
        if (event["source"], event["id"]) in events:
            failures.append(f"{event['id']} is there twice")
        events[event["source"], event["id"]] = event
        if event["type"] == "user.registered":
            if event["subject"] in registered:
                failures.append(f"{event['subject']} is registered twice")
            registered.add(event["subject"])
        elif event["type"] == "user.followed":
            if event["actor"] not in registered or event["subject"] not in registered:
                failures.append(f"line {number} follows or is followed without registration")
    tally, session_kills = {}, 0
    for client in range(o.sessions):
        replies = {}
        for entry in entries(f"{o.folder}/ack-{client}"):
            if entry["id"] is None:
                session_kills += "killed" in entry
                continue
            reply = entry["reply"]
            if entry["first"] and reply["status"] == "duplicate":
                failures.append(f"{entry['id']} was sent once and answered by {reply}")
            tally[reply["status"]] = tally.get(reply["status"], 0) + 1
            replies.setdefault(entry["id"], []).append(reply)
        for submission in submissions(client, o.submissions):
            event = events.get((submission["source"], submission["id"]))
            mine = replies.get(submission["id"])
            if not mine:
                failures.append(f"{submission['id']} was never answered")
                continue
            for reply in mine:
                if reply["status"] in ("appended", "duplicate"):
                    if event is None or int(event["sequence"]) != reply["sequence"] \
                            or event["hash"] != reply["hash"]:
                        failures.append(f"{submission['id']} was acknowledged as {reply} and is lost")
                elif reply["status"] != "rejected":
                    failures.append(f"{submission['id']} was answered by {reply}")
                elif event is not None:
                    failures.append(f"{submission['id']} was rejected and is there: {reply}")
                elif reply["error"] not in ("userExists", "unknownUser", "cannotFollowSelf"):
                    failures.append(f"{submission['id']} was rejected by {reply}")
            if event and (event["subject"], event["actor"]) != (submission["subject"], submission["actor"]):
                failures.append(f"{submission['id']} is there as something else")
            if submission["subject"].startswith("shared-") and submission["subject"] not in registered:
                failures.append(f"nobody has {submission['subject']}")
    verify = subprocess.run([o.tool, "verify", "--json", o.log], capture_output=True, text=True)
    if verify.returncode:
        failures.append(f"verify: {verify.stdout}{verify.stderr}")
    rules = subprocess.run([o.tool, "verify", "--rules", o.log], capture_output=True, text=True)
    if rules.returncode != 0:
        failures.append(f"verify --rules: {rules.stdout}{rules.stderr}")
    print(f"{len(lines)} events, {sum(tally.values())} replies {tally}; "
          f"{session_kills} sessions and {client_kills} clients killed; "
          f"{seconds:.1f} s, {len(lines) / seconds:.0f} events/s; "
          f"rules re-judged; {len(failures)} failures")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default=os.environ.get("EVENTLOG_TOOL", "eventlog-tool"))
    parser.add_argument("--sessions", type=int, default=64)
    parser.add_argument("--submissions", type=int, default=1000)
    parser.add_argument("--kills", type=float, default=0.004, help="of a session, a submission; as many clients")
    parser.add_argument("--stops", type=float, default=0.0005, help="of a session, a submission")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--keep", action="store_true", help="leave the log and the journals")
    for hidden in ("--folder", "--log"):
        parser.add_argument(hidden, help=argparse.SUPPRESS)
    parser.add_argument("--client", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--again", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.client is None:
        return campaign(options)
    return Client(options).run()


if __name__ == "__main__":
    sys.exit(main())
