"""A session that is started anew when it dies, with the requests that it did not answer."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections import deque
from typing import IO, Any

from .errors import Failed
from .tool import Opened, ending
from .tool import line as as_line

# A line of a session may be long: a document of all rows.
_LIMIT = 1 << 30
# So many sessions in a row may end without an answer to the same request.
TRIES = 20

# What a forked child inherited: nothing of it may be closed by its end.
_left: list[Any] = []


class Session:
    """Requests in, replies out, in order, over one process at a time.

    Requests may come from any task; each is sent at once, behind those that wait. All of them can be sent again:
    submissions have an id, and everything else only reads.
    """

    def __init__(self, log: Opened) -> None:
        self._log = log
        self._waiting: deque[tuple[bytes, asyncio.Future[dict[str, Any]]]] = deque()
        self._process: asyncio.subprocess.Process | None = None
        self._running: asyncio.Task[None] | None = None
        self._acknowledged = 0
        self.is_closed = False

    @property
    def pid(self) -> int | None:
        """The process that serves now, if there is one."""
        return None if self._process is None else self._process.pid

    async def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        if self.is_closed:
            raise ValueError("the log is closed")
        line = as_line(request)
        answered: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting.append((line, answered))
        if self._running is None:
            self._running = asyncio.create_task(self._run())
        elif self._process is not None:
            self._send(self._process, line)
        # A caller who goes away leaves the place in the order behind.
        return await answered

    async def close(self) -> None:
        """Ends the input, waits for the replies that are still to come, and for the session's end."""
        self.is_closed = True
        if self._running is not None:
            if self._waiting:
                await asyncio.wait([answered for _, answered in self._waiting])
            if self._process is not None and self._process.stdin is not None:
                self._process.stdin.close()
            await self._running

    def leave(self) -> None:
        """In a forked child: closes its ends of the pipes, and keeps the rest, which is the parent's."""
        _left.append(self)
        if self._process is not None:
            for number in (0, 1):
                # asyncio shows its transport to protocols alone.
                transport: Any = getattr(self._process, "_transport").get_pipe_transport(number)
                if transport is not None:
                    transport.get_extra_info("pipe").close()

    # The rest is one task, which lives as long as a process does.

    async def _run(self) -> None:
        tries = 0
        try:
            while True:
                before = len(self._waiting)
                answered = await self._serve()
                tries = 0 if answered else tries + 1
                if not self._waiting:
                    return
                if tries >= TRIES:
                    raise Failed("sessionEnded", f"{TRIES} sessions ended without an answer to the same request")
                if not answered and before:
                    await asyncio.sleep(min(0.01 * tries * tries, 0.2))
        except BaseException as fault:
            waiting, self._waiting = self._waiting, deque()
            for _, answered_later in waiting:
                if not answered_later.done():
                    answered_later.set_exception(fault if isinstance(fault, Exception) else ConnectionError())
            if not isinstance(fault, Exception):
                raise
        finally:
            self._running = None

    async def _serve(self) -> bool:
        """Starts a process and hands out its replies until it ends; `True` if there was one."""
        with tempfile.TemporaryFile() as errors:
            process = await self._start(errors)
            if process is None:
                return False
            try:
                for line, _ in self._waiting:
                    self._send(process, line)
                self._process = process
                has_answered = False
                while (told := await next_line(process)) is not None:
                    reply = json.loads(told)
                    self._note(reply)
                    _, answered = self._waiting.popleft()
                    has_answered = True
                    if not answered.done():
                        answered.set_result(reply)
                return has_answered
            finally:
                self._process = None
                await stop(process)

    async def _start(self, errors: IO[bytes]) -> asyncio.subprocess.Process | None:
        """A session that is ready; `None` if it was killed before it could say anything."""
        process = await start(self._log, errors)
        ready = await next_line(process)
        if ready is None:
            status = await stop(process)
            if status < 0:
                return None
            raise ending(status, errors)
        sequence = json.loads(ready)["sequence"]
        if sequence < self._acknowledged:
            await stop(process)
            raise Failed("damaged", f"{self._log.path} ends at event {sequence}, but event {self._acknowledged} of it was"
                         " acknowledged: it was replaced or shortened")
        # A log that is deleted later is not made anew.
        self._log.create = False
        return process

    def _send(self, process: asyncio.subprocess.Process, line: bytes) -> None:
        if process.stdin is not None and not process.stdin.is_closing():
            process.stdin.write(line)

    def _note(self, reply: dict[str, Any]) -> None:
        for one in reply.get("replies", (reply,)):
            if one.get("status") in ("appended", "duplicate"):
                self._acknowledged = max(self._acknowledged, one.get("sequence", 0))


async def start(log: Opened, errors: IO[bytes]) -> asyncio.subprocess.Process:
    words = await asyncio.to_thread(log.words)
    return await asyncio.create_subprocess_exec(
        *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=errors, limit=_LIMIT)


async def stop(process: asyncio.subprocess.Process) -> int:
    """Ends the process if it still runs, and returns its exit status."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        return await asyncio.wait_for(process.wait(), 10)
    except TimeoutError:
        process.kill()
        return await process.wait()


async def next_line(process: asyncio.subprocess.Process) -> bytes | None:
    """The next whole line; `None` at the end of the output."""
    if process.stdout is None:
        return None
    try:
        line = await process.stdout.readline()
    except ConnectionError:
        return None
    return line if line.endswith(b"\n") else None

