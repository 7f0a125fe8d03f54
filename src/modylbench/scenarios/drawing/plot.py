"""What a seed draws beside its numbers: the order of work, the edge case, wordings and defects."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, pairwise, permutations
from typing import TYPE_CHECKING, Any, TypeVar

from modylbench.foundation.draw import Draw
from modylbench.foundation.errors import BadFile, UnknownName, UserMistake
from modylbench.scenarios.drawing.lengths import SHORT, length_of
from modylbench.scenarios.script import (
    BEATS,
    EDGE_CASE_BEAT,
    FIRST_EDGE_CASE_BEAT,
    FOLLOW_UPS,
    MOST_FOLLOW_UPS,
    EdgeCaseScript,
    LookAlike,
    Slot,
    all_wordings,
    openings,
    passage_problem,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.goals import GoalScript
    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.script import (
        AddedChecks,
        BeatScript,
        DefectScript,
        Interjection,
        LineWordings,
        PassageLine,
        Phase,
        ScriptedUtterance,
        Where,
    )
    from modylbench.scenarios.template import Card, Template

Ordered = TypeVar("Ordered", "BeatScript", "GoalScript")
SpreadCases = dict[int, "list[EdgeCaseScript | LookAlike]"]
"""Edge cases by how many beats of work come before them."""

SEED_EDGE_CASE, NEUTRAL, ALL = "seed", "none", "all"
"""Choices besides an edge case's name: the seed's own, a neutral beat (layer 5 off), all."""
DEFECTS = 2  # SPEC 13: at least two lie unannounced in the files
ORDERS_OF_MANY = (
    12  # ours: with many edge cases, orders of which the one with the shortest rows is held
)
ORDERS_TRIED = 60  # ours: for a place of the edge case; five beats have 120 orders
CYCLE = 3  # SPEC 13: of three consecutive seeds one is a look-alike, and one a critical trap


@dataclass(frozen=True, slots=True)
class Beat:
    """A beat as it is played at a seed: every utterance in one wording."""

    name: str
    opening: ScriptedUtterance
    reaches: tuple[str, ...]
    follow_ups: tuple[Slot, ...]
    phase: Phase
    edge_case: str | None = None


@dataclass(frozen=True, slots=True)
class MeetingPlot:
    """The beats of a meeting in order, its closing, and what only this seed has."""

    beats: tuple[Beat, ...]
    openings: Mapping[str, str]
    """How each edge case opens at this seed in its first wording, played or not."""
    closing: Slot | None
    look_alikes: tuple[tuple[EdgeCaseScript, LookAlike], ...]
    checks: tuple[AddedChecks, ...]
    defects: tuple[DefectScript, ...]


def draw_choices(card: Card, seed: int) -> dict[str, str]:
    """The choices of a seed, each from a stream of its own; seed 0 has the first options."""
    return {
        name: choice.options[0]
        if card.is_canonical(seed)
        else card.draw(seed, "choice", name).one_of(choice.options)
        for name, choice in card.choices.items()
    }


def draw_defects(
    source: ScenarioSource, seed: int, truth: Mapping[str, Any]
) -> tuple[DefectScript, ...]:
    """The defects in the files of a seed, in the order of their file; the paper's seed has none."""
    card, defects = source.template.card, source.template.defects.defects
    if card.is_canonical(seed):
        return ()
    possible = [defect for defect in defects if fits(defect.where, truth, source)]
    drawn = card.draw(seed, "defects").in_drawn_order(possible)[:DEFECTS]
    return tuple(defect for defect in possible if defect in drawn)


