"""How a request is put together, and how long its answer may take."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, Literal, TypeAlias, TypedDict, cast

from .types import Submission


class _Default(Enum):
    DEFAULT = "the timeout of the log"


Default: TypeAlias = Literal[_Default.DEFAULT]
DEFAULT: Final = _Default.DEFAULT


class Call(TypedDict, total=False):
    """What every read takes."""

    timeout: float | None
    """Seconds for the answer; `None`: as long as it takes."""


def once(submission: Submission) -> dict[str, Any]:
    """The submission with an id: however often it is sent, it is recorded once."""
    sent: dict[str, Any] = {**submission}
    if sent.get("id") is None:
        sent["id"] = str(uuid.uuid4())
    return sent


def identified(request: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The request with an id for each submission in it, and these ids."""
    events = request.get("events")
    if request.get("op") == "batch" and isinstance(events, (list, tuple)):
        given = cast("list[Any]", events)
        sent = [once(cast(Submission, one)) if isinstance(one, Mapping) else one for one in given]
        ids = [str(cast("dict[str, Any]", one)["id"]) for one in sent if isinstance(one, dict)]
        return {**request, "events": sent}, ids
    if "op" in request:
        return {**request}, []
    one = once(cast(Submission, request))
    return one, [str(one["id"])]


def plain(selection: Mapping[str, Any]) -> dict[str, Any]:
    """The names as the tool has them: `for_` is `for`."""
    return {name.rstrip("_"): value for name, value in selection.items() if value is not None or name == "timeout"}
