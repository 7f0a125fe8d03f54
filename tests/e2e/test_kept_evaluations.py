"""An evaluation is kept only if it can be derived again, and never replaced unasked."""

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.staging.commands import run_command, run_for_json
from tests.staging.judging.judge_models import StubModel, honest_answer

from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.evaluation.judging.model_judge import CompositeJudge, ModelJudge
from modylbench.evaluation.judging.offline.panel import offline_panel
from modylbench.foundation.errors import UserMistake
from modylbench.pipeline.judging import trials_judged_by_others
from modylbench.pipeline.panel.choice import Panel
from modylbench.pipeline.trial import judge_trial
from modylbench.pipeline.weigh import TrialOutcome
from modylbench.scoring.rules import default_rules

PART = ("--agent", "oracle", "--scenarios", "financial_analyst", "--seeds", "0", "--beats", "1")
CAPTIONS = EvaluationOptions(mode="text", transcripts="captions")


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = str(tmp_path_factory.mktemp("held"))
    quiet = ("--no-audio", "--no-screens", "--judges", "none")
    return Path(run_for_json("run", "--output", output, *quiet, *PART)["run"])


@pytest.fixture
def run(held: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(held, tmp_path / "run"))


@pytest.fixture
def trial(run: Path) -> Path:
    return run / "financial_analyst" / "seed-0"


def judge(trial: Path, *judges: Any) -> TrialOutcome:
    return asyncio.run(judge_trial(trial, Panel(judges, CAPTIONS), default_rules()))


def flatter(trial: Path) -> bytes:
    """All ratings are edited to ten; what was there before."""
    place = trial / "evaluation.json"
    before = place.read_bytes()
    value = json.loads(before)
    for verdict in value["verdicts"]:
        for rating in verdict["ratings"]:
            rating["score"] = 10.0
    place.write_text(json.dumps(value))
    return before


def test_ratings_that_were_edited_are_made_again_by_the_offline_panel(trial: Path) -> None:
    judge(trial, *offline_panel())
    before = flatter(trial)
    again = judge(trial, *offline_panel())

    assert not again.was_kept
    assert (trial / "evaluation.json").read_bytes() == before


def test_facts_that_were_edited_are_made_again(trial: Path) -> None:
    judge(trial, *offline_panel())
    place = trial / "evaluation.json"
    before = place.read_bytes()
    value = json.loads(before)
    value["facts"]["talk_over_s"] = 99.0
    place.write_text(json.dumps(value))

    assert not judge(trial, *offline_panel()).was_kept
    assert place.read_bytes() == before


def test_what_models_said_is_derived_from_their_answers_and_nobody_is_asked(trial: Path) -> None:
    reader, eye, ear = (StubModel(honest_answer, f"test:{name}") for name in ("one", "eye", "ear"))
    judges = (ModelJudge(reader, "text"), CompositeJudge(eye, ear, "text"))
    judge(trial, *judges)
    asked = len(reader.asked), len(eye.asked), len(ear.asked)
    kept = judge(trial, *judges)

    assert asked[0] > 0
    assert kept.was_kept
    assert (len(reader.asked), len(eye.asked), len(ear.asked)) == asked


@pytest.mark.parametrize("what", ["ratings", "answers", "an answer too many", "another's"])
def test_what_does_not_follow_from_a_models_answers_is_judged_again(what: str, trial: Path) -> None:
    model = StubModel(honest_answer)
    judge(trial, ModelJudge(model, "text"))
    asked = len(model.asked)
    before = (trial / "evaluation.json").read_bytes()
    answers = trial / "judgments.jsonl"
    text = answers.read_text()
    match what:
        case "ratings":
            flatter(trial)
        case "answers":
            answers.write_text(text.replace(r"\"score\": 7", r"\"score\": 9"))
        case "an answer too many":
            answers.write_text(text + text.splitlines(keepends=True)[-1])
        case _:
            renamed = text + (trial / "evaluation.json").read_text()
            digest = json.loads(text.splitlines()[0])["request"]
            assert renamed.count(digest) == 2
            for place in (answers, trial / "evaluation.json"):
                place.write_text(place.read_text().replace(digest, "0" * 64))

    assert not judge(trial, ModelJudge(model, "text")).was_kept
    assert len(model.asked) == 2 * asked
    assert (trial / "evaluation.json").read_bytes() == before


def test_damaged_files_cost_a_trial_its_score_although_it_was_judged(run: Path) -> None:
    trial = run / "financial_analyst" / "seed-0"
    run_for_json("evaluate", str(run))
    surfaces = next(trial.glob("surfaces/*.json"))
    surfaces.write_bytes(surfaces.read_bytes().replace(b"50", b"51", 1))

    found = run_for_json("evaluate", str(run), code=1)

    assert found["trials"][0]["score"] is None
    assert not (trial / "scorecard.json").exists()
    assert not (run / "reliability.json").exists()


def test_what_models_judged_is_not_replaced_unasked(run: Path, trial: Path) -> None:
    judge(trial, ModelJudge(StubModel(honest_answer), "text"))
    before = (trial / "evaluation.json").read_bytes()

    said = run_command("evaluate", str(run), "--json", code=2).stderr
    kept = (trial / "evaluation.json").read_bytes()
    run_for_json("evaluate", str(run), "--replace")

    assert "was judged by test:stub" in said
    assert "--replace" in said
    assert kept == before
    assert (trial / "evaluation.json").read_bytes() != before


def test_what_models_judged_is_weighed_by_a_run_that_names_no_judges(tmp_path: Path) -> None:
    asked = ("run", "--output", str(tmp_path), "--no-audio", "--no-screens", *PART)
    trial = Path(run_for_json(*asked, "--judges", "none")["run"]) / "financial_analyst" / "seed-0"
    judge(trial, ModelJudge(StubModel(honest_answer), "text"))
    before = (trial / "evaluation.json").read_bytes()

    again = run_for_json(*asked)
    kept = (trial / "evaluation.json").read_bytes()
    run_for_json(*asked, "--judges", "offline")

    assert again["reliability"]["standard"] == "silver"
    assert kept == before
    assert (trial / "evaluation.json").read_bytes() != before


@pytest.mark.parametrize("version", ["3", "2"])
def test_the_same_models_are_no_others(trial: Path, version: str) -> None:
    """Also where their evaluation is of an older version: what they said has cost money."""
    judge(trial, ModelJudge(StubModel(honest_answer), "text"))
    file = trial / "evaluation.json"
    text = file.read_text()
    assert '"schema_version": 4' in text
    file.write_text(text.replace('"schema_version": 4', f'"schema_version": {version}'))

    assert (
        trials_judged_by_others([trial], [ModelJudge(StubModel(honest_answer), "text")], "refuse")
        == frozenset()
    )
    assert trials_judged_by_others([trial], offline_panel(), "keep") == {trial}
    assert trials_judged_by_others([trial], offline_panel(), "replace") == frozenset()
    with pytest.raises(UserMistake, match="was judged by test:stub"):
        trials_judged_by_others([trial], offline_panel(), "refuse")


def test_models_and_code_are_no_panel_together() -> None:
    with pytest.raises(UserMistake, match="expected one or the other"):
        Panel((ModelJudge(StubModel(honest_answer)), *offline_panel()), CAPTIONS)
