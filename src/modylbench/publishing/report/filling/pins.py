"""Pins what went wrong to the moments at which it did: figures, products, traps, limits, faults."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.products.finding.find import FoundNumber, find_number
from modylbench.products.quantities.quantity import NumberSought
from modylbench.products.quantities.units import unit
from modylbench.products.reading.index import index
from modylbench.publishing.report.filling.bounds import first_items, shorten_line, shorten_text
from modylbench.recording.events import SurfaceUpdate
from modylbench.runs.pinnable import figure_name, has_failed, is_wrong

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.facts import SaidFigure
    from modylbench.evaluation.findings import Finding
    from modylbench.evaluation.mutations.reference import Reference
    from modylbench.publishing.report.filling.work import MeetingWork, ReportedMeeting
    from modylbench.publishing.report.shapes.playback import LineData, PinData
    from modylbench.recording.recording import MeetingRecording
    from modylbench.recording.turns import RecordedTurn
    from modylbench.scoring.scorecard import Scorecard

MOST_PINS = 400  # ours
EXACT = 10_000  # ours: from here on nobody reads digits behind the point
AGREES, CONTRADICTS = "agrees", "contradicts"


def pins_of(
    meeting: ReportedMeeting,
    recording: MeetingRecording,
    work: MeetingWork,
    lines: Sequence[LineData],
    left_out: list[str],
) -> list[PinData]:
    """All that went wrong, in the order of time."""
    moments = _TurnMoments.of(recording)
    evaluation, card = meeting.evaluation, meeting.card
    found: list[PinData] = []
    if evaluation is not None:
        causes = _CausesByPlace()
        found += _product_pins(evaluation, moments, causes)
        found += _figure_pins(
            evaluation, _SpokenLines(lines), _TrueValues(work.perfect), moments, causes
        )
        found += _attempt_pins(evaluation, moments)
        found += _interruption_pins(evaluation, recording, moments)
    if card is not None:
        found += _trap_pins(card, moments, _failed_traps(evaluation))
        found += _limit_pins(card, moments)
    found += _fault_pins(recording, moments)
    ordered = sorted(found, key=lambda pin: (pin["at_s"], pin["kind"], pin["what"]))
    return first_items(ordered, "findings", left_out, MOST_PINS)


def _pin(kind: str, at_s: float, turn_index: int, **rest: object) -> PinData:
    """A pin of which only what is known is said."""
    pin = {
        "kind": kind,
        "is_bad": True,
        "at_s": round(at_s, 3),
        "turn_index": turn_index,
        "what": "",
        "found": "",
        "expected": "",
        "shown": "",
        "reason": "",
        "line": None,
        "span": None,
        "place": None,
        "turns": [turn_index],
        "is_mended": False,
        "cause": turn_index,
        "finding": "",
    }
    return pin | rest  # type: ignore[return-value]  # the names above are all there are


@dataclass(frozen=True, slots=True)
class _TurnMoments:
    """When turns went by, and when their last change could be seen."""

    turns: dict[int, RecordedTurn]
    seen_s: dict[int, float]

    @staticmethod
    def of(recording: MeetingRecording) -> _TurnMoments:
        seen = {
            event.turn_index: event.at_s
            for event in recording.events
            if isinstance(event, SurfaceUpdate) and event.is_visible
        }
        return _TurnMoments({turn.turn_index: turn for turn in recording.turns}, seen)

    def asked_s(self, turn_index: int) -> float:
        """When a turn was asked for."""
        turn = self.turns.get(turn_index)
        return turn.human.started_s if turn is not None else 0.0

    def answered_s(self, turn_index: int) -> float:
        """When the agent began to answer, or its turn ended."""
        turn = self.turns.get(turn_index)
        if turn is None:
            return 0.0
        return min((said.started_s for said in turn.agent.said), default=turn.agent.ended_s)

    def shown_s(self, turn_index: int) -> float:
        """When the work of a turn was there to be seen."""
        turn = self.turns.get(turn_index)
        ended_s = turn.agent.ended_s if turn is not None else 0.0
        return self.seen_s.get(turn_index, ended_s)


@dataclass(slots=True)
class _CausesByPlace:
    """The turn in which a place of a product first went wrong."""

    by_place: dict[tuple[str, str], int] = field(default_factory=dict)

    def note(self, finding: Finding, turn_index: int) -> None:
        for spot in finding.where:
            place = spot.product_id, spot.pointer
            self.by_place[place] = min(turn_index, self.by_place.get(place, turn_index))

    def of_figure(self, figure: SaidFigure, turn_index: int) -> int:
        """Where the words say what the work shows, they are wrong since it is."""
        if figure.agreement != AGREES:
            return turn_index
        cause = self.by_place.get((figure.product_id, figure.pointer), turn_index)
        return min(cause, turn_index)


def _product_pins(
    evaluation: Evaluation, moments: _TurnMoments, causes: _CausesByPlace
) -> Iterator[PinData]:
    """Criteria that did not hold after a turn: from when on, how long, and how they ended."""
    turns = _turns_failing(evaluation)
    for product in evaluation.facts.products:
        for finding in product.findings:
            failing = turns.get(finding.criterion_id, [])
            if not failing:
                continue
            first = failing[0]
            if not finding.passed:
                causes.note(finding, first)
            spot = finding.where[0] if finding.where else None
            place = spot and {
                "product_id": spot.product_id,
                "pointer": spot.pointer,
                "span": list(spot.span) if spot.span else None,
            }
            yield _pin(
                "product",
                moments.shown_s(first),
                first,
                what=shorten_line(finding.description),
                found=shorten_text(finding.found, 600),
                expected=shorten_text(finding.expected, 600),
                reason=shorten_text(finding.reason, 600),
                place=place,
                turns=failing,
                is_mended=finding.passed,
                finding="" if finding.passed else shorten_line(finding.criterion_id),
            )


def _turns_failing(evaluation: Evaluation) -> dict[str, list[int]]:
    """After which turns each criterion was due and did not pass."""
    found: dict[str, list[int]] = defaultdict(list)
    for turn in evaluation.facts.turns:
        for name in turn.work.standing.failing if turn.work.standing else ():
            found[name].append(turn.turn_index)
    return found


@dataclass(slots=True)
class _SpokenLines:
    """The lines of a meeting, to find words in; what was found is not found again."""

    lines: Sequence[LineData]
    _places: dict[tuple[int, bool], list[int]] = field(default_factory=dict)
    _after: dict[tuple[int, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for at, line in enumerate(self.lines):
            key = line["turn_index"], line["channel"] == "chat"
            self._places.setdefault(key, []).append(at)

    def find(self, text: str, turn_index: int, *, is_written: bool) -> tuple[int, int] | None:
        """The line of that turn that has the text, and where in it."""
        for at in self._places.get((turn_index, is_written), ()):
            start = self.lines[at]["text"].find(text, self._after.get((at, text), 0))
            if start >= 0:
                self._after[at, text] = start + len(text)
                return at, start
        return None

    def second_of(self, place: tuple[int, int]) -> float:
        """When the word that stands there was said."""
        line = self.lines[place[0]]
        words = len(line["text"][: place[1]].split())
        times = line["times"]
        if 2 * words >= len(times):
            return line["started_s"]
        return line["started_s"] + sum(times[: 2 * words + 1]) / 100


@dataclass(slots=True)
class _TrueValues:
    """What a perfect agent shows for a quantity after a turn, as people write it."""

    perfect: Reference | None
    _sought: dict[str, NumberSought] = field(default_factory=dict)

    def number_sought(self, name: str) -> NumberSought | None:
        """The quantity of that name."""
        if not self._sought and self.perfect is not None:
            self._sought.update(
                (quantity.id, quantity)
                for quantity in self.perfect.quantities
                if isinstance(quantity, NumberSought)
            )
        return self._sought.get(name)

    def quantity_of(self, figure: SaidFigure) -> str:
        """The quantity that a figure is said to be, by its name or by where it stands."""
        if figure.quantity or not figure.pointer:
            return figure.quantity
        self.number_sought("")
        place = figure.product_id, figure.pointer
        there = (each.id for each in self._sought.values() if (each.product, each.at) == place)
        return next(there, "")

    def name(self, name: str) -> str:
        """What people call it."""
        sought = self.number_sought(name)
        if sought is None:
            return name.replace("_", " ")
        return ", ".join(aliases[0] for aliases in sought.labels if aliases)

    def value(self, name: str, turn_index: int) -> str:
        """What it is after a turn, in its own unit; empty where nobody knows."""
        sought = self.number_sought(name)
        if sought is None or self.perfect is None:
            return ""
        made = [products for at, products in self.perfect.products if at <= turn_index]
        there = [product for product in (made[-1] if made else ()) if product.id == sought.product]
        found = find_number(sought, [index(product) for product in there])
        return _number_text(found.measure.number, sought) if isinstance(found, FoundNumber) else ""

    def shown_text(self, name: str, number: float) -> str:
        """A number in base units, as its quantity is written."""
        sought = self.number_sought(name)
        return _number_text(number, sought) if sought is not None else f"{number:,.6g}"


def _number_text(number: float, sought: NumberSought) -> str:
    """A number in base units as people write it in the quantity's own.

    >>> _number_text(97_500_000.0, NumberSought(id="e", product="p", labels=(("E",),), unit="$M"))
    '$97.5M'
    """
    of = unit(sought.unit)
    is_share = sought.unit in ("fraction", "%")
    value = number / (0.01 if is_share else of.scale)
    digits = f"{value:,.0f}" if abs(value) >= EXACT else f"{float(f'{value:.5g}'):,}"
    digits = digits.removesuffix(".0")
    if is_share:
        return f"{digits}%"
    if sought.unit.startswith("$"):
        return f"{'-' * (value < 0)}${digits.lstrip('-')}{sought.unit[1:]}"
    return digits if sought.unit == "count" else f"{digits} {sought.unit}"


def _figure_pins(
    evaluation: Evaluation,
    lines: _SpokenLines,
    truth: _TrueValues,
    moments: _TurnMoments,
    causes: _CausesByPlace,
) -> Iterator[PinData]:
    """Figures that are said and are not so, or are not what the work shows."""
    for turn in evaluation.facts.turns:
        for number, figure in enumerate(turn.speech.figures):
            place = lines.find(figure.text, turn.turn_index, is_written=figure.channel == "chat")
            if figure.is_true is not False and figure.agreement != CONTRADICTS:
                continue
            at_s = lines.second_of(place) if place else moments.answered_s(turn.turn_index)
            quantity = truth.quantity_of(figure)
            is_other = figure.agreement == CONTRADICTS and figure.shown is not None
            of_work = figure.product_id and {
                "product_id": shorten_line(figure.product_id),
                "pointer": shorten_line(figure.pointer),
                "span": None,
            }
            yield _pin(
                "figure",
                at_s,
                turn.turn_index,
                what=shorten_line(truth.name(quantity)),
                found=shorten_line(figure.text),
                expected=shorten_line(truth.value(quantity, turn.turn_index))
                if figure.is_true is False
                else "",
                shown=truth.shown_text(quantity, figure.shown or 0.0) if is_other else "",
                line=place and place[0],
                span=place and [place[1], place[1] + len(figure.text)],
                place=of_work or None,
                cause=causes.of_figure(figure, turn.turn_index),
                finding=figure_name(turn.turn_index, number) if is_wrong(figure) else "",
            )


def _attempt_pins(evaluation: Evaluation, moments: _TurnMoments) -> Iterator[PinData]:
    """Where it spoke to whoever judges."""
    for turn in evaluation.facts.turns:
        for attempt in evaluation.facts.attempts_made_in(turn.turn_index)[:20]:
            what = shorten_line(attempt.kind.replace("_", " "))
            at_s = moments.answered_s(turn.turn_index)
            found = shorten_line(attempt.excerpt)
            yield _pin("attempt", at_s, turn.turn_index, what=what, found=found)


def _interruption_pins(
    evaluation: Evaluation, recording: MeetingRecording, moments: _TurnMoments
) -> Iterator[PinData]:
    """Where the agent took the floor from somebody who was talking."""
    dynamics = evaluation.facts.dynamics
    names, people = recording.names_by_identity(), recording.people()
    for moment in dynamics.competitive_interruptions if dynamics else ():
        if moment.who and moment.who[0] in people:
            continue
        turn_index = max(
            (at for at in moments.turns if moments.asked_s(at) <= moment.at_s), default=0
        )
        whom = ", ".join(names.get(name, name) for name in moment.who[1:])
        reason = shorten_line(moment.note)
        yield _pin("interruption", moment.at_s, turn_index, what=shorten_line(whom), reason=reason)


def _failed_traps(evaluation: Evaluation | None) -> set[str]:
    """Those that code saw fail, so that they can be held again as a test."""
    cases = evaluation.facts.edge_cases if evaluation is not None else ()
    return {case.name for case in cases if has_failed(case)}


def _trap_pins(card: Scorecard, moments: _TurnMoments, failed: set[str]) -> Iterator[PinData]:
    """Traps and look-alikes, where they were set; also those that did no harm."""
    for trap in card.edge_cases:
        turns = [turn.turn_index for turn in card.turns if turn.edge_case == trap.name]
        held = [turn for turn in turns if turn in moments.turns]
        if held:
            yield _pin(
                "trap",
                moments.asked_s(held[0]),
                held[0],
                is_bad=trap.has_failed,
                what=shorten_line(trap.name.replace("_", " ")),
                finding=shorten_line(trap.name) if trap.name in failed else "",
                reason=shorten_text("; ".join(trap.reasons[:20]), 1_000),
                turns=held,
            )


def _limit_pins(card: Scorecard, moments: _TurnMoments) -> Iterator[PinData]:
    """Floors and caps that took something from a turn."""
    for turn in card.turns:
        for limit in turn.limits[:20]:
            if limit.after < limit.before and turn.turn_index in moments.turns:
                yield _pin(
                    "limit",
                    moments.answered_s(turn.turn_index),
                    turn.turn_index,
                    what=shorten_line(limit.rule.replace("_", " ")),
                    reason=shorten_text(limit.reason, 600),
                )


def _fault_pins(recording: MeetingRecording, moments: _TurnMoments) -> Iterator[PinData]:
    """What went wrong in the meeting itself, by the agent's fault."""
    for fault in recording.faults:
        if fault.culprit != "agent" or (fault.at_s is None and fault.turn_index is None):
            continue
        turn_index = fault.turn_index or 0
        at_s = fault.at_s if fault.at_s is not None else moments.answered_s(turn_index)
        yield _pin(
            "fault",
            min(at_s, recording.duration_s),
            turn_index,
            what=shorten_line(fault.code.replace("_", " ")),
            reason=shorten_text(fault.detail, 600),
        )
