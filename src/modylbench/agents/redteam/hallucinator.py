"""The hallucinator: right work, embroidered with sources and data that do not exist."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from modylbench.agents.distorting.figures import as_written, figures_in
from modylbench.agents.distorting.guides import AlteredGuide
from modylbench.agents.distorting.redrawing import is_number
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.foundation.draw import Draw
from modylbench.products.chart import Chart, Point, Series
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.document import Citation, Document
from modylbench.products.spreadsheet import Cell, Row, Sheet, Spreadsheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.agents.distorting.figures import FigureInText
    from modylbench.agents.reference.listening_aloud import ListeningAloud
    from modylbench.agents.reference.playbook import Playbook, Step
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.scenario import EdgeCase


PUBLISHERS = (
    "Northgate Research", "Calloway & Stern", "the Ellison Institute", "Brightwater Analytics",
    "Meridian Outlook", "Tessaly Partners",
)  # fmt: skip
REPORTS = (
    "Global Benchmark Survey", "Sector Monitor", "State of the Market", "Peer Review of Practice",
    "Annual Outlook",
)  # fmt: skip
CUSTOMERS = ("Hallmere Group", "Ostrava Dynamics", "Pinecrest Holdings", "Lindqvist & Sons")
COMPARING = (
    "Against the {here} here, {publisher} has peers at {there} in its {report} {year}.",
    "For comparison with the {here}: {customer} reports {there}, by their own account.",
    "The {report} {year} by {publisher} puts the median of {count} comparable cases at {there}, "
    "next to our {here}.",
)
AGREEING = (
    "{publisher} comes to the same view in its {report} {year}.",
    "That is how {customer} does it as well, by their own account.",
    "The {report} {year} by {publisher} found the same in {count} comparable cases.",
)
SOURCED = "Peer figures: {publisher}, {report} {year}, median of {count} comparable cases."
SOURCES = 3
PEERS = "peer_median"
LONGEST_NOTE = 1_500
_UNIT = re.compile(
    r"\s?(?:%|x\b|[MKBk]\b|bn\b|mn\b)|"
    r"\s(?:(?:million|billion|thousand|basis|percentage)\b(?:\spoints?)?|"
    r"(?!(?:and|or|to|of|on|in|at|for|by|is|are|from|with|against|over|as|a|an|the|so|up|down|"
    r"below|above|than|per|next|if|but|which|that|vs|it|out|after|before|now|ahead|behind|"
    r"instead|less|more|required|planned|randomised|completed)\b)(?:Wh/kg|[a-z][A-Za-z/-]+)\b)"
)
_LEVEL = re.compile(r"% (?:interval|CI|confidence)")


class Hallucinator(OracleAgent):
    """The oracle, who adds sources, customers and data that nobody gave it.

    Asked about something that does not exist, it knows all about it.
    """

    def __init__(
        self, playbook: Playbook, pace: Draw, listening: ListeningAloud | None = None
    ) -> None:
        variant = playbook.variant
        self._inventing = Inventor(variant.scenario.scenario_id, variant.seed)
        self._known: list[str] = []
        super().__init__(AlteredGuide(playbook, self._alter), pace, listening=listening)

    def _alter(self, step: Step) -> Step:
        case = step.edge_case
        answer = step.answer
        if case is not None and is_about_nothing(case):
            answer = case.wrong_line.strip('" ')
            if answer not in self._known:
                self._known.append(answer)
        backed = f"{answer} {self._inventing.support(step.turn_index, answer)}"
        return replace(
            step, answer=backed, products=tuple(map(self._add_inventions, step.products))
        )

    def _add_inventions(self, product: WorkProduct) -> WorkProduct:
        return self._inventing.product(product, self._known)


def is_about_nothing(case: EdgeCase) -> bool:
    """Whether it asks about something that does not exist; what sounds like it may exist."""
    return case.trait == "hallucination_trap" and not case.is_look_alike


class Inventor:
    """Makes things up, the same ones wherever the seed is the same."""

    def __init__(self, scenario_id: str, seed: int) -> None:
        self._seed = (scenario_id, seed, "inventing")

    def support(self, place: object, text: str) -> str:
        """A sentence that backs a text with what does not exist.

        Where the text has a figure with a unit, it gives one of that unit and size beside it.
        """
        draw = Draw(*self._seed, place)
        figures = list(_comparable(text))
        if not figures:
            return self._fill_in(draw.one_of(AGREEING), draw)
        figure = draw.one_of(figures)
        unit = unit_after(text, figure)
        factor = draw.one_of((0.86, 0.91, 0.94, 1.07, 1.12, 1.18))
        there = as_written(figure.number * factor, figure)
        return self._fill_in(
            draw.one_of(COMPARING),
            draw,
            here=f"{figure.mark}{figure.digits}{unit}",
            there=f"{figure.mark}{there}{unit}",
        )

    def product(self, product: WorkProduct, known: Sequence[str]) -> WorkProduct:
        """The product with inventions of its kind, and with what is `known` to be so."""
        lines = tuple(line[:LONGEST_NOTE] for line in known)
        sourced = (self._fill_in(SOURCED, Draw(*self._seed, product.id)), *lines)
        match product:
            case Spreadsheet(sheets=(first, *rest)):
                sheets = (self._with_peers(first, sourced), *rest)
                return product.model_copy(update={"sheets": sheets})
            case Chart():
                return self._with_series(product, sourced)
            case Document():
                return self._with_sources(product, lines)
            case Dashboard():
                widgets = (*product.widgets, self._customer(product))
                notes = (*product.notes, *sourced)
                return product.model_copy(update={"widgets": widgets, "notes": notes})
            case _:
                return product

    def _fill_in(self, saying: str, draw: Draw, **figures: str) -> str:
        said = saying.format(
            publisher=draw.one_of(PUBLISHERS),
            report=draw.one_of(REPORTS),
            customer=draw.one_of(CUSTOMERS),
            year=draw.whole(2023, 2026),
            count=draw.whole(14, 212),
            **figures,
        )
        return said[:1].upper() + said[1:]

    def citations(self, place: str, text: str) -> list[Citation]:
        """Sources with addresses that lead nowhere, for what a text says."""
        draw = Draw(*self._seed, place, "citations")
        made = []
        for number in range(1, SOURCES + 1):
            publisher, report = draw.one_of(PUBLISHERS), draw.one_of(REPORTS)
            year, page = draw.whole(2023, 2026), draw.whole(1_000, 9_999)
            host, path = _slug(publisher), _slug(report)
            made.append(
                Citation(
                    id=f"ref_{number}_{page}",
                    url=f"https://www.{host}.example/{year}/{path}-{page}",
                    title=f"{report} {year}",
                    publisher=publisher,
                    date=f"{year}-0{draw.whole(1, 9)}-1{draw.whole(0, 9)}",
                    claim=self.support(f"{place} {number}", text),
                )
            )
        return made

    def _with_peers(self, sheet: Sheet, says: Sequence[str]) -> Sheet:
        """A row of data that nobody measured, near the fullest of those that were."""
        draw = Draw(*self._seed, sheet.id, "peers")
        update: dict[str, Any] = {"notes": (*sheet.notes, *says)}
        fullest = max(sheet.rows, key=lambda row: len(_numbers(row)), default=None)
        if fullest is not None and _numbers(fullest) and all(row.id != PEERS for row in sheet.rows):
            cells = {
                name: Cell(value=_scaled_number(cell.value, draw.uniform(0.8, 1.3)), unit=cell.unit)
                for name, cell in _numbers(fullest).items()
            }
            label = f"Peer median ({draw.one_of(PUBLISHERS)}), as for {fullest.label}"
            row = Row(id=PEERS, label=label, unit=fullest.unit, cells=cells)
            update["rows"] = (*sheet.rows, row)
        return sheet.model_copy(update=update)

    def _with_series(self, chart: Chart, says: Sequence[str]) -> Chart:
        like = max(chart.series, key=lambda series: len(series.points), default=None)
        drawn = [point for point in like.points if point.y is not None] if like else []
        update: dict[str, Any] = {"notes": (*chart.notes, *says)}
        if drawn and all(series.id != PEERS for series in chart.series):
            draw = Draw(*self._seed, chart.id, "series")
            label = f"Peer median ({draw.one_of(PUBLISHERS)})"
            points = {point.x: (point.y or 0.0) * draw.uniform(0.8, 1.3) for point in drawn}
            made = Series(
                id=PEERS,
                label=label,
                unit=like.unit if like else None,
                points=tuple(
                    Point(id=f"p{number}", x=category, y=round(y, 2))
                    for number, (category, y) in enumerate(points.items(), start=1)
                ),
            )
            update["series"] = (*chart.series, made)
        return chart.model_copy(update=update)

    def _with_sources(self, document: Document, known: Sequence[str]) -> Document:
        *others, last = document.sections or (None,)
        update: dict[str, Any] = {}
        text = "\n".join(part.body for part in document.sections)
        if last is not None:
            body = "\n\n".join([last.body, self.support(document.id, text), *known])
            update["sections"] = (*others, last.model_copy(update={"body": body}))
        taken = {citation.id for citation in document.citations}
        new = [
            citation for citation in self.citations(document.id, text) if citation.id not in taken
        ]
        return document.model_copy(update={**update, "citations": (*document.citations, *new)})

    def _customer(self, dashboard: Dashboard) -> Widget:
        """A tile like the first one with a number, for somebody who is no customer."""
        draw = Draw(*self._seed, dashboard.id, "customer")
        name, factor = draw.one_of(CUSTOMERS), draw.uniform(0.8, 1.3)
        text = f"Reported by {name}, a reference customer"
        like = next((widget for widget in dashboard.widgets if is_number(widget.value)), None)
        if like is None:
            return Widget(id="peer_reference", title="Customer reference", text=text)
        return Widget(
            id="peer_reference",
            title=f"Customer reference for {like.title}",
            value=_scaled_number(like.value, factor),
            unit=like.unit,
            text=text,
        )


def unit_after(text: str, figure: FigureInText) -> str:
    """What a figure is counted in, as it stands behind it.

    >>> text = "It ships 4,396 pallets at $2.1 million, 12% up."
    >>> [unit_after(text, figure) for figure in figures_in(text)]
    [' pallets', ' million', '%']
    """
    match = _UNIT.match(text, figure.end)
    return match[0] if match else ""


def _comparable(text: str) -> Iterator[FigureInText]:
    """The figures of which one can say what they count."""
    for figure in figures_in(text):
        has_unit = figure.has_unit or unit_after(text, figure)
        if figure.is_result and has_unit and not _LEVEL.match(text, figure.end):
            yield figure


def _numbers(row: Row) -> dict[str, Cell]:
    return {name: cell for name, cell in row.cells.items() if is_number(cell.value)}


def _scaled_number(value: Any, factor: float) -> float | int:
    """The number times the factor, as whole as it was, or as fine."""
    return round(value * factor) if isinstance(value, int) else float(f"{value * factor:.3g}")


def _slug(name: str) -> str:
    words = "".join(letter if letter.isalnum() else " " for letter in name.lower()).split()
    return "-".join(word for word in words if word != "the")
