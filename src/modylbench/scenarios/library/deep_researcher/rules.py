"""Checks of this scenario alone: sections, the readiness timeline, and citations."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.products.document import Document
from modylbench.products.finding.find import FoundTable
from modylbench.products.reading.index import Index, TextPassage
from modylbench.scenarios.library.deep_researcher.companies import PHANTOM, named_in
from modylbench.scenarios.library.deep_researcher.sources import (
    HeldClaim,
    ResearchSource,
    standing_claims,
)
from modylbench.scenarios.library.deep_researcher.statements import (
    DENSITY,
    MetricFigure,
    address,
    body,
    citations_with_statements,
    describe_figure,
    figures_in,
    numbers_in,
    statements_in,
    volumetric_densities,
)
from modylbench.scenarios.oracle import Absence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from modylbench.scenarios.library.deep_researcher.sources import (
        FigureKey,
        FigureStanding,
        SourceClaim,
    )
    from modylbench.scenarios.library.deep_researcher.statements import CitedStatements, Statement
    from modylbench.scenarios.oracle import OracleRule, RuleReading


KEY_METRICS = ("cell_density", "cycle_life")
MONTHS = (
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"
)  # fmt: skip
_YEAR = re.compile(r"20\d\d")
_READINESS = re.compile(r"\bTRL[\s:-]{0,2}(\d+(?:\.\d+)?)([^;\[\n]{0,60}?)(?=\bTRL\b|[;\[\n]|$)")
_NAMED = re.compile(rf"\b({'|'.join(MONTHS)})[a-z]*\b", re.IGNORECASE)
_NUMBERED = re.compile(r"(?<!\d)(?:20\d\d[-/.](\d{1,2})|(\d{1,2})[-/.](\d{1,2})[-/.]20\d\d)")


class _Briefing:
    """The document under check beside the desk's knowledge."""

    def __init__(self, document: Document, ledger: SourceLedger) -> None:
        self.ledger = ledger
        self.statements = body(document, ledger.companies)
        self.cited = citations_with_statements(document, ledger.by_address, ledger.companies)

    def is_backed(self, figure: MetricFigure, companies: Sequence[str]) -> bool:
        """True when a citation for this figure leads to a source that states it."""
        return any(
            cited.source is not None
            and says(cited.source, figure, companies)
            and _is_for(cited.statement, figure)
            for cited in self.cited
        )


def _is_for(claim: Statement, figure: MetricFigure) -> bool:
    return not claim.figures or any(figure.agrees_with(own) for own in claim.figures)


def _of_document(problems: Callable[[_Briefing], Iterator[str]]) -> OracleRule:
    """A rule over the briefing as a whole."""

    def rule(readings: Mapping[str, RuleReading], truth: Mapping[str, Any]) -> list[str]:
        whole = readings["briefing"]
        if not isinstance(whole, Index) or not isinstance(whole.product, Document):
            return ["the briefing is no document"]
        return list(problems(_Briefing(whole.product, SourceLedger.of(truth))))

    return rule


def _claims(briefing: _Briefing) -> Iterator[str]:
    """Every citation leads to a source that states the figures it is cited for."""
    if not briefing.cited:
        yield Absence("nothing is cited")
    for cited in briefing.cited:
        name, claim = cited.citation.id, cited.statement
        if cited.source is None:
            yield f"{name}: {cited.citation.url[:80]!r} is not in the pack"
        elif not claim.text:
            yield f"{name}: cited for nothing"
        else:
            stray = [f for f in claim.figures if not says(cited.source, f, claim.companies)]
            if stray:
                yield f"{name}: {cited.source.id} does not say {describe_figure(stray[0])}"


def _superseded_citations(briefing: _Briefing) -> Iterator[str]:
    """Nothing superseded is cited or stated."""
    ledger = briefing.ledger
    for cited in briefing.cited:
        name, source = cited.citation.id, cited.source
        if source is None:
            yield f"{name}: not known to stand"
        elif not any(ledger.stands(source, claim) for claim in source.claims):
            yield f"{name}: {source.id} is superseded, or quotes what is"
        else:
            yield from _superseded_problems(cited.statement, ledger, name)
    for statement in briefing.statements:
        yield from _superseded_problems(statement, ledger, statement.text[:60])


def _superseded_problems(statement: Statement, ledger: SourceLedger, name: str) -> Iterator[str]:
    for figure in statement.figures:
        if ledger.has_lapsed(figure, statement.companies):
            yield f"{name}: {describe_figure(figure)} is superseded"


