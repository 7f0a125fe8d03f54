"""What changed in a turn, for a judge who must tell this turn's work from what stood before?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.measuring.view import TurnView
    from modylbench.evaluation.mutations.mutation import Mutation
    from modylbench.products.work_product import WorkProduct

MOST_CHANGES = 40  # ours: of one product in one turn; a recalculated model has some sixty
MOST_OF_A_VALUE = 240  # ours: enough for a cell or the beginning of a paragraph
AROUND = 40  # ours: characters before the first difference of two long texts

State = Literal["made", "changed", "unchanged"]


def state_of(product: WorkProduct, before: TurnView | None) -> State:
    """Whether a product is this turn's work."""
    stood = [one.product for one in before.shown] if before is not None else []
    earlier = next((one for one in stood if one.id == product.id), None)
    if earlier is None:
        return "made"
    is_same = earlier is product or earlier == product
    return "unchanged" if is_same else "changed"


def changes_told(mutations: Sequence[Mutation]) -> str:
    """The edits of one product in a turn, a line each: where, what stood there, what does now."""
    lines = [_told(mutation) for mutation in mutations[:MOST_CHANGES]]
    if len(mutations) > MOST_CHANGES:
        lines.append(f"[{len(mutations) - MOST_CHANGES} more changes are left out]")
    return "\n".join(lines)


def _told(one: Mutation) -> str:
    place = f"{one.mutation_type} {_flat(one.locator)}".strip()
    if not one.locator and one.old is None:
        return f"{place}: the whole product is new"
    if not one.locator and one.new is None:
        return f"{place}: the whole product is gone"
    old, new = _value(one.old), _value(one.new)
    start = _first_difference(old, new)
    return f"{place}: {_cut(old, start)} -> {_cut(new, start)}"


def _value(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        value = {key: part for key, part in value.items() if part not in (None, "", [], {})}
    return _flat(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _first_difference(old: str, new: str) -> int:
    """Where to begin to quote two texts: a little before they part, if they are long."""
    if max(len(old), len(new)) <= MOST_OF_A_VALUE:
        return 0
    pairs = enumerate(zip(old, new, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), min(len(old), len(new)))
    return max(0, same - AROUND)


def _cut(text: str, start: int) -> str:
    part = text[start : start + MOST_OF_A_VALUE]
    before = "…" if start else ""
    after = "…" if start + MOST_OF_A_VALUE < len(text) else ""
    return f"{before}{part}{after}"


def _flat(text: str) -> str:
    return " ".join(text.split())


def by_product(mutations: Sequence[Mutation]) -> Iterator[tuple[str, list[Mutation]]]:
    """The edits of each product that has some, by its id."""
    for product_id in sorted({mutation.product_id for mutation in mutations}):
        yield product_id, [mutation for mutation in mutations if mutation.product_id == product_id]
