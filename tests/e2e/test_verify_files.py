"""An agent without A2UI is scored by the files that people's tools write.

Every product of the six oracles is written as a file, by libraries that the reader does not share,
and read back; then the scenario's criteria are checked.
"""

import csv
import io
import itertools
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pytest
from openpyxl.chart import BarChart, LineChart, Reference, ScatterChart
from openpyxl.chart import Series as DrawnSeries
from openpyxl.chart.data_source import NumDataSource, NumRef
from openpyxl.chart.error_bar import ErrorBars
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from reportlab.lib import colors  # type: ignore[import-untyped]  # has no types
from reportlab.lib.styles import getSampleStyleSheet  # type: ignore[import-untyped]
from reportlab.platypus import (  # type: ignore[import-untyped]
    ListFlowable,
    ListItem,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
)
from tests.staging.commands import try_command
from tests.staging.findings import findings_of

from modylbench.documents.reading import join_readings, products_in
from modylbench.products.document import Document, Section
from modylbench.products.work_product import as_json
from modylbench.scenarios import catalogue
from modylbench.scenarios.variant import Variant, instantiate

BY_FORMAT = (None, "%", "$", "$M", "x")
"""Units that a number format shows; any other stands behind the header."""


def places(number: float) -> int:
    return len(repr(float(number)).partition(".")[2].rstrip("0"))


def formatted(value: Any, unit: str | None, text: str | None) -> tuple[Any, str | None]:
    """A value and the number format that a person gives it."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return value, None
    decimals = len(text.partition(".")[2]) if text else places(value)
    point = f".{'0' * decimals}" if decimals else ""
    scales = {"%": 0.01, "$M": 1e6}
    codes = {
        "%": f"0{point}%",
        "x": f'0{point}"x"',
        "$M": f'$#,##0{point},,"M"',
        "$": f"$#,##0{'.00' if decimals else ''}",
    }
    if text or unit not in codes:
        return value, f"0{point}" if text else None
    return (round(value * scales[unit], 12) if unit in scales else value), codes[unit]


def shown(value: Any, unit: str | None, text: str | None = None) -> str:
    """A value as a person writes it."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "" if value is None else str(value)
    number = f"{value:,.{places(value)}f}"
    forms = {
        "%": f"{number}%",
        "x": f"{number}x",
        "$M": f"${number}M",
        "$": f"${value:,.{2 if places(value) else 0}f}",
    }
    return text or forms.get(unit or "", number)


def header(column: Any) -> str:
    named = column.unit in BY_FORMAT or column.unit in column.label
    return str(column.label) if named else f"{column.label} ({column.unit})"


def put(cells: Any, row: int, column: int, value: Any, code: str | None = None) -> None:
    cell = cells.cell(row, column, value)
    if code:
        cell.number_format = code


def put_table(tab: Any, sheet: Any, row: int, column: int) -> int:
    for place, each in enumerate(sheet.columns, start=1):
        tab.cell(row, column + place, header(each)).font = Font(bold=True)
    for line in sheet.rows:
        row += 1
        tab.cell(row, column, line.label)
        for place, each in enumerate(sheet.columns, start=1):
            cell = line.cells.get(each.id)
            if cell is not None and cell.value is not None:
                unit = cell.unit or line.unit or each.unit
                put(tab, row, column + place, *formatted(cell.value, unit, cell.text))
    return row + 1


def put_chart(tab: Any, chart: Any, row: int = 1) -> int:
    """The chart's data and the chart."""
    unit = chart.y_axis.unit
    for down, line in enumerate(chart_rows(chart)):
        for across, value in enumerate(line):
            if value is not None:
                is_number = down and across
                code = formatted(value, unit, None) if is_number else (value, None)
                put(tab, row + down, 1 + across, *code)
    last = row + len(chart_rows(chart)) - 1
    names = Reference(tab, min_col=1, min_row=row + 1, max_row=last)
    drawn: Any = {"scatter": ScatterChart, "line": LineChart}.get(chart.chart_type, BarChart)()
    for place in range(len(chart.series)):
        values = Reference(tab, min_col=2 + place, min_row=row, max_row=last)
        if chart.chart_type == "scatter":
            drawn.series.append(DrawnSeries(values, names, title_from_data=True))
        else:
            drawn.add_data(values, titles_from_data=True)
            drawn.set_categories(names)
    if chart.chart_type == "forest":
        put_intervals(tab, chart, drawn, row)
    label = f"{chart.y_axis.label} ({unit})" if unit else chart.y_axis.label
    drawn.title, drawn.x_axis.title, drawn.y_axis.title = chart.title, chart.x_axis.label, label
    tab.add_chart(drawn, "H2")
    return last + 3


