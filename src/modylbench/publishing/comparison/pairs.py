"""The trials that runs bring to a comparison, and which of them are pairs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake, ellipsize, one_line, short_repr
from modylbench.publishing.comparison.comparison import LeftOut
from modylbench.reliability.comparability import KEPT_APART, refuse_mixtures
from modylbench.runs.records import evaluation_in, scorecards, unread_record
from modylbench.runs.run import runs_in
from modylbench.scenarios.suites import FREE_FORM, SuiteEdition
from modylbench.scoring.arithmetic import round_off

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from modylbench.analysis.judged_runs import TrialKey
    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.publishing.comparison.comparison import LeftOutKind
    from modylbench.runs.run import Run
    from modylbench.scoring.scorecard import Scorecard

MOST_NAME = 60
MOST_REASON = 200
SAME: tuple[tuple[str, Callable[[Scorecard], object]], ...] = (
    ("version of the scenario", lambda card: card.scenario_version),
    *((what, of) for what, of in KEPT_APART if what != "agent"),
    ("being official", lambda card: card.is_official),
    ("standard", lambda card: card.standard),
    ("reference of dynamics", lambda card: card.counted_dynamics and card.counted_dynamics.norms),
)
"""What must be the same on both sides; the agents are what is compared."""


@dataclass(frozen=True, slots=True)
class WeighedTrial:
    """A trial with a score, and what was planned of its meeting."""

    card: Scorecard
    score: float
    asked: tuple[tuple[str, object], ...] = ()
    """What of the plan must be the same on both sides, by its name."""


@dataclass(frozen=True, slots=True)
class ComparedRun:
    """One run in a comparison: its trials by scenario and seed, and why others have no score."""

    name: str
    trials: Mapping[TrialKey, WeighedTrial]
    absent: Mapping[TrialKey, str]
    held: tuple[tuple[str, object], ...] = ()
    """How the meetings were held: nothing to refuse a comparison for, but to be told."""
    folder: Path | None = None

    @property
    def source(self) -> str:
        """What its meetings were held from: the suite, or private variants of a secret."""
        card = next((trial.card for trial in self.trials.values()), None)
        if card is None:
            return ""
        return SuiteEdition(card.suite, card.suite_version, card.private_mark).mark

    def only(self, scenarios: Sequence[str]) -> ComparedRun:
        """The same without other scenarios."""
        return replace(
            self,
            trials={key: trial for key, trial in self.trials.items() if key[0] in scenarios},
            absent={key: reason for key, reason in self.absent.items() if key[0] in scenarios},
        )


def compared_runs(paths: Sequence[Path], names: Sequence[str] = ()) -> list[ComparedRun]:
    """The run in each of the folders, under a name of its own."""
    if names and len(names) != len(paths):
        message = f"found {len(names)} names for {len(paths)} runs, expected one for each"
        raise UserMistake(message)
    sides = [compared_run(_run_in(path)) for path in paths]
    given = [name.strip()[:MOST_NAME] for name in names] or _with_distinct_names(sides)
    if len(set(given)) < len(given) or not all(given):
        message = (
            f"found the names {short_repr(', '.join(given))}, expected each once and none empty"
        )
        raise UserMistake(message)
    return [replace(side, name=name) for side, name in zip(sides, given, strict=True)]


def compared_run(run: Run) -> ComparedRun:
    """A run's trials, of those that are meant."""
    meant = set(run.trials)
    cards = scorecards(run)
    if run.plan is not None:
        planned = {
            (trial.scenario_id, trial.seed): run.folder / trial.folder for trial in run.plan.trials
        }
        planned = {key: folder for key, folder in planned.items() if folder in meant}
        cards = [card for card in cards if _key(card) in planned]
    else:
        planned = {_key(card): run.folder for card in cards}
    if not cards:
        whys = (why for folder in run.trials if (why := unread_record(folder)))
        why = next(whys, "`modylbench evaluate` judges it")
        message = f"found no scorecard in {run.folder}, expected a run that was judged; {why}"
        raise UserMistake(message)
    refuse_mixtures(cards)
    there = set(map(_key, cards))
    absent = {
        key: _short(f"has no scorecard that can be read: {why}" if why else "has no scorecard")
        for key, folder in planned.items()
        if key not in there
        for why in [unread_record(folder)]
    }
    trials: dict[TrialKey, WeighedTrial] = {}
    for card in cards:
        if card.combined is None:
            absent[_key(card)] = _short(f"is invalid: {'; '.join(card.invalid)}")
        else:
            asked = _task_conditions(evaluation_in(planned[_key(card)]))
            trials[_key(card)] = WeighedTrial(card, card.combined, asked)
    return ComparedRun(
        _short(cards[0].agent.name), trials, absent, _run_conditions(run), run.folder
    )


