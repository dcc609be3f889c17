"""A program whose pipes are read and written by the tasks of one event loop."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import tempfile
import threading
from collections.abc import Callable
from typing import IO

from .errors import starting

# At most so many bytes are read at once, and wait to be written.
CHUNK = 1 << 16
# So long may a program take to end after it was asked to, before it is killed.
_GRACE = 0.2


class Process:
    """A program that runs. Whoever makes it has it: nothing is awaited before it can be ended.

    It is read only when somebody wants a line, so that a slow reader slows it down. Dropped, it is killed.
    """

    def __init__(self, words: list[str]) -> None:
        self._is_released = True
        self._ending = threading.RLock()
        self._loop = asyncio.get_running_loop()
        with starting(words[0]), contextlib.ExitStack() as files:
            self._errors: IO[bytes] = files.enter_context(tempfile.TemporaryFile())
            self._popen = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, bufsize=0)
            files.pop_all()
        assert self._popen.stdin is not None and self._popen.stdout is not None
        self._input, self._output = self._popen.stdin, self._popen.stdout
        self._owner, self._is_released = os.getpid(), False
        os.set_blocking(self._input.fileno(), False)
        os.set_blocking(self._output.fileno(), False)
        self._unsent, self._rest = bytearray(), bytearray()
        self._readable: asyncio.Future[None] | None = None
        self.when_sent: Callable[[], None] = lambda: None
        self.said = ""

    @property
    def pid(self) -> int:
        return self._popen.pid

    # Reading.

    async def line(self) -> bytes | None:
        """The next whole line; `None` at the end of the output."""
        looked = 0
        while (end := self._rest.find(b"\n", looked)) < 0:
            looked = len(self._rest)
            data = await self._read()
            if not data:
                return None
            self._rest += data
        return self._cut(end)

    def line_there(self) -> bytes | None:
        """The next line, if all of it was read already."""
        end = self._rest.find(b"\n")
        return None if end < 0 else self._cut(end)

    def _cut(self, end: int) -> bytes:
        found = bytes(self._rest[:end])
        del self._rest[:end + 1]
        return found

    async def _read(self) -> bytes:
        while not self._is_released:
            try:
                return os.read(self._output.fileno(), CHUNK)
            except BlockingIOError:
                if self._readable is None or self._readable.done():
                    self._readable = self._loop.create_future()
                    number = self._output.fileno()
                    # The loop keeps nothing of this object: it can be dropped.
                    self._loop.add_reader(number, _wake, self._loop, number, self._readable)
                await asyncio.shield(self._readable)
            except OSError:
                break
        return b""

    # Writing.

    @property
    def has_room(self) -> bool:
        return len(self._unsent) < CHUNK

    def send(self, line: bytes) -> None:
        """Writes a line as soon as the program takes it. Ask `has_room` first."""
        is_first = not self._unsent
        self._unsent += line
        if is_first:
            self._flush()

    def _go_on(self) -> None:
        # Only the event loop calls it: who sends a line goes on by itself, and would be called within each call.
        if self._flush():
            self.when_sent()

    def _flush(self) -> bool:
        """Writes what the program takes; `True` if that was all."""
        if self._input.closed:
            return False
        number = self._input.fileno()
        try:
            while self._unsent:
                del self._unsent[:os.write(number, self._unsent[:CHUNK])]
            self._loop.remove_writer(number)
            return True
        except BlockingIOError:
            self._loop.add_writer(number, self._go_on)
        except OSError:  # The end of its output tells.
            self._loop.remove_writer(number)
            self._unsent.clear()
        return False

    def _end_input(self) -> None:
        if not self._input.closed:
            self._loop.remove_writer(self._input.fileno())
            self._input.close()

    # Ending.

    async def end(self, seconds: float) -> int:
        """Ends its input, and it, if it has not ended by itself in time. Returns its exit status."""
        if not self._is_released:
            self._end_input()
            try:
                async with asyncio.timeout(seconds):
                    # One that waits for somebody to read does not see the end of its input.
                    while await self._read():
                        pass
                    await self._gone()
            except TimeoutError:
                self._popen.terminate()
                try:
                    async with asyncio.timeout(_GRACE):
                        await self._gone()
                except TimeoutError:
                    pass
            finally:
                self.kill()
        return self._popen.returncode or 0

    async def _gone(self) -> None:
        pause = 0.0005
        while self._popen.poll() is None:
            await asyncio.sleep(pause)
            pause = min(2 * pause, 0.02)

    def kill(self) -> None:
        """Ends it at once, if it still runs: nothing of it is left. From any thread."""
        if self._is_released:
            return
        if os.getpid() != self._owner:
            return self.leave()
        with self._ending:
            if not self._is_released:
                self._kill()

    def _kill(self) -> None:
        if self._popen.poll() is None:
            self._popen.kill()
            try:
                self._popen.wait(1)
            except subprocess.TimeoutExpired:
                pass  # The system holds it; it ends when that lets go.
        self._is_released = True
        self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - CHUNK))
        self.said = self._errors.read().decode(errors="replace").strip()
        files = (self._input, self._output, self._errors)
        try:
            if not self._is_here():
                self._loop.call_soon_threadsafe(_release, self._loop, files, self._readable)
                return
        except RuntimeError:  # The loop was closed, and watches nothing any more.
            pass
        _release(self._loop, files, self._readable)

    def _is_here(self) -> bool:
        try:
            return asyncio.get_running_loop() is self._loop
        except RuntimeError:
            return False

    def leave(self) -> None:
        """In a forked child: closes its ends of the pipes; the program is the parent's."""
        if not self._is_released:
            self._is_released = True
            self._popen.returncode = 0
            for file in (self._input, self._output, self._errors):
                file.close()

    def __del__(self) -> None:
        self.kill()


def _wake(loop: asyncio.AbstractEventLoop, number: int, ready: asyncio.Future[None]) -> None:
    loop.remove_reader(number)
    if not ready.done():
        ready.set_result(None)


def _release(
    loop: asyncio.AbstractEventLoop, files: tuple[IO[bytes], ...], ready: asyncio.Future[None] | None
) -> None:
    for file in files:
        if not file.closed and not loop.is_closed():
            loop.remove_reader(file.fileno())
            loop.remove_writer(file.fileno())
        file.close()
    if ready is not None and not ready.done() and not loop.is_closed():
        ready.set_result(None)
