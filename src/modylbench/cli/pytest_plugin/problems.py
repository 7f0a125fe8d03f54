"""What a test that stands for a meeting says: what was expected, found, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import ellipsize, one_line
from modylbench.foundation.score_text import score_text
from modylbench.publishing.comparison.comparison import WORDS
from modylbench.recording.transcript import printable
from modylbench.runs.records import evaluation_in
from modylbench.runs.summary import NO_TIER, limit_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.cli.pytest_plugin.meetings import SessionRun
    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.publishing.comparison.comparison import Candidate
    from modylbench.runs.run import Trial
    from modylbench.scoring.scorecard import Scorecard, TurnScore

RANKS = {"none": 0, "peer": 1, "mentor": 2, "consultant": 3}
WORST_TURNS = 3
MOST_FINDINGS = 5
MOST_LETTERS = 400
OVERALL = "overall"


def trouble_of(trial: Trial, meetings: SessionRun) -> str:
    """Why nothing is known of the agent in this trial; empty where it has a score."""
    held, outcome = meetings.held[trial], meetings.outcomes[trial]
    if not held.is_valid:
        return _line(f"{_name(trial)} must be held again: {held.trouble}")
    if outcome.trouble:
        return _line(f"{_name(trial)} was not judged: {outcome.trouble}")
    if outcome.scorecard is None or outcome.scorecard.combined is None:
        why = "; ".join(outcome.scorecard.invalid) if outcome.scorecard else "no scorecard"
        return _line(f"{_name(trial)} has no score: {why}")
    return ""


def trial_problem(trial: Trial, meetings: SessionRun, least: str) -> str:
    """What is wrong with the agent in one meeting; empty where it reached the tier."""
    card = meetings.outcomes[trial].scorecard
    if card is None or _reaches_tier(card, least):
        return ""
    folder = meetings.folder / trial.folder
    lines = [
        f"{_name(trial)}: {_scores(card)}; expected {least} or better",
        *_turn_lines(card, evaluation := evaluation_in(folder)),
        *_finding_lines(card, evaluation),
        *(
            _line(f"  edge case {case.name} ({case.severity}) failed: {'; '.join(case.reasons)}")
            for case in card.edge_cases
            if case.has_failed
        ),
        *(
            _line(f"  cap: {limit_text(limit.rule, limit.reason, limit.before, limit.after)}")
            for limit in card.limits
        ),
        f"  `modylbench recording show {folder}` prints the meeting",
    ]
    return "\n".join(lines)


def tier_problem(trials: Sequence[Trial], meetings: SessionRun, least: str) -> str:
    """What is wrong with the worst run of a scenario; empty where it reached the tier."""
    cards = [card for trial in trials if (card := meetings.outcomes[trial].scorecard) is not None]
    worst = min(cards, key=lambda card: (card.combined or 0.0, card.seed))
    if _reaches_tier(worst, least):
        return ""
    others = ", ".join(f"{card.seed}: {score_text(card.combined)}" for card in cards)
    kind = "official tier" if worst.is_official else "tier of the worst run (not official)"
    return (
        f"{worst.scenario_id}: {kind} is {worst.tier or NO_TIER}, expected {least} or better; the "
        f"worst of {len(cards)} runs is seed {worst.seed} with {score_text(worst.combined)} "
        f"(by seed {others})"
    )


def regression_problem(candidate: Candidate, scenario_id: str) -> str:
    """Why a scenario, or the whole, counts as worse than the baseline; empty where it does not."""
    if scenario_id == OVERALL:
        is_worse = candidate.overall_status == "regression"
        return f"overall: regression, {candidate.overall.text}" if is_worse else ""
    found = (scenario for scenario in candidate.scenarios if scenario.scenario_id == scenario_id)
    scenario = next(found, None)
    if scenario is None:
        return ""
    absent = [f"  seed {left.seed} {left.reason}" for left in scenario.left_out if left.is_blocking]
    if not scenario.is_blocking and not absent:
        return ""
    figures = f", {scenario.change.text}" if scenario.change is not None else ""
    lines = [f"{scenario_id}: {WORDS[scenario.status]}{figures}", *absent]
    lines += [
        f"  turn {turn.turn_index} (seed {turn.seed}) {score_text(turn.baseline)} -> "
        f"{score_text(turn.candidate)}: {'; '.join(turn.reasons)}"
        for turn in candidate.fallen
        if turn.scenario_id == scenario_id
    ]
    lines += [
        f"  seed {trial.seed}: gate closed: {gate}"
        for trial in scenario.trials
        for gate in trial.gates_closed
    ]
    return "\n".join(map(_line, lines))


def _reaches_tier(card: Scorecard, least: str) -> bool:
    return RANKS[card.tier or "none"] >= RANKS[least]


def _scores(card: Scorecard) -> str:
    parts = f"journey {score_text(card.journey)}, destination {score_text(card.destination)}"
    if card.counted_dynamics is not None:
        parts += f", dynamics {score_text(card.counted_dynamics.score)}"
    if card.by_paper != card.combined:
        parts += f"; by the paper's rules {score_text(card.by_paper)}"
    return f"score {score_text(card.combined)} ({parts}), {card.tier or NO_TIER}"


def _turn_lines(card: Scorecard, evaluation: Evaluation | None) -> Iterator[str]:
    for turn in sorted(card.turns, key=lambda turn: (turn.score, turn.turn_index))[:WORST_TURNS]:
        why = "; ".join(_reasons(turn, evaluation))
        yield _line(f"  turn {turn.turn_index} ({turn.phase}) {score_text(turn.score)}: {why}")


def _reasons(turn: TurnScore, evaluation: Evaluation | None) -> Iterator[str]:
    """Limits that took hold, and of the lowest dimension what a judge said."""
    yield from (limit.reason for limit in turn.limits[:1])
    rated = [
        (dimension.score, dimension.dimension)
        for dimension in turn.dimensions
        if dimension.score is not None
    ]
    if not rated:
        return
    score, lowest = min(rated)
    said = [
        (rating.score, rating.reason)
        for verdict in (evaluation.verdicts if evaluation else ())
        if verdict.subject.kind == "turn" and int(verdict.subject.name) == turn.turn_index
        for rating in verdict.ratings
        if rating.dimension == lowest and rating.score is not None and rating.reason
    ]
    yield f"{lowest} {score_text(score)}" + (f" ({min(said)[1]})" if said else "")


def _finding_lines(card: Scorecard, evaluation: Evaluation | None) -> Iterator[str]:
    facts = evaluation.facts.products if evaluation else ()
    findings = {
        (product.product_id, finding.criterion_id): finding
        for product in facts
        for finding in product.findings
    }
    for product in card.products:
        if not product.is_present:
            yield f"  {product.product_id} is missing"
            continue
        for criterion in product.failed[:MOST_FINDINGS]:
            found = findings.get((product.product_id, criterion))
            told = f": found {found.found}, expected {found.expected}" if found else ""
            yield _line(f"  {product.product_id}: {criterion} failed{told}")


def _name(trial: Trial) -> str:
    return f"{trial.scenario_id} seed {trial.seed}"


def _line(text: str) -> str:
    """One line that a terminal can show; the indent stays."""
    indent = text[: len(text) - len(text.lstrip())]
    line = printable(one_line(text))
    return indent + ellipsize(line, MOST_LETTERS)