def put_intervals(tab: Any, chart: Any, drawn: Any, row: int) -> None:
    points = chart.series[0].points
    for down, point in enumerate(points, start=1):
        tab.cell(row + down, 3, round(point.y - point.low, 6))
        tab.cell(row + down, 4, round(point.high - point.y, 6))

    def lengths(column: int) -> NumDataSource:
        letter = get_column_letter(column)
        cells = f"'{tab.title}'!${letter}${row + 1}:${letter}${row + len(points)}"
        return NumDataSource(numRef=NumRef(f=cells))

    drawn.type = "bar"
    drawn.series[0].errBars = ErrorBars(
        errBarType="both", errValType="cust", plus=lengths(4), minus=lengths(3)
    )


def chart_rows(chart: Any) -> list[list[Any]]:
    names = list(dict.fromkeys(point.x for series in chart.series for point in series.points))
    found = {(s.id, point.x): point.y for s in chart.series for point in s.points}
    return [
        [chart.x_axis.label, *(series.label for series in chart.series)],
        *([name, *(found.get((series.id, name)) for series in chart.series)] for name in names),
    ]


def saved(book: Any) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def xlsx_spreadsheet(product: Any) -> bytes:
    """A worksheet a sheet, with a title, notes and a bold header."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    book.properties.title = product.title
    for sheet in product.sheets:
        tab = book.create_sheet(re.sub(r"[\[\]:*?/\\]", " ", sheet.name)[:31])
        for row, line in enumerate([sheet.name, *sheet.notes], start=1):
            tab.cell(row, 1, line)
        put_table(tab, sheet, len(sheet.notes) + 3, 1)
    return saved(book)


def xlsx_on_one_tab(product: Any, *, beside: bool) -> bytes:
    """All tables on one worksheet, below or beside each other."""
    book = openpyxl.Workbook()
    tab: Any = book.worksheets[0]
    tab.title, tab["B1"] = "Model", product.title
    row, column = 3, 2
    for sheet in product.sheets:
        for down, line in enumerate([sheet.name, *sheet.notes]):
            tab.cell(row + down, column, line)
        end = put_table(tab, sheet, row + 1 + len(sheet.notes), column)
        row, column = (row, column + len(sheet.columns) + 2) if beside else (end + 1, column)
    return saved(book)


def xlsx_dashboard(product: Any) -> bytes:
    """Key figures above, then tables and texts; the charts with their data behind it."""
    book = openpyxl.Workbook()
    tab: Any = book.worksheets[0]
    tab.title, tab["A1"] = "Dashboard", product.title
    row, behind = 3, 1
    for widget in product.widgets:
        if widget.value is not None:
            mute = widget.unit in BY_FORMAT
            tab.cell(row, 1, widget.title if mute else f"{widget.title} ({widget.unit})")
            put(tab, row, 2, *formatted(widget.value, widget.unit, None))
            tab.cell(row, 3, widget.text or None)
            row += 1
    data: Any = book.create_sheet("Chart data")
    for widget in product.widgets:
        row += 1
        if widget.table is not None:
            tab.cell(row, 1, widget.title)
            row = put_table(tab, widget.table, row + 1, 1)
        elif widget.chart is not None:
            behind = put_chart(data, widget.chart, behind)
        elif widget.value is None:
            for line in (widget.title, *widget.text.split("\n")):
                tab.cell(row, 1, line)
                row += 1
    return saved(book)


def with_formulas(content: bytes) -> tuple[bytes, int]:
    """The workbook with a formula for every number that others give, as openpyxl writes it.

    A formula has no stored result. A number is written as the sum of what stands above it, or as
    a sum, difference, product or quotient of two others of its column; how many are is returned.
    """
    book = openpyxl.load_workbook(io.BytesIO(content))
    count = 0
    for tab in book.worksheets:
        for column in range(2, tab.max_column + 1):
            above: list[Any] = []
            for row in range(1, tab.max_row + 1):
                cell: Any = tab.cell(row, column)
                if not isinstance(cell.value, int | float) or isinstance(cell.value, bool):
                    continue
                number, formula = cell.value, derived(cell.value, above)
                above.append((cell.coordinate, row, number))
                if formula and number:
                    cell.value = formula
                    count += 1
    return saved(book), count


def derived(number: float, above: list[Any]) -> str | None:
    """A formula over cells above that comes to the number."""
    for first in range(len(above) - 2, -1, -1):
        block = above[first:]
        is_closed = block[-1][1] - block[0][1] == len(block) - 1
        if is_closed and math.isclose(math.fsum(v for _, _, v in block), number, rel_tol=1e-12):
            return f"=SUM({block[0][0]}:{block[-1][0]})"
    for (left, _, a), (right, _, b) in itertools.permutations(above[-12:], 2):
        results = {"+": a + b, "-": a - b, "*": a * b, "/": a / b if b else None}
        for sign, value in results.items():
            if value is not None and math.isclose(value, number, rel_tol=1e-12):
                return f"={left}{sign}{right}"
    return None


def xlsx_chart(chart: Any) -> bytes:
    book = openpyxl.Workbook()
    tab: Any = book.worksheets[0]
    row = put_chart(tab, chart)
    for note in chart.notes:
        tab.cell(row, 1, note)
    return saved(book)


def texts(sheet: Any) -> list[list[str]]:
    rows = [["", *(header(column) for column in sheet.columns)]]
    for row in sheet.rows:
        cells = [(row.cells.get(column.id), column) for column in sheet.columns]
        rows.append(
            [
                row.label,
                *(
                    shown(c.value, c.unit or row.unit or k.unit, c.text) if c else ""
                    for c, k in cells
                ),
            ]
        )
    return rows


def csv_of(rows: Iterable[Iterable[object]]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()


def csv_spreadsheet(product: Any) -> bytes:
    """The tables below each other, each under its name and notes."""
    return csv_of(
        row
        for sheet in product.sheets
        for row in ([sheet.name], *([note] for note in sheet.notes), [], *texts(sheet), [])
    )


def csv_chart(chart: Any) -> bytes:
    unit = f" ({chart.y_axis.unit})" if chart.y_axis.unit else ""
    above = [chart.title, f"{chart.y_axis.label}{unit}", *chart.notes]
    return csv_of([*([line] for line in above), [], *chart_rows(chart)])


def markdown_table(rows: list[list[str]]) -> str:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], f"|{' --- |' * len(rows[0])}", *lines[1:]])


def sources(document: Document) -> list[str]:
    return [f"[{c.id}] {c.title}. {c.publisher}, {c.date}. {c.url}" for c in document.citations]


def md_document(document: Document) -> bytes:
    parts = [f"# {document.title}"]
    parts += [f"{'#' * (s.level + 1)} {s.heading}\n\n{s.body}" for s in document.sections]
    if document.citations:
        parts += ["## Sources", *(f"- {line}" for line in sources(document))]
    return "\n\n".join(parts).encode()


def md_dashboard(product: Any) -> bytes:
    parts = [f"# {product.title}", *product.notes]
    for widget in product.widgets:
        parts.append(f"## {widget.title}")
        if widget.value is not None:
            unit = "" if widget.unit in BY_FORMAT else f" {widget.unit}"
            caption = f" ({widget.text})" if widget.text else ""
            parts.append(f"{widget.title}: **{shown(widget.value, widget.unit)}**{unit}{caption}")
        elif widget.text:
            parts.append(widget.text)
        if widget.table:
            parts.append(markdown_table(texts(widget.table)))
        if widget.chart:
            head, *rows = chart_rows(widget.chart)
            unit = widget.chart.y_axis.unit
            said = [[str(row[0]), *(shown(value, unit) for value in row[1:])] for row in rows]
            parts.append(markdown_table([head, *said]))
    return "\n\n".join(parts).encode()


def pieces(body: str) -> Iterator[tuple[str, Any]]:
    """The tables, list items and paragraphs of a Markdown text."""
    rows: list[list[str]] = []
    for line in [*body.split("\n"), ""]:
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            rows += [] if all(re.fullmatch(":?-+:?", cell) for cell in cells) else [cells]
            continue
        if rows:
            yield "table", rows
            rows = []
        if line.strip():
            yield ("item", line[2:]) if line.startswith("- ") else ("text", line)


def docx_document(document: Document) -> bytes:
    file = docx.Document()
    file.add_heading(document.title, 0)
    for section in document.sections:
        file.add_heading(section.heading, section.level)
        for kind, said in pieces(section.body):
            if kind == "table":
                table = file.add_table(rows=len(said), cols=len(said[0]), style="Table Grid")
                for row, cells in enumerate(said):
                    for column, text in enumerate(cells):
                        table.cell(row, column).text = text
            else:
                file.add_paragraph(said, style="List Bullet" if kind == "item" else None)
    if document.citations:
        file.add_heading("Sources", 1)
        for line in sources(document):
            file.add_paragraph(line)
    return saved(file)


RULED = [
    ("GRID", (0, 0), (-1, -1), 0.5, colors.grey),
    ("BACKGROUND", (0, 0), (-1, 0), colors.darkblue),
    ("TEXTCOLOR", (0, 0), (-1, 0), colors.white),
]
PLAIN = [("LINEBELOW", (0, 0), (-1, 0), 1, colors.black)]


def pdf_document(document: Document, *, style: list[Any], size: tuple[int, int]) -> bytes:
    looks = getSampleStyleSheet()

    def paragraph(text: str, look: str = "BodyText") -> Any:
        escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return Paragraph(escaped, looks[look])

    story: list[Any] = [paragraph(document.title, "Title")]
    for section in document.sections:
        story.append(paragraph(section.heading, f"Heading{section.level}"))
        for kind, said in pieces(section.body):
            if kind == "table":
                small = ("FONTSIZE", (0, 0), (-1, -1), 8)
                story += [Table(said, style=[small, *style], repeatRows=1), Spacer(1, 6)]
            elif kind == "item":
                story.append(ListFlowable([ListItem(paragraph(said))], bulletType="bullet"))
            else:
                story.append(paragraph(said))
    if document.citations:
        story += [paragraph("Sources", "Heading1"), *map(paragraph, sources(document))]
    out = io.BytesIO()
    SimpleDocTemplate(out, pagesize=size, title=document.title, invariant=1).build(story)
    return out.getvalue()


def as_document(product: Any) -> Document:
    """A spreadsheet as somebody puts it into a document: a section a sheet."""
    return Document(
        id=product.id,
        title=product.title,
        sections=tuple(
            Section(
                id=sheet.id,
                heading=sheet.name,
                body="\n\n".join([*sheet.notes, markdown_table(texts(sheet))]),
            )
            for sheet in product.sheets
        ),
    )


PORTRAIT, WIDE = (595, 842), (1400, 900)
Writers = dict[str, Callable[[Any], bytes]]
WAYS: dict[str, tuple[str, Writers]] = {
    "xlsx": (
        "xlsx",
        {"spreadsheet": xlsx_spreadsheet, "dashboard": xlsx_dashboard, "chart": xlsx_chart},
    ),
    "xlsx, tables below each other": (
        "xlsx",
        {"spreadsheet": lambda p: xlsx_on_one_tab(p, beside=False)},
    ),
    "xlsx, tables beside each other": (
        "xlsx",
        {"spreadsheet": lambda p: xlsx_on_one_tab(p, beside=True)},
    ),
    "csv": ("csv", {"spreadsheet": csv_spreadsheet, "chart": csv_chart}),
    "docx": ("docx", {"document": docx_document}),
    "docx of tables": ("docx", {"spreadsheet": lambda p: docx_document(as_document(p))}),
    "md": ("md", {"document": md_document, "dashboard": md_dashboard}),
    "md of tables": ("md", {"spreadsheet": lambda p: md_document(as_document(p))}),
    "pdf, ruled tables": (
        "pdf",
        {"document": lambda p: pdf_document(p, style=RULED, size=PORTRAIT)},
    ),
    "pdf, aligned tables": (
        "pdf",
        {"document": lambda p: pdf_document(p, style=PLAIN, size=PORTRAIT)},
    ),
    "pdf of ruled tables": (
        "pdf",
        {"spreadsheet": lambda p: pdf_document(as_document(p), style=RULED, size=WIDE)},
    ),
    "pdf of aligned tables": (
        "pdf",
        {"spreadsheet": lambda p: pdf_document(as_document(p), style=PLAIN, size=WIDE)},
    ),
}
CANNOT_BE_SHOWN = {
    "csv": {
        "deep_researcher": {"timeline_form"},
        "scientist": {"forest_plot", "subgroup_intervals_right"},
        "business_analyst": {"chart_is_labelled"},
    },
    "md": {
        "optimization_solver": {"chart_is_labelled"},
        "business_analyst": {"dashboard_chart"},
    },
}
"""A CSV or Markdown file holds no chart: its type, its axes, its bars."""


@cache
def variant_of(name: str, seed: int) -> Variant:
    return instantiate(catalogue.scenario(name), seed)


def passed(variant: Variant, products: Iterable[Any]) -> set[str]:
    return {found.criterion_id for found in findings_of(variant, products) if found.passed}


def written(variant: Variant, way: str) -> dict[str, bytes]:
    ending, writers = WAYS[way]
    return {
        f"{product.id}.{ending}": writers[product.kind](product)
        for product in variant.final_products
        if product.kind in writers
    }


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", catalogue.ORDER)
def test_what_passes_as_a_product_passes_as_a_file(name: str, way: str) -> None:
    variant = variant_of(name, 4)
    files = written(variant, way)
    if not files:
        pytest.skip("the scenario asks for no product that is written this way")
    kinds = WAYS[way][1]
    others = [product for product in variant.final_products if product.kind not in kinds]

    read = join_readings(products_in(file, content) for file, content in files.items())

    lost = passed(variant, variant.final_products) - passed(variant, [*others, *read.products])
    assert lost == CANNOT_BE_SHOWN.get(way, {}).get(name, set())
    assert {found.code for found in read.findings} == set()


@pytest.mark.parametrize("name", catalogue.ORDER)
def test_formulas_without_results_pass_as_their_numbers_do(name: str) -> None:
    variant = variant_of(name, 4)
    writers: Writers = {
        "spreadsheet": xlsx_spreadsheet, "dashboard": xlsx_dashboard, "chart": xlsx_chart,
    }  # fmt: skip
    made = {
        f"{product.id}.xlsx": with_formulas(writers[product.kind](product))
        for product in variant.final_products
        if product.kind in writers
    }
    if not sum(count for _, count in made.values()):
        pytest.skip("the scenario asks for no number that others give")
    others = [product for product in variant.final_products if product.kind not in writers]

    read = join_readings(products_in(file, content) for file, (content, _) in made.items())

    assert passed(variant, [*others, *read.products]) == passed(variant, variant.final_products)
    assert {found.code for found in read.findings} == {"formula_computed"}


@pytest.mark.parametrize("way", ["xlsx", "csv", "docx", "md", "pdf, ruled tables"])
def test_the_answers_to_another_seed_do_not_pass(way: str) -> None:
    right, wrong = variant_of("financial_analyst", 4), variant_of("financial_analyst", 5)
    kinds = WAYS[way][1]
    others = [product for product in right.final_products if product.kind not in kinds]

    read = join_readings(products_in(file, data) for file, data in written(wrong, way).items())

    assert passed(right, [*others, *read.products]) < passed(right, right.final_products)


def handed_in(folder: Path) -> list[Path]:
    """The files of the LBO under names of the agent's own: a workbook, a CSV and a PDF."""
    variant = variant_of("financial_analyst", 4)
    names = {"xlsx": "lbo_model.xlsx", "csv": "irr_sensitivity.csv", "pdf": "ic_tear_sheet.pdf"}
    own = {"xlsx": "CloudSync LBO model v3.xlsx", "csv": "irr_sensitivity.csv", "pdf": "Memo.pdf"}
    paths = []
    for way in ("xlsx", "csv", "pdf, ruled tables"):
        ending = WAYS[way][0]
        path = folder / own[ending]
        path.write_bytes(written(variant, way)[names[ending]])
        paths.append(path)
    return paths


