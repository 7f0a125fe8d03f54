"""Mistakes with `livekit smoke` are one line, and its outcome is readable."""

from dataclasses import replace

import pytest
from tests.staging.commands import run_command

from modylbench.cli.commands.livekit.smoke import agent_named, lines, progress
from modylbench.foundation.errors import UserMistake
from modylbench.pipeline.running.progress import Progress
from modylbench.pipeline.smoke.agent_output import AgentOutput
from modylbench.pipeline.smoke.smoke import Smoke
from modylbench.runs.run import Trial

SEEN = AgentOutput(
    joined_s=1.25,
    kind="agent",
    audio_track=True,
    first_sound_s=None,
    transcription=3,
    heard=0,
    heard_word_error_rate=None,
    agent_states=(),
    a2ui_messages=2,
    a2ui_errors={"bad_json": 1},
    files=0,
    screen_share=False,
    chat=0,
)
OUTCOME = Smoke(
    agent="livekit:bot",
    combined_livekit=5.5,
    combined_in_process=None,
    audio_loss=0.0002,
    latency={"response_s": 1.5, "compute_s": None},
    word_error_rate_captured=0.04,
    word_error_rate_in_process=None,
    word_error_rate_heard=None,
    emits=SEEN,
    missing={"heard": "tell it"},
    problems=("too quiet",),
    recording="somewhere",
)


@pytest.mark.parametrize(
    ("agent", "launch", "name"),
    [
        ("", "", "oracle"),
        ("oracle", "", "oracle"),
        ("my-agent", "", "livekit:my-agent"),
        ("livekit:my-agent", "", "livekit:my-agent"),
        ("livekit", "", "livekit"),
        ("", "python bot.py", "livekit"),
        ("livekit", "python bot.py", "livekit"),
    ],
)
def test_a_name_is_that_of_a_worker(agent: str, launch: str, name: str) -> None:
    assert agent_named(agent, launch) == name


def test_an_agent_is_either_dispatched_or_launched() -> None:
    with pytest.raises(UserMistake, match="found both --launch and --agent bot"):
        agent_named("bot", "python bot.py")


@pytest.mark.parametrize("agent", ["chat:gpt", "llm:claude", "recorded:a.jsonl", "LIVEKIT:bot"])
def test_an_agent_of_another_kind_is_not_waited_for_as_a_worker(agent: str) -> None:
    with pytest.raises(UserMistake, match="expected the name that a worker registers"):
        agent_named(agent, "")


def test_the_first_line_says_on_which_server_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVEKIT_URL", "ws://127.0.0.1:9")
    monkeypatch.setenv("LIVEKIT_API_KEY", "a-key")
    monkeypatch.setenv("LIVEKIT_API_SECRET", "a-secret")

    first, mistake = run_command("livekit", "smoke", code=2).stderr.splitlines()

    assert first.startswith("smoke: on the LiveKit server at 127.0.0.1:9 (LIVEKIT_URL is set")
    assert "found no LiveKit server at 127.0.0.1:9" in mistake


def test_another_try_is_told_with_its_room_and_what_spoilt_the_one_before(
    capsys: pytest.CaptureFixture[str],
) -> None:
    trial = Trial(scenario="s", scenario_id="s", seed=0)
    progress(Progress(trial, 0, 3, 0.0, "modyl-1", 2, "audio_missing"), "on LiveKit")

    assert capsys.readouterr().err == "smoke: on LiveKit: room modyl-1, try 2 after audio_missing\n"


def test_a_worker_needs_a_server_where_it_has_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LIVEKIT_URL", raising=False)

    line = run_command("livekit", "smoke", "--agent", "bot", code=2).stderr

    assert "expected --livekit-url or LIVEKIT_URL" in line
    assert len(line.splitlines()) == 1


def test_people_read_what_came_what_is_missing_and_what_is_wrong() -> None:
    told = list(lines(OUTCOME))

    assert "combined_livekit: 5.50" in told
    assert "audio_loss: 0.020%" in told
    assert "latency: response 1.500 s, compute not measured" in told
    assert "emits: joined: in 1.2 s as agent" in told
    assert "emits: A2UI: 2 messages, 1 bad_json" in told
    assert "missing: heard: tell it" in told
    assert "PROBLEM: too quiet" in told
    assert not any("in process" in line for line in told)


def test_of_one_that_never_came_nothing_is_said_to_come() -> None:
    absent = replace(OUTCOME, emits=replace(SEEN, joined_s=None))

    assert not any(line.startswith("emits") for line in lines(absent))
