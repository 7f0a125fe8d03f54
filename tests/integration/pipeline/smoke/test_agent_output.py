"""Each thing that an agent does not send is told, with what to do about it."""

from pathlib import Path

import pytest
from tests.staging.recordings import understood, with_turns, words
from tests.staging.smoke_meeting import HEARD, JOINED, answer, kept_file, recorded_meeting

from modylbench.pipeline.smoke.agent_output import REMEDIES, agent_output
from modylbench.recording.events import DeliveredFile, StateChange, SurfaceFault, VoiceSpan
from modylbench.recording.latency import Latency
from modylbench.recording.turns import AgentTurn

MICROPHONE = {
    "at_s": 2.6,
    "kind": "track_subscribed",
    "identity": "bot",
    "source": "microphone",
}
SAID = words("Singapore.", 6, 8, speaker="bot")
WHOLE = {
    "said": (SAID,),
    "heard": (understood("Singapore.", 6, 8),),
    "states": (StateChange(state="thinking", at_s=5),),
    "latency": Latency(response_s=1.0),
    "messages": kept_file("turn.jsonl"),
}


def whole(folder: Path) -> AgentTurn:
    (folder / "turn.jsonl").write_text('{"version":"v0.9"}\n{"version":"v0.9"}\n')
    return answer(**WHOLE)


def test_an_agent_that_sends_everything_lacks_nothing(tmp_path: Path) -> None:
    recording = recorded_meeting(
        tmp_path, whole(tmp_path), events=(JOINED, MICROPHONE), voices=(HEARD,)
    )

    found = agent_output(recording, tmp_path)

    assert found.missing() == {}
    assert (found.joined_s, found.kind, found.first_sound_s) == (2.5, "agent", 1.0)
    assert (found.transcription, found.heard, found.a2ui_messages) == (1, 1, 2)


@pytest.mark.parametrize(
    ("lacks", "missing"),
    [
        ("said", "transcription"),
        ("heard", "heard"),
        ("states", "agent_state"),
        ("messages", "work"),
    ],
)
def test_what_it_does_not_send_is_named_with_a_remedy(
    lacks: str, missing: str, tmp_path: Path
) -> None:
    whole(tmp_path)
    turn = answer(**{name: value for name, value in WHOLE.items() if name != lacks})
    recording = recorded_meeting(tmp_path, turn, events=(JOINED, MICROPHONE), voices=(HEARD,))

    found = agent_output(recording, tmp_path).missing()

    assert list(found) == [missing]
    assert REMEDIES[missing] in found[missing]
    assert "docs/livekit.md" in found[missing]


def test_that_it_has_words_is_no_state_of_its_own(tmp_path: Path) -> None:
    whole(tmp_path)
    turn = answer(**(WHOLE | {"states": (StateChange(state="has_words", at_s=5),)}))
    recording = recorded_meeting(tmp_path, turn, events=(JOINED, MICROPHONE), voices=(HEARD,))

    assert list(agent_output(recording, tmp_path).missing()) == ["agent_state"]


def test_a_screen_share_is_work_too(tmp_path: Path) -> None:
    turn = answer(**(WHOLE | {"messages": None}))
    share = MICROPHONE | {"source": "screenshare"}
    recording = recorded_meeting(
        tmp_path, turn, events=(JOINED, MICROPHONE, share), voices=(HEARD,)
    )

    assert agent_output(recording, tmp_path).missing() == {}


def test_errors_in_surfaces_are_counted_by_code_and_warnings_are_not(tmp_path: Path) -> None:
    whole(tmp_path)
    faults = (
        SurfaceFault(code="bad_json", severity="error", reason="r"),
        SurfaceFault(code="bad_json", severity="error", reason="r"),
        SurfaceFault(code="odd", severity="warning", reason="r"),
    )
    turn = answer(**WHOLE, surface_faults=faults)
    recording = recorded_meeting(tmp_path, turn, events=(JOINED, MICROPHONE), voices=(HEARD,))

    found = agent_output(recording, tmp_path)

    assert found.a2ui_errors == {"bad_json": 2}
    assert list(found.missing()) == ["a2ui_valid"]


def test_an_agent_with_a_track_and_no_voice_lacks_sound_and_one_without_lacks_the_track(
    tmp_path: Path,
) -> None:
    only_people = VoiceSpan(identity="ida", started_s=0, ended_s=5)
    silent = recorded_meeting(
        tmp_path, whole(tmp_path), events=(JOINED, MICROPHONE), voices=(only_people,)
    )
    assert list(agent_output(silent, tmp_path).missing()) == ["sound"]

    mute = recorded_meeting(tmp_path, whole(tmp_path), events=(JOINED,), voices=(only_people,))
    assert list(agent_output(mute, tmp_path).missing()) == ["audio_track"]


def test_of_one_that_never_came_only_that_is_told(tmp_path: Path) -> None:
    recording = recorded_meeting(tmp_path, answer(), events=())

    assert list(agent_output(recording, tmp_path).missing()) == ["joined"]


@pytest.mark.parametrize(("begins_s", "is_told"), [(0.5, True), (3.0, True), (6.0, False)])
def test_one_that_answers_the_notice_of_a_file_is_told_to_wait_for_the_words(
    begins_s: float, is_told: bool, tmp_path: Path
) -> None:
    voice = VoiceSpan(identity="bot", started_s=begins_s, ended_s=8)
    recording = recorded_meeting(
        tmp_path, whole(tmp_path), events=(JOINED, MICROPHONE), voices=(voice,)
    )
    (turn,) = recording.turns
    file = DeliveredFile(
        sender="ida", name="a", mime_type="text/csv", file=kept_file("a"), at_s=0.1
    )
    human = turn.human.model_copy(update={"attachments": (file,)})
    handed = with_turns(recording, [turn.model_copy(update={"human": human})])

    assert agent_output(recording, tmp_path).missing() == {}
    assert ("patience" in agent_output(handed, tmp_path).missing()) is is_told
