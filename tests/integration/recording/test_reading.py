"""Any change to a recording's files is noticed."""

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pydantic import ValidationError
from tests.staging.recordings import fields_of_turns, words

from modylbench.cli.commands.recording import command
from modylbench.foundation.errors import BadFile, UserMistake
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.recording.events import Clip, KeptFile, Message, Reception, Understanding
from modylbench.recording.latency import Latency
from modylbench.recording.reading import altered_files, read_recording, recording_folders
from modylbench.recording.recording import (
    AgentUnderTest,
    Attendance,
    Fault,
    MeetingRecording,
    Setting,
)
from modylbench.recording.transcript import beat_line, heading, printable, turn_lines
from modylbench.recording.turns import AgentTurn, HumanTurn, RecordedTurn


def kept(folder: Path, path: str, content: bytes) -> KeptFile:
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_bytes(content)
    return KeptFile(path=path, sha256=hashlib.sha256(content).hexdigest(), size=len(content))


def recorded(folder: Path, **changes: object) -> MeetingRecording:
    audio = Clip(
        file=kept(folder, "media/turn-01/agent.wav", b"RIFF sound"), started_s=20.0, duration_s=4.0
    )
    agent = AgentTurn(
        outcome="answered",
        ended_s=24.0,
        said=(words("Enterprise value is $180M.", 20.0, 23.0),),
        chat=(Message(sender="agent", text="see \x1b[31mrow 4\u202e", at_s=21.0),),
        latency=Latency(
            response_s=1.5, endpointing_s=0.5, compute_s=0.8, tts_s=0.15, first_audio_s=0.05
        ),
        audio=audio,
    )
    human = HumanTurn(
        speaker="priya_nair",
        channel="voice",
        text="What is the EV?",
        alternative=0,
        started_s=0.0,
        ended_s=18.5,
    )
    turn = RecordedTurn(
        turn_index=1,
        beat="context",
        beat_number=1,
        phase="context",
        edge_case=None,
        human=human,
        agent=agent,
    )
    recording = MeetingRecording(
        scenario_id="financial_analyst",
        scenario_version=1,
        title="CloudSync LBO Model",
        seed=0,
        edge_case="seed",
        is_official=True,
        agent=AgentUnderTest(name="oracle"),
        setting=Setting(
            clock="virtual", room="in process", speech="none", screens="none", harness_version="0"
        ),
        participants=(
            Attendance(
                identity="priya_nair", name="Priya Nair", kind="standard", role="human_expert"
            ),
            Attendance(identity="agent", name="agent", kind="agent", role="agent"),
        ),
        **fields_of_turns([turn]),
        planned_turns=1,
        ending="completed",
        duration_s=24.0,
        log=kept(folder, "events.jsonl", b'{"at_s": 0.0}\n'),
    )
    return recording.model_copy(update=changes)


def test_a_recording_reads_back_as_it_was_kept(tmp_path: Path) -> None:
    recording = recorded(tmp_path)
    digest = TrialDirectory(tmp_path).keep("recording", recording)

    assert read_recording(tmp_path) == recording
    assert altered_files(recording, tmp_path) == []
    assert hashlib.sha256((tmp_path / "recording.json").read_bytes()).hexdigest() == digest


@pytest.mark.parametrize("name", ["media/turn-01/agent.wav", "events.jsonl"])
def test_every_altered_file_is_noticed(name: str, tmp_path: Path) -> None:
    recording = recorded(tmp_path)
    path = tmp_path / name
    content = path.read_bytes()

    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    assert [problem for problem in altered_files(recording, tmp_path) if "SHA-256" in problem]
    path.write_bytes(content + b"x")
    assert [problem for problem in altered_files(recording, tmp_path) if "bytes" in problem]
    path.unlink()
    assert altered_files(recording, tmp_path) == [f"{name}: is missing"]


def test_a_link_to_the_same_content_is_not_the_file(tmp_path: Path) -> None:
    recording = recorded(tmp_path / "trial")
    path = tmp_path / "trial" / "events.jsonl"
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")

    assert altered_files(recording, tmp_path / "trial") == ["events.jsonl: is missing"]


def test_a_file_that_was_added_is_noticed(tmp_path: Path) -> None:
    recording = recorded(tmp_path)
    (tmp_path / "media" / "turn-01" / "frame-01.png").write_bytes(b"forged")

    assert altered_files(recording, tmp_path) == [
        "media/turn-01/frame-01.png: is not part of the recording"
    ]


@pytest.mark.parametrize("path", ["/etc/passwd", "../secret", "media/../../secret", "a\\b", ""])
def test_a_recording_names_only_files_of_its_own_folder(path: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="path"):
        KeptFile(path=path, sha256="0" * 64, size=1)


