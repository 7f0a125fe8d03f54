"""Just enough is sent to show a product, on a surface or in words."""

from modylbench.agents.reference.display import Display
from modylbench.agents.reference.text_only import MOST_TEXT, product_as_text
from modylbench.products.chart import Axis, Chart, Point, Series
from modylbench.products.code import Code, CodeFile
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.document import Document, Section
from modylbench.products.pointer import replace_at
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.state.surfaces import Surfaces

SHEET = Sheet(
    id="main",
    name="Main",
    columns=(Column(id="now", label="Now", unit="$M"), Column(id="then", label="Then")),
    rows=(
        Row(id="a", label="Price", cells={"now": Cell(value=180.0), "then": Cell(text="n/a")}),
        Row(id="b", label="Debt", cells={"now": Cell(value=97.5)}),
    ),
)
BOOK = Spreadsheet(id="book", title="The book", sheets=(SHEET,))
NOTE = Document(
    id="note", title="The note", sections=(Section(id="s", heading="Why", body="Because."),)
)


def test_each_product_is_a_group_and_only_what_changed_is_sent() -> None:
    display = Display()
    changed = replace_at(BOOK, "/sheets/main/rows/b/cells/now/value", 90.0)

    first = list(display.messages([BOOK, NOTE]))
    assert [len(group) for group in first] == [3, 3]
    assert not list(display.messages([BOOK, NOTE]))
    [[edit]] = display.messages([changed, NOTE])
    assert edit["updateDataModel"]["path"] == "/sheets/0/rows/1/cells/now"
    [[deletion]] = display.messages([changed])
    assert deletion["deleteSurface"] == {"surfaceId": "note"}

    surfaces = Surfaces()
    for message in [message for group in first for message in group] + [edit, deletion]:
        assert surfaces.take(message) == ()
    assert read_products(surfaces.snapshot()).products == (changed,)


def test_what_was_not_taken_since_somebody_cut_in_comes_the_next_time() -> None:
    display = Display()

    first = next(display.messages([BOOK, NOTE]))
    rest = list(display.messages([BOOK, NOTE]))

    assert [group[0]["createSurface"]["surfaceId"] for group in (first, *rest)] == ["book", "note"]


def test_a_sheet_in_words_has_its_labels_figures_and_units() -> None:
    assert product_as_text(BOOK).splitlines() == [
        "**The book**",
        "- Main, Price: Now 180 $M, Then n/a",
        "- Main, Debt: Now 97.5 $M",
    ]


def test_only_the_lines_that_changed_are_told_again() -> None:
    changed = replace_at(BOOK, "/sheets/main/rows/b/cells/now/value", 90.0)

    assert product_as_text(changed, BOOK).splitlines() == [
        "**The book**",
        "- Main, Debt: Now 90 $M",
    ]
    assert product_as_text(BOOK, BOOK) == ""


def test_every_kind_of_product_can_be_told() -> None:
    points = (Point(id="p", x="2027", y=57.5), Point(id="q", x="2028"))
    chart = Chart(
        id="c", title="Growth", chart_type="bar", y_axis=Axis(unit="$M"),
        series=(Series(id="s", label="Revenue", points=points),),
    )  # fmt: skip
    board = Dashboard(
        id="d", title="Board", notes=("A note.",),
        widgets=(
            Widget(id="w", title="IRR", value=0.25, unit="fraction"),
            Widget(id="t", title="T", table=SHEET),
            Widget(id="c", title="C", chart=chart),
        ),
    )  # fmt: skip
    code = Code(id="k", title="Code", files=(CodeFile(id="f", path="a.py", content="print(1)"),))

    assert "- Growth, Revenue: 2027 57.5 $M, 2028" in product_as_text(chart)
    assert "- IRR: 0.25 fraction" in product_as_text(board)
    assert "- Main, Debt: Now 97.5 $M" in product_as_text(board)
    assert "- A note." in product_as_text(board)
    assert "- `a.py`: print(1)" in product_as_text(code)
    assert "- Why: Because." in product_as_text(NOTE)


def test_a_long_product_is_cut_and_says_so() -> None:
    sections = tuple(
        Section(id=f"s{n}", heading=f"Heading {n}", body="word " * 1_000) for n in range(60)
    )
    long = Document(id="long", title="Long", sections=sections)
    narrow = Document(
        id="narrow", title="Narrow",
        sections=tuple(Section(id=f"s{n}", heading=f"H{n}") for n in range(60)),
    )  # fmt: skip

    assert len(product_as_text(long)) == MOST_TEXT
    assert product_as_text(narrow).endswith("- … and 20 more")
