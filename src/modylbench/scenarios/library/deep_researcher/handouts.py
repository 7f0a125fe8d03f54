"""The files as the desk hands them over: layouts of the same extract, and what is wrong in them."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.deep_researcher.sources import ResearchSource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from modylbench.scenarios.library.deep_researcher.sources import SourceClaim
    from modylbench.scenarios.oracle import Truth

LAST_MONTH = 12
COMPANY_PAPERS = {"annual report", "company release", "company filing", "press release"}
FROM_COMPANIES = (
    "The board thanks all employees for a demanding year.",
    "Qualification with customers is under way; terms are confidential.",
    "Readers are referred to the notes on forward-looking statements.",
    "Equipment was ordered early because lead times have grown.",
    "Yield on the line is not disclosed.",
    "Supply of lithium metal foil is secured by a framework contract.",
    "The auditors have raised no objections.",
    "The works council was heard before the shift model was changed, and has agreed to it for the "
    "time being.",
    "Our strategy rests on three pillars, which are materials, manufacturing and partnership, and "
    "we will go on strengthening each of them.",
    "The supervisory board met in person and by telephone, and was informed of all material "
    "events between its meetings.",
    "Forward-looking statements are subject to risks, known and unknown, and actual developments "
    "may differ materially from what is expressed or implied here.",
    "We see ourselves as a partner of the vehicle makers and not as their competitor, and we "
    "intend to keep it that way.",
    "Dry rooms take up the greater part of the energy that our site needs, and a heat recovery "
    "system is being planned with the municipality.",
    "The company does not hedge its purchases of nickel and cobalt; contracts with suppliers are "
    "indexed where that could be agreed.",
    "Legal proceedings of a material kind are not pending, and none are known to be threatened.",
    "The pension obligations of a former parent were settled, and the provision was released "
    "accordingly.",
    "Patents are filed in the jurisdictions that matter for production, and are licensed to "
    "nobody outside the group.",
    "Several members of the management have exercised options, which has been notified as the "
    "rules require.",
    "Recruiting electrochemists remains difficult, and the graduate scheme has therefore been "
    "extended to a second university.",
    "There were no accidents that had to be reported, and the fire brigade has inspected the "
    "storage of solvents twice.",
    "The remuneration report is published separately, and forms part of the documents for the "
    "general meeting.",
    "Management considers the grants that have been applied for as likely, yet counts none of "
    "them before the notice has come.",
    "Machines for stacking come from one supplier so far, and a second one is being qualified.",
    "The sustainability statement follows the standard that was in force at the balance sheet "
    "date, and was reviewed with limited assurance.",
    "Interest from investors was keen, and the register of shareholders has become more "
    "international.",
)
FROM_DATASHEETS = (
    "All values are typical and may change without notice.",
    "See the annex for definitions.",
    "Test reports are available to customers on request.",
    "This sheet replaces no specification that has been agreed with a customer, and creates no "
    "warranty of any kind.",
    "Handle with insulated tools; do not open, crush or immerse, and keep away from children.",
    "Storage at high states of charge shortens the life of any cell, and should be kept short.",
    "Transport is subject to the regulations on dangerous goods, and the test summary is supplied "
    "with every shipment.",
    "Recommended limits of charging current at low temperature are given in the manual, which is "
    "supplied under a confidentiality agreement.",
    "Tabs may be welded by ultrasound or by laser; application notes describe both.",
    "The manufacturer advises on mechanical integration, and reviews the first design free of "
    "charge.",
    "Dimensions are nominal, and drawings with tolerances are released project by project.",
    "Cells are marked with a code that allows them to be traced to the day of assembly.",
    "Spent cells are taken back, and are to be returned in the packaging in which new ones were "
    "delivered.",
    "The company's general terms of sale apply, and may be read at its registered office.",
    "Any use in aviation, in medical devices or in safety functions needs consent in writing.",
    "Photographs show prototypes, and the appearance of what is delivered may be another.",
)
FROM_PRESS = (
    "Reproduction only with permission of the publisher.",
    "Subscribers have read this article first.",
    "Photographs: the companies.",
    "The hall is as bright as an operating theatre, and the visitor is asked to leave even a "
    "pencil outside.",
    "Nobody in this industry likes to be called late, and nobody likes to name a day either.",
    "An engineer who has worked for two of them says over coffee that all of them suffer from the "
    "same thing, which is dust.",
    "Carmakers have heard such promises before, and have learnt to smile and to wait.",
    "The race is as much about machines as it is about chemistry, as anybody knows who has tried "
    "to stack foil at speed.",
    "Investors have become choosy, one hears, but for the right story there is still money.",
    "Whoever wins, the makers of dry rooms will have earned well.",
    "Our author travelled at his own expense, and was shown what the companies wished to show.",
    "Letters to the editor are welcome, and may be shortened.",
    "The next issue looks at recycling, and at a small town that hopes for a very large plant.",
)
FROM_REGISTERS = (
    "Entries are public.",
    "See the annex for definitions.",
    "Objections may be lodged with the register.",
    "The permit binds legal successors, and lapses where use has not begun in the period that is "
    "set in the notice.",
    "Noise at the boundary of the site is to be measured by an accredited body, and the report "
    "submitted without being asked for.",
    "Solvents are to be stored in the bunded area alone, and the volume held there is to be "
    "recorded daily.",
    "The applicant has to notify any change of the installation before it is made, with drawings.",
    "Waste water may be discharged into the municipal sewer only after treatment, and samples are "
    "to be kept.",
    "Deliveries by lorry are to be confined to the daytime on working days.",
    "The fire protection concept forms part of this permit, and deviations need the consent of "
    "the authority.",
    "Fees are set in a separate notice, and an appeal has no suspensive effect on them.",
    "Whoever wishes to inspect the file may do so at the counter, by appointment.",
)
FROM_OTHERS = (
    "This extract leaves out the section on method.",
    "Reproduction only with permission of the publisher.",
    "See the annex for definitions.",
    "An earlier version of this document was circulated to subscribers.",
    "Uncertainties are given in the full text.",
    "Companies were sent the passages that concern them, and were given the usual time to point "
    "out errors of fact.",
    "Where an institution has not answered, what it has published stands here without comment.",
    "The programme is paid for by its members, none of whom has any influence on what is found.",
    "We thank all who have let us see their sites, and those who would not for saying so plainly.",
    "Readers should bear in mind that a field in motion is described here at a moment, and that "
    "the moment has passed.",
    "Terms are used as in the glossary that accompanies the series, which has not changed since "
    "the last edition.",
    "Nothing in this document is advice to buy or to sell any security.",
    "Comparison across editions is possible in principle, but the circle of companies has "
    "changed, and so has the depth of what they disclose.",
    "A workshop with the reviewers was held under the rule that nobody is quoted by name.",
    "The appendix on supply chains has been taken out of this edition, and will be published by "
    "itself.",
    "The working group will meet again in spring, and invites comments until then.",
    "Typing errors of the printed version have been corrected online.",
)
OF_KIND = {
    **dict.fromkeys(COMPANY_PAPERS, FROM_COMPANIES),
    **dict.fromkeys(("company datasheet", "erratum"), FROM_DATASHEETS),
    "trade press": FROM_PRESS,
    "operating permit": FROM_REGISTERS,
}
"""What else stands in a long document, by its kind (FROM_OTHERS where it is none of these): no
figure, no company, nothing to cite."""
MOST_OF_A_DOCUMENT = 16
"""Sentences around what one document says; of a kind that has fewer, all of them."""


@dataclass(frozen=True, slots=True)
class FiledStatement:
    """One statement as it is filed: of whom, on what, in which words."""

    company: str
    metric: str
    text: str


@dataclass(frozen=True, slots=True)
class FiledSource:
    """A source as it is filed: what the desk writes down of it."""

    source: ResearchSource
    date: str
    statements: tuple[FiledStatement, ...]
    note: str

    def by_company(self) -> Iterator[tuple[str, str]]:
        """Each company with all that is said of it."""
        for company, found in groupby(self.statements, key=lambda statement: statement.company):
            yield company, " ".join(statement.text for statement in found)


def first_batch(truth: Mapping[str, Any]) -> str:
    """The older sources."""
    return _FIRST_LAYOUTS[truth["layout"]](_filed_sources(truth, 1))


def second_batch(truth: Mapping[str, Any]) -> str:
    """What came in since, as the desk's digest."""
    return _SECOND_LAYOUTS[truth["digest"]](_filed_sources(truth, 2))


