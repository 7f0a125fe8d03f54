"""Which of several named things a text puts first, lets through, or says to have something."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from modylbench.evaluation.verification.claims.reading import (
    DECOY,
    PointReading,
    alias_table,
    as_names,
    name_table,
    truth_names,
)
from modylbench.language.claims.assertions import Assertion, AssertionReader
from modylbench.language.claims.polarity import negators
from modylbench.language.claims.senses import sense_table
from modylbench.language.claims.words import tokens
from modylbench.products.quantities.conclusion import ChoicePoint, MembersPoint

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.verification.claims.reading import PointStatus
    from modylbench.language.claims.clauses import Clause
    from modylbench.language.claims.senses import Predicate
    from modylbench.language.claims.words import PhraseTable, Token


def _figure_names(figures: object) -> tuple[tuple[Token, str], ...]:
    """The figures that stand for names, as they are written: `$15.0M`, `12.0x`, `446`."""
    if not isinstance(figures, dict):
        return ()
    return tuple(
        (word, name)
        for name, values in figures.items()
        for value in values
        for word in tokens(str(value))
        if word.number is not None
    )


def _sense_of(point: ChoicePoint | MembersPoint) -> PhraseTable[Predicate]:
    """The words by which a point is made or denied: of its senses, and its own."""
    return sense_table(tuple(point.by), point.affirmed, point.contrary, point.neutral)


WEAK = frozenset({"referent", "ellipsis", "all"})
"""Ways of reading that were wrong of a quarter of what honest people wrote, others of one in
fifteen: they say that a thing is spoken of, and contradict nothing that is said plainly."""


@dataclass(slots=True)
class _NamedSigns:
    """What a text says of each name, and how surely."""

    signs: dict[str, int]
    unsure: set[str]
    only: set[str]
    mentioned: set[str]
    names: tuple[str, ...]


def _signs_by_name(  # noqa: C901
    point: ChoicePoint | MembersPoint, clauses: Sequence[Clause]
) -> _NamedSigns:
    """Each name's sign, those that are the only ones, those spoken of, and all names."""
    table, firsts = name_table(as_names(point.names), point.decoys)
    scope = _about(clauses, point)
    figures = _figure_names(point.figures) if isinstance(point, ChoicePoint) else ()
    counted = getattr(point, "counted", False) or (
        None if isinstance(point, MembersPoint) else False
    )
    reader = AssertionReader(table, firsts, _sense_of(point), figures, counted=counted)
    everything = [
        assertion
        for assertion in reader.read(scope)
        if assertion.sign and (point.is_quantified or assertion.how not in {"all", "every"})
    ]
    if isinstance(point, MembersPoint) and point.wholes:
        everything = _of_each(point, everything, scope)
    assertions = [a for a in everything if a.is_plain] or [a for a in everything if a.is_attributed]
    if not getattr(point, "is_fact", False):
        assertions = [a for a in assertions if not a.is_conceded] or assertions
    if not point.need:
        shared = {clause.sentence for clause in scope if _is_shared_out(clause)}
        on_topic = alias_table(point.about)
        assertions = [
            a
            for a in assertions
            if a.how not in WEAK
            and scope[a.clause].sentence not in shared
            and (not point.about or on_topic.find(scope[a.clause].words))
        ]
    direct: dict[str, list[tuple[int, int]]] = {}
    inherited: dict[str, list[tuple[int, int]]] = {}
    only: set[str] = set()
    for assertion in assertions:
        side = inherited if assertion.how in WEAK else direct
        side.setdefault(assertion.name, []).append((assertion.clause, assertion.sign))
        if assertion.is_exclusive and assertion.sign > 0:
            only.add(assertion.name)
    ranking = _ranking_signs(scope, table)
    ranking.pop(DECOY, None)
    if not ranking and getattr(point, "is_listed", False):
        ranking = _series_signs(scope, table)
    if not ranking and getattr(point, "is_listed", False) and not direct:
        ranking = _list_signs(scope, table, len(truth_names(point.truth)))
    for name, sign in ranking.items():
        direct.setdefault(name, []).append((-1, sign))
    signs: dict[str, int] = {}
    for name in firsts:
        votes = direct.get(name) or inherited.get(name) or []
        if votes:
            signs[name] = _vote(votes)
    mentioned = {name for clause in scope for _, _, name in table.find(clause.words)}
    is_grouped = bool(getattr(point, "wholes", None))  # `every plot`: said of each of them by name
    unsure = {
        name
        for name in signs
        if name not in direct
        or (name not in mentioned and not is_grouped)
        or len({sign for _, sign in direct[name]}) > 1
    }
    return _NamedSigns(signs, unsure, only, mentioned, firsts)


