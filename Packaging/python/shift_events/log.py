"""A log, for programs with threads and for asyncio."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import warnings
import weakref
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar, Unpack, cast

from .asking import DEFAULT, Default, identified
from .errors import Closed, Invalid, TimedOut, answer, naming, starting
from .following import AsyncFollower, Follower, Following
from .reads import AsyncReads, Reads
from .session import Session
from .tool import Opened, Options
from .types import (
    AcceptedReply, AppendedReply, BatchReply, DuplicateReply, EventSelector, ExtendedReply, PongReply, Submission)

Result = TypeVar("Result")
Path = str | os.PathLike[str]
Timeout = float | None | Default
# So long at most does `close` wait for answers, unless it is told otherwise.
_CLOSING = 10.0


class _Core:
    """A session and its followers: what both logs are made of. It knows neither of them, so that they can be dropped."""

    def __init__(self, path: Path, create: bool, options: Options) -> None:
        self.opened = Opened(path, create, options)
        self.session = Session(self.opened)
        self.followings: weakref.WeakSet[Following] = weakref.WeakSet()

    def seconds(self, timeout: Timeout) -> float | None:
        return self.opened.timeout if timeout is DEFAULT else timeout

    async def ask(self, request: dict[str, Any], timeout: Timeout) -> Any:
        if self.session.is_closed:
            raise Closed("closed", "the log is closed")
        request, ids = identified(request)
        if request.get("op") == "follow":
            raise Invalid("invalidField", "ask gets one answer: to follow the log, call follow()")
        seconds = self.seconds(timeout)
        try:
            async with asyncio.timeout(seconds):
                reply = await self.session.ask(request)
        except TimeoutError:
            late = TimedOut("timedOut", f"{self.opened.path} gave no answer within {seconds:g} s")
            naming(late, ids)
            raise late from None
        except (asyncio.CancelledError, Closed) as gone:
            naming(gone, ids)
            raise
        return answer(reply)

    def follow(
        self, after: int, types: Iterable[EventSelector] | None, user: str | None, timeout: Timeout
    ) -> Following:
        if self.session.is_closed:
            raise Closed("closed", "the log is closed")
        chosen: dict[str, Any] = {} if types is None else {"types": list(types)}
        following = Following(
            self.opened, after, chosen if user is None else {**chosen, "user": user}, self.seconds(timeout))
        self.followings.add(following)
        return following

    async def close(self, timeout: Timeout) -> None:
        seconds = self.seconds(timeout)
        if timeout is DEFAULT or seconds is None:
            seconds = min(_CLOSING, _CLOSING if seconds is None else seconds)
        self.session.is_closed = True
        try:
            await asyncio.gather(*(following.close(min(1.0, seconds)) for following in list(self.followings)))
            await self.session.close(seconds)
        finally:
            self.abandon()

    def abandon(self) -> None:
        """Ends all processes at once, from any thread."""
        for following in list(self.followings):
            following.abandon()
        self.session.abandon()

    def forked(self) -> _Core:
        """The core of a forked child: it leaves the session to the parent process, and begins one of its own."""
        _left.append(self)
        self.session.leave()
        for following in list(self.followings):
            following.was_forked()
        core = _Core(self.opened.path, self.opened.create, self.opened.options)
        core.session.is_closed, core.followings = self.session.is_closed, self.followings
        return core

    def warn(self, log: object) -> None:
        if not self.session.is_closed and self.session.pid is not None:
            warnings.warn(f"{log!r} of {self.opened.path} was not closed", ResourceWarning, source=log)


class AsyncLog(AsyncReads):
    """A log, for tasks of one event loop. Entering it makes sure that the log can be read. A child process that is forked
    gets a session of its own, for the loop that it begins.

    `timeout` is the time for an answer, in seconds: that of `options` where a call names none, `None` for no end.
    """

    def __init__(self, path: Path, create: bool = False, **options: Unpack[Options]) -> None:
        self._core = _Core(path, create, options)
        _logs.add(self)

    @property
    def pid(self) -> int | None:
        """The process of the session, while there is one."""
        return self._core.session.pid

    async def ask(self, request: dict[str, Any], timeout: Timeout = DEFAULT) -> Any:
        """Any request of a session, by its members; the answer, or its error."""
        return await self._core.ask(request, timeout)

    async def append(self, submission: Submission, *, timeout: Timeout = DEFAULT) -> AppendedReply | DuplicateReply:
        """Records one event, or raises why not. Without an `id` it gets one, so that it can be sent again."""
        return cast(AppendedReply, await self.ask({**submission}, timeout))

    async def batch(self, submissions: Iterable[Submission], *, timeout: Timeout = DEFAULT) -> BatchReply:
        """Records all or none. The error of a refused batch is that of its culprit; its `reply` has all `replies`."""
        return cast(BatchReply, await self.ask({"op": "batch", "events": [*submissions]}, timeout))

    async def judge(self, submission: Submission, *, timeout: Timeout = DEFAULT) -> AcceptedReply:
        """Says what `append` would, with the facts that the event would have, and records nothing."""
        return cast(AcceptedReply, await self.ask({**submission, "op": "judge"}, timeout))

    async def extend(self, *, timeout: Timeout = DEFAULT) -> ExtendedReply:
        """Schedules fixed shifts up to the horizon."""
        return cast(ExtendedReply, await self.ask({"op": "extend"}, timeout))

    async def ping(self, *, timeout: Timeout = DEFAULT) -> PongReply:
        """The end of the log; raises if it is gone or damaged."""
        return cast(PongReply, await self.ask({"op": "ping"}, timeout))

    def follow(
        self, after: int = 0, types: Iterable[EventSelector] | None = None, user: str | None = None, *,
        timeout: Timeout = DEFAULT
    ) -> AsyncFollower:
        """Every event behind `after` as it is acknowledged: of these types, if any, and that touch this person.

        `timeout` is for the start; events are waited for as long as it takes.
        """
        return AsyncFollower(self, self._core.follow(after, types, user, timeout))

    async def close(self, *, timeout: Timeout = DEFAULT) -> None:
        """Waits for what was asked, 10 seconds at most, and ends the session and the followers, whether they answer or
        not."""
        await self._core.close(timeout)

    async def __aenter__(self) -> AsyncLog:
        try:
            await self.ping()
        except BaseException:
            await self._core.close(0)
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def was_forked(self) -> None:
        """Leaves the session to the parent process."""
        self._core = self._core.forked()

    def __del__(self) -> None:
        if hasattr(self, "_core"):
            self._core.warn(self)
            self._core.abandon()


class Log(Reads):
    """A log, for any number of threads. A child process that is forked gets a session of its own.

    `timeout` is the time for an answer, in seconds: that of `options` where a call names none, `None` for no end.
    """

    def __init__(self, path: Path, create: bool = False, **options: Unpack[Options]) -> None:
        self._core = _Core(path, create, options)
        self._held = _background.hold()
        _logs.add(self)
        try:
            self.ping()
        except BaseException:
            self.close(timeout=0)
            raise

    @property
    def pid(self) -> int | None:
        """The process of the session, while there is one."""
        return self._core.session.pid

    def ask(self, request: dict[str, Any], timeout: Timeout = DEFAULT) -> Any:
        """Any request of a session, by its members; the answer, or its error."""
        request, ids = identified(request)
        try:
            return _background.run(self._core.ask(request, timeout))
        except KeyboardInterrupt as gone:
            naming(gone, ids)
            raise

    def append(self, submission: Submission, *, timeout: Timeout = DEFAULT) -> AppendedReply | DuplicateReply:
        """Records one event, or raises why not. Without an `id` it gets one, so that it can be sent again."""
        return cast(AppendedReply, self.ask({**submission}, timeout))

    def batch(self, submissions: Iterable[Submission], *, timeout: Timeout = DEFAULT) -> BatchReply:
        """Records all or none. The error of a refused batch is that of its culprit; its `reply` has all `replies`."""
        return cast(BatchReply, self.ask({"op": "batch", "events": [*submissions]}, timeout))

    def judge(self, submission: Submission, *, timeout: Timeout = DEFAULT) -> AcceptedReply:
        """Says what `append` would, with the facts that the event would have, and records nothing."""
        return cast(AcceptedReply, self.ask({**submission, "op": "judge"}, timeout))

    def extend(self, *, timeout: Timeout = DEFAULT) -> ExtendedReply:
        """Schedules fixed shifts up to the horizon."""
        return cast(ExtendedReply, self.ask({"op": "extend"}, timeout))

    def ping(self, *, timeout: Timeout = DEFAULT) -> PongReply:
        """The end of the log; raises if it is gone or damaged."""
        return cast(PongReply, self.ask({"op": "ping"}, timeout))

    def follow(
        self, after: int = 0, types: Iterable[EventSelector] | None = None, user: str | None = None, *,
        timeout: Timeout = DEFAULT
    ) -> Follower:
        """Every event behind `after` as it is acknowledged: of these types, if any, and that touch this person.

        `timeout` is for the start; events are waited for as long as it takes.
        """
        return Follower(self, self._core.follow(after, types, user, timeout), lambda work: _background.run(work))

    def close(self, *, timeout: Timeout = DEFAULT) -> None:
        """Waits for what was asked, 10 seconds at most, and ends the session and the followers, whether they answer or
        not."""
        if self._held.is_over:
            return
        try:
            if not sys.is_finalizing():  # Then nobody waits for an answer any more.
                _background.run(self._core.close(timeout))
        finally:
            self._core.abandon()
            self._held.end()

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_held") and not self._held.is_over:
            self._core.warn(self)
            self._core.abandon()
            self._held.end()

    def was_forked(self) -> None:
        """Leaves the session to the parent process."""
        self._core = self._core.forked()
        if not self._held.is_over:
            self._held = _background.hold()


class _Background:
    """One thread with an event loop, for all logs of a process, as long as one is open."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._users = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over = asyncio.Event()
        self._thread: threading.Thread | None = None

    def hold(self) -> _Hold:
        if sys.is_finalizing():  # A thread has stopped where it was, perhaps with the lock.
            raise Closed("closed", "the interpreter is ending, and no thread of it goes on")
        with self._lock:
            self._users += 1
        return _Hold(self)

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        try:
            hold = self.hold()
        except BaseException:
            work.close()
            raise
        try:
            try:
                loop = self._started()
            except BaseException:
                work.close()
                raise
            future = asyncio.run_coroutine_threadsafe(work, loop)
            try:
                return future.result()
            except BaseException:
                future.cancel()
                raise
        finally:
            hold.end()

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
                loop: asyncio.AbstractEventLoop | None = None
                try:
                    with starting("a thread for the log"):
                        loop = runner.get_loop()
                        self._over = asyncio.Event()
                        try:
                            self._thread = threading.Thread(
                                target=self._serve, args=(runner, self._over), name="shift-events", daemon=True)
                            self._thread.start()
                        except RuntimeError as fault:  # Too many threads, or an interpreter that ends.
                            raise OSError(*fault.args) from None
                except BaseException:
                    if loop is not None:  # Nothing has run in it.
                        loop.close()
                    raise
                self._loop = loop
            return self._loop

    @staticmethod
    def _serve(runner: asyncio.Runner, over: asyncio.Event) -> None:
        with runner:
            runner.run(over.wait())

    def let_go(self) -> None:
        if sys.is_finalizing():  # The thread has stopped where it was, perhaps with the lock, and never ends.
            return
        with self._lock:
            self._users -= 1
            if self._users or self._loop is None:
                return
            loop, self._loop, over, thread = self._loop, None, self._over, self._thread
            loop.call_soon_threadsafe(over.set)
        if thread is not None and thread is not threading.current_thread():
            thread.join()


class _Hold:
    """The thread lives while anybody has one of these."""

    def __init__(self, background: _Background) -> None:
        self._background = background
        self.is_over = False

    def end(self) -> None:
        if not self.is_over:
            self.is_over = True
            self._background.let_go()


_background = _Background()
_logs: weakref.WeakSet[Log | AsyncLog] = weakref.WeakSet()
# What a forked child inherited: nothing of it may be closed by its end.
_left: list[Any] = []


def _in_child() -> None:
    global _background
    _left.append(_background)
    _background = _Background()
    for log in list(_logs):
        log.was_forked()


os.register_at_fork(after_in_child=_in_child)
