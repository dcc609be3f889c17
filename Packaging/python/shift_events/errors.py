"""What a log says instead of an answer.

    LogError
      Refused           nothing of it was recorded, and the same again gets the same answer
        Rejected          a rule said no
        Conflict          what it touches has changed since `expectedsequence`
        Invalid           the request is wrong, whatever the log holds
      Failed            the system failed; nothing was acknowledged
        Locked            somebody else wrote for too long
        Damaged           nothing more is written before somebody has looked at the log
      TimedOut          no answer came in time
      Closed            the log was closed
      ToolError         the program cannot be used so
"""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Mapping, Sequence
from typing import Any, Literal, TypeAlias, cast

from .types import ConflictCode, FailedCode, InvalidCode, RejectedCode

StartCode: TypeAlias = Literal["cannotRead", "cannotCreate", "sessionEnded"]
"""Why there is no session, where the tool has no word of its own for it."""
ToolCode: TypeAlias = Literal[
    "toolMissing", "toolFails", "toolTooOld", "otherProtocol", "usage", "sessionEnded", "unreadableReply"]
Code: TypeAlias = (
    RejectedCode | ConflictCode | InvalidCode | FailedCode | StartCode | ToolCode | Literal["timedOut", "closed"])


class LogError(Exception):
    """The base of all errors of a log. `reply` is the whole reply of the session."""

    ids: tuple[str, ...] = ()
    """Submissions that were sent and may have been recorded: sent again with its id, one is recorded once."""

    def __init__(self, code: str, message: str, reply: Mapping[str, Any] | None = None) -> None:
        super().__init__(f"{message} ({code})")
        self._code = code
        self.message = message
        self.reply: Mapping[str, Any] = {} if reply is None else reply
        self.details: Mapping[str, Any] = self.reply.get("details", {})

    @property
    def code(self) -> Code:
        """A stable word for the kind of error."""
        return cast(Code, self._code)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._code, self.message, self.reply), {"ids": self.ids}


class Refused(LogError):
    """The log holds nothing of it: to send the same again gives the same answer."""


class Rejected(Refused):
    """A rule said no."""

    @property
    def code(self) -> RejectedCode:
        return cast(RejectedCode, self._code)


class Conflict(Refused):
    """Something that it touches has changed since `expectedsequence`: read again, then decide."""

    @property
    def code(self) -> ConflictCode:
        return cast(ConflictCode, self._code)


class Invalid(Refused):
    """The request is wrong, whatever the log holds."""

    @property
    def code(self) -> InvalidCode:
        return cast(InvalidCode, self._code)


class Failed(LogError):
    """The system failed, or the log is damaged; nothing was acknowledged."""

    @property
    def code(self) -> FailedCode | StartCode:
        return cast(FailedCode | StartCode, self._code)


class Locked(Failed):
    """Others wrote for longer than `lock_timeout`: try again."""


class Damaged(Failed):
    """The log is not what it was: nothing more is written before somebody has looked at it."""


class TimedOut(LogError, TimeoutError):
    """No answer came in time. What was asked may still happen; of a submission, `ids` has its id."""


class Closed(LogError, ValueError):
    """The log was closed before this was asked, or before it was answered."""


class ToolError(LogError):
    """`eventlog-tool` is not there, is too old, or says that it cannot be used so."""

    @property
    def code(self) -> ToolCode:
        return cast(ToolCode, self._code)


_FAILURES: dict[str, type[Failed]] = {
    "locked": Locked, "damaged": Damaged, "poisoned": Damaged, "replaced": Damaged, "forked": Damaged}
_KINDS: dict[str, type[LogError]] = {
    "rejected": Rejected, "conflict": Conflict, "invalid": Invalid, "failed": Failed}


def failure(code: str, message: str, reply: Mapping[str, Any] | None = None) -> Failed:
    """A failure of the system by its code."""
    return _FAILURES.get(code, Failed)(code, message, reply)


@contextlib.contextmanager
def starting(what: str) -> Generator[None, None, None]:
    """Says as an error of this client that the system lacks what is needed for a start, such as a file descriptor."""
    try:
        yield
    except (OSError, ValueError) as fault:
        raise ToolError("toolFails", f"{what} cannot be started: {getattr(fault, 'strerror', None) or fault}") from None


def refusal(reply: Mapping[str, Any]) -> LogError | None:
    """The error that a reply is, if it is one."""
    kind = _KINDS.get(reply.get("status", ""))
    if kind is None:
        return None
    return (failure if kind is Failed else kind)(reply["error"], reply["message"], reply)


def answer(reply: dict[str, Any]) -> dict[str, Any]:
    """The reply, unless it is a refusal or a failure, which is raised."""
    error = refusal(reply)
    if error is not None:
        raise error
    for one in reply.get("replies", ()):
        # A batch is refused whole: the reason is in the reply of one of them.
        if one.get("error") != "batchRejected" and (error := refusal(one)) is not None:
            error.reply = {**one, "replies": reply["replies"]}
            raise error
    return reply


def naming(gone: BaseException, ids: Sequence[str]) -> None:
    """Lets an exception that ended a wait say which submissions may have been recorded: `ids`, and `id` of one."""
    if ids:
        setattr(gone, "ids", tuple(ids))
        setattr(gone, "id", ids[0])
        gone.add_note(f"it may have been recorded; to find out, send it again with its id: {', '.join(ids[:3])}"
                      + " …" * (len(ids) > 3))
