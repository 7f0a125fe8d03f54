"""Verdicts that nobody gave are found by asking the same models again, over the wire."""

import asyncio
import json
from pathlib import Path

import pytest
from tests.staging.commands import run_command
from tests.staging.leaderboard.real_submission import Panel
from tests.staging.leaderboard.rejudging import KEYS, RejudgingService
from tests.staging.servers.judges import GPT, OMNI, ServiceFormat
from tests.staging.servers.speech import serving

from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.leaderboard.checking.rejudging import JudgesUnavailable, RejudgingResult, rejudge
from modylbench.pipeline.panel.choice import PanelChoice
from modylbench.providers.models.options import JudgingOptions

PART = ("--scenarios", "financial_analyst", "--seeds", "0", "--beats", "1", "--agent", "oracle")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A trial whose panel says that it gave 7 and 6."""
    folder = tmp_path_factory.mktemp("rejudging")
    with pytest.MonkeyPatch.context() as patch:
        for name, key in KEYS.items():
            patch.setenv(name, key)
        patch.setenv("MODYLBENCH_CACHE", str(folder / "cache"))
        with serving(Panel(OMNI)) as server:
            judges = ",".join(form.name(server.address) for form in (OMNI, GPT))
            held = ("--output", str(folder / "out"), "--no-audio", "--no-screens", *PART)
            told, _ = run_command("run", *held, "--judges", judges, "--mode", "text", "--json")
    return Path(json.loads(told)["run"])


def rejudged(
    run: Path,
    answers: Path,
    *,
    formats: tuple[ServiceFormat, ...] = (OMNI, GPT),
    gpt: int | None = 6,
) -> RejudgingResult:
    service = RejudgingService(OMNI)
    service.scores["gpt-5.2"] = gpt
    with serving(service) as server:
        names = tuple(form.name(server.address) for form in formats)
        choice = PanelChoice(names, EvaluationOptions(), JudgingOptions(answers), keys=KEYS)
        return asyncio.run(rejudge(run, choice, seed="a seed"))


def test_judges_that_say_the_same_agree_and_it_is_kept_what_was_asked(
    run: Path, tmp_path: Path
) -> None:
    found = rejudged(run, tmp_path)

    assert found.outcome == "agreed"
    kinds = {comparison.sample.subject.kind for comparison in found.compared}
    assert kinds >= {"turn", "product"}
    assert {comparison.judge.partition("@")[0] for comparison in found.compared} == {
        "openai-compatible:omni-1",
        "openai:gpt-5.2",
    }
    assert {value for comparison in found.compared for value in comparison.claimed.values()} == {
        6.0,
        7.0,
    }
    assert found == RejudgingResult.model_validate_json(found.model_dump_json())


def test_one_point_of_noise_is_no_forgery(run: Path, tmp_path: Path) -> None:
    assert rejudged(run, tmp_path, gpt=7).outcome == "agreed"


def test_a_consistent_forgery_of_one_judge_is_found_and_named(run: Path, tmp_path: Path) -> None:
    """Its answers were raised by two, and all that follows from them was made from these."""
    found = rejudged(run, tmp_path, gpt=4)

    assert found.outcome == "doubted"
    assert all("gpt-5.2" in doubt for doubt in found.doubts)
    assert any("2.00 higher" in doubt for doubt in found.doubts)


def test_a_judge_that_nobody_here_can_ask_leaves_it_open(run: Path, tmp_path: Path) -> None:
    found = rejudged(run, tmp_path, formats=(OMNI,))

    assert found.outcome == "impossible"
    assert len(found.absent) == 1
    assert found.absent[0].startswith("openai:gpt-5.2")
    assert {comparison.judge.partition("@")[0] for comparison in found.compared} == {
        "openai-compatible:omni-1"
    }


def test_judges_that_fail_are_an_outage_and_no_verdict(run: Path, tmp_path: Path) -> None:
    with pytest.raises(JudgesUnavailable, match="verdicts failed"):
        rejudged(run, tmp_path, gpt=None)


def test_judges_that_are_not_there_are_an_outage(run: Path, tmp_path: Path) -> None:
    choice = PanelChoice(
        (GPT.name("http://127.0.0.1:9"),), EvaluationOptions(), JudgingOptions(tmp_path), keys=KEYS
    )

    with pytest.raises(JudgesUnavailable):
        asyncio.run(rejudge(run, choice, seed="a seed"))
