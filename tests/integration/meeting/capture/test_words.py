"""What an agent sends is kept in the order that was meant, in files that are hashed."""

import hashlib
import json
from pathlib import Path

from modylbench.foundation.clock import RealClock
from modylbench.meeting.capture.allowance import Allowance
from modylbench.meeting.capture.screen.surfaces import SurfaceCapture
from modylbench.meeting.capture.store import EventLog, Folder
from modylbench.meeting.capture.words import TextStream
from modylbench.meeting.room import A2UI
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


def test_the_log_is_hashed_as_it_is_written(tmp_path: Path) -> None:
    log = EventLog(Folder(tmp_path), RealClock())
    log.write("text", 1.23456, text="long " * 1_000)
    log.write("text", 2.0, stream=1)

    log.close()

    kept = log.kept_file()
    content = (tmp_path / "events.jsonl").read_bytes()
    assert (kept.size, kept.sha256) == (len(content), hashlib.sha256(content).hexdigest())
    first, second = (json.loads(line) for line in content.splitlines())
    assert (first["at_s"], len(first["text"])) == (1.235, 5_000)
    assert second == {"at_s": 2.0, "kind": "text", "stream": 1}
