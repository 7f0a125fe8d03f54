"""The offline panel on meetings whose agent is perfect, corrupted or absent."""

import asyncio
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter
from scipy.stats import spearmanr
from tests.staging.judging.offline_facts import meeting, verdict_of
from tests.staging.meetings import captions, record_meeting
from tests.staging.sampling import whole_at_night
from tests.staging.variants import variant_of

from modylbench.evaluation.evaluate.evaluate import judge, measure_observed
from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.evaluation.evaluation import Evaluation
from modylbench.evaluation.judging.offline.panel import offline_panel
from modylbench.evaluation.measuring.criteria_by_turn import CriterionChecks
from modylbench.evaluation.measuring.products import ProductEvidence, product_facts
from modylbench.evaluation.measuring.work import trajectory_of
from modylbench.evaluation.views.turns import TurnView, views
from modylbench.evaluation.views.yardstick import Yardstick
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.pipeline.measure import observed_trial
from modylbench.products.reading.index import Index, index
from modylbench.products.work_product import WorkProduct
from modylbench.recording.reading import STAGE
from modylbench.scenarios.catalogue import shipped_scenarios
from modylbench.scenarios.variant import Variant
from modylbench.scoring.consensus import consensus, opinions_by_subject
from modylbench.scoring.rules import default_rules
from modylbench.scoring.score import score
from modylbench.scoring.scorecard import Scorecard

every_scenario = pytest.mark.parametrize("name", shipped_scenarios())
PANEL = offline_panel()
SHARES = [0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 1]
LABELS = ("columns",)
PRODUCT: TypeAdapter[WorkProduct] = TypeAdapter(WorkProduct)


def evaluation(
    agent: str, variant: Variant, folder: Path, options: EvaluationOptions
) -> Evaluation:
    if not TrialDirectory(folder).has(STAGE):
        TrialDirectory(folder).keep(STAGE, record_meeting(agent, variant, folder))
    measured = measure_observed(observed_trial(folder), options)
    return asyncio.run(judge(measured, PANEL, options)).evaluation


def scorecard(agent: str, variant: Variant, folder: Path, **options: Any) -> Scorecard:
    found = evaluation(agent, variant, folder, EvaluationOptions(transcripts="captions", **options))
    return score(found, default_rules(), evaluation_sha256="0" * 64)


@every_scenario
@pytest.mark.parametrize("seed", [0, pytest.param(17, marks=pytest.mark.nightly)])
def test_the_oracle_loses_nothing_that_anybody_assesses(
    name: str, seed: int, tmp_path: Path
) -> None:
    found = evaluation(
        "oracle", variant_of(name, seed), tmp_path, EvaluationOptions(transcripts="captions")
    )

    low = [
        (verdict.id, rating.dimension, rating.score, rating.reason)
        for verdict in found.verdicts
        for rating in verdict.ratings
        if rating.score is not None and rating.score < 9.5
    ]
    assert low == []
    card = score(found, default_rules(), evaluation_sha256="0" * 64)
    assert card.combined is not None
    assert card.combined >= 9.5
    assert not any(case.has_failed for case in card.edge_cases)


@pytest.mark.parametrize("name", whole_at_night(shipped_scenarios(), every=3))
def test_without_verification_the_perfect_agent_keeps_its_score(name: str, tmp_path: Path) -> None:
    card = scorecard("oracle", variant_of(name, 0), tmp_path, layers_off=(4,))

    assert card.invalid == ()
    assert card.combined is not None
    assert card.combined >= 9


@pytest.mark.parametrize("name", whole_at_night(shipped_scenarios(), every=3, first=1))
def test_who_says_and_shows_nothing_gets_the_lowest_score(name: str, tmp_path: Path) -> None:
    card = scorecard("silent", variant_of(name, 0), tmp_path)

    assert card.combined == 1


@pytest.mark.parametrize("name", whole_at_night(shipped_scenarios(), every=2, first=1))
def test_correctness_falls_as_more_numbers_are_wrong(name: str, tmp_path: Path) -> None:
    variant = variant_of(name, 0)
    recording = record_meeting("oracle", variant, tmp_path)
    last = views(recording, tmp_path, variant, captions(recording))[-1]
    perfect = [perfect_index.product for perfect_index in last.reference]

    by_share = [
        mean_correctness(replace(last, shown=corrupted(perfect, share)), variant)
        for share in SHARES
    ]

    assert by_share[0] == 10
    assert 2.5 < by_share[1] < 9.5  # what decides may be among the tenth, or not
    assert by_share[4] < 4.5
    assert by_share[-1] < 2.5
    # Near the floor, which two wrong things that decide are enough for, the order is chance.
    assert spearmanr(SHARES, by_share).statistic <= -0.75
    assert max(by_share[3:]) < 5.5


def mean_correctness(last: TurnView, variant: Variant) -> float:
    """The panel's consensus on correctness, over the deliverables that are made of numbers."""
    yardstick = Yardstick.of(variant)
    facts = product_facts(
        [last],
        trajectory_of([last], yardstick),
        ProductEvidence(),
        yardstick=yardstick,
        checked=CriterionChecks(yardstick),
    )
    of = meeting(products=facts)
    texts = {shown.product.id for shown in last.shown if shown.product.kind == "document"}
    verdicts = [
        verdict_of(judge, product, of)
        for product in facts
        if product.product_id not in texts
        for judge in PANEL
    ]
    scores = [
        consensus("correctness", opinions, default_rules()).score or 0
        for opinions in opinions_by_subject(verdicts).values()
    ]
    return sum(scores) / len(scores)


def corrupted(products: list[WorkProduct], share: float) -> tuple[Index, ...]:
    """The products with that part of their numbers changed, the same ones first at every share."""
    draw = random.Random(1)  # noqa: S311
    values = [product.model_dump(mode="json") for product in products]
    places = [place for value in values for place in numbers_in(value)]
    draw.shuffle(places)
    for holder, key in places[: round(share * len(places))]:
        number = holder[key]
        wrong = number * draw.choice([0.7, 0.8, 1.25, 1.4])
        holder[key] = round(wrong) + 1 if isinstance(number, int) else round(wrong, 2) + 0.01
    return tuple(index(PRODUCT.validate_python(value, strict=False)) for value in values)


def numbers_in(value: Any) -> Iterator[tuple[Any, Any]]:
    """Where numbers stand in a product as JSON, as cells and points."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(item, dict | list) and key not in LABELS:
            yield from numbers_in(item)
        elif isinstance(item, int | float) and not isinstance(item, bool) and key != "level":
            yield value, key
