"""A model plays the human of a free-form meeting, by the real client over a real socket."""

import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.staging.free_form import hold_free_form
from tests.staging.held_trials import score_of, variant_at
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

from modylbench.meeting.model_policy import MOST_FAILURES
from modylbench.providers.models.access import chat_access
from modylbench.providers.models.patience import Patience
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


def test_a_service_that_fails_for_a_moment_is_asked_again_on_the_walls_time(
    server: ActingServer, tmp_path: Path
) -> None:
    completion = server.completion
    replies = iter([failure_reply(503, "busy")])

    def answer(asked: dict[str, Any]) -> Reply:
        return next(replies, None) or completion(asked)

    server.completion = answer  # type: ignore[method-assign]

    recording = held(server, tmp_path)

    assert recording.is_valid
    assert recording.faults == ()
    assert all(is_model(recording))


def faults(recording: MeetingRecording) -> list[tuple[str, str]]:
    return [(fault.culprit, fault.code) for fault in recording.faults]


GONE = [("harness", "human_fell_back")] * (MOST_FAILURES - 1) + [
    ("infrastructure", "human_is_gone")
]


def test_a_service_that_is_not_there_breaks_the_meeting_off_and_nobody_is_charged(
    tmp_path: Path,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    human = chat_access(MODEL, f"http://127.0.0.1:{port}/v1", {"OPENAI_API_KEY": KEY})
    begun_s = time.perf_counter()

    recording = hold_free_form("oracle", variant_at("scientist_free", 1), tmp_path, human)

    assert time.perf_counter() - begun_s < 60
    assert not recording.is_valid
    assert is_model(recording) == [False] * (MOST_FAILURES - 1)
    assert faults(recording) == GONE


def test_a_service_that_fails_on_single_turns_does_not_spoil_the_meeting(
    server: ActingServer, tmp_path: Path
) -> None:
    completion = server.completion

    def answer(asked: dict[str, Any]) -> Reply:
        is_odd = sum(message["role"] == "user" for message in asked["messages"]) % 2
        return completion(asked) if is_odd else failure_reply(400, "no")

    server.completion = answer  # type: ignore[method-assign]

    recording = held(server, tmp_path)

    assert recording.is_valid
    assert any(is_model(recording))
    assert not all(is_model(recording))


def test_a_service_that_never_answers_is_waited_for_no_longer_than_its_patience(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    brief = Patience(tries=2, connect_s=0.5, silence_s=0.5, try_s=0.5, first_wait_s=0.1)
    monkeypatch.setattr("modylbench.meeting.model_policy.PATIENCE", brief)
    with socket.create_server(("127.0.0.1", 0)) as listener:  # accepts, and says nothing
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        human = chat_access(MODEL, address, {"OPENAI_API_KEY": KEY})

        recording = hold_free_form("oracle", variant_at("scientist_free", 1), tmp_path, human)

    assert faults(recording) == GONE
