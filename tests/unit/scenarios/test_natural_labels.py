"""Right work is seen when an agent names rows, columns and headings its own way."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml
from tests.staging.findings import failed_criteria
from tests.staging.variants import variant_of

from modylbench.products.chart import Chart
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.document import Document
from modylbench.products.spreadsheet import Sheet, Spreadsheet
from modylbench.scenarios.catalogue import available, shipped_scenarios

if TYPE_CHECKING:
    from modylbench.products.work_product import WorkProduct

LABELS: dict[str, dict[str, list[str]]] = yaml.safe_load(
    Path(__file__).with_name("natural_labels.yaml").read_text(encoding="utf-8")
)
SEEDS = 5
FEWEST = 120
PAIRS = [
    (name, str(old), str(new))
    for name, labels in LABELS.items()
    for old, others in labels.items()
    for new in others
]
_IN_A_TABLE = re.compile(r"(?<=\| )[^|\n]+?(?= \|)")
Renaming = Callable[[str], str]


def failed(name: str, seed: int, products: tuple[WorkProduct, ...]) -> set[str]:
    return failed_criteria(variant_of(name, seed), products)


def renamed(products: tuple[WorkProduct, ...], old: str, new: str) -> tuple[WorkProduct, ...]:
    """The products with one label renamed, in all of them or in the one behind an "@"."""
    label, _, only = old.partition("@")
    rename = renaming(label, new)
    return tuple(
        relabelled(product, rename if only in {"", product.id} else str) for product in products
    )


def all_renamed(
    products: tuple[WorkProduct, ...], labels: dict[str, list[str]], place: int
) -> tuple[WorkProduct, ...]:
    """The products with every label under its other name of this place, as far as it has one."""
    whole = {old: names[place] for old, names in labels.items() if place < len(names)}

    def rename_in(product: WorkProduct) -> Renaming:
        here = {f"@{product.id}", ""}
        names = {old.partition("@")[0]: str(new) for old, new in whole.items() if at(old) in here}

        def rename(label: str) -> str:
            for old, new in names.items():
                label = renaming(old, new)(label) if old.startswith("~") else label
            return names.get(label, label)

        return rename

    def at(old: str) -> str:
        return "".join(old.partition("@")[1:])

    return tuple(relabelled(product, rename_in(product)) for product in products)


def renaming(old: str, new: str) -> Renaming:
    """Gives a label its new name: the whole label, or a part of one marked with "~"."""
    if old.startswith("~"):
        return lambda label: label.replace(old[1:], new).strip()
    return lambda label: new if label == old else label


def relabelled(product: WorkProduct, rename: Renaming) -> WorkProduct:
    """The product under other labels, and with ids of its own for all that has one."""
    match product:
        case Spreadsheet():
            sheets = tuple(_sheet(sheet, n, rename) for n, sheet in enumerate(product.sheets))
            return product.model_copy(update={"sheets": sheets})
        case Chart():
            return _chart(product, rename)
        case Dashboard():
            widgets = tuple(_widget(widget, n, rename) for n, widget in enumerate(product.widgets))
            return product.model_copy(update={"widgets": widgets})
        case Document():
            return _document(product, rename)
        case _:
            return product


def _sheet(sheet: Sheet, number: int, rename: Renaming) -> Sheet:
    ids = {column.id: f"c{n}" for n, column in enumerate(sheet.columns)}
    columns = tuple(
        column.model_copy(update={"id": ids[column.id], "label": rename(column.label)})
        for column in sheet.columns
    )
    rows = tuple(
        row.model_copy(
            update={
                "id": f"r{n}",
                "label": rename(row.label),
                "cells": {ids[column]: cell for column, cell in row.cells.items()},
            }
        )
        for n, row in enumerate(sheet.rows)
    )
    return sheet.model_copy(update={"id": f"tab{number}", "columns": columns, "rows": rows})


def _chart(chart: Chart, rename: Renaming) -> Chart:
    series = tuple(
        series.model_copy(
            update={
                "id": f"s{n}",
                "label": rename(series.label),
                "points": tuple(
                    point.model_copy(
                        update={"x": rename(point.x) if isinstance(point.x, str) else point.x}
                    )
                    for point in series.points
                ),
            }
        )
        for n, series in enumerate(chart.series)
    )
    axes = {
        name: axis.model_copy(update={"label": rename(axis.label)})
        for name, axis in (("x_axis", chart.x_axis), ("y_axis", chart.y_axis))
    }
    return chart.model_copy(update={"series": series, **axes})


def _widget(widget: Widget, number: int, rename: Renaming) -> Widget:
    return widget.model_copy(
        update={
            "id": f"w{number}",
            "title": rename(widget.title),
            "table": _sheet(widget.table, 0, rename) if widget.table else None,
            "chart": _chart(widget.chart, rename) if widget.chart else None,
        }
    )


def _document(document: Document, rename: Renaming) -> Document:
    ids = {section.id: f"part{n}" for n, section in enumerate(document.sections)}
    sections = tuple(
        section.model_copy(
            update={
                "id": ids[section.id],
                "heading": rename(section.heading),
                "body": _IN_A_TABLE.sub(lambda cell: rename(cell[0]), section.body),
            }
        )
        for section in document.sections
    )
    citations = tuple(
        citation.model_copy(update={"section": ids.get(citation.section or "")})
        for citation in document.citations
    )
    return document.model_copy(update={"sections": sections, "citations": citations})


def has_label(name: str, seed: int, label: str) -> bool:
    """True where something is so called: some labels are there at some seeds only."""
    products = variant_of(name, seed).final_products
    return renamed(products, label, f"{label} renamed") != with_own_ids(name, seed)


@cache
def with_own_ids(name: str, seed: int) -> tuple[WorkProduct, ...]:
    return tuple(relabelled(product, str) for product in variant_of(name, seed).final_products)


@pytest.mark.parametrize(
    ("place", "name", "old", "new"),
    [
        # By day every third alone; the next test has all of them, each with others.
        pytest.param(n, *pair, id=" ".join(pair), marks=pytest.mark.nightly if n % 3 else ())
        for n, pair in enumerate(PAIRS)
    ],
)
def test_a_natural_label_loses_no_criterion(place: int, name: str, old: str, new: str) -> None:
    seed = next(
        (seed + place) % SEEDS
        for seed in range(SEEDS)
        if has_label(name, (seed + place) % SEEDS, old)
    )

    made = renamed(variant_of(name, seed).final_products, old, new)

    assert failed(name, seed, made) == set()


@pytest.mark.parametrize("place", range(6))
@pytest.mark.parametrize("name", LABELS)
def test_all_labels_may_be_other_ones_at_once(name: str, place: int) -> None:
    seed = place % SEEDS

    products = all_renamed(variant_of(name, seed).final_products, LABELS[name], place)

    assert failed(name, seed, products) == set()


MISNAMED = {
    "optimization_solver": {
        "Total landed cost": ["Total landed cost, budget", "Change in total landed cost",
                              "Landed cost, prior plan", "Total cost excl. fixed"],
        "Landed cost per pallet": ["Pallets per dollar", "Freight per pallet", "Cost of pallets"],
        "Pallets shipped": ["Pallets not shipped", "Cost of pallets shipped", "Shipped cases"],
        "Utilization": ["Unused %", "% of network", "Target utilization"],
    },
    "scientist": {
        "95% CI lower": ["95% CI upper", "UCL (95%)", "Lower quartile"],
        "High dose vs placebo": ["Placebo - high dose", "Placebo vs high dose"],
        "Discontinued before week 12": ["Discontinued after week 12", "Dropouts before wk 4"],
        "Adjusted mean difference": ["Unadj. mean difference", "Median difference"],
    },
    "business_analyst": {
        "Mix effect": ["Rate effect", "Effect, mix, target"],
        "Q2 share": ["Q1 % of total", "Q2 share growth"],
        "Created": ["Number lost", "Created, change"],
    },
    "financial_analyst": {
        "Revenue": ["Revenue growth", "Growth, revenue", "Deferred revenue", "Cost of revenue"],
        "Capex": ["Capex, % of revenue", "Capex budget"],
        "Senior term loan": ["Repayment of senior term loan", "Senior term loan, undrawn"],
        "Diluted IRR": ["Diluted IRR hurdle", "IRR, unlevered"],
    },
    "business_strategist": {
        "NPV": ["NPV, change", "Net present value of costs"],
        "TAM": ["TAM growth", "Serviceable market"],
        "Simple payback (years)": ["Payback (months)", "Discounted payback"],
    },
    "research_board": {
        "Net value": ["Net value, target", "Gross value"],
        "Full cost": ["Full cost, last year", "Direct cost", "Full cost excl. overhead"],
        "Headroom": ["Headroom needed", "Reserve"],
        "Probability of success": ["Probability of failure", "Base probability, all stages"],
    },
    "deep_researcher": {
        "Cell energy density (Wh/kg)": ["Energy density, pack (Wh/kg)", "Cell density target"],
        "Funding to date ($M)": ["Funding needed ($M)", "Funding, last round ($M)"],
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (name, old, new)
        for name, labels in MISNAMED.items()
        for old, others in labels.items()
        for new in others
    ],
)
def test_a_label_that_says_something_else_is_never_taken_for_it(
    name: str, old: str, new: str
) -> None:
    assert failed(name, 0, renamed(variant_of(name, 0).final_products, old, new))


def test_every_scenario_has_labels_and_all_have_enough() -> None:
    assert shipped_scenarios().keys() <= LABELS.keys() <= available().keys()
    assert len(PAIRS) >= FEWEST