@dataclass(frozen=True, slots=True)
class TrialPair:
    """The same meeting, held with both."""

    scenario_id: str
    seed: int
    baseline: WeighedTrial
    candidate: WeighedTrial

    @property
    def difference(self) -> float:
        """By how much the candidate is better."""
        return round_off(self.candidate.score - self.baseline.score)


def pair_trials(
    baseline: ComparedRun, candidate: ComparedRun
) -> tuple[list[TrialPair], list[LeftOut]]:
    """The pairs and what is left out, both by scenario and seed."""
    pairs: list[TrialPair] = []
    left_out: list[LeftOut] = []
    for key in sorted({*baseline.trials, *baseline.absent, *candidate.trials, *candidate.absent}):
        mine, other = baseline.trials.get(key), candidate.trials.get(key)
        if mine is None or other is None:
            left_out.append(_lacking(key, baseline, candidate))
            continue
        reason = why_not_comparable(mine, other)
        if reason:
            left_out.append(_left_out_trial(key, "not_comparable", reason, is_blocking=True))
        else:
            pairs.append(TrialPair(*key, mine, other))
    return pairs, left_out


def why_not_comparable(first: WeighedTrial, other: WeighedTrial) -> str:
    """What differs that a difference of scores could come from; empty where nothing does."""
    facets = [(what, of(first.card), of(other.card)) for what, of in SAME]
    there = dict(other.asked)
    facets += [(what, value, there[what]) for what, value in first.asked if what in there]
    for what, found, wanted in facets:
        if found != wanted:
            return f"the {what} differs: {short_repr(found)} and {short_repr(wanted)}"
    return _other_signatures(first.card, other.card)


def _run_in(path: Path) -> Run:
    found = runs_in([path])
    if len(found) != 1:
        message = f"found {len(found)} runs in {path}, expected one; name the folder of one run"
        raise UserMistake(message)
    return found[0]


def _with_distinct_names(sides: Sequence[ComparedRun]) -> list[str]:
    """Agents' names; where two are the same, with the run's folder, and then a number."""
    names = [side.name[:MOST_NAME] for side in sides]
    if len(set(names)) < len(names):
        names = [side.folder.name[:MOST_NAME] if side.folder else side.name for side in sides]
    if len(set(names)) < len(names):
        names = [f"{number} {name}" for number, name in enumerate(names, start=1)]
    return names


def _task_conditions(evaluation: Evaluation | None) -> tuple[tuple[str, object], ...]:
    if evaluation is None:
        return ()
    return (
        ("edge cases", evaluation.edge_case),
        # In free form the turns depend on the agent.
        ("turns planned", () if evaluation.suite == FREE_FORM else evaluation.planned_turns),
        ("expected products", evaluation.expected_products),
    )


def _run_conditions(run: Run) -> tuple[tuple[str, object], ...]:
    plan = run.plan
    if plan is None:
        return ()
    return (
        ("voice", plan.audio),
        ("pictures of the screen", plan.screens),
        ("room", plan.room),
        ("harness", (plan.harness_version, plan.harness_digest[:12])),
    )


def _key(card: Scorecard) -> TrialKey:
    return card.scenario_id, card.seed


def _short(text: str) -> str:
    line = one_line(text)
    return ellipsize(line, MOST_REASON)


def _other_signatures(first: Scorecard, other: Scorecard) -> str:
    before = {
        signature.name: (signature.version, signature.sha256) for signature in first.signatures
    }
    after = {
        signature.name: (signature.version, signature.sha256) for signature in other.signatures
    }
    names = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    if not names:
        return ""
    return f"judged by other versions of {', '.join(names)}; judge both with one harness"


def _lacking(key: TrialKey, baseline: ComparedRun, candidate: ComparedRun) -> LeftOut:
    """Who has no score, and why.

    Only what the candidate was to bring and the baseline has is held against it; a seed that only
    one of them was asked for is none of the other's fault.
    """
    if key in candidate.absent:
        reason = f"{candidate.absent[key]} in {candidate.name}"
        return _left_out_trial(key, "missing", reason, is_blocking=key in baseline.trials)
    if key in baseline.absent:
        reason = f"{baseline.absent[key]} in {baseline.name}"
        return _left_out_trial(key, "new", reason, is_blocking=False)
    is_there = key in baseline.trials
    reason = f"was not asked for in {(candidate if is_there else baseline).name}"
    return _left_out_trial(key, "missing" if is_there else "new", reason, is_blocking=False)


def _left_out_trial(key: TrialKey, kind: LeftOutKind, reason: str, *, is_blocking: bool) -> LeftOut:
    return LeftOut(
        scenario_id=key[0], seed=key[1], kind=kind, reason=reason, is_blocking=is_blocking
    )
