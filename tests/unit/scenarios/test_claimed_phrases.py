"""Phrases by which claims are read: none says two things that cannot both be so."""

from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from modylbench.language.claims.words import phrase_stems
from modylbench.products.quantities.conclusion import ClaimSought, ConclusionPoint
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.script import Where
from modylbench.scenarios.variant import instantiate

SEEDS = range(8)
Stems = frozenset[tuple[str, ...]]
every_scenario = pytest.mark.parametrize("name", shipped_scenarios())


@cache
def claims_of(name: str) -> tuple[ClaimSought, ...]:
    """The claims of some meetings, whose names and truths are filled in."""
    variants = [instantiate(scenario(name), seed) for seed in SEEDS]
    return tuple(
        quantity
        for variant in variants
        for quantity in variant.scenario.quantities
        if isinstance(quantity, ClaimSought)
    )


def stems_of(phrases: tuple[str, ...] | str) -> Stems:
    listed = phrases.split("|") if isinstance(phrases, str) else phrases
    return frozenset(phrase_stems(phrase.strip()) for phrase in listed)


def affirmed(point: ConclusionPoint) -> Stems:
    return stems_of(getattr(point, "affirmed", ()))


def stated(point: ConclusionPoint) -> Stems:
    """The phrases that alone make a point; other points depend on who or what is named.

    Of a point whose truth is that it is not so, they make the opposite.
    """
    is_made = point.kind == "statement" and point.truth != "no"
    return affirmed(point) if is_made else frozenset()


def are_exclusive(one: Where, other: Where) -> bool:
    """Whether no seed can have both."""
    return any(
        set(_values(one[name])).isdisjoint(_values(other[name])) for name in one.keys() & other
    )


def _values(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


@every_scenario
def test_no_phrase_of_a_point_both_says_and_denies_it(name: str) -> None:
    for claim in claims_of(name):
        for point in claim.points:
            both = affirmed(point) & stems_of(getattr(point, "contrary", ()))
            assert not both, (claim.id, point.kind)


@every_scenario
def test_no_two_things_that_are_told_apart_share_a_name(name: str) -> None:
    for claim in claims_of(name):
        for point in claim.points:
            names: tuple[str, ...] = tuple(getattr(point, "names", ()))
            uses = Counter(stems for aliases in names for stems in stems_of(aliases))
            assert max(uses.values(), default=1) == 1, (claim.id, uses.most_common(3))


@every_scenario
def test_of_conclusions_that_exclude_each_other_each_has_words_of_its_own(name: str) -> None:
    cases = [
        (case.where, quantity)
        for case in scenario(name).template.deliverables.cases
        for quantity in case.quantities
        if isinstance(quantity, ClaimSought)
    ]
    for (where, one), (other_where, other) in combinations(cases, 2):
        if not are_exclusive(where, other_where):
            continue
        for claim, rival in ((one, other), (other, one)):
            of_rival = frozenset[tuple[str, ...]]().union(*map(stated, rival.points))
            needed = [stated(point) for point in claim.points if point.need]
            assert any(stems.isdisjoint(of_rival) for stems in needed), (claim.id, rival.id)