def edge_case_of_seed(source: ScenarioSource, seed: int) -> EdgeCaseScript | LookAlike:
    """The trap that a seed plays, or the look-alike (SPEC 1, 13).

    Of three consecutive seeds one plays a look-alike, one a critical trap and one any trap. A
    scenario without look-alikes goes through its traps in the order of its permutation.
    """
    cases, card = source.template.edge_cases, source.template.card
    stream = (card.id, card.salt) if card.salt else (card.id,)
    order = [cases.edge_cases[index] for index in cases.permutation]
    twins = [case.look_alike for case in order if case.look_alike is not None]
    if card.is_canonical(seed) or not twins:
        return order[seed % len(order)]
    critical = [case for case in order if case.severity == "critical"]
    twin_place = Draw(*stream, "look_alike").whole(1, CYCLE - 1)
    critical_place = 0 if order[0].severity == "critical" else CYCLE - twin_place
    pools: dict[int, Sequence[EdgeCaseScript | LookAlike]] = {
        twin_place: twins,
        critical_place: critical or order,
    }
    cycle, place = divmod(seed, CYCLE)
    pool = pools.get(place, order)
    turn, step = divmod(cycle, len(pool))
    return Draw(*stream, "edge_case", place, turn).in_drawn_order(pool)[step]


def plot(source: ScenarioSource, seed: int, choice: str, truth: Mapping[str, Any]) -> MeetingPlot:
    """The meeting of a seed, with the edge case of that choice."""
    template = source.template
    played = _played_cases(source, seed, choice)
    deciding = played[0] if len(played) == 1 else edge_case_of_seed(source, seed)
    work, place = _order(source if source.base is None else source.base, seed, deciding)
    spread: SpreadCases = {place - 2 if len(played) == 1 else len(work): played}
    if len(played) > 1 and length_of(choice) is not None:
        work, spread = _order_of_many(source, seed, played, work)
    casting = _Casting(source, seed, {**truth, **_places(work), **_cases_by_play(template, played)})
    if template.goals is not None:
        beats, closing = _rehearsal(source, seed, casting, played), template.goals.closing
        ending: Slot | None = Slot(
            purpose="clarification",
            reaches=tuple(name for beat in beats if not beat.edge_case for name in beat.reaches),
            ask=(closing.model_copy(update={"when": None}),),
        )
    else:
        beats = _scripted_beats(source, choice, casting, work, spread)
        ending = None if length_of(choice) == SHORT else template.closing
    twins = {
        case.look_alike.name: case for case in template.edge_cases.edge_cases if case.look_alike
    }
    alike = tuple((twins[case.name], case) for case in played if isinstance(case, LookAlike))
    possible = [*template.deliverables.cases]
    if length_of(choice) == SHORT and template.short is not None:
        possible += template.short.checks
    added = [case for case in possible if casting.fits(case.where)]
    opened: list[EdgeCaseScript | LookAlike] = [*template.edge_cases.edge_cases]
    opened += [twin for _, twin in alike]
    return MeetingPlot(
        beats=beats,
        openings={case.name: casting.first_line(case) for case in opened},
        closing=casting.slot("closing", 1, ending) if ending else None,
        look_alikes=alike,
        checks=(*added, *(twin.checks for _, twin in alike)),
        defects=_handed_over(draw_defects(source, seed, truth), beats, choice),
    )


def _handed_over(
    defects: Sequence[DefectScript], beats: Sequence[Beat], choice: str
) -> tuple[DefectScript, ...]:
    """The defects; in a short meeting, those of the files that are handed over in it."""
    if length_of(choice) != SHORT:
        return tuple(defects)
    said = [
        utterance
        for beat in beats
        for utterance in (beat.opening, *(ask for slot in beat.follow_ups for ask in slot.ask))
    ]
    files = {name for utterance in said for name in utterance.attach}
    return tuple(defect for defect in defects if defect.file in files)


def milestones(template: Template) -> tuple[str, ...]:
    """The milestones of the work itself, without what look-alikes add."""
    goals = template.goals.goals if template.goals is not None else ()
    slots = [slot for beat in template.beats for slot in beat.follow_ups]
    slots += [template.closing] if template.closing else []
    reached = [part.reaches for part in template.beats] + [part.reaches for part in slots]
    reached += [goal.reaches for goal in goals]
    return tuple(dict.fromkeys(name for names in reached for name in names))


