"""Whether a sentence names the quantity sought right before or behind a number.

A name counts only where it is whole: "recurring revenue", "the change in revenue" and "revenue
growth" are other numbers, and so is a number that a sentence bounds, compares or adds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.language.plain import word_set
from modylbench.products.quantities import vocabulary
from modylbench.products.quantities.labels import period_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.products.quantities.labels import Facets
    from modylbench.products.reading.observation import Sentence, Words

MEASURE = 1  # the bit of the first facet
TRANSPARENT = word_set("of the a to in on for and at by / ( ) \u2013 \u2014")

REPORTED = frozenset({"q", "h", "quarter", "month", "week"})
"""Periods that figures are reported for; a year of a plan is one column of many."""

ANOTHER_CASE = vocabulary.OTHER_CASES | vocabulary.CONDITIONS | vocabulary.DISTRIBUTES
ANOTHER_CASE_AT_THE_HEAD = vocabulary.OTHER_CASES_IN_TITLES | vocabulary.CONDITIONS | {"without"}


def named_by_sentence(sentence: Sentence, context: Sequence[Words], facets: Facets) -> bool:
    """True when the words around a number, and the headings above it, name every facet."""
    if sentence.alone:
        return _named_by_heading(context, facets)
    if facets.measure_words.isdisjoint(sentence.before) and facets.measure_words.isdisjoint(
        sentence.after
    ):
        return False
    before = _facets_before(sentence.before[::-1], facets)
    if before is None or (before & MEASURE and _counts_something_else(sentence)):
        return False
    after = _facets_after(sentence.after, facets, is_named=bool(before & MEASURE))
    if after is None or not (before | after) & MEASURE:
        return False
    named = _with_headings(before | after, sentence, context, facets)
    return named == facets.all and not _is_another_case(sentence, facets.vocabulary)


def _counts_something_else(sentence: Sentence) -> bool:
    """True for "sites at 6 hospitals"."""
    follows = sentence.after[:1]
    return (
        sentence.bare
        and sentence.before[-1:] == ("at",)
        and bool(follows)
        and follows[0] not in vocabulary.EDGES
    )


def _named_by_heading(context: Sequence[Words], facets: Facets) -> bool:
    bits, whole = facets.named_in(context[0]) if context else (0, False)
    if not bits & MEASURE or not whole:
        return False
    for label in context[1:]:
        bits |= facets.named_in(label)[0]
    return bits == facets.all


def _is_another_case(sentence: Sentence, known: frozenset[str]) -> bool:
    around = {*sentence.before, *sentence.after} - known
    if not ANOTHER_CASE.isdisjoint(around) or not vocabulary.TAKES_AWAY.isdisjoint(sentence.after):
        return True
    return not (sentence.lead - known).isdisjoint(ANOTHER_CASE_AT_THE_HEAD)


def _with_headings(named: int, sentence: Sentence, context: Sequence[Words], facets: Facets) -> int:
    if not named & facets.periods and facets.other_period_in((*sentence.before, *sentence.after)):
        return 0
    for label in context:
        if not named & facets.periods and facets.other_period_in(label):
            return 0
        if vocabulary.MODIFIERS.isdisjoint(set(label) - facets.vocabulary):
            named |= facets.named_in(label)[0] & ~MEASURE
    return named


def _facets_before(tokens: Words, facets: Facets) -> int | None:
    """The facets named right before a number (nearest word first); None where it is another's."""
    place = _past_links(tokens, facets)
    if place is None:
        return None
    named, place = _run(tokens, place, facets, backwards=True)
    if not named & MEASURE:
        return named
    return named if _is_free_on_the_left(tokens, place) else None


def _past_links(tokens: Words, facets: Facets) -> int | None:
    has_reached = False
    for place, token in enumerate(tokens):
        if _alias_at(tokens, place, facets, backwards=True):
            return place
        if token in vocabulary.CHANGES:
            if not has_reached:
                return None
        elif token in vocabulary.DELTAS:
            return None
        elif token not in vocabulary.LINKS:
            return place
        has_reached = has_reached or token in vocabulary.REACHES
    return len(tokens)


