"""A workbook is read as a person sees it, and a CSV file in any dialect."""

import io
import re
import zipfile
from datetime import date
from typing import Any

import openpyxl
import pytest
from openpyxl.chart import BarChart, LineChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting import rule as rules
from openpyxl.styles import Color, Font, GradientFill, PatternFill
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.numbers import NumberFormat

from modylbench.documents.reading import FileReading, products_in
from modylbench.documents.workbook.number_format import UNREAD, format_number
from modylbench.products.chart import Chart
from modylbench.products.dashboard import Dashboard
from modylbench.products.reading.grids import readings_of
from modylbench.products.spreadsheet import Sheet, Spreadsheet


def reading(book: Any, name: str = "model.xlsx") -> FileReading:
    out = io.BytesIO()
    book.save(out)
    return products_in(name, out.getvalue())


def workbook(rows: list[list[Any]], title: str = "Model") -> tuple[Any, Any]:
    book = openpyxl.Workbook()
    tab: Any = book.worksheets[0]
    tab.title = title
    for row, cells in enumerate(rows, start=1):
        for column, value in enumerate(cells, start=1):
            tab.cell(row, column, value)
    return book, tab


def sheets(found: FileReading) -> tuple[Sheet, ...]:
    (book,) = (product for product in found.products if isinstance(product, Spreadsheet))
    return book.sheets


def values(sheet: Sheet) -> dict[str, dict[str, Any]]:
    labels = {column.id: column.label for column in sheet.columns}
    return {
        row.label: {labels[name]: cell.value for name, cell in row.cells.items()}
        for row in sheet.rows
    }


def codes(found: FileReading) -> list[str]:
    return [finding.code for finding in found.findings]


@pytest.mark.parametrize(
    ("number", "code", "text"),
    [
        (0.2134, "0.0%", "21.3%"),
        (57_500_000, '$#,##0.0,,"M"', "$57.5M"),
        (4.5, '0.0"x"', "4.5x"),
        (4.5, "0.0x", "4.5x"),
        (1234.5, "#,##0", "1,235"),
        (-1234.5, "#,##0.0_);(#,##0.0)", "(1,234.5)"),
        (-3, "0.00", "-3.00"),
        (0, '#,##0;(#,##0);"-"', "-"),
        (12, "[$€-407] #,##0.00", "€ 12.00"),
        (7, "000", "007"),
        (0.5, "0.##", "0.5"),
        (5, ";;;", ""),
        (5, '"secret"', "secret"),
        (1500, '[>=1000]0.0,"K";0', "1.5K"),
        (12345, "0.00E+00", "1.23E+04"),
        (-0.04, "0.0", "0.0"),
        (2.675, "0.00", "2.68"),
        (3, "General", None),
    ],
)
def test_a_number_is_shown_as_its_format_says(number: float, code: str, text: str | None) -> None:
    assert format_number(number, code) == text


def test_title_notes_header_and_rows_are_told_apart() -> None:
    book, _ = workbook(
        [
            ["CloudSync LBO"], ["US$ in millions"], [],
            ["$M", "LTM", 2027, 2028],
            ["Revenue", 50, 57.5, 64.9],
            [],
            ["EBITDA", 15, 17.25, 19.4],
            [],
            ["Source: management"],
        ]
    )  # fmt: skip

    (sheet,) = sheets(reading(book))

    assert [column.label for column in sheet.columns] == ["LTM", "2027", "2028"]
    assert values(sheet)["EBITDA"] == {"LTM": 15, "2027": 17.25, "2028": 19.4}
    assert sheet.notes == ("CloudSync LBO", "US$ in millions", "$M", "Source: management")


def test_merged_headers_reach_over_their_columns() -> None:
    book, tab = workbook(
        [
            ["", "2026", None, "2027", None],
            ["Item", "Plan", "Actual", "Plan", "Actual"],
            ["Revenue", 1, 2, 3, 4],
        ]
    )
    tab.merge_cells("B1:C1")
    tab.merge_cells("D1:E1")

    (sheet,) = sheets(reading(book))

    assert values(sheet) == {
        "Revenue": {"2026 Plan": 1, "2026 Actual": 2, "2027 Plan": 3, "2027 Actual": 4}
    }


