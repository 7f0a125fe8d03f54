"""How is a work product handed over as a file, without any library?"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from modylbench.agents.reference.in_words import in_words
from modylbench.products.document import Document
from modylbench.products.spreadsheet import Spreadsheet

if TYPE_CHECKING:
    from modylbench.products.spreadsheet import Cell, Sheet
    from modylbench.products.work_product import WorkProduct


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
            return f"{product.id}.md", in_words(product).encode()


def _table(sheet: Sheet) -> str:
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow([sheet.name, *(column.label for column in sheet.columns)])
    for row in sheet.rows:
        cells = [_shown(row.cells.get(column.id)) for column in sheet.columns]
        writer.writerow([row.label, *cells])
    return lines.getvalue()


def _shown(cell: Cell | None) -> str:
    if cell is None or cell.value is None:
        return "" if cell is None else cell.text or ""
    return cell.text or str(cell.value)
