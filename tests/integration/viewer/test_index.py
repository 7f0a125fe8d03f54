"""The list of a folder's meetings says how far each came, and reads only what is new."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from modylbench.viewer import index as module
from modylbench.viewer.index import MeetingIndex
from modylbench.viewer.listing import ScoresInShort, facts_in
from modylbench.viewer.shapes import IndexData

PLAN = {
    "agent": {"name": "an_agent", "settings": {}}, "audio": "none", "beats": "",
    "edge_cases": "seed", "harness_digest": "x", "harness_version": "0", "schema_version": 1,
    "scenario_versions": {"scientist": 1}, "scenarios": ["scientist"], "screens": False,
}  # fmt: skip
CARD: dict[str, Any] = {
    "combined": 4.5, "tier": None, "journey": 5.0, "destination": 4.0, "dynamics": None,
    "limits": [{"rule": "wrong_product", "before": 6.0, "after": 4.5}],
    "edge_cases": [{"has_failed": True}, {"has_failed": False}], "more": "that nobody lists",
}  # fmt: skip
NOW_S = 1_800_000_000.0


class Time:
    """Goes on by so much whenever somebody looks."""

    def __init__(self, step_s: float = 1.0) -> None:
        self.at_s = 0.0
        self.step_s = step_s

    def now_s(self) -> float:
        self.at_s += self.step_s
        return self.at_s


def run_in(folder: Path, seeds: int = 1) -> Path:
    folder.mkdir(parents=True)
    trials = [
        {"scenario": "scientist", "scenario_id": "scientist", "seed": at} for at in range(seeds)
    ]
    plan = PLAN | {"seeds": list(range(seeds)), "trials": trials}
    (folder / "run.json").write_text(json.dumps(plan), encoding="utf-8")
    return folder


def put(run: Path, seed: int = 0, **records: Any) -> Path:
    """Records of a meeting, each put there whole, as the harness does."""
    trial = run / "scientist" / f"seed-{seed}"
    trial.mkdir(parents=True, exist_ok=True)
    for name, value in records.items():
        suffix = "jsonl" if name in ("events", "judgments") else "json"
        (trial / "partial").write_text(json.dumps(value), encoding="utf-8")
        (trial / "partial").rename(trial / f"{name}.{suffix}")
        os.utime(trial / f"{name}.{suffix}", (NOW_S - 10, NOW_S - 10))
    return trial


def index_of(
    folder: Path, cache: Path | None = None, *, now_s: float = NOW_S, time: Time | None = None
) -> MeetingIndex:
    return MeetingIndex(folder, (time or Time()).now_s, wall_s=lambda: now_s, cache=cache)


def states(found: IndexData) -> list[str]:
    return [row["state"] for row in found["meetings"]]


def test_a_scorecard_is_told_in_short(tmp_path: Path) -> None:
    put(run_in(tmp_path / "runs" / "one"), recording={}, evaluation={}, scorecard=CARD)
    found = index_of(tmp_path / "runs").look()

    (row,) = found["meetings"]
    assert (row["key"], row["scenario"], row["seed"]) == ("one:scientist-0", "scientist", 0)
    assert (row["state"], row["score"], row["journey"]) == ("scored", 4.5, 5.0)
    assert (row["traps"], row["caps"]) == (1, ["wrong_product"])
    assert found["runs"][0]["agent"] == "an_agent"


@pytest.mark.parametrize(
    ("records", "later_s", "state"),
    [
        ({}, 0, "not held"),
        ({"events": {}}, 0, "in progress"),
        ({"events": {}}, 1_000, "cut"),
        ({"events": {}, "recording": {}}, 0, "not judged"),
        ({"recording": {}, "judgments": {}}, 0, "judging"),
        ({"recording": {}, "judgments": {}}, 1_000, "not judged"),
        ({"recording": {}, "evaluation": {}, "scorecard": CARD}, 0, "scored"),
        ({"recording": {}, "evaluation": {}, "scorecard": {"combined": "high"}}, 0, "unreadable"),
        ({"recording": {}, "scorecard": CARD}, 0, "not judged"),
    ],
)  # fmt: skip
def test_how_far_a_meeting_came_is_told(
    tmp_path: Path, records: dict[str, Any], later_s: int, state: str
) -> None:
    put(run_in(tmp_path / "one"), **records)

    assert states(index_of(tmp_path, now_s=NOW_S + later_s).look()) == [state]


def test_a_run_itself_and_runs_in_groups_are_found(tmp_path: Path) -> None:
    put(run_in(tmp_path / "a" / "one"))
    put(run_in(tmp_path / "two"))

    keys = [row["key"] for row in index_of(tmp_path).look()["meetings"]]
    assert keys == ["a:one:scientist-0", "two:scientist-0"]
    assert index_of(tmp_path / "two").meeting("two:scientist-0") is not None
    assert index_of(tmp_path / "two").meeting("one:scientist-0") is None


def test_what_is_new_is_seen_and_what_was_read_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []

    def counted(folder: Path) -> ScoresInShort:
        read.append(folder)
        return facts_in(folder)

    time = Time(step_s=0.0)
    monkeypatch.setattr(module, "facts_in", counted)
    run, cache = run_in(tmp_path / "runs" / "one", seeds=2), tmp_path / "cache"
    put(run, 0, recording={}, evaluation={}, scorecard=CARD)
    viewed = index_of(tmp_path / "runs", cache, time=time)
    first = viewed.look()
    time.at_s += 2.0
    again = viewed.look()
    assert (again["version"], len(read)) == (first["version"], 1)

    put(run, 1, recording={}, evaluation={}, scorecard=CARD | {"combined": 9.0, "tier": "mentor"})
    assert viewed.look()["version"] == first["version"]  # who asks at once gets what there was
    time.at_s += 2.0
    changed = viewed.look()
    assert changed["version"] != first["version"]
    assert [row["score"] for row in changed["meetings"]] == [4.5, 9.0]
    put(run, 0, scorecard=CARD | {"combined": 7.25})
    time.at_s += 2.0
    assert [row["score"] for row in viewed.look()["meetings"]] == [7.25, 9.0]
    assert len(read) == 3

    later = index_of(tmp_path / "runs", cache).look()
    assert [row["score"] for row in later["meetings"]] == [7.25, 9.0]
    assert len(read) == 3


@pytest.mark.parametrize("kept", ["", "[]", '{"version": 1}', '{"version": 1, "meetings": [3]}'])
def test_a_damaged_cache_counts_for_nothing(tmp_path: Path, kept: str) -> None:
    put(run_in(tmp_path / "runs" / "one"), recording={}, evaluation={}, scorecard=CARD)
    cache = tmp_path / "cache"
    index_of(tmp_path / "runs", cache).look()
    (file,) = cache.iterdir()
    file.write_text(kept, encoding="utf-8")

    assert states(index_of(tmp_path / "runs", cache).look()) == ["scored"]


def test_what_takes_long_is_told_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "READING_S", 1.5)  # reading takes a second each
    run = run_in(tmp_path / "one", seeds=4)
    for seed in range(4):
        put(run, seed, recording={}, evaluation={}, scorecard=CARD)
    viewed = index_of(tmp_path)

    first = viewed.look()
    assert 0 < first["unread"] < 4
    for _ in range(4):
        last = viewed.look()
    assert (last["unread"], states(last)) == (0, ["scored"] * 4)