def _backing(briefing: _Briefing) -> Iterator[str]:
    """Every figure of the text is cited, and every citation is used in the text."""
    for statement in briefing.statements:
        if PHANTOM in statement.companies and any(map(str.isdigit, statement.text)):
            yield f"{PHANTOM} is in no source: {statement.text[:60]!r}"
            continue
        for figure in statement.figures:
            if briefing.ledger.is_a_gate(figure) or briefing.is_backed(figure, statement.companies):
                continue
            yield f"{describe_figure(figure)} has no citation that says so: {statement.text[:60]!r}"
        yield from _by_volume(statement, briefing.ledger)
    text = "\n".join(statement.text for statement in briefing.statements)
    given = set(numbers_in(text))
    given |= {abs(value) for s in briefing.statements for f in s.figures for value in f.values}
    for cited in briefing.cited:
        values = {abs(value) for figure in cited.statement.figures for value in figure.values}
        if cited.source is None:
            yield f"{cited.citation.id}: not in the pack"
        elif values and not given & values:
            yield f"{cited.citation.id}: the text does not state what it is cited for"


def _by_volume(statement: Statement, ledger: SourceLedger) -> Iterator[str]:
    """A figure by mass that is stated by volume: no source has it so."""
    stated = volumetric_densities(statement.text)
    for company in statement.companies if stated else ():
        for metric in ("cell_density", "pack_density"):
            standing = ledger.standing.get((company, metric))
            values = {held.claim.value for held in standing.held} if standing else set()
            for value in sorted(values.intersection(stated)):
                yield f"{company}: {metric} of {value:g} is by mass, not by volume"


def _key_figures(briefing: _Briefing) -> Iterator[str]:
    """The standing energy density and cycle life of every company are cited."""
    ledger = briefing.ledger
    for company in ledger.companies:
        for metric in KEY_METRICS:
            standing = ledger.standing[company, metric]
            for value in sorted({held.claim.value for held in standing.held}):
                if not briefing.is_backed(MetricFigure(metric, (value,)), (company,)):
                    yield Absence(f"{company}: {metric} of {value:g} is not cited")


def _both_sides(briefing: _Briefing) -> Iterator[str]:
    """Each side of every dispute is cited from the source that takes it."""
    for (company, metric), standing in briefing.ledger.disputes():
        for held in standing.sides:
            figure = MetricFigure(metric, (held.claim.value,))
            if not any(
                cited.source == held.source and _is_for(cited.statement, figure)
                for cited in briefing.cited
            ):
                shown = describe_figure(figure)
                yield Absence(f"{company}, {metric}: {held.source.id} is not cited for {shown}")


def _date_problems(briefing: _Briefing) -> Iterator[str]:
    """Every citation gives the publisher and the date of its source."""
    for cited in briefing.cited:
        yield from _misdated_problems(cited)


def _misdated_problems(cited: CitedStatements) -> Iterator[str]:
    citation, source = cited.citation, cited.source
    if source is None:
        yield f"{citation.id}: not in the pack"
        return
    text = f"{citation.publisher} {citation.title}".lower()
    if source.publisher.partition(" ")[0].lower() not in text:
        yield f"{citation.id}: published by {source.publisher}, not {citation.publisher!r}"
    if not is_that_date(citation.date or citation.title, source.date):
        yield f"{citation.id}: of {source.date}, not {citation.date!r}"


CITATION_RULES: Mapping[str, OracleRule] = {
    "claims": _of_document(_claims),
    "newest": _of_document(_superseded_citations),
    "backing": _of_document(_backing),
    "key_figures": _of_document(_key_figures),
    "both_sides": _of_document(_both_sides),
    "dated": _of_document(_date_problems),
}


def is_that_date(text: str, date: str) -> bool:
    """True when the text gives the year and the month of an ISO date (days are often left out).

    >>> is_that_date("14 September 2026", "2026-09-14"), is_that_date("2026-08-14", "2026-09-14")
    (True, False)
    """
    year, month, day = date.split("-")
    if year not in _YEAR.findall(text):
        return False
    named = _NAMED.search(text)
    if named:
        return MONTHS.index(named[1].lower()) + 1 == int(month)
    numbered = _NUMBERED.search(text)
    if numbered is None:
        return False
    if numbered[1]:
        return int(numbered[1]) == int(month)
    # 14/09/2026 and 09/14/2026 are both written.
    return sorted((int(numbered[2]), int(numbered[3]))) == sorted((int(month), int(day)))


def conflicts_named(readings: Mapping[str, RuleReading], truth: Mapping[str, Any]) -> list[str]:
    """The section gives both sides of every dispute, with who says so, and no mean of them."""
    ledger, text = SourceLedger.of(truth), _text_of(readings["conflicts"])
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


