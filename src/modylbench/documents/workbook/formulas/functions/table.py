"""Which functions are computed here?

Those of business models. Not TODAY, NOW, RAND and their like, which are another each day; nor what
depends on filters (SUBTOTAL) or fills several cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.documents.workbook.formulas.functions.criteria import CRITERIA
from modylbench.documents.workbook.formulas.functions.days import DAYS
from modylbench.documents.workbook.formulas.functions.facts import FACTS
from modylbench.documents.workbook.formulas.functions.finance import FINANCE
from modylbench.documents.workbook.formulas.functions.lookup import LOOKUP
from modylbench.documents.workbook.formulas.functions.numbers import NUMBERS
from modylbench.documents.workbook.formulas.functions.samples import SAMPLES
from modylbench.documents.workbook.formulas.functions.words import WORDS

if TYPE_CHECKING:
    from modylbench.documents.workbook.formulas.function import Function

FUNCTIONS: dict[str, Function] = {
    **NUMBERS, **SAMPLES, **CRITERIA, **LOOKUP, **FINANCE, **WORDS, **DAYS, **FACTS,
}  # fmt: skip
