"""A judge of another package fails as a judge, whatever its code does."""

import asyncio
import math
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Any

import pytest
from tests.staging.judging.judge_models import brief
from typing_extensions import override

from modylbench.evaluation.judging.judge import Judgment
from modylbench.evaluation.verdicts import JudgeCard, Rating, Verdict
from modylbench.foundation.errors import UserMistake
from modylbench.pipeline.panel.plugins import judges_of
from modylbench.providers.models.budget import OverBudget

MODULE = "a_package_of_judges"


class Foreign:
    """A judge that does as it is told."""

    card = JudgeCard(name="foreign", kind="model")

    def __init__(self, does: Any = None) -> None:
        self.does = does

    async def judge(self, _: Any) -> Any:
        if isinstance(self.does, BaseException):
            raise self.does
        return self.does


class Unspeakable(Exception):
    @override
    def __str__(self) -> str:
        raise RuntimeError


@pytest.fixture
def package() -> Iterator[ModuleType]:
    module = sys.modules[MODULE] = ModuleType(MODULE)
    yield module
    del sys.modules[MODULE]


def plugin() -> EntryPoint:
    return EntryPoint("foreign", f"{MODULE}:made", "modylbench.judges")


def judged(package: ModuleType, does: Any) -> Judgment:
    package.made = Foreign(does)  # type: ignore[attr-defined]
    (judge,) = judges_of(plugin())
    return asyncio.run(judge.judge(brief()))


def verdict(**changes: Any) -> Verdict:
    fields = {"judge": "foreign", "subject": brief().subject, "mode": "text", **changes}
    return Verdict.model_construct(**fields)


NOT_A_SCORE = Rating.model_construct(dimension="correctness", score=math.inf, reason="")


@pytest.mark.parametrize(
    ("does", "said"),
    [
        (ZeroDivisionError("by zero"), "ZeroDivisionError: by zero"),
        (KeyError(), "KeyError"),
        (Unspeakable(), "Unspeakable"),
        (None, "NoneType"),
        (Judgment("a verdict"), "AttributeError"),  # type: ignore[arg-type]
        (Judgment(verdict(ratings=(NOT_A_SCORE,))), "ValidationError"),
    ],
    ids=["raises", "wordless", "unspeakable", "none", "no verdict", "no score"],
)
def test_what_it_does_wrong_is_its_failure(package: ModuleType, does: Any, said: str) -> None:
    found = judged(package, does).verdict

    assert found.failure.startswith("judge failed: ")
    assert said in found.failure
    assert "\n" not in found.failure
    assert (found.judge, found.subject, found.ratings) == ("foreign", brief().subject, ())


def test_a_sound_verdict_comes_through(package: ModuleType) -> None:
    sound = Judgment(verdict(ratings=(Rating(dimension="correctness", score=7, reason="so"),)))

    assert judged(package, sound) == sound


def test_money_that_is_gone_ends_the_run(package: ModuleType) -> None:
    with pytest.raises(OverBudget):
        judged(package, OverBudget("gone"))


@pytest.mark.parametrize(
    "made",
    [lambda: [Foreign(), Foreign()], Foreign, [Foreign()], Foreign()],
    ids=["several by a function", "a class", "a list", "a judge"],
)
def test_judges_are_made_in_any_of_these_ways(package: ModuleType, made: Any) -> None:
    package.made = made  # type: ignore[attr-defined]

    assert {judge.card.name for judge in judges_of(plugin())} == {"foreign"}


@pytest.mark.parametrize(
    "made",
    [lambda: 1 / 0, [], object(), lambda: None, ModuleType("empty")],
    ids=["raises", "nobody", "something", "nothing", "a module"],
)
def test_what_makes_no_judge_is_a_mistake(package: ModuleType, made: Any) -> None:
    package.made = made  # type: ignore[attr-defined]

    with pytest.raises(UserMistake, match="makes no judge"):
        judges_of(plugin())


def test_a_package_that_cannot_be_imported_is_a_mistake() -> None:
    with pytest.raises(UserMistake, match="makes no judge"):
        judges_of(plugin())
