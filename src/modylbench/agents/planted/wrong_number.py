"""An oracle with some figures wrong, in its products and in its words alike."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.agents.distorting.altered import Altered, Redrawing
from modylbench.agents.distorting.figures import as_written, is_result, kind_of, rewritten
from modylbench.agents.distorting.redrawing import is_number
from modylbench.agents.oracle import Oracle
from modylbench.agents.planted.checked import AGAINST_TRUTH, findings_of
from modylbench.agents.planted.plant import Plant, first_shown
from modylbench.foundation.draw import Draw
from modylbench.products.spreadsheet import Spreadsheet

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from modylbench.agents.distorting.figures import Figure
    from modylbench.agents.distorting.redrawing import Spot
    from modylbench.agents.reference.playbook import Step
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.variant import Variant

LEVELS = (
    ("one figure", 0.0, 5),
    ("one figure", 0.0, 30),
    ("a quarter", 0.25, 10),
    ("half", 0.5, 30),
)
"""Ours: how many of the checked figures, as a share (0: one alone), and by how many percent."""
WIDEST_TOLERANCE_PCT = 3.0  # ours: a criterion that lets more pass would not see the first level
SMALLEST_FRACTION = 1.0


def planted(variant: Variant, level: int) -> Plant | None:
    """The oracle whose figures are off; the same ones at every level, and more of them."""
    name, share, percent = LEVELS[level]
    product, numbers = _checked(variant)
    if product is None:
        return None
    count = max(1, round(share * len(numbers)))
    wrong = Off(dict.fromkeys(numbers[:count], 1 + percent / 100))
    turn = first_shown(variant, altering(wrong))
    about = f"{name} {percent} % off: {count} of {len(numbers)}"

    return Plant(
        about,
        lambda playbook, pace: Oracle(Altered(playbook, altering(wrong)), pace),
        turn_index=turn,
        product_id=product.id,
    )


class Off:
    """A Pen that writes some numbers times a factor wherever they stand, and no others."""

    def __init__(self, factors: Mapping[float, float]) -> None:
        self._factors = {abs(number): factor for number, factor in factors.items()}

    def cell(self, spot: Spot) -> float | int:
        """The number, moved where it is one of them."""
        factor = self._factors.get(abs(spot.number))
        if factor is None:
            return spot.number
        moved = spot.number * factor
        if not isinstance(spot.number, int):
            return round(moved, 6)
        return round(moved) if round(moved) != spot.number else spot.number + 1

    def point(self, spot: Spot) -> float | int:
        """As in a cell."""
        return self.cell(spot)

    def text(self, text: str) -> str:
        """The text with the same figures wrong, as it rounds them."""
        return rewritten(text, self._instead)

    def _instead(self, figure: Figure) -> str | None:
        if not figure.is_result:
            return None
        for number, factor in self._factors.items():
            is_share = figure.kind == "percent" and number <= SMALLEST_FRACTION
            here = number * 100 if is_share else number
            if round(here, figure.decimals) == figure.number:
                return f"{figure.mark}{as_written(here * factor, figure)}"
        return None


def altering(pen: Off) -> Callable[[Step], Step]:
    """What makes a perfect agent's steps show and say the pen's figures."""
    redrawing = Redrawing(pen)

    def alter(step: Step) -> Step:
        return replace(step, products=redrawing.all(step.products), answer=pen.text(step.answer))

    return alter


def _checked(variant: Variant) -> tuple[WorkProduct | None, list[float]]:
    """The product with the most figures that are compared with the truth, and these, shuffled."""
    found: dict[str, list[float]] = {}
    cells = {final_product.id: _numbers(final_product) for final_product in variant.final_products}
    for finding in findings_of(variant):
        if finding.check_type in AGAINST_TRUTH and finding.tolerance_pct <= WIDEST_TOLERANCE_PCT:
            for spot in finding.where:
                number = cells.get(spot.product_id, {}).get(spot.pointer)
                if number is not None and number not in found.setdefault(spot.product_id, []):
                    found[spot.product_id].append(number)
    if not any(found.values()):
        return None, []
    name = max(found, key=lambda one: len(found[one]))
    product = next(
        final_product for final_product in variant.final_products if final_product.id == name
    )
    draw = Draw(variant.scenario.scenario_id, variant.seed, "wrong_number")
    return product, draw.shuffled(found[name])


def _numbers(product: WorkProduct) -> dict[str, float]:
    """The results in a workbook's cells, by their pointers."""
    if not isinstance(product, Spreadsheet):
        return {}
    found: dict[str, float] = {}
    for sheet in product.sheets:
        units = {column.id: column.unit for column in sheet.columns}
        for row in sheet.rows:
            for name, cell in row.cells.items():
                value = cell.value
                if not is_number(value) or not isinstance(value, int | float):
                    continue
                unit = cell.unit or row.unit or units.get(name)
                has_unit = kind_of(unit) != "amount"
                if is_result(value, is_whole=float(value).is_integer(), has_unit=has_unit):
                    found[f"/sheets/{sheet.id}/rows/{row.id}/cells/{name}"] = value
    return found
