#!/usr/bin/env python3
"""Real faults under the real tool: what was acknowledged survives, nothing is half recorded.

    faults.py calls  [--every N] [--for-good] [--pairs N]   system calls that fail (strace)
    faults.py load   [--every N] [--for-good]               the same during a load of 5,000 lines
    faults.py sizes  [--every N]                            files that may grow no further (prlimit)
    faults.py power  [--rounds N]                           a loop-mounted ext4 that is shut down
    common options:  [--tool PATH] [--seed N]

calls: each of write, pwrite64, fdatasync, fsync, rename, openat, ftruncate, flock, read and pread64
that an append makes fails with EIO or ENOSPC at its n-th time, once (--for-good: from then on;
--pairs N: N random pairs). load: each of write, pwrite64, fdatasync, fsync and flock of each
thread of an append of 5,000 lines, which reads, judges and waits for the disk on three; a write of the
log and a sync in the middle always. sizes: RLIMIT_FSIZE at every byte up to the end of what is appended.
power: EXT4_IOC_SHUTDOWN while the tool appends, then mounted again. --every N takes each N-th place.

After each fault, without it: a poisoned log is refused with 74, naming recover, until `recover` has
run; every acknowledged event stands at its place with its hash; `verify --rules` finds nothing; all
sent again is recorded once. Prints seed, kernel, file system and counts; ends with 1 where a promise
is broken, with 0 and "SKIPPED: why" where the machine cannot do it. Python's standard library only.
"""
import argparse
import collections
import ctypes
import fcntl
import json
import os
import platform
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

NOW = "2026-03-01T12:00:00Z"
CALLS = ("write", "pwrite64", "fdatasync", "fsync", "rename", "openat", "ftruncate", "flock", "read",
         "pread64")


class Broken(Exception):
    pass


def submission(id, type, subject, actor, **data):
    return {"id": id, "source": "/faults", "type": type, "subject": subject, "actor": actor,
            "data": data}


BASE = [submission("b0", "user.registered", "mia", "mia", roles=["manager"]),
        submission("b1", "user.registered", "bas", "mia", roles=["employee"])]
# A name goes to the people file first; a fixed shift is a batch of nine; an erasure rewrites that file.
WORK = [submission("w0", "user.registered", "eva", "mia", roles=["employee"], name="Eva"),
        submission("w1", "fixedshift.registered", "F1", "bas", weekday="friday", start="09:00",
                   end="12:00"),
        submission("w2", "user.erased", "eva", "eva")]

LOAD_CALLS = ("write", "fdatasync", "pwrite64", "fsync", "flock")


def load_line(number):
    """Every hundredth has a name, which goes to the people file first; some are batches of nine."""
    if number % 500 == 7:
        return submission(f"l{number}", "fixedshift.registered", f"F{number}", f"u{number - 1}",
                          weekday="friday", start="09:00", end="12:00")
    name = {"name": f"N{number}"} if number % 100 == 0 else {}
    return submission(f"l{number}", "user.registered", f"u{number}", "mia", roles=["employee"], **name)


LOAD = [load_line(number) for number in range(5_000)]


