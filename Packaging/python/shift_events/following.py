"""Events as they are acknowledged, over a session of their own."""

from __future__ import annotations

import asyncio
import sys
import warnings
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any

from .errors import Damaged, Failed, LogError, TimedOut, refusal
from .process import Process
from .session import TRIES
from .tool import Opened, parsed
from .tool import line as as_line
from .types import Event


class Following:
    """Asks a session for events, and the next session for what comes behind them.

    What came and was not handed out is at most what one read of 64 KiB brings; the session waits meanwhile.
    """

    def __init__(self, log: Opened, after: int, selection: dict[str, Any], timeout: float | None) -> None:
        self.is_closed = False
        self._log, self._selection, self._timeout = log, selection, timeout
        self._reached = after
        self._found: deque[Event] = deque()
        self._fault: LogError | None = None
        self._last: tuple[int, str] | None = None
        self._process: Process | None = None
        self._is_started = False
        self._tries = 0
        self._turn = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        process = self._process
        return None if process is None else process.pid

    @property
    def position(self) -> int:
        return int(self._found[0]["sequence"]) - 1 if self._found else self._reached

    def pop(self) -> Event | None:
        """An event that is there already."""
        try:
            return None if self.is_closed else self._found.popleft()
        except IndexError:
            return None

    async def fill(self) -> bool:
        """Waits until an event is there; `False` where none will come. Raises the fault that ended the events."""
        async with self._turn:
            while not self._found and not self.is_closed:
                ending = self._fault
                if ending is not None:
                    self._fault = None
                    await self.close(0 if isinstance(ending, TimedOut) else 1)
                    raise ending
                try:
                    await self._take_more()
                except LogError as fault:
                    self._fault = fault
            return not self.is_closed

    async def _take_more(self) -> None:
        if self._is_started:
            line = await self._line()
        else:
            try:
                async with asyncio.timeout(self._timeout):
                    line = await self._line()
            except TimeoutError:
                raise TimedOut(
                    "timedOut", f"no session began to follow {self._log.path} within {self._timeout:g} s") from None
        # Everything that came with it: nothing is awaited before it is kept.
        while line is not None and self._process is not None and self._fault is None:
            try:
                self._take(parsed(line))
            except LogError as fault:
                self._fault = fault  # Behind the events that came before it.
            line = self._process.line_there()

    async def _line(self) -> bytes | None:
        """The next line; `None` where the session ended, and another one has to be tried."""
        if self._process is None:
            words = await self._log.words()
            if self.is_closed:
                return None
            self._process, self._is_started = Process(words), False
        process = self._process
        line = await process.line()
        if line is None and not self.is_closed:
            status = await process.end(1)
            self._process = None
            if not self._is_started and status > 0:
                raise self._log.ending(status, process.said)
            self._is_started = False
            self._tries += 1
            if self._tries >= TRIES:
                raise Failed("sessionEnded", f"{TRIES} sessions ended before they could follow the log")
            await asyncio.sleep(min(0.01 * (self._tries - 1) ** 2, 0.2))
        return line

    def _send(self, request: dict[str, Any]) -> None:
        if self._process is not None:
            self._process.send(as_line({"op": "follow", **request}))

    def _ask_for_next(self) -> None:
        self._send({**self._selection, "after": self._reached, "ref": "next"})

    def _take(self, reply: dict[str, Any]) -> None:
        status, is_next = reply.get("status"), reply.get("ref") == "next"
        error = refusal(reply)
        if error is not None:
            raise error
        if status == "ready":
            if self._last is None:
                self._ask_for_next()
            else:  # First, that the last event which was told is still in the log.
                self._send({"after": self._last[0] - 1, "ref": "last"})
        elif status == "position" and is_next:
            self._reached = reply["position"]
        elif status == "following" and is_next:
            self._tries, self._is_started = 0, True
        elif status == "event":
            event: Event = reply["event"]
            here = (int(event["sequence"]), event["hash"])
            if is_next:
                self._reached, self._last = here[0], here
                self._found.append(event)
            elif self._last is not None and here[0] == self._last[0]:
                if here != self._last:
                    raise Damaged("damaged", f"event {here[0]} of {self._log.path} is another one now: it was replaced")
                self._ask_for_next()

    async def close(self, seconds: float) -> None:
        self.is_closed = True
        process = self._process
        if process is not None:
            await process.end(seconds)
            self._process = None

    def was_forked(self) -> None:
        """Leaves the session to the parent process; one of its own tells what was not handed out."""
        if self._process is not None:
            self._process.leave()
        self._reached, self._last, self._process = self.position, None, None
        self._found.clear()
        self._turn = asyncio.Lock()

    def abandon(self) -> None:
        """Ends the process at once, from any thread."""
        self.is_closed = True
        process, self._process = self._process, None
        if process is not None:
            process.kill()


class _Follower:
    def __init__(self, log: object, following: Following) -> None:
        # The log is not dropped before its followers.
        self._log, self._following = log, following

    @property
    def position(self) -> int:
        """The last event that was told or passed over: keep it, and follow after it another time."""
        return self._following.position

    @property
    def pid(self) -> int | None:
        """The process of its session, while there is one."""
        return self._following.pid

    def __del__(self) -> None:
        if not self._following.is_closed and self._following.pid is not None:
            warnings.warn(f"{self!r} was not closed", ResourceWarning, source=self)
        self._following.abandon()


class AsyncFollower(_Follower, AsyncIterator[Event]):
    """Waits for the next event; `aclose` ends it. A wait that is cancelled loses no event."""

    async def __anext__(self) -> Event:
        while (event := self._following.pop()) is None:
            if not await self._following.fill():
                raise StopAsyncIteration
        return event

    async def aclose(self, timeout: float = 1.0) -> None:
        await self._following.close(timeout)

    async def __aenter__(self) -> AsyncFollower:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class Follower(_Follower, Iterator[Event]):
    """The same for a thread; `close`, also from another one, ends it."""

    def __init__(
        self, log: object, following: Following, run: Callable[[Coroutine[Any, Any, Any]], Any]
    ) -> None:
        super().__init__(log, following)
        self._run = run

    def __next__(self) -> Event:
        while (event := self._following.pop()) is None:
            if self._following.is_closed or not self._run(self._following.fill()):
                raise StopIteration
        return event

    def close(self, timeout: float = 1.0) -> None:
        if sys.is_finalizing():
            self._following.abandon()
        elif not self._following.is_closed or self._following.pid is not None:
            self._run(self._following.close(timeout))

    def __enter__(self) -> Follower:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
