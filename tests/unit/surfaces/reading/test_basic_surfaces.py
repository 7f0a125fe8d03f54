"""A product that an agent shows with A2UI's basic components alone can be verified."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import verify
from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.spreadsheet import Cell, Sheet, Spreadsheet
from modylbench.products.terminal import Terminal
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.variant import Variant, instantiate
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.snapshot import SurfaceSnapshot

WAYS = ("rows", "template", "markdown", "columns")


class Page:
    """Builds a surface of basic components, in the way of one kind of agent."""

    def __init__(self, way: str) -> None:
        self.way = way
        self.components: dict[str, dict[str, Any]] = {}
        self.data: dict[str, Any] = {}
        self.top: list[str] = []

    def add(self, component: str, **fields: Any) -> str:
        name = f"c{len(self.components)}"
        self.components[name] = {"id": name, "component": component, **fields}
        return name

    def text(self, text: str, variant: str = "body") -> str:
        return self.add("Text", text=text, variant=variant)

    def say(self, text: str, variant: str = "body") -> None:
        if text:
            self.top.append(self.text(text, variant))

    def row(self, texts: list[str], variant: str = "body") -> str:
        return self.add("Row", children=[self.text(text, variant) for text in texts])

    def table(self, header: list[str], rows: list[list[str]]) -> None:
        match self.way:
            case "rows":
                self.top.append(self.row(header, "caption"))
                self.top.append(self.add("Column", children=[self.row(row) for row in rows]))
            case "template":
                self._template(header, rows)
            case "markdown":
                rule = ["---"] * len(header)
                lines = [f"| {' | '.join(row)} |" for row in (header, rule, *rows)]
                self.say("\n".join(lines))
            case _:
                stacks = zip(header, *rows, strict=True)
                columns = [
                    self.add("Column", children=[self.text(text) for text in stack])
                    for stack in stacks
                ]
                self.top.append(self.add("Row", children=columns))

    def _template(self, header: list[str], rows: list[list[str]]) -> None:
        key = f"table{len(self.data)}"
        names = [f"v{place}" for place in range(len(header))]
        self.data[key] = [dict(zip(names, row, strict=True)) for row in rows]
        cells = [self.add("Text", text={"path": name}) for name in names]
        line = self.add("Row", children=cells)
        self.top.append(self.row(header, "caption"))
        self.top.append(self.add("List", children={"path": f"/{key}", "componentId": line}))

    def snapshot(self, surface_id: str) -> SurfaceSnapshot:
        root = {"id": "root", "component": "Column", "children": self.top}
        return SurfaceSnapshot(
            surface_id=surface_id,
            catalog_id="basic",
            components={"root": root, **self.components},
            data=self.data,
        )


def written(cell: Cell | None, unit: str | None) -> str:
    """A cell as a person would write it."""
    if cell is None or (cell.value is None and not cell.text):
        return ""
    if cell.text or isinstance(cell.value, str | bool):
        return str(cell.text or cell.value)
    unit = cell.unit or unit or ""
    whole, _, decimals = f"{cell.value:,.4f}".partition(".")
    number = f"{whole}.{decimals.rstrip('0')}".rstrip(".")
    if unit.startswith("$"):
        return f"${number}{unit[1:]}"
    return f"{number}{unit}" if unit in {"%", "x"} else f"{number} {unit}".strip()


def show_sheet(page: Page, sheet: Sheet, level: str = "h3") -> None:
    page.say(sheet.name, level)
    header = ["", *(column.label for column in sheet.columns)]
    rows = [
        [
            row.label,
            *(
                written(row.cells.get(column.id), row.unit or column.unit)
                for column in sheet.columns
            ),
        ]
        for row in sheet.rows
    ]
    page.table(header, rows)
    for note in sheet.notes:
        page.say(note, "caption")


def show_chart(page: Page, chart: Chart, level: str = "h3") -> None:
    page.say(chart.title, level)
    categories = list(dict.fromkeys(str(p.x) for series in chart.series for p in series.points))
    header = [chart.x_axis.label, *(series.label for series in chart.series)]
    shown = [{str(point.x): point.y for point in series.points} for series in chart.series]
    unit = chart.y_axis.unit
    rows = [[x, *(written(Cell(value=ys.get(x)), unit) for ys in shown)] for x in categories]
    page.table(header, rows)
    for note in chart.notes:
        page.say(note)


def show_dashboard(page: Page, dashboard: Dashboard) -> None:
    for widget in dashboard.widgets:
        if widget.value is not None:
            value = written(Cell(value=widget.value, unit=widget.unit), None)
            texts = [page.text(widget.title, "caption"), page.text(value, "h2")]
            texts += [page.text(widget.text)] if widget.text else []
            page.top.append(page.add("Card", child=page.add("Column", children=texts)))
            continue
        page.say(widget.title, "h3")
        if widget.table is not None:
            show_sheet(page, widget.table, "h4")
        if widget.chart is not None:
            show_chart(page, widget.chart, "h4")
        page.say(widget.text)


def show_sources(page: Page, document: Document) -> None:
    if document.citations:
        page.say("Sources", "h2")
        header = ["Ref", "Title", "Publisher", "Date", "URL", "Claim"]
        rows = [[c.id, c.title, c.publisher, c.date, c.url, c.claim] for c in document.citations]
        page.table(header, rows)


def shown_by(  # noqa: C901 - one a kind
    way: str, product: WorkProduct, surface_id: str
) -> SurfaceSnapshot:
    """The product as a surface of basic components."""
    page = Page(way)
    page.say(product.title, "h1")
    match product:
        case Spreadsheet():
            for sheet in product.sheets:
                show_sheet(page, sheet)
        case Chart():
            show_chart(page, product)
        case Document():
            for section in product.sections:
                page.say(section.heading, f"h{min(section.level + 1, 5)}")
                page.say(section.body)
            show_sources(page, product)
        case Dashboard():
            show_dashboard(page, product)
        case Code():
            for file in product.files:
                page.say(file.path, "h3")
                page.say(f"```\n{file.content}\n```")
        case Terminal():
            for entry in product.entries:
                page.say(f"```\n$ {entry.command}\n{entry.output}\n```")
    return page.snapshot(surface_id)


def verdicts(variant: Variant, products: tuple[WorkProduct, ...]) -> dict[str, str]:
    expectations = Expectations.of_variant(variant)
    own = [c for o in variant.scenario.expected_outputs for c in o.verification_criteria]
    criteria = [criterion for criterion in own if not criterion.is_voted]
    found = verify(criteria, Evidence.of(expectations, products))
    return {finding.criterion_id: finding.verdict for finding in found}


BEYOND_BASIC = {
    # Basic components draw no chart.
    "timeline_form", "chart_is_labelled", "forest_plot", "dashboard_chart",
    "subgroup_intervals_right",  # our page shows no whiskers beside the points
    "temperature_column",  # numbers.py reads no "-20 °C" in a cell yet
}  # fmt: skip
LONG_TEXTS_BY_COLUMN = {
    "claims_match_sources", "citations_dated", "withdrawn_figure_recorded",
    "replacing_figure_recorded",
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", shipped_scenarios())
def test_what_basic_components_show_is_verified_like_the_product_itself(
    name: str, way: str
) -> None:
    variant = instantiate(scenario(name), 1)
    shown = [shown_by(way, p, f"s{place}") for place, p in enumerate(variant.final_products)]

    reading = read_products(shown)

    assert reading.findings == ()
    beyond = BEYOND_BASIC | (LONG_TEXTS_BY_COLUMN if way == "columns" else set())
    found = verdicts(variant, reading.products)
    assert Counter(verdicts(variant, variant.final_products).values()) == {"passed": len(found)}
    # A text that is laid out otherwise may be one that code cannot tell: then the panel votes.
    told = {name: verdict for name, verdict in found.items() if verdict != "unverifiable"}
    assert {name for name, verdict in told.items() if verdict != "passed"} <= beyond
    assert len(told) >= len(found) - 1


def tile_in_card(page: Page, title: str, value: str, remark: str) -> None:
    texts = [page.text(title, "caption"), page.text(value, "h2"), page.text(remark)]
    page.top.append(page.add("Card", child=page.add("Column", children=texts)))


def tile_in_list(page: Page, title: str, value: str, remark: str) -> None:
    texts = [page.text(title), page.text(value), page.text(remark)]
    page.top.append(page.add("List", children=texts))


def tile_in_row(page: Page, title: str, value: str, remark: str) -> None:
    page.top.append(page.row([title, value, remark]))


def tile_in_line(page: Page, title: str, value: str, remark: str) -> None:
    page.say(f"- **{title}:** {value} ({remark})")


@pytest.mark.parametrize("seed", [1, 2, 4])
@pytest.mark.parametrize("tile", [tile_in_card, tile_in_list, tile_in_row, tile_in_line])
def test_a_remark_is_read_with_its_own_tile(tile: Callable[..., None], seed: int) -> None:
    variant = instantiate(scenario("optimization_solver"), seed)
    *others, dashboard = variant.final_products
    assert isinstance(dashboard, Dashboard)
    cases = [name.partition("|")[0].strip() for name in variant.truth["case_terms"]]
    right = next(w.text for w in dashboard.widgets if w.id == "worst_case")
    verdict = {}
    for case in (right, next(name for name in cases if name != right)):
        page = Page("rows")
        page.say(dashboard.title, "h1")
        for widget in dashboard.widgets:
            if widget.value is None:
                continue
            remark = case if widget.id == "worst_case" else "Q4 plan"
            value = written(Cell(value=widget.value, unit=widget.unit), None)
            tile(page, widget.title, value, remark)
        page.say("Logistics cost", "h3")
        page.table(["DC", "Cost"], [["Nashville", "$961,990"], ["Reno", "$0"]])
        shown = [*(shown_by("rows", p, f"s{i}") for i, p in enumerate(others)), page.snapshot("d")]
        found = verdicts(variant, read_products(shown).products)
        verdict[case] = found["worst_case_named"]

    assert verdict.pop(right) == "passed"
    assert set(verdict.values()) == {"failed"}


def test_a_wrong_figure_on_a_basic_surface_fails() -> None:
    variant = instantiate(scenario("financial_analyst"), 1)
    shown = [shown_by("template", p, f"s{i}") for i, p in enumerate(variant.final_products)]
    right = verdicts(variant, read_products(shown).products)
    rows = shown[0].data["table0"]
    wrong = [{**row, "v1": "$1.0M"} if row["v1"].startswith("$") else row for row in rows]
    data = {**shown[0].data, "table0": wrong}

    found = verdicts(
        variant,
        read_products([shown[0].model_copy(update={"data": data}), *shown[1:]]).products,
    )

    assert set(right.values()) == {"passed"}
    assert found["purchase_ev"] != "passed"
    assert found["ebitda_is_adjusted"] != "passed"
