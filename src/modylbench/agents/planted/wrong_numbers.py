"""Planted defects in figures: an oracle with some of its numbers wrong, from one to all."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from modylbench.agents.distorting.figures import as_written, is_result, kind_of, rewrite_figures
from modylbench.agents.distorting.guides import AlteredGuide
from modylbench.agents.distorting.redrawing import Redrawer, is_number, redraw
from modylbench.agents.planted.plant import AGAINST_TRUTH, PlantedDefect, findings_of, first_shown
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.foundation.draw import Draw
from modylbench.products.spreadsheet import Spreadsheet

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from modylbench.agents.distorting.figures import FigureInText
    from modylbench.agents.distorting.redrawing import NumberSpot
    from modylbench.agents.reference.playbook import Step
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.variant import Variant


WRONG_NUMBER_LEVELS = (
    ("one figure", 0.0, 5),
    ("one figure", 0.0, 30),
    ("a quarter", 0.25, 10),
    ("half", 0.5, 30),
)
"""Ours: how many of the checked figures, as a share (0: one alone), and by how many percent."""
WIDEST_TOLERANCE_PCT = 3.0  # ours: a criterion that lets more pass would not see the first level
SMALLEST_FRACTION = 1.0
OFF = (0.1, 0.3)
"""Ours: by how much, up or down, beyond every tolerance. Each number has a factor of its own: moved
all by the same one, sums and ratios would tie again in the end."""


def plant_wrong_number(variant: Variant, level: int) -> PlantedDefect | None:
    """The oracle whose figures are off; the same ones at every level, and more of them."""
    name, share, percent = WRONG_NUMBER_LEVELS[level]
    product, numbers = _checked_numbers(variant)
    if product is None:
        return None
    count = max(1, round(share * len(numbers)))
    wrong = FactorPen(dict.fromkeys(numbers[:count], 1 + percent / 100))
    turn = first_shown(variant, altering(wrong))
    about = f"{name} {percent} % off: {count} of {len(numbers)}"

    return PlantedDefect(
        about,
        lambda playbook, pace: OracleAgent(AlteredGuide(playbook, altering(wrong)), pace),
        turn_index=turn,
        product_id=product.id,
    )


class FactorPen:
    """A Pen that writes some numbers times a factor wherever they stand, and no others."""

    def __init__(self, factors: Mapping[float, float]) -> None:
        self._factors = {abs(number): factor for number, factor in factors.items()}

    def cell(self, spot: NumberSpot) -> float | int:
        """The number, moved where it is one of them."""
        factor = self._factors.get(abs(spot.number))
        if factor is None:
            return spot.number
        moved = spot.number * factor
        if not isinstance(spot.number, int):
            return round(moved, 6)
        return round(moved) if round(moved) != spot.number else spot.number + 1

    def point(self, spot: NumberSpot) -> float | int:
        """As in a cell."""
        return self.cell(spot)

    def text(self, text: str) -> str:
        """The text with the same figures wrong, as it rounds them."""
        return rewrite_figures(text, self._replacement)

    def _replacement(self, figure: FigureInText) -> str | None:
        if not figure.is_result:
            return None
        for number, factor in self._factors.items():
            is_share = figure.kind == "percent" and number <= SMALLEST_FRACTION
            here = number * 100 if is_share else number
            if round(here, figure.decimals) == figure.number:
                return f"{figure.mark}{as_written(here * factor, figure)}"
        return None


def altering(pen: FactorPen) -> Callable[[Step], Step]:
    """What makes a perfect agent's steps show and say the pen's figures."""
    redrawer = Redrawer(partial(redraw, pen=pen))

    def alter(step: Step) -> Step:
        return replace(
            step, products=redrawer.redraw_all(step.products), answer=pen.text(step.answer)
        )

    return alter


def _checked_numbers(variant: Variant) -> tuple[WorkProduct | None, list[float]]:
    """The product with the most figures that are compared with the truth, and these, shuffled."""
    found: dict[str, list[float]] = {}
    cells = {product.id: _numbers(product) for product in variant.final_products}
    for finding in findings_of(variant):
        if finding.check_type in AGAINST_TRUTH and finding.tolerance_pct <= WIDEST_TOLERANCE_PCT:
            for spot in finding.where:
                number = cells.get(spot.product_id, {}).get(spot.pointer)
                if number is not None and number not in found.setdefault(spot.product_id, []):
                    found[spot.product_id].append(number)
    if not any(found.values()):
        return None, []
    name = max(found, key=lambda product_id: len(found[product_id]))
    product = next(product for product in variant.final_products if product.id == name)
    draw = Draw(variant.scenario.scenario_id, variant.seed, "wrong_number")
    return product, draw.in_drawn_order(found[name])


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


def half_right(variant: Variant, share: float) -> PlantedDefect:
    """The oracle with that share of its numbers wrong; those of a larger share hold the smaller."""
    numbers = _NumberCollector()
    for product in variant.final_products:
        redraw(product, numbers)
    draw = Draw(variant.scenario.scenario_id, variant.seed, "half_right")
    order = draw.in_drawn_order(sorted(numbers.seen))
    factors = {number: 1 + draw.one_of((-1, 1)) * draw.uniform(*OFF) for number in order}
    wrong = order[: round(share * len(order))]
    pen = FactorPen({number: factors[number] for number in wrong})
    return PlantedDefect(
        f"{share:.0%} of {len(order)} numbers wrong",
        lambda playbook, pace: OracleAgent(AlteredGuide(playbook, altering(pen)), pace),
    )


class _NumberCollector:
    """A Pen that changes nothing and notes every number."""

    def __init__(self) -> None:
        self.seen: set[float] = set()

    def cell(self, spot: NumberSpot) -> float | int:
        """The same number."""
        if spot.number:
            self.seen.add(abs(spot.number))
        return spot.number

    def point(self, spot: NumberSpot) -> float | int:
        """The same number."""
        return self.cell(spot)

    def text(self, text: str) -> str:
        """The same text."""
        return text
