"""How does an agent on Pipecat react and point at things? Copy this file beside yours.

    await channels.react(transport, "👍", to="priya_nair")
    await channels.highlight(transport, "check", "model", at="/sheets/uses/rows/equity")
    await channels.clear(transport, "check")

What people do there comes by `on_text` of `a2ui.py`, on `REACTION` and `ANNOTATION`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from livekit import rtc
    from pipecat.transports.livekit.transport import LiveKitTransport

REACTION, ANNOTATION, TARGET = "modyl.reaction", "modyl.annotation", "modyl.target"
POINTER = "http://tools.ietf.org/rfc/rfc6901"


async def react(transport: LiveKitTransport, emoji: str, to: str = "") -> None:
    """Give one emoji, to a person or a surface; one a turn at most."""
    about = {TARGET: to} if to else {}
    await _participant(transport).send_text(emoji, topic=REACTION, attributes=about)


async def highlight(
    transport: LiveKitTransport, name: str, surface: str, *, at: str, text: str = ""
) -> None:
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
    await _annotate(transport, annotation)


async def clear(transport: LiveKitTransport, name: str) -> None:
    """Take a mark away."""
    context = "https://www.w3.org/ns/activitystreams"
    await _annotate(transport, {"@context": context, "type": "Delete", "object": f"urn:{name}"})


async def _annotate(transport: LiveKitTransport, annotation: dict[str, Any]) -> None:
    await _participant(transport).send_text(json.dumps(annotation), topic=ANNOTATION)


def _participant(transport: LiveKitTransport) -> rtc.LocalParticipant:
    """Our place in the room, once the pipeline runs; the transport has no public name for it."""
    room: rtc.Room = transport._client.room
    return room.local_participant
