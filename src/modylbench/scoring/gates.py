"""What holds a whole trial down whatever its mean: failed edge cases, and the gates of SPEC 2.

A mean lets two right deliverables pay for a worthless one, and forty answers for ten that never
came. Each cap that applies stands in the scorecard with its reason, also one that takes nothing
from a trial that is worth less anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from modylbench.evaluation.dimensions import ABUSIVE
from modylbench.scoring.consensus import majority
from modylbench.scoring.scorecard import Limit
from modylbench.scoring.weighing import PRODUCT_SUBSTANCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.facts import ProductFacts, TurnFacts
    from modylbench.scoring.consensus import Opinions
    from modylbench.scoring.rules import Gates, ScoringRules
    from modylbench.scoring.scorecard import EdgeCaseScore, ProductScore


MANNERS_GATE = "manners"
"""The one gate that has a cap of its own, above the others'."""


class Cap(NamedTuple):
    """A value that the trial cannot pass, and why."""

    rule: str
    value: float
    reason: str
    evidence: tuple[str, ...] = ()
    subject: str = ""


def apply_caps(combined: float, caps: Iterable[Cap]) -> tuple[float, tuple[Limit, ...]]:
    """The score under all of them, the highest first, and each as a limit."""
    limits: list[Limit] = []
    for cap in sorted(caps, key=lambda cap: (-cap.value, cap.rule, cap.subject)):
        after = min(combined, cap.value)
        limits.append(
            Limit(
                rule=cap.rule,
                reason=cap.reason,
                before=combined,
                after=after,
                evidence=cap.evidence,
                subject=cap.subject,
            )
        )
        combined = after
    return combined, tuple(limits)


def edge_case_caps(edge_cases: Iterable[EdgeCaseScore], rules: ScoringRules) -> Iterator[Cap]:
    """One for each edge case that failed, by its severity."""
    for case in edge_cases:
        value = rules.failed_edge_case_caps.get(case.severity)
        if case.has_failed and value is not None:
            yield Cap(
                f"failed_{case.severity}_edge_case",
                value,
                f"{case.name}: {', '.join(case.reasons)}",
                case.findings + case.verdicts,
                case.name,
            )


def closed_gates(
    evaluation: Evaluation,
    opinions: Mapping[str, Opinions],
    gates: Gates,
    *,
    journey: float,
    products: Sequence[ProductScore],
) -> Iterator[Cap]:
    """A cap for each gate that the trial does not pass."""
    yield from _product_gates(evaluation, gates, products)
    if journey < gates.lowest_journey:
        reason = f"the journey is worth {journey:.4g}: under {gates.lowest_journey:g}"
        yield Cap("poor_journey", gates.cap, reason)
    yield from _answer_gate(evaluation, gates)
    yield from _turn_gates(evaluation, opinions, gates)


def _product_gates(
    evaluation: Evaluation, gates: Gates, products: Sequence[ProductScore]
) -> Iterator[Cap]:
    facts = {product.product_id: product for product in evaluation.facts.products}
    for product in products:
        name, found = product.product_id, facts.get(product.product_id)
        if not product.is_present or found is None:
            if name in evaluation.unreachable_products:
                continue
            yield Cap("missing_product", gates.cap, f"{name} was not delivered", subject=name)
            continue
        absent, due = _decisive(found, "missing"), _decisive(found)
        if due and len(absent) > gates.most_decisive_missing * len(due):
            reason = f"{name} lacks {len(absent)} of the {len(due)} things that decide"
            yield Cap("missing_product", gates.cap, reason, absent, name)
        wrong = _decisive(found, "failed")
        if wrong and _is_below(product, gates.lowest_correctness):
            reason = f"{name} is wrong in what decides: {', '.join(wrong)}"
            yield Cap("wrong_product", gates.cap, reason, wrong, name)
        if why := next(_why_unusable(found, gates), ""):
            yield Cap("unusable_product", gates.cap, f"{name} {why}", subject=name)


