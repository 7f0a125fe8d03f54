"""Whether a follow-up is asked, given what the agent has shown and said so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.finding.find import Missing, find_number, find_passage, find_table
from modylbench.products.quantities.quantity import NumberSought, TableSought, TextSought
from modylbench.scenarios.phrases import affirms, mentions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.products.quantities.quantity import Quantity
    from modylbench.products.reading.index import Index
    from modylbench.scenarios.script import Condition


def holds(
    condition: Condition | None,
    quantities: Mapping[str, Quantity],
    shown: Sequence[Index],
    said: str,
) -> bool:
    """True when all parts of the condition hold of the products shown and the words said."""
    if condition is None:
        return True
    return (
        (condition.shown is None or is_shown(quantities[condition.shown], shown))
        and (condition.missing is None or not is_shown(quantities[condition.missing], shown))
        and (not condition.said or any(mentions(said, phrase) for phrase in condition.said))
        and not any(affirms(said, phrase) for phrase in condition.unsaid)
    )


def is_shown(quantity: Quantity, shown: Sequence[Index]) -> bool:
    """True when some product shows the quantity, rightly or not."""
    match quantity:
        case NumberSought():
            return not isinstance(find_number(quantity, shown), Missing)
        case TableSought():
            table = find_table(quantity, shown)
            return bool(table.numbers or table.conflicts)
        case TextSought():
            return find_passage(quantity, shown) is not None
        case _:
            return any(index.product.id == quantity.product for index in shown)
