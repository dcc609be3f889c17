#!/usr/bin/env python3
"""usage: copies.py [--tool TOOL] [--rounds N] [--writers N] [--seed N]

Copies of a log that eight writers write to, who also register and erase people: by cp, tar and rsync in both
orders, and by `backup`, which is killed at random moments. Each copy is restored, N times each (200 if not given).
A restored log is a sound prefix, what its head knew of and it does not have is named with its count, nothing that was
acknowledged before the copy began is missing, and no name is there of anybody who was erased.
"""
import argparse, json, os, random, re, shutil, signal, subprocess, sys, tempfile, threading, time

arguments = argparse.ArgumentParser(usage=__doc__)
arguments.add_argument("--tool", default=".build/debug/eventlog-tool")
arguments.add_argument("--rounds", type=int, default=200)
arguments.add_argument("--writers", type=int, default=8)
arguments.add_argument("--seed", type=int, default=random.randrange(1 << 32))
options = arguments.parse_args()
tool = os.path.abspath(options.tool)
draw = random.Random(options.seed)
print(f"copies: {options.rounds} rounds, {options.writers} writers, --seed {options.seed}", flush=True)

folder = tempfile.mkdtemp(prefix="copies-")
os.chdir(folder)
os.mkdir("live")
log = "live/events.jsonl"


def fail(words):
    sys.exit(f"FAILED with --seed {options.seed}: {words} (in {folder})")


def run(*words, input=None):
    return subprocess.run([tool, *words], input=input, capture_output=True, text=True)


def lines_of(path):
    with open(path, "rb") as file:
        return file.read().splitlines(keepends=True)


# What replies have acknowledged, and whose erasure.
state = threading.Lock()
acknowledged, erased = 0, set()
isOver = threading.Event()


def write(number):
    """One writer: registers people by name, erases some of them, in processes of its own."""
    global acknowledged
    own = random.Random(options.seed * 64 + number)
    count, standing = 0, []
    while not isOver.is_set():
        lines = []
        for _ in range(own.randint(1, 4)):
            if standing and own.random() < 0.4:
                user = standing.pop(own.randrange(len(standing)))
                lines.append((f"x-{user}", "user.erased", user, user, {}))
            else:
                count += 1
                user = f"w{number}p{count}"
                standing.append(user)
                data = {"roles": ["student"], "name": f"Name of {user}"}
                lines.append((f"r-{user}", "user.registered", user, user, data))
        text = "".join(
            json.dumps({"id": i, "type": t, "subject": s, "actor": a, "data": d}) + "\n"
            for i, t, s, a, d in lines)
        replies = run("append", "-", "--each", "-f", log, input=text)
        for line, reply in zip(lines, replies.stdout.splitlines()):
            reply = json.loads(reply)
            if reply["status"] != "appended":
                fail(f"a writer was answered {reply}")
            with state:
                acknowledged = max(acknowledged, reply["sequence"])
                if line[1] == "user.erased":
                    erased.add(line[2])
        isOver.wait(own.random() * 0.2)


def copy(way, target):
    """Copies log and folder; the two in the order that the way has."""
    os.mkdir(target)
    parts = ["events.jsonl.d", "events.jsonl"] if way.endswith("folder first") else ["events.jsonl", "events.jsonl.d"]
    program = way.split()[0]
    if program in ("cp", "rsync"):
        for part in parts:
            # A file that a writer renames just then is told, and the rest is copied.
            subprocess.run([program, "-a", f"live/{part}", target + "/"], stderr=subprocess.DEVNULL)
            time.sleep(draw.random() * 0.05)
    else:
        # tar finds that a file grew; its archive is whole all the same.
        subprocess.run(
            ["tar", "-cf", target + ".tar", "-C", "live", *parts], stderr=subprocess.DEVNULL)
        subprocess.run(["tar", "-xf", target + ".tar", "-C", target], check=True)
        os.remove(target + ".tar")


