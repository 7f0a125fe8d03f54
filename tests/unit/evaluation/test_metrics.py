"""Every row of the table of metrics keeps to what the table promises."""

import pytest
from tests.staging.evaluations import simple_evaluation

from modylbench.evaluation.evaluation import Evaluation
from modylbench.evaluation.measuring.without_findings import without_findings
from modylbench.evaluation.metrics import METRICS, MeetingMetric, reported_metrics
from modylbench.evaluation.mutations.scores import MutationScores

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
    blind = reported_metrics(without_findings(facts))

    assert list(reported_metrics(facts)) == [metric.symbol for metric in METRICS]
    assert list(blind) == [metric.symbol for metric in METRICS if not metric.mutation_score]