_QUANTIFIERS = frozenset(["every", "all", "each", "any", "no", "none", "both", "single"])


def _of_each(
    point: MembersPoint, assertions: Sequence[Assertion], clauses: Sequence[Clause]
) -> list[Assertion]:
    """The assertions, with what is said of each of several together, or of the rest of them."""
    told = {assertion.name for assertion in assertions}
    found: list[Assertion] = []
    for assertion in assertions:
        parts = point.wholes.get(assertion.name, ())
        texts = {word.text for word in clauses[assertion.clause].words}
        if parts and texts & _RESTING:
            before = {a.name for a in assertions if a.clause <= assertion.clause}
            found += [replace(assertion, name=n, how="rest") for n in parts if n not in before]
            continue
        found.append(assertion)
        if parts and texts & _QUANTIFIERS and not texts & _SET_APART:
            found += [replace(assertion, name=n, how="every") for n in parts if n not in told]
    return found


_RESTING = frozenset(["other", "others", "rest", "remaining"])
_SET_APART = frozenset(["but", "except", "bar", "save", "apart"])


def _is_shared_out(clause: Clause) -> bool:
    """True for `A and B, the one for this and the other for that`: each has only its own part."""
    texts = {word.text for word in clause.words}
    return bool(texts & {"respectively", "former", "latter"}) or {"one", "other"} <= texts


def _vote(votes: list[tuple[int, int]]) -> int:
    """One sign of several: what most clauses say, the last where they are even."""
    by_clause: dict[int, int] = {}
    for clause, sign in votes:
        by_clause[clause] = by_clause.get(clause, 0) + sign
    signs = [1 if total > 0 else -1 for total in by_clause.values() if total] or [votes[-1][1]]
    total = sum(signs)
    return 1 if total > 0 else -1 if total < 0 else signs[-1]


def _about(clauses: Sequence[Clause], point: ChoicePoint | MembersPoint) -> list[Clause]:
    """The clauses, those on other topics muted; one that names no topic follows the one before.

    Where the text speaks of other things of the same names (`beside`) clauses are told apart,
    else sentences; a sentence right behind one on the topic belongs to it.
    """
    if not point.about:
        return list(clauses)
    about, beside = alias_table(point.about), alias_table(getattr(point, "beside", ()))
    on_topic = {clause.sentence for clause in clauses if about.find(clause.words)}
    if not getattr(point, "beside", ()):
        near = on_topic | {number + 1 for number in on_topic}
        return [
            clause if clause.sentence in near else replace(clause, is_muted=True)
            for clause in clauses
        ]
    names, _ = name_table(as_names(point.names))
    kept: list[Clause] = []
    current = False
    for number, clause in enumerate(clauses):
        if number and clause.sentence != clauses[number - 1].sentence:
            current = False
        on, off = bool(about.find(clause.words)), bool(beside.find(clause.words))
        words = {word.text for word in clause.words}
        if on and off:
            kept.append(_cut(clause, about, beside, names))
            current = True
            continue
        if on or off:
            current = on
        is_both = bool(words & {"both", "neither", "either"})
        leads = (
            not on
            and not off
            and any(
                later.sentence == clause.sentence and about.find(later.words)
                for later in clauses[number + 1 : number + 6]
            )
        )
        is_on = current or (is_both and not off) or (leads and not off)
        kept.append(clause if is_on else replace(clause, is_muted=True))
    return kept


