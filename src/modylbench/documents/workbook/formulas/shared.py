"""What do the formulas say that several cells of a worksheet share?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.formula.tokenizer import TokenizerError
from openpyxl.formula.translate import Translator, TranslatorError
from openpyxl.utils import get_column_letter

if TYPE_CHECKING:
    from modylbench.documents.workbook.worksheet import Worksheet

MOST_TRANSLATED = 20_000
LONGEST_TRANSLATED = 500


def spell_out(found: Worksheet) -> None:
    """Give each cell that shares another's formula its own; one that cannot be had says so."""
    shared: dict[str, tuple[str, str]] = {}
    translated = 0
    for place, raw in sorted(found.cells.items()):
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
