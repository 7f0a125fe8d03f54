"""Checks of the three products that take more than one line of algebra."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from modylbench.products.finding.find import FoundNumber, FoundTable
from modylbench.products.quantities.closeness import IDENTICAL, RECOMPUTED, TIED
from modylbench.products.quantities.labels import words
from modylbench.products.quantities.numbers import numbers_within, plain
from modylbench.products.reading.index import TextPassage
from modylbench.scenarios.library.business_strategist.risk_register import RISKS, TOP_RISKS
from modylbench.scenarios.library.business_strategist.scoring import CRITERIA, MARKETS, NAMES
from modylbench.scenarios.library.business_strategist.valuation import YEARS, npv
from modylbench.scenarios.oracle import Absence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from modylbench.products.quantities.closeness import Measure
    from modylbench.scenarios.oracle import OracleRule, Readings, RuleReading


TOTAL_STEP = 0.051  # a total shown with one decimal is the coarsest that proves anything
MILLION = 1e6
YEAR_NAMES = tuple(f"Year {year}" for year in range(YEARS + 1))
TOTAL, RANK = "Weighted total", "Rank"
_SENTENCE = re.compile(r"(?<=[.;!?])\s+|\n+")
_RECOMMENDING = re.compile(
    r"recommend|\benter|\bentry\b|\blaunch|\bproceed|\bpropos|\bselect|\bchoos|\bchose|\bpriorit"
    r"|\bbeachhead|\blead market|\bfirst market|\bgo into",
    re.IGNORECASE,
)
_MARKET = re.compile(
    "|".join(rf"(?P<{market.name}>\b(?:{'|'.join(market.written_names)})\b)" for market in MARKETS),
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"\b(?:ahead of|over|rather than|instead of|not|than|before|followed by|above|versus|against)"
    r"\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_AVERAGING = re.compile(
    r"\baverag(?:ed|ing)\b|\bmid-?point|\bsplit(?:ting)? the difference|\bblend"
    r"|\bhalf-?way between"
    r"|\b(?:average|mean) (?:of )?(?:the |these |both )?"
    r"(?:two|both|them|sources|figures|estimates)\b"
    r"|\b(?:took|taken?|uses?|used|using|adopt\w*|scored on) "
    r"(?:the|an|a simple|their) (?:average|mean)\b",
    re.IGNORECASE,
)
_DENYING = re.compile(
    r"\bnot\b|n['\u2019]t\b|\bnever\b|\brather than\b|\binstead of\b|\bwithout\b|\bno\b|\bnor\b"
    r"|\bneither\b|\bavoid|\breject|\bdeclin|\brefus|\bwrong\b|\bmislead|\bcannot\b|\bmeaningless\b",
    re.IGNORECASE,
)


class _ReadingMissing(Exception):
    """A figure that a table does not show."""


def _measure_of(reading: RuleReading, *key: str) -> Measure:
    if isinstance(reading, FoundNumber):
        return reading.measure
    if not isinstance(reading, FoundTable) or key not in reading.numbers:
        raise _ReadingMissing(" / ".join(key))
    return reading.numbers[key].measure


def _text(reading: RuleReading) -> str:
    return reading.text if isinstance(reading, TextPassage) else ""


def _with_missing_figures(rule: OracleRule) -> OracleRule:
    """The rule with a missing figure as one of the things that are wrong."""

    def check(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
        try:
            return rule(readings, truth)
        except _ReadingMissing as gap:
            return [Absence(f"{gap} is not shown")]

    return check


def weights_add_up(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """The weights of all criteria add up to 100 %."""
    points = [_measure_of(readings["weights"], c.name) for c in CRITERIA]
    total = math.fsum(measure.number for measure in points)
    return [] if TIED.allows(total, 1.0) else [f"they add up to {100 * total:.6g} %"]


def totals_recomputed(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """Every weighted total is the sum of the weights shown times the scores shown."""
    wrong: list[str] = []
    for name in NAMES:
        right = math.fsum(
            _measure_of(readings["weights"], c.name).number
            * _measure_of(readings["scores"], c.name, name).number
            for c in CRITERIA
        )
        total = _measure_of(readings["totals"], TOTAL, name)
        if abs(total.number - right) > min(total.half_step, TOTAL_STEP) + 1e-3:
            wrong.append(f"{name}: {total.number:.4g}, not {right:.4g}")
    return wrong


def ranks_follow_totals(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """Rank 1 is the highest total, and so on down; equals may share a place or not."""
    totals = {name: _measure_of(readings["totals"], TOTAL, name).number for name in NAMES}
    wrong: list[str] = []
    for name, total in totals.items():
        same = [other for other in totals.values() if IDENTICAL.allows(other, total)]
        above = sum(other > max(same) for other in totals.values())  # whole numbers
        rank = _measure_of(readings["ranks"], RANK, name).number
        if not above + 1 <= rank <= above + len(same):
            wrong.append(f"{name} has rank {rank:g} with {above} above it")
    return wrong


def cash_adds_up(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """Net cash is revenue less costs in years 1 to 3, and an outflow in year 0."""
    wrong: list[str] = []
    if _measure_of(readings["cash_flow"], "Net cash flow", YEAR_NAMES[0]).number >= 0:
        wrong.append("year 0 is not an outflow")
    for year in YEAR_NAMES[1:]:
        revenue = _measure_of(readings["revenue"], "Revenue", year)
        costs = _measure_of(readings["total_costs"], "Total costs", year)
        cash = _measure_of(readings["cash_flow"], "Net cash flow", year)
        right = revenue.number - abs(costs.number)
        rounding = revenue.half_step + costs.half_step + cash.half_step
        if not RECOMPUTED.allows(cash.number, right, rounding, rounded=revenue.number):
            wrong.append(f"{year}: {cash.number:.6g}, not {right:.6g}")
    return wrong


def outflows_shown(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """Costs by kind and the set-up have the plan's size in every year that is shown."""
    table = readings["outflows"]
    wrong = []
    for key in table.numbers if isinstance(table, FoundTable) else ():
        shown = _measure_of(table, *key).size
        right = truth["outflow_figures"].get("|".join(key), 0.0) * MILLION
        if not RECOMPUTED.allows(shown.number, right, shown.half_step):
            wrong.append(f"{', '.join(key)}: {shown.number:,.6g}, not {right:,.6g}")
    return wrong