def _rehearsal(
    source: ScenarioSource,
    seed: int,
    casting: _Casting,
    played: Sequence[EdgeCaseScript | LookAlike],
) -> tuple[Beat, ...]:
    """A free-form meeting as it goes with a perfect agent: each goal met when it is asked for."""
    goals = source.template.goals
    if goals is None:
        return ()
    first, *middle, last = (goal for goal in goals.goals if casting.fits(goal.where))
    work = casting.order(middle)
    traps = [casting.edge_case(case) for case in played] if goals.trap else []
    at = len(work)
    if len(traps) == 1 and not source.template.card.is_canonical(seed):
        needs = _goals_needed(source, played[0], work)
        fitting = [
            place
            for place in range(FIRST_EDGE_CASE_BEAT - 2, len(work) + 1)
            if needs <= {goal.name for goal in work[:place]}
        ]
        at = source.template.card.draw(seed, "trap_place").one_of(fitting or [at])
    return (
        casting.goal(first, "context"),
        *(casting.goal(goal, "work") for goal in work[:at]),
        *traps,
        *(casting.goal(goal, "work") for goal in work[at:]),
        casting.goal(last, "delivery"),
    )


def _goals_needed(
    source: ScenarioSource, case: EdgeCaseScript | LookAlike, goals: Sequence[GoalScript]
) -> set[str]:
    """The goals that stand for what an edge case needs: those that reach the same milestones."""
    script = source if source.base is None else source.base
    needs = _needs_of(script, case)
    beats = [beat for beat in script.template.beats if beat.name in needs]
    reached = {name for beat in beats for name in beat.reaches}
    reached |= {name for beat in beats for slot in beat.follow_ups for name in slot.reaches}
    return {goal.name for goal in goals if goal.name in needs or reached & {*goal.reaches}}


def _scripted_beats(
    source: ScenarioSource,
    choice: str,
    casting: _Casting,
    work: Sequence[BeatScript],
    spread: SpreadCases,
) -> tuple[Beat, ...]:
    """The beats of a script, its work in this order, edge cases after so many beats of it."""
    template, length = source.template, length_of(choice)
    middle = [casting.beat(beat, "work") for beat in work]
    context = casting.beat(template.beats[0], "context")
    if length == SHORT:
        if template.short is None:
            message = f"found --turns {SHORT} of {source.id}, which has no short.yaml; expected 8"
            raise UserMistake(message)
        ending = casting.beat(template.short.delivery, "delivery")
        return (context, *middle[: SHORT - 2], ending)
    special = {place: [*map(casting.edge_case, cases)] for place, cases in spread.items()}
    count = sum(map(len, special.values()))
    if not count or (length is not None and len(middle) + count < length - 2):
        neutral = casting.beat(template.beats[EDGE_CASE_BEAT - 1], "edge_case")
        special.setdefault(EDGE_CASE_BEAT - 2, []).append(neutral)
        count += 1
    possible = len(middle) + count + 2
    if length is not None and possible < length:
        message = (
            f"found --turns {length} of {source.id}, which has edge cases for {possible} at most"
        )
        raise UserMistake(message)
    mixed: list[Beat] = []
    for done, beat in enumerate(middle, start=1):
        mixed += [beat, *special.get(done, ())]
    return (context, *mixed, casting.beat(template.beats[-1], "delivery"))


def fits(where: Where, truth: Mapping[str, Any], source: ScenarioSource) -> bool:
    """Whether the truth of a seed has the values that `where` asks for."""
    for name, values in where.items():
        if name not in truth:
            problem = f"where names {name!r}, expected a choice or a value of the oracle"
            raise BadFile(source.folder, f"where.{name}", problem)
        if str(truth[name]) not in ((values,) if isinstance(values, str) else values):
            return False
    return True


def _places(work: Sequence[BeatScript]) -> dict[str, str]:
    """The place of every beat of the work, by which lines that depend on the order are chosen."""
    return {f"{beat.name}_place": str(place) for place, beat in enumerate(work, start=2)}


def _cases_by_play(
    template: Template, played: Sequence[EdgeCaseScript | LookAlike]
) -> dict[str, str]:
    """Whether each edge case and each look-alike is in this meeting, for lines that come after."""
    names = {case.name for case in played}
    cases = template.edge_cases.edge_cases
    possible = [case.name for case in cases]
    possible += [case.look_alike.name for case in cases if case.look_alike]
    return {f"{name}_played": "yes" if name in names else "no" for name in possible}


