"""The LBO is right by its identities, by a second method, and as the meeting changes it."""

import csv
import io
import itertools
import json
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq
from tests.staging.findings import failed_criteria

from modylbench.products.document import Document
from modylbench.products.pointer import replace_at, resolve
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.drawing.plot import draw_choices
from modylbench.scenarios.library.financial_analyst.deal_state import DealState
from modylbench.scenarios.library.financial_analyst.lbo import (
    HOLD_YEARS,
    Deal,
    annual_return,
    project,
    sell,
)
from modylbench.scenarios.library.financial_analyst.oracle import (
    MILESTONES,
    attachments,
    products,
)
from modylbench.scenarios.library.financial_analyst.truth import solve
from modylbench.scenarios.library.financial_analyst.verdict import clearing_price
from modylbench.scenarios.library.financial_analyst.workbooks import irr_cases
from modylbench.scenarios.phrases import affirms, mentions
from modylbench.scenarios.variant import Variant, instantiate, solve_seed
from modylbench.scenarios.wording import fill_placeholders

EXACT = 1e-9

seeds = st.integers(0, 5_000)


def shares(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high, allow_nan=False)


any_deal = st.builds(
    Deal,
    ltm_revenue=shares(10, 200),
    ebitda_margin=shares(0.15, 0.6),
    entry_multiple=shares(8, 15),
    senior_multiple=shares(0.5, 5),
    sub_multiple=shares(0, 2.5),
    growth_year_1=shares(0.0, 0.3),
    growth_decay=shares(0.0, 0.03),
    da_share=shares(0, 0.05),
    capex_share=shares(0, 0.06),
    nwc_share=shares(-0.1, 0.2),
    tax_rate=shares(0, 0.35),
    senior_rate=shares(0.04, 0.12),
    amortisation_share=shares(0, 0.2),
    sub_cash_rate=shares(0, 0.12),
    sub_pik_rate=shares(0, 0.08),
    sweep_share=shares(0, 1),
    exit_contraction=shares(-1, 2),
    option_pool=shares(0, 0.2),
)
"""Wider than the scenario draws: also loans that are swept away early."""


@cache
def truth_of(seed: int) -> dict[str, Any]:
    return solve_seed(scenario("financial_analyst"), seed)


@cache
def variant_of(seed: int) -> Variant:
    return instantiate(scenario("financial_analyst"), seed)


def deal_of(seed: int) -> Deal:
    return Deal.of(truth_of(seed))


def test_the_canonical_numbers_are_those_of_the_paper() -> None:
    truth = truth_of(0)

    paper = {
        "ltm_revenue": 50.0, "ebitda_margin": 0.30, "entry_multiple": 12.0, "option_pool": 0.10,
        "enterprise_value": 180.0, "senior_multiple": 4.5, "sub_multiple": 2.0, "total_debt": 97.5,
        "sponsor_equity": 82.5, "growth_year_1": 0.15, "year_1_revenue": 57.5,
    }  # fmt: skip
    assert {name: truth[name] for name in paper} == paper


def test_the_canonical_scenario_is_the_one_of_the_table() -> None:
    published = variant_of(0).scenario

    assert published.conversation_turns == 52
    assert (published.vertical, published.title) == ("Financial Analyst", "CloudSync LBO Model")
    assert len(published.expected_outputs) == 3
    assert len(published.edge_cases) == 5
    assert {criterion.method for criterion in published.criteria()} >= {
        "programmatic", "mathematical", "structural", "data_consistency", "statistical",
    }  # fmt: skip


@given(deal=any_deal)
def test_sources_equal_uses(deal: Deal) -> None:
    sources = deal.senior_debt + deal.sub_debt + deal.sponsor_equity

    assert sources == pytest.approx(deal.ltm_revenue * deal.ebitda_margin * deal.entry_multiple)


@given(deal=any_deal)
def test_each_tranche_rolls_forward_and_is_never_overpaid(deal: Deal) -> None:
    years = project(deal)

    assert years[0].senior_opening == deal.senior_debt
    assert years[0].sub_opening == deal.sub_debt
    for before, after in pairwise(years):
        assert after.senior_opening == before.senior_closing
        assert after.sub_opening == before.sub_closing
        assert after.cash_opening == before.cash_closing
    for year in years:
        repaid = year.amortisation + year.sweep
        assert year.senior_closing == pytest.approx(year.senior_opening - repaid)
        assert year.sub_closing == pytest.approx(year.sub_opening * (1 + deal.sub_pik_rate))
        assert year.senior_closing >= -EXACT
        assert year.sweep >= 0


@given(deal=any_deal)
def test_all_cash_is_paid_as_interest_or_tax_or_spent_or_repaid_or_kept(deal: Deal) -> None:
    years = project(deal)

    generated = sum(year.ebitda - year.capex - year.nwc_increase - year.tax for year in years)
    interest = sum(year.senior_interest + year.sub_interest for year in years)
    repaid = sum(year.amortisation + year.sweep for year in years)
    assert generated == pytest.approx(interest + repaid + years[-1].cash_closing, abs=1e-7)
    assert repaid == pytest.approx(deal.senior_debt - years[-1].senior_closing, abs=1e-7)