class Log:
    def __init__(self, tool, folder, work=WORK):
        self.tool, self.folder, self.work = tool, folder, work
        self.path = os.path.realpath(f"{folder}/events.jsonl")
        self.acknowledged = {}

    def run(self, *arguments, lines=None, before=()):
        # From a file, so that a group of lines is full wherever there are so many.
        with tempfile.TemporaryFile("w+") as text:
            text.writelines(json.dumps(line) + "\n" for line in lines or [])
            text.seek(0)
            return subprocess.run([*before, self.tool, *arguments], cwd=self.folder, stdin=text,
                                  capture_output=True, text=True, timeout=60)

    def append(self, lines, before=()):
        """Appends each line for itself and keeps what was acknowledged. Only what stands there is called a duplicate."""
        standing = self.ids()
        done = self.run("append", "-", "--each", "--now", NOW, "--lock-timeout", "5", lines=lines,
                        before=before)
        if done.returncode < 0 or done.returncode == 70:
            raise Broken(f"ended in {done.returncode}: {done.stderr}")
        replies = []
        for line in done.stdout.splitlines(keepends=True):
            if not line.endswith("\n"):
                continue  # the write of the reply itself was made to fail
            reply = json.loads(line)
            replies.append(reply)
            if reply["status"] == "duplicate" and reply["id"] not in standing:
                raise Broken(f"called a duplicate, and was not there: {line}")
            if reply["status"] == "appended" and reply["sequence"] in self.acknowledged:
                raise Broken(f"called appended a second time: {line}")
            if reply["status"] in ("appended", "duplicate"):
                self.acknowledged[reply["sequence"]] = reply["hash"]
        return done, replies

    def ids(self):
        """The ids of the whole lines of the log."""
        try:
            with open(self.path, errors="replace") as log:
                return {json.loads(line)["id"] for line in log if line.endswith("}\n")}
        except (OSError, ValueError):
            return set()

    def make(self):
        self.run("init")
        done, _ = self.append(BASE)
        if done.returncode:
            raise Broken(f"the log cannot be made: {done.stderr}")

    def check(self):
        """What must hold after a fault, when everything works again."""
        poisoned = os.path.lexists(f"{self.folder}/events.jsonl.d/poisoned")
        probe, _ = self.append(BASE)
        if poisoned or probe.returncode == 74:
            if probe.returncode != 74 or "eventlog-tool recover" not in probe.stderr:
                raise Broken(f"a poisoned log was not refused: {probe.returncode} {probe.stderr}")
            poisoned = True
            recovery = self.run("recover")
            if recovery.returncode:
                raise Broken(f"recover: {recovery.stderr}")
            probe, _ = self.append(BASE)
        if probe.returncode:
            raise Broken(f"after the fault: {probe.returncode} {probe.stderr}")
        self.require_acknowledged()
        done, replies = self.append(self.work)
        if done.returncode or len(replies) != len(self.work):
            raise Broken(f"sent again: {done.returncode} {done.stdout}{done.stderr}")
        self.require_acknowledged()
        verified = self.run("verify", "--rules")
        if verified.returncode:
            raise Broken(f"verify --rules: {verified.stdout}{verified.stderr}")
        ids = [json.loads(line)["id"] for line in open(f"{self.folder}/events.jsonl")]
        shifts = 8 * sum(line["type"] == "fixedshift.registered" for line in self.work)
        if len(ids) != len(BASE) + len(self.work) + shifts or len(set(ids)) != len(ids):
            raise Broken(f"recorded: {len(ids)}, {len(set(ids))} different: {ids[:50]}")
        return poisoned

    def require_acknowledged(self):
        with open(f"{self.folder}/events.jsonl") as file:
            hashes = [line.rstrip("\n")[-66:-2] for line in file]
        for sequence, hash in self.acknowledged.items():
            if sequence > len(hashes) or hashes[sequence - 1] != hash:
                raise Broken(f"event {sequence} was acknowledged with {hash} and is gone")


class Campaign:
    def __init__(self, options):
        self.options = options
        self.base = tempfile.mkdtemp(prefix="faults-")
        self.template = Log(options.tool, f"{self.base}/template")
        os.mkdir(self.template.folder)
        self.template.make()
        self.tally = collections.Counter()

    def fresh(self, work=WORK):
        folder = f"{self.base}/log"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.template.folder, folder)
        log = Log(self.options.tool, folder, work)
        log.acknowledged = dict(self.template.acknowledged)
        return log

    def round(self, what, before):
        log = self.fresh()
        try:
            done, _ = log.append(WORK, before)
            # The loader, or what reads the words of the command line, before a line of ours.
            loader = not done.stdout and (
                done.returncode in (64, 127))
            if done.returncode not in (0, 65, 66, 73, 74, 75, 77) and not loader:
                raise Broken(f"ended in {done.returncode}: {done.stderr}")
            poisoned = log.check()
        except Broken as broken:
            raise Broken(f"{what}: {broken}") from None
        self.tally["faults"] += 1
        self.tally["noticed" if done.returncode else "unnoticed by the caller"] += 1
        self.tally["poisoned"] += poisoned


def inject(call, error, when):
    return ["-e", f"inject={call}:error={error}:when={when}"]


def strace(*injections, path=None):
    """Makes calls fail; with a path those on that file alone."""
    names = ",".join(CALLS)
    file = ["-P", path] if path else []
    return ["strace", "-f", "-qqq", *file, "-o", "/dev/null", "-e", f"trace={names}",
            *sum(injections, [])]


def calls(campaign, rng):
    options = campaign.options
    log = campaign.fresh()
    trace = f"{campaign.base}/trace"
    try:
        done, _ = log.append(WORK, ["strace", "-f", "-qqq", "-o", trace, "-e", "trace=" + ",".join(CALLS)])
        lines = open(trace).read().splitlines()
    except (FileNotFoundError, OSError):
        return "strace is not there"
    if done.returncode or not lines:
        return f"strace cannot trace here: {done.stderr.strip()}"
    counts = collections.Counter(re.sub(r"^\d+ +", "", line).split("(")[0] for line in lines)
    print("calls of one append:", ", ".join(f"{name} {counts[name]}" for name in CALLS))
    last = "+" if options.for_good else ""
    places = [(name, when) for name in CALLS for when in range(1, counts[name] + 1)]
    for index, (name, when) in enumerate(places[::options.every]):
        error = ("EIO", "ENOSPC")[index % 2] if name not in ("flock", "read", "pread64") else "EIO"
        campaign.round(f"{name} {when}{last} {error}", strace(inject(name, error, f"{when}{last}")))
    for _ in range(options.pairs):
        one, two = rng.sample(places, 2)
        if one[0] == two[0]:
            continue  # strace takes one injection a call
        campaign.round(f"{one} and {two}", strace(inject(one[0], "EIO", one[1]), inject(two[0], "EIO", two[1])))