def _played_cases(
    source: ScenarioSource, seed: int, choice: str
) -> list[EdgeCaseScript | LookAlike]:
    cases = source.template.edge_cases.edge_cases
    if length_of(choice) is not None and source.template.goals is not None:
        message = "found --turns, expected none in free form: its length depends on the agent"
        raise UserMistake(message)
    if choice == SEED_EDGE_CASE:
        return [edge_case_of_seed(source, seed)]
    if choice == NEUTRAL:
        return []
    if choice == ALL:
        return list(cases)
    length = length_of(choice)
    if length is not None:
        return _cases_of_a_length(source, seed)[: max(0, length - BEATS + 1)]
    known: dict[str, EdgeCaseScript | LookAlike] = {case.name: case for case in cases}
    known |= {case.look_alike.name: case.look_alike for case in cases if case.look_alike}
    if choice not in known:
        raise UnknownName("edge case", choice, list(known))
    return [known[choice]]


def _cases_of_a_length(source: ScenarioSource, seed: int) -> list[EdgeCaseScript | LookAlike]:
    """The seed's own edge case, then of each other pair the trap or its twin, then what is left."""
    draw = source.template.card.draw(seed, "length")
    played: list[EdgeCaseScript | LookAlike] = [edge_case_of_seed(source, seed)]
    left: list[EdgeCaseScript | LookAlike] = []
    for case in draw.in_drawn_order(source.template.edge_cases.edge_cases):
        twin = case.look_alike
        pair: list[EdgeCaseScript | LookAlike] = [case] if twin is None else [case, twin]
        if twin is not None and draw.whole(1, CYCLE) == 1:
            pair.reverse()
        is_own = played[0] in pair
        played += [] if is_own else pair[:1]
        left += [other for other in pair if other not in played]
    return played + left


def _order_of_many(
    source: ScenarioSource,
    seed: int,
    played: Sequence[EdgeCaseScript | LookAlike],
    work: list[BeatScript],
) -> tuple[list[BeatScript], SpreadCases]:
    """An order of work in which many edge cases come in short rows, and where they come in it."""
    draw = source.template.card.draw(seed, "long order")
    script = source.template.beats[1 : EDGE_CASE_BEAT - 1]
    orders = [work, *(_drawn_order(script, draw) for _ in range(ORDERS_OF_MANY))]
    possible = [(order, _spread_cases(source, seed, played, order)) for order in orders]
    return min(possible, key=lambda found: max(map(len, found[1].values())))


def _spread_cases(
    source: ScenarioSource,
    seed: int,
    played: Sequence[EdgeCaseScript | LookAlike],
    work: Sequence[BeatScript],
) -> SpreadCases:
    """The edge cases by how many beats of work come before them.

    From beat 4 on, each after what it needs, where the fewest are, and not beside its twin. Those
    with the least choice are placed first.
    """
    draw = source.template.card.draw(seed, "spread")
    names = [beat.name for beat in work]
    earliest = {
        case.name: max(
            FIRST_EDGE_CASE_BEAT - 2,
            *(names.index(name) + 1 for name in _needs_of(source, case) if name in names),
            0,
        )
        for case in played
    }
    spread: SpreadCases = {}
    for case in sorted(played, key=lambda case: -earliest[case.name]):

        def crowding(place: int, case: EdgeCaseScript | LookAlike = case) -> tuple[bool, bool, int]:
            there = spread.get(place, [])
            is_with_twin = any(_are_twins(case, other) for other in there)
            return is_with_twin, not _has_neighbouring_twins(there), len(there)

        possible = draw.in_drawn_order(range(earliest[case.name], len(work) + 1))
        place = min(possible, key=crowding)
        spread[place] = _twins_apart([*spread.get(place, []), case])
    return spread