def _filed_sources(truth: Mapping[str, Any], batch: int) -> list[FiledSource]:
    """The sources of a batch as they are filed, with the defects of the seed."""
    filed = [_as_filed(ResearchSource.of(value)) for value in truth["sources"]]
    filed = [entry for entry in filed if entry.source.batch == batch]
    for name in truth.get("defects", ()):
        number, spoil = _DEFECTS[name]
        if number == batch:
            filed = [spoilt for entry in filed for spoilt in spoil(entry, truth)]
    return filed


def _as_filed(source: ResearchSource) -> FiledSource:
    statements = (FiledStatement(c.company, c.metric, c.text) for c in source.claims)
    return FiledSource(source, source.date, tuple(statements), source.note)


# Layouts of the first batch


def _rows(filed: Sequence[FiledSource]) -> str:
    header = ["source_id", "date", "publisher", "type", "title", "url", "company", "statement"]
    rows = [
        [*_about(entry), statement.company, statement.text]
        for entry in filed
        for statement in entry.statements
    ]
    return _csv([header, *rows])


def _about(entry: FiledSource) -> list[str]:
    source = entry.source
    return [source.id, entry.date, source.publisher, source.type, source.title, source.url]


def _renamed_rows(filed: Sequence[FiledSource]) -> str:
    """The same rows by company, under other names, with semicolons."""
    header = ["developer", "what it says", "doc_no", "kind", "issued_by", "issued", "doc", "link"]
    rows = []
    for entry in filed:
        number, date, publisher, kind, title, url = _about(entry)
        rows += [
            [statement.company, statement.text, number, kind, publisher, date, title, url]
            for statement in entry.statements
        ]
    rows.sort(key=lambda row: row[0])
    return _csv([header, *rows], delimiter=";")