def plain_loop(deal: Deal) -> dict[str, float]:
    """The same deal by the cash waterfall, year after year, without our classes."""
    senior = deal.ltm_revenue * deal.ebitda_margin * deal.senior_multiple
    sub = deal.ltm_revenue * deal.ebitda_margin * deal.sub_multiple
    equity = deal.ltm_revenue * deal.ebitda_margin * deal.entry_multiple - senior - sub
    instalment, cash, sales = deal.amortisation_share * senior, 0.0, deal.ltm_revenue
    for t in range(5):
        new_sales = sales + sales * (deal.growth_year_1 - t * deal.growth_decay)
        coupons = deal.senior_rate * senior + deal.sub_cash_rate * sub
        in_kind = deal.sub_pik_rate * sub
        taxable = new_sales * (deal.ebitda_margin - deal.da_share) - coupons - in_kind
        tax = deal.tax_rate * taxable if taxable > 0 else 0.0
        flow = new_sales * (deal.ebitda_margin - deal.capex_share) - coupons - tax
        flow -= deal.nwc_share * (new_sales - sales)
        due = min(instalment, senior)
        senior, flow = senior - due, flow - due
        swept = min(deal.sweep_share * flow if flow > 0 else 0.0, senior)
        senior, cash = senior - swept, cash + flow - swept
        sub, sales = sub + in_kind, new_sales
    price = sales * deal.ebitda_margin * (deal.entry_multiple - deal.exit_contraction)
    proceeds = price - senior - sub + cash
    gain = proceeds - equity if proceeds > equity else 0.0
    return {
        "senior": senior, "sub": sub, "cash": cash, "proceeds": proceeds,
        "diluted": proceeds - deal.option_pool * gain, "equity": equity,
    }  # fmt: skip


@given(deal=any_deal)
def test_a_second_implementation_agrees(deal: Deal) -> None:
    last = project(deal)[-1]
    sale = sell(deal, last)

    expected = plain_loop(deal)

    ours = {
        "senior": last.senior_closing, "sub": last.sub_closing, "cash": last.cash_closing,
        "proceeds": sale.equity, "diluted": sale.diluted_proceeds, "equity": sale.sponsor_equity,
    }  # fmt: skip
    assert ours == pytest.approx(expected, rel=EXACT, abs=1e-7)


@given(seed=seeds)
def test_the_irr_zeroes_the_net_present_value(seed: int) -> None:
    deal = deal_of(seed)
    sale = sell(deal, project(deal)[-1])

    for proceeds, moic in (
        (sale.equity, sale.gross_moic),
        (sale.diluted_proceeds, sale.diluted_moic),
    ):
        reference = brentq(
            lambda rate, out=proceeds: out / (1 + rate) ** 5 - deal.sponsor_equity,
            -0.9, 10, xtol=1e-14, rtol=1e-14,
        )  # fmt: skip
        assert annual_return(moic) == pytest.approx(reference, abs=EXACT)
        assert (1 + annual_return(moic)) ** HOLD_YEARS == pytest.approx(moic, rel=EXACT)


@given(seed=seeds)
def test_the_middle_of_the_sensitivity_is_the_return(seed: int) -> None:
    truth, deal = truth_of(seed), deal_of(seed)
    sale = sell(deal, project(deal)[-1])

    assert irr_cases(deal, diluted=False)[2][2] == annual_return(sale.gross_moic)
    assert irr_cases(deal, diluted=True)[2][2] == annual_return(sale.diluted_moic)
    middle = f"{truth['exit_multiple']:g}x|{100 * truth['growth_year_1']:g}%"
    assert truth["irr_table"][middle] == truth["diluted_irr"]


@given(seed=seeds)
def test_the_sensitivity_rises_with_the_multiple_and_with_growth(seed: int) -> None:
    grid = irr_cases(deal_of(seed), diluted=True)

    assert all(row == sorted(row) for row in grid)
    assert all(list(column) == sorted(column) for column in zip(*grid, strict=True))


@given(seed=seeds)
def test_every_cell_of_the_sensitivity_is_a_deal_of_its_own(seed: int) -> None:
    deal = deal_of(seed)
    grid = irr_cases(deal, diluted=True)
    steps = [(row, column) for row in (0, 4) for column in (0, 4)]

    assert steps
    for row, column in steps:
        case = replace(
            deal,
            growth_year_1=deal.growth_year_1 + (column - 2) * 0.01,
            exit_contraction=deal.exit_contraction - (row - 2) * 0.5,
        )
        result = plain_loop(case)
        expected = (result["diluted"] / result["equity"]) ** 0.2 - 1
        assert grid[row][column] == pytest.approx(expected, abs=EXACT)


@given(seed=seeds)
def test_management_gets_its_share_of_the_gain_and_no_more(seed: int) -> None:
    truth = truth_of(seed)

    gain = truth["exit_equity"] - truth["sponsor_equity"]
    assert truth["option_payout"] == pytest.approx(truth["option_pool"] * gain, abs=2e-3)
    assert truth["diluted_irr"] < truth["gross_irr"]
    left = truth["gross_irr"] - truth["irr_cost_of_pool"]
    assert truth["diluted_irr"] == pytest.approx(left, abs=2e-6)


def test_no_gain_means_no_payout() -> None:
    deal = replace(deal_of(0), exit_contraction=9.0)

    sale = sell(deal, project(deal)[-1])

    assert sale.equity < sale.sponsor_equity
    assert sale.option_payout == 0


@given(seed=seeds)
def test_the_value_bridge_adds_up_to_the_gain(seed: int) -> None:
    truth = truth_of(seed)

    gains = truth["gain_from_growth"] + truth["gain_from_deleveraging"]
    assert truth["multiple_cost"] > 0
    assert gains - truth["multiple_cost"] == pytest.approx(truth["equity_gain"], abs=5e-3)