def _twins_apart(
    cases: Sequence[EdgeCaseScript | LookAlike],
) -> list[EdgeCaseScript | LookAlike]:
    """The cases in the first order in which no trap stands beside its twin, if there is one."""
    orders = islice(permutations(cases), ORDERS_TRIED)
    return list(next((o for o in orders if not _has_neighbouring_twins(o)), cases))


def _has_neighbouring_twins(cases: Sequence[EdgeCaseScript | LookAlike]) -> bool:
    return any(_are_twins(case, following) for case, following in pairwise(cases))


def _are_twins(case: EdgeCaseScript | LookAlike, other: EdgeCaseScript | LookAlike) -> bool:
    pair = (case, other) if isinstance(case, EdgeCaseScript) else (other, case)
    return isinstance(pair[0], EdgeCaseScript) and pair[0].look_alike == pair[1]


def _order(
    source: ScenarioSource, seed: int, case: EdgeCaseScript | LookAlike
) -> tuple[list[BeatScript], int]:
    """The work in the order of the seed, and the place of the edge case among all beats."""
    beats = source.template.beats
    work = list(beats[1 : EDGE_CASE_BEAT - 1])
    card = source.template.card
    if card.is_canonical(seed):
        return work, EDGE_CASE_BEAT
    draw = card.draw(seed, "order")
    needs = _needs_of(source, case)
    for place in draw.in_drawn_order(range(FIRST_EDGE_CASE_BEAT, BEATS)):
        for _ in range(ORDERS_TRIED):
            order = _drawn_order(work, draw)
            before = {beats[0].name, *(beat.name for beat in order[: place - 2])}
            if needs <= before:
                return order, place
    return work, EDGE_CASE_BEAT


def _needs_of(source: ScenarioSource, case: EdgeCaseScript | LookAlike) -> set[str]:
    needs = case.needs
    if needs is None and isinstance(case, LookAlike):
        twin = next(
            trap for trap in source.template.edge_cases.edge_cases if trap.look_alike == case
        )
        needs = twin.needs
    if needs is None:
        return {beat.name for beat in source.template.beats[1 : EDGE_CASE_BEAT - 1]}
    return set(needs)


def _drawn_order(work: Sequence[Ordered], draw: Draw) -> list[Ordered]:
    """The beats or goals in some order in which each comes after those that it needs."""
    own = [beat.name for beat in work]
    needs = {
        beat.name: set(own[:place] if beat.needs is None else beat.needs) & set(own)
        for place, beat in enumerate(work)
    }
    order: list[Ordered] = []
    left = list(work)
    while left:
        done = {beat.name for beat in order}
        ready = [beat for beat in left if needs[beat.name] <= done]
        order.append(draw.one_of(ready))
        left.remove(order[-1])
    return order


