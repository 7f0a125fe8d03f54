"""Checks of this scenario alone: sections, the readiness timeline, and citations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from modylbench.products.finding.find import FoundTable
from modylbench.products.reading.index import TextPassage
from modylbench.scenarios.library.deep_researcher.citation_rules import CITATION_RULES
from modylbench.scenarios.library.deep_researcher.companies import PHANTOM, named_in
from modylbench.scenarios.library.deep_researcher.ledger import SourceLedger, says
from modylbench.scenarios.library.deep_researcher.statements import (
    DENSITY,
    describe_figure,
    numbers_in,
    statements_in,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.library.deep_researcher.statements import MetricFigure
    from modylbench.scenarios.oracle import OracleRule, Reading


_FIRST = re.compile(r"\b(?:first|earliest|soonest|nearest|closest)\b", re.IGNORECASE)
_PRODUCTION = re.compile(r"production|\bSOP\b", re.IGNORECASE)
_HIGHEST = re.compile(r"\b(?:highest|best|top|leading|leads|most)\b", re.IGNORECASE)
_DENSITY = re.compile(r"density|specific energy|Wh/kg", re.IGNORECASE)


def conflicts_named(found: Mapping[str, Reading], truth: Mapping[str, Any]) -> list[str]:
    """The section gives both sides of every dispute, with who says so, and no mean of them."""
    ledger, text = SourceLedger.of(truth), _text_of(found["conflicts"])
    numbers = set(numbers_in(text))
    problems: list[str] = []
    for (company, metric), standing in ledger.disputes():
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
    ledger = SourceLedger.of(truth)
    statements = statements_in(_text_of(found["performance"]), ledger.companies)
    densities = [
        (statement, figure)
        for statement in statements
        for figure in statement.figures
        if figure.metric in {DENSITY, "cell_density", "pack_density"}
    ]
    if not densities:
        return ["no energy density is given"]
    return [
        f"{describe_figure(figure)}: level not said, or not at that level: {statement.text[:60]!r}"
        for statement, figure in densities
        if figure.metric == DENSITY or not _is_known(figure, statement.companies, ledger)
    ]


def _is_known(figure: MetricFigure, companies: Sequence[str], ledger: SourceLedger) -> bool:
    return ledger.is_a_gate(figure) or any(
        says(source, figure, companies) for source in ledger.by_address.values()
    )


def shortlist_exact(found: Mapping[str, Reading], truth: Mapping[str, Any]) -> list[str]:
    """The shortlist names every company that passes the gate, and no other."""
    named = set(named_in(_text_of(found["shortlist"]), (*truth["companies"], PHANTOM)))
    right = set(truth["shortlist"])
    return [
        *(f"{name} passes and is not named" for name in sorted(right - named)),
        *(f"{name} does not pass and is named" for name in sorted(named - right)),
    ]


def leaders_named(found: Mapping[str, Reading], truth: Mapping[str, Any]) -> list[str]:
    """The summary says who is first to production and who has the highest cell-level density."""
    statements = statements_in(_text_of(found["summary"]), tuple(truth["companies"]))
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


def _text_of(reading: Reading) -> str:
    return reading.text if isinstance(reading, TextPassage) else ""


def readiness_climbs(found: Mapping[str, Reading], truth: Mapping[str, Any]) -> list[str]:
    """Levels are whole, from 1 to 9, and none falls from one year to the next."""
    by_company: dict[str, list[tuple[str, float]]] = {name: [] for name in truth["companies"]}
    for name in ("assessed_levels", "target_levels"):
        table = found[name]
        if isinstance(table, FoundTable):
            for (company, _, year), level in table.numbers.items():
                by_company.setdefault(company, []).append((year, level.measure.number))
    problems: list[str] = []
    for company, levels in by_company.items():
        levels.sort()
        numbers = [level for _, level in levels]
        problems += [f"{company}: TRL {n:g}" for n in numbers if n not in range(1, 10)]
        if numbers != sorted(numbers):
            problems.append(f"{company}: the level falls, {levels}")
    return problems


def nine_is_production(found: Mapping[str, Reading], truth: Mapping[str, Any]) -> list[str]:
    """A planned TRL 9 stands at the SOP year that the competitor table gives."""
    levels, years = found["target_levels"], found["sop_years"]
    if not isinstance(levels, FoundTable) or not isinstance(years, FoundTable):
        return ["no tables to compare"]
    problems: list[str] = []
    for company in truth["companies_to_nine"]:
        year = years.numbers.get((company, "sop"))
        shown = f"{year.measure.number:g}" if year else "none"
        level = levels.numbers.get((company, "target", shown))
        if level is None or level.measure.number != 9:
            problems.append(f"{company}: SOP {shown}, and no TRL 9 there")
    return problems


RULES: Mapping[str, OracleRule] = {
    **CITATION_RULES,
    "conflicts_named": conflicts_named,
    "levels_stated": levels_stated,
    "shortlist_exact": shortlist_exact,
    "leaders_named": leaders_named,
    "readiness_climbs": readiness_climbs,
    "nine_is_production": nine_is_production,
}