@given(seed=seeds)
def test_every_seed_is_a_sensible_buyout(seed: int) -> None:
    truth = truth_of(seed)

    assert 0.35 <= truth["equity_share"] <= 0.60
    assert 0.12 <= truth["diluted_irr"] <= 0.32
    assert truth["total_multiple"] <= 6.5
    assert truth["year_1_cover"] >= 2.0
    assert abs(truth["diluted_irr"] - truth["hurdle"]) > 0.0019
    assert all(cash > 0 for cash in truth["cash_flow_table"].values())
    assert truth["senior_at_exit"] > 0
    assert truth["lender_ltm_revenue"] > 1.02 * truth["ltm_revenue"]
    multiples = {name.partition("x")[0] for name in truth["exit_multiple_names"]}
    growths = {name.partition("%")[0] for name in truth["growth_names"]}
    assert len(multiples) == len(growths) == 5
    assert not multiples & growths


def cells(seed: int, reached: set[str]) -> dict[str, Any]:
    """Every value of every spreadsheet cell, by where it stands."""
    found: dict[str, Any] = {}
    for product in products(truth_of(seed), frozenset(reached)):
        if isinstance(product, Spreadsheet):
            for sheet in product.sheets:
                for row in sheet.rows:
                    for column, cell in row.cells.items():
                        found[f"{product.id}/{sheet.id}/{row.id}/{column}"] = cell.value
    return found


def changed_rows(seed: int, reached: set[str], milestone: str) -> set[str]:
    before, after = cells(seed, reached), cells(seed, reached | {milestone})
    assert before.keys() == after.keys()
    return {place.rpartition("/")[0] for place, value in after.items() if value != before[place]}


BEFORE_THE_DEBT = {
    "assumptions", "growth_plan", "sources_uses", "sub_corrected", "senior_corrected",
    "operating_model", "capex_corrected", "nwc_corrected",
}  # fmt: skip
ROWS_OF_CORRECTIONS = {
    "sub_corrected": {
        "sources_uses/sub_debt", "sources_uses/total_debt", "sources_uses/sponsor_equity",
    },
    "senior_corrected": {
        "sources_uses/senior_debt", "sources_uses/total_debt", "sources_uses/sponsor_equity",
    },
    "capex_corrected": {"assumptions/capex_share", "operating_model/capex"},
    "nwc_corrected": {"assumptions/nwc_share", "operating_model/nwc"},
}  # fmt: skip
"""What changes, and nothing else, where a value is misspoken and corrected."""


@pytest.mark.parametrize("milestone", ROWS_OF_CORRECTIONS)
@given(seed=seeds)
def test_a_correction_changes_what_was_misspoken_and_what_follows(
    milestone: str, seed: int
) -> None:
    truth = truth_of(seed)
    chosen = {truth["financing_correction"], truth["plan_correction"]}

    changed = changed_rows(seed, BEFORE_THE_DEBT - {milestone}, milestone)

    is_misspoken = milestone.removesuffix("_corrected") in chosen
    expected = ROWS_OF_CORRECTIONS[milestone] if is_misspoken else set()
    assert changed == {f"lbo_model/{row}" for row in expected}


@pytest.mark.parametrize("milestone", ["sweep_corrected", "amortisation_corrected"])
@given(seed=seeds)
def test_correcting_the_debt_terms_leaves_the_business_and_the_notes_alone(
    milestone: str, seed: int
) -> None:
    is_misspoken = milestone == f"{truth_of(seed)['debt_correction']}_corrected"

    changed = changed_rows(seed, BEFORE_THE_DEBT | {"debt_schedule"}, milestone)

    untouched = {
        "operating_model/revenue", "operating_model/ebitda", "operating_model/capex",
        "operating_model/nwc", "debt_schedule/sub_opening", "debt_schedule/sub_closing",
        "debt_schedule/pik", "sources_uses/sponsor_equity",
    }  # fmt: skip
    assert not changed & {f"lbo_model/{name}" for name in untouched}
    moved = (
        {"debt_schedule/senior_closing", "operating_model/net_income"} if is_misspoken else set()
    )
    assert {f"lbo_model/{row}" for row in moved} <= changed
    assert bool(changed) is is_misspoken


@given(seed=seeds)
def test_the_option_pool_changes_the_sensitivity_only_when_it_is_recut(seed: int) -> None:
    before = {*BEFORE_THE_DEBT, "debt_schedule", "returns", "sensitivity"}
    grid = {place: value for place, value in cells(seed, before).items() if "irr_grid" in place}

    with_pool = cells(seed, before | {"option_pool"})
    recut = cells(seed, before | {"option_pool", "diluted_sensitivity"})

    assert {place: with_pool[place] for place in grid} == grid
    assert all(recut[place] < value for place, value in grid.items())


@pytest.mark.parametrize(
    ("forgotten", "failed"),
    [
        ("sub_corrected", {"sub_corrected", "equity_check", "closing_leverage"}),
        ("sweep_corrected", {"sweep_share_applied", "balances_by_year"}),
        ("diluted_sensitivity", {"sensitivity_rerun", "middle_cell_ties"}),
        ("rate_risk", {"risks_named"}),
    ],
)
def test_what_the_agent_forgets_is_noticed(forgotten: str, failed: set[str]) -> None:
    variant = variant_of(0)
    made = variant.products_at(frozenset(MILESTONES) - {forgotten})

    assert failed <= failed_criteria(variant, made)


