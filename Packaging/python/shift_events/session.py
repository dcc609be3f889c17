"""A session that is started anew when it dies, with the requests that it did not answer."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass
from typing import Any

from .errors import Closed, Damaged, Failed, LogError, ToolError
from .process import Process
from .tool import Opened, parsed
from .tool import line as as_line

# So many sessions in a row may end without an answer to the same request.
TRIES = 20
# A session that has said nothing for so many seconds, although somebody waited in vain, is replaced.
SILENCE = 30.0


def _first_line(path: str) -> bytes:
    """The line that tells a log from others; nothing of an empty one, of one that lives elsewhere, or that cannot be read."""
    if "://" in path:
        return b""
    try:
        with open(path, "rb") as log:
            line = log.readline(1 << 22)
            return line if line.endswith(b"\n") else b""
    except OSError:
        return b""


@dataclass(eq=False)
class _Asked:
    line: bytes
    answer: asyncio.Future[dict[str, Any]]


class Session:
    """Requests in, replies out, in order, over one process at a time.

    Requests may come from any task; each is sent as soon as there is room, behind those that wait. All of them can be
    sent again: submissions have an id, and everything else only reads.
    """

    def __init__(self, log: Opened) -> None:
        self._log = log
        self._queued: deque[_Asked] = deque()
        self._sent: deque[_Asked] = deque()
        self._process: Process | None = None
        self._is_ready = False
        self._heard = 0.0
        self._running: asyncio.Task[None] | None = None
        self._acknowledged = 0
        self._first = b""
        self.is_closed = False

    @property
    def pid(self) -> int | None:
        """The process that serves now, if there is one."""
        process = self._process
        return None if process is None else process.pid

    async def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        if self.is_closed:
            raise Closed("closed", "the log is closed")
        asked = _Asked(as_line(request), asyncio.get_running_loop().create_future())
        self._queued.append(asked)
        if self._running is None:
            self._running = asyncio.create_task(self._run())
        else:
            self._pump()
        try:
            return await asked.answer
        except asyncio.CancelledError:
            # What was sent keeps its place in the order; what was not never leaves.
            if self._process is not None and time.monotonic() - self._heard > SILENCE:
                self._process.kill()
            raise

    async def close(self, seconds: float) -> None:
        """Waits for the replies that are still to come, and ends the session, whether it likes it or not."""
        self.is_closed = True
        end = time.monotonic() + seconds
        running = self._running
        if running is None:
            return
        try:
            waiting = [asked.answer for asked in (*self._sent, *self._queued) if not asked.answer.done()]
            if waiting:
                await asyncio.wait(waiting, timeout=seconds)
            if self._process is not None:
                await self._process.end(max(0.0, end - time.monotonic()))
        finally:
            self._fail(Closed("closed", "the log was closed before this was answered"))
            running.cancel()
            self.abandon()
        await asyncio.wait([running], timeout=1)

    def abandon(self) -> None:
        """Ends the process at once, from any thread."""
        self.is_closed = True
        process = self._process
        if process is not None:
            process.kill()

    def leave(self) -> None:
        """In a forked child: closes its ends of the pipes, and keeps the rest, which is the parent's."""
        if self._process is not None:
            self._process.leave()

    def _fail(self, fault: LogError) -> None:
        for asked in (*self._sent, *self._queued):
            if not asked.answer.done():
                asked.answer.set_exception(fault)
        self._sent.clear()
        self._queued.clear()

    def _pump(self) -> None:
        """Sends what waits, as far as the process takes it."""
        while self._is_ready and self._process is not None and self._queued and self._process.has_room:
            asked = self._queued.popleft()
            if asked.answer.done():
                continue
            if not self._sent:
                self._heard = time.monotonic()
            self._sent.append(asked)
            self._process.send(asked.line)

    # The rest is one task, which lives as long as a process does.

    async def _run(self) -> None:
        tries = 0
        try:
            while True:
                tries = 0 if await self._serve() else tries + 1
                if not any(not asked.answer.done() for asked in self._queued):
                    return
                if tries >= TRIES:
                    raise Failed("sessionEnded", f"{TRIES} sessions ended without an answer to the same request")
                if tries:
                    await asyncio.sleep(min(0.01 * tries * tries, 0.2))
        except LogError as fault:
            self._fail(fault)
        except (asyncio.CancelledError, GeneratorExit):
            self._fail(Closed("closed", "the event loop ended before this was answered"))
            raise
        except BaseException as fault:
            self._fail(Failed("sessionEnded", f"the session cannot go on: {fault}"))
            raise
        finally:
            self._running = None

    async def _serve(self) -> bool:
        """Starts a process and hands out its replies until it ends; `True` if there was one."""
        words = await self._log.words()
        process = self._process = Process(words)
        process.when_sent = self._pump
        self._heard = time.monotonic()
        has_answered = False
        try:
            if not await self._begin(process):
                return False
            self._is_ready = True
            self._pump()
            while (told := await process.line()) is not None:
                self._heard = time.monotonic()
                reply = parsed(told)
                if not self._sent:
                    raise ToolError("unreadableReply", f"the session answered what nobody asked: {told[:100]!r}")
                self._note(reply)
                asked = self._sent.popleft()
                has_answered = True
                if not asked.answer.done():
                    asked.answer.set_result(reply)
            return has_answered
        finally:
            self._is_ready = False
            self._queued.extendleft(asked for asked in reversed(self._sent) if not asked.answer.done())
            self._sent.clear()
            try:
                await process.end(1)
            finally:
                self._process = None

    async def _begin(self, process: Process) -> bool:
        """Waits until a session is ready; `False` if it was killed before it could say anything."""
        ready = await process.line()
        if ready is None:
            status = await process.end(1)
            if status < 0:
                return False
            raise self._log.ending(status, process.said)
        first = _first_line(self._log.path)
        if self._first and first and first != self._first:
            raise Damaged("damaged", f"{self._log.path} is another log than it was: its first event is another")
        self._first = first or self._first
        sequence = parsed(ready).get("sequence", 0)
        if sequence < self._acknowledged:
            raise Damaged("damaged", f"{self._log.path} ends at event {sequence}, but event {self._acknowledged} of it was"
                          " acknowledged: it was replaced or shortened")
        # A log that is deleted later is not made anew.
        self._log.create = False
        return True

    def _note(self, reply: dict[str, Any]) -> None:
        for one in reply.get("replies", (reply,)):
            if one.get("status") in ("appended", "duplicate"):
                self._acknowledged = max(self._acknowledged, one.get("sequence", 0))
                self._first = self._first or _first_line(self._log.path)
