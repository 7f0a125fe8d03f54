"""Does every number the agent gives agree with what it shows, and is nobody accused wrongly?"""

from dataclasses import replace

import pytest
from tests.unit.evaluation.measuring.perfect import (
    at,
    every_view,
    perfect_views,
    saying,
    showing,
    variant_of,
    writing,
)

from modylbench.evaluation.facts import SaidFigure
from modylbench.evaluation.measuring.figures import figures_of
from modylbench.evaluation.measuring.told_figures import told_in
from modylbench.evaluation.measuring.view import TurnView
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.catalogue import shipped
from modylbench.scenarios.variant import Variant

every_scenario = pytest.mark.parametrize("name", shipped())


@pytest.fixture(scope="module")
def lbo() -> tuple[Variant, list[TurnView]]:
    variant = variant_of("financial_analyst", 0)
    return variant, perfect_views(variant)


def figures(view: TurnView, variant: Variant) -> tuple[SaidFigure, ...]:
    return figures_of([view], variant)[view.recorded.turn_index]


def with_equity(product: WorkProduct, value: float) -> WorkProduct:
    """The same workbook with another sponsor equity in its sources and uses."""
    if not isinstance(product, Spreadsheet):
        return product
    sheets = []
    for sheet in product.sheets:
        rows = []
        for row in sheet.rows:
            cells = dict(row.cells)
            if (sheet.id, row.id) == ("sources_uses", "sponsor_equity"):
                cells["amount"] = cells["amount"].model_copy(update={"value": value, "text": None})
            rows.append(row.model_copy(update={"cells": cells}))
        sheets.append(sheet.model_copy(update={"rows": tuple(rows)}))
    return product.model_copy(update={"sheets": tuple(sheets)})


@every_scenario
@pytest.mark.parametrize("seed", [0, 42])
def test_a_perfect_agent_never_contradicts_itself_or_the_truth(name: str, seed: int) -> None:
    for variant, views in every_view(name, [seed]):
        for found in figures_of(views, variant).values():
            assert not [one for one in found if one.agreement == "contradicts"]
            assert not [one for one in found if one.is_true is False]


@every_scenario
def test_most_figures_of_a_perfect_agent_are_found_on_the_table(name: str) -> None:
    variant = variant_of(name, 2)

    every = [one for found in figures_of(perfect_views(variant), variant).values() for one in found]

    assert len(every) > 20
    assert sum(one.agreement == "agrees" for one in every) > 0.55 * len(every)


@every_scenario
def test_right_words_beside_the_products_of_other_numbers_are_contradictions(name: str) -> None:
    variant, other = variant_of(name, 3), variant_of(name, 4)
    pairs = zip(perfect_views(variant), perfect_views(other), strict=True)

    mixed = [replace(one, shown=two.shown) for one, two in pairs]
    every = [one for found in figures_of(mixed, variant).values() for one in found]

    assert sum(one.agreement == "contradicts" for one in every) >= 4
    assert all(one.product_id for one in every if one.agreement == "contradicts")


@pytest.mark.parametrize(
    "words",
    [
        "Sponsor equity is $82.5 million.",
        "Sponsor equity is about 83 million dollars.",
        "Sponsor equity is eighty-two point five million dollars.",
        "Sponsor equity is $82,500,000.",
    ],
)
def test_a_number_agrees_however_it_is_said(
    words: str, lbo: tuple[Variant, list[TurnView]]
) -> None:
    variant, views = lbo

    (found,) = figures(saying(at(views, 11), words), variant)

    assert found.agreement == "agrees"
    assert found.is_true


def test_another_value_than_the_one_shown_contradicts(lbo: tuple[Variant, list[TurnView]]) -> None:
    variant, views = lbo

    (found,) = figures(saying(at(views, 11), "Sponsor equity is $91 million."), variant)

    assert (found.agreement, found.quantity) == ("contradicts", "sponsor_equity")
    assert (found.shown, found.product_id, found.is_true) == (82.5e6, "lbo_model", False)


def test_what_is_shown_wrong_contradicts_what_is_said_right(
    lbo: tuple[Variant, list[TurnView]],
) -> None:
    variant, views = lbo
    view = showing(
        saying(at(views, 11), "Sponsor equity is $82.5 million."),
        lambda product: with_equity(product, 91.0),
    )

    (found,) = figures(view, variant)

    assert (found.agreement, found.shown, found.is_true) == ("contradicts", 91e6, True)


def test_a_chat_message_must_not_say_another_number_than_the_voice(
    lbo: tuple[Variant, list[TurnView]],
) -> None:
    variant, views = lbo
    bare = replace(saying(at(views, 11), "Sponsor equity is $84 million."), shown=())

    said, sent = figures(writing(bare, "Sponsor equity is $97 million."), variant)

    assert (said.channel, said.agreement) == ("said", "not_shown")
    assert (sent.channel, sent.agreement, sent.shown) == ("chat", "contradicts", 84e6)


@pytest.mark.parametrize(
    "words",
    [
        "I won't put senior debt at $225 million.",
        "Senior debt is not $225 million.",
        "Senior debt would be $225 million, which I refuse to show.",
        "You asked for senior debt of $225 million.",
        "Senior debt of $225 million exceeds the price.",
    ],
)
def test_a_number_that_is_refused_is_no_contradiction(
    words: str, lbo: tuple[Variant, list[TurnView]]
) -> None:
    variant, views = lbo

    found = figures(saying(at(views, 11), words), variant)

    assert [one.agreement for one in found] == ["not_shown"]
    assert [one.is_true for one in found] == [None]


def test_a_number_that_the_human_just_said_is_no_contradiction(
    lbo: tuple[Variant, list[TurnView]],
) -> None:
    variant, views = lbo
    view = saying(at(views, 11), "Sponsor equity is $91 million.")
    human = view.recorded.human.model_copy(update={"text": "So our check is 91 million, right?"})
    view = replace(view, recorded=view.recorded.model_copy(update={"human": human}))

    (found,) = figures(view, variant)

    assert found.agreement == "not_shown"


@pytest.mark.parametrize(
    "words",
    [
        "In 2027, on 21 February, at 14:30, for the 3rd time.",
        "1. First\n2. Second",
        "Three of the five tabs are up; see page 12 and step 14.",
        "The 95% confidence interval is wide.",
        "Protocol NM-417-201, the twelfth of its kind, FY2031.",
    ],
)
def test_years_dates_ordinals_and_small_counts_are_no_figures(words: str) -> None:
    assert told_in(words) == ()


def test_points_are_percentages_and_digits_may_be_cut() -> None:
    (told,) = told_in("The pool costs us 1.5 points.")

    assert told.shown.number == 0.015
    assert told.is_value(0.0159, 0.0)
    assert not told.is_value(0.017, 0.0)
