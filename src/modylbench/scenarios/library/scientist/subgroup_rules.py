"""Does the figure show the plan's subgroups, and does the synopsis claim no more than it may?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from modylbench.products.chart import Chart, Point
from modylbench.products.pointer import resolve
from modylbench.products.quantities.find import FoundTable
from modylbench.products.quantities.labels import words
from modylbench.products.reading.index import Index, TextPassage
from modylbench.scenarios.library.scientist.analysis import OVERALL
from modylbench.scenarios.library.scientist.protocol import HIGH
from modylbench.scenarios.library.scientist.readings import (
    TWO_DECIMALS,
    differing,
    number,
    numbers,
)
from modylbench.scenarios.library.scientist.verdict_rules import low_dose_claims

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.scenarios.oracle import Reading

    Readings = Mapping[str, Reading]

LOWER = {"lower", "low", "lcl", "ll"}
UPPER = {"upper", "high", "ucl", "ul"}
SUBGROUPS = re.compile(
    r"\b(?:wom[ae]n|m[ae]n|females?|males?|diabet\w+|under[- ]65s?|over[- ]65s?|"
    r"65 (?:and|or) (?:over|older)|younger|older|elderly)\b"
)
CLAIMS = re.compile(
    r"\b(?:effective|efficac\w+|works?|worked|benefit\w*|superior\w*|significant\w*|reduc\w+|lower(?:s|ed|ing)?|"
    r"respond\w*|recommend\w*)\b"
)
RESERVATIONS = re.compile(
    r"\b(?:no(?! diabet)|not|nor|none|neither|never|cannot|exploratory|hypothesis|consistent\w*|"
    r"regardless|irrespective|across)\b"
)


def subgroup_differences(found: Readings, truth: Mapping[str, Any]) -> list[str]:
    """The estimates of the figure are those of the plan's models, subgroup by subgroup."""
    expected = _subgroups(truth, "difference")
    return list(differing(numbers(found["subgroup_estimates"]), expected, TWO_DECIMALS))


def _subgroups(truth: Mapping[str, Any], statistic: str) -> dict[str, float]:
    results = truth["analysis"]["subgroups"]
    return {level: contrast[statistic] for level, contrast in results.items()}


def overall_ties(found: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """The overall line of the figure is the primary result of the tables."""
    primary = {OVERALL: number(found[f"{HIGH}_difference"])}
    return list(differing(numbers(found["subgroup_estimates"]), primary, 2 * TWO_DECIMALS))


def figure_intervals(found: Readings, truth: Mapping[str, Any]) -> list[str]:
    """The figure's confidence limits are those of the plan's models, on labelled axes.

    They stand beside each estimate, or in series of their own that are called lower and upper.
    """
    whole, estimates = found["figure"], found["subgroup_estimates"]
    if not isinstance(whole, Index) or not isinstance(estimates, FoundTable):
        return ["no figure with estimates"]
    if not all(chart.x_axis.label and chart.y_axis.label for chart in _charts(whole)):
        return ["an axis has no label, so nobody knows what the intervals are of"]
    wrong: list[str] = []
    middles = dict.fromkeys(_subgroups(truth, "difference"), 0.0)
    for side, names in (("lower", LOWER), ("upper", UPPER)):
        limits = {
            key[0]: limit
            for key, estimate in estimates.numbers.items()
            for place in estimate.places
            if (limit := _limit(whole, place.pointer, side, names)) is not None
        }
        shown = differing(limits, _subgroups(truth, side), TWO_DECIMALS)
        wrong += [f"{side} limit of {line}" for line in shown]
        middles = {level: middle + limits.get(level, 0.0) / 2 for level, middle in middles.items()}
    off = differing(numbers(estimates), middles, 2 * TWO_DECIMALS)
    return wrong or [f"not in the middle of its interval: {line}" for line in off]


def _charts(whole: Index) -> list[Chart]:
    if isinstance(whole.product, Chart):
        return [whole.product]
    widgets = getattr(whole.product, "widgets", ())
    return [widget.chart for widget in widgets if widget.chart is not None]


def _limit(whole: Index, pointer: str, side: str, names: set[str]) -> float | None:
    point = resolve(whole.product, pointer.removesuffix("/y"))
    if not isinstance(point, Point):
        return None
    own = point.low if side == "lower" else point.high
    return own if own is not None else next(_beside(whole, point, names), None)


def _beside(whole: Index, point: Point, names: set[str]) -> Iterator[float]:
    for chart in _charts(whole):
        for series in chart.series:
            if names & set(words(series.label)):
                yield from (p.y for p in series.points if p.x == point.x and p.y is not None)


def conclusion_on_primary(found: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """The conclusion speaks of the high dose and SBP, and claims no low dose and no subgroup."""
    passage = found["conclusion"]
    text = passage.text.lower() if isinstance(passage, TextPassage) else ""
    said = " ".join(words(text))
    wrong = [
        f"the conclusion does not speak of {what}"
        for what, pattern in (
            ("the high dose", r"\bhigh(?:er)? dose\b"),
            ("SBP", r"\bsbp\b|systolic"),
        )
        if not re.search(pattern, said)
    ]
    claims = [
        sentence
        for sentence in re.split(r"(?<=[.!?;])\s+|\n", text)
        if SUBGROUPS.search(sentence)
        and CLAIMS.search(sentence)
        and not RESERVATIONS.search(sentence)
    ]
    wrong += [f"it claims an effect in a subgroup: {claim[:80]!r}" for claim in claims]
    return [*wrong, *low_dose_claims(text)]
