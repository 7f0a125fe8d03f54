"""What holds of every scorecard, whoever judges what."""

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from tests.staging.evaluations import (
    JUDGES,
    edge_case,
    evaluation,
    rules_with,
    scorecard_of,
    turn_facts,
    verdict,
    votes,
)

from modylbench.evaluation.dimensions import PRODUCT_DIMENSIONS, TURN_DIMENSIONS
from modylbench.evaluation.evaluation import Evaluation
from modylbench.evaluation.verdicts import Rating, Verdict
from modylbench.scoring.rules import default_rules
from modylbench.scoring.scorecard import ProductScore, Scorecard, TurnScore

TURN_WEIGHTS = np.array([0.25, 0.25, 0.20, 0.15, 0.10, 0.05])
PRODUCT_WEIGHTS = np.array([0.30, 0.25, 0.20, 0.15, 0.10])
ratings = st.integers(10, 100).map(lambda tenths: tenths / 10)
high = st.integers(80, 100).map(lambda tenths: tenths / 10)
maybe = st.one_of(st.none(), ratings, ratings, ratings)


def matrices(dimensions: int) -> st.SearchStrategy[list[list[float | None]]]:
    """Judges by dimensions; None is not assessed. Some are high, for caps to take from."""

    def rows(
        rating: st.SearchStrategy[float | None],
    ) -> st.SearchStrategy[list[list[float | None]]]:
        row = st.lists(rating, min_size=dimensions, max_size=dimensions)
        return st.lists(row, min_size=3, max_size=3)

    return rows(maybe) | rows(high)


answers = st.one_of(st.none(), st.booleans())
drawn = st.fixed_dictionaries(
    {
        "turns": st.lists(matrices(6), min_size=2, max_size=4),
        "products": st.lists(matrices(5), min_size=1, max_size=3),
        "unanswered": st.booleans(),
        "severity": st.sampled_from(["critical", "major", "minor"]),
        "votes": st.lists(st.tuples(answers, answers, answers), min_size=3, max_size=3),
        "forbidden": st.sampled_from([None, (), ("x > 1",)]),
    }
)


def built(case: dict[str, Any]) -> Evaluation:
    """Turns 1, 3, ...; the last is the trap's; the first is unanswered if the case says so."""
    indices = [2 * number + 1 for number in range(len(case["turns"]))]
    trap = edge_case(turns=(indices[-1],), severity=case["severity"], forbidden=case["forbidden"])
    outcome = "timed_out" if case["unanswered"] else "answered"
    facts = tuple(
        turn_facts(index, outcome=outcome if index == 1 else "answered") for index in indices
    )
    return evaluation(
        {
            index: _by_judge(matrix, TURN_DIMENSIONS)
            for index, matrix in zip(indices, case["turns"], strict=True)
        },
        {
            f"product_{number}": _by_judge(matrix, PRODUCT_DIMENSIONS)
            for number, matrix in enumerate(case["products"])
        },
        facts={"turns": facts, "edge_cases": (trap,)},
        more_verdicts=[
            verdict("edge_case", trap.name, judge, votes=votes(*of_one))
            for judge, of_one in zip(JUDGES, case["votes"], strict=True)
        ],
    )


def _by_judge(matrix: list[list[float | None]], dimensions: tuple[str, ...]) -> Any:
    return {
        judge: dict(zip(dimensions, row, strict=True))
        for judge, row in zip(JUDGES, matrix, strict=True)
    }


