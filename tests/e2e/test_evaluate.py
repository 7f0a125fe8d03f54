"""Meetings are judged and weighed from their records alone, to the same bytes every time."""

import asyncio
import hashlib
import json
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.staging.commands import run_command, run_for_json
from tests.staging.judging.briefs import StubJudge
from typing_extensions import override

from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.evaluation.judging.judge import Brief, Judgment
from modylbench.evaluation.verdicts import Verdict
from modylbench.foundation.clock import RealClock
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.pipeline.panel.choice import Panel
from modylbench.pipeline.trial import judge_trial
from modylbench.pipeline.weigh import TrialOutcome
from modylbench.providers.models.budget import OverBudget
from modylbench.recording.reading import altered_files, read_recording
from modylbench.recording.recording import Fault
from modylbench.runs.run import lock_run
from modylbench.scoring.rules import default_rules

QUICK = ("--no-audio", "--no-screens")
PART = ("--agent", "oracle", "--scenarios", "financial_analyst", "--seeds", "0-1", "--beats", "1")
LATER = ("evaluation.json", "judgments.jsonl", "scorecard.json")
KILLS = 8
CAPTIONS = EvaluationOptions(transcripts="captions")


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "modylbench", *arguments]


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def written(folder: Path) -> dict[Path, int]:
    """What would tell if a record had been written again."""
    return {path: path.stat().st_ino for path in folder.rglob("*.json*") if path.is_file()}


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two trials that nobody has judged."""
    output = tmp_path_factory.mktemp("held")
    return Path(
        run_for_json("run", "--output", str(output), *QUICK, *PART, "--judges", "none")["run"]
    )


@pytest.fixture
def run(held: Path, tmp_path: Path) -> Path:
    """The same, to do with as one likes."""
    return Path(shutil.copytree(held, tmp_path / "run"))


@pytest.fixture(scope="module")
def judged(held: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, judged by the offline panel without disturbance."""
    folder = tmp_path_factory.mktemp("judged") / "run"
    shutil.copytree(held, folder)
    run_command("evaluate", str(folder))
    return folder


def trial_of(run: Path) -> Path:
    return run / "financial_analyst" / "seed-0"


def judge(folder: Path, *judges: StubJudge, options: EvaluationOptions = CAPTIONS) -> TrialOutcome:
    panel = Panel(tuple(judges), options)
    return asyncio.run(judge_trial(folder, panel, default_rules()))


class Flaky(StubJudge):
    """Fails on a few subjects, at first."""

    fails = True
    asked = 0

    @override
    async def judge(self, brief: Brief) -> Judgment:
        type(self).asked += 1
        if self.fails and brief.subject.key in ("turn-01", "turn-05"):
            verdict = Verdict(
                judge=self.card.name, subject=brief.subject, mode="text", failure="went out"
            )
            return Judgment(verdict)
        return await super().judge(brief)


class Dear(StubJudge):
    """Costs more than there is."""

    @override
    async def judge(self, brief: Brief) -> Judgment:
        message = f"no money for {brief.subject.key}"
        raise OverBudget(message)


def test_a_run_ends_with_a_score_and_is_kept(tmp_path: Path) -> None:
    asked = ("run", "--output", str(tmp_path), *QUICK, *PART)
    first = run_for_json(*asked)
    run = Path(first["run"])
    before, records = digests(run), written(run)
    again = run_for_json(*asked)

    for trial in first["trials"]:
        assert trial["judged"]["journey"] >= 9.0
        assert trial["judged"]["caps"] == []
        assert trial["judged"]["score"] == 6.4  # one beat of eight: not all can be delivered
        folder = Path(trial["folder"])
        assert all((folder / name).is_file() for name in LATER)
        assert altered_files(read_recording(folder), folder) == []
    assert first["reliability"]["overall"] == min(
        trial["judged"]["score"] for trial in first["trials"]
    )
    assert first["reliability"]["standard"] == "offline"
    assert [trial["judged"]["was_kept"] for trial in again["trials"]] == [True, True]
    assert digests(run) == before
    kept = {path: node for path, node in records.items() if path.name == "evaluation.json"}
    assert kept.items() <= written(run).items()


