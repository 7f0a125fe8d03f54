"""Nothing is lost that the official examples show with basic components."""

import json
from pathlib import Path
from typing import Any

import pytest

from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.products.work_product import WorkProduct, as_json
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.snapshot import SurfaceSnapshot
from modylbench.surfaces.state.surfaces import Surfaces

FOLDER = Path(__file__).parents[5] / "shared" / "data" / "a2ui-examples"
EXAMPLES = sorted(FOLDER.glob("v0.*/*.json"))

every_example = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)


def snapshots(path: Path) -> tuple[SurfaceSnapshot, ...]:
    content = json.loads(path.read_text(encoding="utf-8"))
    state = Surfaces()
    for message in content["messages"] if isinstance(content, dict) else content:
        state.take(message)
    return state.snapshot()


def example(name: str) -> tuple[SurfaceSnapshot, ...]:
    found = [path for path in EXAMPLES if path.stem == name]
    if not found:
        pytest.skip("needs the folder ../shared/data beside the project")
    return snapshots(found[0])


class Visible:
    """A second, simpler reading, for plain texts and plain paths only."""

    def __init__(self, snapshot: SurfaceSnapshot) -> None:
        self.snapshot = snapshot
        self.texts: list[str] = []
        self.go("root", [])

    def at(self, path: str, scope: list[str]) -> Any:
        steps = path.strip("/").split("/") if path.startswith("/") else [*scope, *path.split("/")]
        here = self.snapshot.data
        for step in [step for step in steps if step]:
            if isinstance(here, list) and step.isdigit() and int(step) < len(here):
                here = here[int(step)]
            else:
                here = here.get(step) if isinstance(here, dict) else None
        return here

    def say(self, value: Any, scope: list[str]) -> None:
        if isinstance(value, dict) and "path" in value:
            value = self.at(value["path"], scope)
        if isinstance(value, str):
            self.texts.append(value)

    def go(self, name: object, scope: list[str]) -> None:
        component = self.snapshot.components.get(name) if isinstance(name, str) else None
        if component is None:
            return
        if component["component"] == "Image":
            return  # what is said in its place is for those who do not see it
        for field in ("text", "label", "description"):
            self.say(component.get(field), scope)
        if component["component"] in {"DateTimeInput", "TextField"}:
            self.say(
                component.get("value") if component.get("variant") != "obscured" else "", scope
            )
        for option in component.get("options", []):
            self.say(option["label"], scope)
        for tab in component.get("tabs", []):
            self.say(tab["title"], scope)
            self.go(tab["child"], scope)
        children = component.get("children", [])
        if isinstance(children, dict):
            base = children["path"].strip("/").split("/")
            for place in range(len(self.at(children["path"], scope) or [])):
                inner = base if children["path"].startswith("/") else [*scope, *base]
                self.go(children["componentId"], [*inner, str(place)])
        else:
            for child in [*children, *(component.get(f) for f in ("child", "trigger", "content"))]:
                self.go(child, scope)


def said(products: tuple[WorkProduct, ...]) -> str:
    """All texts of the products, on one line, without marks."""

    def strings(value: Any) -> list[str]:
        if isinstance(value, dict):
            return [text for part in value.values() for text in strings(part)]
        if isinstance(value, list):
            return [text for part in value for text in strings(part)]
        return [value] if isinstance(value, str) else []

    return plain("\n".join(strings(as_json(products))))


def plain(text: str) -> str:
    return " ".join(text.replace("#", " ").split())


@every_example
def test_every_text_on_the_surface_is_in_the_products(path: Path) -> None:
    shown = snapshots(path)

    reading = read_products(shown)

    everything = said(reading.products)
    texts = [text for snapshot in shown for text in Visible(snapshot).texts if text.strip()]
    assert texts
    assert [text for text in texts if plain(text) not in everything] == []
    pictures = {c["component"] for s in shown for c in s.components.values()} & {"Image", "Icon"}
    assert pictures or reading.aside == ()


@every_example
def test_a_surface_is_one_product_under_its_own_id(path: Path) -> None:
    shown = snapshots(path)

    reading = read_products(shown)

    assert [origin.surface_id for origin in reading.origins] == [s.surface_id for s in shown]
    assert {origin.how for origin in reading.origins} == {"inferred"}
    assert [product.id for product in reading.products] == [s.surface_id for s in shown]


def test_the_financial_grid_is_a_sheet_of_three_rows() -> None:
    reading = read_products(example("basic-33_financial-data-grid"))

    [product] = reading.products
    assert isinstance(product, Spreadsheet)
    [sheet] = product.sheets
    assert [column.label for column in sheet.columns] == ["Price", "24h Change", "Market Cap"]
    assert sheet.notes == ("Asset",)
    cells = [(row.label, [cell.value for cell in row.cells.values()]) for row in sheet.rows]
    assert cells == [
        ("Bitcoin · BTC", ["$43,500.25", "1.2%", "$850,000,000,000.00"]),
        ("Ethereum · ETH", ["$2,250.50", "-0.5%", "$270,000,000,000.00"]),
        ("Solana · SOL", ["$95.80", "5.4%", "$40,000,000,000.00"]),
    ]


def test_a_figure_under_its_caption_is_a_widget() -> None:
    reading = read_products(example("basic-27_stats-card"))

    [product] = reading.products
    assert isinstance(product, Dashboard)
    [widget] = product.widgets
    assert (widget.title, widget.value) == ("Monthly Revenue", "$48,294.00")
    assert widget.text == "+12.5% from last month"


def test_headings_inside_a_text_are_sections() -> None:
    reading = read_products(example("basic-35_markdown-text"))

    [product] = reading.products
    assert isinstance(product, Document)
    assert product.title == "Markdown Rendering"
    assert [section.heading for section in product.sections] == ["Heading 1"]


def test_a_choice_shows_what_is_chosen_and_what_is_not() -> None:
    everything = said(read_products(example("basic-19_software-purchase")).products)

    assert "[x] Annual" in everything
    assert "[ ] Monthly" in everything
