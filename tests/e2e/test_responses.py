"""Answers given elsewhere are worth what they were worth in the meeting itself."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from tests.staging.commands import run_command

from modylbench.evaluation.evaluation import Evaluation
from modylbench.evaluation.verdicts import JudgeCard, Receipt, Subject, Verdict
from modylbench.recording.reading import read_recording
from modylbench.runs.records import evaluation_in, scorecard_in
from modylbench.scenarios.catalogue import shipped_scenarios
from modylbench.scoring.scorecard import Scorecard
from modylbench.scoring.standard import standard_of, why_silver

IS_NIGHTLY = settings.get_current_profile_name() == "nightly"
PERFECT = 10.0
SCENARIO = "financial_analyst"
UNANSWERED = (3, 7)
SHA = "0" * 64


def card_in(folder: Path) -> Scorecard:
    card = scorecard_in(folder)
    assert card is not None
    return card


def lines_in(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write(path: Path, lines: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@dataclass(frozen=True)
class Imported:
    """A run of the oracle, the answers written from it, and the run made of these."""

    run: Path
    answers: Path
    imported: Path


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Imported:
    """Seed 0 as it was; seed 1 with two turns left out, and a claim that nothing bears out."""
    folder = tmp_path_factory.mktemp("responses")
    options = ("--scenarios", SCENARIO, "--seeds", "0-1", "--no-audio", "--no-screens")
    run_command("run", "--agent", "oracle", *options, "--output", str(folder / "runs"))
    [run] = (folder / "runs").iterdir()
    run_command("responses", "export", str(run), "-o", str(folder / "whole.jsonl"), "--model", "m")
    whole, cut = lines_in(folder / "whole.jsonl")
    del whole["seed"]  # 0 is what a line without a seed is for
    cut["turns"] = [turn for turn in cut["turns"] if turn["turn_index"] not in UNANSWERED]
    cut["mutation_trajectory"] = [
        {"turn_index": 1, "product_id": "lbo_model", "mutation_type": "create", "path": ""},
        {"turn_index": 1, "product_id": "moonshot", "mutation_type": "create", "path": ""},
    ]
    answers = write(folder / "answers.jsonl", [whole, cut])
    run_command("responses", "import", str(answers), "--output", str(folder / "imported"))
    return Imported(run, answers, folder / "imported")


def test_a_whole_scenario_comes_back_with_the_score_of_the_run_itself(imported: Imported) -> None:
    before = card_in(imported.run / SCENARIO / "seed-0")
    after = card_in(imported.imported / SCENARIO / "seed-0")

    assert after.combined == before.combined == PERFECT
    assert [turn.score for turn in after.turns] == [turn.score for turn in before.turns]
    assert [product.score for product in after.products] == [
        product.score for product in before.products
    ]


def test_a_turn_that_is_missing_is_scored_as_unanswered(imported: Imported) -> None:
    card = card_in(imported.imported / SCENARIO / "seed-1")
    scores = {turn.turn_index: turn.score for turn in card.turns}

    assert len(scores) == len(card_in(imported.run / SCENARIO / "seed-1").turns)
    for turn in UNANSWERED:
        assert scores[turn] == 1.0
    assert card.combined is not None
    assert card.combined < PERFECT


def test_the_record_says_what_is_only_claimed(imported: Imported) -> None:
    recording = read_recording(imported.imported / SCENARIO / "seed-0")

    assert recording.agent.name == "recorded:answers.jsonl#m"
    assert recording.agent.settings["latency"] == "as the file claims"
    assert recording.agent.settings["mutation_trajectory"] == "2 edits claimed, 1 of them shown"


def test_the_run_is_official_and_never_more_than_offline_without_a_model(
    imported: Imported,
) -> None:
    card = card_in(imported.imported / SCENARIO / "seed-0")

    assert card.is_official
    assert card.standard == "offline"


def heard_by_models(evaluation: Evaluation) -> Evaluation:
    """The evaluation as if two models had been sent every sound and picture that there is."""
    panel = tuple(
        JudgeCard(name=name, kind="model", model=name, hears=True, sees=True)
        for name in ("one-model", "another-model")
    )
    verdicts = tuple(
        Verdict(
            judge=judge.name,
            subject=Subject(kind="turn", name=str(turn.turn_index)),
            mode="multimodal",
            receipt=Receipt(audio=(turn.audio_sha256 or SHA,), images=(*turn.frame_sha256s, SHA)),
        )
        for judge in panel
        for turn in evaluation.facts.turns
    )
    return evaluation.model_copy(update={"panel": panel, "verdicts": verdicts})


def test_it_is_never_gold_whatever_the_judges_could_hear(imported: Imported) -> None:
    evaluation = evaluation_in(imported.imported / SCENARIO / "seed-0")
    assert evaluation is not None

    judged = heard_by_models(evaluation)

    assert standard_of(judged) == "silver"
    assert "no answered turn has sound" in why_silver(judged)


def test_the_same_command_goes_on_with_the_run(imported: Imported) -> None:
    records = {path: path.stat().st_ino for path in imported.imported.rglob("*.json")}

    told = run_command(
        "responses", "import", str(imported.answers), "--output", str(imported.imported)
    ).text

    kept = [line for line in told.splitlines() if "kept from an earlier start" in line]
    assert len(kept) == 2
    recordings = [path for path in records if path.name == "recording.json"]
    assert all(path.stat().st_ino == records[path] for path in recordings)


def test_a_file_with_errors_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    bad = write(tmp_path / "bad.jsonl", [{"scenario_id": "none", "model_id": "m", "turns": []}])

    told = run_command(
        "responses", "import", str(bad), "--output", str(tmp_path / "out"), code=2
    ).text

    assert "error: line 1: turns: found []" in told
    assert not (tmp_path / "out").exists()
    assert "1 errors, 0 warnings" in run_command("responses", "check", str(bad), code=2).text


def test_a_folder_that_holds_something_else_is_refused(imported: Imported, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")

    told = run_command(
        "responses", "import", str(imported.answers), "--output", str(tmp_path), code=2
    ).text

    assert "holds something else than a run" in told
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.skipif(not IS_NIGHTLY, reason="eighteen meetings twice take a minute: nightly")
def test_all_scenarios_come_back_with_their_scores(tmp_path: Path) -> None:
    quick = ("--agent", "oracle", "--no-audio", "--no-screens")
    run_command("run", *quick, "--k", "3", "--output", str(tmp_path / "runs"))
    [run] = (tmp_path / "runs").iterdir()
    run_command("responses", "export", str(run), "-o", str(tmp_path / "a.jsonl"), "--model", "m")
    run_command("responses", "check", str(tmp_path / "a.jsonl"))
    run_command(
        "responses", "import", str(tmp_path / "a.jsonl"), "--output", str(tmp_path / "again")
    )

    checked = list(shipped_scenarios())
    assert checked
    for name in checked:
        for seed in range(3):
            place = Path(name) / f"seed-{seed}"
            before, after = card_in(run / place), card_in(tmp_path / "again" / place)
            assert after.combined == before.combined == PERFECT, place
