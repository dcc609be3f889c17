"""What a log says instead of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class LogError(Exception):
    """An answer that is none. `reply` is what the session said, whole."""

    code: str
    message: str
    details: Mapping[str, Any]
    reply: Mapping[str, Any]

    def __init__(self, code: str, message: str, reply: Mapping[str, Any] | None = None) -> None:
        super().__init__(f"{message} ({code})")
        self.code = code
        self.message = message
        self.reply = {} if reply is None else reply
        self.details = self.reply.get("details", {})


class Refused(LogError):
    """The log holds nothing of it: to send the same again gives the same answer."""


class Rejected(Refused):
    """A rule said no."""


class Conflict(Refused):
    """Something that it touches has changed since `expectedsequence`: read again, then decide."""


class Invalid(Refused):
    """The request is wrong, whatever the log holds."""


class Failed(LogError):
    """The system failed, or the log is damaged; nothing was acknowledged.

    `locked`: try again. `damaged`, `poisoned`: nothing more is written before somebody has looked at the log.
    """


class ToolError(LogError):
    """`eventlog-tool` is not there, is too old, or says that it cannot be used so."""


_KINDS: dict[str, type[LogError]] = {
    "rejected": Rejected, "conflict": Conflict, "invalid": Invalid, "failed": Failed,
}


def answer(reply: dict[str, Any]) -> dict[str, Any]:
    """The reply, unless it is a refusal or a failure, which is raised."""
    kind = _KINDS.get(reply.get("status", ""))
    if kind is not None:
        raise kind(reply["error"], reply["message"], reply)
    for one in reply.get("replies", ()):
        # A batch is refused whole: the reason is in the reply of one of them.
        if one["status"] in _KINDS and one["error"] != "batchRejected":
            raise _KINDS[one["status"]](one["error"], one["message"], {**one, "replies": reply["replies"]})
    return reply
