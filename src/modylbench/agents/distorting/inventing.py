"""What does somebody add to a product who takes what is plausible for what is known?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.agents.distorting.redrawing import is_number
from modylbench.foundation.draw import Draw
from modylbench.products.chart import Chart, Point, Series
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.document import Citation, Document
from modylbench.products.spreadsheet import Cell, Row, Sheet, Spreadsheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.products.work_product import WorkProduct

PUBLISHERS = (
    "Northgate Research", "Calloway & Stern", "the Ellison Institute", "Brightwater Analytics",
    "Meridian Outlook", "Tessaly Partners",
)  # fmt: skip
REPORTS = (
    "Global Benchmark Survey", "Sector Monitor", "State of the Market", "Peer Review of Practice",
    "Annual Outlook",
)  # fmt: skip
CUSTOMERS = ("Hallmere Group", "Ostrava Dynamics", "Pinecrest Holdings", "Lindqvist & Sons")
SAYING = (
    "{publisher}, in its {report} {year}, puts the comparable figure at {share}%.",
    "That is also what {customer} sees: {share}% on the same measure, according to their CFO.",
    "For reference, the {report} {year} by {publisher} has {count} cases of this, median {share}%.",
)
SOURCES = 3
LONGEST_NOTE = 1_500


class Inventing:
    """Makes things up, the same ones wherever the seed is the same."""

    def __init__(self, scenario_id: str, seed: int) -> None:
        self._seed = (scenario_id, seed, "inventing")

    def support(self, place: object) -> str:
        """A sentence with a source, a customer or a figure that does not exist."""
        draw = Draw(*self._seed, place)
        return draw.one_of(SAYING).format(
            publisher=draw.one_of(PUBLISHERS),
            report=draw.one_of(REPORTS),
            customer=draw.one_of(CUSTOMERS),
            year=draw.whole(2023, 2026),
            share=round(draw.uniform(11.0, 87.0), 1),
            count=draw.whole(14, 212),
        )

    def product(self, product: WorkProduct, known: Sequence[str]) -> WorkProduct:
        """The product with inventions of its kind, and with what it `known` to be so."""
        says = (self.support(product.id), *(line[:LONGEST_NOTE] for line in known))
        match product:
            case Spreadsheet(sheets=(first, *rest)):
                sheets = (self._with_peers(first, says), *rest)
                return product.model_copy(update={"sheets": sheets})
            case Chart():
                return self._with_series(product, says)
            case Document():
                return self._with_sources(product, says)
            case Dashboard():
                widgets = (*product.widgets, self._customer(product.id))
                notes = (*product.notes, *says)
                return product.model_copy(update={"widgets": widgets, "notes": notes})
            case _:
                return product

    def citations(self, place: str) -> list[Citation]:
        """Sources with addresses that lead nowhere."""
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
                    claim=self.support(f"{place} {number}"),
                )
            )
        return made

    def _with_peers(self, sheet: Sheet, says: Sequence[str]) -> Sheet:
        """A row of data that nobody measured, near what stands above it."""
        draw = Draw(*self._seed, sheet.id, "peers")
        cells: dict[str, Cell] = {}
        for column in sheet.columns:
            above = [row.cells[column.id] for row in sheet.rows if column.id in row.cells]
            numbers = [cell for cell in above if is_number(cell.value)]
            if numbers:
                cells[column.id] = _near(numbers, draw.uniform(0.8, 1.3))
        publisher = draw.one_of(PUBLISHERS)
        row = Row(id="peer_median", label=f"Peer median ({publisher})", cells=cells)
        update: dict[str, Any] = {"notes": (*sheet.notes, *says)}
        if all(one.id != row.id for one in sheet.rows):
            update["rows"] = (*sheet.rows, row)
        return sheet.model_copy(update=update)

    def _with_series(self, chart: Chart, says: Sequence[str]) -> Chart:
        drawn = [point for one in chart.series for point in one.points if point.y is not None]
        update: dict[str, Any] = {"notes": (*chart.notes, *says)}
        if drawn and all(one.id != "peer_median" for one in chart.series):
            draw = Draw(*self._seed, chart.id, "series")
            label = f"Peer median ({draw.one_of(PUBLISHERS)})"
            points = {point.x: (point.y or 0.0) * draw.uniform(0.8, 1.3) for point in drawn}
            made = tuple(
                Point(id=f"p{number}", x=x, y=round(y, 2))
                for number, (x, y) in enumerate(points.items(), start=1)
            )
            update["series"] = (*chart.series, Series(id="peer_median", label=label, points=made))
        return chart.model_copy(update=update)

    def _with_sources(self, document: Document, says: Sequence[str]) -> Document:
        *others, last = document.sections or (None,)
        update: dict[str, Any] = {}
        if last is not None:
            body = "\n\n".join([last.body, *says])
            update["sections"] = (*others, last.model_copy(update={"body": body}))
        taken = {one.id for one in document.citations}
        new = [one for one in self.citations(document.id) if one.id not in taken]
        return document.model_copy(update={**update, "citations": (*document.citations, *new)})

    def _customer(self, place: str) -> Widget:
        draw = Draw(*self._seed, place, "customer")
        share = round(draw.uniform(11.0, 87.0), 1)
        text = f"Reported by {draw.one_of(CUSTOMERS)}, a reference customer"
        return Widget(
            id="peer_reference", title="Customer reference", value=share, unit="%", text=text
        )


def _near(cells: Sequence[Cell], factor: float) -> Cell:
    numbers = [float(cell.value) for cell in cells if isinstance(cell.value, int | float)]
    return Cell(value=round(factor * sum(numbers) / len(numbers), 2), unit=cells[0].unit)


def _slug(name: str) -> str:
    words = "".join(letter if letter.isalnum() else " " for letter in name.lower()).split()
    return "-".join(word for word in words if word != "the")