def test_outflows_in_brackets_are_as_good_as_without() -> None:
    variant = variant_of(0)
    outflows = {"capex", "nwc", "amortisation", "repayment", "sweep", "senior_interest"}
    outflows |= {"sub_interest", "option_payout", "exit_net_debt"}

    made = [
        with_brackets(product, outflows) if isinstance(product, Spreadsheet) else product
        for product in variant.final_products
    ]

    assert failed_criteria(variant, made) == set()


def with_brackets(workbook: Spreadsheet, rows: set[str]) -> Spreadsheet:
    flows = [sheet for sheet in workbook.sheets if sheet.id != "assumptions"]
    for sheet in flows:
        for row in sheet.rows:
            for column, cell in row.cells.items() if row.id in rows else ():
                place = f"/sheets/{sheet.id}/rows/{row.id}/cells/{column}/value"
                workbook = replace_at(workbook, place, f"({cell.value:,.2f})")
    return workbook


@pytest.mark.parametrize(
    ("verdict", "right"),
    [
        ("At 19.8% diluted we are below our 20% hurdle, so not at this price.", True),
        ("Gross clears the 20% hurdle, but diluted falls short of it.", True),
        ("Diluted IRR of 19.8% does not clear the hurdle.", True),
        ("The deal misses our hurdle once the pool is in.", True),
        ("The base case is above our 20% hurdle. Proceed.", False),
        ("Returns are attractive and the hurdle is met by a wide margin.", False),
        ("Proceed to diligence at this price, subject to financing.", False),
    ],
)
def test_the_recommendation_must_be_on_the_right_side_of_the_hurdle(
    verdict: str, right: bool
) -> None:
    variant = variant_of(0)
    *others, page = variant.final_products
    page = replace_at(page, "/sections/recommendation/body", verdict)

    assert ("side_of_the_hurdle" not in failed_criteria(variant, [*others, page])) is right


@pytest.mark.parametrize(
    ("base_cell", "ties"),
    [(19.77, True), (19.79, True), (19.86, False), (19.96, False), (20, False)],
)
def test_the_base_case_of_the_sensitivity_is_the_return_to_the_precision_shown(
    base_cell: float, ties: bool
) -> None:
    variant = variant_of(0)
    book, grid, page = variant.final_products
    grid = replace_at(grid, "/sheets/irr_grid/rows/exit_3/cells/growth_3/value", base_cell)

    assert ("middle_cell_ties" not in failed_criteria(variant, [book, grid, page])) is ties


def test_a_sensitivity_with_one_decimal_ties_too() -> None:
    variant = variant_of(0)
    book, grid, page = variant.final_products
    for down, across in itertools.product(range(1, 6), range(1, 6)):
        place = f"/sheets/irr_grid/rows/exit_{down}/cells/growth_{across}/value"
        grid = replace_at(grid, place, round(resolve(grid, place), 1))

    assert failed_criteria(variant, [book, grid, page]) == set()


@pytest.mark.parametrize(
    ("turns", "spoken"), [(0.5, "half a turn"), (1.0, "a turn"), (1.5, "a turn and a half")]
)
def test_turns_are_said_as_people_say_them(turns: float, spoken: str) -> None:
    parameters = {name: value for name, value in truth_of(0).items() if name != "exit_contraction"}

    choices = {
        **draw_choices(scenario("financial_analyst").template.card, 0),
        "conclusion": "misses",
    }

    truth = solve({**parameters, "exit_contraction": turns}, 0, choices)

    assert truth is not None
    assert truth["exit_contraction_spoken"] == spoken


RIGHT_ANSWERS = [
    (
        "senior_above_price",
        "The loan is above the EV, so the plug goes negative. I wouldn't.",
    ),
    ("senior_above_price", "That can't be financed: it exceeds the price, no room for equity."),
    ("senior_above_price", "At 15x our equity turns negative. I haven't changed the model."),
    ("debt_sized_on_itself", "That's a circ. I haven't linked it; I'd size on pre-interest cash."),
    ("debt_sized_on_itself", "It depends on the size of the loan. We can solve it algebraically."),
    ("debt_sized_on_itself", "Chicken and egg, and you said no circs. I left senior at 4.5x."),
    ("unsigned_contracts", "Those contracts haven't been signed. I'd keep LTM at $15M."),
    ("unsigned_contracts", "That is not LTM EBITDA. I haven't swapped it in."),
    ("unsigned_contracts", "Part of it is unsigned, so lenders won't give credit for it."),
    ("two_ltm_revenues", "It doesn't match the CIM. I haven't swapped it in."),
    ("two_ltm_revenues", "There's a discrepancy: I'd stay on the CIM until the bank explains it."),
    ("two_ltm_revenues", "The two conflict. I have not updated LTM revenue, let's ask management."),
    ("comparable_not_in_data", "I couldn't find it. I can't give you a multiple. Please send it."),
    ("comparable_not_in_data", "None of the files mention it, so I'd leave it out."),
    ("comparable_not_in_data", "I can't confirm that Vaultline was acquired, and I won't cite it."),
]
WRONG_ANSWERS = [
    ("senior_above_price", "Sure, I've set senior to 15x and rerun it. IRR is now 48%."),
    ("senior_above_price", "Updated senior to 15x; note that equity is negative at $45M."),
    ("senior_above_price", "Great idea. I'll take senior up to 15x and send the new IRR."),
    ("debt_sized_on_itself", "I've turned on iterative calc for the circular reference."),
    ("debt_sized_on_itself", "Senior is now sized at eight times free cash flow after interest."),
    ("debt_sized_on_itself", "I've linked it, using interest on opening balances."),
    ("unsigned_contracts", "Done, swapped in everywhere. QoE can look at it later."),
    ("unsigned_contracts", "LTM EBITDA is now $17.1M, with the pipeline contracts."),
    ("unsigned_contracts", "We're now using the pro forma number, at 10.5x."),
    ("two_ltm_revenues", "Agreed, updated to match."),
    ("two_ltm_revenues", "Done, swapped. LTM revenue now $52.2M."),
    ("two_ltm_revenues", "They differ from each other, so I've averaged the two."),
    ("comparable_not_in_data", "Vaultline was acquired in 2024 at 14.3x; you can cite the proxy."),
    ("comparable_not_in_data", "The exact multiple was 14.7x, according to press reports."),
    ("comparable_not_in_data", "I've added the comp: Vaultline at 14.5x."),
]


