"""The decision paper: conditions as their owners set them, what is decided, and who voted how."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.document import Document, Section
from modylbench.scenarios.library.research_board.truth import MEMBERS
from modylbench.scenarios.library.text_forms import markdown_table
from modylbench.scenarios.wording import figure

if TYPE_CHECKING:
    from collections.abc import Mapping


def board_decision(truth: Mapping[str, Any], reached: frozenset[str]) -> Document:
    """The paper, as far as it has been asked for."""
    sections: list[Section] = []
    if "decision" in reached:
        sections += [
            _section("decision", "Decision", _decision(truth)),
            _section("funded", "Funded", _listing(truth, "funded_names", "full_cost_by_project")),
            _section("deferred", "Deferred", _listing(truth, "deferred_names", "net_values")),
            _section("stopped", "Stopped", _listing(truth, "stopped_names", "net_values")),
            _section("evidence", "Evidence", _evidence(truth)),
        ]
    if "conditions" in reached:
        sections.append(_section("conditions", "Conditions", _conditions(truth)))
    if "votes" in reached:
        sections.append(_section("votes", "Votes", _votes(truth)))
    return Document(
        id="board_decision",
        title="Research direction board: decision of the funding round",
        sections=tuple(sections),
    )


def _section(name: str, heading: str, body: str) -> Section:
    return Section(id=name, heading=heading, body=body)


def _decision(truth: Mapping[str, Any]) -> str:
    rows = [
        ["Envelope", _dollars(truth["envelope_total"])],
        ["Committed", _dollars(truth["committed"])],
        ["Headroom", _dollars(truth["headroom"])],
        ["Total net value", _dollars(truth["net_value"])],
    ]
    return f"{_flagship(truth)}\n\n{markdown_table(['Item', 'Amount'], rows)}"


def _flagship(truth: Mapping[str, Any]) -> str:
    name = truth["flagship"]
    if truth["flagship_is_funded"] == "yes":
        return f"{name} is funded: it is part of the best set under the envelope."
    return (
        f"{name} is deferred: it is worth more than it costs, but the best set "
        "under the envelope does better without it."
    )


def _listing(truth: Mapping[str, Any], names: str, amounts: str) -> str:
    """The projects under a heading with their full cost, or what they are worth beyond it."""
    measure = "Full cost" if amounts == "full_cost_by_project" else "Net value"
    rows = [[name, _dollars(truth[amounts][name])] for name in truth[names]]
    return markdown_table(["Project", measure], rows)


def _evidence(truth: Mapping[str, Any]) -> str:
    name, grade = truth["replicated"], truth["replicated_grade"]
    is_confirmed = truth["replicated_is_confirmed"] == "yes"
    found = (
        "is replicated, as both independent studies confirm it"
        if is_confirmed
        else "is not replicated, as one of two independent studies failed"
    )
    return f"By {MEMBERS['arjun']} the result of {name} {found}, so its grade is {grade}."


def _conditions(truth: Mapping[str, Any]) -> str:
    first, released = MEMBERS, figure(truth["release_share"], "%")
    study, slip = f"{truth['samples_asked']:.0f}", f"{truth['gate_slip']:.0f}"
    scope = "Independent study of what is funded below A, samples at least"
    rows = [
        [scope, study, first["arjun"]],
        ["Released before the gate, of the full cost", released, first["lena"]],
        ["Slip that returns a project, months or more", slip, first["tomas"]],
    ]
    return markdown_table(["Condition", "Figure", "Set by"], rows)


def _votes(truth: Mapping[str, Any]) -> str:
    counts = [["For", f"{truth['votes_for']}"], ["Against", f"{truth['votes_against']}"]]
    lines = [f"- {name}: for" for name in truth["voters_for"]]
    lines += [f"- {name}: against" for name in truth["voters_against"]]
    return "\n\n".join((markdown_table(["Motion", "Votes"], counts), "\n".join(lines)))


def _dollars(amount: float) -> str:
    return figure(amount, "$.0")
