"""Labelled entries: lines of a text and rows of a table that have a name of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.spreadsheet import Sheet

MOST_LINES = 2000  # ours: a text of more is no page that somebody lays out by hand
MOST_BELOW = 6  # ours: lines under a label; a tile has a value and a remark
LONGEST_LABEL = 80  # ours: characters of a name; what is longer is a sentence
_LINE = re.compile(r"^(?P<indent>[ \t]*)(?P<bullet>(?:[-*+•·]|\d{1,2}[.)])[ \t]+)?(?P<rest>.*)$")
_MARKS = "*_`# \t"


@dataclass(frozen=True, slots=True)
class LabelledEntry:
    """A name before a colon, or on a line of its own, and the text that belongs to it."""

    label: str
    text: str


def labelled_entries(text: str) -> Iterator[LabelledEntry]:
    r"""Each line with a label, and the lines below that no bullet or label of their own begins.

    >>> [entry.text for entry in labelled_entries("- Cost: $4\n  Freight +50%\n- Rate: 3 %")]
    ['$4, Freight +50%', '3 %']
    """
    lines = text.split("\n", MOST_LINES)[:MOST_LINES]
    for place, line in enumerate(lines):
        if line.lstrip().startswith("|"):
            label, *cells = [cell.strip(_MARKS) for cell in line.strip().strip("|").split("|")]
            if label and any(cells):
                yield LabelledEntry(label, ", ".join(filter(None, cells)))
            continue
        label, rest = _split_label(line)
        if not label:
            continue
        below: list[str] = []
        for later in lines[place + 1 : place + 1 + MOST_BELOW]:
            if not later.strip() or later.lstrip().startswith("|") or _begins_anew(later):
                break
            below.append(later.strip())
        if rest or below:
            yield LabelledEntry(label, ", ".join([rest, *below] if rest else below))


def row_entries(sheet: Sheet) -> Iterator[LabelledEntry]:
    """Each row of a table by its label, with what its cells say."""
    for row in sheet.rows:
        cells = [row.cells.get(column.id) for column in sheet.columns]
        texts = [str(cell.text or cell.value) for cell in cells if cell is not None]
        if row.label and texts:
            yield LabelledEntry(row.label, ", ".join(texts))


def _split_label(line: str) -> tuple[str, str]:
    """The label of a line and what stands behind it; without a colon the whole line may be one."""
    found = _LINE.match(line[: 10 * LONGEST_LABEL])
    body = found["rest"].strip() if found else ""
    head, colon, rest = body.partition(":")
    label = head.strip(_MARKS)
    if not label or len(label) > LONGEST_LABEL:
        return "", ""
    return label, rest.strip(_MARKS) if colon else ""


def _begins_anew(line: str) -> bool:
    """True for a bullet, or a line with a name before a colon."""
    found = _LINE.match(line[: 10 * LONGEST_LABEL])
    if found is None or found["bullet"]:
        return True
    head, colon, _ = found["rest"].partition(":")
    return bool(colon) and len(head) <= LONGEST_LABEL
