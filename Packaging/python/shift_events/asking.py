"""How a request is put together, and how long its answer may take."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, Literal, TypeAlias, TypedDict

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


def plain(selection: Mapping[str, Any]) -> dict[str, Any]:
    """The names as the tool has them: `for_` is `for`."""
    return {name.rstrip("_"): value for name, value in selection.items() if value is not None or name == "timeout"}
