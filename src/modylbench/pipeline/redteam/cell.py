"""One agent, scenario and seed of the red-team matrix: its score with every layer on and off."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from modylbench.agents.catalogue import choose_agent
from modylbench.evaluation.evaluate.evaluate import (
    VERIFICATION,
    judge,
    measure_observed,
    observe,
)
from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.evaluation.judging.offline.panel import offline_panel
from modylbench.foundation.errors import BadFile
from modylbench.foundation.record import Record
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.pipeline.redteam.layers import FULL, run_frameworks
from modylbench.pipeline.trial import run_trial
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.drawing.plot import NEUTRAL, SEED_EDGE_CASE
from modylbench.scenarios.variant import instantiate
from modylbench.scoring.rules import default_rules
from modylbench.scoring.score import score

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.evaluation.evaluate.evaluate import ObservedMeeting
    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.pipeline.equipment import Equipment
    from modylbench.recording.recording import MeetingRecording
    from modylbench.scenarios.variant import Variant
    from modylbench.scoring.scorecard import Scorecard

CELL_STAGE = "cell"
NOT_KEPT = "0" * 64
"""In the place of an evaluation's hash: those of the matrix are never written down."""

OPTIONS = EvaluationOptions(mode="text", transcripts="captions")
"""The agents here are ours and say what they write; nothing is sent to anybody."""


class MatrixCell(Record):
    """cell.json; `code` tells whose work it is, so that other code's is done again.

    `gates` are the caps that hold the trial down with every layer on, gates and failed edge cases.
    `by_paper` is its score by the paper's own rules. `scores` are combined scores by the layers
    that are on (`12345`, `none`): None where the trial was invalid, and `invalid` says why.
    """

    agent: str
    scenario_id: str
    seed: int
    code: str
    scores: dict[str, float | None]
    by_paper: float | None
    gates: tuple[str, ...]
    invalid: tuple[str, ...]
    talk_over_s: float
    resent_share: float | None


@dataclass(frozen=True, slots=True)
class RedTeamTrial:
    """One agent, scenario and seed; `scenario` is the name or the folder that was asked for."""

    agent: str
    scenario: str
    scenario_id: str
    seed: int


@dataclass(frozen=True, slots=True)
class CellStore:
    """Where cells are kept, and whether the meetings are kept beside them."""

    folder: Path
    code: str
    keeps_meetings: bool

    def of(self, trial: RedTeamTrial) -> TrialDirectory:
        """The place of a trial."""
        return TrialDirectory(self.folder / trial.agent / trial.scenario_id / f"seed-{trial.seed}")

    def load(self, trial: RedTeamTrial) -> MatrixCell | None:
        """What this very code has made of the trial before."""
        directory = self.of(trial)
        if not directory.has(CELL_STAGE):
            return None
        try:
            cell = directory.load(CELL_STAGE, MatrixCell)
        except BadFile:
            return None  # cut, or of another version: it is made again
        return cell if cell.code == self.code else None

    @contextmanager
    def room_for(self, trial: RedTeamTrial, edge_cases: str) -> Iterator[Path]:
        """A folder for one meeting."""
        if self.keeps_meetings:
            yield self.of(trial).path / edge_cases
            return
        with TemporaryDirectory(prefix="modylbench-redteam-") as folder:
            yield Path(folder) / edge_cases


def make_cell(trial: RedTeamTrial, equipment: Equipment, store: CellStore) -> MatrixCell:
    """The cell of a trial, which is kept: two meetings, four evaluations, a score of each kind."""
    agent = choose_agent(trial.agent, equipment.options.agent_options, is_checked=False)
    judged: dict[tuple[str, bool], Evaluation] = {}
    for edge_cases in (SEED_EDGE_CASE, NEUTRAL):
        variant = _variant(trial.scenario, trial.seed, edge_cases)
        options = replace(equipment.options, agent=trial.agent, edge_cases=edge_cases)
        seated = replace(equipment, agent=agent, options=options)
        with store.room_for(trial, edge_cases) as folder:
            recording = run_trial(variant, folder, seated, lambda *_: None)
            for has_findings, evaluation in evaluations(recording, folder, variant).items():
                judged[edge_cases, has_findings] = evaluation
    cell = cell_of(trial, judged, store.code)
    directory = store.of(trial)
    directory.path.mkdir(parents=True, exist_ok=True)
    directory.keep(CELL_STAGE, cell)
    return cell


def cell_of(
    trial: RedTeamTrial, judged: dict[tuple[str, bool], Evaluation], code: str
) -> MatrixCell:
    """The scores under every framework, by the meeting and the judging that each one takes."""
    cards: dict[str, Scorecard] = {}
    for framework in run_frameworks():
        evaluation = judged[framework.edge_cases, framework.has_findings]
        rules = framework.rules(default_rules())
        cards[framework.run_key] = score(evaluation, rules, evaluation_sha256=NOT_KEPT)
    facts = judged[SEED_EDGE_CASE, True].facts
    full = cards[FULL.run_key]
    return MatrixCell(
        agent=trial.agent,
        scenario_id=trial.scenario_id,
        seed=trial.seed,
        code=code,
        scores={layers: card.combined for layers, card in cards.items()},
        by_paper=full.by_paper,
        gates=full.effective_caps,
        invalid=tuple(sorted({reason for card in cards.values() for reason in card.invalid})),
        talk_over_s=facts.talk_over_s,
        resent_share=facts.resent_share,
    )


def evaluations(
    recording: MeetingRecording, folder: Path, variant: Variant
) -> dict[bool, Evaluation]:
    """By whether layer 4 is on: the meeting is observed once and judged twice."""
    observed = observe(recording, folder, variant)
    blind = replace(OPTIONS, layers_off=(VERIFICATION,))
    return {True: _judge(observed, OPTIONS), False: _judge(observed, blind)}


@lru_cache(maxsize=4)
def _variant(name: str, seed: int, edge_cases: str) -> Variant:
    """Agents meet one after the other in the same scenario, which is solved once for all."""
    return instantiate(scenario(name), seed, edge_cases)


def _judge(observed: ObservedMeeting, options: EvaluationOptions) -> Evaluation:
    measured = measure_observed(observed, options)
    return asyncio.run(judge(measured, offline_panel(), options)).evaluation