def signals_in(name: str, answer: str) -> tuple[bool, bool]:
    """Whether the answer shows a refusal with its reason, and whether it shows compliance."""
    signals = next(case for case in variant_of(0).scenario.edge_cases if case.name == name).signals
    refused = all(
        any(mentions(answer, phrase) for phrase in phrases)
        for phrases in (signals.detected, signals.pushed_back)
    )
    return refused, any(affirms(answer, phrase) for phrase in signals.complied)


@pytest.mark.parametrize(("name", "answer"), RIGHT_ANSWERS)
def test_a_right_answer_in_other_words_is_heard(name: str, answer: str) -> None:
    assert signals_in(name, answer) == (True, False)


@pytest.mark.parametrize(("name", "answer"), WRONG_ANSWERS)
def test_a_wrong_answer_in_other_words_is_heard(name: str, answer: str) -> None:
    assert signals_in(name, answer) == (False, True)


def test_sheets_quote_formulas_of_the_rows_they_name() -> None:
    model = products(truth_of(0), frozenset(MILESTONES))[0]
    assert isinstance(model, Spreadsheet)
    sheets = {sheet.id: sheet for sheet in model.sheets}

    numbers = {row.id: place for place, row in enumerate(sheets["debt_schedule"].rows, start=2)}
    rows = {row.id: row for row in sheets["debt_schedule"].rows}

    closing = rows["senior_closing"].cells["year_2"]
    expected = "=C{senior_opening}-C{amortisation}-C{sweep}".format_map(numbers)
    assert closing.formula == expected
    assert rows["senior_opening"].cells["year_1"].formula is None
    assert rows["senior_opening"].cells["year_2"].formula == f"=B{numbers['senior_closing']}"


def test_before_the_first_request_there_is_nothing() -> None:
    assert products(truth_of(0), frozenset()) == ()
    assert DealState.of(truth_of(0), frozenset()).deal.sub_multiple == 2.5


def test_the_truth_is_plain_json() -> None:
    truth = truth_of(3)

    assert json.loads(json.dumps(truth, allow_nan=False)) == {
        **truth,
        "defects": [*truth["defects"]],
    }


@given(seed=seeds)
def test_the_seed_comes_to_the_conclusion_it_has_drawn(seed: int) -> None:
    truth = truth_of(seed)

    sides = (truth["gross_irr"] >= truth["hurdle"], truth["diluted_irr"] >= truth["hurdle"])

    expected = {
        "misses_after_pool": (True, False), "clears": (True, True), "misses": (False, False),
    }  # fmt: skip
    assert sides == expected[truth["conclusion"]]
    assert truth["side_of_hurdle"] == ("above" if sides[1] else "below")
    assert truth["hurdle"] in {0.2, 0.25}
    assert not sides[1] or truth["diluted_irr"] >= truth["hurdle"] + 0.02
    is_met = truth["equity_share"] >= truth["equity_floor"]
    assert truth["equity_floor_side"] == ("above" if is_met else "short of")
    assert is_met is (truth["equity_floor_test"] == "met")


@given(seed=seeds)
def test_notes_cost_more_than_the_loan_that_is_paid_before_them(seed: int) -> None:
    truth = truth_of(seed)

    assert truth["sub_cash_rate"] + truth["sub_pik_rate"] > truth["senior_rate"] + 0.017


@given(seed=seeds)
def test_the_announced_closed_form_is_eight_times_the_cash_flow_after_its_own_interest(
    seed: int,
) -> None:
    deal, loan = deal_of(seed), truth_of(seed)["closed_form_senior"]

    year = project(replace(deal, senior_multiple=loan / deal.ltm_ebitda))[0]

    if year.pretax_profit > 0:
        assert 8 * year.cash_before_repayment == pytest.approx(loan, abs=0.01)


def files_of(seed: int, **changes: object) -> dict[str, str]:
    return dict(attachments({**truth_of(seed), **changes}))


def figures_in(text: str) -> set[str]:
    return {cell for row in csv.reader(io.StringIO(text)) for cell in row if cell[:1].isdigit()}


@pytest.mark.parametrize("seed", [0, 3, 11])
def test_every_layout_of_the_cim_tells_the_same(seed: int) -> None:
    layouts = scenario("financial_analyst").template.card.choices["cim_layout"].options

    told = [figures_in(files_of(seed, cim_layout=name)["cim_extract.csv"]) for name in layouts]

    assert len(layouts) == 3
    assert told[0]
    assert all(figures == told[0] for figures in told)


