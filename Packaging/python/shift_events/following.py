"""Events as they are acknowledged, over a session of their own."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any

from .errors import Failed
from .session import TRIES, next_line, start, stop
from .tool import Opened, ending
from .tool import line as as_line
from .types import Event


class Following:
    """Asks a session for events, and the next session for what comes behind them.

    `position` is the last event that was told or passed over: keep it, and follow after it another time.
    """

    def __init__(self, log: Opened, after: int, selection: dict[str, Any]) -> None:
        self.position = after
        self.is_closed = False
        self._log, self._selection = log, selection
        self._last: tuple[int, str] | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._rest = b""
        self._tries = 0

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    async def more(self) -> list[Event]:
        """The events that came; none where the following was closed."""
        found: list[Event] = []
        while not found and not self.is_closed:
            process = self._process or await self._begin()
            data = b"" if process is None or process.stdout is None else await process.stdout.read(1 << 18)
            if data:
                *lines, self._rest = (self._rest + data).split(b"\n")
                for line in lines:
                    event = self._take(json.loads(line))
                    if event is not None:
                        found.append(event)
            elif not self.is_closed:
                await self._stop()
                self._tries += 1
                if self._tries >= TRIES:
                    raise Failed("sessionEnded", f"{TRIES} sessions ended before they could follow the log")
                await asyncio.sleep(min(0.01 * (self._tries - 1) ** 2, 0.2))
        return found

    async def _begin(self) -> asyncio.subprocess.Process | None:
        with tempfile.TemporaryFile() as errors:
            process = await start(self._log, errors)
            if await next_line(process) is None:
                status = await stop(process)
                if status > 0:
                    raise ending(status, errors)
                return None
        self._process, self._rest = process, b""
        if self._last is None:
            self._send({"after": self.position, **self._selection, "ref": "next"})
        else:  # First, that the last event which was told is still in the log.
            self._send({"after": self._last[0] - 1, "ref": "last"})
        return process

    def _send(self, request: dict[str, Any]) -> None:
        if self._process is not None and self._process.stdin is not None and not self._process.stdin.is_closing():
            self._process.stdin.write(as_line({"op": "follow", **request}))

    def _take(self, reply: dict[str, Any]) -> Event | None:
        status, is_next = reply["status"], reply.get("ref") == "next"
        if status in ("failed", "invalid"):
            raise Failed(reply["error"], reply["message"], reply)
        if status == "position":
            self.position = reply["position"]
        if status == "following" and is_next:
            self._tries = 0
        if status != "event":
            return None
        event: Event = reply["event"]
        here = (int(event["sequence"]), event["hash"])
        if is_next:
            self.position, self._last = here[0], here
            return event
        if self._last is not None and here[0] == self._last[0]:
            if here != self._last:
                raise Failed("damaged", f"event {here[0]} of {self._log.path} is another one now: it was replaced")
            self._send({"after": self.position, **self._selection, "ref": "next"})
        return None

    async def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await stop(process)

    async def close(self) -> None:
        self.is_closed = True
        await self._stop()


class _Fetched:
    """The events that were fetched and not told yet."""

    def __init__(self, following: Following) -> None:
        self._following = following
        self._found: deque[Event] = deque()

    @property
    def position(self) -> int:
        """The last event that was told or passed over."""
        return int(self._found[0]["sequence"]) - 1 if self._found else self._following.position

    @property
    def pid(self) -> int | None:
        """The process of its session, while there is one."""
        return self._following.pid

    def _next(self) -> Event | None:
        return self._found.popleft() if self._found and not self._following.is_closed else None


class AsyncFollower(_Fetched, AsyncIterator[Event]):
    """Waits for the next event; `aclose` ends it."""

    async def __anext__(self) -> Event:
        if not self._found:
            self._found.extend(await self._following.more())
        event = self._next()
        if event is None:
            raise StopAsyncIteration
        return event

    async def aclose(self) -> None:
        await self._following.close()

    async def __aenter__(self) -> AsyncFollower:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()


class Follower(_Fetched, Iterator[Event]):
    """The same for a thread; `close`, also from another one, ends it."""

    def __init__(self, following: Following, run: Callable[[Coroutine[Any, Any, Any]], Any]) -> None:
        super().__init__(following)
        self._run = run

    def __next__(self) -> Event:
        if not self._found:
            self._found.extend(self._run(self._following.more()))
        event = self._next()
        if event is None:
            raise StopIteration
        return event

    def close(self) -> None:
        self._run(self._following.close())

    def __enter__(self) -> Follower:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