def _cut(
    clause: Clause, about: PhraseTable[bool], beside: PhraseTable[bool], names: PhraseTable[str]
) -> Clause:
    """The part of a clause that is on the topic, divided at the commas between topics."""
    words = clause.words
    topics = sorted(
        [(s, True) for s, _, _ in about.find(words)]
        + [(s, False) for s, _, _ in beside.find(words)]
    )
    kept: list[Token] = []
    start = 0
    names_first = bool(names.find(words[: topics[0][0]]))
    for order, (place, on) in enumerate(topics):
        end = len(words)
        if order + 1 < len(topics):
            between = [
                p
                for p in range(place, topics[order + 1][0])
                if words[p].text in {",", "and", "but"}
            ]
            end = (between[0] if names_first else between[-1]) if between else topics[order + 1][0]
        if on:
            kept += (
                words[start:end]
                if names_first or not order
                else [*words[: topics[0][0]], *words[start:end]]
            )
        start = end
    return replace(clause, words=kept or words)


def _ranking_signs(clauses: Sequence[Clause], table: PhraseTable[str]) -> dict[str, int]:
    """What a ranking says: the first name of the list, and the others behind it."""
    for clause in clauses:
        names = [name for _, _, name in table.find(clause.words)]
        if len(set(names)) < 3:
            continue
        head = (
            clauses[clause.head].words
            if clause.head is not None and clause.head < len(clauses)
            else []
        )
        if {word.stem for word in [*head, *clause.words]} & {"rank", "order", "sequenc"}:
            return {name: 1 if name == names[0] else -1 for name in names}
    return {}


def _series_signs(clauses: Sequence[Clause], table: PhraseTable[str]) -> dict[str, int]:
    """What `Top three: A (20), B (16), C (12)` says: names with figures, highest first."""
    for clause in clauses:
        found = table.find(clause.words)
        if len(found) < 3:
            continue
        ends = [start for start, _, _ in found[1:]] + [len(clause.words)]
        figures = [
            next((w.number for w in clause.words[end:stop] if w.number is not None), None)
            for (_, end, _), stop in zip(found, ends, strict=True)
        ]
        known = [figure for figure in figures if figure is not None]
        is_falling = all(a >= b for a, b in pairwise(known))
        if len(known) == len(found) and is_falling and known[0] > known[-1]:
            return {
                name: 1 if figure == known[0] else -1
                for (_, _, name), figure in zip(found, known, strict=True)
            }
    return {}


def _list_signs(clauses: Sequence[Clause], table: PhraseTable[str], firsts: int) -> dict[str, int]:
    """What a list of names says, highest first: by its figures, else of as many as are sought."""
    rows: list[tuple[str, float | None]] = []
    for number, clause in enumerate(clauses):
        found = table.find(clause.words)
        begins = number == 0 or clauses[number - 1].sentence != clause.sentence
        if not begins or len(found) != 1 or found[0][0] > 0:
            continue
        rest = [
            w
            for c in clauses[number : number + 3]
            if c.sentence == clause.sentence
            for w in c.words
        ]
        figure = next(
            (
                w.number
                for w in rest[found[0][1] :]
                if w.number is not None and not w.text.isalpha()
            ),
            None,
        )
        rows.append((found[0][2], figure))
    figures = [figure for _, figure in rows if figure is not None]
    if len(rows) < 2 or len({name for name, _ in rows}) < len(rows):
        return {}
    if len(figures) == len(rows):
        if any(a < b for a, b in pairwise(figures)):
            return {}
        return {name: 1 if figure == figures[0] else -1 for name, figure in rows}
    return {name: 1 for name, _ in rows[:firsts]}


def read_choice(point: ChoicePoint, clauses: Sequence[Clause]) -> PointReading:
    """Whether the right one is put first, and no other."""
    said = _signs_by_name(point, clauses)
    signs, truth = said.signs, truth_names(point.truth)
    against = {name for name, sign in signs.items() if (sign > 0) != (name in truth)}
    if against:
        name = min(against, key=lambda name: name in said.unsure)
        why = f"{name} is put {'first' if signs[name] > 0 else 'behind'}"
        return PointReading(_strength(against, said), why)
    if all(signs.get(name, 0) > 0 for name in truth):
        return PointReading("right")
    if truth | {name for name, sign in signs.items() if sign < 0} == set(said.names):
        return PointReading("right")  # all the others are out
    if point.is_answer and not signs:
        return _bare_answer(point, clauses)
    return PointReading("unclear" if signs or _is_singled_out(said, truth) else "silent")


