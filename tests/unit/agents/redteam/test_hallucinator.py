"""What the hallucinator makes up fits what it is made up for."""

import pytest
from tests.staging.variants import variant_of

from modylbench.agents.distorting.figures import figures_in
from modylbench.agents.redteam.hallucinator import Inventor, unit_after
from modylbench.products.dashboard import Dashboard
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.scenarios.catalogue import shipped_scenarios


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("Capex is $2.90 million in year one.", " million"),
        ("It covers 4,396 pallets of demand.", " pallets"),
        ("The pool is 10.5% of it.", "%"),
        ("We pay 11x for it.", "x"),
        ("It moves by -5.39 mmHg overall.", " mmHg"),
    ],
)
def test_a_figure_is_set_beside_one_of_its_unit_and_size(text: str, unit: str) -> None:
    (figure,) = figures_in(text)

    said = Inventor("test", 1).support("place", text)

    assert unit_after(text, figure) == unit
    beside = [other for other in figures_in(said) if unit_after(said, other) == unit]
    assert len(beside) == 2
    numbers = {other.number for other in beside}
    assert figure.number in numbers
    assert 0.8 < min(numbers) / max(numbers) < 1
    assert {other.mark for other in beside} == {figure.mark}


@pytest.mark.parametrize(
    "text", ["It's nameplate.", "In 2027.", "A 95% interval.", "p 0.0065, no."]
)
def test_where_there_is_nothing_to_compare_there_is_no_figure(text: str) -> None:
    said = Inventor("test", 1).support("place", text)

    assert not [other for other in figures_in(said) if other.has_unit]


@pytest.mark.parametrize("name", shipped_scenarios())
def test_an_invented_row_or_tile_is_counted_in_what_the_real_one_is(name: str) -> None:
    assert variant_of(name, 1).final_products
    for product in variant_of(name, 1).final_products:
        made = Inventor("test", 1).product(product, ())

        if isinstance(made, Spreadsheet):
            *rows, peers = made.sheets[0].rows
            (like,) = [row for row in rows if peers.label.endswith(f", as for {row.label}")]
            assert peers.unit == like.unit
            assert {key: cell.unit for key, cell in peers.cells.items()}.items() <= {
                key: cell.unit for key, cell in like.cells.items()
            }.items()
        if isinstance(made, Dashboard):
            *widgets, tile = made.widgets
            (model,) = [widget for widget in widgets if tile.title.endswith(f" for {widget.title}")]
            assert tile.unit == model.unit
