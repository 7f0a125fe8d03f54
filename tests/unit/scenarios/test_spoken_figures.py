"""The figures that a perfect agent says stand on its products, to the last digit."""

import re
from functools import cache
from typing import Any

import pytest

from modylbench.products.document import Document
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.library.business_strategist.truth import rejected_spoken
from modylbench.scenarios.library.financial_analyst.truth import on_page
from modylbench.scenarios.variant import Variant, instantiate
from modylbench.scenarios.wording import figure

# Among them seeds at which a figure was once said otherwise than it was shown.
SEEDS = (0, 3, 5, 7, 8, 9, 12, 15, 20, 22, 23, 27, 28, 30)
every_seed = pytest.mark.parametrize("seed", SEEDS)


@cache
def variant(name: str, seed: int) -> Variant:
    return instantiate(scenario(name), seed)


def product(of: Variant, name: str) -> Any:
    return next(product for product in of.final_products if product.id == name)


def body(of: Variant, document: str, section: str) -> str:
    found = product(of, document)
    assert isinstance(found, Document)
    return next(part.body for part in found.sections if part.id == section)


def cells(of: Variant, workbook: str, sheet: str) -> dict[str, dict[str, Any]]:
    found = product(of, workbook)
    assert isinstance(found, Spreadsheet)
    rows = next(part.rows for part in found.sheets if part.id == sheet)
    return {row.id: {name: cell.value for name, cell in row.cells.items()} for row in rows}


@every_seed
def test_the_shares_who_left_are_those_of_the_workbook_and_the_synopsis(seed: int) -> None:
    of = variant("scientist", seed)
    sheets = [sheet for p in of.final_products if isinstance(p, Spreadsheet) for sheet in p.sheets]
    share = next(row.cells for sheet in sheets for row in sheet.rows if row.id == "share")

    said = {arm: figure(of.truth[f"share_left_{arm}"], "%.1") for arm in share}

    assert said == {arm: f"{cell.value:.1f}%" for arm, cell in share.items()}
    assert all(said[arm] in body(of, "synopsis", "limitations") for arm in ("high", "placebo"))


@every_seed
def test_the_one_pager_shows_what_is_read_out(seed: int) -> None:
    of = variant("financial_analyst", seed)

    revenue = f"| Revenue | {of.truth['ltm_revenue']:.1f} | {of.truth['year_1_revenue_on_page']} |"
    assert revenue in body(of, "ic_tear_sheet", "financial_summary")
    shock = f"${of.truth['rate_shock_on_page']}M"
    assert shock in body(of, "ic_tear_sheet", "key_risks")
    verdict = f"{of.truth['verdict_spoken'].partition(' at ')[0]} at this price".lower()
    assert body(of, "ic_tear_sheet", "recommendation").lower().startswith(verdict)


def test_the_one_pager_rounds_halves_up() -> None:
    assert [on_page(17.25), on_page(76.05), on_page(1.105, 2)] == ["17.3", "76.1", "1.11"]


@every_seed
def test_the_board_reads_the_money_that_is_said(seed: int) -> None:
    of = variant("business_strategist", seed)

    text = body(of, "entry_strategy", "financial_case")

    for name, form in {"tam": "$.1", "sam": "$.1", "som": "$.2", "npv": "$.2"}.items():
        assert f"| {figure(of.truth[name], form)}M |" in text


@every_seed
def test_the_other_candidates_are_out_over_what_the_screen_says(seed: int) -> None:
    of = variant("business_strategist", seed)
    screen = of.truth["pack"]["partners"][of.truth["top_market"]]
    out = [name for name, *tests in screen if "fail" in tests]

    assert all(name in of.truth["rejected_spoken"] for name in out)
    assert of.truth["partner"] not in of.truth["rejected_spoken"]


def test_candidates_who_fail_the_same_test_are_named_together() -> None:
    licence, integrity = "Holds a local care licence", "Integrity check"

    assert (
        rejected_spoken([("A", licence), ("B", licence)])
        == "A and B both lack a local care licence"
    )
    assert (
        rejected_spoken([("A", licence), ("B", integrity)])
        == "A lacks a local care licence and B fails the integrity check"
    )


@every_seed
def test_who_leads_on_the_misread_weights_leads_the_matrix_of_that_turn(seed: int) -> None:
    of = variant("business_strategist", seed)
    matrix = next(
        p for p in of.products_at(frozenset({"scores", "weights"})) if p.id == "scoring_matrix"
    )
    assert isinstance(matrix, Spreadsheet)
    rows = {row.id: row.cells for row in matrix.sheets[0].rows}
    labels = {column.id: column.label for column in matrix.sheets[0].columns}
    first = [name for name, cell in rows["rank"].items() if cell.value == 1]

    assert all(labels[name] in of.truth["misspoken_lead"] for name in first)
    assert of.truth["misspoken_total"] == rows["weighted_total"][first[0]].value
    assert of.truth["misspoken_lead"].endswith("is first" if len(first) == 1 else "tie")


@every_seed
def test_how_full_the_buildings_are_is_what_the_plan_shows(seed: int) -> None:
    of = variant("optimization_solver", seed)

    shown = cells(of, "shipment_plan", "dcs").values()

    said = re.findall(r"at ([\d.]+)%", of.truth["utilization_spoken"])
    assert [float(figure) for figure in said] == [
        row["utilization"] for row in shown if row["status"] == "Open"
    ]


@every_seed
def test_the_totals_of_the_what_ifs_are_those_of_the_sheet(seed: int) -> None:
    of = variant("optimization_solver", seed)

    shown = cells(of, "what_if", "scenarios")

    said = {
        "demand": "demand_total", "plant": "outage_total", "freight": "freight_total",
        "minimum": "waived_total", "single": "committed_cost", "lost": "lost_total",
    }  # fmt: skip
    assert {row: shown[row]["total"] for row in said} == {
        row: of.truth[name] for row, name in said.items()
    }


@every_seed
def test_the_documents_behind_the_summary_are_those_it_cites(seed: int) -> None:
    of = variant("deep_researcher", seed)
    dates = {source["id"]: source["date"] for source in of.truth["sources"]}

    lines = body(of, "briefing", "summary").splitlines()[:2]
    cited = [re.findall(r"\[(S\d+)\]", line)[0] for line in lines]

    for leader, source in zip(("sop_leader", "density_leader"), cited, strict=True):
        assert of.truth[f"{leader}_source"].endswith(f", {source}")
        assert of.truth[f"{leader}_date"] == dates[source]


@every_seed
def test_half_way_is_between_the_two_exports(seed: int) -> None:
    truth = variant("business_analyst", seed).truth
    ours, theirs, half = (
        truth[name] for name in ("won_enterprise_q3", "bi_won_enterprise_q3", "half_way_won")
    )

    assert ours < half < theirs
    assert 0 <= (half - ours) - (theirs - half) <= 1


@every_seed
def test_the_effects_that_are_said_are_those_of_the_tab(seed: int) -> None:
    of = variant("business_analyst", seed)
    turn = next(turn for turn in of.scenario.turns if "decomposition" in turn.reaches)
    tab = next(
        p for p in of.products_at(frozenset(of.oracle.MILESTONES[:8]))
        if p.id == "conversion_analysis"
    )  # fmt: skip
    assert isinstance(tab, Spreadsheet)
    rows = next(sheet.rows for sheet in tab.sheets if sheet.id == "decomposition")
    total = next(row.cells for row in rows if row.id == "total")

    for said in (turn.expected_agent_action, turn.model_answer):
        for name in ("mix_effect", "rate_effect", "total_effect"):
            assert f"{total[name].value:.3f} points" in said
