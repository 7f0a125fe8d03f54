"""Numbers an agent says are held against what it shows, and nobody is accused wrongly."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.staging.perfect_turns import (
    every_view,
    perfect_views,
    view_at,
    with_chat,
    with_products,
    with_words,
)
from tests.staging.sampling import whole_at_night
from tests.staging.variants import variant_of

from modylbench.evaluation.facts import SaidFigure
from modylbench.evaluation.measuring.figures.said_figures import figures_of
from modylbench.evaluation.reference.shown_values import places_showing
from modylbench.evaluation.reference.stated_figures import stated_figures
from modylbench.evaluation.views.turns import TurnView
from modylbench.products.reading.index import index
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.catalogue import shipped_scenarios
from modylbench.scenarios.variant import Variant

every_scenario = pytest.mark.parametrize("name", shipped_scenarios())


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


def in_euros(product: WorkProduct) -> WorkProduct:
    """The same workbook with euros in the place of dollars."""
    return type(product).model_validate_json(product.model_dump_json().replace("$", "\u20ac"))


def test_what_stands_in_a_currency_that_it_cannot_be_contradicts_and_has_no_value(
    lbo: tuple[Variant, list[TurnView]],
) -> None:
    variant, views = lbo
    view = with_products(with_words(views[-1], "Sponsor equity is $82.5 million."), in_euros)

    assert [(found.agreement, found.shown) for found in figures(view, variant)] == [
        ("contradicts", None)
    ]


@pytest.mark.parametrize("name", whole_at_night(shipped_scenarios(), every=2, first=1))
@pytest.mark.parametrize("seed", [0, pytest.param(42, marks=pytest.mark.nightly)])
def test_a_perfect_agent_never_contradicts_itself_or_the_truth(name: str, seed: int) -> None:
    checked = list(every_view(name, [seed]))
    assert checked
    for variant, views in checked:
        for found in figures_of(views, variant).values():
            assert not [figure for figure in found if figure.agreement == "contradicts"]
            assert not [figure for figure in found if figure.is_true is False]


@every_scenario
def test_most_figures_of_a_perfect_agent_are_found_on_the_table(name: str) -> None:
    variant = variant_of(name, 2)

    every = [
        figure for found in figures_of(perfect_views(variant), variant).values() for figure in found
    ]

    assert len(every) > 20
    assert sum(figure.agreement == "agrees" for figure in every) > 0.55 * len(every)


@every_scenario
def test_right_words_beside_the_products_of_other_numbers_are_contradictions(name: str) -> None:
    variant, other = variant_of(name, 3), variant_of(name, 4)
    pairs = zip(perfect_views(variant), perfect_views(other), strict=True)

    mixed = [replace(view, shown=other.shown) for view, other in pairs]
    every = [figure for found in figures_of(mixed, variant).values() for figure in found]

    assert sum(figure.agreement == "contradicts" for figure in every) >= 4
    assert all(figure.product_id for figure in every if figure.agreement == "contradicts")


def figures_saying(name: str, seed: int, change: Callable[[str], str]) -> list[SaidFigure]:
    """Every figure of a perfect agent whose words are changed."""
    variant = variant_of(name, seed)
    views = [
        with_words(perfect_view, change(perfect_view.words.text))
        for perfect_view in perfect_views(variant)
    ]
    return [figure for every in figures_of(views, variant).values() for figure in every]


def multiplied(text: str) -> str:
    def other(found: re.Match[str]) -> str:
        decimals = len(found[0].partition(".")[2])
        return f"{float(found[0].replace(',', '')) * 1.23:,.{decimals}f}"

    return re.sub(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?", other, text)


def turned_round(text: str) -> str:
    """Each figure in the place of the one before it."""
    number = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?")
    every = number.findall(text)
    turned = iter([*every[1:], *every[:1]])
    return number.sub(lambda _: next(turned), text)


def exchanged(first: str, second: str) -> Callable[[str], str]:
    names = {first: second, second: first}
    return lambda text: re.sub(rf"\b(?:{first}|{second})\b", lambda found: names[found[0]], text)


@every_scenario
def test_wrong_figures_in_the_right_words_are_seen_also_behind_a_would(name: str) -> None:
    plain = figures_saying(name, 5, multiplied)
    hedged = figures_saying(
        name, 5, lambda text: multiplied(text).replace(", ", " as it would be, ")
    )

    for every in (plain, hedged):
        assert sum(figure.is_true is False for figure in every) > 0.4 * len(every)
        assert sum(figure.agreement == "contradicts" for figure in every) >= 0.25 * len(every)


@every_scenario
def test_right_figures_of_other_things_are_seen(name: str) -> None:
    every = figures_saying(name, 5, turned_round)

    assert sum(figure.is_true is False for figure in every) > 0.2 * len(every)


@pytest.mark.parametrize(
    ("name", "pair", "least"),
    [
        ("business_analyst", ("Q2", "Q3"), 10),
        ("business_analyst", ("SMB", "Enterprise"), 8),
        ("business_analyst", ("up", "down"), 2),
        ("financial_analyst", ("Senior", "Sub"), 1),
        ("business_strategist", ("Thailand", "Vietnam"), 2),
    ],
)
def test_the_name_of_a_neighbour_makes_a_figure_wrong(
    name: str, pair: tuple[str, str], least: int
) -> None:
    every = figures_saying(name, 1, exchanged(*pair))

    assert sum(figure.is_true is False for figure in every) >= least


@every_scenario
def test_rounding_is_no_contradiction(name: str) -> None:
    def rounded(found: re.Match[str]) -> str:
        value = float(found[0].replace(",", ""))
        return f"{float(f'{value:.3g}'):,.0f}" if value > 9999 else f"{value:,.1f}"

    every = figures_saying(
        name, 5, lambda text: re.sub(r"(?<![\w.,])\d[\d,]*(?:\.\d\d+|\d{4})", rounded, text)
    )

    assert not [
        figure for figure in every if figure.is_true is False or figure.agreement == "contradicts"
    ]


def test_round_thousands_are_said_of_what_they_are_rounded_from() -> None:
    (told,) = stated_figures("It costs $12,800,000 in all.")

    assert told.is_value(12_812_340, 0.0)
    assert not told.is_value(12_950_000, 0.0)


def test_a_small_count_is_no_percentage_of_the_same_digits() -> None:
    sheet = Sheet(
        id="s", name="Counts", columns=(Column(id="n", label="Deals"),),
        rows=(Row(id="a", label="Won", cells={"n": Cell(value=37)}),),
    )  # fmt: skip
    shown = index(Spreadsheet(id="p", title="Book", sheets=(sheet,)))

    (percent,), (count,) = stated_figures("Won is 37%."), stated_figures("Won is 37.")

    assert not list(places_showing(percent, [shown], (1e6,)))
    assert list(places_showing(count, [shown], (1e6,)))


@pytest.mark.parametrize("text", ["-4.644 percentage points", "-4.644%", "-4.644"])
def test_a_percentage_may_be_said_without_its_sign(text: str) -> None:
    sheet = Sheet(
        id="s", name="Effects", columns=(Column(id="n", label="Mix effect"),),
        rows=(Row(id="a", label="Total", cells={"n": Cell(value=-0.04644, text=text)}),),
    )  # fmt: skip
    shown = index(Spreadsheet(id="p", title="Book", sheets=(sheet,)))

    (bare,), (other,) = stated_figures("The mix cost 4.644."), stated_figures("It cost 46.44.")

    assert list(places_showing(bare, [shown], ()))
    assert not list(places_showing(other, [shown], ()))


def test_what_is_shown_coarsely_is_a_finer_figure_only_where_it_is_named() -> None:
    sheet = Sheet(
        id="s", name="Debt", columns=(Column(id="n", label="Senior"),),
        rows=(Row(id="a", label="Debt", cells={"n": Cell(value=37.0, text="37")}),),
    )  # fmt: skip
    shown = index(Spreadsheet(id="p", title="Book", sheets=(sheet,)))

    (named,), (other,) = (
        stated_figures("The senior debt is 37.3."),
        stated_figures("Capex comes to 37.3."),
    )

    assert list(places_showing(named, [shown], ()))
    assert not list(places_showing(other, [shown], ()))


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

    (found,) = figures(with_words(view_at(views, 11), words), variant)

    assert found.agreement == "agrees"
    assert found.is_true


def test_another_value_than_the_one_shown_contradicts(lbo: tuple[Variant, list[TurnView]]) -> None:
    variant, views = lbo

    (found,) = figures(with_words(view_at(views, 11), "Sponsor equity is $91 million."), variant)

    assert (found.agreement, found.quantity) == ("contradicts", "sponsor_equity")
    assert (found.shown, found.product_id, found.is_true) == (82.5e6, "lbo_model", False)


def test_what_is_shown_wrong_contradicts_what_is_said_right(
    lbo: tuple[Variant, list[TurnView]],
) -> None:
    variant, views = lbo
    view = with_products(
        with_words(view_at(views, 11), "Sponsor equity is $82.5 million."),
        lambda product: with_equity(product, 91.0),
    )

    (found,) = figures(view, variant)

    assert (found.agreement, found.shown, found.is_true) == ("contradicts", 91e6, True)


def test_a_chat_message_must_not_say_another_number_than_the_voice(
    lbo: tuple[Variant, list[TurnView]],
) -> None:
    variant, views = lbo
    bare = replace(with_words(view_at(views, 11), "Sponsor equity is $84 million."), shown=())

    said, sent = figures(with_chat(bare, "Sponsor equity is $97 million."), variant)

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

    found = figures(with_words(view_at(views, 11), words), variant)

    assert [figure.agreement for figure in found] == ["not_shown"]
    assert [figure.is_true for figure in found] == [None]


def test_a_number_that_the_human_just_said_is_no_contradiction(
    lbo: tuple[Variant, list[TurnView]],
) -> None:
    variant, views = lbo
    view = with_words(view_at(views, 11), "Sponsor equity is $91 million.")
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
    assert stated_figures(words) == ()


def test_points_are_percentages_and_digits_may_be_cut() -> None:
    (told,) = stated_figures("The pool costs us 1.5 points.")

    assert told.shown.number == 0.015
    assert told.is_value(0.0159, 0.0)
    assert not told.is_value(0.017, 0.0)
