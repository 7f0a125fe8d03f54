"""Which runs are taken, at which seeds, by which panels."""

from typing import Any

import pytest

from modylbench import __version__
from modylbench.evaluation.verdicts import JudgeCard
from modylbench.leaderboard.challenge import commitment, declare, issue, new_offer
from modylbench.leaderboard.signing import SigningKey
from modylbench.leaderboard.submission.check import notes_on
from modylbench.leaderboard.submission.manifest import Manifest
from modylbench.leaderboard.submission.rules import panel_problems, plan_problems, seed_problems
from modylbench.leaderboard.submission.suite_library import published_library
from modylbench.recording.recording import AgentUnderTest
from modylbench.runs.run import RunPlan, Trial
from modylbench.scenarios.catalogue import ORDER, scenario
from modylbench.scenarios.suites import CORE

AGENT = AgentUnderTest(name="mine")
PUBLISHED = published_library(CORE)
KEY, SECRET = SigningKey(bytes(range(32))), b"s" * 32
DECLARED = declare(AGENT, "1", contact="", nonce=bytes(32))
TIMES = ("2026-11-15T12:00:00Z", "2026-11-22T12:00:00Z")
CHALLENGE = issue(
    new_offer("c", SECRET, KEY).offer, SECRET, commitment(DECLARED), k=3, times=TIMES, key=KEY
)


def plan(seeds: tuple[int, ...] = (0, 1, 2), **changes: Any) -> RunPlan:
    trials = tuple(Trial(scenario=a, scenario_id=a, seed=b) for a in ORDER for b in seeds)
    made = RunPlan(
        agent=AGENT,
        scenarios=ORDER,
        scenario_versions={name: scenario(name).template.card.version for name in ORDER},
        seeds=seeds,
        edge_cases="seed",
        beats="",
        audio="none",
        screens=False,
        harness_version=__version__,
        harness_digest="0" * 16,
        trials=trials,
    )
    return made.model_copy(update=changes)


def card(name: str, **changes: Any) -> JudgeCard:
    made = JudgeCard(name=name, kind="model", model=name, service=name.partition(":")[0])
    return made.model_copy(update=changes)


def manifest(*names: str, **changes: Any) -> Manifest:
    made = Manifest(
        name="Mine",
        agent=AGENT,
        mode="silver",
        panel=tuple(card(name) for name in names),
        judges=names,
        seeds=(0, 1, 2),
        k=3,
        harness_version=__version__,
        harness_digest="0" * 16,
        scores={},
        overall=None,
        has_media=True,
        members=(),
    )
    return made.model_copy(update=changes)


def codes(problems: Any) -> list[str]:
    return [problem.code for problem in problems]


@pytest.mark.parametrize("seeds", [(0, 1, 2), (0, 1, 2, 3, 4), CHALLENGE.challenge.seeds])
def test_a_whole_run_is_taken(seeds: tuple[int, ...]) -> None:
    assert codes(plan_problems(plan(seeds), PUBLISHED)) == []


def test_two_runs_a_scenario_are_too_few_and_21_too_many() -> None:
    assert codes(plan_problems(plan((0, 1)), PUBLISHED)) == ["runs"]
    assert codes(plan_problems(plan(tuple(range(21))), PUBLISHED)) == ["runs"]


def test_the_published_seeds_are_0_to_k_less_1() -> None:
    claimed = manifest("openai:gpt-5.2", "anthropic:claude-opus-4-6")

    assert codes(seed_problems(claimed, plan(), None, None)) == []
    assert codes(seed_problems(claimed, plan((1, 2, 3)), None, None)) == ["seeds"]


def test_the_seeds_of_a_challenge_are_taken_with_its_declaration_alone() -> None:
    update = {"challenge": CHALLENGE, "declaration": DECLARED}
    claimed = manifest("openai:gpt-5.2", **update)
    held = plan(CHALLENGE.challenge.seeds)
    others = plan(CHALLENGE.challenge.seeds, agent=AgentUnderTest(name="another"))
    late = "2026-11-23T12:00:00Z"
    undeclared = claimed.model_copy(update={"declaration": None})

    assert codes(seed_problems(claimed, held, KEY.public, TIMES[0])) == []
    assert codes(seed_problems(claimed, plan(), KEY.public, None)) == ["seeds"]
    assert codes(seed_problems(claimed, held, SigningKey(bytes(32)).public, None)) == ["challenge"]
    assert codes(seed_problems(claimed, held, KEY.public, late)) == ["challenge"]
    assert codes(seed_problems(claimed, others, KEY.public, None)) == ["challenge"]
    assert codes(seed_problems(undeclared, held, KEY.public, None)) == ["challenge"]


@pytest.mark.parametrize(
    "names",
    [
        ("openai:gpt-5.2",),
        ("openai:gpt-5.2", "openai:gpt-5.2-2026-01-15"),
        ("openai:gpt-5.2", "openai-compatible:openai/gpt-5.2@https://gateway.example/v1"),
    ],
)
def test_one_model_under_two_names_is_one(names: tuple[str, ...]) -> None:
    claimed = manifest(*names)
    panel = tuple(card(name.replace("https://", "").replace("/v1", "")) for name in names)
    found = list(panel_problems(claimed.model_copy(update={"panel": panel})))

    assert [problem.code for problem in found] == ["panel"]
    assert "at least 2 different models" in found[0].text


def test_two_models_are_enough_and_code_is_none() -> None:
    two = manifest("openai:gpt-5.2", "anthropic:claude-opus-4-6")
    offline = two.model_copy(update={"panel": (*two.panel, card("auditor", kind="offline"))})

    assert codes(panel_problems(two)) == []
    assert any("never eligible" in panel_problem.text for panel_problem in panel_problems(offline))


def test_a_judge_at_an_address_of_the_submitters_choice_is_told() -> None:
    told = manifest("openai:gpt-5.2", "openai-compatible:mine@http://127.0.0.1:9/v1")
    notes = [note for note in notes_on(told, plan(), {}) if "which model answers" in note]

    assert len(notes) == 1
    assert notes[0].startswith("openai-compatible:mine@127.0.0.1:9: nobody knows")
