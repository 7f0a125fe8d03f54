"""A comparison, printed for people."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from modylbench.foundation.score_text import difference_text, interval_text, score_text
from modylbench.publishing.comparison.comparison import WORDS
from modylbench.recording.transcript import printable
from modylbench.runs.summary import NO_TIER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from modylbench.publishing.comparison.comparison import (
        Candidate,
        Comparison,
        DimensionChange,
        PairedTrial,
        ScenarioChange,
        ScoreChange,
        WorstRun,
    )

COLUMNS = f"{'baseline':>8}  {'candidate':>9}  {'difference':>10}  {'interval':<16}"

GATES: tuple[tuple[str, Callable[[PairedTrial], tuple[str, ...]]], ...] = (
    ("gates that closed", attrgetter("gates_closed")),
    ("gates that opened", attrgetter("gates_opened")),
)


def lines(comparison: Comparison, *, with_dimensions: bool) -> Iterator[str]:
    """Every candidate in turn, then how sure all of it is."""
    for candidate in comparison.candidates:
        yield from map(_printable, _candidate(candidate, comparison.baseline, with_dimensions))
        yield ""
    yield from certainty(comparison)


def certainty(comparison: Comparison) -> Iterator[str]:
    """What the words mean, in one or two lines."""
    sure = f"{comparison.confidence:.0%}"
    beyond = f" of more than {comparison.threshold:g}" if comparison.threshold else ""
    yield (
        f"intervals hold with {sure}; a difference{beyond} is claimed where it is more than chance "
        f"at that confidence over all {comparison.claims} comparisons together (paired t, Holm)"
    )
    if any(candidate.overall.interval is None for candidate in comparison.candidates):
        yield "not known: one seed cannot tell a difference from chance; hold more (--k 3)"


def _candidate(candidate: Candidate, baseline: str, with_dimensions: bool) -> Iterator[str]:
    yield f"{candidate.name} against {baseline}"
    yield f"  {'':<22} {COLUMNS}  {'':<22}  worst run, tier"
    for scenario in candidate.scenarios:
        yield f"  {_scenario(scenario)}"
    overall = f"{WORDS[candidate.overall_status]:<22}"
    worst = f"{difference_text(candidate.worst_difference)} over all"
    yield f"  {'overall':<22} {_figures(candidate.overall)}  {overall}  {worst}"
    if with_dimensions:
        for scenario in candidate.scenarios:
            yield from _dimensions(scenario.scenario_id, scenario.dimensions)
    yield from _dimensions("dimensions, over all scenarios", candidate.dimensions)
    yield from _fallen_turns(candidate)
    yield from _gates(candidate)
    yield from (
        f"  left out: {left.scenario_id} seed {left.seed} {left.reason}"
        for scenario in candidate.scenarios
        for left in scenario.left_out
    )
    yield from (f"  {note}" for note in candidate.notes)
    yield f"  {_outcome(candidate)}"


def _printable(line: str) -> str:
    """What a terminal can show; the indent stays."""
    return line[: len(line) - len(line.lstrip())] + printable(line)


def _outcome(candidate: Candidate) -> str:
    return "nothing became worse" if candidate.passes else f"WORSE: {'; '.join(candidate.blocking)}"


def _scenario(scenario: ScenarioChange) -> str:
    name, status = f"{scenario.scenario_id:<22}", f"{WORDS[scenario.status]:<22}"
    if scenario.change is None or scenario.worst is None:
        return f"{name} {'-':>8}  {'-':>9}  {'-':>10}  {'-':<16}  {status}"
    return f"{name} {_figures(scenario.change)}  {status}  {_worst(scenario.worst)}"


def _figures(change: ScoreChange) -> str:
    interval = interval_text(change.interval, "not known")
    return (
        f"{score_text(change.baseline):>8}  {score_text(change.candidate):>9}  "
        f"{difference_text(change.difference):>10}  {interval:<16}"
    )


def _worst(worst: WorstRun) -> str:
    before, after = worst.baseline_tier or NO_TIER, worst.candidate_tier or NO_TIER
    tier = before if before == after else f"{before} -> {after}"
    return f"{difference_text(worst.difference)}, {tier}"


def _dimensions(title: str, dimensions: tuple[DimensionChange, ...]) -> Iterator[str]:
    if dimensions:
        yield f"  {title}"
    for dimension in sorted(
        dimensions, key=lambda dimension: (dimension.change.difference, dimension.dimension)
    ):
        status = WORDS[dimension.status] if dimension.status else ""
        yield f"    {dimension.dimension:<20} {_figures(dimension.change)}  {status}".rstrip()


def _gates(candidate: Candidate) -> Iterator[str]:
    """What holds a whole trial down on one side alone."""
    trials = [(scenario, trial) for scenario in candidate.scenarios for trial in scenario.trials]
    for title, gates_of in GATES:
        lines = [
            f"    {scenario.scenario_id} seed {trial.seed}: {gate}"
            for scenario, trial in trials
            for gate in gates_of(trial)
        ]
        if lines:
            yield f"  {title}"
        yield from lines


def _fallen_turns(candidate: Candidate) -> Iterator[str]:
    if candidate.fallen:
        yield "  turns that fell most"
    for turn in candidate.fallen:
        scores = f"{score_text(turn.baseline)} -> {score_text(turn.candidate)}"
        why = f": {'; '.join(turn.reasons)}" if turn.reasons else ""
        place = f"{turn.scenario_id} seed {turn.seed} turn {turn.turn_index} ({turn.phase})"
        yield f"    {place} {scores}{why}"
