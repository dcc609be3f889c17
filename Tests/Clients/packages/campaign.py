"""Clients whose sessions are killed all the time: nothing is lost, nothing is doubled, each answer is its own.

    campaign.py [--submissions N] [--kills N] [--only threads|tasks|processes]

EVENTLOG_TOOL names the tool, PYTHONPATH has the client. Each of eight threads, eight tasks and eight processes sends its
part of the submissions, while sessions are killed; a follower beside them, whose session is killed as often, is told
every event once, in order.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from shift_events import AsyncLog, Log, Submission

WORKERS = 8
Answer = tuple[str, int, str]


def submission(name: str) -> Submission:
    return {"type": "user.registered", "subject": name, "actor": name, "id": f"id-{name}", "source": "/campaign",
            "data": {"roles": ["employee"]}}


class Killer:
    """Kills what `pid` names, so many times: each time after `made` has grown by `step`."""

    def __init__(self, pid: Callable[[], int | None], kills: int, made: Callable[[], int], step: int) -> None:
        self.done = 0
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(pid, kills, made, step))
        self._thread.start()

    def _run(self, pid: Callable[[], int | None], kills: int, made: Callable[[], int], step: int) -> None:
        last, found = None, 0
        while self.done < kills and not self._is_over.wait(0.002):
            process = pid()
            if process is not None and process != last and made() >= found + step:
                last, found = process, made()
                try:
                    os.kill(process, signal.SIGKILL)
                    self.done += 1
                except ProcessLookupError:
                    pass

    def stop(self) -> int:
        self._is_over.set()
        self._thread.join()
        return self.done


def names(worker: int, count: int) -> list[str]:
    return [f"w{worker}x{number}" for number in range(count)]


def append_all(log: Log, worker: int, count: int, found: list[Answer]) -> None:
    for name in names(worker, count):
        reply = log.append(submission(name))
        found.append((reply["id"], reply["sequence"], reply["hash"]))


def threads(path: str, count: int, kills: int, step: int) -> tuple[list[Answer], int]:
    with Log(path) as log:
        answers: list[Answer] = []
        killer = Killer(lambda: log.pid, kills, lambda: len(answers), step)
        workers = [threading.Thread(target=append_all, args=(log, worker, count, answers))
                   for worker in range(WORKERS)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return answers, killer.stop()


def tasks(path: str, count: int, kills: int, step: int) -> tuple[list[Answer], int]:
    async def work() -> tuple[list[Answer], int]:
        async with AsyncLog(path) as log:
            answers: list[Answer] = []
            killer = Killer(lambda: log.pid, kills, lambda: len(answers), step)

            async def one(worker: int) -> None:
                for name in names(worker, count):
                    reply = await log.append(submission(name))
                    answers.append((reply["id"], reply["sequence"], reply["hash"]))
            await asyncio.gather(*(one(worker) for worker in range(WORKERS)))
            return answers, await asyncio.to_thread(killer.stop)
    return asyncio.run(work())


def one_process(path: str, worker: int, count: int, kills: int, step: int) -> tuple[list[Answer], int]:
    with Log(path) as log:
        answers: list[Answer] = []
        killer = Killer(lambda: log.pid, kills, lambda: len(answers), step)
        append_all(log, worker, count, answers)
        return answers, killer.stop()


def processes(path: str, count: int, kills: int, step: int) -> tuple[list[Answer], int]:
    with multiprocessing.get_context("fork").Pool(WORKERS) as pool:
        parts = [pool.apply_async(one_process, (path, worker, count, kills // WORKERS, step))
                 for worker in range(WORKERS)]
        found = [part.get(600) for part in parts]
    return [answer for answers, _ in found for answer in answers], sum(done for _, done in found)


def check(path: str, answers: list[Answer], told: list[Answer], count: int) -> None:
    lines = [json.loads(line) for line in Path(path).read_text().splitlines()]
    recorded = [(event["id"], int(event["sequence"]), event["hash"]) for event in lines]
    assert len(recorded) == len(answers) >= count, (len(recorded), count, len(answers))
    assert len({identifier for identifier, _, _ in recorded}) == len(recorded), "an event is doubled"
    assert sorted(answers) == sorted(recorded), "an answer is another one's"
    assert told == recorded, f"the follower was told {len(told)} of {len(recorded)}, or others"


def run(kind: str, submissions: int, kills: int) -> bool:
    """Holds the answers of one kind against the log; False where the work was over before all kills were."""
    modes = {"threads": threads, "tasks": tasks, "processes": processes}
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/events.jsonl"
        Log(path, create=True).close()
        began = time.monotonic()
        told: list[Answer] = []
        watching = Log(path)
        follower = watching.follow()

        def follow() -> None:
            for event in follower:
                told.append((event["id"], int(event["sequence"]), event["hash"]))
        watcher = threading.Thread(target=follow)
        watcher.start()
        step = submissions // kills // 2
        follower_killer = Killer(lambda: follower.pid, kills, lambda: len(told), 1)
        answers, killed = modes[kind](path, submissions // WORKERS, kills, step)
        while follower_killer.done < kills:  # A follower reads so quickly that it needs more to be killed at.
            reply = watching.append(submission(f"more{len(answers)}"))
            answers.append((reply["id"], reply["sequence"], reply["hash"]))
            time.sleep(0.002)
        restarts = follower_killer.stop()
        end = time.monotonic() + 60
        while len(told) < len(answers) and time.monotonic() < end:
            time.sleep(0.01)
        follower.close()
        watcher.join()
        check(path, answers, told, submissions)
        watching.close()
        print(f"{kind}: {submissions} submissions, {killed} sessions killed, a follower restarted {restarts} times, "
              f"{time.monotonic() - began:.1f} s: nothing lost, nothing doubled")
        return killed >= kills and restarts >= kills


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("--submissions", type=int, default=10_000)
    words.add_argument("--kills", type=int, default=200)
    words.add_argument("--only", choices=["threads", "tasks", "processes"])
    chosen = words.parse_args()
    for kind in [chosen.only] if chosen.only else ["threads", "tasks", "processes"]:
        # Some work is done before its last session was killed: another round then.
        assert any(run(kind, chosen.submissions, chosen.kills) for _ in range(5)), "too few were killed"


if __name__ == "__main__":
    main()
