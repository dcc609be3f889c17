"""The program behind a log: where it is, how old it is, and how it is started."""

from __future__ import annotations

import json
import os
import re
import shutil
from importlib import metadata
from typing import Any, Literal, TypedDict

from .errors import Invalid, LogError, ToolError, failure, starting
from .process import Process
from .types import PROTOCOL, VERSION

NAME = "eventlog-tool"
# Seconds for an answer, where nothing else is said, beside those for other writers.
TIMEOUT = 60.0

_checked: dict[str, int] = {}


async def find(tool: str | os.PathLike[str] | None = None) -> str:
    """The path of the tool: the one given, `$EVENTLOG_TOOL`, the one that came with this package, one on the path."""
    chosen = os.fspath(tool) if tool is not None else os.environ.get("EVENTLOG_TOOL") or _installed()
    found = shutil.which(chosen or NAME)
    if found is None:
        raise ToolError("toolMissing", f"there is no {chosen or NAME}: install it, or name it in $EVENTLOG_TOOL")
    modified = os.stat(found).st_mtime_ns
    if _checked.get(found) != modified:
        await _check(found)
        _checked[found] = modified
    return found


def _installed() -> str | None:
    try:
        files = metadata.files("shift-events") or []
    except metadata.PackageNotFoundError:
        files = []
    found = [os.path.abspath(str(file.locate())) for file in files if file.name == NAME]
    # `pip install --target` moves the programs of a package beside it, and does not note that.
    found.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin", NAME))
    return next((path for path in found if os.access(path, os.X_OK)), None)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("-")[0].split("."))


async def _check(path: str) -> None:
    """Refuses a tool that is older than this client, or that speaks another protocol."""
    process = Process([path, "version", "--json"])
    try:
        told = await process.line()
        status = await process.end(TIMEOUT)
    finally:
        process.kill()
    if status not in (0, 64):
        raise ToolError("toolFails", f"{path} does not run here: {process.said or f'exit status {status}'}")
    try:
        version = json.loads(told or b"")
        number, protocol = str(version["version"]), version["protocol"]
        is_old = _numbers(number) < _numbers(VERSION) or protocol < PROTOCOL
    except (ValueError, KeyError, TypeError):
        number, protocol, is_old = "of an unknown version", None, True
    if is_old:
        raise ToolError(
            "toolTooOld", f"{path} ({number}) is too old: this client needs {NAME} {VERSION} or later")
    if protocol != PROTOCOL:
        raise ToolError(
            "otherProtocol",
            f"{path} ({number}) speaks protocol {protocol}, this client {PROTOCOL}: install a newer shift-events")


class Options(TypedDict, total=False):
    """How the sessions on a log are started, and how long they may take."""

    now: str
    """The clock of all that is recorded and asked: for tests and imports."""
    sync: Literal["always", "batch", "none"]
    lock_timeout: int
    """Seconds to wait for other writers."""
    program: str | os.PathLike[str]
    """The tool, where it is not the one that `find` finds."""
    timeout: float | None
    """Seconds for the answer to a call that names none: 60 beside those for other writers. `None`: as long as it takes."""


def whole(path: str) -> str:
    """The path from the root, so that it names the same log from every folder; an address stays as it is."""
    return path if path in ("", "-") or re.match("[a-z]+://", path) else os.path.join(os.getcwd(), path)


class Opened:
    """A log, and the words with which its sessions are started."""

    def __init__(self, path: str | os.PathLike[str], create: bool, options: Options) -> None:
        self.path, self.create = whole(os.fspath(path)), create
        program = options.get("program") or os.environ.get("EVENTLOG_TOOL")
        named = os.fspath(program) if program is not None else None
        # A name without a folder is sought on the path.
        self.options: Options = {**options, "program": whole(named)} if named and os.sep in named else options
        self.timeout = options.get("timeout", TIMEOUT + options.get("lock_timeout", 0))

    async def words(self) -> list[str]:
        with starting(NAME):
            words = [await find(self.options.get("program")), "append", "--session", "--no-color",
                     f"--file={self.path}"]
        words += ["--create"] if self.create else []
        return words + [f"--{name.replace('_', '-')}={value}" for name, value in self.options.items()
                        if name not in ("program", "timeout")]

    def ending(self, status: int, said: str) -> LogError:
        """Why a session could not begin, from its exit status and what it said."""
        message = next((line.split("error: ", 1)[1] for line in said.splitlines() if "error: " in line),
                       said or f"the session ended with {status}")
        if status == 66 and not os.path.exists(self.path) and not os.path.exists(self.path + ".d"):
            message = f"there is no log at {self.path}; create=True makes one"
        if status in _CODES:
            return failure(_CODES[status], message)
        return ToolError("usage" if status == 64 else "sessionEnded", message)


_CODES = {65: "damaged", 66: "cannotRead", 69: "programMissing", 73: "cannotCreate", 74: "ioFailed", 75: "locked",
          77: "notPermitted"}


def line(request: dict[str, Any]) -> bytes:
    """A request as a session reads it."""
    try:
        return json.dumps(request, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"
    except ValueError as fault:  # A number that is not finite, or half of a surrogate pair.
        raise Invalid("invalidJson", f"the request is no JSON: {fault}") from None


def parsed(told: bytes) -> dict[str, Any]:
    """A line of a session."""
    try:
        reply = json.loads(told)
    except ValueError:
        reply = None
    if not isinstance(reply, dict):
        raise ToolError("unreadableReply", f"the session said what is no reply: {told[:100]!r}")
    return reply  # pyright: ignore[reportUnknownVariableType]