def _register(filed: Sequence[FiledSource]) -> str:
    """A register of the documents, and under it what they say."""
    documents = [["no", "date", "publisher", "type", "title", "url"], *map(_about, filed)]
    said = [
        [entry.source.id, statement.company, statement.text]
        for entry in filed
        for statement in entry.statements
    ]
    return "\n".join([_csv(documents), _csv([["no", "company", "statement"], *said])])


def _passages(filed: Sequence[FiledSource]) -> str:
    """A row a document, with all that the desk has copied out of it: pages, mostly of no use."""
    header = ["publisher", "title", "type", "source_id", "date", "url", "excerpt"]
    rows = []
    for place, entry in enumerate(filed):
        number, date, publisher, kind, title, url = _about(entry)
        rows.append([publisher, title, kind, number, date, url, _long_text(entry, place)])
    return _csv([header, *rows])


def _long_text(entry: FiledSource, place: int) -> str:
    """What a document says, apart from each other among what else stands in it."""
    said = [f"{company}: {text}" for company, text in entry.by_company()]
    return spread(said, sentences_around(entry.source.type, place))


def sentences_around(kind: str, place: int) -> list[str]:
    """What stands around the figures of a document, from another sentence on by its place."""
    of_kind = OF_KIND.get(kind, FROM_OTHERS)
    count = min(MOST_OF_A_DOCUMENT, len(of_kind))
    return [of_kind[(place * 7 + step) % len(of_kind)] for step in range(count)]


