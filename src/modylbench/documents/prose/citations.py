"""Sources that a document cites: its list of references, its footnotes, its links."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.documents.markdown import tables
from modylbench.products.document import Citation
from modylbench.products.ids import ids_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.products.document import Section
    from modylbench.products.findings import Complaints

MOST = 2_000
LONGEST = 1_000
LONGEST_URL = 2_000
_REFERENCES = re.compile(
    r"[\d.\s]*(?:list of )?(?:references?|sources?|source list|source register|sources cited"
    r"|references and sources|bibliography|citations|works cited|endnotes|footnotes)[\s:]*",
    re.IGNORECASE,
)
_URL = re.compile(r"https?://[^\s<>\[\]\"|\\^`{}]{1,2000}", re.IGNORECASE)
_LINK = re.compile(
    r"\[(?P<text>[^\]\[]{0,500})\]\(\s*<?(?P<url>https?://[^\s)>]{1,2000})>?[^)]{0,200}\)"
)
_FOOTNOTE = re.compile(r"^\[\^(?P<mark>[^\]\s]{1,40})\]:[ \t]*(?P<text>.*)$", re.MULTILINE)
_MARK = re.compile(
    r"[ \t]*(?:[-*+\u2022][ \t]+)?(?:\*\*)?"
    r"(?:\[\^?(?P<bracketed>[\w.-]{1,20})\]|\((?P<round>\d{1,4})\)"
    r"|(?P<numbered>\d{1,4})[.)](?=\s)|(?P<coded>[A-Z]{1,3}\d{1,4})(?=[\s.:)\u2013-]))"
    r"(?:\*\*)?[.:]?[ \t]*"
)
_DATE = re.compile(
    r"\b(?:\d{4}-\d{2}(?:-\d{2})?|(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:jan|feb|mar|apr|may|jun"
    r"|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s+(?:\d{1,2},?\s+)?\d{4}|\d{1,2}[/.]\d{1,2}[/.]\d{4})\b",
    re.IGNORECASE,
)
_FIELDS = {
    "mark": re.compile(r"#|no\.?|id|ref(?:erence)?|mark|key|code", re.IGNORECASE),
    "url": re.compile(r"url|link|address|web ?site|where", re.IGNORECASE),
    "publisher": re.compile(
        r"publisher|published by|organi[sz]ation|author|by|issuer", re.IGNORECASE
    ),
    "date": re.compile(r"date|published|year|dated|accessed", re.IGNORECASE),
    "claim": re.compile(r"claim|cited for|supports?|used for|statement|evidence", re.IGNORECASE),
    "title": re.compile(r"title|source|document|name|reference|description", re.IGNORECASE),
}


@dataclass(slots=True)
class CitedSource:
    """A source as it is listed."""

    url: str
    mark: str = ""
    title: str = ""
    publisher: str = ""
    date: str = ""
    claim: str = ""
    section: str | None = None


def citations(sections: Sequence[Section], complaints: Complaints) -> tuple[Citation, ...]:
    """Every source that the sections cite, once: as listed, or else by the first link to it."""
    lists = [section for section in sections if _REFERENCES.fullmatch(section.heading)]
    texts = [section for section in sections if not _REFERENCES.fullmatch(section.heading)]
    found: dict[str, CitedSource] = {}
    for source in (*_all_listed_sources(lists), *_all_footnotes(sections)):
        found.setdefault(f"{source.mark}\n{source.url}", source)
    known = {source.url for source in found.values()}
    for source in _all_linked_sources(texts):
        if source.url not in known:
            known.add(source.url)
            found[f"\n{source.url}"] = source
    if len(found) > MOST:
        reason = f"found {len(found):,} sources, expected at most {MOST:,}; the rest is dropped"
        complaints.error("too_many_citations", reason)
    return _as_citations(list(found.values())[:MOST])


def _all_listed_sources(sections: Sequence[Section]) -> Iterator[CitedSource]:
    for section in sections:
        yield from _listed_sources(section.body)


def _all_footnotes(sections: Sequence[Section]) -> Iterator[CitedSource]:
    """The sources of footnotes."""
    for section in sections:
        for note in _FOOTNOTE.finditer(section.body):
            source = _entry(note["text"])
            if source is not None:
                source.mark = note["mark"]
                yield source


def _all_linked_sources(sections: Sequence[Section]) -> Iterator[CitedSource]:
    for section in sections:
        for source in _linked_sources(_FOOTNOTE.sub("", section.body)):
            source.section = section.id
            yield source


def _as_citations(sources: list[CitedSource]) -> tuple[Citation, ...]:
    ids = ids_for([(source.mark, source.title) for source in sources], "source")
    return tuple(
        Citation(
            id=made,
            url=source.url[:LONGEST_URL],
            title=source.title[:LONGEST],
            publisher=source.publisher[:LONGEST],
            date=source.date[:LONGEST],
            claim=source.claim,
            section=source.section,
        )
        for made, source in zip(ids, sources, strict=True)
    )


def _listed_sources(text: str) -> Iterator[CitedSource]:
    """The entries of a list of references: rows of a table, or lines with an address in them."""
    for table in tables(text):
        fields = [_field(header) for header in table.headers]
        for row in table.rows:
            yield from _of_row(fields, row)
    for entry in _entries(text):
        if (source := _entry(entry)) is not None:
            yield source


def _field(header: str) -> str:
    plain = header.strip("* ")
    return next((name for name, form in _FIELDS.items() if form.fullmatch(plain)), "")


def _of_row(fields: list[str], row: tuple[str, ...]) -> Iterator[CitedSource]:
    address = _URL.search(" ".join(row))
    if address is None:
        return
    source = CitedSource(_trim_address(address[0]))
    for name, text in zip(fields, row, strict=False):
        if name and name != "url" and not getattr(source, name):
            setattr(source, name, _without_address(text).strip("[]^ "))
    source.title = source.title or _without_address(" ".join(row))
    yield source


def _entries(text: str) -> Iterator[str]:
    """Lines, each with those that follow it and begin no entry of their own."""
    entry, has_address = "", False
    for line in text.split("\n"):
        if "|" in line and line.lstrip().startswith("|"):
            continue
        begins = _MARK.match(line) or re.match(r"[ \t]*[-*+\u2022][ \t]", line)
        is_full = len(entry) > LONGEST or has_address
        if entry and (begins or not line.strip() or is_full):
            yield entry
            entry, has_address = "", False
        has_address = has_address or _URL.search(line) is not None
        if line.strip():
            entry = f"{entry} {line.strip()}".strip()
    if entry:
        yield entry


def _entry(text: str) -> CitedSource | None:
    """One entry; None where it has no address."""
    link, address = _LINK.search(text), _URL.search(text)
    if address is None:
        return None
    source = CitedSource(link["url"] if link else _trim_address(address[0]))
    mark = _MARK.match(text)
    rest = text[mark.end() :] if mark else text
    if mark:
        source.mark = next((group for group in mark.groups() if group), "")
    source.title = _without_address(rest)
    date = _DATE.search(source.title)
    source.date = date[0] if date else ""
    return source


def _without_address(text: str) -> str:
    bare = _URL.sub("", _LINK.sub(r"\g<text>", text))
    bare = re.sub(r"<>|\(\s*\)|\*\*|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)", "", bare)
    return " ".join(bare.split()).strip(" -*+\u2022:;,.|<>\u2013\u2014")


def _linked_sources(text: str) -> Iterator[CitedSource]:
    """The links inside a text."""
    for link in _LINK.finditer(text):
        yield CitedSource(link["url"], title=link["text"].strip())
    for address in _URL.finditer(_LINK.sub("", text)):
        yield CitedSource(_trim_address(address[0]))


def _trim_address(url: str) -> str:
    """The address without the full stop or bracket of the sentence around it."""
    url = url.rstrip(".,;:!?'*_")
    while url.endswith(")") and url.count(")") > url.count("("):
        url = url[:-1].rstrip(".,;:")
    return url
