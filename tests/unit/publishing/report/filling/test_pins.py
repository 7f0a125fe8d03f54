"""A pin says what was wrong, when it was said, and in which turn it began."""

from typing import Any

import pytest

from modylbench.evaluation.facts import SaidFigure
from modylbench.evaluation.findings import Finding, Spot
from modylbench.evaluation.mutations.reference import reference_of
from modylbench.products.quantities.quantity import NumberSought
from modylbench.publishing.report.filling import pins
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate


def line(turn_index: int, text: str, channel: str = "voice", started_s: float = 0.0) -> Any:
    """A line whose words take a second each, with half a second between them."""
    times = [50, 100] * len(text.split())
    return {
        "speaker": 1, "to": [], "channel": channel, "text": text, "started_s": started_s,
        "ended_s": started_s + 1.5 * len(text.split()), "turn_index": turn_index, "times": times,
        "is_estimated": False, "marks": [],
    }  # fmt: skip


def figure(**changes: Any) -> SaidFigure:
    told = {
        "text": "$92M", "value": 92e6, "unit": "money:usd", "channel": "said",
        "agreement": "agrees", "is_true": False, "product_id": "lbo_model", "pointer": "/cell",
    }  # fmt: skip
    return SaidFigure.model_validate(told | changes)


def test_a_figure_said_twice_is_found_twice_each_at_its_word() -> None:
    lines = pins._SpokenLines([
        line(1, "It is $92M", started_s=5.0),
        line(3, "Yes, $92M and again $92M", started_s=20.0),
        line(3, "$92M", channel="chat", started_s=30.0),
    ])  # fmt: skip
    places = [lines.find("$92M", 3, is_written=False) for _ in range(3)]
    written = lines.find("$92M", 3, is_written=True)

    assert places == [(1, 5), (1, 20), None]
    assert written == (2, 0)
    assert [lines.second_of(place) for place in places if place] == [22.0, 26.5]


@pytest.mark.parametrize(
    ("changes", "cause"),
    [({}, 5), ({"agreement": "contradicts"}, 9), ({"pointer": "/other"}, 9)],
    ids=["says what the work shows", "says something else", "of another cell"],
)
def test_words_that_repeat_a_wrong_cell_are_wrong_since_the_cell_is(
    changes: dict[str, Any], cause: int
) -> None:
    causes = pins._CausesByPlace()
    wrong = Finding(
        criterion_id="c", description="c", method="m", check_type="t", required=True,
        verdict="failed", found="92", expected="82.5", tolerance_pct=1, reason="",
        where=(Spot(product_id="lbo_model", pointer="/cell"),),
    )  # fmt: skip
    causes.note(wrong, 5)
    causes.note(wrong, 7)

    assert causes.of_figure(figure(**changes), 9) == cause


def test_the_truth_of_a_quantity_is_that_of_its_turn_in_its_own_unit() -> None:
    perfect = reference_of(instantiate(scenario("financial_analyst"), 0))
    truth = pins._TrueValues(perfect)
    sought = truth.number_sought("sponsor_equity")
    assert isinstance(sought, NumberSought)

    assert [truth.value("sponsor_equity", turn) for turn in (1, 7, 9)] == ["", "$75M", "$82.5M"]
    assert truth.name("sponsor_equity") == "sponsor equity"
    placed = figure(product_id=sought.product, pointer=sought.at)
    assert truth.quantity_of(placed) == "sponsor_equity"
    assert pins._TrueValues(None).value("sponsor_equity", 9) == ""
