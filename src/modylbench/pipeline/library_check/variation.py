"""Whether what seeds vary is sound: wordings, look-alikes that bite, and defects in the files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.evaluation.measuring.file_defects import names_defect
from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import verify
from modylbench.pipeline.library_check.script import utterances
from modylbench.scenarios.criteria.criterion import VOTED
from modylbench.scenarios.script import all_wordings
from modylbench.scenarios.variant import DEFECTS_IN_FILES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.scenario import Scenario
    from modylbench.scenarios.script import ScriptedUtterance
    from modylbench.scenarios.variant import Variant

LEAST_LINE_WORDINGS = 4  # SPEC 13
ENOUGH_SEEDS = 60  # ours: by then every look-alike has had its turn
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")
_DIGITS = re.compile(r"\d[\d.,]*")


def wrong_wordings(source: ScenarioSource) -> Iterator[tuple[str, str]]:
    """Lines with too few wordings, twice the same one, or figures that only some of them say.

    A scenario of which no line has more than one wording does not vary them.
    """
    lines = [line for place, utterance in utterances(source) for line in _lines(place, utterance)]
    if not any(len(wordings) > 1 for _, wordings in lines):
        return
    for place, wordings in lines:
        if len(wordings) < LEAST_LINE_WORDINGS:
            yield place, f"has {len(wordings)} wordings, expected {LEAST_LINE_WORDINGS} or more"
        if len({mask_figures(wording) for wording in wordings}) < len(wordings):
            yield place, "has one wording twice, figures aside"
        said = [sorted(set(_PLACEHOLDER.findall(wording))) for wording in wordings]
        for number, names in enumerate(said[1:], start=2):
            if names != said[0]:
                found = ", ".join(names) or "none"
                expected = ", ".join(said[0]) or "none"
                yield place, f"wording {number} says the figures {found}, expected {expected}"


def _lines(place: str, utterance: ScriptedUtterance) -> Iterator[tuple[str, tuple[str, ...]]]:
    """All that people say around an utterance, each with its wordings."""
    yield place, utterance.wordings
    for line in utterance.before:
        yield f"{place}, line {line.id}", all_wordings(line.say)
    for cue in utterance.during:
        for field in ("say", "if_agent_yields", "if_not"):
            if (said := getattr(cue, field)) is not None:
                yield f"{place}, interjection {cue.id}, {field}", all_wordings(said)


def wrong_look_alikes(variant: Variant) -> Iterator[tuple[str, str]]:
    """A look-alike whose criteria pass although it was not carried out."""
    scenario = variant.scenario
    for case in scenario.edge_cases:
        if not case.is_look_alike:
            continue
        others = frozenset(
            name
            for turn in scenario.turns
            if turn.edge_case != case.name
            for name in (*turn.reaches, *(n for slot in turn.follow_ups for n in slot.reaches))
        )
        expectations = Expectations.of(scenario, variant.truth, variant.oracle.RULES)
        without = Evidence.of(expectations, variant.products_at(others))
        own = [criterion for criterion in scenario.criteria() if criterion.id in case.criteria]
        if not own:
            yield f"look-alike {case.name}", "has no criteria: nobody can tell that it was done"
        for finding in verify(own, without):
            if finding.check_type == VOTED:
                problem = f"judges vote on {finding.criterion_id}, expected a check by code"
                yield f"look-alike {case.name}", problem
            if finding.passed:
                problem = f"{finding.criterion_id} passes although it was not carried out"
                yield f"look-alike {case.name}", problem


def wrong_defects(variant: Variant) -> Iterator[tuple[str, str]]:
    """Defects that are not in their file, or that the perfect agent's own note does not name."""
    files = {
        attachment.name: attachment.content
        for slot in variant.scenario.human_turns()
        for alternative in slot.alternatives
        for attachment in alternative.attachments
    }
    answers = [
        alternative.model_answer
        for slot in variant.scenario.human_turns()
        for alternative in slot.alternatives
    ]
    there = tuple(variant.truth[DEFECTS_IN_FILES])
    for defect in variant.scenario.defects:
        place = f"defect {defect.name}"
        if defect.file not in files:
            yield place, f"the file {defect.file} is not handed over"
            continue
        rest = tuple(name for name in there if name != defect.name)
        clean = variant.oracle.attachments({**variant.truth, DEFECTS_IN_FILES: rest})
        if clean[defect.file] == files[defect.file]:
            yield place, f"is not in {defect.file}: the file is the same without it"
        if not any(names_defect(answer, defect) for answer in answers):
            yield place, "no answer of a perfect agent names it; see its note and signals"


def drawn_names(scenario: Scenario) -> frozenset[str]:
    """The edge cases and the defects of a meeting."""
    cases = {turn.edge_case for turn in scenario.turns if turn.edge_case is not None}
    return frozenset({*cases, *(defect.name for defect in scenario.defects)})


def never_met(source: ScenarioSource, met: Collection[str]) -> Iterator[tuple[str, str]]:
    """Edge cases, look-alikes and defects that are not among those met at many seeds."""
    cases = source.template.edge_cases.edge_cases
    declared = [
        *(case.name for case in cases),
        *(case.look_alike.name for case in cases if case.look_alike is not None),
        *(defect.name for defect in source.template.defects.defects),
    ]
    for name in declared:
        if name not in met:
            yield name, "no seed has it"


def mask_figures(line: str) -> str:
    """A line without its figures, as somebody knows it who has learnt it by heart.

    >>> mask_figures("Set it to {price:$}, not 1,200.")
    'set it to #, not #'
    """
    return _DIGITS.sub("#", _PLACEHOLDER.sub("#", line)).casefold().rstrip(". ")


def shared_lines(first: Scenario, second: Scenario) -> float:
    """Of the lines of one meeting, the part that the other has as well, figures aside."""
    lines, others = (
        [mask_figures(slot.alternatives[-1].human_utterance) for slot in scenario.human_turns()]
        for scenario in (first, second)
    )
    return sum(line in others for line in lines) / len(lines)
