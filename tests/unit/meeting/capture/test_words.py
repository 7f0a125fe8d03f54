"""Are streams taken in the order that was meant, and never more of them than agreed?"""

import hashlib
import json
from pathlib import Path

import pytest

from modylbench.foundation.clock import RealClock
from modylbench.foundation.virtual_time import VirtualClock
from modylbench.meeting.capture.allowance import MOST_TURN_BYTES, Allowance
from modylbench.meeting.capture.faults import MOST_OF_A_TURN, Faults
from modylbench.meeting.capture.screen.surfaces import SurfaceCapture
from modylbench.meeting.capture.state import Exchange
from modylbench.meeting.capture.store import MOST_TEXT, EventLog, Folder, safe_name, text_fields
from modylbench.meeting.capture.words import TextStream, TextStreams
from modylbench.meeting.room import A2UI, TRANSCRIPTION, TextChunk, TextClosed, TextOpened
from modylbench.surfaces.catalog.document import CATALOG_ID


def shows(text: str, number: int, *, is_new: bool = False) -> TextStream:
    place = {"surfaceId": "main"}
    component = {"id": "root", "component": "Text", "text": text}
    messages = [{"version": "v0.9", "updateComponents": {**place, "components": [component]}}]
    if is_new:
        creation = {"version": "v0.9", "createSurface": {**place, "catalogId": CATALOG_ID}}
        messages.insert(0, creation)
    pieces = ["\n".join(json.dumps(message) for message in messages)]
    return TextStream(number, "agent", A2UI, {"seq": str(number)}, 0.0, pieces=pieces)


def shown(capture: SurfaceCapture) -> str:
    (snapshot,) = capture.surfaces.snapshot()
    return str(snapshot.components["root"]["text"])


def test_streams_that_end_out_of_order_are_taken_in_order(tmp_path: Path) -> None:
    capture = SurfaceCapture(Folder(tmp_path), Allowance())
    first, second = shows("one", 1, is_new=True), shows("two", 2)
    capture.open_stream(first)
    capture.open_stream(second)

    assert capture.close_stream(second) == []
    assert capture.surfaces.snapshot() == ()
    assert capture.close_stream(first) == []

    assert capture.end_turn()[2] == ()
    assert shown(capture) == "two"


def test_a_stream_that_never_ends_holds_the_others_up_until_the_turn_ends(tmp_path: Path) -> None:
    capture = SurfaceCapture(Folder(tmp_path), Allowance())
    capture.begin(1)
    hung, later = shows("never", 1), shows("later", 2, is_new=True)
    capture.open_stream(hung)
    capture.open_stream(later)
    capture.close_stream(later)

    messages, surfaces, faults = capture.end_turn()

    assert shown(capture) == "later"
    assert messages is not None
    assert surfaces is not None
    assert faults == ()


def test_what_stays_the_same_points_to_the_earlier_file(tmp_path: Path) -> None:
    capture = SurfaceCapture(Folder(tmp_path), Allowance())
    capture.begin(1)
    capture.close_stream(shows("one", 1, is_new=True))
    _, before, _ = capture.end_turn()
    capture.begin(3)
    capture.close_stream(shows("one", 2))
    messages, after, _ = capture.end_turn()

    assert before == after
    assert messages is not None
    assert messages.path == "surfaces/turn-03.jsonl"


def test_findings_of_a_turn_are_bounded_and_counted(tmp_path: Path) -> None:
    capture = SurfaceCapture(Folder(tmp_path), Allowance())
    capture.begin(1)
    for number in range(300):
        capture.close_stream(
            TextStream(number, "agent", A2UI, {}, 0.0, pieces=['{"version": "v0.9"}'])
        )

    _, _, faults = capture.end_turn()

    assert len(faults) == 101
    assert faults[-1].reason == "200 more of this turn"


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
    assert [one is not None for one in taken][:3] == [True, True, False]
    assert "bytes" in allowance.end_turn()
    assert allowance.end_turn() == ""


def test_names_of_files_become_harmless() -> None:
    for name in ("../x", "/etc/passwd", "..", "", "a" * 1_000 + ".csv", "x.tar.gz", "\0", "a/b\\c"):
        safe = safe_name(name)
        assert set(safe) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.")
        assert ".." not in safe
        assert 0 < len(safe) <= 100


def test_the_log_is_hashed_as_it_is_written(tmp_path: Path) -> None:
    log = EventLog(Folder(tmp_path), RealClock())
    log.write("text", 1.23456, **text_fields("long " * 1_000))
    log.write("text", 2.0, **text_fields("half \ud800"))

    log.close()

    kept = log.kept_file()
    content = (tmp_path / "events.jsonl").read_bytes()
    assert (kept.size, kept.sha256) == (len(content), hashlib.sha256(content).hexdigest())
    first, second = (json.loads(line) for line in content.splitlines())
    assert (first["at_s"], len(first["text"]), first["length"]) == (1.235, MOST_TEXT, 5_000)
    assert second["text"] == "half ?"


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
