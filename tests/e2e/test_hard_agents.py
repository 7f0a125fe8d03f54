"""Every way to misbehave leaves a complete recording, charged to the agent alone.

Each class runs as a person's own would: by `modylbench run --agent file.py:Class`, in a process of
its own, with audio.
"""

from pathlib import Path

import pytest
from tests.staging.commands import run_command

from modylbench.recording.reading import altered_files, read_recording, recording_folders
from modylbench.recording.recording import MeetingRecording

AGENTS = """
import asyncio, os, struct, sys, time


class Raises:
    async def answer(self, heard, seat):
        raise ValueError("the model is gone")


class Exits:
    async def answer(self, heard, seat):
        sys.exit(3)


class Dies:
    async def answer(self, heard, seat):
        await seat.say("I am about to go, and this is a sentence that takes a while. So is this.")
        await seat.wait(1.5)
        os._exit(9)


class Hushes:
    async def answer(self, heard, seat):
        await seat.say("This is the first of quite a few sentences. It goes on for long. And on.")
        await seat.wait(2)
        await seat.hush()


class Floods:
    async def answer(self, heard, seat):
        for number in range(10_000):
            await seat.chat(f"message {number}")
        await seat.say("That was all.")


class OtherRate:
    async def answer(self, heard, seat):
        tone = struct.pack("<44100h", *(([8000] * 50 + [-8000] * 50) * 441))
        await seat.play(tone, 44_100, "A second of sound.")


class Sleeps:
    async def answer(self, heard, seat):
        time.sleep(0.4)
        await seat.say("Good morning.")


class SendsNonsense:
    async def answer(self, heard, seat):
        await seat.show([{"version": "v0.9", "updateComponents": {"surfaceId": "nowhere"}}])
        await seat.send_file("../../etc/passwd", b"mine")
        await seat.say("\\x1b[2J\\x00")
"""


@pytest.fixture(scope="module")
def agents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("agents") / "hard.py"
    path.write_text(AGENTS, encoding="utf-8")
    return path


def held(agents: Path, name: str, output: Path, *, code: int = 0) -> MeetingRecording:
    part = ("--scenarios", "financial_analyst", "--seeds", "0", "--beats", "1", "--no-screens")
    run_command("run", "--agent", f"{agents}:{name}", *part, "--output", output, code=code)
    (folder,) = recording_folders(output)
    recording = read_recording(folder)
    assert altered_files(recording, folder) == []
    assert recording.is_valid, recording.faults
    assert len(recording.turns) == recording.planned_turns == 3
    return recording


def codes(recording: MeetingRecording) -> set[tuple[str, str]]:
    return {(fault.culprit, fault.code) for fault in recording.faults}


def test_one_that_raises_is_asked_again_every_turn(agents: Path, tmp_path: Path) -> None:
    recording = held(agents, "Raises", tmp_path, code=1)

    raised = [fault for fault in recording.faults if fault.code == "raised"]
    assert [fault.turn_index for fault in raised] == [1, 3, 5]
    assert {fault.detail for fault in raised} == {"ValueError: the model is gone"}
    assert {turn.agent.outcome for turn in recording.turns} == {"timed_out"}


def test_one_that_exits_is_started_again(agents: Path, tmp_path: Path) -> None:
    recording = held(agents, "Exits", tmp_path, code=1)

    assert {culprit for culprit, _ in codes(recording)} == {"agent"}
    ended = [fault for fault in recording.faults if fault.code == "process_ended"]
    assert [fault.turn_index for fault in ended] == [1, 3, 5]
    assert all(fault.detail.endswith("ended with exit code 3") for fault in ended)


def test_one_that_dies_in_mid_sentence_has_not_answered(agents: Path, tmp_path: Path) -> None:
    recording = held(agents, "Dies", tmp_path, code=1)

    assert codes(recording) == {("agent", "process_ended"), ("agent", "answer_not_finished")}
    for turn in recording.turns:
        assert turn.agent.outcome == "unfinished"
        (spoken,) = turn.agent.said
        assert not spoken.is_whole
        assert "So is this" not in spoken.text
        (voice,) = [voice for voice in turn.voices if voice.identity == "agent"]
        assert voice.ended_s - voice.started_s == pytest.approx(1.3, abs=0.3)


def test_one_that_stops_itself_has_answered(agents: Path, tmp_path: Path) -> None:
    recording = held(agents, "Hushes", tmp_path)

    assert codes(recording) == set()
    assert {turn.agent.outcome for turn in recording.turns} == {"answered"}
    assert all(
        "And on" not in utterance.text for turn in recording.turns for utterance in turn.agent.said
    )


@pytest.mark.nightly
def test_ten_thousand_messages_are_counted_and_not_kept(agents: Path, tmp_path: Path) -> None:
    recording = held(agents, "Floods", tmp_path)

    assert ("agent", "flood") in codes(recording)
    assert all(len(turn.agent.chat) <= 200 for turn in recording.turns)
    assert any(
        fault.code == "flood" and "text streams: 8,001" in fault.detail
        for fault in recording.faults
    )


def test_sound_at_another_rate_lasts_as_long_as_it_did(agents: Path, tmp_path: Path) -> None:
    recording = held(agents, "OtherRate", tmp_path)

    assert codes(recording) == set()
    for turn in recording.turns:
        (heard,) = [voice for voice in turn.voices if voice.identity == "agent"]
        assert heard.ended_s - heard.started_s == pytest.approx(1.0, abs=0.05)


def test_what_an_agent_computes_is_what_is_recorded(agents: Path, tmp_path: Path) -> None:
    recording = held(agents, "Sleeps", tmp_path)

    assert recording.turns
    for turn in recording.turns:
        latency = turn.agent.latency
        assert latency.endpointing_s == pytest.approx(0.5, abs=0.15)
        assert latency.compute_s == pytest.approx(0.4, abs=0.15)
        assert latency.tts_s == pytest.approx(0.2, abs=0.06)


def test_nonsense_is_recorded_and_harms_nobody(agents: Path, tmp_path: Path) -> None:
    recording = held(agents, "SendsNonsense", tmp_path)

    first = recording.turns[0].agent
    assert first.surface_faults
    assert [item.name for item in first.files] == ["../../etc/passwd"]
    assert first.files[0].file.path.startswith("files/turn-01/")
