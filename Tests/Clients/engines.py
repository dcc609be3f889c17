#!/usr/bin/env python3
"""Runs the programs of Examples/engines against the real engines, and for Kafka against a mock broker.

    engines.py TOOL LOG ENGINE…     postgres, nats, kafka; an engine that is not installed is named and skipped
"""
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

TOOL, SAMPLE, WANTED = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3:]
EXAMPLES = os.path.dirname(os.path.abspath(__file__)) + "/../../Examples/engines"
FOLDER = tempfile.mkdtemp(prefix="engines-", dir="/tmp")
os.chmod(FOLDER, 0o755)
LOG = FOLDER + "/events.jsonl"
os.environ["PATH"] = os.path.dirname(TOOL) + ":" + os.environ["PATH"]
ROOT = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
STARTED = []


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, **more)
    assert done.returncode == 0, f"{command}: {done.returncode}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


def start(*command, **more):
    process = subprocess.Popen(command, text=True, start_new_session=True, **more)
    STARTED.append(process)
    return process


def stop(process):
    try:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(20)
    except ProcessLookupError:
        pass
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)


def until(what, is_done, seconds=40):
    end = time.time() + seconds
    while time.time() < end:
        if is_done():
            return
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come about")


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def lines():
    with open(LOG) as log:
        return log.read().splitlines()


def fresh_log():
    for path in [LOG, LOG + ".d"]:
        shutil.rmtree(path, ignore_errors=True) if os.path.isdir(path) else os.path.exists(path) and os.remove(path)
    run(TOOL, "import", SAMPLE, "-f", LOG, "--create")


def append(number, text="O'Brien \\ $x$ :v"):
    run(TOOL, "append", "user.registered", f"engine{number}", "--actor", f"engine{number}", "roles=consumer",
        "--correlation", text, "-f", LOG)


def submission(number):
    return {"id": f"sub-{number}", "source": "/engines", "type": "user.registered", "subject": f"sub{number}",
            "actor": f"sub{number}", "data": {"roles": ["consumer"]}}


def recorded(count):
    found = [event for event in map(json.loads, lines()) if event["source"] == "/engines"]
    assert [event["id"] for event in found] == [f"sub-{n}" for n in range(count)], [e["id"] for e in found]


def postgres():
    initdb = next((root for root, _, files in os.walk("/usr/lib/postgresql") if "initdb" in files), None)
    if not initdb or not shutil.which("psql"):
        return "PostgreSQL is not installed"
    place = tempfile.mkdtemp(dir=FOLDER)
    if ROOT:
        shutil.chown(place, "postgres")
    try:
        run(*ROOT, f"{initdb}/initdb", "-D", place + "/data", "-A", "trust", "-U", "postgres", "-E", "UTF8")
        run(*ROOT, f"{initdb}/pg_ctl", "-D", place + "/data", "-w", "-l", place + "/log",
            "-o", f"-k {place} -h ''", "start")
        where = ["-h", place, "-U", "postgres"]
        ask = lambda text: run("psql", *where, "-XqtA", "-c", text).splitlines()
        fresh_log()
        for turn in range(2):  # the second begins where the first was stopped
            follower = start(f"{EXAMPLES}/postgres-follow.sh", LOG, *where)
            for number in range(3):
                append(3 * turn + number)
            until("all events in the table", lambda: os.path.exists(LOG) and follower.poll() is None
                  and ask("SELECT count(*) FROM pg_tables WHERE tablename = 'events'") == ["1"]
                  and ask("SELECT count(*) FROM events") == [str(len(lines()))])
            stop(follower)
        hashes = [json.loads(line)["hash"] for line in lines()]
        assert ask("SELECT hash FROM events ORDER BY sequence") == hashes
        assert ask("SELECT attributes->>'correlationid' FROM events ORDER BY sequence DESC LIMIT 1") == [
            "O'Brien \\ $x$ :v"]
        run(f"{EXAMPLES}/postgres-submit.sh", LOG, *where)
        for number in range(20):
            body = json.dumps(submission(number)).replace("'", "''")
            ask(f"INSERT INTO submissions (body) VALUES ('{body}')")
        run(f"{EXAMPLES}/postgres-submit.sh", LOG, *where)
        recorded(20)
        assert ask("SELECT DISTINCT reply->>'status' FROM submissions") == ["appended"]
        ask("UPDATE submissions SET reply = NULL")  # as if it was killed before it could write the replies
        run(f"{EXAMPLES}/postgres-submit.sh", LOG, *where)
        recorded(20)
        assert ask("SELECT DISTINCT reply->>'status' FROM submissions") == ["duplicate"]
    finally:
        subprocess.run([*ROOT, f"{initdb}/pg_ctl", "-D", place + "/data", "-m", "immediate", "stop"],
                       capture_output=True)


