"""An exchange is invalid where a voice was torn, and valid where nothing was missed."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.staging.meetings import tone

from modylbench.foundation.clock import RealClock
from modylbench.meeting.capture.faults import Faults
from modylbench.meeting.capture.sound.soundtrack import Soundtrack
from modylbench.meeting.capture.store import Folder
from modylbench.meeting.room import AudioChunk
from modylbench.meeting.sound_delivery import check_sound
from modylbench.meeting.synthetic_user import PlayedUtterance
from modylbench.providers.speech.speech import Speech
from modylbench.recording.events import Utterance

SECOND = 48_000
"""Bytes."""


def utterance(pcm: bytes) -> PlayedUtterance:
    said = Utterance(
        id="u1",
        speaker="priya",
        text="What is the EV?",
        started_s=0.0,
        ended_s=len(pcm) / SECOND,
    )
    return PlayedUtterance(said, Speech(pcm))


def heard(folder: Path, voices: dict[str, list[AudioChunk]]) -> Soundtrack:
    sound = Soundtrack(Folder(folder), lambda identity: identity.startswith("agent"))
    for identity, chunks in voices.items():
        sound.renew(identity, 0.0, is_open=True)
        for chunk in chunks:
            sound.tracks[identity].take(chunk)
    return sound


def told(sound: Soundtrack, said: PlayedUtterance) -> list[tuple[str, str]]:
    faults = Faults(RealClock())
    check_sound(sound, said, faults, ended_s=60.0)
    return [(fault.culprit, fault.code) for fault in faults.all()]


def voice(
    seconds: float, made_up_s: float, start_s: float = 0.0, *, pieces: int = 4
) -> list[AudioChunk]:
    """A voice of so many seconds, and a second of silence, of which so much was made up.

    It was made up in so many places, as far from each other as there is room.
    """
    pcm, size = tone(seconds), round(seconds / pieces * 100) * SECOND // 100
    parts = [pcm[start : start + size] for start in range(0, len(pcm), size)]
    return [
        *(
            AudioChunk(start_s + number * size / SECOND, 24_000, part, made_up_s / pieces)
            for number, part in enumerate(parts)
        ),
        AudioChunk(start_s + seconds, 24_000, bytes(SECOND)),
    ]


def spoilt(sound: Soundtrack, said: PlayedUtterance) -> list[bool]:
    faults = Faults(RealClock())
    check_sound(sound, said, faults, ended_s=60.0)
    return [fault.spoils for fault in faults.all()]


@pytest.mark.parametrize(
    ("seconds", "made_up_s", "pieces", "expected"),
    [
        (20.0, 0.18, 1, []),
        (20.0, 0.22, 4, [False]),
        (20.0, 0.9, 4, [False]),
        (20.0, 1.1, 4, [True]),  # more than 5 %
        (20.0, 0.48, 1, [False]),
        (20.0, 0.52, 1, [True]),  # in one place: a word may be gone
        (100.0, 0.6, 1, [True]),
        (100.0, 0.6, 4, []),
        (1.0, 0.2, 1, [False]),
    ],
)
def test_a_little_loss_is_a_flag_and_a_lost_word_spoils_the_meeting(
    seconds: float, made_up_s: float, pieces: int, expected: list[bool], tmp_path: Path
) -> None:
    lossy, whole = voice(seconds, made_up_s, pieces=pieces), voice(8.0, 0.0)

    of_agent = heard(tmp_path, {"priya": whole, "agent": lossy})
    of_human = heard(tmp_path, {"priya": lossy, "agent": whole})

    assert spoilt(of_agent, utterance(tone(8.0))) == expected
    assert spoilt(of_human, utterance(tone(seconds))) == expected


def test_what_is_made_up_piece_by_piece_in_one_place_is_one_hole(tmp_path: Path) -> None:
    end = voice(10.0, 0.0, start_s=11.0)
    start = [AudioChunk(0.0, 24_000, tone(10.0))]
    hole = [AudioChunk(10.0 + at / 4, 24_000, tone(0.25), made_up_s=0.15) for at in range(4)]
    sound = heard(tmp_path, {"priya": voice(8.0, 0.0), "agent": [*start, *hole, *end]})

    assert spoilt(sound, utterance(tone(8.0))) == [True]


def test_a_person_of_whom_nothing_is_heard_spoils_the_meeting(tmp_path: Path) -> None:
    silent = {"priya": [AudioChunk(0.0, 24_000, bytes(8 * SECOND))]}

    assert spoilt(heard(tmp_path, silent), utterance(tone(8.0))) == [True]
    assert spoilt(heard(tmp_path, {}), utterance(tone(8.0))) == [True]


@pytest.mark.parametrize(
    ("seconds", "slipped_s", "expected"),
    [(8.0, 0.25, [False]), (8.0, 0.51, [True]), (30.0, 1.4, [False]), (30.0, 1.6, [True])],
)
def test_a_slip_is_a_flag_until_it_is_as_long_as_a_word(
    seconds: float, slipped_s: float, expected: list[bool], tmp_path: Path
) -> None:
    said = replace(utterance(tone(seconds)), slipped_s=slipped_s)

    assert spoilt(heard(tmp_path, {"priya": voice(seconds, 0.0)}), said) == expected


@pytest.mark.parametrize(
    ("seconds", "made_up_s", "is_torn"),
    [
        (20.0, 0.18, False),
        (20.0, 0.22, True),
        (1.0, 0.04, False),  # two packets of a short answer are no loss
        (1.0, 0.06, True),
        (120.0, 1.0, False),
    ],
)
def test_more_than_one_percent_of_a_voice_is_too_much(
    seconds: float, made_up_s: float, is_torn: bool, tmp_path: Path
) -> None:
    said = utterance(tone(8.0))
    whole = {"priya": voice(8.0, 0.0), "agent": voice(seconds, 0.0)}
    of_agent = {**whole, "agent": voice(seconds, made_up_s)}
    of_human = {**whole, "priya": voice(seconds, made_up_s)}

    assert told(heard(tmp_path, whole), said) == []
    assert told(heard(tmp_path, of_agent), said) == [("infrastructure", "audio_missing")] * is_torn
    assert (
        told(heard(tmp_path, of_human), utterance(tone(seconds)))
        == [("infrastructure", "audio_not_delivered")] * is_torn
    )


@pytest.mark.parametrize(
    ("seconds", "slipped_s", "is_told"),
    [(8.0, 0.0, False), (8.0, 0.2, False), (8.0, 0.25, True), (30.0, 0.25, False)],
)
def test_a_person_whose_speech_paused_by_our_fault_is_told_with_the_seconds(
    tmp_path: Path, seconds: float, slipped_s: float, *, is_told: bool
) -> None:
    faults = Faults(RealClock())
    said = replace(utterance(tone(seconds)), slipped_s=slipped_s)

    check_sound(heard(tmp_path, {"priya": voice(seconds, 0.0)}), said, faults, ended_s=60.0)

    assert [(fault.culprit, fault.code, fault.detail) for fault in faults.all()] == [
        ("harness", "speech_slipped", "in 8.0 s of priya there were 0.25 s of pauses of ours")
    ] * is_told


def test_what_is_lost_in_silence_harms_nobody(tmp_path: Path) -> None:
    silent = [AudioChunk(0.0, 24_000, bytes(30 * SECOND), made_up_s=0.4)]
    voices = {
        "priya": [*voice(8.0, 0.0), AudioChunk(9.0, 24_000, bytes(20 * SECOND), made_up_s=0.4)],
        "agent": [*silent, *voice(10.0, 0.0, start_s=30.0)],
        "tom": silent,
    }

    assert told(heard(tmp_path, voices), utterance(tone(8.0))) == []


def test_a_hole_in_the_agent_s_voice_is_told_with_its_length(tmp_path: Path) -> None:
    torn = [*voice(4.0, 0.0)[:-1], *voice(4.0, 0.0, start_s=4.5)]
    faults = Faults(RealClock())

    check_sound(
        heard(tmp_path, {"priya": voice(8.0, 0.0), "agent": torn}),
        utterance(tone(8.0)),
        faults,
        ended_s=60.0,
    )

    assert [fault.detail for fault in faults.all()] == [
        "5.9% of the voice of agent was lost (0.50 s; of 9.5 s of sound 0.50 were missing, "
        "0.00 made up)"
    ]


def test_a_person_who_was_cut_off_was_not_heard_as_spoken(tmp_path: Path) -> None:
    sound = heard(tmp_path, {"priya": voice(4.0, 0.0)[:-1]})
    sound.renew("priya", 4.0, is_open=False)
    sound.renew("priya", 6.0, is_open=True)
    for chunk in voice(2.0, 0.0, start_s=6.0):
        sound.tracks["priya"].take(chunk)

    assert told(sound, utterance(tone(8.0))) == [("infrastructure", "audio_not_delivered")]


def test_an_agent_that_was_cut_off_has_itself_to_blame(tmp_path: Path) -> None:
    sound = heard(tmp_path, {"priya": voice(8.0, 0.0), "agent": voice(4.0, 0.0)[:-1]})
    sound.renew("agent", 4.0, is_open=False)
    sound.renew("agent", 6.0, is_open=True)
    for chunk in voice(2.0, 0.0, start_s=6.0):
        sound.tracks["agent"].take(chunk)

    assert told(sound, utterance(tone(8.0))) == []
    assert [reception.missing_s for reception in sound.reception()] == [2.0, 0.0]
