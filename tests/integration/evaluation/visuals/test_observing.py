"""A recording's log and pictures become what happened on the screen, whatever lies in the files."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from PIL import Image, ImageDraw
from tests.staging.recordings import fields_of_turns

from modylbench.evaluation.facts import FrameCounts, ScreenChecks
from modylbench.evaluation.visuals import observing
from modylbench.evaluation.visuals.observing import MOST_CHANGES, MeetingVisuals, observe_screens
from modylbench.recording.events import Frame, KeptFile, SpokenWord, SurfaceUpdate
from modylbench.recording.recording import AgentUnderTest, MeetingRecording, Setting
from modylbench.recording.turns import AgentTurn, HumanTurn, RecordedTurn
from modylbench.surfaces.catalog.document import CATALOG_ID

SETTING = Setting(clock="virtual", room="r", speech="v", screens="n", harness_version="0")
HUMAN = HumanTurn(speaker="p", channel="voice", text="So?", alternative=0, started_s=0, ended_s=1)
MAIN = {"surfaceId": "main"}
CREATED = {"version": "v0.9", "createSurface": {**MAIN, "catalogId": CATALOG_ID}}
DELETED = {"version": "v0.9", "deleteSurface": MAIN}
Step = tuple[float, Sequence[dict[str, Any]]]


def text(value: str) -> dict[str, Any]:
    components = [{"id": "root", "component": "Text", "text": value}]
    return {"version": "v0.9", "updateComponents": {**MAIN, "components": components}}


def kept(folder: Path, name: str, content: bytes) -> KeptFile:
    (folder / name).write_bytes(content)
    return KeptFile(path=name, sha256=hashlib.sha256(content).hexdigest(), size=len(content))


def drawn(folder: Path, name: str, value: str, size: tuple[int, int] = (320, 180)) -> KeptFile:
    picture = Image.new("RGB", size, "white")
    ImageDraw.Draw(picture).text((20, 40), value, fill="black", font_size=40)
    picture.save(folder / name)
    return kept(folder, name, (folder / name).read_bytes())


def observed(
    folder: Path,
    steps: Sequence[Step] = (),
    pictures: Sequence[tuple[float, KeptFile]] = (),
    source: Literal["surface", "screenshare"] = "surface",
    words: Sequence[SpokenWord] = (),
) -> MeetingVisuals:
    """One turn of 60 s in which these messages came, and these pictures were taken."""
    lines, updates = list[str](), list[SurfaceUpdate]()
    for at_s, messages in steps:
        updates.append(
            SurfaceUpdate(
                turn_index=1, sender="agent", at_s=at_s, first_line=len(lines),
                messages=len(messages), is_visible=True,
            )
        )  # fmt: skip
        lines += [json.dumps(message) for message in messages]
    surface_id = "main" if source == "surface" else None
    frames = [
        Frame(file=file, at_s=at_s, source=source, surface_id=surface_id) for at_s, file in pictures
    ]
    agent = AgentTurn(
        outcome="answered", ended_s=60.0, frames=tuple(frames),
        messages=kept(folder, "turn-01.jsonl", "\n".join(lines).encode()) if lines else None,
    )  # fmt: skip
    turn = RecordedTurn(
        turn_index=1, beat="b", beat_number=1, phase="work", edge_case=None, human=HUMAN,
        agent=agent,
    )  # fmt: skip
    fields = fields_of_turns([turn])
    recording = MeetingRecording(
        scenario_id="s", scenario_version=1, seed=0, edge_case="seed", is_official=True,
        agent=AgentUnderTest(name="a"), setting=SETTING, participants=(), planned_turns=1,
        ending="completed", duration_s=60, log=kept(folder, "events.jsonl", b""),
        **fields | {"events": (*fields["events"], *updates)},
    )  # fmt: skip
    return observe_screens(recording, folder, {1: words})


def test_every_change_has_its_second_and_whether_it_led_on(tmp_path: Path) -> None:
    found = observed(
        tmp_path,
        [
            (2.0, [CREATED, text("Debt")]),
            (2.1, [text("Debt is")]),
            (2.2, [text("Wait")]),
            (2.3, [text("Debt is repaid")]),
            (2.4, [text("Debt is repaid")]),
            (3.0, [DELETED]),
            (3.2, [CREATED, text("Debt is repaid")]),
        ],
    ).of(1)

    told = [(change.at_s, change.leads_on) for change in found.kept_changes]
    assert told == [
        (2.0, True), (2.1, True), (2.2, False), (2.3, True), (3.0, False), (3.2, True),
    ]  # fmt: skip
    assert found.undone == 2


def test_what_is_not_shown_and_what_is_refused_is_no_change(tmp_path: Path) -> None:
    found = observed(tmp_path, [(2.0, [CREATED]), (3.0, [{"nonsense": 1}]), (4.0, [text("Debt")])])

    assert [change.at_s for change in found.of(1).changes] == [4.0]


def test_changes_without_end_are_counted(tmp_path: Path) -> None:
    steps = [(2.0, [CREATED]), *[(3.0 + n / 10, [text(f"{n}")]) for n in range(300)]]
    found = observed(tmp_path, steps).of(1)

    assert len(found.changes) == 300
    assert len(found.kept_changes) == MOST_CHANGES


def test_pictures_that_an_edit_asked_for_are_steady_and_one_that_jumps_is_not(
    tmp_path: Path,
) -> None:
    steps = [(2.0, [CREATED, text("A")]), (3.0, [text("B")]), (4.0, [text("A")])]
    one, other = drawn(tmp_path, "a.png", "Revenue"), drawn(tmp_path, "b.png", "Debt of it")

    jumps = observed(tmp_path, steps, [(2.6, one), (3.6, other), (60.0, one)])
    goes_on = observed(tmp_path, steps[:2], [(2.6, one), (60.0, other)])

    assert [pair.is_asked_for for pair in jumps.of(1).pairs] == [False, True]
    assert all(pair.ssim < 0.95 for pair in jumps.of(1).pairs)
    assert jumps.stability == 0.5
    assert goes_on.stability == 1.0
    assert observed(tmp_path, steps).stability is None


def test_one_digit_is_a_change_that_the_hash_does_not_see(tmp_path: Path) -> None:
    size = (1280, 720)
    files = [
        drawn(tmp_path, "a.png", "1,203", size),
        drawn(tmp_path, "b.png", "1,208", size),
        drawn(tmp_path, "c.png", "1,208", size),
    ]
    found = observed(
        tmp_path, [], [(at_s, file) for at_s, file in zip((2, 3, 4), files, strict=True)]
    )

    assert found.frames == FrameCounts(compared=2, changed=1, changed_by_hash=0)
    assert found.of(1).keyframes == ("a.png", "b.png")


def test_pictures_that_cannot_be_opened_are_counted_and_nothing_else_happens(
    tmp_path: Path,
) -> None:
    whole = drawn(tmp_path, "a.png", "Revenue")
    broken = [
        kept(tmp_path, "b.png", (tmp_path / "a.png").read_bytes()[:-40]),
        kept(tmp_path, "c.png", b""),
        KeptFile(path="gone.png", sha256="0" * 64, size=1),
    ]
    found = observed(tmp_path, [], [(2.0, whole), *((3.0, file) for file in broken), (9.0, whole)])

    assert found.frames == FrameCounts(unreadable=3)
    assert found.stability is None


def test_no_more_pictures_are_opened_than_are_allowed(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(observing, "MOST_PIXELS_OPENED", 2 * 320 * 180)
    files = [drawn(tmp_path, f"{n}.png", f"{n}") for n in range(5)]
    found = observed(tmp_path, [], [(2.0 + n, file) for n, file in enumerate(files)])

    assert (found.frames.compared, found.frames.uncompared) == (1, 3)


def test_a_shared_screen_is_checked_as_it_was_left(tmp_path: Path) -> None:
    file = drawn(tmp_path, "share.png", "Revenue of it")
    blank = drawn(tmp_path, "blank.png", "")
    found = observed(tmp_path, [], [(2.0, blank), (3.0, file)], source="screenshare")
    left_blank = observed(tmp_path, [], [(2.0, file), (3.0, blank)], source="screenshare")

    assert found.of(1).shared == (
        ScreenChecks(source="screenshare", contrast_ok=True, not_empty=True),
    )
    assert left_blank.of(1).shared == (ScreenChecks(source="screenshare", not_empty=False),)


def test_words_are_set_against_a_change_of_either_kind(tmp_path: Path) -> None:
    words = [
        SpokenWord(text=word, started_s=10.0 + n, ended_s=10.5 + n)
        for n, word in enumerate(["as", "you", "can", "see"])
    ]
    file = drawn(tmp_path, "share.png", "Revenue")
    shared = observed(tmp_path, [], [(9.0, file)], source="screenshare", words=words)
    surface = observed(tmp_path, [(12.0, [CREATED, text("Debt")])], words=words)

    assert shared.synchrony == 0.8
    assert surface.synchrony == 0.6
    assert [reference.is_early for reference in surface.of(1).references] == [True]
    assert observed(tmp_path).synchrony is None
