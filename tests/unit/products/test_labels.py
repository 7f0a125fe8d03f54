"""Is a name recognised however it is spelt, and only when it is whole?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.products.labels import (
    Facets,
    identifier_words,
    label_words,
    period_places,
    sentence_words,
    words,
)
from modylbench.products.plain import word_set

SPELT = word_set("""
    Revenue revenues EBITDA year FY FY2027E FY27 2027 Year-1 Y1 FY1 Q3 H1 pct % 12% 11.0x 4,500 the
    of DC Center centres Utilization utilised avg mult incl. and one two net-sales trial→paid
    p-value (adjusted) $ € 0.30 (N=91) ≥65 <65 65+ [1] * ** ¹ † camelCase snake_case mmHg 95% CI
    x / - \u2013 , : ;
""")
labels = st.lists(st.sampled_from(sorted(SPELT)), max_size=8).map(" ".join)
ALIASES = (
    ("revenue", "net revenue", "sales", "top line"),
    ("year 1", "FY1", "2027"),
    ("Reno", "Reno DC", "Reno distribution center"),
)


@given(labels)
def test_words_of_words_are_the_same_words(text: str) -> None:
    once = words(text)

    assert words(" ".join(once)) == once


@given(labels)
def test_case_and_spaces_make_no_difference(text: str) -> None:
    assert words(text.upper()) == words(text.lower()) == words(f"  {text.replace(' ', '   ')} ")


@given(labels)
def test_a_sentence_keeps_every_word_of_the_label(text: str) -> None:
    assert words(" ".join(sentence_words(text))) == words(text)


@given(st.text(max_size=80))
def test_reading_a_label_never_fails(text: str) -> None:
    found = label_words(text)

    assert all(word and word == word.strip() for word in found.words)
    assert all(isinstance(place, int) for place in period_places(found.words))


@pytest.mark.parametrize(
    "group",
    [
        ["Year 1", "Year One", "year-1", "Yr 1", "Y1", "FY1", "First year", "Fiscal year 1"],
        ["2027", "FY2027", "FY2027E", "FY27", "FY27E", "2027E", "CY2027", "Fiscal year 2027"],
        ["Net revenue", "Net revenues", "net_revenue", "netRevenue", "**Net revenue**",
         "Net revenue¹", "Net revenue ($M)", "Net revenue, US$ millions", "Net Revenue [1]",
         "Net revenue (1)"],
        ["Utilisation", "utilization", "Utilizations"],
        ["Reno DC", "Reno distribution center", "Reno distribution centres"],
        ["Trial to paid", "trial-to-paid", "Trial → paid", "trial_to_paid"],
        ["Mean difference", "Mean difference (95% CI)"],
        ["Placebo", "Placebo (N=91)"],
        ["Capital expenditures", "Less: capital expenditures"],
        ["11.0x", "11x", "11 x", "11.00\u00d7"],
    ],
)  # fmt: skip
def test_one_name_in_many_spellings(group: list[str]) -> None:
    assert len({label_words(text).words for text in group}) == 1, {
        t: label_words(t).words for t in group
    }


@pytest.mark.parametrize(
    ("one", "other"),
    [("Plant X", "Plant Y"), ("Revenue", "Revenue growth"), ("Year 1", "Year 2"), ("FY27", "FY28"),
     ("Under 65 (<65)", "65 and over (≥65)"), ("Sponsor equity", "Sponsor equity value")],
)  # fmt: skip
def test_other_names_stay_others(one: str, other: str) -> None:
    assert label_words(one).words != label_words(other).words


@pytest.mark.parametrize(
    ("name", "said"),
    [("YEAR_1_REVENUE", ("year", "1", "revenue")), ("ebitdaMargin", ("ebitda", "margin")),
     ("sponsorIRR", ("sponsor", "irr")), ("revenue_y1_usd_m", ("revenue", "year", "1")),
     ("SENIOR_SPREAD_BPS", ("senior", "spread")), ("moic_x", ("moic",)),
     ("capex_y2_k", ("capex", "year", "2"))],
)  # fmt: skip
def test_names_in_code_are_taken_apart(name: str, said: tuple[str, ...]) -> None:
    assert identifier_words(name).words == said


@given(
    chosen=st.tuples(*(st.sampled_from(aliases) for aliases in ALIASES)),
    order=st.permutations(range(len(ALIASES))),
    joint=st.sampled_from([" ", ", ", " \u2013 ", " / ", " (", ": "]),
)
def test_a_label_of_one_alias_each_names_everything_and_nothing_besides(
    chosen: tuple[str, ...], order: list[int], joint: str
) -> None:
    facets = Facets(ALIASES)
    label = label_words(joint.join(chosen[place] for place in order)).words

    assert facets.named_in(label) == (facets.all, True)


@given(
    chosen=st.tuples(*(st.sampled_from(aliases) for aliases in ALIASES)),
    extra=st.sampled_from(
        ["growth", "target", "Memphis", "recurring", "per head", "Year 2", "budget"]
    ),
    first=st.booleans(),
)
def test_another_word_makes_it_another_name(
    chosen: tuple[str, ...], extra: str, first: bool
) -> None:
    parts = [extra, *chosen] if first else [*chosen, extra]

    assert not Facets(ALIASES).named_in(label_words(" ".join(parts)).words)[1]


def test_the_period_sought_is_told_from_others() -> None:
    facets = Facets(ALIASES)

    assert not facets.other_period_in(words("Year 1"))
    assert facets.other_period_in(words("Year 2"))
    assert facets.other_period_in(words("From year 1 to year 3"))
    assert not Facets([["revenue"]]).other_period_in(words("Year 2"))
