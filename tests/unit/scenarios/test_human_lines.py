"""The validity gate and a model's words: what is fair passes, what leaks or denies does not."""

from functools import cache
from pathlib import Path
from typing import Literal

import pytest
import yaml
from tests.staging.held_trials import variant_at

from modylbench.foundation.record import Spec
from modylbench.scenarios.free_form.validity import ValidityGate
from modylbench.scenarios.scenario import Alternative, Turn
from modylbench.scenarios.variant import Variant

Kind = Literal["fair", "foul"]
LINES = Path(__file__).parent / "human_lines.yaml"
LEAST_FAIR, LEAST_FOUL = 0.9, 0.95


class HumanWords(Spec):
    """Words for a line of a meeting."""

    at: str
    line: str
    say: str

    @property
    def variant(self) -> Variant:
        name, seed = self.at.split()
        return _variant(name, int(seed))


@cache
def _variant(name: str, seed: int) -> Variant:
    return variant_at(name, seed)


def words_of(kind: Kind) -> list[HumanWords]:
    found = yaml.safe_load(LINES.read_text(encoding="utf-8"))
    return [HumanWords(**entry) for entry in found[kind]]


def line_of(words: HumanWords) -> Alternative:
    """The line of the offline policy for which the words stand."""
    scenario, form = words.variant.scenario, words.variant.free_form
    assert form is not None
    assert scenario.closing is not None
    turns = {turn.beat: turn for turn in scenario.turns}
    kind, _, name = words.line.partition(":")
    if kind == "closing":
        return scenario.closing.alternatives[-1]
    if kind in {"fact", "again", "unknown"}:
        said = {
            "fact": lambda: form.fact(name).say[0],
            "again": lambda: next(goal for goal in form.goals if goal.name == name).again[0],
            "unknown": lambda: form.unknown[0],
        }[kind]()
        return opening(turns.get(name, scenario.turns[0])).model_copy(
            update={"human_utterance": said}
        )
    beat, *steps = words.line.split("/")
    if steps:
        return turns[beat].follow_ups[int(steps[0])].alternatives[int(steps[1])]
    return opening(turns[beat])


def opening(turn: Turn) -> Alternative:
    spoken = {name: getattr(turn, name) for name in Alternative.model_fields if name != "when"}
    return Alternative(when=None, **spoken)


def problem(words: HumanWords) -> str:
    """Why the words are refused, after all that the human says before them."""
    scenario = words.variant.scenario
    gate = ValidityGate(scenario)
    beat, *steps = words.line.split("/")
    for turn in scenario.turns:
        if turn.beat == beat and not steps:
            break
        gate.hear(turn.human_utterance)
        if turn.beat == beat:
            break
    return gate.problem(words.say, line_of(words))


@pytest.mark.parametrize("kind", ["fair", "foul"])
def test_there_are_many_of_each_kind_from_both_scenarios(kind: Kind) -> None:
    assert len(words_of(kind)) >= 60
    assert len({words.at for words in words_of(kind)}) == 6


def test_what_says_the_same_in_other_words_passes() -> None:
    refused = {words.say: why for words in words_of("fair") if (why := problem(words))}

    assert len(refused) <= (1 - LEAST_FAIR) * len(words_of("fair")), refused


def test_what_warns_answers_or_denies_is_refused() -> None:
    passed = [words.say for words in words_of("foul") if not problem(words)]

    assert len(passed) <= (1 - LEAST_FOUL) * len(words_of("foul")), passed