class _Casting:
    """Chooses what fits a seed, and the wording of every line."""

    def __init__(self, source: ScenarioSource, seed: int, truth: Mapping[str, Any]) -> None:
        self._source, self._seed, self._truth = source, seed, truth
        self._card = source.template.card
        self._is_first = self._card.is_canonical(seed)

    def fits(self, where: Where) -> bool:
        return fits(where, self._truth, self._source)

    def order(self, goals: Sequence[GoalScript]) -> list[GoalScript]:
        """The goals in the order of the seed."""
        card = self._source.template.card
        if card.is_canonical(self._seed):
            return list(goals)
        return _drawn_order(goals, card.draw(self._seed, "order"))

    def goal(self, goal: GoalScript, phase: Phase) -> Beat:
        opening = self._in_drawn_wording(f"{goal.name}/0/0", goal)
        return Beat(goal.name, opening, goal.reaches, (), phase)

    def beat(self, script: BeatScript, phase: Phase) -> Beat:
        return Beat(
            name=script.name,
            opening=self._opening(script.name, openings(script)),
            reaches=script.reaches,
            follow_ups=self._follow_ups(script.name, script.follow_ups, MOST_FOLLOW_UPS),
            phase=phase,
        )

    def edge_case(self, case: EdgeCaseScript | LookAlike) -> Beat:
        return Beat(
            name=case.name,
            opening=self._opening(case.name, openings(case)),
            reaches=case.reaches if isinstance(case, LookAlike) else (),
            follow_ups=self._follow_ups(case.name, case.follow_ups, FOLLOW_UPS),
            phase="edge_case",
            edge_case=case.name,
        )

    def slot(self, beat: str, number: int, slot: Slot) -> Slot:
        asked = [
            self._in_drawn_wording(f"{beat}/{number}/{place}", utterance)
            for place, utterance in enumerate(slot.ask)
            if self.fits(utterance.where)
        ]
        if not asked or asked[-1].when is not None:
            raise self._misfit(beat, f"has no last alternative in follow-up {number}")
        return slot.model_copy(update={"ask": tuple(asked)})

    def first_line(self, case: EdgeCaseScript | LookAlike) -> str:
        """How an edge case opens at this seed, in its first wording."""
        possible = openings(case)
        fitting = (utterance for utterance in possible if self.fits(utterance.where))
        return next(fitting, possible[0]).wordings[0]

    def _opening(self, beat: str, possible: Sequence[ScriptedUtterance]) -> ScriptedUtterance:
        for place, utterance in enumerate(possible):
            if self.fits(utterance.where):
                return self._in_drawn_wording(f"{beat}/0/{place}", utterance)
        raise self._misfit(beat, "has no opening")

    def _follow_ups(self, beat: str, slots: Sequence[Slot], most: int) -> tuple[Slot, ...]:
        fitting = [
            (number, slot) for number, slot in enumerate(slots, start=1) if self.fits(slot.where)
        ]
        if not FOLLOW_UPS <= len(fitting) <= most:
            raise self._misfit(beat, f"has {len(fitting)} follow-ups, expected {FOLLOW_UPS}")
        return tuple(self.slot(beat, number, slot) for number, slot in fitting)

    def _in_drawn_wording(self, place: str, utterance: ScriptedUtterance) -> ScriptedUtterance:
        """The utterance, and what people say around it, in the wording of the seed."""
        return utterance.model_copy(
            update={
                "say": self._one_wording(place, utterance.say),
                "before": self._passage(place, utterance.before),
                "during": tuple(
                    self._interjection(f"{place}/{cue.id}", cue)
                    for cue in utterance.during
                    if self.fits(cue.where)
                ),
            }
        )

    def _passage(self, place: str, lines: Sequence[PassageLine]) -> tuple[PassageLine, ...]:
        """The lines of this seed, each of which can be played without those of other seeds."""
        found: dict[str, PassageLine] = {}
        for line in lines:
            if self.fits(line.where):
                drawn = self._passage_line(f"{place}/{line.id}", line)
                if problem := passage_problem(drawn, found):
                    raise self._misfit(place.partition("/")[0], problem)
                found[line.id] = drawn
        return tuple(found.values())

    def _passage_line(self, place: str, line: PassageLine) -> PassageLine:
        low, high = line.offset_s
        drawn_s = self._card.draw(self._seed, "offset", place).uniform(low, high)
        offset_s = round((low + high) / 2 if self._is_first else drawn_s, 3)
        said = self._one_wording(place, line.say)
        return line.model_copy(update={"say": said, "offset_s": (offset_s, offset_s)})

    def _interjection(self, place: str, cue: Interjection) -> Interjection:
        yielded, went_on = cue.if_agent_yields, cue.if_not
        return cue.model_copy(
            update={
                "say": self._one_wording(place, cue.say),
                "if_agent_yields": yielded and self._one_wording(f"{place}/yields", yielded),
                "if_not": went_on and self._one_wording(f"{place}/goes on", went_on),
            }
        )

    def _one_wording(self, place: str, say: LineWordings) -> str:
        """What is said there at this seed."""
        wordings = all_wordings(say)
        possible = wordings[:1] if self._is_first else wordings
        return self._card.draw(self._seed, "wording", place).one_of(possible)

    def _misfit(self, beat: str, problem: str) -> BadFile:
        return BadFile(
            self._source.folder, f"beat {beat}", f"{problem} at seed {self._seed}: see `where`"
        )
