"""Which tables do both forms of a report show?"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from modylbench.foundation.score_text import NOT_MEASURED, cut, score_text
from modylbench.runs.wording import NO_TIER

if TYPE_CHECKING:
    from modylbench.publishing.report.data.run import RunData, ScenarioData, UsageData

LOWEST, HIGHEST = 1, 10


class HeatCell(TypedDict):
    """One dimension of one scenario."""

    text: str
    level: int | None
    """From 1 to 10: how warm its colour is; None: not measured."""
    is_flaky: bool


class HeatRow(TypedDict):
    """One dimension over all scenarios."""

    label: str
    cells: list[HeatCell]


def heat_map(run: RunData) -> list[HeatRow]:
    """A row for every dimension, a cell for every scenario, both in their order."""
    names = dict.fromkeys(
        one["dimension"] for scenario in run["scenarios"] for one in scenario["dimensions"]
    )
    return [
        {
            "label": spoken(name),
            "cells": [_heat(scenario, name) for scenario in run["scenarios"]],
        }
        for name in names
    ]


def flaky(run: RunData) -> list[str]:
    """Dimensions whose scores differ much from run to run, a line each."""
    return [
        f"{scenario['scenario_id']}: {spoken(one['dimension'])} "
        f"(mean {score_text(one['mean'])}, variance {score_text(one['variance'])})"
        for scenario in run["scenarios"]
        for one in scenario["dimensions"]
        if one["is_flaky"]
    ]


def tier_text(scenario: ScenarioData) -> str:
    """The tier of the score that counts; nothing where none counts yet."""
    return "" if scenario["official"] is None else scenario["tier"] or NO_TIER


def tiers_reached(run: RunData) -> str:
    """How many scenarios reach which tier, the highest first."""
    counted = [one for one in run["scenarios"] if one["official"] is not None]
    names = [*sorted(run["tiers"], key=lambda tier: -run["tiers"][tier]), NO_TIER]
    found = {name: sum(tier_text(one) == name for one in counted) for name in names}
    told = [f"{name} {count} of {len(run['scenarios'])}" for name, count in found.items() if count]
    return ", ".join(told) or NOT_MEASURED


def cost_text(usage: UsageData) -> str:
    """What it cost, in dollars to the hundredth of a cent; nothing for who was never asked."""
    if not usage["calls"]:
        return "nothing"
    return "unknown" if usage["cost_usd"] is None else f"${usage['cost_usd']:.4f}"


def spoken(name: str) -> str:
    """A dimension's name as people write it.

    >>> spoken("context_accuracy")
    'context accuracy'
    """
    return name.replace("_", " ")


def _heat(scenario: ScenarioData, name: str) -> HeatCell:
    found = next((one for one in scenario["dimensions"] if one["dimension"] == name), None)
    mean = found["mean"] if found else None
    return {
        "text": score_text(mean),
        "level": None if mean is None else min(HIGHEST, max(LOWEST, int(cut(mean)))),
        "is_flaky": bool(found and found["is_flaky"]),
    }