def test_recordings_are_found_by_trial_run_and_file(tmp_path: Path) -> None:
    for seed in (1, 0):
        folder = tmp_path / "run" / "financial_analyst" / f"seed-{seed}"
        folder.mkdir(parents=True)
        TrialDirectory(folder).keep("recording", recorded(folder))
    trial = tmp_path / "run" / "financial_analyst" / "seed-0"

    assert recording_folders(trial) == recording_folders(trial / "recording.json") == [trial]
    assert [folder.name for folder in recording_folders(tmp_path / "run")] == ["seed-0", "seed-1"]
    with pytest.raises(BadFile, match="is not there"):
        recording_folders(tmp_path / "nowhere")
    with pytest.raises(BadFile, match=r"holds no recording\.json"):
        recording_folders(trial / "media")


def test_only_our_own_faults_make_a_recording_invalid(tmp_path: Path) -> None:
    def with_fault(culprit: str) -> MeetingRecording:
        fault = Fault(culprit=culprit, code="x", detail="y")  # type: ignore[arg-type]
        return recorded(tmp_path, faults=(fault,))

    assert recorded(tmp_path).is_valid
    assert with_fault("agent").is_valid
    assert not with_fault("harness").is_valid
    assert not with_fault("infrastructure").is_valid


def test_several_meetings_are_listed_and_one_is_shown(tmp_path: Path) -> None:
    for seed in (0, 1):
        folder = tmp_path / f"seed-{seed}"
        folder.mkdir()
        TrialDirectory(folder).keep("recording", recorded(folder, seed=seed))

    def told(*arguments: str) -> Result:
        return CliRunner().invoke(command, list(arguments))

    first, second = str(tmp_path / "seed-0"), str(tmp_path / "seed-1")
    assert "What is the EV?" in told("show", first).output
    assert "What is the EV?" not in told("show", first, second).output
    assert set(json.loads(told("show", str(tmp_path), "--json").output)) == {first, second}
    assert isinstance(told("show", str(tmp_path), "--turn", "1").exception, UserMistake)
    assert isinstance(told("show", first, "--turn", "2").exception, UserMistake)


def test_the_hash_of_the_record_itself_is_told(tmp_path: Path) -> None:
    digest = TrialDirectory(tmp_path).keep("recording", recorded(tmp_path))

    assert digest in CliRunner().invoke(command, ["verify", str(tmp_path)]).output


def test_a_meeting_is_told_in_the_order_it_happened(tmp_path: Path) -> None:
    recording = recorded(tmp_path)
    names = {"priya_nair": "Priya Nair", "agent": "agent"}
    told = "\n".join([*heading(recording), *turn_lines(recording.turns[0], names)])

    assert told.index("What is the EV?") < told.index("Enterprise value") < told.index("row 4")
    split = "endpointing 0.50, thinking 0.80, voice 0.15, first sound 0.05"
    assert f"answered after 1.50 s: {split})" in " ".join(told.split())
    assert "1 of 1 requests answered; valid" in told
    assert "\x1b" not in told
    assert "\u202e" not in told
    assert beat_line(recording.turns[0]) == "Beat 1: context (context)"


def test_what_was_lost_and_what_the_agent_understood_is_told(tmp_path: Path) -> None:
    turn = recorded(tmp_path).turns[0]
    heard = Understanding(
        speaker="agent", text="what is the \x1b[31mTV", started_s=18.0, ended_s=18.6
    )
    agent = turn.agent.model_copy(
        update={"heard": (heard,), "latency": Latency(response_s=1.5, transport_s=0.12)}
    )
    lost = Reception(identity="agent", expected_s=9.0, missing_s=0.4, late_frames=3, late_s=0.06)
    whole = Reception(identity="priya_nair", expected_s=9.0)
    turn = turn.model_copy(update={"agent": agent, "reception": (lost, whole)})

    told = " ".join("\n".join(turn_lines(turn, {"priya_nair": "Priya"})).split())

    assert "[understands: what is the [31mTV]" in told
    assert "(answered after 1.50 s; of these under way 0.12)" in told
    assert "(of 9.0 s of sound of agent: 0.40 s missing, 0.06 s late, in 3 frames)" in told
    assert "sound of Priya" not in told


def test_a_text_of_an_agent_cannot_command_the_terminal() -> None:
    hostile = "".join(map(chr, range(32))) + "\x7f\x9b2J\u2066x\nfinancial_analyst: valid"

    shown = printable(hostile)

    assert shown.isprintable()
    assert len(printable("a" * 10_000)) < 5_000


def test_two_files_under_one_path_are_no_recording(tmp_path: Path) -> None:
    value = recorded(tmp_path).model_dump(mode="json")
    value["exchanges"][0]["room"] = json.loads(json.dumps(value["exchanges"][0]["audio"]))
    value["exchanges"][0]["room"]["file"]["sha256"] = "0" * 64

    with pytest.raises(ValidationError, match=r"media/turn-01/agent\.wav is named twice"):
        MeetingRecording.model_validate_json(json.dumps(value))
