"""A log, for programs with threads and for asyncio."""

from __future__ import annotations

import asyncio
import os
import threading
import weakref
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar, Unpack

from .errors import answer
from .following import AsyncFollower, Follower
from .methods import AsyncMethods, Methods
from .session import Session
from .tool import Options

Result = TypeVar("Result")
Path = str | os.PathLike[str]


class AsyncLog(AsyncMethods):
    """A log, for tasks of one event loop. Entering it makes sure that the log can be read."""

    def __init__(self, path: Path, create: bool = False, **options: Unpack[Options]) -> None:
        self._open(path, create, options)

    async def _ask(self, request: dict[str, Any]) -> Any:
        return answer(await self._session.ask(request))

    def follow(self, after: int = 0, types: Iterable[str] | None = None, user: str | None = None) -> AsyncFollower:
        """Every event behind `after` as it is acknowledged: of these types, if any, and that touch this person."""
        return AsyncFollower(self._follow(after, types, user))

    async def close(self) -> None:
        """Waits for what was asked, then ends the session and the followers."""
        for following in list(self._followings):
            await following.close()
        await self._session.close()

    async def __aenter__(self) -> AsyncLog:
        await self.ping()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class Log(Methods):
    """A log, for any number of threads. A child process that is forked gets a session of its own."""

    def __init__(self, path: Path, create: bool = False, **options: Unpack[Options]) -> None:
        self._open(path, create, options)
        _logs.add(self)
        self.ping()

    def _ask(self, request: dict[str, Any]) -> Any:
        return answer(_background.run(self._session.ask(request)))

    def follow(self, after: int = 0, types: Iterable[str] | None = None, user: str | None = None) -> Follower:
        """Every event behind `after` as it is acknowledged: of these types, if any, and that touch this person."""
        return Follower(self._follow(after, types, user), _background.run)

    def close(self) -> None:
        """Waits for what was asked, then ends the session and the followers."""
        for following in list(self._followings):
            _background.run(following.close())
        _background.run(self._session.close())

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def was_forked(self) -> None:
        """Leaves the session to the parent process, and begins one of its own."""
        self._session.leave()
        self._session = Session(self._opened)
        self._followings = weakref.WeakSet()


class _Background:
    """One thread with an event loop, for all logs of a process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._loop.run_forever, name="shift-events", daemon=True).start()
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()


_background = _Background()
_logs: weakref.WeakSet[Log] = weakref.WeakSet()


def _in_child() -> None:
    global _background
    _background = _Background()
    for log in list(_logs):
        log.was_forked()


os.register_at_fork(after_in_child=_in_child)
