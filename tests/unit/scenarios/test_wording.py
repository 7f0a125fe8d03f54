"""Placeholders are filled as people speak, once, and only where they are known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.scenarios.wording import BadPlaceholder, figure, fill_placeholders


def test_a_placeholder_alone_is_the_value_itself() -> None:
    table = {"a|b": 1.5}

    assert fill_placeholders("{table}", {"table": table}) is table
    assert fill_placeholders({"x": ["{n}"]}, {"n": 2.5}) == {"x": [2.5]}


def test_what_is_filled_in_is_not_filled_again() -> None:
    assert fill_placeholders("say {a}", {"a": "{b}", "b": "no"}) == "say {b}"


@pytest.mark.parametrize("text", ["{nobody}", "hello {nobody}", "{margin:nope}x", "a {bad name} b"])
def test_an_unknown_variable_or_format_is_refused(text: str) -> None:
    with pytest.raises(BadPlaceholder):
        fill_placeholders(text, {"margin": 0.3})


def test_a_list_inside_a_sentence_is_refused() -> None:
    with pytest.raises(BadPlaceholder, match="expected a number or a text"):
        fill_placeholders("we have {plants}", {"plants": ["a", "b"]})


@pytest.mark.parametrize(
    ("number", "form", "spoken"),
    [
        (57.5, "$M", "$57.5 million"),
        (-3, "$M", "-$3 million"),
        (0.125, "%", "12.5%"),
        (0.02, "pts", "2 points"),
        (0.01, "pts", "1 point"),
        (12, "x", "12x"),
        (1, "turns", "1 turn"),
        (18.5, "$", "$18.50"),
        (1234567, ",", "1,234,567"),
        (0.24731, "%.1", "24.7%"),
    ],
)
def test_figures_are_written_as_people_write_them(number: float, form: str, spoken: str) -> None:
    assert figure(number, form) == spoken


@given(st.text(alphabet=st.characters(exclude_characters="{}")))
def test_text_without_braces_stays_as_it_is(text: str) -> None:
    assert fill_placeholders(text, {}) == text
