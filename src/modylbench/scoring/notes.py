"""What a reader of a scorecard must know besides its scores."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from modylbench.evaluation.dimensions import CHANNEL_DIMENSIONS
from modylbench.evaluation.metrics import attempts_on_judges
from modylbench.foundation.errors import one_line, short_repr
from modylbench.scenarios.drawing.lengths import length_of
from modylbench.scenarios.script import BEATS
from modylbench.scenarios.suites import CORE, Suite
from modylbench.scoring.dynamics import interruption_caps
from modylbench.scoring.rules import default_rules
from modylbench.scoring.standard import models_of, why_silver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.facts import MeetingFacts
    from modylbench.evaluation.verdicts import Verdict
    from modylbench.scoring.rules import ScoringRules
    from modylbench.scoring.scorecard import DimensionScore, DynamicsScore

PRIMARY_PARTS = {"spatial_precision", "relevance", "content"}
"""What the other parts of a channel are worth as much as."""
MOST_OF_A_REASON = 160  # ours: a line for people; judgments.jsonl has all of it


def is_of_the_benchmark(rules: ScoringRules) -> bool:
    """Whether these are the benchmark's own rules; layers are told apart elsewhere."""
    default = default_rules()
    return rules is default or rules.model_copy(update={"layers": default.layers}) == default


def notes_on(
    evaluation: Evaluation,
    rules: ScoringRules,
    *,
    layers_off: Sequence[int],
    dimensions: Iterable[DimensionScore],
    dynamics: DynamicsScore | None = None,
) -> tuple[str, ...]:
    """All that a reader must know, in a fixed order."""
    found = [
        *_standing_notes(evaluation, rules, layers_off),
        *_standard_notes(evaluation),
        *_evidence_notes(evaluation.facts),
        *_locator_notes(evaluation),
        *_judge_notes(evaluation),
    ]
    unassessed = Counter(
        dimension.dimension
        for dimension in dimensions
        if dimension.score is None and dimension.dimension not in CHANNEL_DIMENSIONS
    )
    found += [
        f"{name} was assessed by nobody on {times} subject(s): its weight went to the others"
        for name, times in sorted(unassessed.items())
    ]
    found += _channel_notes(evaluation)
    found += _dynamics_notes(evaluation, rules, dynamics)
    return tuple(found)


def _standing_notes(
    evaluation: Evaluation, rules: ScoringRules, layers_off: Sequence[int]
) -> Iterator[str]:
    if not evaluation.is_official:
        yield f"unofficial: {_why_unofficial(evaluation)}"
    if layers_off:
        yield f"unofficial: layers off: {', '.join(map(str, layers_off))}"
    if not is_of_the_benchmark(rules):
        yield f"unofficial: scored by other rules, version {short_repr(rules.version)}"


def _why_unofficial(evaluation: Evaluation) -> str:
    """What about the meeting itself is not as the benchmark has it."""
    suite, length = evaluation.suite, length_of(evaluation.edge_case)
    if evaluation.private_mark:
        return f"held from a private variant (secret {evaluation.private_mark}), not as published"
    if suite != CORE:
        mark = Suite(suite, evaluation.suite_version, "").mark
        return f"of the {mark}, whose scores are never averaged with those of the core"
    if length is not None:
        return f"a meeting of {length} scripted turns, not of {BEATS}"
    return "the meeting was not held as the benchmark holds it"


def _standard_notes(evaluation: Evaluation) -> Iterator[str]:
    why = why_silver(evaluation)
    if why:
        yield f"silver: {why}"


def _evidence_notes(facts: MeetingFacts) -> Iterator[str]:
    answered = [turn for turn in facts.turns if turn.is_answered]
    if not any(turn.screen.frames for turn in answered):
        yield f"no screens: {one_line(facts.screens)[:MOST_OF_A_REASON]}"
    captioned = sum(turn.speech.source == "captions" for turn in answered)
    if captioned:
        yield (
            f"what the agent said is known from its own captions on {captioned} of "
            f"{len(answered)} turns"
        )
    if facts.captions_differ:
        heard = sum(turn.speech.source == "asr" for turn in answered)
        yield (
            "integrity: the agent's captions say something else than its voice; its words are "
            f"taken from speech recognition on {heard} of {len(answered)} turns "
            f"({one_line(facts.hearing)[:MOST_OF_A_REASON]})"
        )
    attempts = attempts_on_judges(facts)
    if attempts:
        yield f"the agent addressed whoever judges it {attempts} time(s)"


def _channel_notes(evaluation: Evaluation) -> Iterator[str]:
    """What of the channels nobody could assess, though the scenario expected it."""
    turns = [turn.channels for turn in evaluation.facts.turns if turn.channels is not None]
    missing = Counter(
        part.reason
        for channels in turns
        for made in channels.composites
        if channels.expected
        for part in made.parts
        if part.value is None and part.name in PRIMARY_PARTS
    )
    for reason, times in sorted(missing.items()):
        yield f"channels: {one_line(reason)[:MOST_OF_A_REASON]} ({times} turn(s))"


def _dynamics_notes(
    evaluation: Evaluation, rules: ScoringRules, dynamics: DynamicsScore | None
) -> Iterator[str]:
    if dynamics is not None and dynamics.counts:
        absent = [part.dimension for part in dynamics.dimensions if part.score is None]
        if dynamics.score is None:
            yield "dynamics: nothing could be measured: their weight went to turns and products"
        elif absent:
            yield f"dynamics: {', '.join(absent)} could not be measured: the others have the weight"
    if caps := interruption_caps(evaluation, rules):
        yield caps.reason


def _locator_notes(evaluation: Evaluation) -> Iterator[str]:
    locator = evaluation.locator
    if locator is None:
        return
    name = locator.name
    if locator.failures:
        first = one_line(locator.failures[0])[:MOST_OF_A_REASON]
        yield f"{name} failed on {len(locator.failures)} product(s): {first}"
    taken = sum(location.outcome == "taken" for location in locator.locations)
    if not taken:
        return
    if not locator.counts:
        why = one_line(locator.reason)[:MOST_OF_A_REASON]
        yield f"{name} pointed at {taken} figure(s) that code had not found; none counts: {why}"
        return
    rests = sum(
        bool(finding.located_by)
        for product in evaluation.facts.products
        for finding in product.findings
    )
    yield (
        f"{name} pointed at {taken} figure(s) that code had not found; {rests} finding(s) rest on "
        "them"
    )


def _judge_notes(evaluation: Evaluation) -> Iterator[str]:
    by_judge: dict[str, list[Verdict]] = {card.name: [] for card in evaluation.panel}
    for verdict in evaluation.verdicts:
        by_judge.setdefault(verdict.judge, []).append(verdict)
    for judge, verdicts in sorted(by_judge.items()):
        reasons = sorted(verdict.failure for verdict in verdicts if verdict.failure)
        if reasons:
            first = one_line(reasons[0])[:MOST_OF_A_REASON]
            yield f"judge {judge} failed on {len(reasons)} of {len(verdicts)}: {first}"
        led = sum(verdict.was_led for verdict in verdicts)
        if led:
            yield f"judge {judge} followed the agent on {led} and judged again without that text"
    cards = [card for card in evaluation.panel if card.kind == "model"]
    models = Counter(model for card in cards for model in models_of(card))
    for model, times in sorted(models.items()):
        if times > 1:
            yield f"{times} judges are one model, {model}"