def test_people_are_told_score_and_tier(run: Path) -> None:
    printed = run_command("evaluate", str(run)).stdout

    assert "  no tier  " in printed
    assert "CAPPED" not in printed
    assert " by the paper's rules)" in printed
    assert "overall" in printed
    assert "not eligible" in printed
    assert "auditor" in printed


def test_judging_writes_only_its_own_records(run: Path, held: Path) -> None:
    run_command("evaluate", str(run))

    now, then = digests(run), digests(held)
    assert {name: now[name] for name in then} == then
    assert {Path(name).name for name in now.keys() - then.keys()} == {*LATER, "reliability.json"}


def test_weighing_again_touches_neither_recording_nor_evaluation(run: Path) -> None:
    run_command("evaluate", str(run))
    before = digests(run)

    off = run_for_json("score", str(run), "--layers-off", "1,6")
    changed = {name for name, digest in digests(run).items() if digest != before[name]}
    run_command("score", str(run))

    assert off["runs"][0]["reliability"]["layers_off"] == [1, 6]
    assert {Path(name).name for name in changed} == {"scorecard.json", "reliability.json"}
    assert digests(run) == before


def test_own_rules_are_weighed_by_and_named(run: Path, tmp_path: Path) -> None:
    rules = default_rules().model_dump(mode="json")
    weights = {"journey_weight": 1.0, "destination_weight": 0.0, "gates": None, "version": "mine"}
    file = tmp_path / "rules.yaml"
    file.write_text(json.dumps(rules | weights))
    run_command("evaluate", str(run))

    first = run_for_json("score", str(run), "--rules", str(file))["trials"][0]

    assert first["score"] == first["journey"]
    card = json.loads((trial_of(run) / "scorecard.json").read_text())
    assert "mine" in {signature["version"] for signature in card["signatures"]}