def population_is_the_files(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """Everybody is counted once, in people, thousands or millions."""
    shown = _measure_of(readings["population_shown"])
    people = truth["population"] * MILLION
    if any(RECOMPUTED.allows(shown.number * scale, people) for scale in (1, 1e3, MILLION)):
        return []
    return [f"{shown.number:,.6g}, not {truth['population']:g} million"]


def phases_follow(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """Every phase begins and ends in the month that follows from the licence, within one.

    A month within one: some count the month of approval as month 0, or let phases touch.
    """
    wrong = []
    for phase, months in truth["phases"].items():
        for point, right in zip(("Start", "End"), months, strict=True):
            month = _measure_of(readings["phase_plan"], phase, point).number
            if month != round(month) or abs(month - right) > 1:
                wrong.append(f"{phase}, {point.lower()}: month {month:g}, not {right:g}")
    return wrong


def npv_recomputed(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """NPV is that of the cash flows shown at the discount rate shown, year-end."""
    flows = [_measure_of(readings["cash_flow"], "Net cash flow", year) for year in YEAR_NAMES]
    shown, rate = _measure_of(readings["npv"]), _measure_of(readings["discount_rate"]).number
    right = npv([flow.number for flow in flows], rate)
    rounding = shown.half_step + math.fsum(flow.half_step for flow in flows)
    is_right = RECOMPUTED.allows(shown.number, right, rounding)
    return [] if is_right else [f"{shown.number:.6g}, not {right:.6g}"]


def scores_multiply(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """Every risk score is likelihood times impact."""
    wrong: list[str] = []
    for risk in RISKS:
        likelihood, impact, score = (
            _measure_of(readings["register"], risk.name, measure).number
            for measure in ("Likelihood", "Impact", "Risk score")
        )
        if not IDENTICAL.allows(score, likelihood * impact):
            wrong.append(f"{risk.name}: {score:g}, not {likelihood * impact:g}")
    return wrong


def top_risks_named(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """The strategy's risks are the highest of the register."""
    scores = {r: _measure_of(readings["register"], r.name, "Risk score").number for r in RISKS}
    beyond = sorted(scores.values(), reverse=True)[TOP_RISKS]
    text = _text(readings["risks"])
    return [
        f"says nothing of {risk.name!r}"
        for risk, score in scores.items()
        if score > beyond and not names_in(text, (risk.name, *risk.aliases))
    ]


def _first_market(readings: Readings) -> str:
    return min(NAMES, key=lambda name: _measure_of(readings["ranks"], RANK, name).number)


def recommends_the_first(readings: Readings, truth: Mapping[str, Any]) -> list[str]:  # noqa: ARG001
    """The market that the summary recommends is the one that the matrix ranks first."""
    first, named = _first_market(readings), recommended_market(_text(readings["executive_summary"]))
    return [] if named == first else [f"recommends {named}, the matrix has {first} first"]


def case_is_for_the_first(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """The TAM of the case is that of the market that the matrix ranks first."""
    first, tam = _first_market(readings), _measure_of(readings["tam"])
    right = truth["tam_by_market"][first] * MILLION
    if tam.is_close(right, RECOMPUTED):
        return []
    return [f"{tam.number:.6g} is not the TAM of {first}, {right:.6g}"]


def contradiction_not_averaged(readings: Readings, truth: Mapping[str, Any]) -> list[str]:
    """The caveats give both figures, and do not say that the two were averaged."""
    text = _text(readings["data_caveats"])
    figures = figures_in(text)
    wrong = [
        f"says nothing of {truth[name]:g}"
        for name in ("vendor_figure", "regulator_figure")
        if truth[name] not in figures
    ]
    return wrong + [f"averages: {sentence[:80]!r}" for sentence in averaging(text)]


def sentences(text: str) -> list[str]:
    """The sentences and lines of a text."""
    return [part for part in _SENTENCE.split(text) if part.strip()]


def recommended_market(text: str) -> str | None:
    """The market that a text recommends.

    In the first sentence that recommends one: the market behind the recommending word, or else the
    one before it; a market that another is preferred to does not count.

    >>> recommended_market("Of six, Thailand was close. We recommend entering Vietnam first.")
    'Vietnam'
    """
    for sentence in sentences(text):
        asked = _RECOMMENDING.search(sentence)
        if asked is None:
            continue
        named = [
            match
            for match in _MARKET.finditer(sentence)
            if not _COMPARED.search(sentence, 0, match.start())
        ]
        behind = [found for found in named if found.start() >= asked.end()]
        if named:
            return (behind or named)[0].lastgroup
    return None


def names_in(text: str, names: Iterable[str]) -> bool:
    """True when the text uses one of these names, in any spelling that labels may have."""
    heard = f" {' '.join(words(text))} "
    return any(f" {' '.join(words(name))} " in heard for name in names)


def figures_in(text: str) -> set[float]:
    """Every number in the text."""
    return {shown.number for _, _, shown in numbers_within(plain(text))}


def averaging(text: str) -> list[str]:
    """The sentences that say, and do not deny, that figures were averaged.

    >>> averaging("We did not average them. The midpoint is used.")
    ['The midpoint is used.']
    """
    return [
        sentence
        for sentence in sentences(text)
        if _AVERAGING.search(sentence) and not _DENYING.search(sentence)
    ]


RULES: Mapping[str, OracleRule] = {
    rule.__name__: _with_missing_figures(rule)
    for rule in (
        weights_add_up, totals_recomputed, ranks_follow_totals, cash_adds_up, npv_recomputed,
        outflows_shown, population_is_the_files, phases_follow, scores_multiply, top_risks_named,
        recommends_the_first, case_is_for_the_first, contradiction_not_averaged,
    )
}  # fmt: skip
