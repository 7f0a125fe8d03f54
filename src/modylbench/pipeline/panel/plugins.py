"""Judges of other people's packages; whatever their code raises is caught here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.judging.judge import Judgment
from modylbench.evaluation.verdicts import JudgeCard, JudgeExchange, Verdict
from modylbench.foundation.errors import UserMistake, one_line, short_repr
from modylbench.providers.models.budget import OverBudget

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from modylbench.evaluation.judging.judge import Brief, Judge

LONGEST_FAILURE = 500  # ours
MOST_EXCHANGES = 100  # ours: of one verdict


@dataclass(frozen=True, slots=True)
class PluginJudge:
    """A judge whose failures are its verdicts, whatever its code does."""

    inner: Judge
    card: JudgeCard

    async def judge(self, brief: Brief) -> Judgment:
        """Its verdict; OverBudget alone is raised, as by our own judges."""
        try:
            return _validated_judgment(await self.inner.judge(brief))
        except OverBudget:
            raise
        except Exception as error:  # noqa: BLE001 - a plugin's code may raise anything
            failure = f"judge failed: {_describe_error(error)}"
        verdict = Verdict(judge=self.card.name, subject=brief.subject, mode="text", failure=failure)
        return Judgment(verdict)


def judges_of(plugin: EntryPoint) -> list[Judge]:
    """The judges of a plugin: a judge, several, or what makes them; raises UserMistake."""
    try:
        made = plugin.load()
        found = made() if callable(made) and not _is_judge(made) else made
        judges = [*found] if isinstance(found, list | tuple) else [found]
        return [PluginJudge(judge, _card(judge)) for judge in _refuse_none(judges)]
    except Exception as error:
        message = (
            f"the plugin {short_repr(plugin.name)} of {plugin.group} makes no judge "
            f"({_describe_error(error)}); expected card and judge()"
        )
        raise UserMistake(message) from error


def _refuse_none(judges: list[Any]) -> list[Any]:
    if not judges:
        message = "an empty list"
        raise ValueError(message)
    return judges


def _is_judge(made: Any) -> bool:
    return not isinstance(made, type) and hasattr(made, "judge")


def _card(judge: Any) -> JudgeCard:
    """Who it is, read once and checked."""
    if not callable(judge.judge):
        message = "judge is no method"
        raise TypeError(message)
    return JudgeCard.model_validate(judge.card.model_dump())


def _validated_judgment(judgment: Any) -> Judgment:
    """The judgment, checked as if it came from a file."""
    if not isinstance(judgment, Judgment):
        message = f"it returned {type(judgment).__name__}, expected a Judgment"
        raise TypeError(message)
    exchanges = judgment.exchanges[:MOST_EXCHANGES]
    return Judgment(
        Verdict.model_validate(judgment.verdict.model_dump()),
        tuple(JudgeExchange.model_validate(exchange.model_dump()) for exchange in exchanges),
    )


def _describe_error(error: Exception) -> str:
    """What was raised, in one line."""
    name = type(error).__name__
    try:
        words = one_line(str(error))
    except Exception:  # noqa: BLE001 - even its message is the plugin's code
        words = ""
    return (f"{name}: {words}" if words else name)[:LONGEST_FAILURE]
