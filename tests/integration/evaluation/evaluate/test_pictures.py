"""Judges see what the person saw in a turn, and nothing that was gone."""

import json
from pathlib import Path
from typing import Any

from tests.staging.recordings import fields_of_turns

from modylbench.evaluation.evaluate.pictures import Picture, TurnPictures, pictures_by_turn
from modylbench.recording.events import Frame, KeptFile
from modylbench.recording.recording import AgentUnderTest, MeetingRecording, Setting
from modylbench.recording.turns import AgentTurn, HumanTurn, RecordedTurn

MODEL, GRID = {"surface_id": "model", "data": 1}, {"surface_id": "grid", "data": 1}
Turn = tuple[list[Any] | None, list[Frame]]
SETTING = Setting(clock="virtual", room="r", speech="v", screens="n", harness_version="0")


def kept(path: str) -> KeptFile:
    return KeptFile(path=path, sha256=path.encode().hex().ljust(64, "0")[-64:], size=1)


def frame(turn: int, name: str, source: Any = "surface", at_s: float = 0.0) -> Frame:
    surface = name if source == "surface" else None
    file = kept(f"media/turn-{turn:02}/{name}.png")
    return Frame(file=file, at_s=at_s or 10.0 * turn, source=source, surface_id=surface)


def seen(
    folder: Path,
    *turns: Turn,
    events: list[Any] | None = None,
    keyframes: dict[int, tuple[str, ...]] | None = None,
) -> list[TurnPictures]:
    """What is seen in turns 0, 1, 2...: the state that each leaves (None: as before), and frames.

    Turn n ends at second 10 n + 5.
    """
    lines = [json.dumps(event) + "\n" for event in events or []]
    (folder / "events.jsonl").write_text("".join(lines))
    recorded: list[RecordedTurn] = []
    state: KeptFile | None = None
    for number, (surfaces, frames) in enumerate(turns):
        if surfaces is not None:
            state = kept(f"turn-{number:02}.json")
            (folder / state.path).write_text(json.dumps(surfaces))
        human = HumanTurn(
            speaker="p", channel="voice", text="So?", alternative=0, started_s=0, ended_s=1
        )
        agent = AgentTurn(
            outcome="answered", ended_s=10.0 * number + 5, surfaces=state, frames=tuple(frames)
        )
        recorded.append(
            RecordedTurn(
                turn_index=number, beat="b", beat_number=1, phase="work", edge_case=None,
                human=human, agent=agent,
            )
        )  # fmt: skip
    recording = MeetingRecording(
        scenario_id="s", scenario_version=1, seed=0, edge_case="seed", is_official=True,
        agent=AgentUnderTest(name="a"), setting=SETTING, participants=(), planned_turns=1,
        ending="completed", duration_s=1, log=kept("events.jsonl"), **fields_of_turns(recorded),
    )  # fmt: skip
    return list(pictures_by_turn(recording, folder, keyframes or {}).values())


def names(pictures: tuple[Picture, ...]) -> list[str]:
    return [picture.frame.file.path.removeprefix("media/") for picture in pictures]


def test_a_turn_in_which_nothing_changed_has_the_pictures_that_still_hold(tmp_path: Path) -> None:
    _, second, third = seen(
        tmp_path, ([MODEL], [frame(0, "model")]), (None, []), ([MODEL, GRID], [frame(2, "grid")])
    )

    assert names(second.pictures) == ["turn-00/model.png"]
    assert [picture.turn_index for picture in second.pictures] == [0]
    assert names(third.pictures) == ["turn-00/model.png", "turn-02/grid.png"]


def test_a_surface_that_was_deleted_is_not_shown(tmp_path: Path) -> None:
    first = ([MODEL, GRID], [frame(0, "model"), frame(0, "grid")])
    _, second = seen(tmp_path, first, ([GRID], []))

    assert names(second.pictures) == names(second.standing) == ["turn-00/grid.png"]


def test_a_picture_of_how_a_surface_was_before_is_not_shown(tmp_path: Path) -> None:
    _, second = seen(tmp_path, ([MODEL], [frame(0, "model")]), ([MODEL | {"data": 2}], []))

    assert second == TurnPictures()


def test_of_many_pictures_each_thing_that_stands_is_seen_and_then_the_latest(
    tmp_path: Path,
) -> None:
    film = [
        frame(1, f"share-{number}", "screenshare", at_s=10 + number / 10) for number in range(20)
    ]
    _, second = seen(tmp_path, ([MODEL], [frame(0, "model")]), (None, film))

    assert names(second.pictures) == [
        "turn-00/model.png", *(f"turn-01/share-{number}.png" for number in range(13, 20))
    ]  # fmt: skip
    assert names(second.standing) == ["turn-00/model.png", "turn-01/share-19.png"]


def test_of_many_pictures_those_that_changed_most_are_seen_and_in_order_of_time(
    tmp_path: Path,
) -> None:
    film = [
        frame(1, f"share-{number:02}", "screenshare", at_s=10 + number / 10) for number in range(20)
    ]
    best = tuple(f"media/turn-01/share-{n:02}.png" for n in (9, 3, 5, 1, 0, 2, 4, 6))
    _, second = seen(tmp_path, ([MODEL], [frame(0, "model")]), (None, film), keyframes={1: best})

    assert names(second.pictures) == [
        "turn-00/model.png",
        *(f"turn-01/share-{number:02}.png" for number in (0, 1, 2, 3, 5, 9, 19)),
    ]


def test_a_share_is_seen_until_it_ends(tmp_path: Path) -> None:
    ended = {"at_s": 13.0, "kind": "track_ended", "identity": "agent", "source": "screenshare"}
    shared: Turn = ([], [frame(0, "share", "screenshare", at_s=2.0)])
    first, second, third = seen(tmp_path, shared, (None, []), (None, []), events=[ended])
    still_on = seen(tmp_path, shared, (None, []), events=[ended | {"source": "microphone"}])

    assert names(first.standing) == ["turn-00/share.png"]
    assert second == third == TurnPictures()
    assert names(still_on[-1].pictures) == ["turn-00/share.png"]
