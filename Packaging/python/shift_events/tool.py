"""The program behind a log: where it is, how old it is, and how it is started."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import lru_cache
from importlib import metadata
from typing import IO, Any, Literal, TypedDict

from .errors import Failed, LogError, ToolError
from .types import PROTOCOL, VERSION

NAME = "eventlog-tool"


def find(tool: str | os.PathLike[str] | None = None) -> str:
    """The path of the tool: the one given, `$EVENTLOG_TOOL`, the one that came with this package, one on the path."""
    chosen = os.fspath(tool) if tool is not None else os.environ.get("EVENTLOG_TOOL") or _installed()
    found = shutil.which(chosen or NAME)
    if found is None:
        raise ToolError("toolMissing", f"there is no {chosen or NAME}: install it, or name it in $EVENTLOG_TOOL")
    _check(found, os.stat(found).st_mtime_ns)
    return found


def _installed() -> str | None:
    try:
        files = metadata.files("shift-events") or []
    except metadata.PackageNotFoundError:
        return None
    found = (os.path.abspath(os.fspath(file.locate())) for file in files if file.name == NAME)
    return next((path for path in found if os.access(path, os.X_OK)), None)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("-")[0].split("."))


@lru_cache(maxsize=8)
def _check(path: str, modified: int) -> None:
    """Refuses a tool that is older than this client, or that speaks another protocol."""
    del modified
    try:
        told = subprocess.run([path, "version", "--json"], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as fault:
        raise ToolError("toolMissing", f"{path} cannot be started: {fault.strerror}") from None
    if told.returncode not in (0, 64):
        said = told.stderr.decode(errors="replace").strip() or f"exit status {told.returncode}"
        raise ToolError("toolFails", f"{path} does not run here: {said}")
    try:
        version = json.loads(told.stdout)
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
    """How the sessions on a log are started."""

    now: str
    """The clock of all that is recorded and asked: for tests and imports."""
    sync: Literal["always", "batch", "none"]
    lock_timeout: int
    """Seconds to wait for other writers."""
    program: str | os.PathLike[str]
    """The tool, where it is not the one that `find` finds."""


class Opened:
    """A log, and the words with which its sessions are started."""

    def __init__(self, path: str | os.PathLike[str], create: bool, options: Options) -> None:
        self.path, self.create, self._options = os.fspath(path), create, options

    def words(self) -> list[str]:
        words = [find(self._options.get("program")), "append", "--session", "-f", self.path]
        words += ["--create"] if self.create else []
        return words + [f"--{name.replace('_', '-')}={value}" for name, value in self._options.items()
                        if name != "program"]


def line(request: dict[str, Any]) -> bytes:
    """A request as a session reads it."""
    return json.dumps(request, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"


_CODES = {65: "damaged", 66: "cannotRead", 69: "programMissing", 73: "cannotCreate", 74: "ioFailed", 75: "locked",
          77: "notPermitted"}


def ending(status: int, errors: IO[bytes]) -> LogError:
    """Why a session could not begin, from its exit status and what it said."""
    errors.seek(0)
    said = errors.read().decode(errors="replace").strip() or f"the session ended with {status}"
    message = next((line.split("error: ", 1)[1] for line in said.splitlines() if "error: " in line), said)
    if status in _CODES:
        return Failed(_CODES[status], message)
    return ToolError("usage" if status == 64 else "sessionEnded", message)
