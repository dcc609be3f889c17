"""A log of shift events, written and read through a session of `eventlog-tool`.

    from shift_events import Log

    with Log("store.jsonl", create=True) as log:
        log.append({"type": "user.registered", "subject": "bas", "actor": "bas", "data": {"roles": ["employee"]}})
        for row in log.show("users")["rows"]:
            print(row["user"])

`AsyncLog` is the same for asyncio. Both return what the session answers; a refusal is raised, with its `code`,
`details` and `message`. `shift_events.types` has the type of every event, row and reply.
"""

from .errors import (
    Closed, Conflict, Damaged, Failed, Invalid, Locked, LogError, Refused, Rejected, TimedOut, ToolError)
from .following import AsyncFollower, Follower
from .log import AsyncLog, Log
from .types import PROTOCOL, Submission
from .types import VERSION as __version__

__all__ = [
    "PROTOCOL", "AsyncFollower", "AsyncLog", "Closed", "Conflict", "Damaged", "Failed", "Follower", "Invalid", "Locked",
    "Log", "LogError", "Refused", "Rejected", "Submission", "TimedOut", "ToolError", "__version__",
]
