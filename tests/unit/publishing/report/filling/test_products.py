"""The replay rebuilds every state of a product, and finds every place in it."""

from typing import Any

import pytest

from modylbench.evaluation.mutations.reference import reference_of
from modylbench.products.document import Document, Section
from modylbench.products.pointer import MISSING, resolve
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.publishing.report.filling import products
from modylbench.publishing.report.filling.products import PartPool, product_histories
from modylbench.scenarios.catalogue import available, scenario
from modylbench.scenarios.variant import instantiate


def sheet(*values: float, title: str = "Model") -> Spreadsheet:
    rows = tuple(
        Row(id=f"r{at}", label=f"Row {at}", cells={"c": Cell(value=value, unit="$M")})
        for at, value in enumerate(values)
    )
    columns = (Column(id="c", label="Amount"),)
    sheets = (Sheet(id="s", name="Sheet", columns=columns, rows=rows),)
    return Spreadsheet(id="model", title=title, sheets=sheets)


def shown(pool: PartPool, state: Any) -> list[str]:
    """The cells of a state, as the page would show them."""
    tables = [pool.parts[place] for place in state["parts"]]
    rows: list[Any] = [pool.parts[place] for table in tables for place in table["rows"]]
    return [cell["text"] for row in rows for cell in row["cells"].values()]


def test_a_state_is_kept_for_every_turn_that_changed_something_and_no_other() -> None:
    first, again, second = sheet(1, 2), sheet(1, 2), sheet(1, 3)
    pool = PartPool()

    story = product_histories(
        [(1, [first]), (3, [again]), (5, [second]), (7, []), (9, [first])], pool
    )

    states = story["model"].states
    assert [state["turn_index"] for state in states] == [1, 5, 7, 9]
    assert [state["is_there"] for state in states] == [True, True, False, True]
    assert shown(pool, states[0]) == ["1 $M", "2 $M"]
    assert shown(pool, states[1]) == ["1 $M", "3 $M"]
    assert states[3]["parts"] == states[0]["parts"]


def test_rows_that_did_not_change_are_kept_once() -> None:
    pool = PartPool()
    product_histories([(1, [sheet(*range(50))]), (3, [sheet(*range(49), 99)])], pool)

    assert sum(part["kind"] == "row" for part in pool.parts) == 51


@pytest.mark.parametrize("name", available())
def test_every_part_of_a_perfect_agents_products_stands_where_it_says(name: str) -> None:
    variant = instantiate(scenario(name), 0)
    made = reference_of(variant).products
    pool = PartPool()

    told = product_histories(made, pool)

    last = {product.id: product for product in made[-1][1]}
    assert told
    for product_id, story in told.items():
        assert story.states[-1]["left_out"] == 0
        for place in story.states[-1]["parts"]:
            part = pool.parts[place]
            assert resolve(last[product_id], part["pointer"]) is not MISSING
            if part["kind"] == "table":
                for row in (pool.parts[each] for each in part["rows"]):
                    assert resolve(last[product_id], row["pointer"]) is not MISSING


def test_too_many_rows_are_left_out_and_counted() -> None:
    pool = PartPool()
    most = products.MOST_ROWS

    state = product_histories([(1, [sheet(*range(most + 7))])], pool)["model"].states[0]

    assert len(shown(pool, state)) == most
    assert state["left_out"] == 7


def test_a_flood_of_text_ends_at_the_bound_of_a_meeting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(products, "MOST_CHARACTERS", 5_000)
    pool = PartPool()
    sections = tuple(Section(id=f"s{at}", heading="H", body=f"{at}" * 900) for at in range(20))

    state = product_histories([(1, [Document(id="d", title="D", sections=sections)])], pool)[
        "d"
    ].states[0]

    assert pool.characters <= 5_000
    assert state["left_out"] == 20 - len(state["parts"]) > 0
