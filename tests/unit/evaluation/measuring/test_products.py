"""Numbers of a product are counted one by one, also where it only repeats another."""

from collections.abc import Callable, Sequence

from modylbench.evaluation.measuring.criteria_by_turn import CriterionChecks
from modylbench.evaluation.measuring.products import NumberCounts, count_true_numbers
from modylbench.evaluation.views.yardstick import Yardstick
from modylbench.foundation.draw import Draw
from modylbench.products.reading.index import index
from modylbench.products.spreadsheet import Row, Spreadsheet
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate

VARIANT = instantiate(scenario("financial_analyst"), 0)
MODEL, TEAR_SHEET = "lbo_model", "ic_tear_sheet"


def numbers(products: Sequence[WorkProduct]) -> dict[str, NumberCounts]:
    yardstick = Yardstick.of(VARIANT)
    return count_true_numbers(
        [index(product) for product in products], yardstick, CriterionChecks(yardstick)
    )


def corrupted(product: Spreadsheet, share: float) -> Spreadsheet:
    """The product with that share of its numbers wrong; a larger share has those of a smaller."""
    value = product.model_dump()
    for sheet in value["sheets"]:
        for row in sheet["rows"]:
            for name, cell in row["cells"].items():
                drawn = Draw(sheet["id"], row["id"], name).uniform(0, 1)
                if isinstance(cell["value"], int | float) and drawn < share:
                    cell |= {"value": cell["value"] * 1.3 + 1, "text": None}
    return Spreadsheet.model_validate(value, strict=False)


def test_every_corrupted_number_is_missed() -> None:
    final = VARIANT.final_products
    model = next(product for product in final if product.id == MODEL)
    assert isinstance(model, Spreadsheet)
    others = [product for product in final if product is not model]

    found = [
        numbers([corrupted(model, share), *others])[MODEL] for share in (0, 0.1, 0.3, 0.5, 0.8, 1)
    ]

    right = [numbers.right for numbers in found]
    assert right[0] == found[0].due > 50
    assert right == sorted(set(right), reverse=True)
    assert right[-1] < 0.1 * right[0]


def with_cells(product: Spreadsheet, change: Callable[[str, float], float]) -> Spreadsheet:
    value = product.model_dump()
    for sheet in value["sheets"]:
        for row in sheet["rows"]:
            for cell in row["cells"].values():
                if isinstance(cell["value"], int | float):
                    cell |= {"value": change(row["label"], cell["value"]), "text": None}
    return Spreadsheet.model_validate(value, strict=False)


def has_numbers(row: Row) -> bool:
    return any(isinstance(cell.value, int | float) for cell in row.cells.values())


def test_every_row_of_wrong_numbers_costs_some_whether_or_not_a_criterion_looks_at_it() -> None:
    model = next(
        final_product
        for final_product in VARIANT.final_products
        if isinstance(final_product, Spreadsheet)
    )
    others = [
        final_product for final_product in VARIANT.final_products if final_product is not model
    ]
    yardstick = Yardstick.of(VARIANT)
    checked = CriterionChecks(yardstick)
    perfect = numbers(VARIANT.final_products)[model.id]
    labels = {row.label for sheet in model.sheets for row in sheet.rows if has_numbers(row)}

    assert labels
    for wrong in sorted(labels):

        def off(row: str, value: float, wrong: str = wrong) -> float:
            return value * 1.5 + 1 if row == wrong else value

        shown = [index(product) for product in (with_cells(model, off), *others)]
        assert count_true_numbers(shown, yardstick, checked)[model.id].right < perfect.right

    assert perfect.right == perfect.due


def test_a_number_that_must_be_exact_and_is_not_is_wrong_wherever_else_it_stands() -> None:
    variant = instantiate(scenario("optimization_solver"), 0)
    yardstick = Yardstick.of(variant)

    def off(product: WorkProduct) -> WorkProduct:
        if not isinstance(product, Spreadsheet):
            return product
        return with_cells(product, lambda _, value: value * 1.004)

    shown = [index(off(final_product)) for final_product in variant.final_products]
    found = count_true_numbers(shown, yardstick, CriterionChecks(yardstick))["what_if"]

    assert found.right < 0.6 * found.shown


def test_a_sheet_that_repeats_a_wrong_model_is_wrong_too() -> None:
    other = instantiate(VARIANT.source, 10).final_products
    yardstick = Yardstick.of(VARIANT)
    checked = CriterionChecks(yardstick)
    shown = [index(product) for product in other]

    found = count_true_numbers(shown, yardstick, checked)[TEAR_SHEET]

    ties = [criterion for criterion in yardstick.at_the_end.due if criterion.check_type == "agrees"]
    assert all(finding.passed for finding in checked.findings(shown, ties))
    assert found.shown == found.due > 3
    assert 5 * found.right < found.due  # round assumptions are alike at many seeds


def test_nothing_shown_is_nothing_right() -> None:
    assert {(counts.shown, counts.right) for counts in numbers([]).values()} == {(0, 0)}
