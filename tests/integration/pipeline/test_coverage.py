"""What of the oracle's figures no criterion holds is found, and little of it is left."""

import re
from pathlib import Path

import pytest

from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import finding
from modylbench.pipeline.library_check.check import problems, seeds_to_cover
from modylbench.pipeline.library_check.coverage import coverage, shown_figures, thin_coverage
from modylbench.pipeline.library_check.criteria import Spoiler
from modylbench.pipeline.library_check.decisive import wrong_decisive_counts
from modylbench.products.chart import Chart, Point, Series
from modylbench.products.document import Document, Section
from modylbench.products.finding.find import FoundTable
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.catalogue import ORDER, scenario
from modylbench.scenarios.loader import load
from modylbench.scenarios.variant import instantiate

MOST_TAKEN_OUT = 8  # of a table: single numbers, one after the other
every_scenario = pytest.mark.parametrize("name", ORDER)

ROW = """    row = Row(
        id="revenue", label="Revenue", cells={"amount": Cell(value=truth["revenue"], unit="$")}
    )
"""
OTHER_ROW = 'other = Row(id="visits", label="Visits", cells={"amount": Cell(value=40)})'
TIE = """      - id: visits_tie
        description: the visits are those of the file
        check_type: figures_tie
        target_field: visits
        expected_value: "{visits}"
quantities:
  - {kind: number, id: visits, product: estimate, labels: [[visits]]}
"""


def with_visits(folder: Path) -> None:
    path = folder / "oracle.py"
    text = path.read_text(encoding="utf-8")
    text = text.replace(ROW, f"{ROW}    {OTHER_ROW}\n").replace("rows=(row,)", "rows=(row, other)")
    text = text.replace('{"revenue": round', '{"visits": {"visits": 40.0}, "revenue": round')
    path.write_text(text, encoding="utf-8")


def document(*bodies: str) -> Document:
    sections = tuple(
        Section(id=f"s{place}", heading="Results", body=body) for place, body in enumerate(bodies)
    )
    return Document(id="d", title="d", sections=sections)


def shown(product: WorkProduct) -> list[str]:
    return [figure.shown for figure in shown_figures(product)]


def test_a_figure_that_no_criterion_holds_is_found_with_its_place(small_scenario: Path) -> None:
    with_visits(small_scenario)

    (product,) = coverage(instantiate(load(small_scenario), 3))

    assert [figure.pointer for figure in product.uncovered] == [
        "/sheets/main/rows/visits/cells/amount"
    ]
    assert (product.cells, product.free_cells) == (2, 1)
    ((subject, problem),) = thin_coverage([product])
    assert (subject, problem[:12]) == ("product estimate", "1 of 2 cells")


def test_a_figure_that_is_tied_is_held(small_scenario: Path) -> None:
    with_visits(small_scenario)
    path = small_scenario / "products.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("quantities:\n", TIE, 1), "utf-8")

    (product,) = coverage(instantiate(load(small_scenario), 3))

    assert product.uncovered == ()


@pytest.mark.parametrize(
    "name",
    [
        "In 2026 the first phase ends.",
        "Year 1 is better than year 2.",
        "The 95% CI excludes zero.",
        "A 24-hour test, the 3rd of its kind [4].",
        "1. An item of a list",
        "See https://example.com/2025/07 and S12.",
        "| Rank | Q1 2024 (30 days) |\n| --- | --- |",
    ],
)
def test_a_number_that_is_part_of_a_name_is_no_figure(name: str) -> None:
    assert shown(document(name)) == []


def test_a_number_of_a_measures_name_is_no_figure_in_a_sentence_either() -> None:
    table = "| Cell | Cycles to 80% |\n| --- | --- |\n| A | 900 |"

    assert shown(document(table, "It lasts 700 cycles to 80%.")) == ["900", "700"]


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("NPV of $1.21M, payback of 2.26 years.", ["$1.21", "2.26"]),
        ("It fell by -5.7 mmHg (p=0.0067), 15.7% left.", ["-5.7", "0.0067", "15.7"]),
        ("| Item | Amount |\n| --- | --- |\n| 5 sites | 1,200 |", ["1,200"]),
    ],
)
def test_the_numbers_of_sentences_and_tables_are_figures(text: str, figures: list[str]) -> None:
    assert shown(document(text)) == figures


def test_a_point_shows_its_height_and_its_bounds() -> None:
    point = Point(id="p", x=2026, y=3.0, low=2.5, high=3.5)
    chart = Chart(
        id="c", title="c", chart_type="line", series=(Series(id="s", label="s", points=(point,)),)
    )

    assert shown(chart) == ["3.0", "2.5", "3.5"]


def test_the_paper_s_seed_and_two_drawn_ones_are_covered() -> None:
    seeds = seeds_to_cover(range(200))

    assert 0 in seeds
    assert len(seeds) == 3
    assert seeds_to_cover([7]) == {7}


@every_scenario
def test_hardly_a_figure_of_the_library_can_change_unnoticed(name: str) -> None:
    assert list(thin_coverage(coverage(instantiate(scenario(name), 0)))) == []


@every_scenario
def test_what_decides_is_marked_and_is_not_too_much(name: str) -> None:
    assert list(wrong_decisive_counts(instantiate(scenario(name), 0).scenario)) == []


@pytest.mark.parametrize("turn", [None, 3])
def test_a_decisive_quantity_that_nobody_asks_for_is_found(
    small_scenario: Path, turn: int | None
) -> None:
    path = small_scenario / "products.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"labels: \[\[.*?\]\]", "labels: [[receipts, proceeds]]", text), "utf-8")

    variant = instantiate(load(small_scenario), 3)
    found = [str(problem) for problem in problems(variant, turn=turn)]

    assert any("nobody asks for 'receipts'" in line for line in found)


def test_a_product_of_which_nothing_decides_is_found(small_scenario: Path) -> None:
    path = small_scenario / "products.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("decisive: true", ""), "utf-8")

    found = [str(problem) for problem in problems(instantiate(load(small_scenario), 0))]

    assert any("0 decisive criteria, expected 1 to 12" in line for line in found)


@every_scenario
def test_a_rule_says_what_is_missing_and_never_breaks_on_it(name: str) -> None:
    variant = instantiate(scenario(name), 0)
    expectations = Expectations.of_variant(variant)
    evidence = Evidence.of(expectations, variant.final_products)
    spoiler = Spoiler(evidence)
    broken = []
    for criterion in variant.scenario.criteria():
        for quantity in criterion.reads(expectations.quantities) if criterion.rule else ():
            table = evidence.read(quantity)
            numbers = list(table.numbers.values()) if isinstance(table, FoundTable) else []
            for number in numbers[:: 1 + len(numbers) // MOST_TAKEN_OUT]:
                found = finding(criterion, spoiler.without(number))
                if found.verdict == "unverifiable":
                    broken.append((criterion.id, found.reason))

    assert broken == []