def nats():
    try:
        import nats as client
    except ImportError:
        return "nats-py is not installed"
    if not shutil.which("nats-server"):
        return "nats-server is not installed"
    import asyncio
    port = free_port()
    url = f"nats://127.0.0.1:{port}"
    server = start("nats-server", "-js", "-sd", FOLDER + "/nats", "-a", "127.0.0.1", "-p", str(port),
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    async def stored(stream):
        connection = await client.connect(url)
        js = connection.jetstream()
        try:
            count = (await js.stream_info(stream)).state.messages
            return [json.loads((await js.get_msg(stream, n + 1)).data) for n in range(count)]
        except client.js.errors.NotFoundError:
            return []
        finally:
            await connection.close()

    async def publish(bodies):
        connection = await client.connect(url)
        for body in bodies:
            await connection.jetstream().publish("submissions", json.dumps(body, indent=1).encode())
        await connection.close()

    def is_up():
        with socket.socket() as one:
            return one.connect_ex(("127.0.0.1", port)) == 0

    until("the server", is_up)
    fresh_log()
    for turn in range(2):
        follower = start(sys.executable, f"{EXAMPLES}/jetstream.py", "follow", LOG, url)
        for number in range(3):
            append(3 * turn + number)
        until("all events in the stream", lambda: len(asyncio.run(stored("EVENTS"))) == len(lines()))
        stop(follower)
    assert asyncio.run(stored("EVENTS")) == [json.loads(line) for line in lines()]
    submitter = start(sys.executable, f"{EXAMPLES}/jetstream.py", "submit", LOG, url,
                      stdout=open(FOLDER + "/replies", "w"))
    until("the stream", lambda: any("SUBMISSIONS" in name for name in streams(client, url)))
    asyncio.run(publish([submission(number) for number in range(20)]))
    until("the submissions in the log", lambda: sum('"/engines"' in line for line in lines()) == 20)
    # What is no submission is answered as such, and moves no reply; a stream in which nothing comes ends nothing.
    asyncio.run(publish([{"op": "follow"}, {"op": "show", "projection": "users"}]))
    asyncio.run(publish([submission(number) for number in range(20)]))
    time.sleep(12)
    recorded(20)
    replies = [json.loads(line)["status"] for line in open(FOLDER + "/replies")]
    assert replies == 20 * ["appended"] + 2 * ["invalid"] + 20 * ["duplicate"], replies
    assert submitter.poll() is None, "the submitter has ended"
    stop(submitter)
    stop(server)


def streams(client, url):
    import asyncio

    async def names():
        connection = await client.connect(url)
        found = await connection.jetstream().streams_info()
        await connection.close()
        return [stream.config.name for stream in found]
    return asyncio.run(names())


def kafka():
    if not shutil.which("kcat"):
        return "kcat is not installed"
    # A mock of a broker inside librdkafka, no real one: it lives in a consumer and keeps messages in memory.
    broker = start("kcat", "-C", "-b", "mock:1", "-X", "test.mock.num.brokers=1", "-t", "keep", "-o", "end",
                   "-d", "mock", stdout=subprocess.DEVNULL, stderr=open(FOLDER + "/mock", "w"))
    told = lambda: re.search(r"bootstrap.servers=(127\.0\.0\.1:\d+)", open(FOLDER + "/mock").read())
    until("the mock broker", told)
    address = told()[1]
    print("kafka: a mock broker at", address)
    fresh_log()
    topic = lambda name: [json.loads(line) for line in run(
        "kcat", "-C", "-q", "-b", address, "-t", name, "-p", "0", "-o", "beginning", "-e").splitlines()]
    for turn in range(2):
        follower = start(f"{EXAMPLES}/kafka-follow.sh", LOG, address)
        for number in range(3):
            append(3 * turn + number)
        until("all events in the topic", lambda: len(topic("events")) == len(lines()))
        stop(follower)
    assert topic("events") == [json.loads(line) for line in lines()]
    run("kcat", "-P", "-b", address, "-t", "submissions", "-p", "0", "-D", "\\x1e",
        input="\x1e".join(json.dumps(submission(number), indent=1) for number in range(20)))
    for _ in range(2):
        replies = run(f"{EXAMPLES}/kafka-submit.sh", LOG, address).splitlines()
        assert len(replies) == 20, replies
        recorded(20)
    assert all(json.loads(reply)["status"] == "duplicate" for reply in replies)
    stop(broker)


try:
    for engine in WANTED:
        reason = {"postgres": postgres, "nats": nats, "kafka": kafka}[engine]()
        print(f"{engine}: skipped, {reason}" if reason else f"{engine}: passed", flush=True)
finally:
    for process in STARTED:
        if process.poll() is None:
            stop(process)
    shutil.rmtree(FOLDER, ignore_errors=True)
