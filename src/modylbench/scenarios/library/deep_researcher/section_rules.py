"""Do the sections say what they are for: disputes, levels, the shortlist, who leads?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from modylbench.products.reading.index import TextPassage
from modylbench.scenarios.library.deep_researcher.citing import stated
from modylbench.scenarios.library.deep_researcher.companies import PHANTOM, named_in
from modylbench.scenarios.library.deep_researcher.desk import Desk, says
from modylbench.scenarios.library.deep_researcher.figures import DENSITY, numbers_in, shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.library.deep_researcher.figures import Figure
    from modylbench.scenarios.oracle import Reading, Rule

_FIRST = re.compile(r"\b(?:first|earliest|soonest|nearest|closest)\b", re.IGNORECASE)
_PRODUCTION = re.compile(r"production|\bSOP\b", re.IGNORECASE)
_HIGHEST = re.compile(r"\b(?:highest|best|top|leading|leads|most)\b", re.IGNORECASE)
_DENSITY = re.compile(r"density|specific energy|Wh/kg", re.IGNORECASE)


def conflicts_named(found: Mapping[str, Reading], truth: Mapping[str, Any]) -> list[str]:
    """The section gives both sides of every dispute, with who says so, and no mean of them."""
    desk, text = Desk.of(truth), _written(found["conflicts"])
    numbers = set(numbers_in(text))
    problems: list[str] = []
    for (company, metric), standing in desk.disputes():
        low, high = (held.claim.value for held in standing.sides)
        if not named_in(text, [company]):
            problems.append(f"{company} is not named")
        problems += [
            f"{company}, {metric}: {v:g} is not given" for v in (low, high) if v not in numbers
        ]
        problems += [
            f"{company}, {metric}: {held.source.publisher} is not named"
            for held in standing.sides
            if held.source.publisher.partition(" ")[0].lower() not in text.lower()
        ]
        if numbers & _means(low, high):
            problems.append(f"{company}, {metric}: the two figures are averaged")
    return problems


def _means(low: float, high: float) -> set[float]:
    mean = (low + high) / 2
    return {mean, float(int(mean)), float(int(mean) + 1)} - {low, high}


def levels_stated(found: Mapping[str, Reading], truth: Mapping[str, Any]) -> list[str]:
    """Every energy density says whether it is a cell's or a pack's, and is one at that level."""
    desk = Desk.of(truth)
    statements = stated(_written(found["performance"]), desk.companies)
    densities = [
        (statement, figure)
        for statement in statements
        for figure in statement.figures
        if figure.metric in {DENSITY, "cell_density", "pack_density"}
    ]
    if not densities:
        return ["no energy density is given"]
    return [
        f"{shown(figure)}: level not said, or not at that level: {statement.text[:60]!r}"
        for statement, figure in densities
        if figure.metric == DENSITY or not _is_known(figure, statement.companies, desk)
    ]


def _is_known(figure: Figure, companies: Sequence[str], desk: Desk) -> bool:
    return desk.is_a_gate(figure) or any(
        says(source, figure, companies) for source in desk.by_address.values()
    )


def shortlist_exact(found: Mapping[str, Reading], truth: Mapping[str, Any]) -> list[str]:
    """The shortlist names every company that passes the gate, and no other."""
    named = set(named_in(_written(found["shortlist"]), (*truth["companies"], PHANTOM)))
    right = set(truth["shortlist"])
    return [
        *(f"{name} passes and is not named" for name in sorted(right - named)),
        *(f"{name} does not pass and is named" for name in sorted(named - right)),
    ]


def leaders_named(found: Mapping[str, Reading], truth: Mapping[str, Any]) -> list[str]:
    """The summary says who is first to production and who has the highest cell-level density."""
    statements = stated(_written(found["summary"]), tuple(truth["companies"]))
    topics = {
        "first to production": (_FIRST, _PRODUCTION, truth["sop_leader"]),
        "highest energy density": (_HIGHEST, _DENSITY, truth["density_leader"]),
    }
    problems: list[str] = []
    for topic, (superlative, subject, leader) in topics.items():
        about = [s for s in statements if superlative.search(s.text) and subject.search(s.text)]
        named = [s.companies[0] for s in about if s.companies]
        if leader not in named:
            problems.append(f"{topic}: {named[0] if named else 'nobody'}, not {leader}")
    return problems


def _written(reading: Reading) -> str:
    return reading.text if isinstance(reading, TextPassage) else ""


RULES: Mapping[str, Rule] = {
    "conflicts_named": conflicts_named,
    "levels_stated": levels_stated,
    "shortlist_exact": shortlist_exact,
    "leaders_named": leaders_named,
}