def spread(said: list[str], around: list[str]) -> str:
    """Running text in which what is said lies apart, the rest around it.

    >>> spread(["A.", "B."], ["x.", "y.", "z."])
    'x. A. y. B. z.'
    """
    each, more = divmod(len(around), len(said) + 1)
    parts: list[str] = []
    taken = 0
    for number, statement in enumerate([*said, ""]):
        size = each + (number < more)
        parts += [*around[taken : taken + size], statement]
        taken += size
    return " ".join(filter(None, parts))


def _csv(rows: Sequence[Sequence[str]], delimiter: str = ",") -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return text.getvalue()


# Layouts of the second batch


def _entries(filed: Sequence[FiledSource]) -> str:
    lines = ["Scouting desk digest: sources received since the first batch", ""]
    for entry in filed:
        source = entry.source
        lines += [
            f"[{source.id}] {entry.date} - {source.publisher} ({source.type})",
            f"    {source.title}",
            f"    {source.url}",
            *(f"    {company}: {said}" for company, said in entry.by_company()),
        ]
        if entry.note:
            lines.append(f"    Desk note: {entry.note}.")
        lines.append("")
    return "\n".join(lines)


def _forms(filed: Sequence[FiledSource]) -> str:
    """A form for each source, a field a line."""
    lines = ["SCOUTING DESK - NEW ARRIVALS", ""]
    for entry in filed:
        source = entry.source
        lines += [
            f"Title:     {source.title}",
            f"Number:    {source.id}",
            f"From:      {source.publisher}",
            f"Kind:      {source.type}",
            f"Published: {entry.date}",
            f"Address:   {source.url}",
            *(f"Says:      {company}: {said}" for company, said in entry.by_company()),
        ]
        if entry.note:
            lines.append(f"Remark:    {entry.note}.")
        lines.append("")
    return "\n".join(lines)


def _memo(filed: Sequence[FiledSource]) -> str:
    """Running text, a paragraph a source, with what else stands in each of them."""
    paragraphs = ["Memo from the scouting desk. Received since the first batch, in no order:"]
    for place, entry in enumerate(filed):
        source = entry.source
        note = f" Desk note: {entry.note}." if entry.note else ""
        paragraphs.append(
            f'{source.id}, {source.publisher}, {source.type}, "{source.title}", {entry.date}, '
            f"{source.url} - {_long_text(entry, place)}{note}"
        )
    return "\n\n".join(paragraphs) + "\n"


_FIRST_LAYOUTS: Mapping[str, Callable[[Sequence[FiledSource]], str]] = {
    "rows": _rows, "renamed": _renamed_rows, "register": _register, "passages": _passages,
}  # fmt: skip
_SECOND_LAYOUTS: Mapping[str, Callable[[Sequence[FiledSource]], str]] = {
    "entries": _entries, "forms": _forms, "memo": _memo,
}  # fmt: skip


# Defects


def _with_statements(
    entry: FiledSource, metric: str, texts: Sequence[str]
) -> tuple[FiledSource, ...]:
    """The source with these statements on a metric in the place of its own."""
    statements: list[FiledStatement] = []
    for statement in entry.statements:
        if statement.metric == metric:
            statements += [replace(statement, text=text) for text in texts]
        else:
            statements.append(statement)
    return (replace(entry, statements=tuple(statements)),)


def _units_swapped(entry: FiledSource, truth: Mapping[str, Any]) -> tuple[FiledSource, ...]:
    if entry.source.id != truth["swapped_units_source"]:
        return (entry,)
    mass, volume = truth["swapped_units_density"], truth["swapped_units_volume"]
    text = (
        f"Cell-level energy density of {volume:g} Wh/kg (pouch, C/3, 25 °C); "
        f"{mass:g} Wh/l by volume."
    )
    return _with_statements(entry, "cell_density", [text])


def _gigawatt_hours(entry: FiledSource, truth: Mapping[str, Any]) -> tuple[FiledSource, ...]:
    if entry.source.id != truth["gigawatt_source"]:
        return (entry,)
    return _with_statements(
        entry, "pilot_capacity", [f"Pilot line rated at {truth['gigawatt_shown']} GWh a year."]
    )


