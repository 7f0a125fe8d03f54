"""Planted defects of work products: missing parts, swapped charts, invented sources, low contrast.

Our page chooses the colours of products itself. What an agent chooses is a surface's theme, which
colours its buttons: so for low contrast each product gets a bar of them, in a clean meeting with
the page's own colour and in a spoilt one with a pale one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from modylbench.agents.distorting.guides import AlteredGuide
from modylbench.agents.planted.plant import (
    PlantedDefect,
    findings_of,
    first_shown,
    part_ids,
    parts_read,
    steps_of,
)
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.foundation.draw import Draw
from modylbench.products.chart import Chart
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Citation, Document

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from modylbench.agents.agent import HeardTurn, Seat
    from modylbench.agents.reference.playbook import Playbook, Step
    from modylbench.products.chart import Point, Series
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.variant import Variant


MISSING_SECTION_LEVELS = (("one part", 0.0), ("a third", 0.34), ("two thirds", 0.67))
"""Ours: how many of the parts that are checked, as a share (0: one alone)."""
FEWEST_PARTS = 3  # ours: of less, one part is half the work
PARTS = {"spreadsheet": "sheets", "document": "sections", "dashboard": "widgets"}
SWAPPED_AXIS_LEVELS = ("axes", "series", "axes and series")
PAIR = 2

INVENTED_CITATION_LEVELS = (1, 3, 6)
"""Ours: how many sources."""
HOUSES = (
    "Varnholt Advisory", "Quillon Data", "the Pemberley Centre", "Astrin Economics",
    "Corrigan Metrics", "the Hollis Foundation",
)  # fmt: skip
WORKS = (
    "Practice Benchmarks", "Annual Evidence Review", "Industry Barometer", "Decision Makers Survey"
)  # fmt: skip
LOW_CONTRAST_LEVELS = ("#6d8cc8", "#98b2dc", "#bfd0ea")
"""Ours: ever paler under white words: 3.4:1, 2.2:1 and 1.6:1, where WCAG AA asks for 4.5:1."""
BUTTONS = ("Open the assumptions", "Export", "Ask for approval")
WORK, BAR = "work", "bar"


def plant_missing_section(variant: Variant, level: int) -> PlantedDefect | None:
    """The oracle without the same parts throughout the meeting."""
    name, share = MISSING_SECTION_LEVELS[level]
    draw = Draw(variant.scenario.scenario_id, variant.seed, "missing_section")
    findings = findings_of(variant)
    read = [(product, parts_read(findings, product)) for product in variant.final_products]
    whole = [(product, parts) for product, parts in read if len(parts) >= FEWEST_PARTS]
    if not whole:
        return None
    product, all_parts = draw.one_of(whole)
    parts = draw.in_drawn_order(all_parts)
    gone = frozenset(parts[: max(1, round(share * len(parts)))])

    def alter(step: Step) -> Step:
        return replace(
            step, products=tuple(_without_parts(shown, product.id, gone) for shown in step.products)
        )

    return PlantedDefect(
        f"{name} missing: {len(gone)} of {len(part_ids(product))}",
        lambda playbook, pace: OracleAgent(AlteredGuide(playbook, alter), pace),
        turn_index=first_shown(variant, alter),
        product_id=product.id,
    )


def _without_parts(product: WorkProduct, product_id: str, gone: frozenset[str]) -> WorkProduct:
    """The product without those parts, and without the sources that only they cite."""
    field = PARTS.get(product.kind)
    if product.id != product_id or field is None:
        return product
    left = tuple(part for part in getattr(product, field) if part.id not in gone)
    if len(left) == len(getattr(product, field)):
        return product
    update: dict[str, object] = {field: left}
    if product.kind == "document":
        cited = tuple(citation for citation in product.citations if citation.section not in gone)
        update["citations"] = cited
    return product.model_copy(update=update)


def plant_swapped_axis(variant: Variant, level: int) -> PlantedDefect | None:
    """The oracle whose charts are turned round; None where the scenario asks for no chart."""
    what = SWAPPED_AXIS_LEVELS[level]
    product = next(filter(_has_chart, sorted(variant.final_products, key=_rank)), None)
    if product is None:
        return None
    name = product.id

    def alter(step: Step) -> Step:
        turned = (
            _with_swapped_charts(product, what) if product.id == name else product
            for product in step.products
        )
        return replace(step, products=tuple(turned))

    return PlantedDefect(
        f"{what} swapped",
        lambda playbook, pace: OracleAgent(AlteredGuide(playbook, alter), pace),
        turn_index=first_shown(variant, alter),
        product_id=name,
    )


def _rank(product: WorkProduct) -> bool:
    """A chart of its own comes before one on a dashboard."""
    return not isinstance(product, Chart)


def _has_chart(product: WorkProduct) -> bool:
    if isinstance(product, Dashboard):
        return any(widget.chart for widget in product.widgets)
    return isinstance(product, Chart)


def _with_swapped_charts(product: WorkProduct, what: str) -> WorkProduct:
    match product:
        case Chart():
            return _chart(product, what)
        case Dashboard():
            widgets = tuple(
                widget.model_copy(update={"chart": _chart(widget.chart, what)})
                if widget.chart
                else widget
                for widget in product.widgets
            )
            return product.model_copy(update={"widgets": widgets})
        case _:
            return product


def _chart(chart: Chart, what: str) -> Chart:
    update: dict[str, object] = {}
    if "axes" in what:
        update |= {"x_axis": chart.y_axis, "y_axis": chart.x_axis}
    if "series" in what:
        update["series"] = _with_swapped_series(chart.series)
    return chart.model_copy(update=update)


def _with_swapped_series(series: tuple[Series, ...]) -> tuple[Series, ...]:
    """The first and the last series with each other's points; of one alone, its values reversed."""
    if len(series) >= PAIR:
        first, *others, last = series
        return (
            first.model_copy(update={"points": last.points}),
            *others,
            last.model_copy(update={"points": first.points}),
        )
    return tuple(
        series.model_copy(update={"points": _with_reversed_values(series.points)})
        for series in series
    )