def test_tables_below_and_beside_each_other_are_sheets_of_their_own() -> None:
    book, _ = workbook(
        [
            ["Sources", None, None, "Uses"],
            ["Item", "Amount", None, "Item", "Amount"],
            ["Debt", 60, None, "Equity price", 90],
            ["Equity", 40, None, "Fees", 10],
            [],
            ["Returns"],
            ["Measure", "Base"],
            ["IRR", 0.2],
        ]
    )

    found = {sheet.name: values(sheet) for sheet in sheets(reading(book))}

    assert found == {
        "Model: Sources": {"Debt": {"Amount": 60}, "Equity": {"Amount": 40}},
        "Model: Uses": {"Equity price": {"Amount": 90}, "Fees": {"Amount": 10}},
        "Model: Returns": {"IRR": {"Base": 0.2}},
    }


def test_a_grid_of_numbers_is_headed_by_numbers() -> None:
    book, tab = workbook(
        [["Exit multiple", 0.13, 0.15], [10, 0.138, 0.154], [11, 0.167, 0.182]], "IRR"
    )
    for place in ("B1", "C1"):
        tab[place].number_format = "0%"
    for place in ("A2", "A3"):
        tab[place].number_format = '0.0"x"'

    (sheet,) = sheets(reading(book))

    assert values(sheet) == {
        "10.0x": {"13%": 0.138, "15%": 0.154},
        "11.0x": {"13%": 0.167, "15%": 0.182},
    }


def test_what_nobody_sees_is_not_read_and_is_said() -> None:
    book, tab = workbook(
        [["Item", "Shown", "Hidden"], ["a", 1, 7], ["b", 2, 8], ["c", 3, 9], ["d", 4, 10]]
    )
    tab.column_dimensions["C"].hidden = True
    tab.row_dimensions[3].hidden = True
    tab["B4"].font = Font(color="FFFFFFFF")
    tab["B5"].number_format = ";;;"
    book.create_sheet("Secret")["A1"] = 42
    book.worksheets[1].sheet_state = "hidden"

    found = reading(book)

    (sheet,) = sheets(found)
    assert values(sheet) == {"a": {"Shown": 1}}
    assert sheet.notes == ("Item", "c", "d")
    assert codes(found) == ["hidden_content"] * 5


def test_white_text_on_a_dark_ground_is_seen() -> None:
    book, tab = workbook([["Item", "Amount"], ["a", 1]])
    for place in ("A1", "B1"):
        tab[place].font = Font(color="FFFFFFFF")
        tab[place].fill = PatternFill("solid", fgColor="FF1F3864")

    found = reading(book)

    assert values(sheets(found)[0]) == {"a": {"Amount": 1}}
    assert codes(found) == []


CellIsRule: Any = rules.CellIsRule
FormulaRule: Any = rules.FormulaRule
IconSetRule: Any = rules.IconSetRule


def font(**how: Any) -> Any:
    return lambda tab: setattr(tab["A3"], "font", Font(**how))


def fill(colour: str, **how: Any) -> Any:
    def paint(tab: Any) -> None:
        tab["A3"].font = Font(**how)
        tab["A3"].fill = PatternFill("solid", fgColor=colour)

    return paint


def run_of_whites(tab: Any) -> None:
    tab["A3"].font = Font(color="FFFFFFFF")
    tab["A3"].fill = GradientFill(stop=("FFFFFFFF", "FFFAFAFA"))


def code(written: str) -> Any:
    return lambda tab: setattr(tab["A3"], "number_format", written)


def condition(rule: Any, where: str = "A3") -> Any:
    return lambda tab: tab.conditional_formatting.add(where, rule)


def height(points: float) -> Any:
    return lambda tab: setattr(tab.row_dimensions[3], "height", points)


def width(characters: float) -> Any:
    return lambda tab: setattr(tab.column_dimensions["A"], "width", characters)


def default(name: str, size: float) -> Any:
    return lambda tab: setattr(tab.sheet_format, name, size)