def load(campaign, _):
    """Faults while one thread reads and answers, one judges and writes, and one waits for the disk."""
    log = campaign.fresh(LOAD)
    trace = f"{campaign.base}/trace"
    words = ["strace", "-f", "-y", "-qqq", "-o", trace, "-e", "trace=" + ",".join(LOAD_CALLS)]
    try:
        done, _ = log.append(LOAD, words)
        lines = [line.split(maxsplit=1) for line in open(trace).read().splitlines()]
    except (FileNotFoundError, OSError):
        return "strace is not there"
    if done.returncode or not lines:
        return f"strace cannot trace here: {done.stderr.strip()}"
    # strace counts the calls of each thread for itself.
    counts, most = collections.Counter(), collections.Counter()
    # The writes of the log's lines, and its syncs, by the threads that judge and that wait for the disk.
    inside = {name: collections.Counter() for name in ("write", "fdatasync")}
    for thread, text in lines:
        name = text.split("(")[0]
        if name not in LOAD_CALLS:
            continue  # the second half of a call that another thread's interrupted
        counts[thread, name] += 1
        most[name] = max(most[name], counts[thread, name])
        if name in inside and f"<{log.path}>" in text:
            inside[name][thread] += 1
    print("calls of a load:", ", ".join(f"{name} {most[name]}" for name in LOAD_CALLS),
          "by a thread at most")
    shares = inside["write"].keys() & inside["fdatasync"].keys()
    if shares or any(max(threads.values(), default=0) < 3 for threads in inside.values()):
        raise Broken(f"the load was not done by three threads: {inside}")
    last = "+" if campaign.options.for_good else ""
    # In the middle of the load: a sync may cover more than in another run, so that there are fewer.
    for name, error in (("write", "ENOSPC"), ("fdatasync", "EIO")):
        when = f"{max(2, max(inside[name].values()) // 2)}{last}"
        load_round(campaign, name, error, when, True)
    places = [(name, when) for name in LOAD_CALLS for when in range(1, most[name] + 1)]
    for index, (name, when) in enumerate(places[::campaign.options.every]):
        error = "EIO" if name == "flock" else ("EIO", "ENOSPC")[index % 2]
        load_round(campaign, name, error, f"{when}{last}", False)


def load_round(campaign, call, error, when, is_of_log):
    log = campaign.fresh(LOAD)
    try:
        done, replies = log.append(
            LOAD, strace(inject(call, error, when), path=log.path if is_of_log else None))
        told = collections.Counter(reply["status"] for reply in replies)
        if set(told) - {"appended", "failed"}:
            raise Broken(f"told {dict(told)}")
        # What could not be told, because the output or the opening of the log failed, ends in a code.
        missing = len(LOAD) - len(replies)
        if missing and replies and (call != "write" or is_of_log):
            raise Broken(f"{missing} lines have no reply")
        if (missing or told["failed"]) and done.returncode not in (73, 74, 75, 77):
            raise Broken(f"ended in {done.returncode} with {missing} lines untold, {dict(told)}")
        if is_of_log and not (told["appended"] and told["failed"]):
            raise Broken(f"in the middle: {dict(told)}, {done.stderr[:500]}")
        for line, reply in zip(LOAD, replies):
            if reply["status"] == "appended" and reply["id"] != line["id"]:
                raise Broken(f"the reply to {line['id']} is {reply}")
        poisoned = log.check()
    except Broken as broken:
        raise Broken(f"{call} {when} {error}: {broken}") from None
    campaign.tally["faults"] += 1
    campaign.tally["noticed" if done.returncode else "unnoticed by the caller"] += 1
    campaign.tally["poisoned"] += poisoned
    campaign.tally["failed lines"] += told["failed"]


def sizes(campaign, _):
    if not shutil.which("prlimit"):
        return "prlimit is not there"
    log = campaign.fresh()
    before = os.path.getsize(f"{log.folder}/events.jsonl")
    log.append(WORK)
    after = os.path.getsize(f"{log.folder}/events.jsonl")
    for size in range(0, after + 2, campaign.options.every):
        # Below the log's length nothing can be written; there every 97th byte shows it.
        if size < before and size % 97:
            continue
        campaign.round(f"at most {size} bytes a file", ["prlimit", f"--fsize={size}"])


EXT4_IOC_SHUTDOWN = 0x8004587D  # _IOR('X', 125, __u32)


