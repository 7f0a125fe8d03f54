"""An oracle who backs right figures with sources that do not exist."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.agents.distorting.altered import Altered
from modylbench.agents.oracle import Oracle
from modylbench.agents.planted.plant import Plant, first_shown
from modylbench.foundation.draw import Draw
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Citation, Document

if TYPE_CHECKING:
    from modylbench.agents.reference.playbook import Step
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.variant import Variant

LEVELS = (1, 3, 6)
"""Ours: how many sources."""
HOUSES = (
    "Varnholt Advisory", "Quillon Data", "the Pemberley Centre", "Astrin Economics",
    "Corrigan Metrics", "the Hollis Foundation",
)  # fmt: skip
WORKS = (
    "Practice Benchmarks", "Annual Evidence Review", "Industry Barometer", "Decision Makers Survey"
)  # fmt: skip


def planted(variant: Variant, level: int) -> Plant | None:
    """The oracle with sources of its own invention, in its document or on its dashboard."""
    count = LEVELS[level]
    product = next(
        (
            final_product
            for final_product in variant.final_products
            if isinstance(final_product, Document)
        ),
        next(
            (
                final_product
                for final_product in variant.final_products
                if isinstance(final_product, Dashboard)
            ),
            None,
        ),
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

    def said(step: Step) -> Step:
        altered = alter(step)
        if step.turn_index != turn:
            return altered
        return replace(altered, answer=f"{step.answer} {_announced(sources)}")

    return Plant(
        f"{count} invented",
        lambda playbook, pace: Oracle(Altered(playbook, said), pace),
        turn_index=turn,
        product_id=name,
    )


def _announced(sources: tuple[Citation, ...]) -> str:
    """What somebody says who has just added sources."""
    *others, last = [f"the {source.title} by {source.publisher}" for source in sources]
    listed = f"{', '.join(others)} and {last}" if others else last
    return f"It is backed by {listed}."


def _sources(draw: Draw, count: int) -> tuple[Citation, ...]:
    houses = draw.shuffled(HOUSES)[:count]
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