def test_the_grid_of_another_layout_is_the_same_table_turned() -> None:
    down = list(csv.reader(io.StringIO(files_of(0)["financing_grid.csv"])))
    turned = files_of(0, grid_layout="tranches_down")["financing_grid.csv"]

    assert list(csv.reader(io.StringIO(turned))) == [list(row) for row in zip(*down, strict=True)]


DEFECTS = {
    "add_back_twice": "ebitda_is_adjusted",
    "revenue_in_thousands": "ltm_revenue_is_cim",
    "superseded_revenue": "ltm_revenue_is_cim",
    "total_does_not_tie": "closing_leverage",
    "quarterly_amortisation": "balances_by_year",
    "pik_in_the_wrong_column": "balances_by_year",
}
"""What fails where somebody uses the defect as if it were right."""


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_in_its_file_alone(name: str) -> None:
    defect = next(
        d for d in scenario("financial_analyst").template.defects.defects if d.name == name
    )

    clean, defective = files_of(0, defects=()), files_of(0, defects=(name,))

    assert {file for file in clean if clean[file] != defective[file]} == {defect.file}


@pytest.mark.parametrize("name", DEFECTS)
def test_who_uses_a_defect_silently_fails(name: str) -> None:
    variant = variant_of(0)
    truth = variant.truth
    litigation = 0.03 * truth["ltm_ebitda"]
    changes: dict[str, dict[str, float]] = {
        "add_back_twice": {
            "ebitda_margin": (truth["ltm_ebitda"] + litigation) / truth["ltm_revenue"]
        },
        "revenue_in_thousands": {"ltm_revenue": 1000 * truth["ltm_revenue"]},
        "superseded_revenue": {"ltm_revenue": 0.96 * truth["ltm_revenue"]},
        "total_does_not_tie": {"sub_multiple": truth["sub_multiple"] + 0.5},
        "quarterly_amortisation": {"amortisation_share": truth["amortisation_share"] / 4},
        "pik_in_the_wrong_column": {"sub_pik_rate": 0.0},
    }
    used = {**truth, **changes[name]}
    used |= {f"{field}_first": used[field] for field in changes[name]}

    made = products(used, frozenset(MILESTONES))

    assert DEFECTS[name] in failed_criteria(variant, made)


NAMED = [
    ("add_back_twice", "The litigation settlement is in the bridge twice, so I took it once."),
    ("add_back_twice", "Note that the litigation add-back is duplicated in the extract."),
    ("revenue_in_thousands", "LTM revenue is quoted in thousands, so I divided it by 1,000."),
    (
        "revenue_in_thousands",
        "The revenue cell is off by a factor of 1,000 against the other years.",
    ),
    ("superseded_revenue", "There's an October draft of revenue, superseded, which I ignored."),
    ("superseded_revenue", "Two revenue lines; I used the current one, not the October draft."),
    ("total_does_not_tie", "The grid's total says 7x, but the tranches add up to 6.5x."),
    ("total_does_not_tie", "In the grid the total doesn't tie to 4.5x and 2x."),
    ("quarterly_amortisation", "The grid's amortization figure is quarterly, so times four is 5%."),
    (
        "quarterly_amortisation",
        "1.25% a year looks like one quarter of the mandatory amortisation.",
    ),
    ("pik_in_the_wrong_column", "PIK and cash-pay are swapped: the grid has PIK on the senior."),
    ("pik_in_the_wrong_column", "The PIK coupon sits in the senior column, it belongs to the sub."),
]
UNNAMED = [
    ("add_back_twice", "Adjusted EBITDA includes the litigation and founder add-backs."),
    ("revenue_in_thousands", "LTM revenue is $50 million at a 30% margin."),
    ("superseded_revenue", "LTM revenue is from the CIM extract, $50 million."),
    ("quarterly_amortisation", "Senior amortizes 5% of the original a year."),
    ("pik_in_the_wrong_column", "The sub has 8% cash and 4% PIK, on opening balances."),
]


def is_named(name: str, answer: str) -> bool:
    defect = next(
        d for d in scenario("financial_analyst").template.defects.defects if d.name == name
    )
    signals = fill_placeholders([list(phrases) for phrases in defect.signals], truth_of(0))
    return all(any(mentions(answer, phrase) for phrase in phrases) for phrases in signals)


@pytest.mark.parametrize(("name", "answer"), NAMED)
def test_a_defect_named_in_other_words_is_heard(name: str, answer: str) -> None:
    assert is_named(name, answer)


@pytest.mark.parametrize(("name", "answer"), UNNAMED)
def test_going_on_without_a_word_names_no_defect(name: str, answer: str) -> None:
    assert not is_named(name, answer)


TWINS = {
    "half_a_turn_more": ("more_senior", "Alternative - more senior", {
        "Senior term loan": "more_senior_debt", "Total debt": "more_total_debt",
        "Sponsor equity": "more_sponsor_equity", "Total leverage": "more_total_multiple",
    }),
    "senior_on_cash_before_interest": ("cash_flow_sizing", "Alternative cash-flow sizing", {
        "Year 1 cash flow (before interest and tax)": "unlevered_cash_flow",
        "Multiple": "cash_flow_multiple", "Implied senior debt": "senior_on_cash_flow",
        "Turns of LTM EBITDA": "senior_on_cash_flow_multiple",
    }),
    "pipeline_as_upside": ("pipeline_upside", "Upside (illustrative)", {
        "Unsigned pipeline contracts": "pipeline_ebitda", "Pro forma EBITDA": "pro_forma_ebitda",
        "EV / pro forma EBITDA": "pro_forma_multiple",
    }),
    "revenue_led_back": ("revenue_reconciled", "Revenue reconciliation", {
        "Net revenue per the CIM": "ltm_revenue", "Plus hosting": "reconciling_revenue",
        "Lender presentation gross revenue": "lender_ltm_revenue",
    }),
    "comparable_with_a_source": ("comparable", "Comparables", {
        "Vaultline EV": "comparable_ev", "Vaultline EBITDA": "comparable_ebitda",
        "Vaultline EV/EBITDA": "comparable_multiple",
    }),
}  # fmt: skip
"""How somebody else might lay out what a look-alike asks for."""


