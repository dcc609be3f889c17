"""The Python client against the tool: EVENTLOG_TOOL names it, PYTHONPATH has the client. Run by `swift test`."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from shift_events import (
    AsyncLog, Conflict, Failed, Invalid, Log, LogError, Rejected, Submission, ToolError, __version__)
from shift_events.types import Event, ScheduleRow, ShiftSuppliedEvent, ShiftSuppliedSubmission

ROOT = Path(__file__).resolve().parents[3]
TOOL = os.environ["EVENTLOG_TOOL"]
Result = TypeVar("Result")


def registration(user: str, **more: Any) -> Submission:
    return cast(Submission, {
        "type": "user.registered", "subject": user, "actor": user, "data": {"roles": ["employee"]}, **more})


def shift(name: str, owner: str = "bas", date: str = "2030-01-07") -> Submission:
    return {"type": "shift.scheduled", "subject": name, "actor": "mia",
            "data": {"owner": owner, "date": date, "start": "15:00", "end": "20:00"}}


class LogCase(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.path = self.folder / "events.jsonl"

    def log(self, **options: Any) -> Log:
        log = Log(self.path, create=not self.path.exists(), **options)
        self.addCleanup(log.close)
        return log

    def store(self) -> Log:
        log = self.log()
        log.batch([registration("mia", data={"roles": ["manager"]}), registration("bas"), registration("eva"),
                   shift("L1"), shift("L2", "eva", "2030-01-08")])
        return log

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.path.read_text().splitlines()]

    def program(self, text: str) -> Path:
        path = self.folder / "program"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path


def kill(pid: int | None) -> None:
    assert pid is not None
    os.kill(pid, signal.SIGKILL)


class AnswerTests(LogCase):
    def test_what_a_session_answers_is_returned(self) -> None:
        log = self.store()
        offer: ShiftSuppliedSubmission = {"type": "shift.supplied", "subject": "L1", "actor": "bas", "id": "o-1"}
        reply = log.append(offer)
        self.assertEqual((reply["status"], reply["sequence"], reply["id"]), ("appended", 6, "o-1"))
        self.assertEqual(log.append(offer)["status"], "duplicate")
        document = log.show("marketplace", for_="eva")
        self.assertEqual(document["schema"], "shift-events/marketplace/1")
        self.assertEqual([(row["shift"], row.get("mayTake")) for row in document["rows"]], [("L1", True)])
        row: ScheduleRow = log.show("schedule", shift="L1")["rows"][0]
        self.assertEqual(row["status"], "supplied")
        self.assertEqual([row["effect"] for row in log.audit(shift="L1")["rows"]][1:], ["on the marketplace"])
        self.assertEqual(log.ping()["sequence"], 6)
        self.assertEqual(log.extend()["count"], 0)

    def test_a_submission_without_an_id_gets_one_and_stays_as_it_is(self) -> None:
        submission = registration("bas")
        reply = self.log().append(submission)
        self.assertNotIn("id", submission)
        self.assertEqual(self.lines()[0]["id"], reply["id"])
        self.assertEqual(len(self.log().append(registration("eva", id=None))["id"]), 36)

    def test_a_refusal_has_code_details_and_message(self) -> None:
        log = self.store()
        with self.assertRaises(Rejected) as refused:
            log.append({"type": "shift.supplied", "subject": "L1", "actor": "eva"})
        self.assertEqual(refused.exception.code, "notOwner")
        self.assertEqual(refused.exception.details["shift"], "L1")
        self.assertIn("L1", refused.exception.message)
        self.assertEqual(refused.exception.reply["status"], "rejected")
        with self.assertRaises(Conflict) as conflict:
            log.append({"type": "shift.supplied", "subject": "L1", "actor": "bas", "expectedsequence": 1})
        self.assertEqual(conflict.exception.reply["sequence"], 5 if conflict.exception.reply["sequence"] == 5 else 4)
        with self.assertRaises(Invalid) as invalid:
            log.append(cast(Submission, {"type": "shift.suplied", "subject": "L1", "actor": "bas"}))
        self.assertEqual(invalid.exception.code, "unknownType")
        with self.assertRaises(Rejected) as unknown:
            log.show("schedule", shift="L9")
        self.assertEqual(unknown.exception.code, "unknownShift")
        self.assertEqual(len(self.lines()), 5)

    def test_a_batch_is_recorded_whole_or_refused_with_its_culprit(self) -> None:
        log = self.store()
        with self.assertRaises(Rejected) as refused:
            log.batch([registration("tom"), registration("bas"), registration("kim")])
        self.assertEqual(refused.exception.code, "userExists")
        self.assertEqual([one["error"] for one in refused.exception.reply["replies"]],
                         ["batchRejected", "userExists", "batchRejected"])
        replies: list[Any] = list(log.batch([registration("tom"), registration("kim")])["replies"])
        self.assertEqual([one["status"] for one in replies], ["appended", "appended"])

    def test_judging_records_nothing(self) -> None:
        log = self.store()
        offer: ShiftSuppliedSubmission = {"type": "shift.supplied", "subject": "L1", "actor": "bas"}
        self.assertEqual(log.judge(offer)["data"]["owner"], "bas")
        offer["actor"] = "eva"
        with self.assertRaises(Rejected):
            log.judge(offer)
        self.assertEqual(len(self.lines()), 5)

    def test_pages_have_every_row_once(self) -> None:
        log = self.store()
        pages = list(log.pages("users", limit=2))
        self.assertEqual([[row["user"] for row in page["rows"]] for page in pages], [["bas", "eva"], ["mia"]])
        self.assertEqual(len(list(log.pages("points"))), 1)

    def test_the_clock_can_be_chosen(self) -> None:
        log = self.log(now="2026-01-05T09:00:00Z")
        log.append(registration("bas"))
        self.assertEqual(self.lines()[0]["time"], "2026-01-05T09:00:00.000Z")

    def test_what_is_no_JSON_never_leaves(self) -> None:
        log = self.log()
        for no_json in [registration("bas", x=float("nan")), registration("b\ud800")]:
            calls: list[Callable[[], object]] = [
                lambda: log.append(no_json), lambda: log.judge(no_json), lambda: log.batch([no_json])]
            for call in calls:
                with self.assertRaises(Invalid) as refused:
                    call()
                self.assertEqual(refused.exception.code, "invalidJson")
        with self.assertRaises(Invalid):
            next(log.follow(user="b\ud800"))
        self.assertEqual(log.append(registration("bas"))["sequence"], 1)

    def test_a_following_is_no_request_of_ask(self) -> None:
        log = self.log()
        with self.assertRaises(Invalid) as refused:
            log.ask({"op": "follow", "after": 0})
        self.assertIn("follow()", refused.exception.message)
        self.assertEqual(log.append(registration("bas"))["sequence"], 1)


class DeathTests(LogCase):
    def test_a_killed_session_begins_anew(self) -> None:
        log = self.store()
        first = log.pid
        kill(first)
        self.assertEqual(log.append(registration("tom"))["sequence"], 6)
        self.assertNotEqual(log.pid, first)

    def test_what_was_not_answered_is_sent_again_by_its_id(self) -> None:
        # This tool dies once after it has recorded and before it answers.
        program = self.program(
            f'[ "$1" = version ] && exec {TOOL} "$@"\n'
            f'[ -e {self.folder}/died ] && exec {TOOL} "$@"\n'
            f'touch {self.folder}/died; (read -r ping; echo "$ping"; read -r line; echo "$line") | '
            f'{TOOL} "$@" | sed -u 2q\n')
        log = self.log(program=program)
        self.assertEqual(log.append(registration("bas"))["status"], "duplicate")
        self.assertEqual(len(self.lines()), 1)

    def test_what_was_refused_is_sent_once(self) -> None:
        program = self.program(f'[ "$1" = version ] && exec {TOOL} "$@"\n'
                               f'tee -a {self.folder}/sent | {TOOL} "$@"\n')
        log = self.log(program=program)
        log.append(registration("bas"))
        with self.assertRaises(Rejected):
            log.append(registration("bas"))
        log.close()
        self.assertEqual((self.folder / "sent").read_text().count("user.registered"), 2)

    def test_a_damaged_log_is_reported_at_once(self) -> None:
        log = self.store()
        text = self.path.read_bytes()
        self.path.write_bytes(text.replace(b'"eva"', b'"eve"', 1))
        kill(log.pid)
        began = time.monotonic()
        with self.assertRaises(Failed) as failed:
            log.audit(user="bas")
        self.assertEqual(failed.exception.code, "damaged")
        self.path.write_bytes(text[:200])
        with self.assertRaises(Failed) as failed:
            log.append(registration("tom"))
        self.assertEqual(failed.exception.code, "damaged")
        self.assertLess(time.monotonic() - began, 10)

    def test_a_log_that_became_shorter_is_reported(self) -> None:
        log = self.store()
        kill(log.pid)
        subprocess.run(["rm", "-r", str(self.path), str(self.path) + ".d"], check=True)
        with self.assertRaises(Failed) as failed:
            log.append(registration("tom"))
        self.assertEqual(failed.exception.code, "cannotRead")
        self.assertFalse(self.path.exists(), "a log that was deleted is not made anew")
        with Log(self.path, create=True):
            pass
        with self.assertRaises(Failed) as failed:
            log.append(registration("tom"))
        self.assertEqual(failed.exception.code, "damaged")

    def test_a_session_that_never_answers_is_given_up(self) -> None:
        program = self.program(f'[ "$1" = version ] && exec {TOOL} "$@"\n'
                               'echo \'{"status":"ready","protocol":1,"sequence":0}\'; read -r line; kill -9 $$\n')
        with self.assertRaises(Failed) as failed:
            Log(self.path, create=True, program=program)
        self.assertEqual(failed.exception.code, "sessionEnded")


class ToolTests(LogCase):
    def test_a_tool_that_is_too_old_is_refused_with_the_version_that_is_needed(self) -> None:
        for old in ['echo \'{"version":"0.0.9","protocol":1}\'', "echo nonsense; exit 64"]:
            with self.assertRaises(ToolError) as refused:
                Log(self.path, create=True, program=self.program(old + "\n"))
            self.assertEqual(refused.exception.code, "toolTooOld")
            self.assertIn(f"needs eventlog-tool {__version__} or later", refused.exception.message)
            time.sleep(0.01)

    def test_another_protocol_and_a_missing_tool_are_refused(self) -> None:
        newer = self.program('echo \'{"version":"99.0.0","protocol":2}\'\n')
        for program, code in [(newer, "otherProtocol"), (self.folder / "none", "toolMissing")]:
            with self.assertRaises(ToolError) as refused:
                Log(self.path, create=True, program=program)
            self.assertEqual(refused.exception.code, code)

    def test_a_tool_that_does_not_run_says_why(self) -> None:
        with self.assertRaises(ToolError) as failed:
            Log(self.path, create=True, program=self.program("echo no such luck >&2; exit 134\n"))
        self.assertEqual(failed.exception.code, "toolFails")
        self.assertIn("no such luck", failed.exception.message)

    def test_why_a_session_cannot_begin_is_told(self) -> None:
        with self.assertRaises(LogError) as failed:
            Log(self.path)
        self.assertEqual(failed.exception.code, "cannotRead")
        self.path.write_text("[1, 2]\n")
        with self.assertRaises(Failed) as damaged:
            Log(self.path)
        self.assertEqual(damaged.exception.code, "damaged")


class FollowTests(LogCase):
    def test_a_follower_tells_what_comes_and_outlives_its_session(self) -> None:
        log = self.store()
        with log.follow(after=3) as follower:
            self.assertEqual([next(follower)["subject"] for _ in range(2)], ["L1", "L2"])
            kill(follower.pid)
            log.append(registration("tom"))
            event: Event = next(follower)
            self.assertEqual((event["subject"], follower.position), ("tom", 6))

    def test_a_follower_chooses_types_and_a_person(self) -> None:
        log = self.store()
        follower = log.follow(types=["shift."], user="eva")
        self.assertEqual(next(follower)["subject"], "L2")
        log.append({"type": "shift.supplied", "subject": "L1", "actor": "bas"})
        log.append({"type": "shift.supplied", "subject": "L2", "actor": "eva"})
        event = next(follower)
        assert event["type"] == "shift.supplied"
        supplied: ShiftSuppliedEvent = event
        self.assertEqual(supplied["data"]["owner"], "eva")

    def test_a_follower_of_a_log_that_was_replaced_fails(self) -> None:
        log = self.store()
        follower = log.follow()
        for _ in range(3):
            next(follower)
        log.close()
        follower = Log(self.path).follow()
        for _ in range(3):
            next(follower)
        kill(follower.pid)
        subprocess.run(["rm", "-r", str(self.path), str(self.path) + ".d"], check=True)
        with Log(self.path, create=True) as other:
            other.batch([registration(name) for name in ["a", "b", "c", "d", "e"]])
        with self.assertRaises(Failed) as failed:
            for _ in range(10):
                next(follower)
        self.assertEqual(failed.exception.code, "damaged")
        follower.close()

    def test_closing_ends_a_follower_that_waits(self) -> None:
        log = self.log()
        follower = log.follow()
        told: list[Event] = []
        thread = threading.Thread(target=lambda: told.extend(follower))
        thread.start()
        log.append(registration("bas"))
        while not told:
            time.sleep(0.01)
        log.close()
        thread.join(20)
        self.assertFalse(thread.is_alive())
        self.assertEqual(len(told), 1)
        with self.assertRaises(ValueError):
            log.ping()


class SharedTests(LogCase):
    def test_a_log_of_a_relative_path_stays_the_same_log_in_another_folder(self) -> None:
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)
        with Log("events.jsonl", create=True) as log:
            log.append(registration("bas"))
            os.chdir("/")
            kill(log.pid)
            self.assertEqual(log.append(registration("eva"))["sequence"], 2)
            with log.follow() as follower:
                self.assertEqual(next(follower)["subject"], "bas")
        with self.assertRaises(LogError) as unknown:
            Log("postgresql://nowhere")
        self.assertNotIn("//postgresql", unknown.exception.message)

    def test_a_child_process_gets_a_session_of_its_own(self) -> None:
        log = self.log()
        log.append(registration("parent"))
        mine = log.pid
        child = os.fork()
        if child == 0:
            try:
                log.append(registration("child"))
                os._exit(0 if log.pid != mine else 1)
            except BaseException:
                os._exit(2)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        log.append(registration("again"))
        self.assertEqual(log.pid, mine)
        self.assertEqual([line["subject"] for line in self.lines()], ["parent", "child", "again"])


    def test_a_child_process_gets_followers_of_its_own(self) -> None:
        log = self.store()
        with log.follow() as follower, log.follow(after=5) as waiting:
            self.assertEqual(next(follower)["subject"], "mia")
            thread = threading.Thread(target=lambda: next(waiting))
            thread.start()
            mine = follower.pid
            child = os.fork()
            if child == 0:
                try:
                    signal.alarm(20)
                    told = [next(follower)["subject"] for _ in range(2)]
                    log.append(registration("child"))
                    told += [next(waiting)["subject"]]
                    is_right = told == ["bas", "eva", "child"] and follower.pid not in (mine, None)
                    log.close()
                    os._exit(0 if is_right and follower.pid is None else 1)
                except BaseException:
                    os._exit(2)
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
            thread.join(20)
            self.assertEqual([next(follower)["subject"] for _ in range(5)], ["bas", "eva", "L1", "L2", "child"])
            self.assertEqual(follower.pid, mine)


class AsyncTests(LogCase):
    def run_async(self, work: Awaitable[Result]) -> Result:
        async def whole() -> Result:
            return await asyncio.wait_for(work, 60)
        return asyncio.run(whole())

    def test_a_child_process_gets_a_session_and_followers_of_its_own(self) -> None:
        async def work() -> None:
            log = AsyncLog(self.path, create=True)
            await log.append(registration("mia"))
            follower = log.follow()
            self.assertEqual((await anext(follower))["subject"], "mia")
            child = os.fork()
            if child == 0:
                async def inner() -> bool:
                    reply = await log.append(registration("child", id="c"))
                    told = await anext(follower)
                    await log.close()
                    return reply["id"] == "c" and told["subject"] == "child"
                try:
                    signal.alarm(20)
                    asyncio._set_running_loop(None)  # As in a process of `multiprocessing`, which has no loop yet.
                    os._exit(0 if asyncio.run(inner()) else 1)
                except BaseException:
                    os._exit(2)
            self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
            for user in ["bas", "eva", "tom"]:
                self.assertEqual((await log.append(registration(user, id=user)))["id"], user)
            self.assertEqual([(await anext(follower))["subject"] for _ in range(4)], ["child", "bas", "eva", "tom"])
            await log.close()

        self.run_async(work())

    def test_a_child_process_may_be_the_first_to_make_the_log(self) -> None:
        log = AsyncLog(self.path, create=True)
        child = os.fork()
        if child == 0:
            async def inner() -> None:
                await log.append(registration("mia"))
                await log.close()
            try:
                signal.alarm(20)
                asyncio.run(inner())
                os._exit(0)
            except BaseException:
                os._exit(2)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        self.assertEqual([line["subject"] for line in self.lines()], ["mia"])

    def test_tasks_share_a_session(self) -> None:
        async def work() -> None:
            async with AsyncLog(self.path, create=True) as log:
                replies = await asyncio.gather(*(log.append(registration(f"u{n}", id=f"i{n}")) for n in range(50)))
                self.assertEqual([reply["id"] for reply in replies], [f"i{n}" for n in range(50)])
                kill(log.pid)
                with self.assertRaises(Rejected):
                    await log.append(registration("u1"))
                self.assertEqual([len(page["rows"]) async for page in log.pages("users", limit=40)], [40, 10])
                async with log.follow(after=48) as follower:
                    self.assertEqual((await anext(follower))["subject"], "u48")
                    kill(follower.pid)
                    self.assertEqual((await anext(follower))["subject"], "u49")
                    self.assertEqual(follower.position, 50)
        self.run_async(work())

    def test_thousands_of_calls_wait_together(self) -> None:
        # Far more than calls within each other may be deep.
        async def work() -> None:
            for is_begun in (False, True):
                async with AsyncLog(self.path, create=True) as log:
                    if is_begun:
                        await log.ping()
                    calls = (log.judge(registration(f"w{n}")) for n in range(3000))
                    replies = await asyncio.gather(*calls, return_exceptions=True)
                    faults = [reply for reply in replies if not isinstance(reply, dict)]
                    self.assertEqual(faults[:1], [])
        self.run_async(work())

    def test_a_caller_who_goes_away_leaves_the_others_their_answers(self) -> None:
        async def work() -> None:
            async with AsyncLog(self.path, create=True) as log:
                first = asyncio.create_task(log.append(registration("a", id="a")))
                second = asyncio.create_task(log.append(registration("b", id="b")))
                await asyncio.sleep(0)
                first.cancel()
                self.assertEqual((await second)["id"], "b")
        self.run_async(work())


class TypesTests(LogCase):
    def test_the_generated_types_are_current(self) -> None:
        packaging = ROOT / "Packaging"
        subprocess.run([sys.executable, str(packaging / "generate-types"), TOOL, str(self.folder)], check=True)
        paths = [path.relative_to(self.folder) for path in self.folder.rglob("*.*") if path.is_file()]
        self.assertEqual(len(paths), 4)
        for path in paths:
            made, kept = (self.folder / path).read_text(), (packaging / path).read_text()
            self.assertEqual(made, kept, f"run Packaging/generate-types TOOL: {path} is old")


if __name__ == "__main__":
    unittest.main()
