"""Tables laid out as reviewers, engineers and storytellers do are read, and nothing else passes."""

import io
import math
from collections.abc import Sequence
from typing import Any

import openpyxl
import pytest

from modylbench.documents.reading import products_in
from modylbench.products.dashboard import Dashboard
from modylbench.products.finding.find import (
    Ambiguous,
    FoundNumber,
    Missing,
    find_number,
    find_table,
)
from modylbench.products.quantities.labels import label_words
from modylbench.products.quantities.quantity import NumberSought, TableSought
from modylbench.products.reading.index import Index, index
from modylbench.products.reading.set_aside import names_set_aside

FLOUR = NumberSought(id="flour", product="p", labels=(("Flour used",), ("Spring",)), unit="count")
WAGES = NumberSought(id="wages", product="p", labels=(("Wages",), ("Spring",)), unit="$")
LOAVES = TableSought(
    id="loaves", product="p", roles={"shop": ("Harbour", "Station"), "kind": ("Rye", "Spelt")}
)
DENSITY = TableSought(
    id="density",
    product="p",
    roles={"maker": ("Orsa", "Vik"), "metric": ("specific energy | specific energy (Wh/kg)",)},
)
COLDEST = TableSought(
    id="coldest",
    product="p",
    roles={"maker": ("Orsa", "Vik"), "metric": ("lowest temperature | lowest temperature c",)},
)
BAKERY = "Flour used,41,44\nWages,910,870\nOven hours,66,61\n"


def workbook(rows: Sequence[Sequence[object]], title: str) -> Any:
    book = openpyxl.Workbook()
    tab: Any = book.worksheets[0]
    tab.title = title
    for row in rows:
        tab.append(row)
    return book


def products(book: Any, name: str = "model.xlsx") -> list[Any]:
    out = io.BytesIO()
    book.save(out)
    return list(products_in(name, out.getvalue()).products)


def indexes(text: str, name: str = "bakery.csv") -> list[Index]:
    return [index(product) for product in products_in(name, text.encode()).products]


def number(text: str, sought: NumberSought = FLOUR) -> float | str:
    """The number read, or what stands in its way."""
    found = find_number(sought, indexes(text))
    return found.measure.number if isinstance(found, FoundNumber) else type(found).__name__


def table(text: str, sought: TableSought) -> dict[tuple[str, ...], float]:
    return {key: n.measure.number for key, n in find_table(sought, indexes(text)).numbers.items()}


@pytest.mark.parametrize("references", [("K1", "K2", "K3"), ("2.1", "2.2", "2.3"), ("1", "2", "3")])
@pytest.mark.parametrize("header", ["Ref", "", "W/P ref."])
def test_a_reference_in_front_names_no_row(references: tuple[str, ...], header: str) -> None:
    rows = [f"{r},{row}" for r, row in zip(references, BAKERY.splitlines(), strict=True)]
    text = "\n".join([f"{header},Item,Spring,Autumn", *rows])

    assert number(text) == 41
    assert number(text, WAGES) == 910


def test_a_code_beside_a_status_is_a_name() -> None:
    text = "Oven,Status,Loaves\nOV1,running,310\nOV2,running,290\nOV3,cold,0\n"
    sought = NumberSought(id="ov2", product="p", labels=(("OV2",), ("Loaves",)), unit="count")

    assert number(text, sought) == 290


@pytest.mark.parametrize("mark", ["(c) {}", "3. {}", "ii) {}", "B. {}", "{} (2)", "{}[1]"])
def test_numbers_of_rows_and_footnotes_are_no_part_of_a_name(mark: str) -> None:
    assert label_words(mark.format("Flour used")).words == ("flour", "used")
    assert label_words(mark.format("oven_rent_usd_k")) == label_words("oven_rent_usd_k")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("2.5 mg arm", ("2.5", "mg", "arm")),
        ("24-h wages", ("24", "h", "wage")),
        ("Line 3", ("line", "3")),
    ],
)
def test_a_number_that_is_part_of_a_name_stays(name: str, words: tuple[str, ...]) -> None:
    assert label_words(name).words == words


def test_a_blank_row_below_the_headers_parts_nothing() -> None:
    text = f"Bakery plan,,\n\nItem,Spring,Autumn\n\n{BAKERY}"

    assert number(text) == 41


def test_a_blank_column_behind_the_labels_parts_nothing() -> None:
    rows: list[list[Any]] = [
        ["Shop", None, "State", "Rye", "Spelt"],
        ["Harbour", None, "open", 5, 7],
    ]
    book = workbook([*rows, ["Station", None, "shut", 2, 3]], "Shops")
    found = find_table(LOAVES, [index(p) for p in products(book)])

    assert {k: n.measure.number for k, n in found.numbers.items()} == {
        ("Harbour", "Rye"): 5, ("Harbour", "Spelt"): 7,
        ("Station", "Rye"): 2, ("Station", "Spelt"): 3,
    }  # fmt: skip


def test_tables_below_each_other_need_no_blank_row() -> None:
    text = (
        f"Plan,,\nItem,Spring,Autumn\n{BAKERY}Loaves,,\nShop,Rye,Spelt\nHarbour,5,7\nStation,2,3\n"
    )

    assert number(text) == 41
    assert table(text, LOAVES)[("Station", "Spelt")] == 3


def test_a_group_within_a_table_is_no_table_of_its_own() -> None:
    text = "Item,Spring,Autumn\nRaw goods,,\nFlour used,41,44\nSalt,3,4\nStaff,,\nWages,910,870\n"

    assert number(text, WAGES) == 910


OLDER = "Flour used,58,59\nWages,777,790\nOven hours,70,71\n"


