"""How does an agent on LiveKit Agents react and point at things? Copy this file beside yours.

    await channels.react(ctx.room, "👍", to="priya_nair")
    await channels.highlight(ctx.room, "check", "model", at="/sheets/uses/rows/equity")
    await channels.clear(ctx.room, "check")

What people do there comes on the same topics: `room.register_text_stream_handler(REACTION, ...)`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from livekit import rtc

REACTION, ANNOTATION, TARGET = "modyl.reaction", "modyl.annotation", "modyl.target"
POINTER = "http://tools.ietf.org/rfc/rfc6901"


async def react(room: rtc.Room, emoji: str, to: str = "") -> None:
    """Give one emoji, to a person or a surface; one a turn at most."""
    about = {TARGET: to} if to else {}
    await room.local_participant.send_text(emoji, topic=REACTION, attributes=about)


async def highlight(room: rtc.Room, name: str, surface: str, *, at: str, text: str = "") -> None:
    """Mark a place of a work product by its ids; the same name again moves the mark."""
    selector = {"type": "FragmentSelector", "conformsTo": POINTER, "value": at}
    annotation = {
        "@context": "http://www.w3.org/ns/anno.jsonld",
        "id": f"urn:{name}",
        "type": "Annotation",
        "tool": "highlight",
        "body": {"type": "TextualBody", "value": text},
        "target": {"source": surface, "selector": selector},
    }
    await _annotate(room, annotation)


async def clear(room: rtc.Room, name: str) -> None:
    """Take a mark away."""
    context = "https://www.w3.org/ns/activitystreams"
    await _annotate(room, {"@context": context, "type": "Delete", "object": f"urn:{name}"})


async def _annotate(room: rtc.Room, annotation: dict[str, Any]) -> None:
    await room.local_participant.send_text(json.dumps(annotation), topic=ANNOTATION)
