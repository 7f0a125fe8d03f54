"""Checks of the trial's tables, figure and synopsis that take more than one line of algebra.

The plan reports differences with two decimals and p-values with four, so that is how close a figure
must come to the one recomputed from the patients' data.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from modylbench.products.chart import Chart, Point
from modylbench.products.finding.find import FoundNumber, FoundTable
from modylbench.products.pointer import resolve
from modylbench.products.quantities.labels import words
from modylbench.products.reading.index import Index
from modylbench.scenarios.library.scientist.protocol import ACTIVE, ARMS, HIGH
from modylbench.scenarios.library.scientist.statistics.analysis import OVERALL
from modylbench.scenarios.oracle import Absence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from modylbench.scenarios.oracle import OracleRule, Readings, RuleReading


COLUMNS = (*ARMS, "total")
# Other patients in the model change the degrees of freedom a little; that is checked elsewhere.
OTHER_DF, OTHER_P = 0.001, 0.02
LOWER = {"lower", "low", "lcl", "ll"}
UPPER = {"upper", "high", "ucl", "ul"}
TWO_DECIMALS = 0.0051
FOUR_DECIMALS = 0.000051


def adds_up(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """Completed and discontinued make randomised in every arm, and the arms make the total."""
    table = numbers(readings["disposition"])
    wrong = [
        _unless_absent(f"{column}: completed and discontinued do not make randomised", made, whole)
        for column in COLUMNS
        for made in (
            _table_value(table, "completed", column) + _table_value(table, "discontinued", column),
        )
        for whole in (_table_value(table, "randomised", column),)
        if made != whole
    ]
    lines = ("randomised", "completed", "discontinued")
    return [*wrong, *_arms_make_total(table, lines)]


def reasons_add_up(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """The reasons make the patients who discontinued, in every arm."""
    reasons, table = numbers(readings["dropout_reasons"]), numbers(readings["disposition"])
    lines = tuple(truth["analysis"]["reasons"])
    return [
        _unless_absent(f"{column}: the reasons do not make the patients who discontinued", left)
        for column in COLUMNS
        for left in (_table_value(table, "discontinued", column),)
        if _total(_table_value(reasons, line, column, 0.0) for line in lines) != left
    ]


def _unless_absent(line: str, *values: float) -> str:
    """The line as a fault; as an absence where one of the values was not there."""
    return Absence(line) if any(math.isnan(value) for value in values) else line


def _table_value(
    table: Mapping[str, float], line: str, column: str, absent: float = float("nan")
) -> float:
    return table.get(f"{line}|{column}", absent)


def _arms_make_total(table: Mapping[str, float], lines: Iterable[str]) -> list[str]:
    return [
        _unless_absent(f"{line}: the arms do not make the total", arms, total)
        for line in lines
        for arms in (_total(_table_value(table, line, arm) for arm in ARMS),)
        for total in (_table_value(table, line, "total"),)
        if arms != total
    ]


def _total(counts: Iterable[float]) -> float:
    return sum(counts)  # whole numbers


def primary_differences(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """Both adjusted mean differences are those of the plan's model."""
    return _primary(readings, truth, ("difference",), TWO_DECIMALS)