def reference(case: dict[str, Any]) -> float | None:
    """The combined score, worked out with numpy straight from SPEC 2; None is invalid."""
    cast = np.array(
        [[np.nan if vote is None else float(vote) for vote in row] for row in case["votes"]]
    )
    shares = [column[~np.isnan(column)] for column in cast.T]
    found = [float(share.mean()) > 0.5 if share.size else None for share in (shares[0], shares[2])]
    if case["forbidden"]:
        found[1] = False
    if None in found and False not in found:
        return None
    failed = False in found
    turns = [_weighed(matrix, TURN_WEIGHTS, 2) for matrix in case["turns"]]
    products = [_weighed(matrix, PRODUCT_WEIGHTS, 1) for matrix in case["products"]]
    if case["unanswered"]:
        turns[0] = 1.0
    if failed and turns[-1] is not None:
        turns[-1] = min(turns[-1], 4.0)
    if None in turns or None in products:
        return None
    journey, destination = (np.mean(np.array(part, float)) for part in (turns, products))
    caps = [10.0]
    if failed:
        caps.append({"critical": 5.9, "major": 7.4, "minor": 8.9}[case["severity"]])
    if case["unanswered"]:  # one turn of at most four is more than a tenth
        caps.append(5.9)
    if journey < 4.0 - 1e-9:
        caps.append(5.9)
    return min(0.4 * float(journey) + 0.6 * float(destination), *caps)


def _weighed(matrix: list[list[float | None]], weights: Any, substance: int) -> float | None:
    table = np.array([[np.nan if value is None else value for value in row] for row in matrix])
    assessed = ~np.isnan(table).all(axis=0)
    if not assessed[:substance].all():
        return None
    table = table[:, assessed]
    low, high = np.nanmin(table, axis=0), np.nanmax(table, axis=0)
    panel = np.where(high - low > 3.0 + 1e-9, low, np.nanmean(table, axis=0))
    total = float(panel @ weights[assessed] / weights[assessed].sum())
    return min(total, 4.0) if (panel[:substance] < 4.0 - 1e-9).any() else total


def shuffled(whole: Evaluation, data: st.DataObject) -> Evaluation:
    facts = whole.facts
    changes = {
        "verdicts": tuple(data.draw(st.permutations(whole.verdicts))),
        "panel": tuple(data.draw(st.permutations(whole.panel))),
        "planned_turns": tuple(data.draw(st.permutations(whole.planned_turns))),
        "facts": facts.model_copy(
            update={
                "turns": tuple(data.draw(st.permutations(facts.turns))),
                "products": tuple(data.draw(st.permutations(facts.products))),
            }
        ),
    }
    return whole.model_copy(update=changes)


def alike(turn: float, product: float, **others: Any) -> dict[str, Any]:
    """Four turns and a product, each rated the same by everybody, and the edge case passed."""
    passed = {"severity": "minor", "votes": [(True, True, True)] * 3, "forbidden": ()}
    return {
        "turns": [[[turn] * 6] * 3] * 4,
        "products": [[[product] * 5] * 3],
        "unanswered": False,
        **passed,
        **others,
    }


@given(case=drawn)
@example(case=alike(10.0, 10.0))
@example(case=alike(3.9, 10.0))
@example(case=alike(4.0, 10.0))
@example(case=alike(10.0, 10.0, unanswered=True))
@example(case=alike(10.0, 10.0, forbidden=("x > 1",)))
@example(case=alike(10.0, 10.0, forbidden=("x > 1",), severity="major"))
@example(case=alike(10.0, 10.0, forbidden=("x > 1",), severity="critical"))
def test_an_independent_reference_agrees(case: dict[str, Any]) -> None:
    expected = reference(case)
    card = scorecard_of(built(case))

    if expected is None:
        assert card.combined is None
        assert card.invalid
    else:
        assert card.invalid == ()
        assert card.combined == pytest.approx(expected, abs=1e-8)


@given(case=drawn, data=st.data())
def test_the_order_of_judges_turns_and_verdicts_changes_no_byte(
    case: dict[str, Any], data: st.DataObject
) -> None:
    whole = built(case)

    assert (
        scorecard_of(shuffled(whole, data)).model_dump_json()
        == scorecard_of(whole).model_dump_json()
    )