def power(campaign, rng):
    if os.getuid() != 0:
        return "mounting needs root"
    for program in ("mkfs.ext4", "losetup", "mount"):
        if not shutil.which(program):
            return f"{program} is not there"
    image, disk = f"{campaign.base}/image", f"{campaign.base}/disk"
    os.mkdir(disk)
    with open(image, "wb") as file:
        file.truncate(64 << 20)
    subprocess.run(["mkfs.ext4", "-q", image], check=True)
    mount = ["mount", "-o", "loop", image, disk]
    if subprocess.run(mount, capture_output=True).returncode:
        return "a loop device cannot be mounted here"
    try:
        for number in range(campaign.options.rounds):
            folder = f"{disk}/log"
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(campaign.template.folder, folder)
            os.sync()
            log = Log(campaign.options.tool, folder)
            log.acknowledged = dict(campaign.template.acknowledged)
            flags = rng.choice((0, 1, 2))  # all written out, the journal alone, nothing
            problem = shut_down_under(log, disk, rng.uniform(0, 0.25), flags, number)
            subprocess.run(["umount", disk], check=True)
            subprocess.run(mount, check=True)
            if problem:
                return problem
            try:
                check_after_power(log)
            except Broken as broken:
                raise Broken(f"round {number}, flags {flags}: {broken}") from None
            campaign.tally["faults"] += 1
            campaign.tally["acknowledged"] += len(log.acknowledged) - len(campaign.template.acknowledged)
    finally:
        subprocess.run(["umount", disk], capture_output=True)


def shut_down_under(log, disk, delay, flags, number):
    with tempfile.TemporaryFile() as out:
        tool = subprocess.Popen([log.tool, "append", "-", "--each", "--now", NOW], cwd=log.folder,
                                stdin=subprocess.PIPE, stdout=out, stderr=subprocess.DEVNULL)
        for index in range(300):
            line = submission(f"p{number}-{index}", "user.registered", f"u{index}", "mia",
                              roles=["employee"], name=f"N{index}")
            tool.stdin.write((json.dumps(line) + "\n").encode())
        tool.stdin.flush()
        time.sleep(delay)
        descriptor = os.open(disk, os.O_RDONLY)
        try:
            fcntl.ioctl(descriptor, EXT4_IOC_SHUTDOWN, ctypes.c_uint32(flags))
        except OSError as error:
            return f"EXT4_IOC_SHUTDOWN: {error}"
        finally:
            os.close(descriptor)
            try:
                tool.stdin.close()
            except BrokenPipeError:
                pass
            tool.wait(60)
        out.seek(0)
        for line in out.read().decode().splitlines(keepends=True):
            if line.endswith("\n"):
                reply = json.loads(line)
                if reply["status"] == "appended":
                    log.acknowledged[reply["sequence"]] = reply["hash"]
    return None


def check_after_power(log):
    log.require_acknowledged()
    probe, _ = log.append(BASE)
    if probe.returncode in (65, 74):
        recovery = log.run("recover")
        if recovery.returncode:
            raise Broken(f"recover: {recovery.stderr}")
        probe, _ = log.append(BASE)
    if probe.returncode:
        raise Broken(f"after power came back: {probe.returncode} {probe.stderr}")
    log.require_acknowledged()
    verified = log.run("verify", "--rules")
    if verified.returncode:
        raise Broken(f"verify --rules: {verified.stdout}")


def file_system(path):
    table = [line.split() for line in open("/proc/self/mounts")]
    path = os.path.realpath(path)
    best = max((row for row in table if path.startswith(row[1])), key=lambda row: len(row[1]))
    return best[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("campaign", choices=("calls", "load", "sizes", "power"))
    parser.add_argument("--tool")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--for-good", action="store_true")
    parser.add_argument("--pairs", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=10_000)
    options = parser.parse_args()
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    if not options.tool:
        subprocess.run(["swift", "build", "--product", "eventlog-tool"], cwd=root, check=True,
                       stdout=sys.stderr)
        options.tool = f"{root}/.build/debug/eventlog-tool"
    options.tool = os.path.abspath(options.tool)
    seed = options.seed if options.seed is not None else random.randrange(1 << 32)
    campaign = Campaign(options)
    print(f"{options.campaign}: seed {seed}, Linux {platform.release()}, {file_system(campaign.base)}",
          flush=True)
    started = time.monotonic()
    try:
        skipped = {"calls": calls, "load": load, "sizes": sizes, "power": power}[options.campaign](
            campaign, random.Random(seed))
    except Broken as broken:
        print(f"FAILED: {broken}")
        return 1
    finally:
        shutil.rmtree(campaign.base, ignore_errors=True)
    if skipped:
        print(f"SKIPPED: {skipped}")
        return 0
    print("passed: " + ", ".join(f"{name} {count}" for name, count in sorted(campaign.tally.items()))
          + f", {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
