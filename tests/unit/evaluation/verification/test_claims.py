"""Conclusions in hundreds of wordings, honest, false and evasive, by people without the rules."""

from __future__ import annotations

import json
import time
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from modylbench.evaluation.verification.claims.check import judge
from modylbench.language.claims.clauses import clauses_of
from modylbench.products.quantities.conclusion import ClaimSought, MembersPoint
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import (
    DEFECTS_IN_FILES,
    REDRAWS,
    draw_parameters,
    instantiate,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.scenario import Scenario

WORDINGS = Path(__file__).parent / "wordings"
CLAIMS = {
    "hurdle_side": "hurdle_claim",
    "recommendation": "recommendation_claim",
    "pool_dilution": "pool_claim",
    "rate_risk": "rate_claim",
    "price_basis": "price_claim",
}
"""Conclusions whose quantity is not called after them."""
WRITTEN_FOR_FIRST_CHOICES = frozenset(
    {"business_analyst", "deep_researcher", "optimization_solver", "scientist"}
)
"""Scenarios whose wordings were written before seeds drew conclusions."""
DEALS_WRITTEN_FOR = {
    506: {
        "ltm_revenue": 47.0, "ebitda_margin": 0.28, "entry_multiple": 13.0, "senior_multiple": 3.75,
        "sub_multiple": 1.5, "growth_year_1": 0.19, "growth_decay": 0.015, "da_share": 0.03,
        "capex_share": 0.03, "nwc_share": 0.06, "tax_rate": 0.26, "senior_rate": 0.095,
        "amortisation_share": 0.05, "sub_cash_rate": 0.08, "sub_pik_rate": 0.04,
        "sweep_share": 0.7, "exit_contraction": 1.0, "option_pool": 0.08, "hurdle_drawn": 0.19,
        "covenant_cushion": 1.5, "pipeline_share": 0.11, "lender_revenue_gap": 0.038,
    }
}  # fmt: skip
"""The buyouts whose conclusions people put into words, by the seed that had them then."""
NETWORKS_WRITTEN_FOR = {
    627: {
        "demand_level": 12500.0, "linehaul_per_mile": 2.45, "fuel_per_mile": 0.56,
        "dc_fixed_level": 285.0, "commitment_share": 0.7, "demand_growth": 0.1,
        "freight_increase": 0.12, "freight_spike": 0.38, "outage_share": 0.16,
    }
}  # fmt: skip
"""The same for the distribution plan."""
REACHED = {
    "financial_analyst": (0.93, 0.015, 0.91),
    "business_strategist": (0.94, 0.02, 0.94),
    "deep_researcher": (0.94, 0.0, 0.93),
    "scientist": (0.90, 0.025, 0.91),
    "optimization_solver": (0.88, 0.025, 0.93),
    "business_analyst": (0.88, 0.04, 0.89),
}
"""Shares of the honest that pass, of the honest that are called wrong at most, and of the false
that fail, as reached: a change that reads worse shows here. These were tuned with; on what nobody
here has seen they are worse."""
IRRELEVANT = (
    "The appendix lists all sources.",
    "Lunch was served at noon and the room was cold.",
    "Please see the workbook for details.",
)


@lru_cache(maxsize=8)
def variant(name: str, seed: int) -> Scenario:
    source = scenario(name)
    truth = truth_of_first_choices(source, seed) if name in WRITTEN_FOR_FIRST_CHOICES else None
    if name == "financial_analyst" and seed in DEALS_WRITTEN_FOR:
        truth = truth_of_deal(source, seed)
    return instantiate(source, seed, truth=truth).scenario


def truth_of_deal(source: ScenarioSource, seed: int) -> dict[str, Any]:
    """The truth of a buyout that clears its hurdle, whatever the seed draws today."""
    card = source.template.card
    choices = {name: choice.options[0] for name, choice in card.choices.items()}
    choices |= {"conclusion": "clears", "debt_correction": "none"}
    given = {**draw_parameters(card, 0), **DEALS_WRITTEN_FOR[seed]}
    truth = source.oracle().solve(given, seed, choices)
    assert truth is not None
    hurdle = given["hurdle_drawn"]  # that of the texts, which committees of today do not ask for
    return {**given, **choices, **truth, "hurdle": hurdle, DEFECTS_IN_FILES: ()}


def truth_of_first_choices(source: ScenarioSource, seed: int) -> dict[str, Any]:
    """The seed's truth where every choice falls as in the paper's meeting."""
    card = source.template.card
    choices = {name: choice.options[0] for name, choice in card.choices.items()}
    drawn: Iterable[dict[str, float]] = (
        [NETWORKS_WRITTEN_FOR[seed]]
        if card.id == "optimization_solver" and seed in NETWORKS_WRITTEN_FOR
        else (draw_parameters(card, seed, attempt) for attempt in range(REDRAWS))
    )
    solved = ((given, source.oracle().solve(given, seed, choices)) for given in drawn)
    given, truth = next((given, truth) for given, truth in solved if truth is not None)
    return {**given, **choices, **truth, DEFECTS_IN_FILES: ()}


def claim(name: str, seed: int, conclusion: str) -> ClaimSought:
    wanted = CLAIMS.get(conclusion, f"{conclusion}_claim")
    found = next(q for q in variant(name, seed).quantities if q.id == wanted)
    assert isinstance(found, ClaimSought)
    return found


def rows(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (WORDINGS / f"{name}.jsonl").read_text().splitlines()]


def outcomes(name: str, label: str) -> list[str]:
    return [
        judge(str(row["text"]), claim(name, int(str(row["seed"])), str(row["conclusion"])))[0]
        for row in rows(name)
        if row["label"] == label
    ]


every_suite = pytest.mark.parametrize(
    "name", sorted(path.stem for path in WORDINGS.glob("*.jsonl"))
)


@every_suite
def test_most_honest_wordings_pass(name: str) -> None:
    found = outcomes(name, "honest")

    assert found.count("passed") / len(found) >= REACHED[name][0]
    assert found.count("failed") / len(found) <= REACHED[name][1]


@every_suite
def test_most_false_wordings_fail(name: str) -> None:
    found = outcomes(name, "false")

    assert found.count("failed") / len(found) >= REACHED[name][2]


@every_suite
def test_an_evasion_never_passes(name: str) -> None:
    assert "passed" not in outcomes(name, "absent")


@every_suite
def test_irrelevant_sentences_change_nothing(name: str) -> None:
    changed = [
        row["text"]
        for row in rows(name)[::5]
        for sentence in IRRELEVANT
        if judge(
            f"{row['text']}\n{sentence}",
            it := claim(name, int(str(row["seed"])), str(row["conclusion"])),
        )[0]
        != judge(str(row["text"]), it)[0]
    ]

    assert changed == []


def test_what_is_claimed_in_one_place_and_denied_in_another_fails() -> None:
    it = claim("deep_researcher", 0, "shortlist")
    right = "Only Fennick Motive is through the gate."

    assert judge(right, it)[0] == "passed"
    assert judge(f"{right} Daeryuk Materials gets through as well.", it)[0] == "failed"
    assert judge(f"{right} Some would say that Daeryuk Materials gets through.", it)[0] == "passed"


@pytest.mark.parametrize(
    ("besides", "outcome"),
    [
        ("The price is measured on pro forma EBITDA.", "failed"),
        (
            "The bid stands on adjusted earnings, not on the banker's pro forma number.",
            "unverifiable",
        ),
        ("The contracts were considered and dropped.", "passed"),
    ],
)
def test_what_is_said_right_is_failed_only_by_what_is_plainly_against_it(
    besides: str, outcome: str
) -> None:
    it = claim("financial_analyst", 0, "price_basis")

    assert judge(f"We pay 12.0x LTM adjusted EBITDA. {besides}", it)[0] == outcome


def test_all_but_some_is_said_surely_of_those_named_only() -> None:
    it = claim("deep_researcher", 0, "shortlist")
    out = [name.partition("|")[0].strip() for name in it.points[0].names]  # type: ignore[union-attr]
    others = [name for name in out if name != "Fennick Motive" and "LithiumMax" not in name]

    assert judge(f"All but {', '.join(others)} pass.", it)[0] == "unverifiable"
    assert judge("All of them pass.", it)[0] == "failed"


def test_incl_and_excl_end_no_sentence() -> None:
    it = claim("business_analyst", 0, "definitions")
    base = "All that was created, {} archived, {} test records; a win counts within 60 days. "
    later = "Enterprise keeps closing after that."

    assert judge(base.format("incl.", "excl.") + later, it)[0] == "passed"
    assert judge(base.format("excl.", "incl.") + later, it)[0] == "failed"


TOGETHER = {
    "business_analyst": ("paradox", "mix_cause", "crm_survivorship"),
    "optimization_solver": ("open_closed", "scarce_capacity", "packer_minimum", "lost_dc"),
}
"""Conclusions that stand in one text."""


@pytest.mark.parametrize("name", TOGETHER)
def test_what_a_paper_says_besides_is_not_held_against_a_conclusion(name: str) -> None:
    honest = [row for row in rows(name) if row["label"] == "honest"]
    judged = failed = 0
    for row in honest[::3]:
        seed, own = int(str(row["seed"])), str(row["conclusion"])
        it = claim(name, seed, own) if own in TOGETHER[name] else None
        if it is None or judge(str(row["text"]), it)[0] != "passed":
            continue
        others = [o for o in honest if o["seed"] == seed and o["conclusion"] in TOGETHER[name]]
        for other in [o for o in others if o["conclusion"] != own][::5]:
            judged += 1
            failed += judge(f"- {row['text']}\n- {other['text']}", it)[0] == "failed"

    assert judged > 50
    assert failed / judged <= 0.06  # reached; before points had words `apart` it was a fifth


def test_a_name_under_its_heading_answers_it() -> None:
    it = claim("optimization_solver", 0, "worst_case")

    assert judge("worst case cost per pallet: Hagerstown closed", it)[0] == "passed"
    assert judge("worst case cost per pallet: Demand +10%", it)[0] == "failed"
    assert judge("Hagerstown closed", it)[0] == "passed"
    assert judge("Not Hagerstown closed", it)[0] != "passed"


def test_a_window_is_the_figure_beside_its_unit() -> None:
    it = claim("business_analyst", 0, "definitions")
    right = (
        "A win counts if it comes within 60 days; archived deals are in, the 12 tests are out. "
        "Enterprise keeps closing after that."
    )

    assert judge(right, it)[0] == "passed"
    assert judge(right.replace("60", "90"), it)[0] == "failed"


def test_what_is_granted_is_still_a_fact() -> None:
    it = claim("business_analyst", 0, "paradox")

    assert judge("Although every segment rose, the overall win rate fell.", it)[0] == "passed"
    assert judge("Although every segment fell, the overall win rate rose.", it)[0] == "failed"


def test_silence_is_missing() -> None:
    it = claim("financial_analyst", 0, "hurdle_side")

    assert judge("The company sells file sync on subscription.", it)[0] == "missing"


def test_figures_side_by_side_go_to_the_panel() -> None:
    it = claim("financial_analyst", 0, "hurdle_side")

    assert judge("Diluted IRR 19.8%, hurdle 20%.", it)[0] == "unverifiable"


def test_the_name_of_a_failed_test_is_not_what_is_said() -> None:
    it = claim("business_strategist", 0, "partner")
    text = (
        "We recommend Damai Rimbun Pharmacy. Seri Puncak Medical fails one test (Holds a local "
        "care licence), and Rimba Care Clinics fails one test (Free of exclusivity with a rival)."
    )

    assert judge(text, it)[0] == "passed"
    assert judge(text.replace("We recommend Damai Rimbun", "Damai Rimbun fails"), it)[0] != "passed"


@pytest.mark.parametrize(
    "failing",
    [
        'fails "Holds a local care licence"',
        "fails one test: Holds a local care licence",
        "fails one test [Holds a local care licence]",
        "fails one of them (Holds a local care licence)",
        "fails two (Holds a local care licence, Integrity check)",
        'is out on "Holds a local care licence"',
        "misses one requirement, 'Holds a local care licence'",
        "is out (Holds a local care licence: no)",
    ],
)
def test_a_failed_test_may_be_called_by_its_name(failing: str) -> None:
    it = claim("business_strategist", 0, "partner")
    text = "We recommend Damai Rimbun Pharmacy. Seri Puncak Medical {}."

    assert judge(text.format(failing), it)[0] == "passed"
    assert judge(text.format("holds a local care licence"), it)[0] == "failed"


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ('misses "Qualifies for series production"', "passed"),
        ("fails on one criterion, Satisfies the density floor", "passed"),
        ('fails "No open disputes"', "passed"),
        ("fails no test", "failed"),
        ("fails none of the tests", "failed"),
        ("meets one gate and clears the other", "failed"),
    ],
)
def test_the_name_of_a_test_passes_nobody(said: str, outcome: str) -> None:
    it = claim("deep_researcher", 0, "shortlist")

    text = f"Only Fennick Motive is through the gate. Corvane Halide {said}."

    assert judge(text, it)[0] == outcome


