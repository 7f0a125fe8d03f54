"""Which trials does a run bring to a comparison, and which can it not bring?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake, one_line, short_repr
from modylbench.reliability.comparable import refuse_mixtures
from modylbench.runs.records import evaluation_in, scorecards
from modylbench.runs.run import runs_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.runs.run import Run
    from modylbench.scoring.scorecard import Scorecard

    Key = tuple[str, int]

MOST_NAME = 60
MOST_REASON = 200


@dataclass(frozen=True, slots=True)
class Weighed:
    """A trial with a score, and what was planned of its meeting."""

    card: Scorecard
    score: float
    asked: tuple[tuple[str, object], ...] = ()
    """What of the plan must be the same on both sides, by its name."""


@dataclass(frozen=True, slots=True)
class Side:
    """One run in a comparison: its trials by scenario and seed, and why others have no score."""

    name: str
    trials: Mapping[Key, Weighed]
    absent: Mapping[Key, str]
    held: tuple[tuple[str, object], ...] = ()
    """How the meetings were held: nothing to refuse a comparison for, but to be told."""
    folder: Path | None = None

    def only(self, scenarios: Sequence[str]) -> Side:
        """The same without other scenarios."""
        return replace(
            self,
            trials={key: one for key, one in self.trials.items() if key[0] in scenarios},
            absent={key: one for key, one in self.absent.items() if key[0] in scenarios},
        )


def sides_in(paths: Sequence[Path], names: Sequence[str] = ()) -> list[Side]:
    """The run in each of the folders, under a name of its own."""
    if names and len(names) != len(paths):
        message = f"found {len(names)} names for {len(paths)} runs, expected one for each"
        raise UserMistake(message)
    sides = [side_of(_run_in(path)) for path in paths]
    given = [name.strip()[:MOST_NAME] for name in names] or _told_apart(sides)
    if len(set(given)) < len(given) or not all(given):
        message = (
            f"found the names {short_repr(', '.join(given))}, expected each once and none empty"
        )
        raise UserMistake(message)
    return [replace(side, name=name) for side, name in zip(sides, given, strict=True)]


def side_of(run: Run) -> Side:
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
        message = f"found no scorecard in {run.folder}, expected a run that was judged"
        raise UserMistake(message + "; `modylbench evaluate` judges it")
    refuse_mixtures(cards)
    absent = {key: "has no scorecard" for key in planned if key not in set(map(_key, cards))}
    trials: dict[Key, Weighed] = {}
    for card in cards:
        if card.combined is None:
            absent[_key(card)] = _short(f"is invalid: {'; '.join(card.invalid)}")
        else:
            asked = _asked(evaluation_in(planned[_key(card)]))
            trials[_key(card)] = Weighed(card, card.combined, asked)
    return Side(_short(cards[0].agent.name), trials, absent, _held(run), run.folder)


def _run_in(path: Path) -> Run:
    found = runs_in([path])
    if len(found) != 1:
        message = f"found {len(found)} runs in {path}, expected one; name the folder of one run"
        raise UserMistake(message)
    return found[0]


def _told_apart(sides: Sequence[Side]) -> list[str]:
    """Agents' names; where two are the same, with the run's folder, and then a number."""
    names = [side.name[:MOST_NAME] for side in sides]
    if len(set(names)) < len(names):
        names = [side.folder.name[:MOST_NAME] if side.folder else side.name for side in sides]
    if len(set(names)) < len(names):
        names = [f"{number} {name}" for number, name in enumerate(names, start=1)]
    return names


def _asked(evaluation: Evaluation | None) -> tuple[tuple[str, object], ...]:
    if evaluation is None:
        return ()
    return (
        ("edge cases", evaluation.edge_case),
        ("turns planned", evaluation.planned_turns),
        ("expected products", evaluation.expected_products),
    )


def _held(run: Run) -> tuple[tuple[str, object], ...]:
    plan = run.plan
    if plan is None:
        return ()
    return (
        ("voice", plan.audio),
        ("pictures of the screen", plan.screens),
        ("room", plan.room),
        ("harness", (plan.harness_version, plan.harness_digest[:12])),
    )


def _key(card: Scorecard) -> Key:
    return card.scenario_id, card.seed


def _short(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= MOST_REASON else line[: MOST_REASON - 1] + "…"
