"""The benchmark as a folder that `datasets` loads."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from modylbench.foundation.atomic_file import make_folder, write_file
from modylbench.foundation.errors import BadFile
from modylbench.foundation.record import read_text
from modylbench.publishing.dataset.benchmark_rows import (
    RubricRow,
    ScenarioRow,
    ScoringRow,
    SuiteRow,
    frame_rows,
    hard_rows,
    rubric_rows,
    scenario_rows,
    scoring_rows,
    suite_rows,
    variants,
)
from modylbench.publishing.dataset.card import MARK, Contents, card
from modylbench.publishing.dataset.features import arrow
from modylbench.publishing.dataset.run_rows import (
    BaselineRow,
    TalkRow,
    TrajectoryRow,
    baseline_rows,
    choose_trials,
    oracle_trajectory_rows,
    run_trajectory_rows,
    talk_rows,
    unmeasured_rows,
)
from modylbench.publishing.dataset.tables import Split, split_file
from modylbench.scenarios.suites import CORE, SUITES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from modylbench.publishing.dataset.run_rows import DatasetTrial
    from modylbench.publishing.dataset.visibility import Visibility
    from modylbench.runs.run import Run
    from modylbench.scenarios.suites import Suite
    from modylbench.scenarios.variant import Variant


CARD = "README.md"
UNFINISHED = f"This data set was not written to its end; build it again.\n{MARK}\n"
"""In the folder while its files come, so that who is interrupted can build again."""


@dataclass(frozen=True, slots=True)
class DatasetBuild:
    """What was written: rows by configuration and split; trials that were left out, and why."""

    rows: dict[str, int]
    held_out: int
    unscored: int
    is_open: bool
    """Whether all of it may be published."""


def build_dataset(folder: Path, runs: Sequence[Run], visibility: Visibility) -> DatasetBuild:
    """Write the data set there; what a person keeps in the folder is left alone."""
    arrow()
    refuse_foreign(folder)
    made = variants(visibility.seeds)
    found = choose_trials(runs, visibility)
    files = [split_file(split) for split in _splits(made, found.trials, visibility)]
    is_open = all(
        visibility.is_published(trial.card.scenario_id, trial.card.seed) for trial in found.trials
    ) and not visibility.held_out.intersection(visibility.seeds)
    text = card(files, made, Contents(visibility, len(found.trials), is_open))
    _write(folder / CARD, UNFINISHED.encode())
    for file in files:
        _write(folder / file.path, file.content)
    _write(folder / CARD, text.encode())
    rows = {f"{file.config}/{file.name}": file.rows for file in files}
    return DatasetBuild(rows, found.held_out, found.unscored, is_open)


def refuse_foreign(folder: Path) -> None:
    """Raise BadFile where the folder holds anything, and is no data set of ours."""
    if folder.exists() and not folder.is_dir():
        raise BadFile(folder, "", "is a file; expected a folder, or a name that is free")
    if not folder.is_dir() or not any(folder.iterdir()):
        return
    own = folder / CARD
    if not own.is_file() or MARK not in read_text(own):
        problem = "holds something else than a data set of ours; name an empty or new folder"
        raise BadFile(folder, "", problem)


def expected_splits(visibility: Visibility) -> list[Split]:
    """The splits of a data set without runs."""
    return _splits(variants(visibility.seeds), (), visibility)


def _splits(
    made: Sequence[Variant], trials: Sequence[DatasetTrial], visibility: Visibility
) -> list[Split]:
    first = [variant for variant in made if variant.seed == visibility.seeds[0]]
    edits = chain(oracle_trajectory_rows(made), run_trajectory_rows(trials))
    baselines = baseline_rows(trials, visibility) if trials else unmeasured_rows(first)
    others = [suite for suite in SUITES if suite.name != CORE]
    return [
        Split("default", "test", ScenarioRow, scenario_rows(first)),
        Split("default", "test_hard", ScenarioRow, hard_rows(first)),
        *(Split(suite.name, "test", SuiteRow, _suite_rows(suite, visibility)) for suite in others),
        Split("scenarios", "test", ScenarioRow, scenario_rows(made)),
        Split("rubrics", "test", RubricRow, rubric_rows()),
        Split("rubrics", "frame", RubricRow, frame_rows()),
        Split("scoring", "test", ScoringRow, scoring_rows()),
        Split("baselines", "test", BaselineRow, baselines),
        Split("trajectories", "test", TrajectoryRow, edits),
        Split("talk", "test", TalkRow, talk_rows(trials)),
    ]


def _suite_rows(suite: Suite, visibility: Visibility) -> Iterator[SuiteRow]:
    return suite_rows(variants(visibility.seeds, suite.name), suite)


def _write(path: Path, content: bytes) -> None:
    make_folder(path.parent)
    write_file(content, path)
