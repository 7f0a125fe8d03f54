"""Which calls may an agent's process make, with what, and what comes of them?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import quoted
from modylbench.meeting.room import RoomClosed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.agents.agent import Seat

CALLS: dict[str, dict[str, type]] = {
    "say": {"text": str},
    "play": {"pcm": bytes, "sample_rate_hz": int, "text": str},
    "said": {},
    "hush": {},
    "show": {"messages": list},
    "chat": {"text": str},
    "send_file": {"name": str, "content": bytes, "mime_type": str},
    "share_screen": {"width": int, "height": int, "rgba": bytes},
    "react": {"emoji": str},
    "annotate": {"annotation": dict},
    "replies": {},
    "wait": {"seconds": float},
}


async def perform(seat: Seat | None, name: str, arguments: Mapping[str, Any]) -> object:
    """Do a call at the seat; TypeError or ValueError where it is none that an agent can make."""
    if seat is None:
        message = "nothing has been heard yet"
        raise RoomClosed(message)
    expected = CALLS.get(name)
    if expected is None:
        message = f"found the call {quoted(name)}, expected one of {', '.join(CALLS)}"
        raise ValueError(message)
    if arguments.keys() != expected.keys():
        found = ", ".join(sorted(arguments)[:10]) or "none"
        message = f"{name}: found the arguments {quoted(found)}, expected {', '.join(expected)}"
        raise TypeError(message)
    checked = {key: _checked(key, arguments[key], kind) for key, kind in expected.items()}
    result: object = await getattr(seat, name)(**checked)
    return result


def _checked(name: str, value: Any, kind: type) -> object:
    if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        if not math.isfinite(value):
            message = f"{name}: found {value!r}, expected a finite number"
            raise ValueError(message)
        return value
    if not isinstance(value, kind) or isinstance(value, bool):
        message = f"{name}: found {quoted(value)}, expected {kind.__name__}"
        raise TypeError(message)
    return value