def primary_limits(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """Both confidence intervals are those of the plan's model."""
    return _primary(readings, truth, ("lower", "upper"), TWO_DECIMALS)


def primary_p_values(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """Both p-values are those of the plan's model."""
    return _primary(readings, truth, ("p",), FOUR_DECIMALS)


def _primary(
    readings: Readings, truth: Mapping[str, Any], statistics: Iterable[str], slack: float
) -> list[str]:
    wanted = [(arm, statistic) for arm in ACTIVE for statistic in statistics]
    expected = {f"{arm}_{name}": truth["analysis"]["primary"][arm][name] for arm, name in wanted}
    return list(
        missing_or_off({name: number(readings[name]) for name in expected}, expected, slack)
    )


def t_intervals(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """Half the width of each interval is the t quantile times the standard error beside it."""
    from scipy.special import stdtrit

    quantile = float(stdtrit(truth["analysis"]["df"], 0.975))
    wrong: list[str] = []
    for arm in ACTIVE:
        lower, upper, se = (number(readings[f"{arm}_{name}"]) for name in ("lower", "upper", "se"))
        half = (upper - lower) / 2
        # Each limit may be rounded by half a hundredth, the error by half a thousandth.
        slack = 0.005 + 0.0005 * quantile + OTHER_DF * abs(half)
        if not abs(half - quantile * se) <= slack:
            wrong.append(f"{arm}: half-width {half:.4g}, not {quantile * se:.4g}")
    return wrong


def p_from_t(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """Each p-value is that of the difference over its standard error."""
    from scipy.special import stdtr

    def p_value(t: float) -> float:
        return 2 * float(stdtr(truth["analysis"]["df"], -abs(t)))

    wrong: list[str] = []
    for arm in ACTIVE:
        difference, se, p = (
            number(readings[f"{arm}_{name}"]) for name in ("difference", "se", "p")
        )
        t = abs(difference / se) if se else float("inf")
        rounding = (0.005 + 0.0005 * t) / abs(se) if se else 0.0
        slack = FOUR_DECIMALS + OTHER_P * abs(p)
        if not p_value(t + rounding) - slack <= p <= p_value(t - rounding) + slack:
            wrong.append(f"{arm}: {p:.4g}, not {p_value(t):.4g}")
    return wrong


def adjusted_means(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """The adjusted means are those of the plan's model at observed margins."""
    expected = {f"mean_{arm}": truth["analysis"]["means"][arm]["mean"] for arm in ARMS}
    return list(
        missing_or_off({name: number(readings[name]) for name in expected}, expected, TWO_DECIMALS)
    )


def secondary_estimates(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """Differences and limits of the secondary endpoints are those of the plan's model."""
    wrong: list[str] = []
    for statistic in ("difference", "lower", "upper"):
        shown, expected = numbers(readings[f"secondary_{statistic}"]), _secondary(truth, statistic)
        wrong += [
            type(line)(f"{statistic} of {line}")
            for line in missing_or_off(shown, expected, TWO_DECIMALS)
        ]
    return wrong


def secondary_p_values(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """Raw p-values of the secondary endpoints are those of the plan's model."""
    return list(missing_or_off(numbers(readings["raw_p"]), _secondary(truth, "p"), FOUR_DECIMALS))


def _secondary(truth: Mapping[str, Any], statistic: str) -> dict[str, float]:
    results = truth["analysis"]["secondary"]
    return {name: result["contrast"][statistic] for name, result in results.items()}


def intervals_contain(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """Every secondary estimate lies in the middle of its own interval."""
    difference, lower, upper = (
        numbers(readings[f"secondary_{name}"]) for name in ("difference", "lower", "upper")
    )
    names = truth["analysis"]["secondary"]
    shown = [name for name in names if name in lower and name in upper and name in difference]
    wrong = [
        f"{name} is not in the middle of its interval"
        for name in shown
        if not lower[name] <= difference[name] <= upper[name]
        or not abs(lower[name] + upper[name] - 2 * difference[name]) <= 4 * TWO_DECIMALS
    ]
    return [*wrong, *(Absence(f"{name} is not shown") for name in names if name not in shown)]


def interaction_p_values(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """The interaction tests are those of the plan."""
    expected = truth["analysis"]["interactions"]
    return list(missing_or_off(numbers(readings["interaction_p"]), expected, FOUR_DECIMALS))


def page_high_dose(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """The synopsis has the high dose's difference of the tables."""
    return _differences_from_truth(readings, "high_difference", TWO_DECIMALS)


def page_low_dose(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """The synopsis has the low dose's difference of the tables."""
    return _differences_from_truth(readings, "low_difference", TWO_DECIMALS)


def page_p_value(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """The synopsis has the high dose's p-value of the tables."""
    return _differences_from_truth(readings, "high_p", FOUR_DECIMALS)


def _differences_from_truth(readings: Readings, name: str, slack: float) -> list[str]:
    shown, tabled = number(readings[f"page_{name}"]), number(readings[name])
    return list(missing_or_off({name: shown}, {name: tabled}, slack))


def page_adjusted_p(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """The synopsis has the adjusted p-values of the tables, as far as it shows them."""
    shown, tabled = numbers(readings["page_adjusted_p"]), numbers(readings["adjusted_p"])
    return list(
        missing_or_off(shown, {name: tabled.get(name, 2.0) for name in shown}, FOUR_DECIMALS)
    )


def subgroup_differences(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """The estimates of the figure are those of the plan's models, subgroup by subgroup."""
    expected = _subgroups(truth, "difference")
    return list(missing_or_off(numbers(readings["subgroup_estimates"]), expected, TWO_DECIMALS))


def _subgroups(truth: Mapping[str, Any], statistic: str) -> dict[str, float]:
    results = truth["analysis"]["subgroups"]
    return {level: contrast[statistic] for level, contrast in results.items()}


def overall_ties(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """The overall line of the figure is the primary result of the tables."""
    primary = {OVERALL: number(readings[f"{HIGH}_difference"])}
    return list(missing_or_off(numbers(readings["subgroup_estimates"]), primary, 2 * TWO_DECIMALS))


def figure_intervals(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """The figure's confidence limits are those of the plan's models, on labelled axes.

    They stand beside each estimate, or in series of their own that are called lower and upper.
    """
    whole, estimates = readings["figure"], readings["subgroup_estimates"]
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
        shown = missing_or_off(limits, _subgroups(truth, side), TWO_DECIMALS)
        wrong += [type(line)(f"{side} limit of {line}") for line in shown]
        middles = {level: middle + limits.get(level, 0.0) / 2 for level, middle in middles.items()}
    off = missing_or_off(numbers(estimates), middles, 2 * TWO_DECIMALS)
    return wrong or [type(line)(f"not in the middle of its interval: {line}") for line in off]


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
    return own if own is not None else next(_values_beside(whole, point, names), None)


def _values_beside(whole: Index, point: Point, names: set[str]) -> Iterator[float]:
    for chart in _charts(whole):
        for series in chart.series:
            if names & set(words(series.label)):
                yield from (p.y for p in series.points if p.x == point.x and p.y is not None)


def number(reading: RuleReading) -> float:
    """The number found."""
    return reading.measure.number if isinstance(reading, FoundNumber) else float("nan")


def numbers(reading: RuleReading) -> dict[str, float]:
    """The numbers of a table by the names of their members, joined."""
    if not isinstance(reading, FoundTable):
        return {}
    return {"|".join(key): found.measure.number for key, found in reading.numbers.items()}


def missing_or_off(
    found: Mapping[str, float], expected: Mapping[str, float], slack: float
) -> Iterator[str]:
    """What is missing or further off than the slack."""
    for name, right in expected.items():
        if name not in found:
            yield Absence(f"{name} is not shown")
        elif not abs(found[name] - right) <= slack:
            yield f"{name} is {found[name]:.6g}, not {right:.6g}"


RULES: Mapping[str, OracleRule] = {
    "adds_up": adds_up,
    "reasons_add_up": reasons_add_up,
    "primary_differences": primary_differences,
    "primary_limits": primary_limits,
    "primary_p_values": primary_p_values,
    "t_intervals": t_intervals,
    "p_from_t": p_from_t,
    "adjusted_means": adjusted_means,
    "secondary_estimates": secondary_estimates,
    "secondary_p_values": secondary_p_values,
    "intervals_contain": intervals_contain,
    "interaction_p_values": interaction_p_values,
    "page_high_dose": page_high_dose,
    "page_low_dose": page_low_dose,
    "page_p_value": page_p_value,
    "page_adjusted_p": page_adjusted_p,
    "subgroup_differences": subgroup_differences,
    "figure_intervals": figure_intervals,
    "overall_ties": overall_ties,
}
