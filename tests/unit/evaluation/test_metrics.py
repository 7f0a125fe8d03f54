"""Every row of the table of metrics keeps to what the table promises."""

import pytest
from tests.staging.evaluations import dynamics_facts, scorecard_of, simple_evaluation

from modylbench.evaluation import metrics
from modylbench.evaluation.evaluation import Evaluation
from modylbench.evaluation.metrics import METRICS, MeetingMetric, reported_metrics
from modylbench.evaluation.mutations.scores import MutationScores
from modylbench.publishing.report.filling.trial import metric_data

every_metric = pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.symbol)


def judged() -> Evaluation:
    return simple_evaluation({"a": 7.0}, {"a": 7.0})


@every_metric
def test_a_metric_is_a_number_or_absent(metric: MeetingMetric) -> None:
    value = metric.measure(judged().facts)

    assert value is None or value >= 0
    if metric.unit == "share" and value is not None:
        assert value <= 1


@every_metric
def test_a_metric_says_whence_it_comes(metric: MeetingMetric) -> None:
    assert metric.section in ("ours", "3.6") or metric.section.startswith("SPEC ")
    assert metric.symbol.isidentifier()


def test_no_two_metrics_share_a_symbol() -> None:
    assert len({metric.symbol for metric in METRICS}) == len(METRICS)


def test_a_scorecard_has_them_all_and_without_layer_4_those_that_need_none() -> None:
    scores = MutationScores(
        mutations=4, correct=3, incorrect=1, efficiency=0.75, convergence_rate=None,
        backtracks=0, churn=0, destructive_edits=0, missing=0,
    )  # fmt: skip
    facts = judged().facts.model_copy(update={"mutation_scores": scores.model_dump()})
    blind = reported_metrics(facts.model_copy(update={"mutation_scores": {}}))

    assert list(reported_metrics(facts)) == [metric.symbol for metric in METRICS]
    assert list(blind) == [metric.symbol for metric in METRICS if not metric.mutation_score]


def test_a_row_of_the_table_is_all_that_scorecards_and_reports_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = MeetingMetric("turns_held", lambda facts: len(facts.turns), "ours", "turns", "lower")
    monkeypatch.setattr(metrics, "METRICS", (*METRICS, row))

    reported = scorecard_of(judged()).metrics

    shown = metric_data(reported)
    assert shown[-1] == {"symbol": "turns_held", "value": 1, "unit": "turns", "direction": "lower"}
    assert [entry["symbol"] for entry in shown] == list(reported)


def test_with_one_person_the_measures_of_dynamics_follow_and_with_several_they_do_not() -> None:
    one = dynamics_facts({"DRC": 0.5, "SAA": None}, interruptions=3, is_multi_party=False)
    facts = judged().facts.model_copy(update={"dynamics": one})
    several = one.model_copy(update={"is_multi_party": True})

    reported = reported_metrics(facts)

    assert list(reported)[-2:] == ["DRC", "SAA"]
    assert (reported["DRC"], reported["SAA"]) == (0.5, None)
    assert reported["competitive_interruptions"] == 3
    scored_elsewhere = reported_metrics(facts.model_copy(update={"dynamics": several}))
    assert set(reported) - set(scored_elsewhere) == {"DRC", "SAA"}


def test_every_mutation_score_is_a_metric() -> None:
    listed = {metric.mutation_score for metric in METRICS if metric.mutation_score}

    assert listed == set(MutationScores.model_fields)


def test_a_measure_that_the_table_no_longer_has_is_shown_without_a_unit() -> None:
    assert metric_data({"old": 1.5}) == [
        {"symbol": "old", "value": 1.5, "unit": "", "direction": "neither"}
    ]
