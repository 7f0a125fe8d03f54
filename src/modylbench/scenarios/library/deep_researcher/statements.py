"""The figures that a document states, of whom, and what it cites for them.

The unit tells what a figure is: 402 Wh/kg is an energy density (of a cell or a pack, as the words
beside it say), 1,050 cycles a life, $96/kWh a cost. Numbers without such a unit are left alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from modylbench.products.quantities.closeness import IDENTICAL
from modylbench.products.reading import texts
from modylbench.scenarios.library.deep_researcher.companies import PHANTOM, named_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.products.document import Citation, Document
    from modylbench.scenarios.library.deep_researcher.sources import ResearchSource


_REFERENCES = re.compile(
    r"[\d.\s]*(?:list of )?(?:references|sources|source list|source register|sources cited|notes"
    r"|bibliography|citations|works cited|endnotes|references and sources)",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\[*_-])|\n+")
_UNIT = re.compile(r"Wh/kg|MWh(?:/yr)?|\$/kWh|USD/kWh|°C|\$\s?M|\$ million|cycles", re.IGNORECASE)
_MARK = re.compile(r"\[[^\]]*\]|\(S\d+\)")
_MARKS = re.compile(r"(?:\s*(?:\[[^\]]{1,80}\])?\(https?://[^)\s]+\)|\s*\[\^?[\w.-]{1,12}\])+")
_BARE = re.compile("[-\u2212]?[\\d,.]+")
DENSITY = "density"
"""An energy density whose level nobody says."""
_NUMBER = r"\d{1,3}(?:[,\u202f\u00a0]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_DASH = "\u2013|\u2014"
_MINUS = "[-\u2212\u2013]"
_FROM = rf"(?:(?<![\w.,-])(?P<first>{_NUMBER})\s*(?:vs\.?|versus|against|to|-|{_DASH}|/)\s*)?"
_NEGATIVE = rf"(?:minus |{_MINUS} ?)?"
_YEAR = re.compile(r"\b(20[2-4]\d)\b")
_PRODUCTION = re.compile(
    r"\bSOP\b|start of (?:series )?production|production start|series production"
    r"|(?:first|earliest) to production",
    re.IGNORECASE,
)
_KINDS: dict[str, re.Pattern[str]] = {
    DENSITY: re.compile(
        rf"{_FROM}(?<![\w.,])(?P<last>{_NUMBER})\s*"
        r"(?:Wh\s?(?:/|per|·)?\s?kg|watt-hours per kilogram)",
        re.IGNORECASE,
    ),
    "cycle_life": re.compile(
        rf"{_FROM}(?<![\w.,])(?P<last>{_NUMBER})[\s-]+(?:(?:full|deep|charge|equivalent|1C)\s+)*cycles?\b"
        rf"|cycle life(?: of| is| at|:)*\s*(?P<bare>{_NUMBER})(?![\d,.]*\s*%)",
        re.IGNORECASE,
    ),
    "pilot_capacity": re.compile(
        rf"{_FROM}(?<![\w.,])(?P<last>{_NUMBER})\s*(?P<scale>MWh|GWh)", re.IGNORECASE
    ),
    "cost": re.compile(
        rf"(?:\$|USD\s?)\s?(?P<last>{_NUMBER})\s*(?:/|per|a)\s*kWh"
        rf"|(?<![\w.,$])(?P<bare>{_NUMBER})\s*(?:\$|USD|US\$|dollars)\s*(?:/|per|a)\s*kWh",
        re.IGNORECASE,
    ),
    "funding": re.compile(
        rf"(?:\$|USD\s?)\s?(?P<last>{_NUMBER})\s*(?P<scale>million|billion|bn|mn|M|B)\b(?!\s*(?:/|per)\s*kWh)",
        re.IGNORECASE,
    ),
    "min_temperature": re.compile(
        rf"(?:(?<![\w.,])(?P<first>{_NEGATIVE}\d+)\s*(?:°\s?C)?\s*(?:to|and|\.\.|{_DASH})\s*)?"
        rf"(?P<last>{_NEGATIVE}\d+)\s*(?:°\s?C|℃|deg(?:rees)?\.?\s?C\b|degrees Celsius)",
        re.IGNORECASE,
    ),
    "trl": re.compile(r"\bTRL[\s:-]{0,2}(?P<last>[1-9])\b(?!\s?%)", re.IGNORECASE),
}
_ANY = re.compile(r"(?<![\w.,])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\w,.]*\d|\s?%)")
_BY_VOLUME = re.compile(
    rf"(?<![\w.,])({_NUMBER})\s*"
    r"(?:Wh\s?(?:/|per|·)?\s?(?:l|lit(?:er|re)s?)\b|watt-hours per lit(?:er|re))",
    re.IGNORECASE,
)
_THOUSANDFOLD = {"gwh", "billion", "bn", "b"}
_CLAUSE = re.compile(
    r"[,;|]|\band\b|\bbut\b|\bwhile\b|\bwhereas\b|\bversus\b|\bvs\b", re.IGNORECASE
)
_LEVEL = re.compile(r"\b(cell|pack)s?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence (or a cell with its labels), the companies it is about, and its figures."""

    text: str
    companies: tuple[str, ...]
    figures: tuple[MetricFigure, ...]


