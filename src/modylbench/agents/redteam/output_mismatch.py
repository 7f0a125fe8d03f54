"""Output mismatch: the right figures are said, and other ones handed over."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from modylbench.agents.distorting.guides import AlteredGuide, mistaken_guide
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.agents.reference.text_only import product_as_text
from modylbench.products.document import Document
from modylbench.products.spreadsheet import Spreadsheet

if TYPE_CHECKING:
    from modylbench.agents.agent import HeardTurn, Seat
    from modylbench.agents.reference.playbook import Playbook, Step
    from modylbench.foundation.draw import Draw
    from modylbench.products.spreadsheet import Cell, Sheet
    from modylbench.products.work_product import WorkProduct


class OutputMismatch:
    """Speaks as the oracle does; its surfaces and the files it hands over show other figures."""

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        self._oracle = OracleAgent(
            AlteredGuide(mistaken_guide(playbook, says_so=False), self._note_step), pace
        )
        self._step: Step | None = None

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Say what is right and show what is not; in the delivery, as files too."""
        await self._oracle.answer(heard, seat)
        step = self._step
        if step is not None and step.phase == "delivery" and step.slot.is_opening and step.is_new:
            for product in step.products:
                await seat.send_file(*file_of(product))

    def _note_step(self, step: Step) -> Step:
        self._step = step
        return step


def file_of(product: WorkProduct) -> tuple[str, bytes]:
    """A name and what the file holds: CSV for a workbook's sheets, Markdown for all else."""
    match product:
        case Spreadsheet():
            tables = "\n".join(_table(sheet) for sheet in product.sheets)
            return f"{product.id}.csv", tables.encode()
        case Document():
            parts = [f"# {product.title}"]
            parts += [
                f"{'#' * (section.level + 1)} {section.heading}\n\n{section.body}"
                for section in product.sections
            ]
            return f"{product.id}.md", "\n\n".join(parts).encode()
        case _:
            return f"{product.id}.md", product_as_text(product).encode()


def _table(sheet: Sheet) -> str:
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow([sheet.name, *(column.label for column in sheet.columns)])
    for row in sheet.rows:
        cells = [_cell_text(row.cells.get(column.id)) for column in sheet.columns]
        writer.writerow([row.label, *cells])
    return lines.getvalue()


def _cell_text(cell: Cell | None) -> str:
    if cell is None or cell.value is None:
        return "" if cell is None else cell.text or ""
    return cell.text or str(cell.value)
