"""How is one agent held against the framework at one seed, with every layer on and off?"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from modylbench.agents.catalogue import chosen
from modylbench.foundation.errors import BadFile
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.pipeline.redteam.cell import STAGE, Cell
from modylbench.pipeline.redteam.judging import evaluations
from modylbench.pipeline.redteam.layers import of_runs
from modylbench.pipeline.trial import run_trial
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import NEUTRAL, SEED_EDGE_CASE, instantiate
from modylbench.scoring.rule_files import default_rules
from modylbench.scoring.score import score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.pipeline.equipment import Equipment
    from modylbench.scenarios.variant import Variant
    from modylbench.scoring.scorecard import Scorecard

NOT_KEPT = "0" * 64
"""In the place of an evaluation's hash: those of the matrix are never written down."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One agent, scenario and seed; `scenario` is the name or the folder that was asked for."""

    agent: str
    scenario: str
    scenario_id: str
    seed: int


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where cells are kept, and whether the meetings are kept beside them."""

    folder: Path
    code: str
    keeps_meetings: bool

    def of(self, trial: Trial) -> TrialDirectory:
        """The place of a trial."""
        return TrialDirectory(self.folder / trial.agent / trial.scenario_id / f"seed-{trial.seed}")

    def kept(self, trial: Trial) -> Cell | None:
        """What this very code has made of the trial before."""
        directory = self.of(trial)
        if not directory.has(STAGE):
            return None
        try:
            cell = directory.load(STAGE, Cell)
        except BadFile:
            return None  # cut, or of another version: it is made again
        return cell if cell.code == self.code else None

    @contextmanager
    def room_for(self, trial: Trial, edge_cases: str) -> Iterator[Path]:
        """A folder for one meeting."""
        if self.keeps_meetings:
            yield self.of(trial).path / edge_cases
            return
        with TemporaryDirectory(prefix="modylbench-redteam-") as folder:
            yield Path(folder) / edge_cases


def hold(trial: Trial, equipment: Equipment, shelf: Shelf) -> Cell:
    """The cell of a trial, which is kept: two meetings, four evaluations, a score of each kind."""
    agent = chosen(trial.agent, equipment.means.options, is_checked=False)
    judged: dict[tuple[str, bool], Evaluation] = {}
    for edge_cases in (SEED_EDGE_CASE, NEUTRAL):
        variant = _variant(trial.scenario, trial.seed, edge_cases)
        means = replace(equipment.means, agent=trial.agent, edge_cases=edge_cases)
        seated = replace(equipment, agent=agent, means=means)
        with shelf.room_for(trial, edge_cases) as folder:
            recording = run_trial(variant, folder, seated, lambda *_: None)
            for has_findings, evaluation in evaluations(recording, folder, variant).items():
                judged[edge_cases, has_findings] = evaluation
    cell = cell_of(trial, judged, shelf.code)
    directory = shelf.of(trial)
    directory.path.mkdir(parents=True, exist_ok=True)
    directory.keep(STAGE, cell)
    return cell


def cell_of(trial: Trial, judged: dict[tuple[str, bool], Evaluation], code: str) -> Cell:
    """The scores under every framework, by the meeting and the judging that each one takes."""
    cards: dict[str, Scorecard] = {}
    for framework in of_runs():
        evaluation = judged[framework.edge_cases, framework.has_findings]
        rules = framework.rules(default_rules())
        cards[framework.of_run] = score(evaluation, rules, evaluation_sha256=NOT_KEPT)
    facts = judged[SEED_EDGE_CASE, True].facts
    return Cell(
        agent=trial.agent,
        scenario_id=trial.scenario_id,
        seed=trial.seed,
        code=code,
        scores={layers: card.combined for layers, card in cards.items()},
        invalid=tuple(sorted({reason for card in cards.values() for reason in card.invalid})),
        talk_over_s=facts.talk_over_s,
        resent_share=facts.resent_share,
    )


@lru_cache(maxsize=4)
def _variant(name: str, seed: int, edge_cases: str) -> Variant:
    """Agents meet one after the other in the same scenario, which is solved once for all."""
    return instantiate(scenario(name), seed, edge_cases)
