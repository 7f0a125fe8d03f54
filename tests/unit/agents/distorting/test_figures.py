"""Figures are found where they stand, and only figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.agents.distorting.figures import (
    FigureInText,
    as_written,
    figures_in,
    rewrite_figures,
)
from modylbench.agents.redteam.mean_anchor import HedgingPen, round_to_digits
from modylbench.foundation.draw import Draw


def only(text: str) -> FigureInText:
    (figure,) = figures_in(text)
    return figure


@pytest.mark.parametrize(
    ("text", "digits", "kind", "has_unit"),
    [
        ("$1,270.5 million", "1,270.5", "amount", True),
        ("a loss of -5.30, no more", "5.30", "amount", False),
        ("19.8% diluted", "19.8", "percent", True),
        ("up 1.5 points", "1.5", "percent", True),
        ("at 12x that", "12", "multiple", True),
        ("| 4.50x |", "4.50", "multiple", True),
        ("It ends at 57.5.", "57.5", "amount", False),
    ],
)
def test_a_figure_is_read_with_its_kind(text: str, digits: str, kind: str, has_unit: bool) -> None:
    figure = only(text)

    assert (figure.digits, figure.kind, figure.has_unit) == (digits, kind, has_unit)
    assert text[figure.start : figure.end] == figure.mark + digits


@pytest.mark.parametrize(
    "text",
    ["Q3", "FY2027E", "on 2025-05-14", "subject 08-007", "5x5", "[S12]", "[12]", "10:30", "v1.2.3",
     "https://a.example/datasheet-8448/9", "Covid-19"],
)  # fmt: skip
def test_names_dates_and_addresses_are_no_figures(text: str) -> None:
    assert list(figures_in(text)) == []


@pytest.mark.parametrize("text", ["in 2027", "all 12 rows", "100% of it", "0 of them"])
def test_years_small_counts_and_wholes_are_no_results(text: str) -> None:
    assert not only(text).is_result


@given(st.text(max_size=200))
def test_what_is_not_a_figure_stays(text: str) -> None:
    assert rewrite_figures(text, lambda _: None) == text
    assert rewrite_figures(text, lambda figure: figure.mark + figure.digits) == text


@given(st.decimals(min_value=20, max_value=10**9, places=2))
def test_a_figure_is_written_as_finely_as_the_one_before(number: object) -> None:
    figure = only(f"${number:,} million")

    assert as_written(figure.number, figure) == f"{number:,}"


def test_a_hedged_text_has_no_exact_figure_left() -> None:
    text = HedgingPen(Draw("test")).text("EV is $231.4 million, IRR 19.76%, 4,396 pallets.")

    assert not any(exact in text for exact in ("231.4", "19.76", "4,396"))
    assert [
        figure for figure in figures_in(text) if round_to_digits(figure.number, 1) != figure.number
    ] == []