NO_TEXT = DifferentialStyle(numFmt=NumberFormat(numFmtId=200, formatCode=";;;"))
WAYS_TO_HIDE = {
    "a hidden row": lambda tab: setattr(tab.row_dimensions[3], "hidden", True),
    "a row of half a point": height(0.5),
    "a row of three points": height(3),
    "rows of half a point": default("defaultRowHeight", 0.5),
    "a hidden column": lambda tab: setattr(tab.column_dimensions["A"], "hidden", True),
    "a column of a tenth of a letter": width(0.1),
    "a column of half a letter": width(0.6),
    "columns of a tenth of a letter": default("defaultColWidth", 0.1),
    "columns of no letter": default("baseColWidth", 0),
    "type of one point": font(size=1),
    "white": font(color="FFFFFFFF"),
    "almost white": font(color="FFFDFDFD"),
    "white of the palette": font(color=Color(indexed=9)),
    "white of the theme": font(color=Color(theme=0)),
    "black of the theme made white": font(color=Color(theme=1, tint=0.99)),
    "white on almost white": fill("FFFEFEFE", color="FFFFFFFF"),
    "black on black": fill("FF000000"),
    "blue on blue": fill("FF1F3864", color="FF1F3964"),
    "white on a run of whites": run_of_whites,
    "a format without a text": code(";;;"),
    "a format in white": code("[White]General"),
    "a format in white for texts": code("0;0;0;[Color2]@"),
    "a condition to white": condition(FormulaRule(["TRUE"], font=Font(color="FFFFFFFF"))),
    "one on whole columns": condition(
        FormulaRule(["1"], font=Font(color="FFFFFFFF")), "A1:C1048576"
    ),
    "one on whole rows": condition(FormulaRule(["1"], font=Font(color="FFFFFFFF")), "A3:XFD4"),
    "a condition to black on black": condition(
        FormulaRule(["A1=B1"], fill=PatternFill(bgColor="FF000000"))
    ),
    "a condition to no text": condition(rules.Rule("expression", formula=["TRUE"], dxf=NO_TEXT)),
}


@pytest.mark.parametrize("how", WAYS_TO_HIDE.values(), ids=WAYS_TO_HIDE)
def test_a_text_that_nobody_sees_is_not_read_however_it_is_hidden(how: Any) -> None:
    book, tab = workbook([["Item", "Amount"], ["seen", 5], ["SENTINEL", 7]])
    assert "SENTINEL" in str(reading(book).products)

    how(tab)
    found = reading(book)

    assert "SENTINEL" not in str(found.products)
    assert set(codes(found)) == {"hidden_content"}


@pytest.mark.parametrize(
    "how",
    [
        font(color="FF808080"),
        font(color=Color(theme=4)),
        font(color=Color(indexed=64)),
        fill("FF1F3864", color=Color(theme=0)),
        fill("FFDDEBF7", color=Color(theme=1)),
        lambda tab: setattr(tab["A3"], "fill", PatternFill("gray125")),
        height(9),
        width(2),
        lambda tab: setattr(tab.sheet_format, "zeroHeight", True),
        code("0.0;[White]0.0"),
        code("[Red]@"),
        condition(FormulaRule(["TRUE"], font=Font(color="FF9C0006", bold=True))),
        condition(
            FormulaRule(["TRUE"], font=Font(color="FFFFFFFF"), fill=PatternFill(bgColor="FF1F3864"))
        ),
        condition(rules.Rule("containsErrors", dxf=DifferentialStyle(font=Font(color="FFFFFFFF")))),
    ],
)
def test_a_text_that_can_be_seen_is_read(how: Any) -> None:
    book, tab = workbook([["Item", "Amount"], ["seen", 5], ["SENTINEL", 7]])
    how(tab)

    found = reading(book)

    assert "SENTINEL" in str(found.products)
    assert codes(found) == []


def test_a_condition_hides_only_the_numbers_on_which_it_falls() -> None:
    book, tab = workbook([["Item", "Amount"], ["a", 0], ["b", 5], ["c", 6]])
    white = Font(color="FFFFFFFF")
    tab.conditional_formatting.add("B2:B4", CellIsRule("equal", ["0"], font=white))
    tab.conditional_formatting.add("B4", IconSetRule("3Arrows", "num", [1, 2, 3], showValue=False))

    found = reading(book)

    assert "'b': {'Amount': 5}" in str(values(sheets(found)[0]))
    assert "6" not in str(values(sheets(found)[0]))
    assert [finding.reason for finding in found.findings] == [
        "2 cells that a conditional format hides; not read"
    ]


@pytest.mark.parametrize(
    ("number", "written", "text"),
    [
        (180, '0"."0', None), (180, "0*9", None), (180, "# ?/?", None), (180, "[DBNum1]0", None),
        (180, "0" * 300, None), (-5, "yyyy", None),
        (180, "0!0", "1800"), (180, '"1"0', "1180"), (190, '"180.0"', "180.0"),
        (1.8, '0"80"', "280"), (180, "0[$9]", "1809"), (190, '@"7"', "1907"),
        (-180, "0;0", "180"),
    ],
)  # fmt: skip
def test_a_number_that_is_shown_as_another_is_never_read_alone(
    number: float, written: str, text: str | None
) -> None:
    book, tab = workbook([["Item", "Amount"], ["a", 1], ["b", number]])
    tab["B3"].number_format = written

    found = reading(book)

    cell = sheets(found)[0].rows[1].cells["amount"]
    assert cell.text == (UNREAD if text is None else text)
    assert len(readings_of(cell.value, cell.text)) == 2
    if number > 0:
        said = "number_format_not_read" if text is None else "number_format_adds_digits"
        assert codes(found) == [said]


