"""Structure: grids, sections, charts, length, and what a section must speak of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.evaluation.verification.evidence import (
    NOT_SHOWN,
    CheckOutcome,
    places_of,
    pointers_of,
    unclear_outcome,
)
from modylbench.products.chart import Chart
from modylbench.products.document import Document
from modylbench.products.finding.find import Ambiguous, FoundTable, Missing
from modylbench.products.quantities.labels import Facets, label_words
from modylbench.products.reading.index import Index, TextPassage
from modylbench.scenarios.phrases import mentions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.evaluation.findings import FindingOutcome
    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.products.document import Section
    from modylbench.scenarios.criteria.criterion import Criterion

_WORD = re.compile(r"\w+(?:[.,'-]\w+)*")
MORE_WORDS = 1.05  # ours: nobody counts words so exactly, and counters differ
REFERENCES = Facets(
    [("references", "reference list", "bibliography", "sources", "citations", "works cited",
      "sources cited", "list of sources", "source list", "endnotes", "footnotes")]
)  # fmt: skip
MIN_WORDS = 8  # ours: a heading with less below it is not a section


def grid(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """The table has a number for every combination of its roles' members, e.g. "5x5"."""
    table = evidence.read(criterion.target_field)
    shape = str(criterion.expected_value)
    if isinstance(table, Missing | Ambiguous):
        return unclear_outcome(table, criterion.target_field, shape)
    if not isinstance(table, FoundTable):
        return CheckOutcome("unverifiable", reason=f"{criterion.target_field} is not a table")
    sizes = [
        len({key[role] for key in table.numbers}) for role in range(len(next(iter(table.numbers))))
    ]
    found = "x".join(str(size) for size in sizes)
    complete = 1
    for size in sizes:
        complete *= size
    good = found == shape and len(table.numbers) == complete
    reason = "" if good else f"found {found} with {len(table.numbers)} of {complete} numbers"
    asked = [int(size) for size in shape.split("x") if size.isdigit()]
    is_larger = len(asked) == len(sizes) and any(
        size > most for size, most in zip(sizes, asked, strict=True)
    )
    verdict: FindingOutcome = "passed" if good else "failed" if is_larger else "missing"
    return CheckOutcome(verdict, found, shape, reason, places_of([table]))


def sections(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """Every section asked for is there, under any of its names, with something in it."""
    whole = evidence.read(criterion.target_field)
    wanted = _alternatives(criterion)
    if not isinstance(whole, Index) or not wanted:
        return CheckOutcome("missing", reason=f"{criterion.target_field}: {NOT_SHOWN}")
    read: list[TextPassage] = []
    for names in wanted:
        facets = Facets([names])
        here = next((p for p in whole.passages if p not in read and _is_section(p, facets)), None)
        if here is None:
            reason = f"no section of its own for {names[0]!r}, or an empty one"
            return CheckOutcome("missing", expected=_first_names(wanted), reason=reason)
        read.append(here)
    return CheckOutcome(
        "passed", _first_names(wanted), _first_names(wanted), pointers=pointers_of(read)
    )


def _is_section(passage: TextPassage, facets: Facets) -> bool:
    return bool(facets.named_in(passage.heading)[0]) and len(passage.text.split()) >= MIN_WORDS


def says(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """The passage speaks of each thing asked for, in any of its wordings."""
    passage = evidence.read(criterion.target_field)
    wanted = _alternatives(criterion)
    if not isinstance(passage, TextPassage):
        return CheckOutcome(
            "missing",
            expected=_first_names(wanted),
            reason=f"{criterion.target_field}: {NOT_SHOWN}",
        )
    for names in wanted:
        if not any(mentions(passage.text, name) for name in names):
            reason = f"says nothing of {names[0]!r}"
            return CheckOutcome(
                "missing",
                passage.text[:120],
                _first_names(wanted),
                reason,
                pointers=pointers_of([passage]),
            )
    return CheckOutcome(
        "passed", _first_names(wanted), _first_names(wanted), pointers=pointers_of([passage])
    )


def length(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """The document has at most so many words, and a twentieth more; references do not count."""
    whole = evidence.read(criterion.target_field)
    if not isinstance(whole, Index) or not isinstance(whole.product, Document):
        return CheckOutcome("missing", reason=f"{criterion.target_field}: no document of its own")
    if not isinstance(criterion.expected_value, int | float):
        return CheckOutcome("unverifiable", reason="the expected value is not a number of words")
    document = whole.product
    text = " ".join(
        f"{section.heading} {section.body}" for section in _without_references(document)
    )
    count = len(_WORD.findall(text))
    good = 0 < count <= criterion.expected_value * MORE_WORDS
    pointers = tuple((document.id, f"/sections/{section.id}/body") for section in document.sections)
    expected = f"at most {criterion.expected_value:g} words"
    return CheckOutcome(
        "passed" if good else "failed",
        f"{count} words",
        expected,
        "" if good else f"{count} words",
        pointers=pointers,
    )


def _without_references(document: Document) -> Iterator[Section]:
    """The sections of a document, without its list of sources and what stands below that."""
    level: int | None = None
    for section in document.sections:
        if level is not None and section.level > level:
            continue
        level = (
            section.level if REFERENCES.named_in(label_words(section.heading).words)[1] else None
        )
        if level is None:
            yield section


def chart_form(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """A chart of one of the types asked for, with a title, both axes labelled, and points."""
    whole = evidence.read(criterion.target_field)
    types = [str(name) for names in _alternatives(criterion) for name in names]
    if not isinstance(whole, Index):
        return CheckOutcome("missing", reason=f"{criterion.target_field}: {NOT_SHOWN}")
    charts = [whole.product] if isinstance(whole.product, Chart) else _charts_within(whole)
    for chart in charts:
        labelled = chart.title and chart.x_axis.label and chart.y_axis.label
        if chart.chart_type in types and labelled and any(series.points for series in chart.series):
            return CheckOutcome(
                "passed",
                chart.chart_type,
                " or ".join(types),
                pointers=((whole.product.id, ""),),
            )
    reason = "no chart of that type with a title, labelled axes and points"
    return CheckOutcome(
        "failed" if charts else "missing",
        ", ".join(chart.chart_type for chart in charts),
        " or ".join(types),
        reason,
    )


def _charts_within(whole: Index) -> list[Chart]:
    return [
        widget.chart for widget in getattr(whole.product, "widgets", ()) if widget.chart is not None
    ]


def _alternatives(criterion: Criterion) -> list[tuple[str, ...]]:
    value = criterion.expected_value
    if not isinstance(value, tuple):
        return []
    return [names if isinstance(names, tuple) else (names,) for names in value]


def _first_names(wanted: list[tuple[str, ...]]) -> str:
    return ", ".join(names[0] for names in wanted)
