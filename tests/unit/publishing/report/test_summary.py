"""A report says in short whether the agent is good, why not, and what to do next."""

from typing import Any, cast

import pytest

from modylbench.foundation.score_text import NOT_MEASURED
from modylbench.publishing.report.highlights import Highlights
from modylbench.publishing.report.shapes.run import MeetingStatus, RunData, ScenarioData, UsageData
from modylbench.publishing.report.summary import (
    ReportSummary,
    cost_text,
    flaky_dimensions,
    heat_map,
    summarize,
    tier_text,
    tiers_reached,
)

TIERS = {"peer": 6.0, "mentor": 7.5, "consultant": 9.0}


def scenario(name: str, official: float | None, tier: str | None, **means: float) -> dict[str, Any]:
    dimensions = [
        {"dimension": dimension, "mean": mean, "variance": 0.0, "is_flaky": False}
        for dimension, mean in means.items()
    ]
    return {"scenario_id": name, "official": official, "tier": tier, "dimensions": dimensions}


def trial(number: int, score: float | None, status: MeetingStatus = "scored") -> dict[str, Any]:
    return {
        "number": number, "scenario_id": "a", "seed": number, "score": score, "status": status,
    }  # fmt: skip


def highlights(number: int, **found: Any) -> Highlights:
    empty = {
        "number": number, "worst_turns": [], "wrong": [], "more_wrong": 0, "limits": [],
        "gates": [], "limited": 0, "edge_cases": [], "notes": [], "left_out": [],
    }  # fmt: skip
    return cast("Highlights", empty | found)


def short(
    overall: float | None,
    scenarios: list[dict[str, Any]],
    trials: list[dict[str, Any]],
    *,
    standard: str = "gold",
    **found: Any,
) -> ReportSummary:
    run = {
        "overall": overall, "scenarios": scenarios, "trials": trials, "tiers": TIERS,
        "faults": [], "standard": standard,
    }  # fmt: skip
    summaries = {trial["number"]: highlights(trial["number"], **found) for trial in trials}
    return summarize(cast("RunData", run), summaries)


@pytest.mark.parametrize(
    ("scenarios", "verdict"),
    [
        (
            [("a", 9.5, "consultant"), ("b", 7.6, "mentor")],
            "8.54 of 10: every scenario reaches a tier, mentor or better.",
        ),
        (
            [("a", 9.5, "consultant"), ("b", 5.996, None)],
            "8.54 of 10: 1 of 2 scenarios reach a tier; not so b (5.99).",
        ),
        (
            [("a", 2.0, None), ("b", 5.996, None)],
            "8.54 of 10: no scenario reaches a tier; the first, peer, begins at 6.00.",
        ),
    ],
)
def test_one_sentence_says_how_good_the_agent_is(
    scenarios: list[tuple[str, float, str | None]], verdict: str
) -> None:
    told = short(8.549, [scenario(*figures) for figures in scenarios], [trial(0, 5.0)])

    assert told["verdict"] == verdict


def test_an_agent_that_does_all_well_is_told_nothing_of_costs() -> None:
    told = short(9.5, [scenario("a", 9.5, "consultant", accuracy=9.5)], [trial(0, 9.5)])

    assert (told["why"], told["next"]) == ([], [])


def test_what_nobody_scored_is_neither_good_nor_bad() -> None:
    told = short(None, [scenario("a", None, None)], [trial(0, None, "not judged")])

    assert "no meeting has a score" in told["verdict"]
    assert told["look_at"] is None
    assert told["next"] == [
        "1 of 1 meeting not judged yet: `modylbench evaluate RUN` does it",
    ]


def test_where_a_meeting_is_missing_there_is_no_score_of_the_whole() -> None:
    trials = [trial(0, 4.0), trial(1, 9.0), trial(2, None, "not held")]
    told = short(None, [scenario("a", None, None)], trials)

    assert told["verdict"].startswith("meetings have 4.00 to 9.00 of 10; there is no score of the")
    assert "1 of 3 meetings have none" in told["verdict"]
    assert told["look_at"] == 0


