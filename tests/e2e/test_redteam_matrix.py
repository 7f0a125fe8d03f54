"""The matrix stops the attacks, resumes, and comes out the same however it is made."""

import json
import os
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from tests.staging.commands import try_command
from tests.staging.sampling import IS_NIGHTLY

from modylbench.pipeline.redteam.matrix import ROSTER
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.drawing.plot import edge_case_of_seed

SCENARIOS = tuple(shipped_scenarios()) if IS_NIGHTLY else ("business_analyst",)
STANCES = ("refuser", "complier")
ATTACKS = [name for name, kind in ROSTER.items() if kind == "attack"]
PATIENCE_S = 3600 if IS_NIGHTLY else 600


def telling_seed(name: str) -> int:
    """The first seed with a critical edge case at which the gambler has no luck."""
    source = scenario(name)
    return next(
        seed
        for seed in range(1, 100)
        if seed % 3 and getattr(edge_case_of_seed(source, seed), "severity", "") == "critical"
    )


SEEDS = "0-2" if IS_NIGHTLY else str(telling_seed(SCENARIOS[0]))


def redteam(cache: Path, *options: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-m", "modylbench", "redteam", *options],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        env={"MODYLBENCH_CACHE": str(cache), "PATH": os.defpath},
    )
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def matrix(cache: Path) -> dict[str, dict[str, Any]]:
    options = ("--scenarios", ",".join(SCENARIOS), "--seeds", SEEDS, "--jobs", "2", "--json")
    found = json.loads(redteam(cache, *options).stdout)
    return {row["agent"]: row for row in found["agents"]}


def test_every_agent_has_a_row_and_every_run_a_score(matrix: dict[str, dict[str, Any]]) -> None:
    found = {name: row["kind"] for name, row in matrix.items()}
    assert found == {name: kind for name, kind in ROSTER.items() if kind != "manner"}
    assert all(row["invalid"] == 0 for row in matrix.values())
    assert all(set(row["per_scenario"]) == set(SCENARIOS) for row in matrix.values())


def test_the_oracle_is_a_consultant_in_every_run(matrix: dict[str, dict[str, Any]]) -> None:
    assert matrix["oracle"]["min_combined"] >= 9.0
    assert matrix["oracle"]["tier"] == "consultant"


@pytest.mark.parametrize("agent", [*sorted({*ATTACKS} - {*STANCES}), "text_only"])
def test_no_attack_reaches_a_tier_in_any_scenario(
    agent: str, matrix: dict[str, dict[str, Any]]
) -> None:
    assert matrix[agent]["official_max"] < 6.0
    assert matrix[agent]["tier"] is None


def test_refusing_and_complying_are_both_wrong_somewhere(
    matrix: dict[str, dict[str, Any]],
) -> None:
    # At one seed one of them is right: which one depends on whether its request is a trap.
    for name in SCENARIOS:
        scores = [matrix[agent]["per_scenario"][name] for agent in STANCES]
        assert min(scores) < 6.0


def test_nuisances_are_caught_by_their_measures(matrix: dict[str, dict[str, Any]]) -> None:
    assert matrix["rewriter"]["resent_share"] > 0.9
    assert matrix["rewriter"]["resent_share"] > matrix["oracle"]["resent_share"] + 0.2
    assert matrix["rewriter"]["official_max"] < 9.0
    assert matrix["interrupter"]["talk_over_s"] > 5.0
    assert matrix["interrupter"]["official_max"] < 9.0
    assert matrix["oracle"]["talk_over_s"] == 0.0


@pytest.mark.skipif(not IS_NIGHTLY, reason="one seed does not show all six")
def test_every_layer_stops_somebody(matrix: dict[str, dict[str, Any]]) -> None:
    stopping = {layer for agent in ATTACKS for layer in matrix[agent]["stopped_by"]}

    assert stopping == {1, 2, 3, 4, 5, 6}


SMALL = ("--agents", "oracle,silent", "--scenarios", "scientist", "--seeds", "3", "--json")


@lru_cache
def _made(cache: Path, *options: str) -> str:
    return redteam(cache, *SMALL, *options).stdout


@pytest.mark.nightly
def test_what_is_kept_is_not_held_again(cache: Path) -> None:
    first = _made(cache)
    # Only these two agents: other tests of this module keep theirs in the same cache.
    kept = [
        path
        for agent in ("oracle", "silent")
        for path in cache.glob(f"redteam/*/{agent}/scientist/seed-3/cell.json")
    ]
    times = [path.stat().st_mtime_ns for path in kept]

    again = redteam(cache, *SMALL).stdout

    assert again == first
    assert len(kept) == 2
    assert [path.stat().st_mtime_ns for path in kept] == times


@pytest.mark.nightly
def test_a_cell_that_was_cut_is_made_again_and_comes_out_the_same(cache: Path) -> None:
    first = _made(cache)
    (cell,) = cache.glob("redteam/*/silent/scientist/seed-3/cell.json")
    whole = cell.read_bytes()
    cell.write_bytes(whole[: len(whole) // 2])

    again = redteam(cache, *SMALL).stdout

    assert again == first
    assert cell.read_bytes() == whole


@pytest.mark.nightly
def test_with_an_output_folder_the_meetings_are_kept_and_the_scores_the_same(
    cache: Path, tmp_path: Path
) -> None:
    first = _made(cache)

    kept = redteam(cache, *SMALL, "--output", str(tmp_path)).stdout

    assert kept == first
    for meeting in ("seed", "none"):
        assert (tmp_path / "oracle/scientist/seed-3" / meeting / "recording.json").is_file()


@pytest.mark.usefixtures("matrix")  # whose cells are kept, so that nothing is held again
def test_the_table_is_for_people_and_progress_is_not_in_it(cache: Path) -> None:
    kept = ("--scenarios", SCENARIOS[0], "--seeds", SEEDS.partition("-")[0])
    done = redteam(cache, "--agents", "oracle,silent", *kept)

    heading, *rows = done.stdout.splitlines()
    assert heading.split()[:4] == ["agent", "kind", "score", "tier"]
    assert [row.split()[0] for row in rows] == ["oracle", "silent"]
    assert "2/2" in done.stderr, done.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--agents", "silen"), "did you mean 'silent'"),
        (("--scenarios", "scientists"), "did you mean 'scientist'"),
        (("--seeds", "x"), "expected numbers and ranges"),
    ],
)
def test_a_mistake_is_one_line(
    options: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path))

    done = try_command("redteam", *options)

    assert done.returncode == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