def test_verify_takes_several_files_and_knows_them_by_their_titles(tmp_path: Path) -> None:
    paths = handed_in(tmp_path)

    result = try_command("verify", "--scenario", "financial_analyst", "--seed", 4, "--json", *paths)

    report = json.loads(result.stdout)
    assert result.returncode == 0, report
    assert report["passed"] == report["criteria"]
    assert [Path(file["file"]).name for file in report["files"]] == [path.name for path in paths]
    assert [file["products"][0]["kind"] for file in report["files"]] == [
        "spreadsheet", "spreadsheet", "document",
    ]  # fmt: skip


def test_verify_takes_a_folder(tmp_path: Path) -> None:
    handed_in(tmp_path)

    result = try_command("verify", "--scenario", "financial_analyst", "--seed", 4, tmp_path)

    assert result.returncode == 0, result.stdout


def test_a_file_that_an_agent_broke_is_said_and_the_others_are_checked(tmp_path: Path) -> None:
    workbook, table, memo = handed_in(tmp_path)
    memo.write_bytes(memo.read_bytes()[:2_000])

    result = try_command(
        "verify", "--scenario", "financial_analyst", "--seed", 4, workbook, table, memo
    )

    assert result.returncode == 1
    first = result.stdout.splitlines()[0]
    assert first.startswith("error")
    assert "Memo.pdf" in first
    assert "file_broken" in first
    assert re.search(r"^passed +diluted_return", result.stdout, re.MULTILINE)