def _superseded_line(entry: FiledSource, truth: Mapping[str, Any]) -> tuple[FiledSource, ...]:
    if entry.source.id != truth["superseded_source"]:
        return (entry,)
    right = next(s.text for s in entry.statements if s.metric == "cycle_life")
    wrong = right.replace(f"{truth['superseded_right']:,g}", f"{truth['superseded_cycles']:,g}", 1)
    marked = f"{wrong.removesuffix('.')} [superseded desk entry, see the other one]."
    return _with_statements(entry, "cycle_life", [marked, right])


def _swapped_date(entry: FiledSource, truth: Mapping[str, Any]) -> tuple[FiledSource, ...]:
    if entry.source.id != truth["swapped_date_source"]:
        return (entry,)
    return (replace(entry, date=truth["swapped_date_shown"]),)


def _thousands(entry: FiledSource, truth: Mapping[str, Any]) -> tuple[FiledSource, ...]:
    if entry.source.id != truth["thousands_source"]:
        return (entry,)
    shown = f"Total funding raised to date: ${truth['thousands_shown']:,.0f} thousand."
    return _with_statements(entry, "funding", [shown])


def _draft_entry(entry: FiledSource, truth: Mapping[str, Any]) -> tuple[FiledSource, ...]:
    if entry.source.id != truth["draft_source"]:
        return (entry,)
    final = next(s.text for s in entry.statements if s.metric == "sop_year")
    draft = final.replace(truth["slipped_sop"], truth["draft_sop"])
    statement = FiledStatement(entry.source.claims[0].company, "sop_year", draft)
    note = "draft of this document, replaced by the final one under the same number"
    return (replace(entry, statements=(statement,), note=note), entry)


_DEFECTS: Mapping[
    str, tuple[int, Callable[[FiledSource, Mapping[str, Any]], tuple[FiledSource, ...]]]
] = {
    "units_swapped": (1, _units_swapped),
    "gigawatt_hours": (1, _gigawatt_hours),
    "superseded_line": (1, _superseded_line),
    "swapped_date": (1, _swapped_date),
    "thousands": (2, _thousands),
    "draft_entry": (2, _draft_entry),
}


def defect_details(truth: Truth) -> Truth | None:
    """Where the defects of a seed lie, and what they show; None where there is no place for one."""
    sources = [ResearchSource.of(value) for value in truth["sources"]]

    def source_of(company: str, metric: str, batch: int = 1) -> tuple[ResearchSource, SourceClaim]:
        return next(
            (source, claim)
            for source in sources
            if source.batch == batch and source.publisher == company
            for claim in source.claims
            if claim.metric == metric
        )

    swapped, mass = source_of(truth["capacity_disputed"], "cell_density")
    line, capacity = source_of(truth["cycle_disputed"], "pilot_capacity")
    filed, cycles = source_of(truth["funded"], "cycle_life")
    filing, raised = source_of(truth["funded"], "funding", 2)
    update, _ = source_of(truth["slipped"], "sop_year", 2)
    late = [s for s in sources if s.type == "annual report" and int(s.date[-2:]) > LAST_MONTH]
    if not late:
        return None
    year, month, day = late[0].date.split("-")
    return {
        "swapped_units_source": swapped.id,
        "swapped_units_density": mass.value,
        "swapped_units_volume": truth["swapped_units_volume"],
        "gigawatt_source": line.id,
        "gigawatt_mwh": capacity.value,
        "gigawatt_shown": f"{capacity.value / 1000:g}",
        "superseded_source": filed.id,
        "superseded_right": cycles.value,
        "superseded_cycles": cycles.value + 250,
        "swapped_date_source": late[0].id,
        "swapped_date_of": late[0].publisher,
        "swapped_date_right": late[0].date,
        "swapped_date_shown": f"{year}-{day}-{month}",
        "thousands_source": filing.id,
        "thousands_shown": raised.value * 1000,
        "draft_source": update.id,
        "draft_sop": str(int(truth["slipped_sop"]) + 1),
    }
