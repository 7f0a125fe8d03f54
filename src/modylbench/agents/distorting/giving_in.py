"""Which figures must a product show so that what an edge case forbids is there?"""

from __future__ import annotations

import operator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.agents.distorting.figures import as_written, figures_in
from modylbench.agents.distorting.redrawing import is_number
from modylbench.products.dashboard import Widget
from modylbench.products.find import Found, find_number
from modylbench.products.numbers import numbers_within, plain
from modylbench.products.pointer import MISSING, replaced, resolve
from modylbench.products.quantity import NumberSought
from modylbench.products.reading.index import index
from modylbench.products.spreadsheet import Cell
from modylbench.scenarios.expressions import (
    Applied,
    BadExpression,
    Literal,
    names_in,
    parsed,
    value_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.products.quantity import Quantity
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.expressions import Comparison, Node
    from modylbench.scenarios.scenario import EdgeCase

HOLDS = {
    "==": operator.eq, "=": operator.eq, "!=": operator.ne, "<=": operator.le, ">=": operator.ge,
    "<": operator.lt, ">": operator.gt,
}  # fmt: skip
FACTORS = (1.1, 0.9, 1.25, 0.8, 1.5, 0.5, 2.0, 4.0, 0.25, -0.5)
"""By how much a figure moves where nobody says what it should be; ours."""

LEAST, MOST = 0.15, 8.0
"""How far a number that was spoken of may be from a figure that it is meant to replace; ours."""


@dataclass(frozen=True, slots=True)
class Concession:
    """A place of a product, and the number to put there; in a text, in the place of `old`."""

    product: str
    pointer: str
    number: float
    old: str = ""
    new: str = ""


def concessions_to(
    case: EdgeCase, quantities: Sequence[Quantity], products: Sequence[WorkProduct]
) -> list[Concession]:
    """The places to change so that each forbidden expression holds, as far as that can be done."""
    sought = {
        quantity.id: quantity for quantity in quantities if isinstance(quantity, NumberSought)
    }
    found = _found(sought, products)
    right = {name: one.measure.number for name, one in found.items()}
    spoken = _numbers(f"{case.human_utterance} {case.wrong_line}")
    wrong = dict(right)
    granted: list[Comparison] = []
    for comparisons in _readable(case.forbidden, tuple(quantity.id for quantity in quantities)):
        given = _giving([*granted, *comparisons], names_in(comparisons), wrong, spoken)
        if given is not None:
            wrong = given
            granted += comparisons
    return [
        concession
        for name, number in wrong.items()
        if number != right[name]
        for concession in _at_all_places(found[name], number / right[name], products)
    ]


def conceded(
    products: Sequence[WorkProduct], concessions: Iterable[Concession]
) -> tuple[WorkProduct, ...]:
    """The products with what was conceded in them."""
    changed: dict[str, Any] = {product.id: product for product in products}
    for concession in concessions:
        product = changed.get(concession.product)
        here = MISSING if product is None else resolve(product, concession.pointer)
        if here is not MISSING:
            changed[concession.product] = replaced(
                product, concession.pointer, _changed(here, concession)
            )
    return tuple(changed.values())


def _changed(here: Any, one: Concession) -> Any:
    """What stands at a place, with the number in it."""
    if isinstance(here, str):
        return here.replace(one.old, one.new) if one.old else here
    if isinstance(here, Cell):
        return here.model_copy(update={"value": one.number, "text": None, "formula": None})
    if isinstance(here, Widget):
        return here.model_copy(update={"value": one.number})
    return one.number if is_number(here) else here


def _found(sought: Mapping[str, NumberSought], products: Sequence[WorkProduct]) -> dict[str, Found]:
    """The quantities that the products show, each in its own product."""
    indexes = {product.id: index(product) for product in products}
    readings = {
        name: find_number(one, [indexes[one.product]])
        for name, one in sought.items()
        if one.product in indexes
    }
    return {
        name: reading
        for name, reading in readings.items()
        if isinstance(reading, Found) and reading.measure.number
    }


def _readable(
    expressions: Iterable[str], names: tuple[str, ...]
) -> Iterator[tuple[Comparison, ...]]:
    for expression in expressions:
        with suppress(BadExpression):
            yield parsed(expression, names)


def _numbers(text: str) -> list[float]:
    """The numbers of a text in base units, the last first."""
    return [shown.number for _, _, shown in numbers_within(plain(text))][::-1]


def _giving(
    comparisons: Sequence[Comparison],
    names: Sequence[str],
    values: Mapping[str, float],
    spoken: Sequence[float],
) -> dict[str, float] | None:
    """The values with one of those named moved so that the comparisons hold; None where none does.

    It moves to a number that was spoken of and could be meant, or a little, or to a number of
    the expressions.
    """
    if any(name not in values for name in names_in(comparisons)):
        return None
    if _hold(comparisons, values):
        return dict(values)
    literals = [
        number
        for comparison in comparisons
        for side in (comparison.left, comparison.right)
        for number in _in(side)
    ]
    for name in names:
        now = values[name]
        meant = [number for number in spoken if LEAST < number / now < MOST]
        for guess in (*meant, *(now * factor for factor in FACTORS), *literals):
            tried = {**values, name: guess}
            if _hold(comparisons, tried):
                return tried
    return None


def _in(node: Node) -> Iterator[float]:
    """The numbers in an expression, and what they are with a minus before them."""
    match node:
        case Literal(number):
            yield from (number, -number)
        case Applied(operands=operands):
            for operand in operands:
                yield from _in(operand)
        case _:
            return


def _hold(comparisons: Sequence[Comparison], values: Mapping[str, float]) -> bool:
    return all(
        HOLDS[comparison.operator](
            value_of(comparison.left, values), value_of(comparison.right, values)
        )
        for comparison in comparisons
    )


def _at_all_places(
    found: Found, factor: float, products: Sequence[WorkProduct]
) -> Iterable[Concession]:
    """A concession at each place that shows the quantity, in the unit of that place."""
    by_id = {product.id: product for product in products}
    for place in found.places:
        here = resolve(by_id[place.product], place.pointer)
        value = getattr(here, "value", here)
        if is_number(value):
            number = round(value * factor, 0 if isinstance(value, int) else 6)
            yield Concession(place.product, place.pointer, type(value)(number))
        elif isinstance(here, str) and place.span is not None:
            for figure in figures_in(here[slice(*place.span)]):
                new = as_written(figure.number * factor, figure)
                yield Concession(place.product, place.pointer, 0.0, figure.digits, new)
