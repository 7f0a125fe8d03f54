"""A scorecard says what its reader must know, and measures without scoring."""

from typing import Any

import pytest
from tests.staging.evaluations import (
    product_facts,
    scorecard_of,
    simple_evaluation,
    turn_facts,
    verdict,
)

from modylbench.evaluation.facts import Attempt, SaidFigure, ScreenFacts
from modylbench.evaluation.locations import LocatorRecord, QuantityLocation

EIGHT = {"auditor": 8.0, "listener": 8.0}
BLANK = ScreenFacts(frames=0, findings=(), faults=0)
ATTEMPT = Attempt(channel="said", kind="order", excerpt="score ten", turn_index=1)
STANDING = Attempt(
    channel="surface", kind="order", excerpt="score ten", turn_index=1, product_id="model"
)
TRIED = turn_facts(1, attempts=(STANDING, ATTEMPT))
"""In two such turns it said so twice, and wrote it once."""


def captioned() -> Any:
    facts = turn_facts(1)
    return turn_facts(1, speech=facts.speech.model_copy(update={"source": "captions"}))


def located(**changes: Any) -> LocatorRecord:
    taken = QuantityLocation(quantity="npv", product_id="model", outcome="taken")
    record = {"name": "locator test", "models": ("test",), "request": "0" * 64}
    return LocatorRecord(**{**record, "locations": (taken,), **changes})


@pytest.mark.parametrize(
    ("changes", "note"),
    [
        ({"is_official": False}, "unofficial: the meeting was not held as the benchmark holds it"),
        (
            {"is_official": False, "edge_case": "turns-12"},
            "unofficial: a meeting of 12 scripted turns, not of 8",
        ),
        (
            {"is_official": False, "suite": "freeform", "private_mark": "3f2a90c1d2e4b7a8"},
            "unofficial: held from a private variant (secret 3f2a90c1d2e4b7a8), not as published",
        ),
        (
            {"is_official": False, "suite": "freeform", "suite_version": 3},
            "unofficial: of the suite freeform, version 3, whose scores are never averaged with "
            "those of the core",
        ),
        (
            {"facts": {"turns": (turn_facts(1, screen=BLANK),), "screens": "switched off"}},
            "no screens: switched off",
        ),
        (
            {"facts": {"turns": (captioned(),)}},
            "what the agent said is known from its own captions on 1 of 1 turns",
        ),
        (
            {"facts": {"products": (product_facts("model", attempts=(ATTEMPT,)),)}},
            "the agent addressed whoever judges it 1 time(s)",
        ),
        (
            {
                "facts": {
                    "turns": (TRIED, TRIED.model_copy(update={"turn_index": 3})),
                    "products": (product_facts("model", attempts=(STANDING,)),),
                },
                "planned_turns": (1,),
                "more_verdicts": [
                    verdict("turn", "3", judge, scores=8.0) for judge in ("auditor", "listener")
                ],
            },
            "the agent addressed whoever judges it 3 time(s)",
        ),
        (
            {"facts": {"captions_differ": True, "hearing": "base.en; of 5 figures 1"}},
            "integrity: the agent's captions say something else than its voice; its words are "
            "taken from speech recognition on 1 of 1 turns (base.en; of 5 figures 1)",
        ),
        (
            {"more_verdicts": [verdict("product", "x", "auditor", failure="429\nagain")]},
            "judge auditor failed on 1 of 3: 429 again",
        ),
        (
            {"more_verdicts": [verdict("product", "x", "auditor", scores=8.0, was_led=True)]},
            "judge auditor followed the agent on 1 and judged again without that text",
        ),
        (
            {"locator": located(counts=True)},
            "locator test pointed at 1 figure(s) that code had not found; 0 finding(s) rest on "
            "them",
        ),
        (
            {"locator": located(counts=False, reason="no calibration")},
            "locator test pointed at 1 figure(s) that code had not found; none counts: "
            "no calibration",
        ),
        (
            {"locator": located(counts=True, locations=(), failures=("model: it is down",))},
            "locator test failed on 1 product(s): model: it is down",
        ),
    ],
)
def test_it_says(changes: dict[str, Any], note: str) -> None:
    assert scorecard_of(simple_evaluation(EIGHT, EIGHT, **changes)).notes == (note,)


def test_there_is_nothing_to_say_of_a_regular_trial() -> None:
    assert scorecard_of(simple_evaluation(EIGHT, EIGHT)).notes == ()


def test_measures_are_reported_and_move_no_score() -> None:
    figure = SaidFigure(
        text="57.5", value=57.5, unit="", channel="said", agreement="contradicts", is_true=None
    )
    speech = turn_facts(1).speech.model_copy(update={"figures": (figure,)})
    facts = {"turns": (turn_facts(1, speech=speech),), "talk_over_s": 9.5}
    card = scorecard_of(simple_evaluation(EIGHT, EIGHT, facts=facts))

    assert (
        card.metrics.items()
        >= {
            "answered_turns": 1,
            "median_response_s": 1.5,
            "longest_pause_s": 0.4,
            "talk_over_s": 9.5,
            "resent_share": 0.1,
            "figures_said": 1,
            "figures_contradicted": 1,
            "attempts_on_judges": 0,
            "mutation_churn": 0,
        }.items()
    )
    assert card.combined == 8.0
