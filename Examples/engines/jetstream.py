#!/usr/bin/env python3
"""A log and NATS JetStream, in either direction, with the package nats-py.

    jetstream.py follow LOG [SERVER]     each acknowledged event to the stream EVENTS, subject events.<type>
    jetstream.py submit LOG [SERVER]     each message of the stream SUBMISSIONS to the log

At least once, in the order of the log. An event's message id is its sequence, so JetStream drops repeats within
its window; who reads the stream drops others by `sequence`. A submission has an `id` of its own: the log
answers a repeat as a duplicate. A message is taken off the stream once its reply has come.
"""
import asyncio
import json
import subprocess
import sys

import nats


async def follow(log, js):
    await js.add_stream(name="EVENTS", subjects=["events.>"])
    last = 0
    try:
        message = await js.get_last_msg("EVENTS", "events.>")
        last = int(json.loads(message.data)["sequence"])
    except nats.js.errors.NotFoundError:
        pass
    tool = await asyncio.create_subprocess_exec(
        "eventlog-tool", "log", "--follow", "--after", str(last), log, stdout=subprocess.PIPE, limit=8 << 20)
    async for line in tool.stdout:
        event = json.loads(line)
        await js.publish(f"events.{event['type']}", line.rstrip(b"\n"),
                         headers={"Nats-Msg-Id": event["sequence"]})
    sys.exit(await tool.wait())


async def submit(log, js):
    await js.add_stream(name="SUBMISSIONS", subjects=["submissions"], retention="workqueue")
    messages = await js.pull_subscribe("submissions", durable="log")
    session = await asyncio.create_subprocess_exec(
        "eventlog-tool", "append", "--session", "-f", log, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        limit=8 << 20)
    await session.stdout.readline()
    while True:
        try:
            batch = await messages.fetch(100, timeout=1)
        except TimeoutError:  # The client's own error of it is one of these, too.
            continue
        for place, message in enumerate(batch):
            # A message is one line of the session: between the parts of JSON a return is as good as a line feed.
            line = message.data.replace(b"\n", b"\r") + b"\n"
            if not is_submission(message.data):
                print('{"status":"invalid","error":"reserved","message":"a submission is an object without \\"op\\""}', flush=True)
                await message.ack()
                continue
            reply = await answer(session, line)
            # What the system failed to do is tried again before anything behind it is judged; what a rule refused would
            # be refused again.
            while (told := read(reply))["status"] == "failed":
                if told["error"] not in ("locked", "ioFailed"):
                    sys.exit("the log needs somebody who looks after it")
                for waiting in batch[place:]:
                    await waiting.in_progress()
                await asyncio.sleep(1)
                reply = await answer(session, line)
            await message.ack()


def read(line):
    return json.loads(line, parse_int=str)  # Python reads no number of thousands of digits.


def is_submission(data):
    """False of what asks a session for something else than to record an event: its answers would be taken for others'."""
    try:
        asked = read(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(asked, dict) and "op" not in asked


async def answer(session, line):
    session.stdin.write(line)
    await session.stdin.drain()
    reply = await session.stdout.readline()
    if not reply:
        sys.exit("the session has ended")
    print(reply.decode(), end="", flush=True)
    return reply


async def main(direction, log, server="nats://127.0.0.1:4222"):
    connection = await nats.connect(server)
    await {"follow": follow, "submit": submit}[direction](log, connection.jetstream())


asyncio.run(main(*sys.argv[1:]))
