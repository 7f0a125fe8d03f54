"""A whole meeting leaves its sound and pictures, in flat memory, with the real browser."""

import json
import os
import signal
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.staging.meetings import (
    AgentTools,
    AnsweringAgent,
    Hum,
    Setup,
    answer_politely,
    fault_codes,
    hold_meeting,
    is_complete,
    scenario,
)
from typing_extensions import override

from modylbench.foundation.record import canonical_json
from modylbench.meeting.arrangements import MeetingProgress
from modylbench.meeting.capture.screen.screens import Screens
from modylbench.meeting.room import A2UI
from modylbench.providers.chromium import NoScreen, chromium
from modylbench.providers.speech.cache import CachedVoice
from modylbench.providers.speech.speech import NoVoice
from modylbench.providers.speech.voices import best_voice
from modylbench.scenarios.scenario import Scenario
from modylbench.surfaces.catalog.document import CATALOG_ID


@pytest.fixture(scope="module")
def screens() -> Iterator[Screens]:
    with Screens.open() as opened:
        yield opened


def surface(name: str, text: str) -> str:
    """The messages that show a text."""
    place = {"surfaceId": name}
    component = {"id": "root", "component": "Text", "text": text}
    messages = [
        {"version": "v0.9", "createSurface": {**place, "catalogId": CATALOG_ID}},
        {"version": "v0.9", "updateComponents": {**place, "components": [component]}},
    ]
    return "\n".join(json.dumps(message) for message in messages)


def update(name: str, text: str) -> str:
    component = {"id": "root", "component": "Text", "text": text}
    body = {"surfaceId": name, "components": [component]}
    return json.dumps({"version": "v0.9", "updateComponents": body})


async def shows(desk: AgentTools) -> None:
    """Show something, change it twice while speaking, and leave it alone in the second turn."""
    if desk.number == 1:
        await desk.connection.send_text(surface("main", "Version 1"), A2UI, {"seq": "1"})
        await desk.say("First.", 1.0)
        await desk.connection.send_text(update("main", "Version 2"), A2UI, {"seq": "2"})
        await desk.say("Second.", 0.2)
        await desk.connection.send_text(update("main", "Version 3"), A2UI, {"seq": "3"})
    await desk.say("That is it.")


def test_surfaces_are_pictured_when_they_change(screens: Screens, tmp_path: Path) -> None:
    recording = hold_meeting(AnsweringAgent(shows), tmp_path, Setup(slots=2, screens=screens))

    first, second = (turn.agent for turn in recording.turns)
    assert len(first.frames) == 2  # the second and third change fall into one
    assert [frame.outline is not None for frame in first.frames] == [False, True]
    assert first.frames[1].outline is not None
    assert "Version 3" in (tmp_path / first.frames[1].outline.path).read_text()
    assert first.frames[0].checks == {}
    assert first.frames[1].checks["contrast_ok"] is True
    assert first.frames[1].checks["axis_labels_ok"] is None  # there is no chart
    assert second.frames == ()
    assert second.messages is None
    assert second.surfaces == first.surfaces
    assert first.messages is not None
    assert len((tmp_path / first.messages.path).read_text().splitlines()) == 4
    assert recording.setting.screens.startswith("Chromium ")
    assert is_complete(recording, tmp_path)


def test_a_meeting_with_pictures_leaves_the_same_bytes(screens: Screens, tmp_path: Path) -> None:
    kept = [
        canonical_json(
            hold_meeting(AnsweringAgent(shows), tmp_path / name, setup).model_dump(mode="json")
        )
        for name, setup in (
            ("one", Setup(slots=2, screens=screens)),
            ("two", Setup(slots=2, screens=screens)),
        )
    ]

    assert kept[0] == kept[1]


def test_a_browser_that_crashes_is_started_again(screens: Screens, tmp_path: Path) -> None:
    hold_meeting(AnsweringAgent(shows), tmp_path / "before", Setup(screens=screens))
    killed = [pid for pid in _children(os.getpid()) if _is_chromium(pid)]
    assert killed
    for pid in killed:
        os.kill(pid, signal.SIGKILL)

    recording = hold_meeting(AnsweringAgent(shows), tmp_path / "after", Setup(screens=screens))

    assert len(recording.turns[0].agent.frames) == 2
    assert recording.is_valid