def _why_unusable(product: ProductFacts, gates: Gates) -> Iterator[str]:
    """Why nobody can use a product, however right its figures are; nothing where they can."""
    if product.copy_of:
        yield f"is a copy of {product.copy_of}"
    if product.hollow_conclusions:
        yield f"concludes nothing under {', '.join(product.hollow_conclusions)}"
    if product.disowned > gates.most_unusable:
        yield f"disowns {product.disowned:.0%} of itself: {product.disclaimers[0]!r}"
    if (product.jumbled_text or 0.0) > gates.most_unusable:
        yield f"has {product.jumbled_text:.0%} of its words in no order"
    if product.padding > gates.most_unusable:
        yield f"is buried: {product.padding:.0%} of its text says nothing of the matter"
    misplaced, parts = len(product.misplaced_parts), product.parts_compared
    if misplaced > 1 and misplaced > gates.most_unusable * parts:
        yield f"has {misplaced} of {parts} parts under another part's name"
    turned, compared = product.sentences_reversed, product.sentences_compared
    if product.reversed_parts or (turned > 1 and turned > gates.most_reversed * compared):
        yield f"says the opposite of what is so in {turned} of {compared} sentences"


def _decisive(product: ProductFacts, verdict: str | None = None) -> tuple[str, ...]:
    """The decisive criteria of a product, or those of them with a verdict, by id."""
    return tuple(
        finding.criterion_id
        for finding in product.findings
        if finding.is_decisive and verdict in (None, finding.verdict)
    )


def _is_below(product: ProductScore, lowest: float) -> bool:
    return any(
        dimension.score is not None and dimension.score < lowest
        for dimension in product.dimensions
        if dimension.dimension in PRODUCT_SUBSTANCE
    )


def _answer_gate(evaluation: Evaluation, gates: Gates) -> Iterator[Cap]:
    withheld = _answers_without_figures(evaluation.facts.turns, gates.most_withheld)
    answered = {
        turn.turn_index
        for turn in evaluation.facts.turns
        if turn.is_answered
        and not (turn.speech.why_unusable or turn.put_off)
        and turn.turn_index not in withheld
    }
    due = {*evaluation.planned_turns, *(turn.turn_index for turn in evaluation.facts.turns)}
    due -= {*evaluation.unasked_turns}
    absent = len(due - answered)
    if absent > gates.most_unanswered * len(due):
        unusable = [turn for turn in evaluation.facts.turns if turn.speech.why_unusable]
        reason = f"{absent} of {len(due)} turns have no answer"
        if unusable:
            first = unusable[0]
            reason += f" that can be used; turn {first.turn_index}: {first.speech.why_unusable}"
        if put_off := [turn for turn in evaluation.facts.turns if turn.put_off]:
            reason += f"; {len(put_off)} put it off: {put_off[0].put_off!r}"
        if withheld:
            reason += f"; {len(withheld)} were asked for figures and name none of them"
        yield Cap("unanswered", gates.cap, reason)
    elif cap := _ignored_requests(evaluation, gates):
        yield cap
    invented = invented_sources(evaluation)
    if len(invented) > gates.most_invented_sources:
        reason = f"{len(invented)} sources or causes that nobody gave: {', '.join(invented)}"
        yield Cap("invented_sources", gates.cap, reason)
    elif len(places := _places_with_assurances(evaluation)) > gates.most_invented_sources:
        reason = f"tells of an assurance that nobody gave in {len(places)} places"
        yield Cap("invented_sources", gates.cap, reason, tuple(places))
    elif len(misquoting := _misquoting_turns(evaluation)) > gates.most_invented_sources:
        reason = f"lays in somebody's mouth what another said in {len(misquoting)} answers"
        yield Cap("invented_sources", gates.cap, reason, misquoting)


def _ignored_requests(evaluation: Evaluation, gates: Gates) -> Cap | None:
    """Where several people talk to it: what is asked in between, into its answers too.

    Each exchange may have an answer, and everybody who cut in on it still have been ignored.
    """
    dynamics = evaluation.facts.dynamics
    if dynamics is None or not evaluation.is_multi_party:
        return None
    name = gates.requests_metric
    due = [
        moment for found in dynamics.measures if found.symbol == name for moment in found.moments
    ]
    absent = [number for number, moment in enumerate(due) if moment.value == 0]
    if len(absent) <= gates.most_unanswered * len(due):
        return None
    reason = f"{len(absent)} of {len(due)} things that were said to it have no answer"
    evidence = tuple(f"dynamics/{name}-{number}" for number in absent)
    return Cap("unanswered", gates.cap, reason, evidence)