@pytest.mark.parametrize(
    "line",
    [
        "Superseded; kept for the audit trail", "Previous version (before the recount)",
        "Side case: a second oven", "Old", "First draft", "Illustrative: holiday season",
        "Last year, for comparison",
    ],
)  # fmt: skip
def test_an_older_version_below_contradicts_nothing(line: str) -> None:
    head = "Item,Spring,Autumn\n"
    text = f"Plan,,\n{head}{BAKERY}\n{line},,\nPlan,,\n{head}{OLDER}"

    assert number(text) == 41


def test_an_older_version_above_ends_where_the_current_one_begins() -> None:
    head = "Item,Spring,Autumn\n"
    text = f"Replaced by the table below,,\n{head}{OLDER}\nCurrent version,,\n{head}{BAKERY}"

    assert number(text) == 41


def test_a_second_table_that_sets_itself_not_aside_contradicts() -> None:
    head = "Item,Spring,Autumn\n"

    assert number(f"Plan,,\n{head}{BAKERY}\nPlan again,,\n{head}{OLDER}") == Ambiguous.__name__


@pytest.mark.parametrize(
    "name", ["Funnel, archive included", "Patients up to 9 years old", "Illustration of the oven"]
)
def test_a_name_that_only_mentions_such_words_is_of_the_main_case(name: str) -> None:
    assert not names_set_aside(name)


def test_below_a_headline_the_next_line_names_the_table() -> None:
    rye: list[list[Any]] = [
        ["Rye keeps us busy all through spring"], ["Harbour shop"], ["Kind", "Loaves", "Price"],
        ["Rye", 5, 3], ["Spelt", 7, 4],
    ]  # fmt: skip
    book = workbook(rye, "Exhibit 4")
    other = book.create_sheet("Exhibit 5")
    for row in [["Station sells less than it could"], ["Station shop"], ["Kind", "Loaves", "Price"],
                ["Rye", 2, 3], ["Spelt", 3, 4]]:  # fmt: skip
        other.append(row)
    sought = NumberSought(
        id="n", product="p", labels=(("Loaves",), ("Rye",)), within=("Station shop",)
    )
    found = find_number(sought, [index(p) for p in products(book)])

    assert isinstance(found, FoundNumber)
    assert found.measure.number == 2


@pytest.mark.parametrize(
    ("header", "is_ours"),
    [
        ("specific_energy_wh_per_kg", True), ("specific_energy_wh_per_l", False),
        ("Specific energy (Wh/kg)", True), ("Specific energy (Wh/L)", False),
    ],
)  # fmt: skip
def test_the_unit_at_the_end_of_a_name_counts(header: str, is_ours: bool) -> None:
    found = table(f"maker,{header},staff\nOrsa,371,12\nVik,388,30\n", DENSITY)

    assert (found[("Orsa", "specific energy")] == 371) is is_ours
    assert is_ours or math.isnan(found[("Orsa", "specific energy")])


@pytest.mark.parametrize(
    ("header", "is_ours"),
    [
        ("lowest_temp_c", True), ("lowest_temp_f", False), ("Lowest temperature (°F)", False),
        ("Lowest temp, deg C", True), ("Lowest temperature in Fahrenheit", False),
    ],
)  # fmt: skip
def test_degrees_are_of_one_scale(header: str, is_ours: bool) -> None:
    found = table(f'maker,"{header}",staff\nOrsa,-21,12\nVik,-18,30\n', COLDEST)

    assert (found.get(("Orsa", "lowest temperature")) == -21) is is_ours


def test_one_number_in_two_currencies_is_no_conversion() -> None:
    wages = NumberSought(id="wages", product="p", labels=(("Wages",),), unit="$")
    head = "Item,Amount (US$)\nWages,910\nRent,300\n\nTranslated,\nItem,Amount (EUR)\n"

    assert number(f"{head}Wages,910\nRent,277\n", wages) == Ambiguous.__name__
    assert number(f"{head}Wages,840\nRent,277\n", wages) == 910


def test_key_figures_stand_in_the_unit_over_them() -> None:
    rows: list[list[Any]] = [["Takings", "EUR k"], ["Spring", 41], ["Autumn", 44], ["Winter", 12]]
    book = workbook(rows, "Dashboard")
    (page,) = products(book, "dashboard.xlsx")

    assert isinstance(page, Dashboard)
    assert {widget.unit for widget in page.widgets if widget.value is not None} == {"EUR k"}


def test_nothing_of_the_name_is_missing_still() -> None:
    assert number("Ref,Item,Spring\nK1,Salt,3\nK2,Yeast,4\nK3,Rent,5\n") == Missing.__name__


def test_what_is_taken_off_may_have_a_minus_in_one_table_only() -> None:
    interest = NumberSought(id="i", product="p", labels=(("Loan interest",), ("Spring",)), unit="$")
    text = "Cash,,\nItem,Spring,Autumn\nLess: loan interest,{}\nTakings,900,910\n\n"
    text += "Loan,,\nItem,Spring,Autumn\nLoan interest,31,28\nBalance,500,450\n"

    assert number(text.format("(31),(28)"), interest) == 31
    assert number(text.format("(31),28"), interest) == Ambiguous.__name__
    assert number(text.format("(33),(28)"), interest) == Ambiguous.__name__


def test_a_minus_says_something_where_nothing_is_taken_off() -> None:
    cash = NumberSought(id="c", product="p", labels=(("Net cash",), ("Spring",)), unit="$")
    head = "Item,Spring,Autumn\n"

    text = f"Plan,,\n{head}Net cash,-31,-28\nWages,9,8\n\nAgain,,\n{head}Net cash,31,28\nRent,5,4\n"

    assert number(text, cash) == Ambiguous.__name__
