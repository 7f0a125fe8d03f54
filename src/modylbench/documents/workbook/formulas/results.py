"""Cells whose formula has no stored result, filled in with what Excel would show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.formula.tokenizer import TokenizerError
from openpyxl.formula.translate import Translator, TranslatorError
from openpyxl.utils import get_column_letter

from modylbench.documents.workbook.formulas.dates import DATE_FUNCTIONS
from modylbench.documents.workbook.formulas.evaluate import Calculation, Formula, SheetSource
from modylbench.documents.workbook.formulas.values import (
    ERROR_VALUES,
    VALUE,
    ErrorValue,
    UnsupportedFormula,
)
from modylbench.documents.workbook.worksheet import WRITTEN_NUMBER, span_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from modylbench.documents.workbook.formulas.values import Value
    from modylbench.documents.workbook.worksheet import RawCell, Worksheet

MOST_FILLED = 200_000
"""Ours: cells that the array formulas of a worksheet fill."""
_IN_1900_ONLY = frozenset(DATE_FUNCTIONS) | {"TEXT"}
MOST_TRANSLATED = 20_000
LONGEST_TRANSLATED = 500


def has_open_formulas(worksheets: Iterable[Worksheet]) -> bool:
    """True where some formula has no stored result."""
    return any(raw.is_open for found in worksheets for raw in found.cells.values())


def are_all_zero(worksheets: Iterable[Worksheet]) -> bool:
    """True where several formulas have stored results, and each is 0: some writers leave it so."""
    stored = [
        raw.value
        for found in worksheets
        for raw in found.cells.values()
        if raw.formula and raw.value
    ]
    return len(stored) > 1 and set(stored) == {"0"}


def forget_results(worksheet: Worksheet) -> None:
    """Forget the stored results of a worksheet, where a spreadsheet computes them on opening."""
    left = MOST_FILLED
    for raw in list(worksheet.cells.values()):
        if raw.formula is None and raw.shared is None:
            continue
        raw.kind, raw.value = "n", ""
        span = span_of(raw.fills) if raw.reason and raw.fills else None
        if span is None:
            continue
        left -= (span.bottom - span.top + 1) * (span.right - span.left + 1)
        for row in range(span.top, span.bottom + 1 if left >= 0 else span.top):
            for column in range(span.left, span.right + 1):
                other = worksheet.cells.get((row, column))
                if other is not None and other.formula is None and other.shared is None:
                    other.kind, other.value, other.formula = "n", "", ""
                    other.reason = raw.reason


def fill_in(
    shown: Iterable[str],
    worksheets: Mapping[str, Worksheet],
    strings: list[str],
    names: Mapping[tuple[str, str], str],
    *,
    since_1904: bool,
) -> int:
    """Give the open formulas of the worksheets shown their results; how many could be computed.

    The others get the reason why not. A stored result is not computed again.
    """
    sources = {name.lower(): _source(found, strings) for name, found in worksheets.items()}
    left_out = _IN_1900_ONLY if since_1904 else frozenset[str]()
    calculation = Calculation(sources, names, left_out)
    computed = 0
    for name in shown:
        cells = worksheets[name].cells
        for place in sorted(place for place, raw in cells.items() if raw.is_open):
            raw = cells[place]
            try:
                if not raw.reason:
                    raw.kind, raw.value = _as_stored(calculation.result((name.lower(), *place)))
                    computed += 1
            except UnsupportedFormula as found:
                raw.reason = found.reason
    return computed


def _source(worksheet: Worksheet, strings: list[str]) -> SheetSource:
    source = SheetSource()
    for place, raw in worksheet.cells.items():
        if raw.is_open:
            source.put(place, Formula(raw.formula or "", raw.fills != "", raw.reason))
        else:
            source.put(place, _stored_value(raw, strings))
    return source


def _stored_value(raw: RawCell, strings: list[str]) -> Value:
    """What a cell of the file holds."""
    written = raw.value.strip()
    match raw.kind:
        case "n" if WRITTEN_NUMBER.fullmatch(written):
            number = float(written)
            return number if abs(number) < float("inf") else ERROR_VALUES["#NUM!"]
        case "b":
            return written == "1"
        case "s":
            known = written.isdecimal() and len(written) < 8 and int(written) < len(strings)
            return strings[int(written)] if known else ""
        case "e":
            return ERROR_VALUES.get(written.upper(), VALUE)
        case _:
            return raw.value


def _as_stored(value: Value) -> tuple[str, str]:
    """The kind and the text of a value, as a file would store them."""
    if isinstance(value, ErrorValue):
        return "e", value.code
    if isinstance(value, bool):
        return "b", str(int(value))
    if isinstance(value, float):
        return "n", repr(value)
    return "str", value or ""


def spell_out(worksheet: Worksheet) -> None:
    """Give each cell that shares another's formula its own; one that cannot be had says so."""
    shared: dict[str, tuple[str, str]] = {}
    translated = 0
    for place, raw in sorted(worksheet.cells.items()):
        if raw.shared is None:
            continue
        reference = f"{get_column_letter(place[1])}{place[0]}"
        if raw.formula:
            shared[raw.shared] = raw.formula, reference
            continue
        formula, origin = shared.get(raw.shared, ("", ""))
        translated += 1
        if not formula or translated > MOST_TRANSLATED or len(formula) > LONGEST_TRANSLATED:
            raw.formula, raw.reason = formula, "the formula it shares cannot be spelt out"
            continue
        try:
            moved = str(Translator(f"={formula}", origin).translate_formula(reference))
            raw.formula = moved.removeprefix("=")
        except (TokenizerError, TranslatorError, ValueError, IndexError):
            raw.formula, raw.reason = formula, "the formula it shares cannot be spelt out"
