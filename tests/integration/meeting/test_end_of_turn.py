"""Only what a person could perceive counts as an answer."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.staging.meetings import AgentTools, AnsweringAgent, fault_codes, hold_meeting

from modylbench.meeting.room import A2UI, CHAT, TRANSCRIPTION
from modylbench.surfaces.catalog.document import CATALOG_ID

PLACE = {"surfaceId": "main"}
CREATION = {"version": "v0.9", "createSurface": {**PLACE, "catalogId": CATALOG_ID}}
TEXT = {"id": "root", "component": "Text", "text": "7"}
BAD = {"id": "bad", "component": "NoSuchThing"}


def update(*components: dict[str, str]) -> dict[str, object]:
    return {"version": "v0.9", "updateComponents": {**PLACE, "components": list(components)}}


def sends(topic: str, *texts: str) -> Callable[[AgentTools], object]:
    async def answer(desk: AgentTools) -> None:
        for text in texts:
            await desk.connection.send_text(text, topic, {})

    return answer


NOTHING = {
    "an empty message": sends(A2UI, "[{}]"),
    "garbage": sends(A2UI, "{{{ not json"),
    "a surface without anything in it": sends(A2UI, json.dumps(CREATION)),
    "components of which none is known": sends(A2UI, json.dumps([CREATION, update(BAD)])),
    "blanks": sends(CHAT, "  \n"),
    "dots": sends(TRANSCRIPTION, "..."),
    "dashes, written": sends(CHAT, "- - !"),
}
SOMETHING = {
    "a surface": sends(A2UI, json.dumps([CREATION, update(TEXT)])),
    "a surface in two texts": sends(A2UI, json.dumps(CREATION), json.dumps(update(TEXT))),
    "a surface of which a part is wrong": sends(A2UI, json.dumps([CREATION, update(TEXT, BAD)])),
    "a figure": sends(CHAT, "7"),
    "a word of another script": sends(TRANSCRIPTION, "好"),
    "words after dots": sends(TRANSCRIPTION, "...", "Yes."),
}


@pytest.mark.parametrize("name", NOTHING)
def test_what_nobody_could_perceive_is_no_answer(name: str, tmp_path: Path) -> None:
    recording = hold_meeting(AnsweringAgent(NOTHING[name]), tmp_path)  # type: ignore[arg-type]

    assert recording.turns[0].agent.outcome == "timed_out"
    assert recording.turns[0].agent.latency.response_s is None
    assert fault_codes(recording) == [("agent", "no_answer_in_time")]


@pytest.mark.parametrize("name", SOMETHING)
def test_what_a_person_could_perceive_is_an_answer(name: str, tmp_path: Path) -> None:
    recording = hold_meeting(AnsweringAgent(SOMETHING[name]), tmp_path)  # type: ignore[arg-type]

    assert recording.turns[0].agent.outcome == "answered"
    assert recording.turns[0].agent.latency.response_s == pytest.approx(0.0, abs=0.1)