def test_paper_is_the_papers_rules_and_a_file_of_that_name_is_a_file(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_command("evaluate", str(run))
    rules = default_rules().model_dump(mode="json")
    monkeypatch.chdir(tmp_path)
    Path("paper").write_text(json.dumps(rules | {"version": "of the file"}))
    before = json.loads((trial_of(run) / "scorecard.json").read_text())

    for name, version in (("paper", "paper"), ("./paper", "of the file")):
        (trial, *_) = run_for_json("score", str(run), "--rules", name)["trials"]
        card = json.loads((trial_of(run) / "scorecard.json").read_text())
        assert version in {signature["version"] for signature in card["signatures"]}
        assert trial["by_paper"] == before["by_paper"]
        assert not card["is_official"]


def test_another_manner_is_another_evaluation_and_back_the_same_bytes(run: Path) -> None:
    run_command("evaluate", str(run))
    before = digests(run)

    run_command("evaluate", str(run), "--layers-off", "4")
    evaluation = json.loads((trial_of(run) / "evaluation.json").read_text())
    run_command("evaluate", str(run))

    assert evaluation["layers_off"] == [4]
    assert not evaluation["facts"]["has_findings"]
    assert digests(run) == before


def test_neither_the_order_of_judges_nor_of_answers_changes_a_byte(
    held: Path, tmp_path: Path
) -> None:
    draw = random.Random("shuffled")  # noqa: S311
    names = ["one", "two", "three"]
    found = []
    for number in range(3):
        folder = Path(shutil.copytree(trial_of(held), tmp_path / str(number)))
        draw.shuffle(names)
        judge(folder, *(StubJudge(name, len(name), draw.uniform(0, 0.02)) for name in names))
        found.append(digests(folder))

    assert found[0] == found[1] == found[2]


def test_a_failed_judge_is_no_score_and_asked_again(held: Path, tmp_path: Path) -> None:
    steady = Path(shutil.copytree(trial_of(held), tmp_path / "steady"))
    folder = Path(shutil.copytree(trial_of(held), tmp_path / "flaky"))
    Flaky.fails = True
    failed = judge(folder, Flaky("a"), StubJudge("b"))
    Flaky.fails = False
    mended = judge(folder, Flaky("a"), StubJudge("b"))
    asked = Flaky.asked
    kept = judge(folder, Flaky("a"), StubJudge("b"))
    judge(steady, StubJudge("a"), StubJudge("b"))

    assert failed.failures == ("turn-01/a: went out", "turn-05/a: went out")
    assert [total.failed for total in failed.totals] == [2, 0]
    assert mended.failures == ()
    assert kept.was_kept
    assert Flaky.asked == asked
    assert digests(folder) == digests(steady)


def test_what_a_judge_cost_is_added_up(held: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(trial_of(held), tmp_path / "trial"))
    (total,) = judge(folder, StubJudge("a")).totals
    lines = (folder / "judgments.jsonl").read_text().splitlines()

    assert total.verdicts == total.usage.calls == len(lines) > 0
    assert total.usage.cost_usd == pytest.approx(0.01 * total.verdicts)


def test_over_budget_nothing_half_judged_is_kept(held: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(trial_of(held), tmp_path / "trial"))
    before = digests(folder)

    with pytest.raises(OverBudget):
        judge(folder, StubJudge("a"), Dear("b"))

    assert digests(folder) == before


def test_a_spoilt_meeting_is_never_judged(held: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(trial_of(held), tmp_path / "trial"))
    fault = Fault(culprit="harness", code="voice_failed", detail="no sound")
    spoilt = read_recording(folder).model_copy(update={"faults": (fault,)})
    TrialDirectory(folder).keep("recording", spoilt)

    outcome = judge(folder, Dear("a"))

    assert outcome.scorecard is not None
    assert outcome.scorecard.combined is None
    assert outcome.scorecard.invalid


@pytest.mark.parametrize("what", ["changed", "gone"])
def test_files_that_are_not_as_recorded_are_not_judged(what: str, run: Path) -> None:
    surfaces = next(trial_of(run).glob("surfaces/*.json"))
    if what == "gone":
        surfaces.unlink()
    else:
        surfaces.write_bytes(surfaces.read_bytes().replace(b"50", b"51", 1))

    outcome = run_for_json("evaluate", str(run), code=1)

    first, second = outcome["trials"]
    assert first["score"] is None
    assert "hold the meeting again" in first["trouble"]
    assert second["score"] is not None
    assert not (trial_of(run) / "evaluation.json").exists()


@pytest.mark.parametrize(
    "what", ["cut", "of another recording", "without judgments", "of another version"]
)
def test_an_evaluation_that_is_not_this_ones_is_made_again(what: str, run: Path) -> None:
    run_command("evaluate", str(run))
    before = digests(run)
    own = trial_of(run) / "evaluation.json"
    match what:
        case "cut":
            own.write_bytes(own.read_bytes()[:-100])
        case "of another recording":
            shutil.copy(run / "financial_analyst" / "seed-1" / "evaluation.json", own)
        case "without judgments":
            (trial_of(run) / "judgments.jsonl").unlink()
        case _:
            own.write_text(own.read_text().replace('"harness_version": "', '"harness_version": "9'))

    again = run_for_json("evaluate", str(run))

    assert [trial["was_kept"] for trial in again["trials"]] == [False, True]
    assert digests(run) == before


def test_one_trial_of_a_run_may_be_judged_alone(run: Path, judged: Path) -> None:
    alone_told = run_for_json("evaluate", str(trial_of(run)))
    run_command("evaluate", str(run))

    assert [trial["seed"] for trial in alone_told["trials"]] == [0]
    assert digests(run) == digests(judged)


def test_a_trial_of_no_run_is_judged_where_it_lies(held: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(trial_of(held), tmp_path / "somewhere" / "trial"))

    (trial,) = run_for_json("evaluate", str(folder))["trials"]

    assert trial["score"] == 6.4  # one beat of eight: not all can be delivered
    assert altered_files(read_recording(folder), folder) == []


def test_trials_judged_by_different_panels_make_no_figures_together(run: Path) -> None:
    run_command("evaluate", str(run))
    off = run_for_json("evaluate", str(trial_of(run)), "--layers-off", "4")

    assert off["runs"][0]["reliability"] is None
    assert "layers switched off" in off["runs"][0]["trouble"]
    assert not (run / "reliability.json").exists()


def killed(arguments: list[str], wait_s: float) -> bool:
    process = subprocess.Popen(  # noqa: S603
        arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(wait_s)
    process.kill()
    return process.wait() == -signal.SIGKILL


def test_killed_at_any_moment_it_ends_with_the_same_bytes(run: Path, judged: Path) -> None:
    clock = RealClock()
    run_command("evaluate", str(judged), "--layers-off", "4")
    whole_s = clock.now_s()
    run_command("evaluate", str(judged))
    draw = random.Random("moments")  # noqa: S311
    kills = 0
    for number in range(KILLS):
        layers = ("--layers-off", "4") if number % 2 else ()  # so that there is always work
        moment_s = draw.uniform(0.3, 1.0) * whole_s
        kills += killed(command("evaluate", str(run), *layers), moment_s)
        kills += killed(command("score", str(run), "--layers-off", "1"), draw.uniform(0.1, 0.6))

    run_command("evaluate", str(run))

    assert kills >= KILLS
    assert digests(run) == digests(judged)


def test_a_run_killed_while_it_judges_ends_with_the_same_bytes(tmp_path: Path) -> None:
    asked = [*QUICK, *PART]
    whole = Path(run_for_json("run", "--output", str(tmp_path / "whole"), *asked)["run"])
    draw = random.Random("while judging")  # noqa: S311
    for _ in range(4):
        again = command("run", "--output", str(tmp_path / "killed"), *asked)
        killed(again, draw.uniform(1.0, 2.5))

    run = Path(run_for_json("run", "--output", str(tmp_path / "killed"), *asked)["run"])

    assert digests(run) == digests(whole)


def test_what_a_killed_process_was_writing_is_thrown_away(run: Path, judged: Path) -> None:
    for name in (*LATER, "../../reliability.json"):
        place = (trial_of(run) / name).resolve()
        place.with_name(f".{place.name}.123.partial").write_text("{")
    assert altered_files(read_recording(trial_of(run)), trial_of(run)) == []

    run_command("evaluate", str(run))

    assert digests(run) == digests(judged)


def test_two_at_once_do_not_work_on_one_run(run: Path) -> None:
    run_command("evaluate", str(run))
    with lock_run(run):
        for name in ("evaluate", "score"):
            assert "another process is at work" in run_command(name, str(run), code=2).stderr


def test_a_dry_run_asks_nobody_and_writes_nothing(run: Path) -> None:
    before = digests(run)

    estimates = run_for_json("evaluate", str(run), "--judges", "default", "--dry-run")

    assert [estimate["judge"] for estimate in estimates] == [
        "anthropic:claude-opus-4-6", "google:gemini-3.1-pro", "openai:gpt-5.2",
    ]  # fmt: skip
    assert all(estimate["calls"] >= 6 and estimate["cost_usd"] > 0 for estimate in estimates)
    assert digests(run) == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("evaluate", "RUN", "--judges", "ofline"), "did you mean 'offline'?"),
        (("evaluate", "RUN", "--judges", ","), "expected offline, default, none or models"),
        (("evaluate", "RUN", "--judges", "none"), "expected somebody to judge"),
        (("evaluate", "RUN", "--judges", "none,offline"), "expected `none` alone"),
        (("evaluate", "RUN", "--judges", "nobody:x"), "expected one such as"),
        (("evaluate", "RUN", "--judges", "anthropic:claude-opus-4-6"), "set ANTHROPIC_API_KEY"),
        (("evaluate", "RUN", "--layers-off", "5"), "run --edge-cases none"),
        (("evaluate", "RUN", "--layers-off", "nine"), "expected some of 4"),
        (("evaluate", "nowhere"), "is not there"),
        (("score", "RUN", "--layers-off", "4"), "evaluate --layers-off 4"),
        (("score", "RUN", "--rules", "nowhere.yaml"), "nowhere.yaml"),
        (("score", "RUN", "--rules", "papr"), "no rules 'papr', expected `paper` or the path of"),
        (("score", "RUN", "--rules", ""), "expected `paper` or the path of a YAML file"),
        (("score", "RUN", "--rules", "."), "is not a file"),
        (("run", "--judges", "ofline"), "did you mean 'offline'?"),
        (("run", "--judges", "default", "--output", "RUN"), "set ANTHROPIC_API_KEY"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_mistake_is_one_line_before_anything_is_done(
    arguments: tuple[str, ...], said: str, held: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    before = digests(held)

    done = run_command(*(str(held) if part == "RUN" else part for part in arguments), code=2)

    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()[-1]) < 400
    assert digests(held) == before


def test_a_run_that_was_not_judged_cannot_be_weighed(run: Path) -> None:
    outcome = run_for_json("score", str(run), code=1)

    assert "`modylbench evaluate` makes it" in outcome["trials"][0]["trouble"]
