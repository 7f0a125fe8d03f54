"""The surface that holds where two show a product, and what is read again when one changes."""

import copy
import math
from typing import Any

import pytest

from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.snapshot import SurfaceSnapshot

GRID = {"component": "DataGrid", "product": "model", "title": "Model", "columns": ["a"]}


def surface(name: str, *components: dict[str, Any], data: Any = None) -> SurfaceSnapshot:
    return SurfaceSnapshot(
        surface_id=name,
        catalog_id="urn:modylbench:a2ui:catalog:1",
        components={component["id"]: component for component in components},
        data=data,
    )


def grid(name: str, value: object, **fields: Any) -> SurfaceSnapshot:
    rows = [{"label": "EV", "cells": [value]}]
    return surface(name, {"id": "root", **GRID, "rows": rows, **fields})


def test_the_same_product_on_two_surfaces_is_one() -> None:
    reading = read_products([grid("one", 5), grid("two", 5)])

    assert len(reading.products) == 1
    assert reading.findings == ()
    assert reading.origins[0].surface_id == "one"


def test_of_two_that_differ_the_first_holds_and_it_is_told() -> None:
    reading = read_products([grid("one", 5), grid("two", 6)])

    [product] = reading.products
    assert product == read_products([grid("one", 5)]).products[0]
    [finding] = reading.findings
    assert (finding.code, finding.severity, finding.surface_id) == ("product_twice", "error", "two")
    assert "'one'" in finding.reason


@pytest.mark.parametrize("is_first", [True, False])
def test_what_is_in_sight_holds_against_what_is_hidden(is_first: bool) -> None:
    rows = {"a": [{"label": "EV", "cells": [190]}], "b": [{"label": "EV", "cells": [180]}]}
    modal = {"id": "m", "component": "Modal", "trigger": "t", "content": "b"}
    children = ["a", "m"] if is_first else ["m", "a"]

    reading = read_products(
        [
            surface(
                "s",
                {"id": "root", "component": "Column", "children": children},
                {"id": "a", **GRID, "rows": rows["a"]},
                modal,
                {"id": "t", "component": "Text", "text": "i"},
                {"id": "b", **GRID, "rows": rows["b"]},
            )
        ]
    )

    assert [origin.component_id for origin in reading.origins] == ["a"]
    assert "190" in reading.products[0].model_dump_json()
    assert [(f.code, f.severity) for f in reading.findings] == [("product_twice", "error")]


def test_what_is_said_in_place_of_a_picture_is_no_product() -> None:
    picture = {"id": "i", "component": "Image", "url": "x", "description": "The EV is $180.0M."}

    reading = read_products(
        [
            surface(
                "s",
                {"id": "root", "component": "Column", "children": ["h", "i"]},
                {"id": "h", "component": "Text", "text": "Here is the model that you asked for."},
                picture,
            )
        ]
    )

    assert "180" not in reading.products[0].model_dump_json()
    assert reading.aside == ("The EV is $180.0M.",)


def test_products_of_two_kinds_under_one_id_are_both_kept() -> None:
    chart = {"component": "Chart", "product": "model", "title": "t", "chartType": "bar"}

    reading = read_products([grid("one", 5), surface("two", {"id": "root", **chart, "series": []})])

    assert [(p.id, p.kind) for p in reading.products] == [
        ("model", "spreadsheet"),
        ("model_chart", "chart"),
    ]
    assert [finding.code for finding in reading.findings] == ["product_twice"]
    assert [origin.product_id for origin in reading.origins] == ["model", "model_chart"]


def test_captions_beside_a_product_are_no_product_but_texts_are() -> None:
    def page(text: str) -> SurfaceSnapshot:
        return surface(
            "page",
            {"id": "root", "component": "Column", "children": ["h", "g", "t"]},
            {"id": "h", "component": "Text", "text": "Our model", "variant": "h1"},
            {"id": "g", **GRID, "rows": []},
            {"id": "t", "component": "Text", "text": text},
        )

    caption = read_products([page("Draft, in US$")])
    text = read_products([page("We recommend to go ahead with the deal at this price.")])

    assert [product.id for product in caption.products] == ["model"]
    assert caption.aside == ("Our model", "Draft, in US$")
    assert [(p.id, p.kind) for p in text.products] == [
        ("model", "spreadsheet"),
        ("page", "document"),
    ]
    assert [origin.how for origin in text.origins] == ["exact", "inferred"]


def test_a_product_that_nothing_leads_to_is_told_and_not_read() -> None:
    reading = read_products(
        [
            surface(
                "page",
                {"id": "root", "component": "Text", "text": "Hello"},
                {"id": "g", **GRID, "rows": []},
            )
        ]
    )

    assert [product.kind for product in reading.products] == ["document"]
    assert [(f.code, f.where) for f in reading.findings] == [("not_shown", "g")]


def test_a_surface_without_a_root_shows_nothing() -> None:
    reading = read_products([surface("page", {"id": "x", "component": "Text", "text": "Hello"})])

    assert reading.products == ()


def test_an_id_of_a_surface_is_made_valid() -> None:
    text = {"id": "root", "component": "Text", "text": "Hello"}

    assert [p.id for p in read_products([surface("my page!", text)]).products] == ["my_page"]


def test_what_has_not_changed_is_not_read_again() -> None:
    page = surface(
        "page",
        {"id": "root", "component": "Column", "children": ["g", "h"]},
        {"id": "g", **GRID, "rows": {"path": "/rows"}},
        {"id": "h", **GRID, "product": "other", "rows": {"path": "/others"}},
        data={"rows": [{"label": "EV", "cells": [1]}], "others": []},
    )
    first = read_products([page, grid("side", 5, product="side")])
    changed = copy.deepcopy(page.data)
    changed["rows"][0]["cells"][0] = 2

    same = read_products([copy.deepcopy(page), grid("side", 5, product="side")], like=first)
    later = read_products(
        [page.model_copy(update={"data": changed}), grid("side", 5, product="side")], like=first
    )

    assert all(a is b for a, b in zip(first.products, same.products, strict=True))
    assert [a is b for a, b in zip(first.products, later.products, strict=True)] == [
        False,
        True,
        True,
    ]
    assert later == read_products(
        [page.model_copy(update={"data": changed}), grid("side", 5, product="side")]
    )


def test_values_that_python_holds_equal_are_told_apart() -> None:
    for before, after in ((1, True), (1, 1.0), (0, False), (None, math.nan), (0.0, -0.0)):
        first = read_products([grid("s", before)])

        later = read_products([grid("s", after)], like=first)

        fresh = read_products([grid("s", after)])
        assert repr(later.products) == repr(fresh.products)
        assert later.findings == fresh.findings
