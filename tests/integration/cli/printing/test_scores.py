"""Only an official score is called official."""

from pathlib import Path

import pytest
from tests.staging.evaluations import rules_with
from tests.staging.trials import judged_trial, planned_run

from modylbench.cli.judging import exit_code
from modylbench.cli.printing.scores import table
from modylbench.pipeline.repeat import repeat_run
from modylbench.pipeline.weigh import weigh_all
from modylbench.runs.run import runs_in
from modylbench.scoring.rules import ScoringRules, default_rules

MINE = default_rules().model_copy(update={"version": "mine", "floor": 5.0})


def printed(run: Path, rules: ScoringRules, *layers_off: int) -> tuple[str, int]:
    (meant,) = runs_in([run])
    judging = weigh_all(meant.trials, rules)
    repeated = [repeat_run(meant, layers_off)]
    return "\n".join(table(judging, repeated)), exit_code(judging, repeated)


def test_what_the_benchmark_asks_for_is_official(tmp_path: Path) -> None:
    run = planned_run(tmp_path, 0, 1)
    for seed in (0, 1):
        judged_trial(run, seed)
    text, code = printed(run, default_rules())

    assert "official  tier" in text
    assert "the mean of the official scores" in text
    assert "unofficial" not in text
    assert code == 0


@pytest.mark.parametrize(
    ("rules", "is_official", "reason"),
    [
        (default_rules(), False, "not held as the benchmark holds it (1 of 1 trials)"),
        (MINE, True, "scored by other rules, version 'mine'"),
        (rules_with(floors=False), True, "layers off: 2"),
    ],
)
def test_what_is_not_official_is_not_called_so_and_says_why(
    rules: ScoringRules, is_official: bool, reason: str, tmp_path: Path
) -> None:
    run = planned_run(tmp_path, 0)
    judged_trial(run, 0, is_official=is_official)
    text, code = printed(run, rules)

    assert "worst run  tier" in text
    assert "official scores" not in text
    assert f"unofficial: {reason}" in text or reason in text
    assert code == 0


def test_without_layer_6_it_is_the_best_run(tmp_path: Path) -> None:
    run = planned_run(tmp_path, 0)
    judged_trial(run, 0)
    text, _ = printed(run, default_rules(), 6)

    assert "best run  tier" in text
    assert "unofficial: layer 6 is off" in text


def test_a_trial_that_is_gone_is_named_and_leaves_no_figures(tmp_path: Path) -> None:
    run = planned_run(tmp_path, 0, 1)
    judged_trial(run, 0)
    text, code = printed(run, default_rules())

    assert "1: missing, provisional: 8.00 to 8.00" in text
    assert "overall none" in text
    assert "financial_analyst: seed 1 was planned" in text
    assert "NOT JUDGED financial_analyst/seed-1" in text
    assert code == 1