def _with_reversed_values(points: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple(
        point.model_copy(update={"y": other.y, "low": other.low, "high": other.high})
        for point, other in zip(points, reversed(points), strict=True)
    )


def plant_invented_citation(variant: Variant, level: int) -> PlantedDefect | None:
    """The oracle with sources of its own invention, in its document or on its dashboard."""
    count = INVENTED_CITATION_LEVELS[level]
    product = next(
        (
            product
            for kind in (Document, Dashboard)
            for product in variant.final_products
            if isinstance(product, kind)
        ),
        None,
    )
    if product is None:
        return None
    name = product.id
    sources = _sources(Draw(variant.scenario.scenario_id, variant.seed, "invented"), count)

    def alter(step: Step) -> Step:
        cited = (
            _citing(product, sources) if product.id == name else product
            for product in step.products
        )
        return replace(step, products=tuple(cited))

    turn = first_shown(variant, alter)

    def alter_and_announce(step: Step) -> Step:
        altered = alter(step)
        if step.turn_index != turn:
            return altered
        return replace(altered, answer=f"{step.answer} {_announcement(sources)}")

    return PlantedDefect(
        f"{count} invented",
        lambda playbook, pace: OracleAgent(AlteredGuide(playbook, alter_and_announce), pace),
        turn_index=turn,
        product_id=name,
    )


def _announcement(sources: tuple[Citation, ...]) -> str:
    """What somebody says who has just added sources."""
    *others, last = [f"the {source.title} by {source.publisher}" for source in sources]
    listed = f"{', '.join(others)} and {last}" if others else last
    return f"It is backed by {listed}."


def _sources(draw: Draw, count: int) -> tuple[Citation, ...]:
    houses = draw.in_drawn_order(HOUSES)[:count]
    return tuple(_source(draw, house, number) for number, house in enumerate(houses, start=1))


def _source(draw: Draw, house: str, number: int) -> Citation:
    work, year, page = draw.one_of(WORKS), draw.whole(2022, 2025), draw.whole(100, 999)
    host = "".join(letter for letter in house.lower() if letter.isalpha())
    return Citation(
        id=f"x{number}",
        url=f"https://www.{host}.example/{year}/{page}",
        title=f"{work} {year}",
        publisher=house,
        date=f"{year}-0{draw.whole(1, 9)}-14",
        claim="Comparable cases come to the same result.",
    )


def _citing(product: WorkProduct, sources: tuple[Citation, ...]) -> WorkProduct:
    """The product with a sentence for every source; a document lists them as well."""
    lines = [
        f"{source.publisher[:1].upper()}{source.publisher[1:]} comes to the same result in its "
        f"{source.title} ({source.url})."
        for source in sources
    ]
    match product:
        case Document(sections=(*others, last)):
            body = "\n\n".join([last.body, " ".join(lines)])
            sections = (*others, last.model_copy(update={"body": body}))
            cited = (*product.citations, *sources)
            return product.model_copy(update={"sections": sections, "citations": cited})
        case Dashboard():
            return product.model_copy(update={"notes": (*product.notes, *lines)})
        case _:
            return product


def plant_low_contrast(variant: Variant, level: int | None) -> PlantedDefect | None:
    """The oracle with its buttons; `level` is None in the clean twin."""
    colour = "" if level is None else LOW_CONTRAST_LEVELS[level]
    shown = next((step for step in steps_of(variant) if step.products), None)
    if shown is None:
        return None
    return PlantedDefect(
        f"buttons in {colour or 'the colour of the page'}",
        lambda playbook, pace: _OracleWithButtons(playbook, pace, colour),
        turn_index=shown.turn_index,
        product_id=shown.products[0].id,
    )


class _OracleWithButtons:
    def __init__(self, playbook: Playbook, pace: Draw, colour: str) -> None:
        self._oracle, self._colour = OracleAgent(playbook, pace), colour

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Answer as the oracle does."""
        await self._oracle.answer(heard, cast("Seat", _SeatWithButtons(seat, self._colour)))


class _SeatWithButtons:
    """A seat whose surfaces have a bar of buttons under the product."""

    def __init__(self, seat: Seat, colour: str) -> None:
        self._seat, self._colour = seat, colour

    async def show(self, messages: Iterable[Mapping[str, Any]]) -> None:
        """Show the product, and the buttons below it."""
        await self._seat.show([self._with_bar(message) for message in messages])

    def __getattr__(self, name: str) -> Any:
        return getattr(self._seat, name)

    def _with_bar(self, message: Mapping[str, Any]) -> dict[str, Any]:
        if "createSurface" in message and self._colour:
            themed = {**message["createSurface"], "theme": {"primaryColor": self._colour}}
            return {**message, "createSurface": themed}
        if "updateComponents" in message:
            body = message["updateComponents"]
            components = [
                _nested_components(component) for component in body["components"]
            ] + _frame()
            return {**message, "updateComponents": {**body, "components": components}}
        return dict(message)


def _nested_components(component: Mapping[str, Any]) -> dict[str, Any]:
    return {**component, "id": WORK} if component["id"] == "root" else dict(component)


def _frame() -> list[dict[str, Any]]:
    """The product above a row of buttons."""
    made: list[dict[str, Any]] = [
        {"id": "root", "component": "Column", "children": [WORK, BAR]},
        {
            "id": BAR,
            "component": "Row",
            "children": [f"button_{number}" for number in range(len(BUTTONS))],
        },
    ]
    for number, label in enumerate(BUTTONS):
        made += [
            {
                "id": f"button_{number}",
                "component": "Button",
                "child": f"label_{number}",
                "variant": "primary",
                "action": {"event": {"name": f"press_{number}"}},
            },
            {"id": f"label_{number}", "component": "Text", "text": label},
        ]
    return made
