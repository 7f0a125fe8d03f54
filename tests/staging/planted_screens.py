"""Meetings whose agent handles its screen worse in ten steps: points too early, or thrashes."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.staging.meetings import AgentTools, AnsweringAgent, Setup, hold_meeting

from modylbench.evaluation.evaluate.timeline import estimated_words
from modylbench.evaluation.visuals.observing import MeetingVisuals, observe_screens
from modylbench.meeting.capture.screen.screens import Screens
from modylbench.meeting.room import A2UI, AGENT_STATE
from modylbench.surfaces.catalog.document import CATALOG_ID

STEPS = 10
PARAGRAPH = "Revenue of the year grows by fifteen percent, and the debt is repaid out of it. " * 6
Plan = Callable[[int], Callable[[AgentTools], Any]]


def shown(*texts: str, is_new: bool = False) -> str:
    """The messages that show paragraphs below each other."""
    names = [f"text-{place}" for place in range(len(texts))]
    components = [{"id": "root", "component": "Column", "children": names}]
    components += [
        {"id": name, "component": "Text", "text": text}
        for name, text in zip(names, texts, strict=True)
    ]
    where: dict[str, Any] = {"surfaceId": "main"}
    messages: list[dict[str, Any]] = [
        {"version": "v0.9", "updateComponents": {**where, "components": components}}
    ]
    if is_new:
        created = {**where, "catalogId": CATALOG_ID}
        messages.insert(0, {"version": "v0.9", "createSurface": created})
    return "\n".join(json.dumps(message) for message in messages)


async def show(desk: AgentTools, number: int, *texts: str) -> None:
    seq = {"seq": str(number)}
    await desk.connection.send_text(shown(*texts, is_new=number == 1), A2UI, seq)


def points_early(step: int) -> Callable[[AgentTools], Any]:
    """What it speaks of comes half a second later with every step."""

    async def answer(desk: AgentTools) -> None:
        await desk.connection.set_attributes({AGENT_STATE: "speaking"})
        await show(desk, 1, "The plan")
        await desk.clock.sleep(8.0)
        await desk.say("As you can see, it grows.", 1.0)
        await desk.clock.sleep(0.5 * step)
        await show(desk, 2, "The plan", PARAGRAPH)
        await desk.say("That is it.", 1.0)
        await desk.connection.set_attributes({AGENT_STATE: "listening"})

    return answer


def thrashes(step: int) -> Callable[[AgentTools], Any]:
    """Of its ten changes so many lay out anew what it lays out as before at once."""

    async def answer(desk: AgentTools) -> None:
        await desk.connection.set_attributes({AGENT_STATE: "speaking"})
        texts = ["The plan"]
        await show(desk, 1, *texts)
        number = 1
        for change in range(STEPS):
            await desk.clock.sleep(1.0)
            texts.append(f"Year {change + 1}")
            number += 1
            await show(desk, number, *texts)
            if change < step:
                await desk.clock.sleep(1.0)
                number += 1
                await show(desk, number, *[PARAGRAPH] * len(texts))
        number += 1
        await show(desk, number, *texts)
        await desk.say("That is it.", 1.0)
        await desk.connection.set_attributes({AGENT_STATE: "listening"})

    return answer


def planted_visuals(
    answer: Callable[[AgentTools], Any], folder: Path, screens: Screens | None = None
) -> MeetingVisuals:
    """What is measured of a meeting in which the agent answers so."""
    recording = hold_meeting(AnsweringAgent(answer), folder, Setup(screens=screens))
    words = {turn.turn_index: tuple(estimated_words(turn)) for turn in recording.turns}
    return observe_screens(recording, folder, words)