def levels_stated(readings: Mapping[str, RuleReading], truth: Mapping[str, Any]) -> list[str]:
    """Every energy density says whether it is a cell's or a pack's, and is one at that level."""
    ledger = SourceLedger.of(truth)
    statements = statements_in(_text_of(readings["performance"]), ledger.companies)
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


def _text_of(reading: RuleReading) -> str:
    return reading.text if isinstance(reading, TextPassage) else ""


def readiness_stated(readings: Mapping[str, RuleReading], truth: Mapping[str, Any]) -> list[str]:
    """Every readiness level of the text is one that stands for that company, and in that year."""
    stands: dict[str, set[tuple[str, float]]] = {}
    for table in ("assessed_table", "target_table"):
        for key, level in truth[table].items():
            company, _, year = key.split("|")
            stands.setdefault(company, set()).add((year, float(level)))
    problems: list[str] = []
    text = _text_of(readings["readiness"])
    if not _READINESS.search(text):
        return [Absence("no readiness level is given")]
    for statement in statements_in(text, tuple(truth["companies"])):
        known = {pair for company in statement.companies for pair in stands.get(company, ())}
        for level, after in _READINESS.findall(statement.text):
            years = _YEAR.findall(after)
            fits = {year for year, right in known if right == float(level)}
            if not fits or (years and fits.isdisjoint(years)):
                problems.append(f"TRL {level}{after.rstrip()}: {statement.text[:60]!r}")
    return problems


def readiness_climbs(readings: Mapping[str, RuleReading], truth: Mapping[str, Any]) -> list[str]:
    """Levels are whole, from 1 to 9, and none falls from one year to the next."""
    by_company: dict[str, list[tuple[str, float]]] = {name: [] for name in truth["companies"]}
    for name in ("assessed_levels", "target_levels"):
        table = readings[name]
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


def nine_is_production(readings: Mapping[str, RuleReading], truth: Mapping[str, Any]) -> list[str]:
    """A planned TRL 9 stands at the SOP year that the competitor table gives."""
    levels, years = readings["target_levels"], readings["sop_years"]
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
    "readiness_climbs": readiness_climbs,
    "readiness_stated": readiness_stated,
    "nine_is_production": nine_is_production,
}


@dataclass(frozen=True)
class SourceLedger:
    """Everything that rules ask about the source pack."""

    companies: tuple[str, ...]
    by_address: Mapping[str, ResearchSource]
    standing: Mapping[FigureKey, FigureStanding]
    gates: tuple[MetricFigure, ...]

    @classmethod
    def of(cls, truth: Mapping[str, Any]) -> SourceLedger:
        """The ledger behind a variant's truth."""
        sources = [ResearchSource.of(value) for value in truth["sources"]]
        gates = (
            MetricFigure("cell_density", (truth["screen_density"],)),
            MetricFigure("cycle_life", (truth["screen_cycles"],)),
            MetricFigure("sop_year", (float(truth["screen_sop"]),)),
            MetricFigure("trl", (float(truth["screen_readiness"]),)),
        )
        by_address = {address(source.url): source for source in sources}
        return cls(tuple(truth["companies"]), by_address, standing_claims(sources), gates)

    def stands(self, source: ResearchSource, claim: SourceClaim) -> bool:
        """True when the claim has not been superseded."""
        standing = self.standing.get((claim.company, claim.metric))
        return standing is not None and HeldClaim(source, claim) in standing.held

    def disputes(self) -> list[tuple[FigureKey, FigureStanding]]:
        """The figures that publishers differ on."""
        return [(key, standing) for key, standing in self.standing.items() if standing.is_disputed]

    def has_lapsed(self, figure: MetricFigure, companies: Sequence[str]) -> bool:
        """True when the figure is one that a later statement replaced, and none that stands."""
        lapsed = False
        for source in self.by_address.values():
            for claim in _claims_about(source, companies):
                if not any(figure.agrees_with(own) for own in figures_in(claim.text)):
                    continue
                if self.stands(source, claim):
                    return False
                lapsed = lapsed or figure.is_of(claim.metric)
        return lapsed

    def is_a_gate(self, figure: MetricFigure) -> bool:
        """True for the figures of the screen, which the human gave and no source states."""
        return any(figure.agrees_with(gate) for gate in self.gates)


def says(source: ResearchSource, figure: MetricFigure, companies: Sequence[str]) -> bool:
    """True when the source states the figure of one of the companies (of any, if none is given)."""
    return any(
        figure.agrees_with(own)
        for claim in _claims_about(source, companies)
        for own in figures_in(claim.text)
    )


def _claims_about(source: ResearchSource, companies: Sequence[str]) -> list[SourceClaim]:
    return [claim for claim in source.claims if not companies or claim.company in companies]