def _run(tokens: Words, place: int, facets: Facets, *, backwards: bool) -> tuple[int, int]:
    """The facets named in an unbroken run from `place`, and where the run ends."""
    named, end = 0, place
    while place < len(tokens):
        step = _alias_at(tokens, place, facets, backwards=backwards)
        if step is not None:
            named |= step[1]
            end = place = place + step[0]
        elif named and tokens[place] in vocabulary.JOINS and place - end < 3:
            place += 1
        else:
            break
    return named, end


def _is_free_on_the_left(tokens: Words, place: int) -> bool:
    """False when the word before a name makes it part of a longer one."""
    start = place
    while place < len(tokens) and tokens[place] in vocabulary.DETERMINERS:
        place += 1
    if place == len(tokens):
        return True
    if tokens[place] in vocabulary.PREPOSITIONS:
        head = next(
            (token for token in tokens[place + 1 :] if token not in vocabulary.DETERMINERS), ""
        )
        return head not in vocabulary.MODIFIERS
    if tokens[place] == ":":
        return place + 1 >= len(tokens) or tokens[place + 1] not in vocabulary.MODIFIERS
    return place > start or tokens[place] in vocabulary.EDGES


def _facets_after(tokens: Words, facets: Facets, *, is_named: bool) -> int | None:
    """The facets named right behind a number; None where what follows makes it another's."""
    place = 0
    if is_named and tokens[:1] and tokens[0] in vocabulary.CHANGE_NOUNS:
        return None
    if tokens[:1] in {("per",), ("/",), ("a",), ("an",)} and len(tokens) > 1:
        if tokens[1] not in {"year", "annum"} and not facets.seeks_rate:
            return None
        place = 2
    if tokens[place : place + 1] in {("of",), ("in",)}:
        place += 1
    named, end = _run(tokens, place, facets, backwards=False)
    if named & MEASURE:
        return named if _is_free_on_the_right(tokens, end, facets) else None
    if is_named and not named and not _takes_nothing_away(tokens, facets):
        return None
    return named


def _is_free_on_the_right(tokens: Words, place: int, facets: Facets) -> bool:
    if place >= len(tokens):
        return True
    if tokens[place] in vocabulary.PREPOSITIONS | {"at"}:
        return _takes_nothing_away(tokens[place:], facets)
    return tokens[place] in vocabulary.EDGES


def _takes_nothing_away(tokens: Words, facets: Facets) -> bool:
    """False for "in Germany", "at Memphis": the number is of a part then."""
    if not tokens or tokens[0] not in {"at", "in", "for", "from", "by", "on"}:
        return True
    rest = [token for token in tokens[1:] if token not in vocabulary.DETERMINERS]
    if not rest or rest[0] in facets.vocabulary or rest[0].rstrip("x%").isdigit():
        return True
    if period_places(tuple(rest[:2])):
        return not facets.periods and rest[0] in REPORTED and tokens[0] != "by"
    return rest[0] in vocabulary.QUALIFIERS


def _alias_at(
    tokens: Words, place: int, facets: Facets, *, backwards: bool
) -> tuple[int, int] | None:
    """How many tokens the longest alias at `place` takes, and its facet."""
    if tokens[place] not in facets.vocabulary:
        return None
    for alias, bit in facets.aliases:
        length = _length_of(alias[::-1] if backwards else alias, tokens, place)
        if length:
            return length, bit
    return None


def _length_of(alias: Words, tokens: Words, place: int) -> int:
    """How many tokens an alias takes here, small words between its own included; 0 for none."""
    start = place
    for position, word in enumerate(alias):
        while (
            position
            and place < len(tokens)
            and tokens[place] in TRANSPARENT
            and tokens[place] != word
        ):
            place += 1
        if place >= len(tokens) or tokens[place] != word:
            return 0
        place += 1
    return place - start
