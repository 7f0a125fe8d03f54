"""The agent under test: it greets, writes down what it is told, and shows its notes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from modylbench.agents.agent import HeardTurn, Seat

CATALOG = "urn:modylbench:a2ui:catalog:1"  # `modylbench a2ui catalog` prints it
SURFACE = {"surfaceId": "notes"}


class Agent:
    """Made once for every meeting, in a process of its own."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Called with what somebody has just said; the turn is over when this returns."""
        is_first = not self.notes
        self.notes.append(heard.text)
        await seat.show(opened(self.notes) if is_first else [notes_now(self.notes)])
        await seat.say(reply(heard.text))
        await seat.wait_for_playout()


def reply(text: str) -> str:
    """What the agent says; simple enough for a test without any meeting."""
    asks = text.rstrip().endswith("?")
    return "I will look into that." if asks else "I have written that down."


def opened(notes: list[str]) -> list[dict[str, Any]]:
    """The A2UI messages that show the notes for the first time."""
    root = {"id": "root", "component": "Text", "text": {"path": "/notes"}}
    return [
        {"version": "v0.9", "createSurface": {**SURFACE, "catalogId": CATALOG}},
        notes_now(notes),
        {"version": "v0.9", "updateComponents": {**SURFACE, "components": [root]}},
    ]


def notes_now(notes: list[str]) -> dict[str, Any]:
    """The A2UI message that brings the notes up to date."""
    value = {"notes": "\n".join(notes)}
    return {"version": "v0.9", "updateDataModel": {**SURFACE, "path": "/", "value": value}}
