"""Texts, names and faults of an agent are bounded."""

import pytest

from modylbench.foundation.clock import RealClock
from modylbench.foundation.virtual_time import VirtualClock
from modylbench.meeting.capture.allowance import MOST_TURN_BYTES, Allowance
from modylbench.meeting.capture.faults import MOST_OF_A_TURN, Faults
from modylbench.meeting.capture.state import Exchange
from modylbench.meeting.capture.store import safe_name
from modylbench.meeting.capture.words import TextStream, TextStreams
from modylbench.meeting.room import TRANSCRIPTION, TextChunk, TextClosed, TextOpened


def test_bytes_beyond_the_allowance_are_thrown_away() -> None:
    allowance = Allowance()
    texts = TextStreams(allowance)
    texts.open(TextOpened(0.0, "agent", "lk.chat", "a", {}), is_bounded=True)
    piece = "x" * 8_000_000
    taken = [texts.extend(TextChunk(0.0, "a", piece)) for _ in range(10)]

    text = texts.close(TextClosed(1.0, "a", is_whole=True))
    assert text is not None
    assert not text.is_whole
    assert text.size <= 16_000_000 <= MOST_TURN_BYTES
    assert [words is not None for words in taken][:3] == [True, True, False]
    assert "bytes" in allowance.end_turn()
    assert allowance.end_turn() == ""


def test_names_of_files_become_harmless() -> None:
    for name in ("../x", "/etc/passwd", "..", "", "a" * 1_000 + ".csv", "x.tar.gz", "\0", "a/b\\c"):
        safe = safe_name(name)
        assert set(safe) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.")
        assert ".." not in safe
        assert 0 < len(safe) <= 100


def test_an_agent_cannot_fill_the_record_with_faults() -> None:
    faults = Faults(RealClock())
    for number in range(1_000):
        faults.add("agent", "raised", f"{number}\n" + "x" * 1_000)
    faults.add("harness", "capture_failed", "ours")

    assert len(faults.all()) == MOST_OF_A_TURN + 1
    assert all(len(fault.detail) <= 500 and "\n" not in fault.detail for fault in faults.all())


def test_a_fault_belongs_to_the_turn_in_which_it_was_asked_for() -> None:
    clock = VirtualClock()
    faults = Faults(clock)
    for turn_index in (1, 3):
        clock.skip(10.0)
        faults.begin_turn(turn_index)
    for asked_s in (None, 15.0, 25.0, 5.0, float("nan")):
        faults.add("agent", "raised", "", asked_s=asked_s)

    assert [fault.turn_index for fault in faults.all()] == [3, 1, 3, 3, 3]


@pytest.mark.parametrize(
    ("began_s", "are_aborted", "is_cut_short"),
    [
        (5.0, [True], True),
        (5.0, [False], False),
        (5.0, [False, True], True),
        (5.0, [True, False], False),
        (1.0, [True], False),
    ],
)
def test_an_answer_whose_last_words_are_broken_off_is_not_finished(
    began_s: float, are_aborted: list[bool], is_cut_short: bool
) -> None:
    exchange = Exchange(1, 0.0)
    exchange.words_begin(0.5)
    exchange.words_ended_s = 3.0
    for number, is_aborted in enumerate(are_aborted):
        text = TextStream(number, "agent", TRANSCRIPTION, {}, began_s, began_s + 1, not is_aborted)
        text.is_aborted = is_aborted
        exchange.say(text)

    assert exchange.is_cut_short is is_cut_short