def check(way, source, least, gone):
    """Restores a copy and looks at what came of it; returns the number of lost events."""
    target = "restored/events.jsonl"
    shutil.rmtree("restored", ignore_errors=True)
    os.mkdir("restored")
    before = {name: os.stat(os.path.join(at, name)).st_mtime_ns for at, _, names in os.walk(source) for name in names}
    ending = run("restore", source, "-f", target, "--json")
    if ending.returncode not in (0, 1):
        fail(f"{way}: restore ended with {ending.returncode}: {ending.stderr}")
    report = json.loads(ending.stdout)
    lost = report["lost"]
    if (lost > 0) != (ending.returncode == 1) or report["acknowledged"] - lost > report["events"]:
        fail(f"{way}: {ending.returncode} and {report}")
    after = {name: os.stat(os.path.join(at, name)).st_mtime_ns for at, _, names in os.walk(source) for name in names}
    if before != after:
        fail(f"{way}: restore changed the copy")
    lines = lines_of(target)
    if len(lines) != report["events"] or lines != lines_of(log)[: len(lines)]:
        fail(f"{way}: what was restored is no prefix of the log")
    if report["events"] < least:
        fail(f"{way}: {least} events were acknowledged before the copy began, and {report['events']} are there")
    verified = run("verify", target)
    if verified.returncode != 0:
        fail(f"{way}: {verified.stdout}{verified.stderr}")
    people = {}
    for line in lines_of(target + ".d/people.jsonl") if os.path.exists(target + ".d/people.jsonl") else []:
        person = json.loads(line)
        people[person["id"]] = person["name"]
    events = (json.loads(line) for line in lines if b'"user.erased"' in line)
    gone = gone.union(event["subject"] for event in events if event["type"] == "user.erased")
    for user, name in people.items():
        if name != f"Name of {user}":
            fail(f"{way}: {user} is called {name}")
        if user in gone:
            fail(f"{way}: {user} was erased, and the name is there")
    return lost


def backup(number, isKilled):
    """Runs `backup`, and kills it at a random moment; what stands there is the earlier backup or a new one."""
    def mark():
        try:
            with open("backup/backup.json") as file:
                return json.load(file)["events"]
        except FileNotFoundError:
            return None
    with state:
        least, gone = acknowledged, set(erased)
    earlier = mark()
    child = subprocess.Popen([tool, "backup", "backup", log], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if isKilled:
        time.sleep(draw.random() * 0.15)
        child.send_signal(signal.SIGKILL)
    errors = child.communicate()[1]
    if not isKilled and child.returncode != 0:
        fail(f"backup ended with {child.returncode}: {errors}")
    now = mark()
    if now is None:
        if earlier is not None or not isKilled or os.path.exists("backup"):
            fail("backup left no backup")
        return
    if earlier is not None and now < earlier:
        fail("the backup became shorter")
    # Of a killed run the names of the earlier end may be gone, if they changed since.
    isNew = child.returncode == 0
    if check("backup", "backup", least if isNew else earlier or 0, gone if isNew else set()) != 0:
        fail("a backup lacks events")
    if isNew:
        left = [name for at, names, files in os.walk(".") for name in names + files if name.endswith(".unfinished")]
        if left:
            fail(f"a backup left {left} behind")
    if draw.random() < 0.1:
        shutil.rmtree("backup")


try:
    if run("init", log).returncode != 0:
        fail("init")
    writers = [threading.Thread(target=write, args=(number,), daemon=True) for number in range(options.writers)]
    for writer in writers:
        writer.start()
    ways = ["cp, folder first", "cp, log first", "tar, folder first", "tar, log first"]
    if shutil.which("rsync"):
        ways += ["rsync, folder first", "rsync, log first"]
    else:
        print("skipped: there is no rsync here", flush=True)
    short = dict.fromkeys(ways, 0)
    ways = {way: way.replace(",", "") for way in ways}
    while acknowledged < 8:
        time.sleep(0.01)
    for number in range(options.rounds):
        for way, words in ways.items():
            with state:
                least, gone = acknowledged, set(erased)
            shutil.rmtree("copy", ignore_errors=True)
            copy(words, "copy")
            short[way] += check(way, "copy", least, gone) > 0
        backup(number, isKilled=draw.random() < 0.6)
    backup(options.rounds, isKilled=False)
    isOver.set()
    for writer in writers:
        writer.join()
    for way, count in short.items():
        if way.endswith("folder first") and count:
            fail(f"{way}: {count} copies were short")
    print(f"{acknowledged} events, {len(erased)} people erased; copies that were short, and said so: "
          + ", ".join(f"{way}: {count}" for way, count in short.items()))
finally:
    isOver.set()
shutil.rmtree(folder)