def test_a_product_of_another_kind_is_read_and_said(tmp_path: Path) -> None:
    memo = tmp_path / "lbo_model.md"
    memo.write_text("# LBO model\n\nEntry EV is $500.0M.", encoding="utf-8")

    result = try_command("verify", "--scenario", "financial_analyst", memo)

    assert result.returncode == 1
    said = "error        other_kind: 'lbo_model' is a document, expected a spreadsheet"
    assert result.stdout.startswith(said)


def test_our_own_json_goes_with_other_files(tmp_path: Path) -> None:
    workbook, table, _ = handed_in(tmp_path)
    memo = tmp_path / "memo.json"
    variant = variant_of("financial_analyst", 4)
    documents = [product for product in variant.final_products if product.kind == "document"]
    memo.write_text(json.dumps(as_json(documents)), encoding="utf-8")

    result = try_command(
        "verify", "--scenario", "financial_analyst", "--seed", 4, workbook, table, memo
    )

    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    "name", ["absent.xlsx", "absent.pdf", "absent", "folder"], ids=lambda name: name
)
def test_a_file_that_is_not_there_is_one_line(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()

    result = try_command("verify", "--scenario", "financial_analyst", tmp_path / name)

    assert result.returncode == 2
    assert result.stderr.startswith("modylbench: ")
    assert result.stderr.strip().count("\n") == 0


def test_a_stream_of_a2ui_messages_is_verified_by_what_it_shows(tmp_path: Path) -> None:
    from modylbench.surfaces.showing import messages_for

    products = instantiate(catalogue.scenario("financial_analyst"), 1).final_products
    messages = [message for product in products for message in messages_for(product, product.id)]
    stream = tmp_path / "agent.jsonl"
    stream.write_text("\n".join(map(json.dumps, messages)), encoding="utf-8")

    for seed, code in ((1, 0), (2, 1)):
        arguments = ["verify", "--scenario", "financial_analyst", "--seed", str(seed), str(stream)]
        result = try_command(*arguments)
        assert result.returncode == code, result.stdout + result.stderr