ANSWER_WORDS = 20  # ours: a name with a figure; more than that is a sentence with words of its own


def _bare_answer(point: ChoicePoint, clauses: Sequence[Clause]) -> PointReading:
    """How a text of a name alone stands to the truth: `Freight +12%: $1,006.64 a pallet`."""
    table = name_table(as_names(point.names), point.decoys)[0]
    naming = {clause.sentence for clause in clauses if table.find(clause.words)}
    words = [word for clause in clauses if clause.sentence in naming for word in clause.words]
    named = {name for _, _, name in table.find(words)}
    if len(words) > ANSWER_WORDS or len(named) != 1 or negators(words):
        return PointReading("silent")
    return PointReading("right" if named <= truth_names(point.truth) else "wrong", str(*named))


def _is_singled_out(said: _NamedSigns, truth: set[str]) -> bool:
    """True for a text that names the right ones and nobody else, in words not known here."""
    return said.mentioned == truth


def _strength(against: set[str], said: _NamedSigns) -> PointStatus:
    """Wrong where something against the truth is said surely, or nothing in accord with it is."""
    if against - said.unsure:
        return "wrong"
    return "unclear" if said.signs.keys() - said.unsure - against else "wrong"


def read_members(point: MembersPoint, clauses: Sequence[Clause]) -> PointReading:  # noqa: PLR0911
    """Whether it is said of all the right ones, and of no other."""
    said = _signs_by_name(point, clauses)
    signs, only, firsts = said.signs, said.only, said.names
    truth = truth_names(point.truth)
    against = {n for n, sign in signs.items() if (sign * point.sign > 0) != (n in truth)}
    if against:
        name = min(against, key=lambda name: name in said.unsure)
        why = f"{name} is said to be {'none' if name in truth else 'one'} of them"
        return PointReading(_strength(against, said), why)
    if point.sign > 0 and _only_out(clauses, point):
        rest = set(firsts) - set(point.wholes)
        if truth | {n for n, s in signs.items() if s < 0} >= rest:
            return PointReading("right")  # `only A fell`: so the others did not
        return PointReading("wrong", "only one is said to be out")
    besides = {name for name in truth - only if name not in signs or name in said.unsure}
    if only and point.sign > 0 and not point.least and besides:
        return PointReading("wrong", f"only {', '.join(sorted(only))}")
    told = {name for name in truth if name in signs}
    if told == truth or len(told) >= point.least > 0:
        return PointReading("right")
    if told - said.unsure and point.is_complete and not (truth - told) & said.mentioned:
        if point.sign > 0 and _is_listed_in_full(clauses, point, told):
            return PointReading("wrong", f"lists {', '.join(sorted(told))} and no other")
        return PointReading("unclear", f"nothing of {', '.join(sorted(truth - told))}")
    return PointReading("unclear" if signs or _is_singled_out(said, truth) else "silent")


def _is_listed_in_full(clauses: Sequence[Clause], point: MembersPoint, told: set[str]) -> bool:
    """True for `Passed: A and B.`: behind a colon there is nothing but these names."""
    table, _ = name_table(as_names(point.names), point.decoys)
    for clause in clauses:
        hits = table.find(clause.words)
        if clause.separator != ":" or not hits or {name for _, _, name in hits} != told:
            continue
        inside = {place for start, end, _ in hits for place in range(start, end)}
        rest = {word.text for place, word in enumerate(clause.words) if place not in inside}
        if rest <= _JOINING:
            return True
    return False


_JOINING = frozenset((",", "and", "&"))


def _only_out(clauses: Sequence[Clause], point: MembersPoint) -> bool:
    """True when just one is said to be out, which says of the others that they are in."""
    if point.about or not point.is_complete:
        return False
    table, firsts = name_table(as_names(point.names), point.decoys)
    reader = AssertionReader(table, firsts, _sense_of(point))
    return any(
        a.is_plain and a.sign < 0 and clauses[a.clause].words[0].text in {"only", "just"}
        for a in reader.read(clauses)
    )
