#!/usr/bin/env python3
"""Records over a session, and survives its death.  Usage: client.py LOG  (the tool: $EVENTLOG_TOOL)"""
import json, os, subprocess, sys, uuid


class Log:
    def __init__(self, path):
        self.path, self.session = path, None

    def ask(self, request):
        """Sends one request. A session that died is started again, and the request sent again."""
        while True:
            try:
                if self.session is None:
                    self.session = subprocess.Popen(
                        [os.environ.get("EVENTLOG_TOOL", "eventlog-tool"), "append", "--session", "-f", self.path],
                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
                    if not self.session.stdout.readline():  # the ready line
                        sys.exit(f"no session: the tool ended with {self.session.wait()}")
                self.session.stdin.write(json.dumps(request) + "\n")
                self.session.stdin.flush()
                return json.loads(self.session.stdout.readline())  # an empty answer: it is gone
            except (BrokenPipeError, ValueError):
                self.session.kill()
                self.session.wait()
                self.session = None

    def append(self, type, subject, actor, **data):
        """Records once, however often it is sent: the id is made before the first try."""
        reply = self.ask({"id": str(uuid.uuid4()), "type": type, "subject": subject, "actor": actor, "data": data})
        if reply["status"] not in ("appended", "duplicate"):  # a duplicate is a success, too
            print(f"{actor} {type}: {reply['status']}, {reply['error']}: {reply['message']}")
        return reply


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: client.py LOG")
    log = Log(sys.argv[1])
    log.append("user.registered", "mia", "mia", roles=["manager", "employee"], name="Mia")
    log.append("user.registered", "bas", "bas", roles=["employee"])
    log.append("shift.scheduled", "L1", "mia", owner="bas", date="2030-01-07", start="15:00", end="20:00")
    log.session.kill()  # what a crash would do
    log.append("shift.supplied", "L1", "bas")
    log.append("shift.supplied", "L1", "mia")  # not hers
    for row in log.ask({"op": "show", "projection": "marketplace"})["rows"]:
        print(f"{row['shift']} {row['date']} {row['start']}–{row['end']} ({row['owner']})")
    log.session.stdin.close()
    sys.exit(log.session.wait())