def test_a_browser_that_cannot_be_started_spoils_one_meeting_and_not_the_next(
    tmp_path: Path,
) -> None:
    program = tmp_path / "chromium"
    program.symlink_to(chromium(None))
    before = set(_children(os.getpid()))
    with Screens.open(program) as screens:
        assert hold_meeting(
            AnsweringAgent(shows), tmp_path / "first", Setup(screens=screens)
        ).is_valid
        program.unlink()
        for pid in set(_children(os.getpid())) - before:
            if _is_chromium(pid):
                os.kill(pid, signal.SIGKILL)

        second = hold_meeting(AnsweringAgent(shows), tmp_path / "second", Setup(screens=screens))
        program.symlink_to(chromium(None))
        third = hold_meeting(AnsweringAgent(shows), tmp_path / "third", Setup(screens=screens))

    assert ("infrastructure", "browser_failed") in fault_codes(second)
    assert not second.is_valid
    assert fault_codes(third) == []
    assert len(third.turns[0].agent.frames) == 2


def _children(pid: int) -> list[int]:
    """All processes below one, on Linux."""
    below = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has just ended
            below += [int(child) for child in (task / "children").read_text().split()]
    return below + [other for child in below for other in _children(child)]


def _is_chromium(pid: int) -> bool:
    command = Path(f"/proc/{pid}/cmdline").read_bytes()
    return b"chrom" in command.split(b"\0")[0] and b"--type=" not in command


def test_without_a_browser_the_reason_is_told(tmp_path: Path) -> None:
    with pytest.raises(NoScreen, match="no program"), Screens.open(tmp_path / "none"):
        pass


def test_a_real_voice_is_heard_as_it_was_spoken(tmp_path: Path) -> None:
    try:
        voice = CachedVoice(best_voice(), tmp_path / "speech")
    except NoVoice as error:
        pytest.skip(str(error))

    recording = hold_meeting(
        AnsweringAgent(answer_politely), tmp_path / "trial", Setup(voice=voice)
    )

    turn = recording.turns[0]
    assert (recording.is_valid, fault_codes(recording)) == (True, [])
    spoken = [voice for voice in turn.voices if voice.identity == "priya_nair"]
    assert spoken[-1].ended_s == pytest.approx(turn.human.ended_s, abs=0.05)
    assert turn.agent.latency.response_s is not None
    assert turn.agent.latency.response_s == pytest.approx(1.0, abs=0.002)
    assert recording.setting.speech == voice.name


def test_memory_does_not_grow_from_the_tenth_to_the_fiftieth_turn(tmp_path: Path) -> None:
    sizes: list[int] = []

    class Watching(list[MeetingProgress]):
        @override
        def append(self, progress: MeetingProgress) -> None:
            sizes.append(tracemalloc.get_traced_memory()[0])

    async def answer(desk: AgentTools) -> None:
        text = surface("main", "v") if desk.number == 1 else update("main", f"v{desk.number}")
        await desk.connection.send_text(text, A2UI, {})
        await desk.connection.send_file(
            "model.csv", b"a,b\n" * 50_000, mime_type="text/csv", attributes={}
        )
        await desk.say("Words. " * 100, 8.0)

    setup = Setup(scenario=_fifty_turns(), watched=Watching(), voice=Hum())
    tracemalloc.start()
    try:
        recording = hold_meeting(AnsweringAgent(answer), tmp_path, setup)
    finally:
        tracemalloc.stop()

    assert len(recording.turns) == 50
    record = 40 * 100 * 800  # of so many timed words; the files would be 8 MB
    assert sizes[49] - sizes[9] < record


def _fifty_turns() -> Scenario:
    opening = scenario().turns[0]
    plain = opening.model_copy(update={"attachments": (), "follow_ups": ()})
    turns = [plain.model_copy(update={"turn_index": 1 + 2 * number}) for number in range(50)]
    return scenario().model_copy(
        update={"turns": tuple(turns), "closing": None, "timeout_minutes": 60.0}
    )