def test_the_lowest_dimensions_come_first_and_good_ones_not_at_all() -> None:
    means = {"tone": 9.5, "accuracy": 2.0, "context_use": 1.0, "progress": 3.0, "format": 8.0}
    told = short(5.0, [scenario("a", 5.0, None, **means)], [trial(0, 5.0)])

    assert told["why"] == [
        "Lowest dimensions, as means over scenarios: context use 1.00, accuracy 2.00, progress 3.00"
    ]


def test_traps_and_limits_and_criteria_are_counted() -> None:
    cases = [{"name": "trap", "has_failed": True}, {"name": "other", "has_failed": False}]
    told = short(
        5.0, [scenario("a", 5.0, None)], [trial(0, 5.0)],
        edge_cases=cases, limited=3, wrong=[{}], more_wrong=4, gates=["missing_product"],
    )  # fmt: skip

    assert told["why"] == [
        "Edge cases failed: trap (a, seed 0)",
        "Whole meetings held down by a cap: missing product (a, seed 0)",
        "Floors and caps took hold in 1 meeting: 3 turns and products",
        "Criteria that do not hold at the end: 5, in 1 meeting",
    ]


def test_the_worst_turn_of_the_worst_meeting_is_where_to_look_first() -> None:
    turn = {
        "turn_index": 7, "score": 2.0, "dimension": "task_progress", "dimension_score": 1.0,
        "reason": "it did nothing",
    }  # fmt: skip
    told = short(
        5.0, [scenario("a", 5.0, None)], [trial(0, 6.0), trial(1, 5.0)],
        standard="offline", worst_turns=[turn],
    )  # fmt: skip

    assert told["look_at"] == 1
    assert told["next"][0] == (
        "Look first at a, seed 1, which has 5.00; its worst turn is 7 (2.00), "
        "task progress 1.00: it did nothing"
    )
    assert "No model has judged" in told["next"][1]


def scenario_data(
    name: str, official: float | None, tier: str | None, **means: float
) -> ScenarioData:
    dimensions = [
        {"dimension": dimension, "mean": mean, "variance": 1.5, "is_flaky": mean > 5}
        for dimension, mean in means.items()
    ]
    return cast(
        "ScenarioData",
        {"scenario_id": name, "official": official, "tier": tier, "dimensions": dimensions},
    )


def run(*scenarios: ScenarioData) -> RunData:
    return cast("RunData", {"scenarios": list(scenarios), "tiers": TIERS})


@pytest.mark.parametrize(
    ("mean", "level", "text"), [(1.0, 1, "1.00"), (5.999, 5, "5.99"), (10.0, 10, "10.00")]
)
def test_a_cell_is_as_warm_as_its_score_and_no_warmer(mean: float, level: int, text: str) -> None:
    (row,) = heat_map(run(scenario_data("a", 5, None, accuracy=mean)))

    assert (row["cells"][0]["level"], row["cells"][0]["text"]) == (level, text)


def test_a_dimension_that_nobody_measured_has_no_colour_and_no_number() -> None:
    rows = heat_map(
        run(scenario_data("a", 5, None, accuracy=4), scenario_data("b", 5, None, tone=6))
    )

    assert [row["label"] for row in rows] == ["accuracy", "tone"]
    missing = rows[0]["cells"][1]
    assert (missing["level"], missing["text"]) == (None, NOT_MEASURED)


def test_flaky_dimensions_are_named_with_their_scenario() -> None:
    found = flaky_dimensions(run(scenario_data("a", 5, None, accuracy=4, tone=6)))

    assert found == ["a: tone (mean 6.00, variance 1.50)"]


def test_no_score_is_not_the_same_as_no_tier() -> None:
    held, missing = scenario_data("a", 5.99, None), scenario_data("b", None, None)

    assert (tier_text(held), tier_text(missing)) == ("no tier", "")
    assert tiers_reached(run(held, missing)) == "no tier 1 of 2"
    assert tiers_reached(run(missing)) == NOT_MEASURED


def test_a_price_that_nobody_knows_is_not_nothing() -> None:
    used = {"calls": 3, "cost_usd": None}

    assert cost_text(cast("UsageData", used)) == "unknown"
    assert cost_text(cast("UsageData", used | {"cost_usd": 0.01234})) == "$0.0123"
    assert cost_text(cast("UsageData", used | {"calls": 0})) == "nothing"
