"""What does a document state where, and what does it cite for it?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from modylbench.products.reading import texts
from modylbench.scenarios.library.deep_researcher.companies import PHANTOM, named_in
from modylbench.scenarios.library.deep_researcher.figures import Figure, figures_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.products.document import Citation, Document
    from modylbench.scenarios.library.deep_researcher.sources import Source

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


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence (or a cell with its labels), the companies it is about, and its figures."""

    text: str
    companies: tuple[str, ...]
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Cited:
    """A citation, the source behind its address (None: unknown) and what it is cited for."""

    citation: Citation
    source: Source | None
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


def stated(text: str, companies: Sequence[str], heading: str = "") -> tuple[Statement, ...]:
    """The statements of a text; a sentence that names no company is about those named before."""
    return _stated(text, tuple(companies), heading)


@lru_cache(maxsize=2048)
def _stated(text: str, companies: tuple[str, ...], heading: str) -> tuple[Statement, ...]:
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
        for statement in stated(section.body, companies, section.heading)
    )


def cited(
    document: Document, sources: Mapping[str, Source], companies: Sequence[str]
) -> tuple[Cited, ...]:
    """The citations with their sources; without a claim, the sentences that carry their mark."""
    result: list[Cited] = []
    for citation in document.citations:
        claim = citation.claim.strip() or _marked(document, citation, companies)
        parts = stated(claim, companies)
        about = tuple(dict.fromkeys(name for part in parts for name in part.companies))
        figures = tuple(figure for part in parts for figure in part.figures)
        source = sources.get(address(citation.url))
        result.append(Cited(citation, source, Statement(claim, about, figures)))
    return tuple(result)


def _marked(document: Document, citation: Citation, companies: Sequence[str]) -> str:
    """What stands before each mark of the citation, back to the mark before it."""
    marks = {f"[{citation.id}]", f"[^{citation.id}]", f"({citation.url})"}
    parts: list[str] = []
    for section in document.sections:
        if _REFERENCES.fullmatch(section.heading.strip()):
            continue
        for statement in stated(section.body, companies, section.heading):
            start = 0
            for found in _MARKS.finditer(statement.text):
                if any(mark in found[0] for mark in marks):
                    before = statement.text[start : found.start()]
                    parts.append(f"{', '.join(statement.companies)}: {before}")
                start = found.end()
    return "\n".join(parts)
