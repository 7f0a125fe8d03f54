"""What is printed of scores: what is official, what holds a trial down, the paper's score."""

from pathlib import Path

import pytest
from tests.staging.evaluations import (
    GOOD_DYNAMICS,
    dynamics_facts,
    multi_party_evaluation,
    product_facts,
    rules_with,
    scorecard_of,
    simple_evaluation,
)
from tests.staging.trials import judged_trial, planned_run

from modylbench.cli.judging import exit_code
from modylbench.cli.printing.scores import as_value, score_line, table
from modylbench.evaluation.facts import MeetingFacts
from modylbench.pipeline.repeat import repeat_run
from modylbench.pipeline.weigh import weigh_all
from modylbench.runs.run import runs_in
from modylbench.scoring.rules import ScoringRules, default_rules, paper_rules

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


def test_figures_say_of_which_suite_and_length_they_are(tmp_path: Path) -> None:
    run = planned_run(tmp_path, 0)
    judged_trial(run, 0, is_official=False, edge_case="turns-12")
    text, _ = printed(run, default_rules())

    assert "suite core, version 1; meetings of 12 scripted turns" in text
    assert "unofficial: a meeting of 12 scripted turns, not of 8" in text


def test_without_layer_6_it_is_the_best_run(tmp_path: Path) -> None:
    run = planned_run(tmp_path, 0)
    judged_trial(run, 0)
    text, _ = printed(run, default_rules(), 6)

    assert "best run  tier" in text
    assert "unofficial: layer 6 is off" in text


def judged_without_the_product(run: Path, level: float) -> None:
    facts = simple_evaluation({"a": level}, {"a": 8.0}).facts
    absent = facts.model_copy(update={"products": (product_facts("model", is_present=False),)})
    judged_trial(run, 0, level, facts=absent)


def test_every_cap_is_a_line_with_its_reason_and_the_papers_score_stands_beside(
    tmp_path: Path,
) -> None:
    run = planned_run(tmp_path, 0)
    judged_without_the_product(run, 8.0)  # 0.4 x 8 + 0.6 x 1
    text, _ = printed(run, default_rules())

    capped = [line for line in text.splitlines() if line.startswith("CAPPED")]
    assert capped == [
        "CAPPED financial_analyst/seed-0: missing_product: model was not delivered "
        "(leaves 3.80 as it is)"
    ]
    assert "overall 3.80, the mean of the official scores (3.80 by the paper's rules)" in text


def test_the_paper_holds_no_trial_down_by_a_gate(tmp_path: Path) -> None:
    run = planned_run(tmp_path, 0)
    ours = default_rules()
    assert ours.gates is not None
    strict = ours.gates.model_copy(update={"cap": 2.0})
    judged_without_the_product(run, 8.0)
    text, _ = printed(run, ours.model_copy(update={"gates": strict, "version": "strict"}))
    by_paper, _ = printed(run, paper_rules())

    assert "missing_product: model was not delivered (3.80 -> 2.00)" in text
    assert "2.00, the mean of the worst runs (3.80 by the paper's rules)" in text
    assert "CAPPED" not in by_paper
    assert "unofficial: scored by other rules, version 'paper'" in by_paper


def test_caps_and_the_papers_score_are_in_the_json(tmp_path: Path) -> None:
    run = planned_run(tmp_path, 0)
    judged_without_the_product(run, 8.0)
    (meant,) = runs_in([run])
    value = as_value(weigh_all(meant.trials, default_rules()), [repeat_run(meant)])

    (trial,) = value["trials"]
    assert (trial["score"], trial["by_paper"]) == (3.8, 3.8)
    assert [(cap["rule"], cap["subject"]) for cap in trial["caps"]] == [
        ("missing_product", "model")
    ]
    (scenario,) = value["runs"][0]["reliability"]["scenarios"]
    assert scenario["scores_by_paper"] == (3.8,) or scenario["scores_by_paper"] == [3.8]
    assert scenario["counted_by_paper"] == scenario["mean_by_paper"] == 3.8


def test_an_evaluation_of_an_older_version_says_how_to_make_it_anew(tmp_path: Path) -> None:
    run = planned_run(tmp_path, 0)
    file = judged_trial(run, 0) / "evaluation.json"
    file.write_text(file.read_text().replace('"schema_version": 4', '"schema_version": 1'))
    text, code = printed(run, default_rules())

    (line,) = [line for line in text.splitlines() if line.startswith("NOT JUDGED")]
    assert line.endswith(
        "schema_version: found version 1 of Evaluation, expected 4; `modylbench evaluate RUN` "
        "makes it anew"
    )
    assert code == 1


def test_a_trial_that_is_gone_is_named_and_leaves_no_figures(tmp_path: Path) -> None:
    run = planned_run(tmp_path, 0, 1)
    judged_trial(run, 0)
    text, code = printed(run, default_rules())

    assert "1: missing, provisional: 8.00 to 8.00" in text
    assert "overall none" in text
    assert "financial_analyst: seed 1 was planned" in text
    assert "NOT JUDGED financial_analyst/seed-1" in text
    assert code == 1


def several_people(**values: float) -> MeetingFacts:
    facts = dynamics_facts(GOOD_DYNAMICS | values)
    return multi_party_evaluation({"a": 8.0}, {"a": 8.0}, facts).facts


def test_dynamics_stand_beside_journey_and_destination_and_hard_fails_among_the_caps(
    tmp_path: Path,
) -> None:
    run = planned_run(tmp_path, 0)
    judged_trial(run, 0, is_multi_party=True, facts=several_people(BSP=0.4))
    text, code = printed(run, default_rules())
    (meant,) = runs_in([run])
    judging = weigh_all(meant.trials, default_rules())
    (trial,) = as_value(judging, [repeat_run(meant)])["trials"]

    assert (
        "CAPPED financial_analyst/seed-0: hard_fail_BSP: BSP is 0.4: under 0.5 (8.38 -> 5.90)"
    ) in text
    assert "5.90  no tier" in text
    card = judging.outcomes[0].scorecard
    assert card is not None
    assert "destination 8.00, dynamics 9.52)" in score_line(card)
    assert trial["dynamics"]["norms"] == "ami 1"
    assert trial["dynamics"]["dimensions"][0]["dimension"] == "coordination"
    assert code == 0


def test_with_one_person_a_score_is_printed_as_before() -> None:
    facts = dynamics_facts(GOOD_DYNAMICS, is_multi_party=False)
    card = scorecard_of(simple_evaluation({"a": 8.0}, {"a": 8.0}, facts={"dynamics": facts}))

    assert "dynamics" not in score_line(card)


def test_several_people_and_no_dynamics_is_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    run = planned_run(tmp_path, 0)
    judged_trial(run, 0, is_multi_party=True)
    text, code = printed(run, default_rules())

    lines = [line for line in text.splitlines() if line.startswith("NO SCORE")]
    assert lines == [
        "NO SCORE financial_analyst/seed-0: the meeting has several people and its dynamics were "
        "not measured: evaluate it again"
    ]
    assert code == 1
