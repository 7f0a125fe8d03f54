"""A comparison as JUnit XML for CI systems: a suite a scenario, a case a seed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

from modylbench.foundation.atomic_file import write_file
from modylbench.foundation.score_text import difference_text, interval_text, score_text
from modylbench.publishing.comparison.comparison import WORDS
from modylbench.runs.summary import NO_TIER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from modylbench.publishing.comparison.comparison import (
        Candidate,
        Comparison,
        ScenarioChange,
        ScoreChange,
    )

FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no way to write, not even escaped."""


def write_junit(comparison: Comparison, path: Path) -> None:
    """Write the comparison as JUnit XML."""
    write_file(junit(comparison), path)


def junit(comparison: Comparison) -> bytes:
    """The comparison as JUnit XML.

    Cases of a scenario: one for each seed, which carries its scores and cannot fail by itself; one
    for the official tier; and one for the difference, which fails as the comparison does.
    What could not be compared is skipped, and fails the difference where it should have been there.
    """
    suites = [
        suite for candidate in comparison.candidates for suite in _suites(candidate, comparison)
    ]
    root = Xml.Element("testsuites", {"name": "modylbench compare", **_counts(suites)})
    root.extend(suites)
    Xml.indent(root)
    content: bytes = Xml.tostring(root, encoding="utf-8", xml_declaration=True)
    return content + b"\n"


def clean(text: str) -> str:
    r"""The text without what XML forbids.

    >>> clean("a\x00b\x1bc")
    'abc'
    """
    return FORBIDDEN.sub("", text)


def _suites(candidate: Candidate, comparison: Comparison) -> Iterator[Xml.Element]:
    title = f"{candidate.name} against {comparison.baseline}"
    for scenario in candidate.scenarios:
        place = f"{candidate.name}.{scenario.scenario_id}"
        cases = [*_trials(place, scenario), *_left_out(place, scenario)]
        cases += [*_tier(place, scenario), _difference(place, scenario, comparison)]
        yield _suite(f"{title}: {scenario.scenario_id}", cases, _properties(scenario.change))
    place = f"{candidate.name}.overall"
    case = _case(place, "no regression")
    if candidate.overall_status == "regression":
        _add_failure(case, f"overall: regression, {candidate.overall.text}", "regression")
    yield _suite(f"{title}: overall", [case], _properties(candidate.overall))


def _trials(class_name: str, scenario: ScenarioChange) -> Iterator[Xml.Element]:
    for trial in scenario.trials:
        case = _case(class_name, f"seed {trial.seed}")
        figures = {
            "baseline": score_text(trial.baseline),
            "candidate": score_text(trial.candidate),
            "difference": difference_text(trial.difference),
            "tier": trial.candidate_tier or NO_TIER,
            "candidate_by_paper": score_text(trial.candidate_by_paper),
        }
        if trial.candidate_dynamics is not None:
            figures["candidate_dynamics"] = score_text(trial.candidate_dynamics)
        if trial.gates_closed:
            figures["gates_closed"] = "; ".join(trial.gates_closed)
        if trial.gates_opened:
            figures["gates_opened"] = "; ".join(trial.gates_opened)
        case.append(_property_list(figures))
        yield case


def _left_out(class_name: str, scenario: ScenarioChange) -> Iterator[Xml.Element]:
    for left in scenario.left_out:
        case = _case(class_name, f"seed {left.seed}")
        Xml.SubElement(case, "skipped", {"message": clean(left.reason)})
        yield case


def _tier(class_name: str, scenario: ScenarioChange) -> Iterator[Xml.Element]:
    worst = scenario.worst
    if worst is None:
        return
    case = _case(class_name, "official tier")
    before, after = worst.baseline_tier or NO_TIER, worst.candidate_tier or NO_TIER
    scores = f"{score_text(worst.baseline)} -> {score_text(worst.candidate)}"
    told = f"worst run {scores}, {before} -> {after}"
    if worst.tiers_gained < 0 and scenario.is_blocking:
        _add_failure(case, f"{scenario.scenario_id}: tier lost, {told}", "tier lost")
    else:
        Xml.SubElement(case, "system-out").text = clean(told)
    yield case


def _difference(class_name: str, scenario: ScenarioChange, comparison: Comparison) -> Xml.Element:
    case = _case(class_name, "no regression")
    reasons = [
        f"seed {trial.seed} {trial.reason}" for trial in scenario.left_out if trial.is_blocking
    ] or [trial.reason for trial in scenario.left_out[:1]]
    word = WORDS[scenario.status]
    if scenario.is_blocking:
        told = scenario.change.text if scenario.change else "; ".join(reasons)
        _add_failure(case, f"{scenario.scenario_id}: {word}, {told}", word)
    elif any(trial.is_blocking for trial in scenario.left_out):
        _add_failure(
            case, f"{scenario.scenario_id}: incomplete, {'; '.join(reasons)}", "incomplete"
        )
    elif scenario.change is None:
        told = clean(f"no counterpart in {comparison.baseline}")
        Xml.SubElement(case, "skipped", {"message": told})
    return case


def _case(class_name: str, name: str) -> Xml.Element:
    return Xml.Element(
        "testcase", {"classname": clean(class_name), "name": clean(name), "time": "0"}
    )


def _add_failure(case: Xml.Element, message: str, kind: str) -> None:
    failure = Xml.SubElement(case, "failure", {"message": clean(message), "type": kind})
    failure.text = clean(message)


def _suite(name: str, cases: list[Xml.Element], properties: Xml.Element | None) -> Xml.Element:
    counts = {
        "tests": str(len(cases)),
        "failures": str(_count_with(cases, "failure")),
        "errors": "0",
        "skipped": str(_count_with(cases, "skipped")),
        "time": "0",
    }
    suite = Xml.Element("testsuite", {"name": clean(name), **counts})
    if properties is not None:
        suite.append(properties)
    suite.extend(cases)
    return suite


def _properties(change: ScoreChange | None) -> Xml.Element | None:
    if change is None:
        return None
    known = {} if change.interval is None else {"interval": interval_text(change.interval)}
    p_values = {"p_value": change.p_value, "adjusted_p_value": change.adjusted}
    return _property_list(
        {
            "baseline": score_text(change.baseline),
            "candidate": score_text(change.candidate),
            "difference": difference_text(change.difference),
            "pairs": str(change.pairs),
            **known,
            **{name: f"{value:.6g}" for name, value in p_values.items() if value is not None},
        }
    )


def _property_list(values: dict[str, str]) -> Xml.Element:
    holder = Xml.Element("properties")
    for name, value in values.items():
        Xml.SubElement(holder, "property", {"name": name, "value": clean(value)})
    return holder


def _counts(suites: list[Xml.Element]) -> dict[str, str]:
    names = ("tests", "failures", "errors", "skipped")
    return {name: str(sum(int(suite.get(name, "0")) for suite in suites)) for name in names} | {
        "time": "0"
    }


def _count_with(cases: list[Xml.Element], tag: str) -> int:
    return sum(case.find(tag) is not None for case in cases)