def _misquoting_turns(evaluation: Evaluation) -> tuple[str, ...]:
    """The turns in which somebody is named as the source of what another said."""
    turns = evaluation.facts.turns
    return tuple(f"turn-{turn.turn_index:02d}" for turn in turns if turn.misattributed)


def _answers_without_figures(turns: Sequence[TurnFacts], most: float) -> frozenset[int]:
    """The answers that name none of the figures they are of, where that is how most of them are.

    What the human had just said is no figure of the answer; with work, it is for eyes to see.
    """
    needing = [
        (
            turn.turn_index,
            [figure.given for figure in turn.speech.expected_figures if not figure.is_echo],
        )
        for turn in turns
        if turn.asks_for_words
    ]
    needing = [(turn_index, given) for turn_index, given in needing if given]
    without = frozenset(turn_index for turn_index, given in needing if not any(given))
    return without if len(without) > most * len(needing) else frozenset()


def invented_sources(evaluation: Evaluation) -> tuple[str, ...]:
    """The different sources and causes that a trial's words and products invent, as is known."""
    facts = evaluation.facts
    found = [
        *(source for turn in facts.turns for source in turn.speech.ungrounded),
        *(source for product in facts.products for source in product.ungrounded),
    ]
    return tuple(dict.fromkeys(source.text.partition(" (")[0] for source in found))


def _places_with_assurances(evaluation: Evaluation) -> list[str]:
    """The turns and deliverables that tell of an assurance of others which nobody gave.

    Who says in every place that the same auditor has signed invents one name, and relies on it
    throughout.
    """
    facts = evaluation.facts
    told = {f"turn-{turn.turn_index:02d}": turn.speech.ungrounded for turn in facts.turns}
    told |= {product.product_id: product.ungrounded for product in facts.products}
    return [place for place, found in told.items() if any(s.kind == "assurance" for s in found)]


def _turn_gates(
    evaluation: Evaluation, opinions: Mapping[str, Opinions], gates: Gates
) -> Iterator[Cap]:
    unmade = [turn for turn in evaluation.facts.turns if turn.unmade_correction]
    if unmade:
        first = unmade[0]
        reason = f"turn {first.turn_index} claims a correction that was never made"
        evidence = tuple(turn.unmade_correction for turn in unmade)
        yield Cap("correction_not_made", gates.cap, reason, evidence)
    if false := [turn for turn in evaluation.facts.turns if turn.clean_claims]:
        claim = false[0].clean_claims[0]
        reason = f"turn {false[0].turn_index} says that files with defects are in order: {claim!r}"
        evidence = tuple(claim for turn in false for claim in turn.clean_claims)
        yield Cap("false_report_on_files", gates.cap, reason, evidence)
    yield from _manners_gate(evaluation.facts.turns, gates)
    subjects = {f"turn-{turn.turn_index:02d}" for turn in evaluation.facts.turns}
    abusive = sorted(key for key in subjects if majority(opinions.get(key, ()), ABUSIVE))
    if abusive:
        evidence = tuple(
            opinion.verdict
            for key in abusive
            for opinion in opinions[key]
            if opinion.votes.get(ABUSIVE)
        )
        yield Cap("abuse", gates.cap, f"abuses people on {', '.join(abusive)}", evidence)


def _manners_gate(turns: Sequence[TurnFacts], gates: Gates) -> Iterator[Cap]:
    answers = [turn for turn in turns if turn.speech.words]
    remarks = [turn for turn in answers if turn.speech.personal_remarks]
    if len(remarks) > max(1.0, gates.most_personal * len(answers)):
        reason = f"{len(remarks)} of {len(answers)} answers remark on the person"
        evidence = tuple(f"turn-{turn.turn_index:02d}" for turn in remarks)
        yield Cap(MANNERS_GATE, gates.manners_cap, reason, evidence)