def test_whether_is_no_claim() -> None:
    it = claim("financial_analyst", 0, "hurdle_side")

    assert judge("Whether the diluted IRR meets the hurdle is for others to say.", it)[0] not in {
        "passed",
        "failed",
    }


@pytest.mark.parametrize(
    "piece", ["(", "not ", "Malaysia, ", "1 ", "only if ", "Malaysia is first. "]
)
def test_time_grows_no_faster_than_the_text(piece: str) -> None:
    it = claim("business_strategist", 0, "market_choice")

    def seconds(size: int) -> float:
        text = (piece * size)[:size]
        clauses_of.cache_clear()
        start = time.process_time()
        judge(text, it)
        return time.process_time() - start

    least, most = (min(seconds(size) for _ in range(3)) for size in (20_000, 80_000))

    assert most < 12 * least + 0.05


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Through: Arden, Brill and Corvo.", "passed"),
        ("Passed: Arden & Brill.", "failed"),
        ("Shortlist: Arden and Brill.", "failed"),
        ("These pass: Arden, Brill. Corvo passes too.", "passed"),
        ("Arden and Brill pass.", "unverifiable"),
        ("Passed: Arden, Brill and the ceramics house.", "unverifiable"),
    ],
)
def test_who_is_not_in_a_list_of_nothing_but_names_is_left_out(text: str, expected: str) -> None:
    point = MembersPoint(
        names=("Arden", "Brill", "Corvo", "Dunmore"), truth=("Arden", "Brill", "Corvo")
    )
    sought = ClaimSought(id="passing", product="memo", points=(point,))

    assert judge(text, sought)[0] == expected