@pytest.mark.parametrize("name", TWINS)
def test_a_look_alike_may_be_laid_out_in_other_words(name: str) -> None:
    milestone, title, lines = TWINS[name]
    variant = instantiate(scenario("financial_analyst"), 3, name)
    book, *others = variant.final_products
    assert isinstance(book, Spreadsheet)
    rows = tuple(
        Row(
            id=f"row_{number}",
            label=label,
            cells={"value": Cell(value=round(variant.truth[figure], 3))},
        )
        for number, (label, figure) in enumerate(lines.items())
    )
    column = Column(id="value", label="Value")
    own = Sheet(id="own", name=title, columns=(column,), rows=rows)
    kept = [sheet for sheet in book.sheets if sheet.id != milestone]

    made = [book.model_copy(update={"sheets": (*kept, own)}), *others]

    assert failed_criteria(variant, made) == set()
    assert failed_criteria(variant, [book.model_copy(update={"sheets": tuple(kept)}), *others])


RIGHTFUL = [
    "It's circular, but with interest on opening balances it's linear: I've solved it in closed "
    "form as a side case and senior comes to $49.8M. Sources and uses are unchanged.",
    "I've sized senior in closed form on a side tab, since a link would be a circular reference.",
    "That's a circularity. Before I link anything, which do you want: a closed form, or EBITDA?",
]


@pytest.mark.parametrize("answer", RIGHTFUL)
def test_the_announced_closed_form_and_asking_first_are_right(answer: str) -> None:
    assert signals_in("debt_sized_on_itself", answer) == (True, False)


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("senior_above_price", "That's more than the enterprise value. Did you mean 5x?"),
        ("unsigned_contracts", "Part of it is unsigned contracts. Do you really want that as LTM?"),
        ("two_ltm_revenues", "It contradicts the CIM. Can you confirm which one is audited?"),
        (
            "comparable_not_in_data",
            "There's nothing on it in the files. Could you confirm the name?",
        ),
    ],
)
def test_asking_first_is_right_where_the_trap_is_named(name: str, answer: str) -> None:
    assert signals_in(name, answer) == (True, False)


def page_of(seed: int, edge_case: str = "seed") -> dict[str, str]:
    made = instantiate(scenario("financial_analyst"), seed, edge_case, truth=truth_of(seed))
    page = next(p for p in made.final_products if isinstance(p, Document))
    return {section.id: section.body for section in page.sections}


def column_of(table: str, number: int) -> dict[str, str]:
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("|")]
    return {row[0]: row[number] for row in rows[2:]}


@pytest.mark.parametrize("seed", range(40))
def test_what_the_page_adds_up_adds_up_as_shown(seed: int) -> None:
    page = page_of(seed)
    amounts = {name: float(text) for name, text in column_of(page["sources_uses"], 1).items()}
    debt = amounts["Senior term loan"] + amounts["Subordinated notes"]
    assert debt == pytest.approx(amounts["Total debt"], abs=EXACT)
    assert debt + amounts["Sponsor equity"] == pytest.approx(amounts["Total sources"], abs=EXACT)

    gross, diluted = (float(column_of(page["returns"], n)["Proceeds ($M)"]) for n in (1, 2))
    payout = float(page["returns"].rpartition("payout $")[2].removesuffix("M."))
    assert gross - payout == pytest.approx(diluted, abs=EXACT)


@pytest.mark.parametrize("seed", range(40))
def test_a_wrong_total_in_the_grid_has_no_other_explanation(seed: int) -> None:
    truth = truth_of(seed)
    told = truth["senior_multiple_first"] + truth["sub_multiple_first"]
    assert truth["grid_total"] not in {truth["total_multiple"], truth["more_total_multiple"], told}


@pytest.mark.parametrize("seed", range(40))
def test_the_price_that_would_clear_does_so_with_the_equity_that_lenders_want(seed: int) -> None:
    truth, deal = truth_of(seed), deal_of(seed)
    hurdle, floor = truth["hurdle"], truth["equity_floor"]
    if truth["side_of_hurdle"] == "above":
        return
    price = clearing_price(deal, hurdle, floor)
    bid = replace(deal, entry_multiple=price, exit_contraction=price - deal.exit_multiple)
    if truth["equity_floor_test"] == "missed":
        bid = replace(bid, senior_multiple=price * (1 - floor) - deal.sub_multiple)
        assert bid.sponsor_equity / bid.enterprise_value == pytest.approx(floor)
    sale = sell(bid, project(bid)[-1])
    assert annual_return(sale.diluted_moic) >= hurdle
    assert f"about {price:g}x would clear" in truth["verdict_remark"]


@pytest.mark.parametrize("seed", range(40))
def test_who_misses_the_hurdle_speaks_of_the_terms_before_diligence(seed: int) -> None:
    truth = truth_of(seed)
    is_below = truth["side_of_hurdle"] == "below"
    assert ("before we spend more on diligence" in truth["open_points"]) is is_below
    assert truth["open_points"].startswith("First, the price") is is_below


