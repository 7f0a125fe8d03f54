"""Surfaces that do not say which work product they are."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.products.work_product import WorkProduct, as_json
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.reading.result import WorkProductReading
from modylbench.surfaces.snapshot import SurfaceSnapshot

Tree = tuple[str, Any]
"""A component and what is in it: a text with its variant, or children."""


def surface(tree: Tree, data: Any = None, name: str = "s") -> SurfaceSnapshot:
    """A tree of nested parts as the flat components of A2UI."""
    components: dict[str, dict[str, Any]] = {}

    def add(part: Tree, own: str = "") -> str:
        identity = own or f"c{len(components)}"
        kind, inner = part
        component: dict[str, Any] = {"id": identity, "component": kind}
        components[identity] = component
        if kind == "Text":
            text, variant = inner if isinstance(inner, tuple) else (inner, "body")
            component |= {"text": text, "variant": variant}
        elif kind in {"Card", "Button"}:
            component["child"] = add(inner)
        elif kind == "Tabs":
            component["tabs"] = [{"title": title, "child": add(child)} for title, child in inner]
        elif kind == "Modal":
            component |= {"trigger": add(inner[0]), "content": add(inner[1])}
        elif isinstance(inner, dict):
            component |= inner
        else:
            component["children"] = [add(child) for child in inner]
        return identity

    add(tree, "root")
    return SurfaceSnapshot(surface_id=name, catalog_id="basic", components=components, data=data)


def text(content: str, variant: str = "body") -> Tree:
    return "Text", (content, variant)


def row(*texts: str, variant: str = "body") -> Tree:
    return "Row", [text(each, variant) for each in texts]


def column(*parts: Tree) -> Tree:
    return "Column", list(parts)


def read(tree: Tree, data: Any = None) -> WorkProductReading:
    return read_products([surface(tree, data)])


def only(tree: Tree) -> WorkProduct:
    [product] = read(tree).products
    return product


def grid(product: WorkProduct) -> list[list[object]]:
    """The first sheet as rows of texts, its header first."""
    assert isinstance(product, Spreadsheet)
    sheet = product.sheets[0]
    rows: list[list[object]] = [["", *(column.label for column in sheet.columns)]]
    for line in sheet.rows:
        cells = [line.cells.get(column.id) for column in sheet.columns]
        rows.append([line.label, *(cell.value if cell else None for cell in cells)])
    return rows


def test_rows_of_as_many_cells_are_a_table_under_the_row_that_heads_them() -> None:
    product = only(
        column(
            text("Model", "h1"),
            text("Debt", "h2"),
            row("", "7.0x", "8.0x"),
            row("Senior", "$5M", "$6M"),
            row("Total", "$9M", "$9M", variant="h4"),
            text("US$", "caption"),
        )
    )

    assert grid(product) == [
        ["", "7.0x", "8.0x"],
        ["Senior", "$5M", "$6M"],
        ["Total", "$9M", "$9M"],
    ]
    assert isinstance(product, Spreadsheet)
    assert (product.title, product.sheets[0].name) == ("Model", "Debt")
    assert product.sheets[0].notes == ("US$",)


def test_a_second_header_begins_a_second_table() -> None:
    product = only(
        column(
            row("", "2027", variant="caption"),
            row("Revenue", "$5M"),
            row("Costs", "$4M"),
            row("", "Share", variant="caption"),
            row("North", "60%"),
        )
    )

    assert isinstance(product, Spreadsheet)
    assert [[column.label for column in sheet.columns] for sheet in product.sheets] == [
        ["2027"],
        ["Share"],
    ]


def test_a_list_bound_to_data_names_its_columns_by_the_data() -> None:
    tree: Tree = ("List", {"children": {"path": "/rows", "componentId": "line"}})
    snapshot = surface(
        tree, {"rows": [{"site": "A", "unitCost": 5}, {"site": "B", "unitCost": 6.5}]}
    )
    more = {
        "line": {"id": "line", "component": "Row", "children": ["x", "y"]},
        "x": {"id": "x", "component": "Text", "text": {"path": "site"}},
        "y": {"id": "y", "component": "Text", "text": {"path": "unitCost"}},
    }
    snapshot = snapshot.model_copy(update={"components": snapshot.components | more})

    [product] = read_products([snapshot]).products

    assert grid(product) == [["", "Unit cost"], ["A", "5"], ["B", "6.5"]]


def test_tables_within_a_list_keep_their_headers() -> None:
    components: list[dict[str, Any]] = [
        {"id": "root", "component": "List", "children": {"path": "/r", "componentId": "card"}},
        {"id": "card", "component": "Card", "child": "col"},
        {"id": "col", "component": "Column", "children": ["name", "head", "list"]},
        {"id": "name", "component": "Text", "text": {"path": "name"}, "variant": "h3"},
        {"id": "head", "component": "Row", "children": ["h1", "h2"]},
        {"id": "h1", "component": "Text", "text": "Site"},
        {"id": "h2", "component": "Text", "text": "Staff cost"},
        {"id": "list", "component": "List", "children": {"path": "sites", "componentId": "line"}},
        {"id": "line", "component": "Row", "children": ["x", "y"]},
        {"id": "x", "component": "Text", "text": {"path": "site"}},
        {"id": "y", "component": "Text", "text": {"path": "/unit"}},
    ]
    regions = [
        {"name": "North", "sites": [{"site": "Oslo"}, {"site": "Bergen"}]},
        {"name": "South", "sites": [{"site": "Rome"}]},
    ]
    snapshot = SurfaceSnapshot(
        surface_id="s",
        catalog_id="basic",
        components={component["id"]: component for component in components},
        data={"r": regions, "unit": "$5M"},
    )

    [product] = read_products([snapshot]).products

    assert isinstance(product, Spreadsheet)
    assert product.title == "s"  # "North" is no title of the South
    assert [(sheet.name, [row.label for row in sheet.rows]) for sheet in product.sheets] == [
        ("North", ["Oslo", "Bergen"]),
        ("South", ["Rome"]),
    ]
    assert [[column.label for column in sheet.columns] for sheet in product.sheets] == [
        ["Staff cost"],
        ["Staff cost"],
    ]


def test_a_grid_laid_column_by_column_is_a_table() -> None:
    stacks = [["Site", "A", "B"], ["Cost", "$5", "$6"], ["Output", "7", "8"]]

    product = only(("Row", [column(*(text(each) for each in stack)) for stack in stacks]))

    assert grid(product) == [["", "Cost", "Output"], ["A", "$5", "7"], ["B", "$6", "8"]]


def test_labels_beside_values_are_pairs() -> None:
    product = only(column(text("Deal", "h2"), row("EV", "$57.5M"), row("IRR", "24.7%")))

    assert grid(product) == [["", "Value"], ["EV", "$57.5M"], ["IRR", "24.7%"]]


@pytest.mark.parametrize(
    "card",
    [
        column(text("IRR", "caption"), text("24.7%", "h2")),
        column(text("24.7%", "h2"), text("IRR", "caption")),
        ("Card", column(text("IRR", "caption"), text("24.7%", "h2"), text("base case"))),
    ],
)
def test_figures_with_their_captions_are_widgets(card: Tree) -> None:
    other = column(text("EV", "caption"), text("$57.5M", "h2"))

    product = only(column(text("Deal", "h1"), ("Row", [card, other])))

    assert isinstance(product, Dashboard)
    assert [(widget.title, widget.value) for widget in product.widgets] == [
        ("IRR", "24.7%"),
        ("EV", "$57.5M"),
    ]


def test_a_heading_above_a_figure_is_said_below_it() -> None:
    kpi = ("Card", column(text("IRR", "caption"), text("17.3%", "h2")))

    product = only(column(text("Deal", "h1"), text("Downside", "h2"), kpi, kpi))

    assert isinstance(product, Dashboard)
    assert product.widgets[0].text == "Downside"


def test_headings_and_texts_are_a_document() -> None:
    product = only(
        column(
            text("Memo", "h1"),
            text("We recommend the deal, because the price is right."),
            text("Risks", "h2"),
            text("Churn may rise.\n\n| Case | IRR |\n|---|---|\n| Base | 24.7% |"),
            row("EV", "$57.5M"),
        )
    )

    assert isinstance(product, Document)
    assert [(section.heading, section.level) for section in product.sections] == [
        ("Memo", 1),
        ("Risks", 2),
    ]
    assert "| Base | 24.7% |" in product.sections[1].body
    assert product.sections[1].body.endswith("- EV: $57.5M")


def test_tabs_are_sections_and_those_behind_are_marked() -> None:
    inner = column(text("Detail", "h1"), text("All the numbers are in here, for those who look."))
    reading = read(
        column(
            text("Memo", "h1"),
            ("Tabs", [("First", text("This is in front.")), ("Second", inner)]),
            ("Modal", (("Button", text("More")), text("Behind the button there is more text."))),
        )
    )

    [product] = reading.products
    assert isinstance(product, Document)
    assert [(section.heading, section.level) for section in product.sections] == [
        ("First", 2),
        ("Second", 2),
        ("Detail", 3),
        ("More", 2),
    ]
    assert reading.origins[0].hidden == ("Second", "More")


def test_inputs_show_what_is_filled_in() -> None:
    tree = (
        "Column",
        [
            ("TextField", {"label": "Name", "value": {"path": "/name"}}),
            ("TextField", {"label": "Password", "value": "secret", "variant": "obscured"}),
            ("CheckBox", {"label": "Agreed", "value": True}),
            ("Slider", {"label": "Seats", "max": 100, "value": 10}),
            ("Image", {"url": "https://x.example/i.png", "description": "A map"}),
            ("Icon", {"name": "payment"}),
        ],
    )

    reading = read(tree, {"name": "Ada"})
    everything = said(reading)

    assert "Name: Ada" in everything
    assert "[x] Agreed" in everything
    assert "Seats: 10" in everything
    assert "A map" not in reading.products[0].model_dump_json()
    assert reading.aside == ("A map",)
    assert "secret" not in everything
    assert "payment" not in everything


def test_a_component_of_another_catalog_shows_its_texts() -> None:
    tree = column(("Gauge", {"caption": "IRR", "value": 24.7, "child": "x"}))
    snapshot = surface(tree)
    inner = {"x": {"id": "x", "component": "Text", "text": "base case"}}
    snapshot = snapshot.model_copy(update={"components": snapshot.components | inner})

    everything = said(read_products([snapshot]))

    assert all(word in everything for word in ("IRR", "24.7", "base case"))


def said(reading: WorkProductReading) -> str:
    def strings(value: Any) -> list[str]:
        if isinstance(value, dict):
            value = list(value.values())
        if isinstance(value, list):
            return [each for part in value for each in strings(part)]
        return [value] if isinstance(value, str) else []

    return "\n".join([*strings(as_json(reading.products)), *reading.aside])


words = st.sampled_from(["alpha", "$5M", "24.7%", "7", "2027", "long text " * 30, "a|b", "# x", ""])
variants = st.sampled_from(["body", "caption", "h1", "h2", "h4", ""])
leaves = st.tuples(st.just("Text"), st.tuples(words, variants))
trees: st.SearchStrategy[Any] = st.recursive(
    leaves,
    lambda inner: (
        st.tuples(st.sampled_from(["Row", "Column", "List"]), st.lists(inner, max_size=5))
        | st.tuples(st.just("Card"), inner)
        | st.tuples(st.just("Button"), leaves)
        | st.tuples(st.just("Tabs"), st.lists(st.tuples(words, inner), max_size=2))
        | st.tuples(st.just("Modal"), st.tuples(inner, inner))
    ),
    max_leaves=25,
)


@given(tree=trees)
def test_no_text_of_any_tree_is_lost(tree: Tree) -> None:
    snapshot = surface(tree)
    for number, component in enumerate(snapshot.components.values()):
        if component.get("text"):
            component["text"] += f" mark{number}x"

    reading = read_products([snapshot])

    everything = said(reading)
    marks = [c["text"].split()[-1] for c in snapshot.components.values() if c.get("text")]
    assert [mark for mark in marks if mark not in everything] == []


@given(tree=trees, kind=st.sampled_from(["document", "spreadsheet", "dashboard"]))
def test_nothing_is_lost_in_any_kind(tree: Tree, kind: str) -> None:
    """Figures between the texts, so that pairs and tables come up, each with its own number."""
    snapshot = surface(tree)
    marks = []
    for number, component in enumerate(snapshot.components.values()):
        if component["component"] == "Text":
            mark = f"${1_000 + number}.25" if number % 2 else f"mark{number}x"
            component["text"] = mark if number % 2 else f"{component['text']} {mark}"
            marks.append(mark)

    before = read_products([surface(_like(kind))])
    reading = read_products([snapshot], like=before)

    everything = said(reading)
    assert [mark for mark in marks if mark not in everything] == []


def test_what_stands_below_a_figure_is_kept_in_a_document() -> None:
    kpi = column(text("IRR", "caption"), text("24.7%", "h2"), text("in the base case"))

    product = only(column(text("Memo", "h1"), kpi, text("many words " * 20)))

    assert isinstance(product, Document)
    assert product.sections[0].body.startswith("- IRR: 24.7%\n  in the base case\n\nmany")


def test_headings_and_texts_without_a_table_are_kept_in_a_workbook_and_on_a_dashboard() -> None:
    table = column(row("", "Y1", "Y2"), row("EV", "$5M", "$6M"))
    tree = column(text("Deal", "h1"), table, text("Next", "h2"), text("Open", "h3"), text("Later"))

    workbook = only(tree)
    dashboard = read_products([surface(tree)], like=read(_like("dashboard"))).products[0]

    assert isinstance(workbook, Spreadsheet)
    assert workbook.sheets[0].notes == ("Next", "Next \u2013 Open", "Later")
    assert isinstance(dashboard, Dashboard)
    assert [(widget.title, widget.text) for widget in dashboard.widgets[1:]] == [
        ("Next", ""),
        ("Next \u2013 Open", "Later"),
    ]


def _like(kind: str) -> Tree:
    kpi = column(text("IRR", "caption"), text("24.7%", "h2"))
    return {
        "document": text("A text of some words, and no figure."),
        "spreadsheet": column(row("a", "$1"), row("b", "$2")),
        "dashboard": ("Row", [kpi, kpi]),
    }[kind]


def test_a_surface_stays_the_kind_it_was() -> None:
    table = column(row("", "Y1", "Y2"), row("EV", "$5M", "$6M"))
    long = column(row("", "Y1", "Y2"), row("EV", "$5M", "$6M"), text("many words " * 40))

    first = read_products([surface(table)])

    assert [product.kind for product in first.products] == ["spreadsheet"]
    assert [product.kind for product in read(long).products] == ["document"]
    later = read_products([surface(long)], like=first)
    assert [product.kind for product in later.products] == ["spreadsheet"]