def test_a_figure_of_a_dashboard_is_the_one_shown() -> None:
    book, tab = workbook([["Win rate", 190], ["Deals", 610]], "Dashboard")
    tab["B1"].number_format = '"180.0"'

    (page,) = reading(book, "q3.xlsx").products

    assert isinstance(page, Dashboard)
    assert {w.title: w.value for w in page.widgets} == {"Win rate": "180.0", "Deals": 610}


def test_a_text_is_shown_as_its_format_says() -> None:
    book, tab = workbook([["Item", "Amount"], ["a", "190"]])
    tab["B2"].number_format = '@"7"'

    assert values(sheets(reading(book))[0]) == {"a": {"Amount": "1907"}}


def test_formulas_dates_booleans_and_errors() -> None:
    book, tab = workbook(
        [
            ["Item", "Value"],
            ["Sum", "=1+1"],
            ["Day", date(2026, 12, 31)],
            ["Signed", True],
            ["Command", "=cmd|' /C calc'!A0"],
        ]
    )
    tab["B3"].number_format = "d mmm yyyy"
    tab["B2"].comment = Comment("look here", "me")

    found = reading(book)

    (sheet,) = sheets(found)
    assert values(sheet)["Day"] == {"Value": "31 Dec 2026"}
    assert values(sheet)["Signed"] == {"Value": True}
    assert sheet.rows[0].cells["value"].formula == "=1+1"
    assert values(sheet)["Sum"] == {"Value": 2}
    assert sorted(codes(found)) == [
        "comments_not_read", "formula_computed", "formula_without_value",
    ]  # fmt: skip


def test_a_chart_is_read_with_its_data() -> None:
    book, tab = workbook([["Year", "Revenue", "Costs"], ["2026", 10, 8], ["2027", 12, 9]], "Data")
    chart = LineChart()
    chart.add_data(
        Reference(tab, min_col=2, max_col=3, min_row=1, max_row=3), titles_from_data=True
    )
    chart.set_categories(Reference(tab, min_col=1, min_row=2, max_row=3))
    chart.title, chart.x_axis.title, chart.y_axis.title = "Growth", "Year", "US$ million"
    tab.add_chart(chart, "F2")

    found = reading(book, "growth.xlsx")

    drawn, data = found.products
    assert isinstance(drawn, Chart)
    assert (drawn.id, data.id) == ("growth", "growth_data")
    assert (drawn.chart_type, drawn.title) == ("line", "Growth")
    assert (drawn.x_axis.label, drawn.y_axis.label) == ("Year", "US$ million")
    assert {s.label: [(p.x, p.y) for p in s.points] for s in drawn.series} == {
        "Revenue": [("2026", 10), ("2027", 12)],
        "Costs": [("2026", 8), ("2027", 9)],
    }


def with_newer_chart(book: Any, series: str) -> bytes:
    """The workbook with its chart turned into one of Excel's newer kinds, as Excel writes them."""
    out = io.BytesIO()
    book.save(out)
    made = io.BytesIO()
    with zipfile.ZipFile(out) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            part = old.read(name).decode() if name.endswith((".xml", ".rels")) else old.read(name)
            if isinstance(part, str) and name == "xl/drawings/_rels/drawing1.xml.rels":
                part = part.replace(
                    "http://schemas.openxmlformats.org/officeDocument/2006/relationships/chart",
                    "http://schemas.microsoft.com/office/2014/relationships/chartEx",
                )
            elif isinstance(part, str) and name == "xl/drawings/drawing1.xml":
                frame = re.search(r"<(\w+:)?graphicFrame.*</(\w+:)?graphicFrame>", part, re.DOTALL)
                assert frame
                choice = (
                    '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/'
                    'markup-compatibility/2006"><mc:Choice Requires="cx1" xmlns:cx="http://schemas.'
                    'microsoft.com/office/drawing/2014/chartex"><graphicFrame>'
                    '<cx:chart xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/'
                    'relationships" r:id="rId1"/></graphicFrame></mc:Choice><mc:Fallback><sp/>'
                    "</mc:Fallback></mc:AlternateContent>"
                )
                part = part.replace(frame[0], choice)
            elif name == "xl/charts/chart1.xml":
                part = (
                    '<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/'
                    f'chartex"><cx:chart><cx:plotArea>{series}</cx:plotArea></cx:chart>'
                    "</cx:chartSpace>"
                )
            new.writestr(name, part)
    return made.getvalue()