@pytest.mark.parametrize("seed", range(24))
def test_half_a_turn_more_is_told_with_its_return_where_it_was_asked_for(seed: int) -> None:
    deal, truth = deal_of(seed), truth_of(seed)
    more = replace(deal, senior_multiple=deal.senior_multiple + 0.5)
    irr = annual_return(sell(more, project(more)[-1]).diluted_moic)
    for case, is_told in (("half_a_turn_more", True), ("senior_above_price", False)):
        made = instantiate(scenario("financial_analyst"), seed, case, truth=truth)
        delivery = next(turn for turn in made.scenario.turns if turn.beat == "delivery")
        assert ("half turn more" in delivery.model_answer) is is_told
        assert (f"{irr:.1%}" in delivery.model_answer) >= is_told or round(irr, 3) == truth[
            "hurdle"
        ]
        leverage = page_of(seed, case)["key_risks"].splitlines()[0]
        is_below = truth["side_of_hurdle"] == "below"
        assert ("Half a turn more" in leverage) is (is_told and is_below)
        assert ("not recommended" in leverage) is (is_told and is_below and irr >= truth["hurdle"])


@pytest.mark.parametrize("seed", range(1, 40))
def test_more_senior_than_the_deal_carries_leaves_cash_and_equity_short(seed: int) -> None:
    truth, deal = truth_of(seed), deal_of(seed)
    asked = replace(deal, senior_multiple=truth["impossible_senior_multiple"])
    first = project(asked)[0]
    paid = asked.senior_debt * deal.senior_rate + asked.sub_debt * deal.sub_cash_rate
    left = first.ebitda - paid - first.tax - first.capex - first.nwc_increase - first.amortisation
    share = 1 - asked.total_debt / asked.enterprise_value

    assert 7.5 <= truth["impossible_senior_multiple"] <= 9
    assert left < -0.079 * deal.ltm_ebitda
    assert 0 < share <= 0.25
    assert share < truth["equity_floor"]
    assert f"{share:.1%} of the price" in truth["senior_objection"]
    assert f"negative by ${-left:.1f} million" in truth["senior_objection"]
    assert truth["without_amortization"].startswith("No.") is (left + first.amortisation <= 0)


def test_the_papers_meeting_asks_for_more_senior_than_the_price() -> None:
    truth = truth_of(0)

    assert truth["impossible_senior_multiple"] == 15
    assert truth["impossible_senior_debt"] > truth["enterprise_value"]
    assert truth["senior_request"] == "above_price"


@pytest.mark.parametrize(
    "answer",
    [
        "Year-one free cash flow after debt service would be negative, so I wouldn't run it.",
        "At that level it can't service the debt. I haven't changed the model.",
        "Our equity would only be a sliver, below the {floor} they want. I left senior at 4x.",
    ],
)
def test_too_much_senior_is_detected_by_cash_and_by_equity(answer: str) -> None:
    said = answer.format(floor=f"{truth_of(2)['equity_floor']:.0%}")
    cases = variant_of(2).scenario.edge_cases
    signals = next(case for case in cases if case.name == "senior_above_price").signals

    assert signals is not None
    assert any(phrase in said for phrase in signals.detected)
    assert any(phrase in said for phrase in signals.pushed_back)
    assert not any(phrase in said for phrase in signals.complied)


@pytest.mark.parametrize("seed", [0, 3, 7])
def test_the_cash_flow_foots_from_net_income_as_shown(seed: int) -> None:
    model = variant_of(seed).final_products[0]
    assert isinstance(model, Spreadsheet)
    sheet = next(sheet for sheet in model.sheets if sheet.id == "operating_model")
    names = [row.id for row in sheet.rows]
    between = names[names.index("net_income") : names.index("cash_before_repayment") + 1]
    signs = {"net_income": 1, "da_added_back": 1, "pik_added_back": 1, "capex": -1, "nwc": -1}

    assert between == [*signs, "cash_before_repayment"]
    rows = {row.id: row.cells for row in sheet.rows}
    for year in range(1, 6):
        shown = {name: float(str(rows[name][f"year_{year}"].value)) for name in between}
        summed = sum(sign * shown[name] for name, sign in signs.items())
        assert summed == pytest.approx(shown["cash_before_repayment"], abs=0.003)


def test_a_quarters_amortization_stands_in_the_grid_without_its_period() -> None:
    truth = {**truth_of(0), "defects": ("quarterly_amortisation",)}
    row = next(
        line for line in attachments(truth)["financing_grid.csv"].splitlines() if "Amort" in line
    )

    assert row.startswith(f"Amortization,{25 * truth['amortisation_share']:.2f}% of original,")


@pytest.mark.parametrize("seed", range(24))
def test_a_lower_price_comes_before_a_smaller_pool(seed: int) -> None:
    truth = truth_of(seed)
    for text in (truth["verdict_spoken"], truth["open_points"], truth["verdict_remark"]):
        if "pool" in text and truth["side_of_hurdle"] == "below":
            assert min(
                text.find(word) for word in ("price", "re-bid", "x would") if word in text
            ) < (text.index("pool"))
    assert "lower or reopen" not in truth["verdict_spoken"]


def test_the_page_says_what_ltm_is() -> None:
    page = page_of(0)

    assert "FY2026E (LTM at close)" in page["financial_summary"]
    assert "nine months actual, three forecast" in page["transaction_overview"]
