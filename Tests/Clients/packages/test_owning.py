"""Processes, threads and time of the Python client: what is closed, cancelled or dropped leaves nothing, what is silent
ends by its timeout. EVENTLOG_TOOL names the tool, PYTHONPATH has the client. Run by `swift test`.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import pickle
import resource
import signal
import subprocess
import sys
import threading
import time
import unittest
import warnings
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, cast
from unittest import mock

from shift_events import (
    AsyncLog, Closed, Damaged, Failed, Invalid, Locked, Log, LogError, Refused, Rejected, Submission, TimedOut, ToolError)
from shift_events.asking import identified
from shift_events.types import Event
from test_client import TOOL, LogCase, registration

MOMENTS = int(os.environ.get("MOMENTS", "100"))


def moments(seconds: float) -> list[float]:
    """So many lengths of time, from none to nearly all of some seconds, within which something starts and works."""
    return [seconds * number / MOMENTS for number in range(MOMENTS)]


def children() -> list[int]:
    """The processes of this one that run, whichever thread started them; not those that ended and were not waited for."""
    found: list[int] = []
    for task in Path("/proc/self/task").glob("*/children"):
        try:
            found += [int(word) for word in task.read_text().split()]
        except OSError:
            continue
    return found


def threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name == "shift-events"]


def stop(pid: int | None) -> None:
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)


@contextmanager
def no_descriptors() -> Generator[None, None, None]:
    """No file can be opened meanwhile."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with open(os.devnull, encoding="ascii") as free:
        number = free.fileno()
    resource.setrlimit(resource.RLIMIT_NOFILE, (number, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


class OwningTests(LogCase):
    def expect_nothing_left(self) -> None:
        end = time.monotonic() + 5
        while (children() or threads()) and time.monotonic() < end:
            gc.collect()
            time.sleep(0.01)
        self.assertEqual((children(), threads()), ([], []))

    def test_followers_that_are_closed_or_dropped_at_any_moment_leave_nothing(self) -> None:
        warnings.simplefilter("ignore", ResourceWarning)
        with Log(self.path, create=True) as log:
            log.batch([registration(f"u{number}") for number in range(40)])
            for moment in moments(0.04):
                follower = log.follow()
                reader = threading.Thread(target=list[Event], args=(follower,))
                reader.start()
                time.sleep(moment)
                follower.close()
                reader.join(10)
                self.assertFalse(reader.is_alive())
                self.assertEqual(len(children()), 1, f"moment {moment}")
            for moment in range(MOMENTS):
                follower = log.follow()
                for _ in range(moment % 41):
                    next(follower)
                del follower
                self.assertEqual(len(children()), 1, f"moment {moment}")
        self.expect_nothing_left()

    def test_waits_that_are_cancelled_at_any_moment_leave_nothing_and_lose_nothing(self) -> None:
        warnings.simplefilter("ignore", ResourceWarning)

        async def work() -> None:
            async with AsyncLog(self.path, create=True) as log:
                await log.batch([registration(f"u{number}") for number in range(40)])
                for moment in moments(0.04):
                    for how in ("cancelled", "dropped", "closed"):
                        follower = log.follow()
                        seen: list[int] = []
                        waiting = asyncio.create_task(anext(follower))
                        await asyncio.sleep(moment)
                        if how != "closed":
                            waiting.cancel()
                        else:
                            await follower.aclose()
                        try:
                            seen.append(int((await waiting)["sequence"]))
                        except (asyncio.CancelledError, StopAsyncIteration):
                            pass
                        if how == "cancelled":
                            seen += [int((await anext(follower))["sequence"]) for _ in range(40 - len(seen))]
                            self.assertEqual(seen, list(range(1, 41)))
                            await follower.aclose()
                        else:
                            del waiting, follower  # Dropped as it is.
                            await asyncio.sleep(0)  # The loop's own last step knows the task.
                            gc.collect()
                        self.assertEqual(len(children()), 1, f"{how} at {moment}")
        asyncio.run(work())
        self.expect_nothing_left()

    def test_logs_that_are_cancelled_while_they_open_leave_nothing(self) -> None:
        Log(self.path, create=True).close()

        async def opened() -> None:
            async with AsyncLog(self.path):
                await asyncio.sleep(10)

        async def work() -> None:
            for moment in moments(0.025):
                opening = asyncio.create_task(opened())
                await asyncio.sleep(moment)
                opening.cancel()
                await asyncio.wait([opening])
                self.assertEqual(children(), [], f"moment {moment}")
        asyncio.run(work())
        self.expect_nothing_left()

    def test_a_log_that_is_dropped_warns_and_ends_its_process(self) -> None:
        log = Log(self.path, create=True)
        with self.assertWarns(ResourceWarning):
            del log
            gc.collect()
        self.expect_nothing_left()

        async def work() -> None:
            log = AsyncLog(self.path)
            await log.ping()
            with self.assertWarns(ResourceWarning):
                del log
                gc.collect()
            await asyncio.sleep(0.05)
            self.assertEqual(children(), [])
        asyncio.run(work())

    def test_a_log_that_cannot_be_opened_leaves_nothing(self) -> None:
        silent = self.program(f'[ "$1" = version ] && exec {TOOL} "$@"\nexec sleep 60\n')
        for _ in range(10):
            with self.assertRaises(TimedOut):
                Log(self.path, create=True, program=silent, timeout=0.05)
        self.path.write_text("[1, 2]\n")
        with self.assertRaises(Damaged):
            Log(self.path)
        with self.assertRaises(ToolError):
            Log(self.path, program="/nowhere/tool")

        async def work() -> None:
            with self.assertRaises(Damaged):
                async with AsyncLog(self.path):
                    pass
        asyncio.run(work())
        self.expect_nothing_left()


class ShortageTests(LogCase):
    def expect_refusals(self, shortage: AbstractContextManager[object]) -> None:
        """What is asked meanwhile is refused by an error of the client, with no word from the loop."""
        log, other = self.ended(), Log(self.path)
        follower = log.follow()
        calls: list[Callable[[], object]] = [log.ping, lambda: next(follower), lambda: Log(self.path)]
        with self.assertNoLogs("asyncio"), shortage:
            for call in calls:
                with self.assertRaises(ToolError) as short:
                    call()
                self.assertEqual(short.exception.code, "toolFails")
                self.assertIn("cannot be started", short.exception.message)
            self.assertEqual(other.ping()["sequence"], 0)
            other.close()
        self.assertEqual(log.ping()["sequence"], 0)

    def ended(self) -> Log:
        log = self.log()
        os.kill(log.pid or 0, signal.SIGKILL)
        while log.pid is not None:
            time.sleep(0.002)
        return log

    def test_without_a_free_descriptor_the_tool_cannot_be_started_until_there_is_one(self) -> None:
        with self.assertNoLogs("asyncio"), no_descriptors(), self.assertRaises(ToolError):
            Log(self.path, create=True).close()  # The first log of a process begins a thread.
        self.expect_refusals(no_descriptors())

    def test_without_a_temporary_folder_the_tool_cannot_be_started_until_there_is_one(self) -> None:
        self.expect_refusals(mock.patch("tempfile.tempdir", "/nowhere"))


class SilenceTests(LogCase):
    def expect_in_time(self, call: Callable[[], object], seconds: float = 0.15) -> BaseException:
        began = time.monotonic()
        with self.assertRaises(TimedOut) as late:
            call()
        self.assertLess(time.monotonic() - began, seconds + 1)
        return late.exception

    def test_each_call_to_a_stopped_session_ends_by_its_timeout_and_close_ends_it(self) -> None:
        log = self.store()
        pid = log.pid
        self.assertTrue(log.audit(user="bas", timeout=10)["rows"])
        stop(pid)
        calls: list[Callable[[], object]] = [
            lambda: log.ping(timeout=0.15), lambda: log.judge(registration("x"), timeout=0.15),
            lambda: log.show("users", timeout=0.15), lambda: next(log.pages("users", timeout=0.15)),
            lambda: log.audit(user="bas", timeout=0.15), lambda: log.extend(timeout=0.15),
        ]
        for call in calls:
            self.expect_in_time(call)
        late = self.expect_in_time(lambda: log.append(registration("kim", id="k-1"), timeout=0.15))
        self.assertEqual(cast(TimedOut, late).ids, ("k-1",))
        late = self.expect_in_time(lambda: log.batch([registration("a"), registration("b")], timeout=0.15))
        self.assertEqual(len(cast(TimedOut, late).ids), 2)
        # What ask sends has ids, too.
        late = self.expect_in_time(lambda: log.ask(cast(dict[str, object], registration("c")), timeout=0.15))
        self.assertEqual(len(cast(TimedOut, late).ids), 1)
        both = {"op": "batch", "events": [registration("d"), registration("e", id="e-1")]}
        late = self.expect_in_time(lambda: log.ask(both, timeout=0.15))
        self.assertEqual(cast(TimedOut, late).ids[1:], ("e-1",))
        began = time.monotonic()
        log.close(timeout=0.2)
        self.assertLess(time.monotonic() - began, 2)
        self.assertNotIn(pid, children())
        with self.assertRaises(Closed):
            log.ping()

    def test_the_timeout_of_a_log_is_that_of_its_calls_and_an_answer_may_come_later(self) -> None:
        log = self.log(timeout=1)
        stop(log.pid)
        late = self.expect_in_time(lambda: log.append(registration("bas", id="b-1")), 1)
        self.assertEqual(cast(TimedOut, late).code, "timedOut")
        os.kill(log.pid or 0, signal.SIGCONT)
        # The first attempt waits in the session's input, ahead of this one.
        self.assertEqual(log.append(registration("bas", id="b-1"), timeout=20)["status"], "duplicate")
        self.assertEqual(log.ping()["sequence"], 1)

    def test_a_session_that_is_silent_for_long_is_replaced(self) -> None:
        log = self.log()
        with mock.patch("shift_events.session.SILENCE", 0.1):
            stop(log.pid)
            self.expect_in_time(lambda: log.ping(timeout=0.3))
            self.assertEqual(log.append(registration("bas"), timeout=20)["sequence"], 1)

    def test_the_start_of_a_follower_ends_by_its_timeout(self) -> None:
        silent = self.program(f'[ "$1" = version ] && exec {TOOL} "$@"\n'
                              f'[ -e {self.folder}/silent ] && exec sleep 60\nexec {TOOL} "$@"\n')
        log = self.log(program=silent)
        (self.folder / "silent").touch()
        follower = log.follow(timeout=0.15)
        self.expect_in_time(lambda: next(follower))
        self.assertEqual(list(follower), [])
        self.assertEqual(len(children()), 1)

    def test_a_stopped_follower_ends_when_it_is_closed(self) -> None:
        log = self.store()
        follower = log.follow()
        next(follower)
        stop(follower.pid)
        began = time.monotonic()
        follower.close(timeout=0.2)
        self.assertLess(time.monotonic() - began, 2)
        self.assertEqual(len(children()), 1)

    def test_a_key_ends_a_call_that_waits_and_tells_the_id(self) -> None:
        program = ('import os, signal, sys, threading\nfrom shift_events import Log\n'
                   f'with Log({str(self.path)!r}, create=True) as log:\n'
                   '    os.kill(log.pid, signal.SIGSTOP)\n'
                   '    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n'
                   '    try:\n'
                   '        log.append({"type": "user.registered", "subject": "a", "actor": "a", "id": "a-1",'
                   ' "data": {"roles": ["employee"]}})\n'
                   '    except KeyboardInterrupt as gone:\n'
                   '        print(gone.id)\n'
                   '        log.close(timeout=0.2)\n')
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=20, check=True)
        self.assertEqual(done.stdout, "a-1\n")

    def test_a_task_that_is_cancelled_tells_its_id(self) -> None:
        async def work() -> None:
            async with AsyncLog(self.path, create=True) as log:
                stop(log.pid)
                appending = asyncio.create_task(log.append(registration("bas", id="b-1")))
                await asyncio.sleep(0.05)
                appending.cancel()
                with self.assertRaises(asyncio.CancelledError) as gone:
                    await appending
                self.assertEqual((getattr(gone.exception, "id"), getattr(gone.exception, "ids")), ("b-1", ("b-1",)))
                self.assertIn("b-1", "".join(gone.exception.__notes__))
                await log.close(timeout=0.1)
        asyncio.run(work())


class FaultTests(LogCase):
    def told(self, *lines: str, end: str = "exec sleep 60") -> Path:
        """A tool that follows with these lines, and ends or waits."""
        (self.folder / "lines").write_text("".join(line + "\n" for line in lines))
        return self.program(f'[ "$1" = version ] && exec {TOOL} "$@"\nread -r line\ncase "$line" in\n'
                            f'*ping*) echo \'{{"status":"pong","sequence":0}}\'; exec cat;;\n'
                            f'*) cat {self.folder}/lines; {end};;\nesac\n')

    def follower_of(self, *lines: str) -> Any:
        program = self.told(*lines)
        text = program.read_text().replace("read -r line\n", 'echo \'{"status":"ready","protocol":1,"sequence":0}\'\n'
                                           "read -r line\n")
        program.write_text(text)
        log = self.log(program=program)
        return log.follow(after=3, types=["user."])

    def test_every_sound_event_is_handed_out_before_a_fault(self) -> None:
        events = ['{"status":"following","sequence":3,"ref":"next"}'] + [
            f'{{"status":"event","event":{{"sequence":"{number}","hash":"h"}},"ref":"next"}}' for number in range(4, 104)]
        faults: list[tuple[str, type[LogError]]] = [
            ('{"status":"failed","error":"damaged","message":"no"}', Damaged),
            ('{"status":"failed","error":"ioFailed","message":"no"}', Failed),
            ('{"status":"invalid","error":"invalidField","message":"no"}', Invalid),
            ("no JSON", ToolError)]
        for fault, kind in faults:
            follower = self.follower_of(*events, fault)
            told: list[int] = []
            with self.assertRaises(kind):
                for event in follower:
                    told.append(int(event["sequence"]))
                    self.assertEqual(follower.position, told[-1])
            self.assertEqual(told, list(range(4, 104)), fault)
            self.assertEqual((follower.position, list(follower), follower.pid), (103, [], None))

    def test_a_wrong_following_is_invalid(self) -> None:
        log = self.store()
        with self.assertRaises(Invalid) as wrong:
            next(log.follow(types=cast(Any, ["shift.suplied"])))
        self.assertEqual(wrong.exception.code, "unknownType")

    def test_errors_form_a_tree_and_survive_a_pickle(self) -> None:
        kinds: list[type[Exception]] = [Refused, Failed, TimedOut, Closed, ToolError]
        failures: list[type[Exception]] = [Locked, Damaged]
        self.assertTrue(all(issubclass(kind, LogError) for kind in kinds))
        self.assertTrue(all(issubclass(kind, Failed) for kind in failures))
        again = pickle.loads(pickle.dumps(Rejected("dayTaken", "no", {"details": {"user": "bas"}})))
        self.assertEqual((again.code, again.details, str(again)), ("dayTaken", {"user": "bas"}, "no (dayTaken)"))

    def test_a_batch_in_a_tuple_has_an_id_for_each(self) -> None:
        request = {"op": "batch", "events": (registration("mia"), registration("bas"))}
        sent, ids = identified(request)
        self.assertEqual([one["id"] for one in sent["events"]], ids)
        log = self.log()
        replies = [log.ask(sent)["replies"] for _ in range(2)]
        self.assertEqual([[one["status"] for one in each] for each in replies], [["appended"] * 2, ["duplicate"] * 2])

    def test_what_was_never_sent_cannot_have_been_recorded(self) -> None:
        log = self.log()
        log.close()
        with self.assertRaises(Closed) as gone:
            log.append(registration("mia"))
        self.assertEqual(gone.exception.ids, ())

    def test_a_tool_by_a_path_is_the_same_from_every_folder(self) -> None:
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(self.folder)
        self.program(f'exec {TOOL} "$@"')
        log = self.log(program="./program")
        os.chdir("/")
        os.kill(cast(int, log.pid), signal.SIGKILL)
        self.assertEqual(log.ping()["status"], "pong")

    def test_a_message_has_no_colours(self) -> None:
        folder = self.folder / "d error: e"
        folder.mkdir()
        with mock.patch.dict(os.environ, CLICOLOR_FORCE="1"), self.assertRaises(LogError) as wrong:
            Log(folder)
        self.assertTrue(wrong.exception.message.startswith(f"{folder} is a folder"), wrong.exception.message)

    def test_messages_speak_of_no_options_of_a_command_line(self) -> None:
        for path in [self.path, self.folder / "no" / "log"]:
            with self.assertRaises(Failed) as missing:
                Log(path)
            self.assertNotRegex(missing.exception.message, r"(^| )-")
            self.assertIn("create=True", missing.exception.message)

    def test_a_slow_reader_slows_its_session_down(self) -> None:
        log = self.log()
        text = "x" * 900
        for part in range(4):
            log.batch([cast(Submission, {**registration(f"p{part}x{number}"), "note": text}) for number in range(1000)])
        follower = log.follow()
        next(follower)
        time.sleep(0.3)
        with open(f"/proc/{os.getpid()}/statm", encoding="ascii") as pages:
            pages.read()
        core = getattr(follower, "_following")
        kept = sum(len(json.dumps(event)) for event in getattr(core, "_found"))
        self.assertLess(kept + len(getattr(getattr(core, "_process"), "_rest")), 1 << 18)
        self.assertEqual(sum(1 for _ in zip(range(3999), follower)), 3999)


def interpreters() -> list[str]:
    """This Python, and later ones that are there."""
    places = [Path(folder) for folder in os.environ["PATH"].split(os.pathsep)]
    places += Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob("versions/*/bin")
    found = {str(path.resolve()) for place in places if place.name != "shims" for path in place.glob("python3.1[1-9]")}
    works = [path for path in sorted(found - {os.path.realpath(sys.executable)})
             if subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0]
    return [sys.executable, *works]


class EndingTests(LogCase):
    """A program that ends while a log is open ends, whichever part of it is the last to hold the log."""

    OPENED = "from shift_events import *\nimport atexit, sys, threading, time\nlog = Log(sys.argv[1], create=True)\n"
    PROGRAMS = {
        "held by the module": (OPENED, 0),
        "held by a follower": (OPENED + "follower = log.follow()\n", 0),
        "closed by a generator": (OPENED + "def events():\n    with log, log.follow() as found:\n        yield from found\n"
                                  "log.append({'type': 'user.registered', 'subject': 'a', 'actor': 'a',"
                                  " 'data': {'roles': ['employee']}})\nkept = events()\nnext(kept)\n", 0),
        "an error that nobody catches": ("from shift_events import *\nimport sys\ndef work():\n"
                                         "    log = Log(sys.argv[1], create=True)\n    raise ValueError\nwork()", 1),
        "closed by __del__": (OPENED + "class Store:\n    def __del__(self): log.close()\nstore = Store()\n", 0),
        "asked by __del__": (OPENED + "class Store:\n    def __del__(self): log.ping()\nstore = Store()\n", 0),
        "closed at exit": (OPENED + "atexit.register(log.close)\n", 0),
        "asked at exit": (OPENED + "atexit.register(lambda: print(log.ping()['status']))\n", 0),
        "opened at exit": ("from shift_events import *\nimport atexit, sys\natexit.register(lambda: Log(sys.argv[1], True))", 0),
        "in use by a thread": (OPENED + "def work():\n    while True: log.ping()\n"
                               "threading.Thread(target=work, daemon=True).start()\ntime.sleep(0.2)\n", 0),
    }

    def test_a_program_that_ends_with_an_open_log_ends(self) -> None:
        for python in interpreters():
            for name, (program, code) in self.PROGRAMS.items():
                path = f"{self.path}.{abs(hash((python, name)))}"
                done = subprocess.run(
                    [python, "-Wignore", "-c", program, path], capture_output=True, text=True, timeout=20, check=False)
                told = f"{python}, {name}: {done.stderr}"
                self.assertEqual(done.returncode, code, told)
                self.assertNotIn("RuntimeError", done.stderr, told)
                if name == "asked at exit":
                    self.assertEqual(done.stdout, "pong\n", told)
                if code == 0 and name in ("closed by a generator", "closed by __del__", "held by the module", "closed at exit"):
                    self.assertEqual(done.stderr, "", told)
        print("ends on", *(Path(python).name for python in interpreters()))


class RequestTests(LogCase):
    def test_a_session_takes_the_members_that_the_schema_lists_and_no_others(self) -> None:
        schema = json.loads(subprocess.run([TOOL, "schema", "requests"], check=True, capture_output=True).stdout)
        shows = {one["properties"]["projection"]["const"]: one["properties"] for one in schema["$defs"].values()
                 if "projection" in one["properties"]}
        members = {name: value for one in shows.values() for name, value in one.items()
                   if name not in ("op", "projection", "ref")}
        log = self.store()
        for projection, properties in shows.items():
            for name, value in members.items():
                plain: dict[str, Any] = {"boolean": True, "integer": 1}
                given = plain.get(str(value.get("type")), "1") if "enum" not in value else value["enum"][0]
                if projection == "inbox" and name == "after":
                    given = 1
                try:
                    log.ask({"op": "show", "projection": projection, name: given})
                    is_taken = True
                except LogError as no:
                    is_taken = "takes no" not in no.message and "no member" not in no.message
                self.assertEqual(is_taken, name in properties, f"{projection} {name}")


if __name__ == "__main__":
    unittest.main()
