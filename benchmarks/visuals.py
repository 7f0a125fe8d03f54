"""How long it takes to follow the screen of a meeting: pictures compared, the log folded."""

from __future__ import annotations

import io
import json
import statistics
import tempfile
import time
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.visuals.keyframes import frame_difference
from modylbench.evaluation.visuals.observing import observe_screens
from modylbench.evaluation.visuals.opening import open_picture
from modylbench.recording.events import (
    Frame,
    KeptFile,
    MeetingEvent,
    PlannedLine,
    RecordedExchange,
    SurfaceUpdate,
    Utterance,
)
from modylbench.recording.recording import AgentUnderTest, Attendance, MeetingRecording, Setting
from modylbench.surfaces.catalog.document import CATALOG_ID

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.timing import Figure

CHANGES, TURNS = 300, 25
SIZE = 1280, 720
REPEATS = 15
CHOICE_MS, MEETING_S = 10.0, 5.0  # issue 20


def figures() -> Iterator[Figure]:
    """One picture beside the one before it, and a meeting of 300 changes, each with a picture."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for number in range(2):
            (folder / f"{number}.png").write_bytes(_page(number))
        before, after = (open_picture(folder / f"{number}.png") for number in range(2))

        def compared() -> None:
            frame_difference(before, replace(after))  # which nobody has hashed yet

        compared()
        yield "screen: a keyframe is chosen, 1280 x 720, CPU", _cpu_ms(compared), "ms", CHOICE_MS
        opened_ms = _cpu_ms(lambda: open_picture(folder / "1.png"))
        yield "  its picture is opened beforehand, CPU", opened_ms, "ms", None
        recording = _meeting(folder)
        start = time.process_time()
        found = observe_screens(recording, folder, {})
        taken = time.process_time() - start
        if found.frames.compared != CHANGES - 1:
            message = f"compared {found.frames.compared} pictures, expected {CHANGES - 1}"
            raise RuntimeError(message)
        yield f"screen: a meeting of {CHANGES} changes is followed, CPU", taken, "s", MEETING_S


def _cpu_ms(work: Callable[[], object]) -> float:
    """The median processor time of the work."""
    taken = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return 1e3 * statistics.median(taken)


def _page(number: int) -> bytes:
    """A page of figures of which one is this number."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", SIZE, "white")
    pen = ImageDraw.Draw(picture)
    for row in range(28):
        for column in range(12):
            pen.text((20 + column * 100, 10 + row * 25), f"{row * 97 + column:,}", fill="black")
    pen.text((700, 300), f"{number}", fill="black")
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=1)
    return file.getvalue()


def _meeting(folder: Path) -> MeetingRecording:
    """A recording of 25 turns in which a surface of fifty cells changes twelve times each."""
    events: list[MeetingEvent] = []
    exchanges: list[RecordedExchange] = []
    at_a_time = CHANGES // TURNS
    for turn in range(TURNS):
        index, lines = 2 * turn + 1, list[dict[str, Any]]()
        start_s = 60.0 * turn
        asked = f"asked-{index}"
        events.append(
            Utterance(
                turn_index=index, id=asked, speaker="p", text="So?", started_s=start_s,
                ended_s=start_s + 1, planned=PlannedLine(alternative=0),
            )
        )  # fmt: skip
        for change in range(at_a_time):
            number, at_s = turn * at_a_time + change, start_s + 2 + change
            messages = _messages(number)
            events.append(
                SurfaceUpdate(
                    turn_index=index, sender="agent", at_s=at_s, first_line=len(lines),
                    messages=len(messages), is_visible=True,
                )
            )  # fmt: skip
            lines += messages
            file = _kept(folder, f"frame-{number:03}.png", _page(number))
            events.append(
                Frame(turn_index=index, file=file, at_s=at_s, source="surface", surface_id="main")
            )
        text = "".join(json.dumps(line) + "\n" for line in lines).encode()
        exchanges.append(
            RecordedExchange(
                turn_index=index, beat="b", beat_number=1, phase="work", edge_case=None,
                asked=asked, outcome="answered", ended_s=start_s + 59,
                messages=_kept(folder, f"turn-{index:02}.jsonl", text),
            )
        )  # fmt: skip
    setting = Setting(clock="virtual", room="r", speech="v", screens="n", harness_version="0")
    return MeetingRecording(
        scenario_id="s", scenario_version=1, seed=0, edge_case="seed", is_official=False,
        agent=AgentUnderTest(name="a"), setting=setting, planned_turns=2 * TURNS,
        participants=(Attendance(identity="p", name="P", kind="standard", role="r"),),
        ending="completed", duration_s=60.0 * TURNS, log=_kept(folder, "events.jsonl", b""),
        exchanges=tuple(exchanges), events=tuple(events),
    )  # fmt: skip


def _messages(number: int) -> list[dict[str, Any]]:
    where = {"surfaceId": "main"}
    if number:
        change = {**where, "path": f"/cells/{number % 50}", "value": f"{number}"}
        return [{"version": "v0.9", "updateDataModel": change}]
    names = [f"cell-{cell}" for cell in range(50)]
    components: list[dict[str, Any]] = [{"id": "root", "component": "Column", "children": names}]
    components += [
        {"id": name, "component": "Text", "text": {"path": f"/cells/{cell}"}}
        for cell, name in enumerate(names)
    ]
    values = {"cells": ["0"] * 50}
    return [
        {"version": "v0.9", "createSurface": {**where, "catalogId": CATALOG_ID}},
        {"version": "v0.9", "updateDataModel": {**where, "path": "/", "value": values}},
        {"version": "v0.9", "updateComponents": {**where, "components": components}},
    ]


def _kept(folder: Path, name: str, content: bytes) -> KeptFile:
    (folder / name).write_bytes(content)
    return KeptFile(path=name, sha256=sha256(content).hexdigest(), size=len(content))


if __name__ == "__main__":
    for what, value, unit, most in figures():
        print(f"{what:<52} {value:8.3f} {unit} {'' if most is None else f'target {most:g} {unit}'}")