@dataclass(frozen=True, slots=True)
class CitedStatements:
    """A citation, the source behind its address (None: unknown) and what it is cited for."""

    citation: Citation
    source: ResearchSource | None
    statement: Statement


def address(url: str) -> str:
    """One form for addresses that lead to the same page; empty for what is no address."""
    try:
        parts = urlsplit(url.strip())
        host = (parts.hostname or "").lower().removeprefix("www.")
    except ValueError:
        return ""
    query = f"?{parts.query}" if parts.query else ""
    return f"{host}{parts.path.rstrip('/')}{query}" if host else ""


def statements_in(text: str, companies: Sequence[str], heading: str = "") -> tuple[Statement, ...]:
    """The statements of a text; a sentence that names no company is about those named before."""
    return _cached_statements(text, tuple(companies), heading)


@lru_cache(maxsize=2048)
def _cached_statements(
    text: str, companies: tuple[str, ...], heading: str
) -> tuple[Statement, ...]:
    known = (*companies, PHANTOM)
    about = tuple(named_in(heading, known))
    statements: list[Statement] = []
    for sentence in _sentences(text):
        about = tuple(named_in(sentence, known)) or about
        statements.append(Statement(sentence, about, figures_in(sentence)))
    return tuple(statements)


def _sentences(text: str) -> Iterator[str]:
    running = text
    for start, end, grid in texts.markdown_tables(text, ""):
        running = running[:start] + "\n" * (end - start) + running[end:]
        for line in grid.lines:
            for column, entry in line.entries.items():
                header = grid.headers[column] if column < len(grid.headers) else ""
                yield _as_sentence(line.label, header, entry.text)
    yield from (sentence for sentence in _SENTENCE.split(running) if sentence.strip())


def _as_sentence(label: str, header: str, value: str) -> str:
    """A cell as somebody would read it out, with the unit of its row or column behind it."""
    unit = _UNIT.search(f"{label} {header}")
    number = _MARK.sub("", value).strip("* ")
    if unit is None or _BARE.fullmatch(number) is None:
        return f"{label} {header}: {value}"
    named = f"{label} {header}".replace(unit[0], " ")
    if unit[0].startswith(("$", "USD")):
        ending = "/kWh" if "kwh" in unit[0].lower() else " million"
        return f"{named}: ${number}{ending}"
    return f"{named}: {number} {unit[0]}"


def body(document: Document, companies: Sequence[str]) -> tuple[Statement, ...]:
    """Everything the document states, its list of references aside."""
    return tuple(
        statement
        for section in document.sections
        if not _REFERENCES.fullmatch(section.heading.strip())
        for statement in statements_in(section.body, companies, section.heading)
    )


def citations_with_statements(
    document: Document, sources: Mapping[str, ResearchSource], companies: Sequence[str]
) -> tuple[CitedStatements, ...]:
    """The citations with their sources; without a claim, the sentences that carry their mark."""
    result: list[CitedStatements] = []
    for citation in document.citations:
        claim = citation.claim.strip() or _text_at_mark(document, citation, companies)
        parts = statements_in(claim, companies)
        about = tuple(dict.fromkeys(name for part in parts for name in part.companies))
        figures = tuple(figure for part in parts for figure in part.figures)
        source = sources.get(address(citation.url))
        result.append(CitedStatements(citation, source, Statement(claim, about, figures)))
    return tuple(result)


