"""Which work product does a component of our catalog show?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.ids import LONGEST, id_from, is_id
from modylbench.surfaces.reading.exact import shapes
from modylbench.surfaces.reading.exact.code import code
from modylbench.surfaces.reading.exact.parts import complain_of_id, fields

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from modylbench.products.findings import Complaints
    from modylbench.products.work_product import WorkProduct

SHAPES: dict[str, Callable[[dict[str, Any], Complaints], WorkProduct | None]] = {
    "DataGrid": shapes.spreadsheet,
    "Chart": shapes.chart,
    "Document": shapes.document,
    "Dashboard": shapes.dashboard,
}
MOST_NUMBERS = 5
PREFIX = "file_"
"""A CodeFile's component id is its file's id, with or without this before it."""

OF_EVERY_COMPONENT = frozenset({"id", "component", "product", "accessibility", "weight"})


def product_id(raw: dict[str, Any], items: Sequence[int], complaints: Complaints) -> str:
    """The id of the product that a component shows; the items of a template are counted."""
    named = raw.get("product")
    given = named if isinstance(named, str) and named else str(raw.get("id", ""))
    made = given if is_id(given) else id_from(given, "product")
    if made != given:
        complain_of_id(given, made, "/product", complaints)
    numbers = "".join(f"_{item + 1}" for item in items[-MOST_NUMBERS:])
    return made[: LONGEST - len(numbers)] + numbers


def product(
    component: str, identity: str, raws: Sequence[dict[str, Any]], complaints: Complaints
) -> WorkProduct | None:
    """The product that one component shows, or several CodeFiles together."""
    own = [
        {name: value for name, value in fields(raw).items() if name not in OF_EVERY_COMPONENT}
        for raw in raws
    ]
    if component == "CodeFile":
        files = [
            file
            | ({"id": str(raw.get("id", "")).removeprefix(PREFIX)} if raw.get("product") else {})
            for file, raw in zip(own, raws, strict=True)
        ]
        return code(identity, files, complaints)
    return SHAPES[component](own[0] | {"id": identity}, complaints)