@given(case=drawn)
def test_every_score_is_between_one_and_ten(case: dict[str, Any]) -> None:
    card = scorecard_of(built(case))
    parts = [*(turn.score for turn in card.turns), *(product.score for product in card.products)]
    totals = [card.journey, card.destination, card.combined]

    assert all(1 <= score <= 10 for score in (*parts, *totals) if score is not None)


@given(case=drawn)
def test_a_floor_or_a_cap_never_raises_a_score(case: dict[str, Any]) -> None:
    with_limits, without = (
        scorecard_of(built(case)),
        scorecard_of(built(case), rules_with(floors=False)),
    )

    assert with_limits.invalid == without.invalid
    for held, free in zip(with_limits.turns, without.turns, strict=True):
        assert held.score <= free.score == held.weighted
    for made, loose in zip(with_limits.products, without.products, strict=True):
        assert made.score <= loose.score == made.weighted
    if with_limits.combined is not None and without.combined is not None:
        assert with_limits.combined <= without.combined


@given(case=drawn)
def test_every_limit_leads_from_the_weighted_score_to_the_score(case: dict[str, Any]) -> None:
    card = scorecard_of(built(case))

    parts: list[TurnScore | ProductScore] = [*card.turns, *card.products]
    for part in parts:
        steps = [part.weighted, *(limit.after for limit in part.limits)]
        assert [limit.before for limit in part.limits] == steps[:-1]
        assert part.score == steps[-1]
        assert all(limit.after < limit.before for limit in part.limits)
        assert all(limit.evidence for limit in part.limits)


@given(case=drawn)
def test_pessimism_never_raises_a_score(case: dict[str, Any]) -> None:
    with_it = scorecard_of(built(case)).combined
    without = scorecard_of(built(case), rules_with(pessimism=False)).combined

    if with_it is not None and without is not None:
        assert with_it <= without


@given(case=drawn, data=st.data())
def test_raising_one_rating_never_lowers_the_combined_score_unless_the_spread_rule_steps_in(
    case: dict[str, Any], data: st.DataObject
) -> None:
    """Exactly: unless that dimension's consensus was the mean before and is the minimum after."""
    whole = built(case)
    before = scorecard_of(whole)
    assume(before.combined is not None)
    place = data.draw(st.sampled_from([i for i, item in enumerate(whole.verdicts) if item.ratings]))
    raised = data.draw(_raised(whole.verdicts[place]))
    verdicts = (*whole.verdicts[:place], raised, *whole.verdicts[place + 1 :])
    after = scorecard_of(whole.model_copy(update={"verdicts": verdicts}))

    stepped_in = any(
        new.is_pessimistic and not old.is_pessimistic
        for new, old in zip(after.dimensions(), before.dimensions(), strict=True)
    )
    assert before.combined is not None
    assert after.combined is not None
    assert stepped_in or after.combined >= before.combined


@st.composite
def _raised(draw: st.DrawFn, item: Verdict) -> Verdict:
    assessed = [i for i, rating in enumerate(item.ratings) if rating.score is not None]
    assume(assessed)
    place = draw(st.sampled_from(assessed))
    old = item.ratings[place]
    score = draw(st.floats(old.score or 1.0, 10.0))
    new = Rating(dimension=old.dimension, score=score, reason="")
    return item.model_copy(
        update={"ratings": (*item.ratings[:place], new, *item.ratings[place + 1 :])}
    )


@given(case=drawn)
def test_a_scorecard_reads_back_as_it_was_written(case: dict[str, Any]) -> None:
    card = scorecard_of(built(case))

    assert Scorecard.model_validate_json(card.model_dump_json()) == card


@given(case=drawn)
def test_every_score_names_the_verdicts_it_was_made_of(case: dict[str, Any]) -> None:
    whole = built(case)
    known = {item.id: item for item in whole.verdicts}

    for part in scorecard_of(whole, default_rules()).dimensions():
        named = {known[name].judge: known[name].score_of(part.dimension) for name in part.verdicts}
        assert named == part.by_judge