def _text_at_mark(document: Document, citation: Citation, companies: Sequence[str]) -> str:
    """What stands before each mark of the citation, back to the mark before it."""
    marks = {f"[{citation.id}]", f"[^{citation.id}]", f"({citation.url})"}
    parts: list[str] = []
    for section in document.sections:
        if _REFERENCES.fullmatch(section.heading.strip()):
            continue
        for statement in statements_in(section.body, companies, section.heading):
            start = 0
            for match in _MARKS.finditer(statement.text):
                if any(mark in match[0] for mark in marks):
                    before = statement.text[start : match.start()]
                    parts.append(f"{', '.join(statement.companies)}: {before}")
                start = match.end()
    return "\n".join(parts)


@dataclass(frozen=True, slots=True)
class MetricFigure:
    """A figure of one kind; `values` has more than one where any of several years may be meant."""

    metric: str
    values: tuple[float, ...]

    def is_of(self, metric: str) -> bool:
        """True when this may be a figure of that metric."""
        if self.metric == DENSITY:
            return metric in {"cell_density", "pack_density"}
        if self.metric == "trl":
            return metric.startswith("trl_")
        return metric == self.metric

    def states(self, value: float) -> bool:
        """True when it gives this very number."""
        return any(IDENTICAL.allows(own, value) for own in self.values)

    def agrees_with(self, other: MetricFigure) -> bool:
        """True when both may be the same figure."""
        kinds = self.is_of(other.metric) or other.is_of(self.metric) or self.metric == other.metric
        return kinds and any(self.states(value) for value in other.values)


@lru_cache(maxsize=4096)
def figures_in(sentence: str) -> tuple[MetricFigure, ...]:
    """The figures of a sentence.

    >>> figures_in("402 Wh/kg at cell level; 1,050 cycles, SOP 2028")[0]
    MetricFigure(metric='cell_density', values=(402.0,))
    """
    return tuple(_figures(sentence))


def numbers_in(text: str) -> list[float]:
    """All numbers of a text but percentages, whatever they are figures of."""
    return [_number(found) for found in _ANY.findall(text)]


def volumetric_densities(sentence: str) -> list[float]:
    """The energy densities by volume that a sentence states.

    >>> volumetric_densities("1,010 Wh/L at cell level, 402 Wh/kg")
    [1010.0]
    """
    return [_number(found) for found in _BY_VOLUME.findall(sentence)]


def describe_figure(figure: MetricFigure) -> str:
    """The figure as findings name it."""
    return f"{figure.metric} {'/'.join(f'{value:g}' for value in figure.values)}"


def _figures(sentence: str) -> Iterator[MetricFigure]:
    for metric, pattern in _KINDS.items():
        for match in pattern.finditer(sentence):
            groups = match.groupdict()
            kind = metric
            if metric == DENSITY:
                kind = _level(sentence, match.start("last"))
            scale = 1000.0 if (groups.get("scale") or "").lower() in _THOUSANDFOLD else 1.0
            for group in ("first", "last", "bare"):
                text = groups.get(group)
                if text and not (group == "first" and _YEAR.fullmatch(text)):
                    value = round(_number(text) * scale, 6)  # 1.015 billion is 1015 million
                    yield MetricFigure(kind, (value,))
    years = _YEAR.findall(sentence)
    if years and _PRODUCTION.search(sentence):
        yield MetricFigure("sop_year", tuple(float(year) for year in years))


def _number(text: str) -> float:
    digits = re.sub(r"[^\d.]", "", text)
    return -float(digits) if re.match(rf"minus|{_MINUS}", text) else float(digits)


def _level(sentence: str, place: int) -> str:
    """The level that the words around a density give it: in its clause, else before, else after."""
    start = max((cut.end() for cut in _CLAUSE.finditer(sentence, 0, place)), default=0)
    cut = _CLAUSE.search(sentence, place)
    clause = _levels(sentence[start : cut.start() if cut else len(sentence)])
    before, after = _levels(sentence[:place]), _levels(sentence[place:])
    if len(set(clause)) == 1:
        return f"{clause[0]}_density"
    if before or after:
        return f"{before[-1] if before else after[0]}_density"
    return DENSITY


def _levels(text: str) -> list[str]:
    return [level.lower() for level in _LEVEL.findall(text)]
