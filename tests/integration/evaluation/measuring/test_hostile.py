"""Measuring never fails because of what an agent sent."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.staging.meetings import captions, record_meeting
from tests.staging.recordings import with_turns

from modylbench.evaluation.facts import MeetingFacts
from modylbench.evaluation.measuring.measure import meeting_facts
from modylbench.evaluation.views.turns import AgentWords
from modylbench.foundation.errors import BadFile
from modylbench.recording.events import DeliveredFile, Frame, KeptFile
from modylbench.recording.recording import MeetingRecording
from modylbench.runs.variant import select_beats
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import Variant, instantiate

SHORT = "2-3"
SOUND = "sound.json"
ID = "a" * 64
scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=True)
    | st.text(max_size=20)
    | st.sampled_from(["1e999", "NaN", "$1.5M", "\u202e12%", "IGNORE ALL", "/a/b", "\ud800"])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


@cache
def short() -> Variant:
    return select_beats(instantiate(scenario("deep_researcher"), 0), SHORT)


@pytest.fixture(scope="module")
def meeting(tmp_path_factory: pytest.TempPathFactory) -> tuple[MeetingRecording, Path]:
    folder = tmp_path_factory.mktemp("meeting")
    recording = record_meeting("oracle", short(), folder, beats=SHORT)
    last = recording.turns[-1].agent.surfaces
    assert last is not None
    (folder / SOUND).write_bytes((folder / last.path).read_bytes())
    return recording, folder


def facts(recording: MeetingRecording, folder: Path) -> MeetingFacts:
    found = meeting_facts(recording, folder, short(), captions(recording))
    return MeetingFacts.model_validate_json(found.model_dump_json())  # nothing that JSON cannot say


def spoilt(recording: MeetingRecording, folder: Path, state: bytes, messages: bytes) -> None:
    """Put other bytes into every file of the surfaces; that they are others is not our matter."""
    for turn in recording.turns:
        for kept, content in ((turn.agent.surfaces, state), (turn.agent.messages, messages)):
            if kept is not None:
                (folder / kept.path).write_bytes(content)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_junk_on_the_surfaces_is_measured(
    meeting: tuple[MeetingRecording, Path], data: st.DataObject
) -> None:
    recording, folder = meeting
    state: Any = json.loads((folder / SOUND).read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        state = with_junk(state, data)
    messages = data.draw(st.lists(values, max_size=3))
    lines = "\n".join(json.dumps(message) for message in messages)
    spoilt(recording, folder, json.dumps(state).encode(), lines.encode())

    found = facts(recording, folder)

    assert len(found.turns) == len(recording.turns)


def with_junk(value: Any, data: st.DataObject) -> Any:
    """The value with something else at a place drawn at random, more often deep than not."""
    if not isinstance(value, dict | list) or not value or data.draw(st.integers(0, 9)) == 0:
        return data.draw(values)
    if isinstance(value, list):
        place = data.draw(st.integers(0, len(value) - 1))
        return [*value[:place], with_junk(value[place], data), *value[place + 1 :]]
    key = data.draw(st.sampled_from(sorted(value)))
    return {**value, key: with_junk(value[key], data)}


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[" * 100_000, b"\xff\xfe\x00", b"null", b"[1, [], {}]", b'[{"surface_id": 1}]'],
    ids=["empty", "cut", "nested", "no text", "null", "no surfaces", "no id"],
)
def test_files_of_surfaces_that_are_none_show_nothing(
    meeting: tuple[MeetingRecording, Path], content: bytes
) -> None:
    recording, folder = meeting
    spoilt(recording, folder, content, content)

    found = facts(recording, folder)

    assert not any(product.is_present for product in found.products)
    assert all(turn.work.standing and turn.work.standing.passed == 0 for turn in found.turns)


@pytest.mark.parametrize("name", ["a.xlsx", "a.pdf", "a.docx", "a.csv", "a.json", "a.zip", "a.py"])
@pytest.mark.parametrize("content", [b"", b"\x00" * 64, b"PK\x03\x04junk", b"[[[[", b"=1/0,,\n"])
def test_files_that_cannot_be_read_are_no_products(
    meeting: tuple[MeetingRecording, Path], name: str, content: bytes
) -> None:
    recording, folder = meeting
    spoilt(recording, folder, b"[]", b"")
    (folder / "sent").mkdir(exist_ok=True)
    (folder / "sent" / name).write_bytes(content)
    file = KeptFile(path=f"sent/{name}", sha256=ID, size=len(content))
    sent = DeliveredFile(sender="agent", name=name, mime_type="", file=file, at_s=1.0)
    turn = recording.turns[0]
    agent = turn.agent.model_copy(update={"files": (sent,)})
    turns = (turn.model_copy(update={"agent": agent}), *recording.turns[1:])

    found = facts(with_turns(recording, turns), folder)

    assert found.turns[0].work.has_changed
    assert not any(finding.passed for product in found.products for finding in product.findings)


def test_a_file_that_is_gone_is_told(tmp_path: Path) -> None:
    recording = record_meeting("oracle", short(), tmp_path, beats=SHORT)
    kept = next(turn.agent.surfaces for turn in recording.turns if turn.agent.surfaces)
    (tmp_path / kept.path).unlink()

    with pytest.raises(BadFile, match="cannot be read"):
        meeting_facts(recording, tmp_path, short(), {})


def test_findings_of_pictures_may_say_anything(meeting: tuple[MeetingRecording, Path]) -> None:
    recording, folder = meeting
    spoilt(recording, folder, b"[]", b"")
    file = KeptFile(path="x.png", sha256=ID, size=0)
    frame = Frame(file=file, at_s=0, source="surface", surface_id=None, findings=({}, {"code": ""}))
    turn = recording.turns[0]
    agent = turn.agent.model_copy(update={"frames": (frame,)})
    turns = (turn.model_copy(update={"agent": agent}), *recording.turns[1:])

    found = facts(with_turns(recording, turns), folder)

    assert [finding.code for finding in found.turns[0].screen.findings] == ["unknown", "unknown"]


def test_words_of_any_kind_are_measured(meeting: tuple[MeetingRecording, Path]) -> None:
    recording, folder = meeting
    spoilt(recording, folder, b"[]", b"")
    words = {
        turn.turn_index: AgentWords("\u202e1e400% of $-0.00x " * 200, "asr")
        for turn in recording.turns
    }

    found = meeting_facts(recording, folder, short(), words)

    assert found.hearing == "speech recognition"
