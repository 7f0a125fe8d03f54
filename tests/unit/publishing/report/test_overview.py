"""Do the tables that both forms show say what the figures say?"""

from typing import cast

import pytest

from modylbench.foundation.score_text import NOT_MEASURED
from modylbench.publishing.report.data.run import RunData, ScenarioData, UsageData
from modylbench.publishing.report.summary import (
    cost_text,
    flaky_dimensions,
    heat_map,
    tier_text,
    tiers_reached,
)

TIERS = {"peer": 6.0, "mentor": 7.5, "consultant": 9.0}


def scenario(name: str, official: float | None, tier: str | None, **means: float) -> ScenarioData:
    dimensions = [
        {"dimension": one, "mean": mean, "variance": 1.5, "is_flaky": mean > 5}
        for one, mean in means.items()
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
    (row,) = heat_map(run(scenario("a", 5, None, accuracy=mean)))

    assert (row["cells"][0]["level"], row["cells"][0]["text"]) == (level, text)


def test_a_dimension_that_nobody_measured_has_no_colour_and_no_number() -> None:
    rows = heat_map(run(scenario("a", 5, None, accuracy=4), scenario("b", 5, None, tone=6)))

    assert [row["label"] for row in rows] == ["accuracy", "tone"]
    missing = rows[0]["cells"][1]
    assert (missing["level"], missing["text"]) == (None, NOT_MEASURED)


def test_flaky_dimensions_are_named_with_their_scenario() -> None:
    found = flaky_dimensions(run(scenario("a", 5, None, accuracy=4, tone=6)))

    assert found == ["a: tone (mean 6.00, variance 1.50)"]


def test_no_score_is_not_the_same_as_no_tier() -> None:
    held, missing = scenario("a", 5.99, None), scenario("b", None, None)

    assert (tier_text(held), tier_text(missing)) == ("no tier", "")
    assert tiers_reached(run(held, missing)) == "no tier 1 of 2"
    assert tiers_reached(run(missing)) == NOT_MEASURED


def test_a_price_that_nobody_knows_is_not_nothing() -> None:
    used = {"calls": 3, "cost_usd": None}

    assert cost_text(cast("UsageData", used)) == "unknown"
    assert cost_text(cast("UsageData", used | {"cost_usd": 0.01234})) == "$0.0123"
    assert cost_text(cast("UsageData", used | {"calls": 0})) == "nothing"
