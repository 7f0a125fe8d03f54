"""A model plays the human of a free-form meeting, by the real client over a real socket."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.staging.free_form import hold_free_form, score_of, variant_at
from tests.staging.servers.chat import (
    KEY,
    MODEL,
    ChatServer,
    Reply,
    failure_reply,
    serving,
    stream_words,
    whole_reply,
)
from typing_extensions import override

from modylbench.providers.models.access import chat_access
from modylbench.recording.recording import MeetingRecording


class ActingServer(ChatServer):
    """Makes the first move in the words of the example, after `prefix`."""

    prefix = "Well then."

    @override
    def completion(self, asked: dict[str, Any]) -> Reply:
        usual = super().completion(asked)
        if usual.status != 200:
            return usual
        example = asked["messages"][-1]["content"].partition("\n1. ")[2].split("\n2. ")[0]
        words = f"{self.prefix} {example.partition(': ')[2]}"
        answer = json.dumps({"move": 1, "say": words})
        return stream_words(answer) if asked.get("stream") else whole_reply(answer)


@pytest.fixture
def server() -> Iterator[ActingServer]:
    with serving(ActingServer()) as server:
        assert isinstance(server, ActingServer)
        yield server


def held(server: ChatServer, folder: Path, agent: str = "oracle") -> MeetingRecording:
    human = chat_access(MODEL, server.address, {"OPENAI_API_KEY": KEY})
    return hold_free_form(agent, variant_at("scientist_free", 1), folder, human)


def is_model(recording: MeetingRecording) -> list[bool]:
    return [turn.human.intent.is_model for turn in recording.turns if turn.human.intent]


def test_a_model_reaches_its_goals_with_the_oracle(server: ActingServer, tmp_path: Path) -> None:
    recording = held(server, tmp_path)

    assert recording.is_valid
    assert recording.faults == ()
    assert recording.setting.human.endswith(MODEL)
    assert all(is_model(recording))
    assert all(turn.human.text.startswith("Well then.") for turn in recording.turns)
    system = server.asked[0]["messages"][0]["content"]
    assert "Miriam Okafor" in system
    assert score_of(tmp_path) >= 9.5


def test_a_model_that_invents_a_figure_is_not_let_through_and_the_meeting_counts(
    server: ActingServer, tmp_path: Path
) -> None:
    server.prefix = "I expect 17.35 there."

    recording = held(server, tmp_path)

    assert recording.is_valid
    assert not any(is_model(recording))
    assert not any("17.35" in turn.human.text for turn in recording.turns)
    assert {(fault.culprit, fault.code) for fault in recording.faults} == {
        ("harness", "human_fell_back")
    }
    assert "invents the figure 17.35" in recording.faults[0].detail
    assert score_of(tmp_path) >= 9.5


@pytest.mark.parametrize(
    "reply",
    [
        failure_reply(400, "no"),
        stream_words("I would rather not."),
        stream_words(json.dumps({"move": 99, "say": "Hello."})),
        stream_words(json.dumps({"move": 1, "say": "Nice weather."})),
        stream_words(json.dumps({"move": 1})),
    ],
)
def test_what_cannot_be_used_is_said_in_the_policys_own_words(
    server: ActingServer, reply: Reply, tmp_path: Path
) -> None:
    completion = server.completion
    first = iter([reply])

    def answer(asked: dict[str, Any]) -> Reply:
        return next(first, None) or completion(asked)

    server.completion = answer  # type: ignore[method-assign]

    recording = held(server, tmp_path)

    assert recording.is_valid
    assert is_model(recording) == [False, *[True] * (len(recording.turns) - 1)]
    assert [fault.code for fault in recording.faults] == ["human_fell_back"]
