"""A name is recognised however it is spelt, and only when it is whole."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from modylbench.language.plain import word_set
from modylbench.products.quantities.labels import (
    Facets,
    identifier_words,
    label_words,
    period_places,
    sentence_words,
    words,
)

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
@example("Y1 pct")
@example("Q3 the %")
def test_words_of_words_are_the_same_words(text: str) -> None:
    once = words(text)

    assert words(" ".join(once)) == once


@given(labels)
def test_case_and_spaces_make_no_difference(text: str) -> None:
    assert words(text.upper()) == words(text.lower()) == words(f"  {text.replace(' ', '   ')} ")


@given(labels)
@example("FY1 pct")
@example("year, 1 %")
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
        ["Cost per pallet", "Cost/pallet", "Cost / pallet", "Cost ($/pallet)", "Cost per plts"],
        ["Q2 share of total", "Q2 % of total", "Q2 pct of total", "Q2 % of the grand total"],
        ["Dropouts before week 12", "Dropouts before wk 12", "Dropouts before Wk. 12"],
        ["Number of companies", "No. of companies", "Num. of companies", "Number of company"],
        ["Change vs base", "Chg. vs base", "Change versus base"],
        ["Analysed patients", "Analyzed patients"],
        ["Age under 65 years", "Age <65 yrs", "age <65 Yr."],
        ["Sex", "Sex (M/F)"],
        ["Total cost", "Total cost (freight + handling)", "Total cost (= freight + handling)"],
    ],
)  # fmt: skip
def test_one_name_in_many_spellings(group: list[str]) -> None:
    assert len({label_words(text).words for text in group}) == 1, {
        t: label_words(t).words for t in group
    }


@pytest.mark.parametrize(
    ("first", "second"),
    [("Plant X", "Plant Y"), ("Revenue", "Revenue growth"), ("Year 1", "Year 2"), ("FY27", "FY28"),
     ("Under 65 (<65)", "65 and over (≥65)"), ("Sponsor equity", "Sponsor equity value"),
     ("Cost per pallet", "Cost of pallets"), ("Debt/EBITDA", "Debt per EBITDA"),
     ("From month", "To month"), ("No diabetes", "No. of diabetes"), ("Q2 share", "Q2 total"),
     ("% of total", "Total"), ("Total debt / EBITDA", "Total debt"),
     ("Cost", "Cost (freight + handling)"), ("Total (65+)", "Total"),
     ("Total cost (freight - rebate)", "Total cost")],
)  # fmt: skip
def test_other_names_stay_others(first: str, second: str) -> None:
    assert label_words(first).words != label_words(second).words


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


NAMED = {
    "total landed cost": [
        "Total cost, landed", "Landed cost (total)", "Cost, total landed",
    ],
    "sponsor equity": ["Equity, sponsor", "Equity of sponsor", "Equity (sponsor)"],
    "adjusted mean difference": ["Mean difference, adjusted", "Diff. (adj. mean)"],
    "95% LCL": ["LCL (95%)", "LCL, 95%"],
    "production cost": ["Cost of production", "Costs (production)"],
    "increase in NWC": ["NWC, increase", "NWC (increase)"],
    "cost per pallet": ["Cost/pallet", "Cost, per pallet", "Avg. cost/pallet, total"],
}  # fmt: skip
OTHERS = {
    "total landed cost": [
        "Total cost, landed, per pallet", "Landed cost, change", "Total cost, landed (budget)",
        "Cost total landed", "Landed to total cost",
    ],
    "sponsor equity": [
        "Equity to sponsor", "Equity sponsor", "Equity, sponsor, at exit", "Equity by sponsor",
        "Equity value, sponsor",
    ],
    "high dose - placebo": ["Placebo - high dose", "Placebo, high dose", "Placebo (high dose)"],
    "high dose vs placebo": ["Placebo vs high dose", "Placebo (vs high dose)"],
    "created to won": ["Won to created", "Won, created"],
    "phase 2 pilot (6 months)": ["Phase 6 pilot (2 months)", "Pilot, phase 6, 2 months"],
    "cost per pallet": ["Pallets per cost", "Pallet cost", "Cost, pallets", "Cost of pallets"],
    "revenue": ["Revenue growth", "Growth, revenue", "Revenue (growth)", "Revenue per patient",
                "Revenue/customer", "Revenue, % of total"],
    "share of market": ["Market share"],
    "95% LCL": ["LCL (90%)", "UCL (95%)"],
}  # fmt: skip


def _pairs(table: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(name, label) for name, labels in table.items() for label in labels]


@pytest.mark.parametrize(("name", "label"), _pairs(NAMED))
def test_a_comma_brackets_or_of_leave_the_order_of_a_name_free(name: str, label: str) -> None:
    facets = Facets([[name, "average cost per pallet"]])

    assert facets.named_in(label_words(label).words) == (1, True)


@pytest.mark.parametrize(("name", "label"), _pairs(OTHERS))
def test_what_says_another_thing_is_named_in_no_order(name: str, label: str) -> None:
    named, whole = Facets([[name]]).named_in(label_words(label).words)

    assert not (named and whole)


@given(st.permutations(["total", "landed", "cost", "optimal"]))
def test_without_a_mark_between_its_parts_a_name_keeps_its_order(order: list[str]) -> None:
    facets = Facets([["optimal total landed cost"]])
    is_in_order = order == ["optimal", "total", "landed", "cost"]

    assert facets.named_in(label_words(" ".join(order)).words)[1] == is_in_order
    assert facets.named_in(label_words(f"{' '.join(order[:2])}, {' '.join(order[2:])}").words)[1]


def test_the_same_words_are_told_apart_whichever_was_read_first() -> None:
    facets = Facets([["sponsor equity"]])
    labels = [label_words(text).words for text in ("Equity, sponsor", "Equity to sponsor")]

    assert [facets.named_in(label)[1] for label in labels] == [True, False]
    assert labels[0] != labels[1]
    assert tuple(labels[0]) == tuple(labels[1])
