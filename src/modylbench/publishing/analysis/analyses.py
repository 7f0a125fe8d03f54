"""The analyses there are, and the judged runs that they look at, each under a name of its own."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from modylbench.analysis.ablation import scores_without
from modylbench.analysis.agreement import ALL
from modylbench.analysis.judged_runs import JudgedRun, ScoredTrial
from modylbench.foundation.errors import UnknownName, UserMistake
from modylbench.publishing.analysis.ablation import ablation_section
from modylbench.publishing.analysis.agreement import agreement_section
from modylbench.publishing.analysis.difficulty import difficulty_section
from modylbench.publishing.analysis.gap import gap_section
from modylbench.publishing.analysis.reliability import reliability_section
from modylbench.publishing.analysis.weights import weights_section
from modylbench.recording.transcript import printable
from modylbench.reliability.comparability import refuse_mixtures
from modylbench.runs.records import evaluation_in, scorecard_in, unread_record
from modylbench.scoring.rules import NAME as RULES
from modylbench.scoring.rules import default_rules, rules_signature

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from modylbench.evaluation.evaluation import Evaluation, Signature
    from modylbench.publishing.analysis.section import AnalysisSection
    from modylbench.runs.run import Run


ANALYSES: dict[str, Callable[[Sequence[JudgedRun]], AnalysisSection]] = {
    "gap": gap_section,
    "difficulty": difficulty_section,
    "ablation": ablation_section,
    "agreement": agreement_section,
    "reliability": reliability_section,
    "weights": weights_section,
}
"""In the order of the paper: 5.3, items 1 to 5, and 6.3."""
OF_EVALUATIONS = {"gap", "weights"}
"""What takes more than scorecards; the ablation scores evaluations again."""
MOST_NAME = 60


def choose_analyses(names: str) -> tuple[str, ...]:
    """The analyses that a list such as `gap,weights` names, in their order; all for none."""
    asked = {name.strip() for name in names.split(",") if name.strip()} or {*ANALYSES}
    for name in sorted(asked):
        if name not in ANALYSES:
            raise UnknownName("analysis", name, ANALYSES)
    return tuple(name for name in ANALYSES if name in asked)


def analyse(
    runs: Sequence[Run], names: Sequence[str]
) -> tuple[tuple[AnalysisSection, ...], tuple[str, ...]]:
    """The sections asked for, and what a reader must know of the runs."""
    reading = read_runs(
        runs, ablation="ablation" in names, evaluations=not OF_EVALUATIONS.isdisjoint(names)
    )
    return tuple(ANALYSES[name](reading.runs) for name in names), reading.notes


@dataclass(frozen=True, slots=True)
class JudgedRuns:
    """The runs by name, and what a reader must know of them."""

    runs: tuple[JudgedRun, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _RunDraft:
    run: JudgedRun
    folder: str
    missing: int

    @property
    def order(self) -> tuple[str, str, str]:
        """The same whatever order the runs were named in."""
        hashes = sorted(trial.card.evaluation for trial in self.run.trials)
        digest = hashlib.sha256(" ".join(hashes).encode()).hexdigest()
        return self.run.agent, self.run.mode, digest


def read_runs(
    runs: Sequence[Run], *, ablation: bool = True, evaluations: bool = True
) -> JudgedRuns:
    """The trials that have a scorecard; what stands in two runs is counted once.

    `evaluations` are read for what scorecards do not tell, and scored again for an `ablation`.
    """
    drafts = []
    for run in runs:
        trials = [_trial(folder, ablation, evaluations=evaluations) for folder in run.trials]
        there = [trial for trial in trials if trial is not None]
        if there:
            refuse_mixtures([trial.card for trial in there])
            drafts.append(_draft(run, there, len(trials) - len(there)))
    if not drafts:
        whys = (why for run in runs for folder in run.trials if (why := unread_record(folder)))
        why = next(whys, "`modylbench evaluate` judges them")
        message = f"found no scorecard, expected runs that were judged; {why}"
        raise UserMistake(message)
    once, repeated = _without_repeats(sorted(drafts, key=lambda draft: draft.order))
    named = _with_names(once)
    return JudgedRuns(tuple(draft.run for draft in named), tuple(_notes(named, repeated)))


def _draft(run: Run, trials: list[ScoredTrial], missing: int) -> _RunDraft:
    agent = printable(trials[0].card.agent.name)[:MOST_NAME] or "agent"
    ordered = tuple(sorted(trials, key=lambda trial: trial.key))
    return _RunDraft(
        JudgedRun(agent, agent, ordered), printable(run.folder.name)[:MOST_NAME], missing
    )


def _trial(folder: Path, ablation: bool, *, evaluations: bool) -> ScoredTrial | None:
    card = scorecard_in(folder)
    if card is None:
        return None
    evaluation = evaluation_in(folder) if evaluations or ablation else None
    if evaluation is None:
        return ScoredTrial(card, {})
    return ScoredTrial(
        card,
        scores_without(evaluation) if ablation else {},
        frozenset(_subjects_with_attempts(evaluation)),
        frozenset(_media_kinds(evaluation)),
    )


def _subjects_with_attempts(evaluation: Evaluation) -> Iterator[str]:
    facts = evaluation.facts
    for turn in facts.turns:
        if turn.attempts and facts.attempts_made_in(turn.turn_index):
            yield f"turn-{turn.turn_index:02d}"
    yield from (f"product-{product.product_id}" for product in facts.products if product.attempts)


def _media_kinds(evaluation: Evaluation) -> Iterator[str]:
    turns = evaluation.facts.turns
    if any(turn.audio_sha256 for turn in turns):
        yield "sound"
    if any(turn.frame_sha256s for turn in turns):
        yield "pictures"
    if any(turn.work.products for turn in turns):
        yield "work products"


def _without_repeats(drafts: Sequence[_RunDraft]) -> tuple[list[_RunDraft], int]:
    """Every evaluation once, and how many stood there again."""
    seen: set[str] = set()
    kept, repeated = [], 0
    for draft in drafts:
        fresh = tuple(trial for trial in draft.run.trials if trial.card.evaluation not in seen)
        repeated += len(draft.run.trials) - len(fresh)
        seen.update(trial.card.evaluation for trial in fresh)
        if fresh:
            kept.append(replace(draft, run=replace(draft.run, trials=fresh)))
    return kept, repeated


def _with_names(drafts: Sequence[_RunDraft]) -> list[_RunDraft]:
    """The agent's name; where two share it, with the mode, then the folder, then a number."""
    agents = [draft.run.agent for draft in drafts]
    modes = [f"{draft.run.agent} ({draft.run.mode})" for draft in drafts]
    folders = [f"{draft.run.agent} ({draft.run.mode}, {draft.folder})" for draft in drafts]
    numbers = [f"{name} {place}" for place, name in enumerate(agents, start=1)]
    names = []
    for place in range(len(drafts)):
        kinds = (agents, modes, folders) if agents[place] != ALL else (modes, folders)
        own = next((kind[place] for kind in kinds if Counter(kind)[kind[place]] == 1), None)
        names.append(own or numbers[place])
    found = [
        replace(draft, run=replace(draft.run, name=name))
        for draft, name in zip(drafts, names, strict=True)
    ]
    return sorted(found, key=lambda draft: draft.run.name)


def _rules_of(run: JudgedRun) -> Signature | None:
    signatures = run.valid[0].card.signatures
    return next((signature for signature in signatures if signature.name == RULES), None)


def _notes(drafts: Sequence[_RunDraft], repeated: int) -> Iterator[str]:
    if repeated:
        yield f"{repeated} trial(s) were given twice, by the hash of their evaluation: counted once"
    for draft in drafts:
        invalid = len(draft.run.trials) - len(draft.run.valid)
        if draft.missing:
            yield f"{draft.run.name}: {draft.missing} trial(s) have no scorecard and are left out"
        if invalid:
            yield f"{draft.run.name}: {invalid} trial(s) could not be scored and are left out"
        if not draft.run.valid:
            continue
        off = draft.run.valid[0].card.layers_off
        if off:
            yield f"{draft.run.name}: was scored with layers off: {', '.join(map(str, off))}"
        if _rules_of(draft.run) != rules_signature(default_rules()):
            yield (
                f"{draft.run.name}: was scored by other rules; layers off and other weights are "
                "tried on the benchmark's own"
            )
