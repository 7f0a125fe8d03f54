"""Is every citation true: to its source, to what stands now, to the text that cites it?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.document import Document
from modylbench.products.reading.index import Index
from modylbench.scenarios.library.deep_researcher.citing import body, cited
from modylbench.scenarios.library.deep_researcher.companies import PHANTOM
from modylbench.scenarios.library.deep_researcher.dates import is_that_date
from modylbench.scenarios.library.deep_researcher.desk import Desk, says
from modylbench.scenarios.library.deep_researcher.figures import Figure, numbers_in, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from modylbench.scenarios.library.deep_researcher.citing import Cited, Statement
    from modylbench.scenarios.oracle import Reading, Rule

KEY_METRICS = ("cell_density", "cycle_life")


class _Briefing:
    """The document under check beside the desk's knowledge."""

    def __init__(self, document: Document, desk: Desk) -> None:
        self.desk = desk
        self.statements = body(document, desk.companies)
        self.cited = cited(document, desk.by_address, desk.companies)

    def backed(self, figure: Figure, companies: Sequence[str]) -> bool:
        """True when a citation for this figure leads to a source that states it."""
        return any(
            one.source is not None
            and says(one.source, figure, companies)
            and _is_for(one.statement, figure)
            for one in self.cited
        )


def _is_for(claim: Statement, figure: Figure) -> bool:
    return not claim.figures or any(figure.agrees_with(own) for own in claim.figures)


def _of_document(problems: Callable[[_Briefing], Iterator[str]]) -> Rule:
    """A rule over the briefing as a whole."""

    def rule(found: Mapping[str, Reading], truth: Mapping[str, Any]) -> list[str]:
        whole = found["briefing"]
        if not isinstance(whole, Index) or not isinstance(whole.product, Document):
            return ["the briefing is no document"]
        return list(problems(_Briefing(whole.product, Desk.of(truth))))

    return rule


def _claims(briefing: _Briefing) -> Iterator[str]:
    """Every citation leads to a source that states the figures it is cited for."""
    if not briefing.cited:
        yield "nothing is cited"
    for one in briefing.cited:
        name, claim = one.citation.id, one.statement
        if one.source is None:
            yield f"{name}: {one.citation.url[:80]!r} is not in the pack"
        elif not claim.text:
            yield f"{name}: cited for nothing"
        else:
            stray = [f for f in claim.figures if not says(one.source, f, claim.companies)]
            if stray:
                yield f"{name}: {one.source.id} does not say {shown(stray[0])}"


def _newest(briefing: _Briefing) -> Iterator[str]:
    """Nothing superseded is cited or stated."""
    desk = briefing.desk
    for one in briefing.cited:
        name, source = one.citation.id, one.source
        if source is None:
            yield f"{name}: not known to stand"
        elif not any(desk.stands(source, claim) for claim in source.claims):
            yield f"{name}: {source.id} is superseded, or quotes what is"
        else:
            yield from _lapsed(one.statement, desk, name)
    for statement in briefing.statements:
        yield from _lapsed(statement, desk, statement.text[:60])


def _lapsed(statement: Statement, desk: Desk, name: str) -> Iterator[str]:
    for figure in statement.figures:
        if desk.has_lapsed(figure, statement.companies):
            yield f"{name}: {shown(figure)} is superseded"


def _backing(briefing: _Briefing) -> Iterator[str]:
    """Every figure of the text is cited, and every citation is used in the text."""
    for statement in briefing.statements:
        if PHANTOM in statement.companies and any(map(str.isdigit, statement.text)):
            yield f"{PHANTOM} is in no source: {statement.text[:60]!r}"
            continue
        for figure in statement.figures:
            if briefing.desk.is_a_gate(figure) or briefing.backed(figure, statement.companies):
                continue
            yield f"{shown(figure)} has no citation that says so: {statement.text[:60]!r}"
    text = "\n".join(statement.text for statement in briefing.statements)
    given = set(numbers_in(text))
    given |= {abs(value) for s in briefing.statements for f in s.figures for value in f.values}
    for one in briefing.cited:
        values = {abs(value) for figure in one.statement.figures for value in figure.values}
        if one.source is None:
            yield f"{one.citation.id}: not in the pack"
        elif values and not given & values:
            yield f"{one.citation.id}: the text does not state what it is cited for"


def _key_figures(briefing: _Briefing) -> Iterator[str]:
    """The standing energy density and cycle life of every company are cited."""
    desk = briefing.desk
    for company in desk.companies:
        for metric in KEY_METRICS:
            standing = desk.standing[company, metric]
            for value in sorted({held.claim.value for held in standing.held}):
                if not briefing.backed(Figure(metric, (value,)), (company,)):
                    yield f"{company}: {metric} of {value:g} is not cited"


def _both_sides(briefing: _Briefing) -> Iterator[str]:
    """Each side of every dispute is cited from the source that takes it."""
    for (company, metric), standing in briefing.desk.disputes():
        for held in standing.sides:
            figure = Figure(metric, (held.claim.value,))
            if not any(one.source == held.source and _is_for(one.statement, figure)
                       for one in briefing.cited):  # fmt: skip
                yield f"{company}, {metric}: {held.source.id} is not cited for {shown(figure)}"


def _dated(briefing: _Briefing) -> Iterator[str]:
    """Every citation gives the publisher and the date of its source."""
    for one in briefing.cited:
        yield from _misdated(one)


def _misdated(one: Cited) -> Iterator[str]:
    citation, source = one.citation, one.source
    if source is None:
        yield f"{citation.id}: not in the pack"
        return
    text = f"{citation.publisher} {citation.title}".lower()
    if source.publisher.partition(" ")[0].lower() not in text:
        yield f"{citation.id}: published by {source.publisher}, not {citation.publisher!r}"
    if not is_that_date(citation.date or citation.title, source.date):
        yield f"{citation.id}: of {source.date}, not {citation.date!r}"


RULES: Mapping[str, Rule] = {
    "claims": _of_document(_claims),
    "newest": _of_document(_newest),
    "backing": _of_document(_backing),
    "key_figures": _of_document(_key_figures),
    "both_sides": _of_document(_both_sides),
    "dated": _of_document(_dated),
}