@pytest.mark.parametrize(
    ("series", "said"),
    [
        ('<cx:series layoutId="waterfall"/>', "waterfall"),
        ('<cx:series layoutId="funnel"/><cx:series layoutId="funnel"/>', "funnel"),
        ("", "unknown"),
        ("<broken", "not well-formed"),
    ],
)
def test_a_chart_of_a_newer_kind_is_said_to_be_left_out(series: str, said: str) -> None:
    book, tab = workbook([["Year", "Revenue"], ["2026", 10], ["2027", 12]], "Data")
    chart = BarChart()
    chart.add_data(Reference(tab, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    tab.add_chart(chart, "F2")

    found = products_in("a.xlsx", with_newer_chart(book, series))

    assert codes(found) == ["chart_not_read"]
    assert said in found.findings[0].reason
    assert values(sheets(found)[0])["2027"] == {"Revenue": 12}


def test_a_chart_that_is_not_in_the_file_is_said() -> None:
    book, tab = workbook([["Year", "Revenue"], ["2026", 10], ["2027", 12]], "Data")
    tab.add_chart(BarChart(), "F2")
    out, made = io.BytesIO(), io.BytesIO()
    book.save(out)
    with zipfile.ZipFile(out) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            is_tie = name == "xl/drawings/_rels/drawing1.xml.rels"
            new.writestr(name, old.read(name).replace(b"rId1", b"gone" if is_tie else b"rId1"))

    assert codes(products_in("a.xlsx", made.getvalue())) == ["chart_not_read"]


def test_a_chart_beside_a_model_leaves_the_model_its_name() -> None:
    rows: list[list[Any]] = [["Item", "A", "B", "C"], *([f"r{i}", i, i, i] for i in range(1, 9))]
    book, tab = workbook(rows)
    chart = BarChart()
    chart.add_data(Reference(tab, min_col=2, min_row=1, max_row=4), titles_from_data=True)
    tab.add_chart(chart, "H2")

    found = reading(book)

    assert {product.id: product.kind for product in found.products} == {
        "model": "spreadsheet",
        "model_2": "chart",
    }


def test_a_workbook_called_dashboard_is_one() -> None:
    book, tab = workbook(
        [
            ["Q3 review"], [],
            ["Win rate", 0.264], ["Deals", 610], [],
            ["Actions"], ["- Set targets by segment."], ["- Look at the weakest stage."],
        ],
        "Dashboard",
    )  # fmt: skip
    tab["B3"].number_format = "0.0%"

    (page,) = reading(book, "q3.xlsx").products

    assert isinstance(page, Dashboard)
    figures = {widget.title: (widget.value, widget.unit) for widget in page.widgets if widget.value}
    assert figures == {"Win rate": (26.4, "%"), "Deals": (610, None)}
    assert {w.title: w.text for w in page.widgets}["Actions"].startswith("- Set targets")


@pytest.mark.parametrize(
    ("content", "number"),
    [
        (b"Item,Amount\nRevenue,\"1,234.50\"\n", 1234.5),
        (b"Item;Amount\nRevenue;1.234,50\n", 1234.5),
        (b"Item\tAmount\nRevenue\t1234.5\n", 1234.5),
        (b"Item|Amount\nRevenue|1234.5\n", 1234.5),
        ("\ufeffItem,Amount\nRevenue,1234.5\n".encode(), 1234.5),
        ("Item,Amount\nRevenue,1234.5\n".encode("utf-16"), 1234.5),
        ("Item,Amount\nRevenue,1234.5\n".encode("utf-16-le"), 1234.5),
        ("Item,Betrag\nRevenue,1234.5\nGebühr,1\n".encode("cp1252"), 1234.5),
    ],
)  # fmt: skip
def test_a_csv_file_is_read_in_any_dialect(content: bytes, number: float) -> None:
    (sheet,) = sheets(products_in("data.csv", content))

    assert next(iter(values(sheet)["Revenue"].values())) == number


def test_ragged_rows_are_read_as_far_as_they_go() -> None:
    found = products_in("a.csv", b"Item,2026,2027\nRevenue,1,2\nCosts,3\nOther,4,5,6\n")

    assert values(sheets(found)[0])["Costs"] == {"2026": 3}
    assert values(sheets(found)[0])["Other"] == {"2026": 4, "2027": 5, "": 6}
    assert codes(found) == ["ragged_rows", "ragged_rows"]
