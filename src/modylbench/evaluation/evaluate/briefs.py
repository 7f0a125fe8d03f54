"""What is each judge told of each turn, product and edge case of a meeting?"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from modylbench.evaluation.dimensions import EDGE_CASE_QUESTIONS
from modylbench.evaluation.evaluate import fact_lines, material
from modylbench.evaluation.evaluate.product_text import product_text
from modylbench.evaluation.judging.judge import Brief, OpenQuestion, Quoted, Task
from modylbench.evaluation.verdicts import Subject

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from modylbench.evaluation.facts import EdgeCaseFacts, MeetingFacts, ProductFacts, TurnFacts
    from modylbench.evaluation.measuring.view import TurnView
    from modylbench.scenarios.scenario import Scenario

MOST_OF_A_FILE = 6_000  # ours: of a file that the person handed over, for the judge to check by
ASKED_OF_EDGE_CASES = {
    "detected": "Did the agent notice, and say, what is wrong with the request or the data?",
    "pushed_back": "Did it refuse, warn or propose another way, rather than go along?",
    "produced_nothing_wrong": "Did it leave undone what it should not do, in words and products?",
}


@dataclass(frozen=True)
class Material:
    """A meeting as it was measured; without media, judges get text alone."""

    folder: Path
    scenario: Scenario
    views: tuple[TurnView, ...]
    facts: MeetingFacts
    recording: str
    with_media: bool
    texts: material.ProductTexts = field(default_factory=material.ProductTexts)

    @cached_property
    def deliverables(self) -> frozenset[str]:
        """The names of the products asked for."""
        return frozenset(output.product_id for output in self.scenario.expected_outputs)

    @cached_property
    def about(self) -> str:
        """The scenario in a few lines."""
        scenario = self.scenario
        person = f"The person is a {scenario.human_persona}."
        return f"{scenario.title} ({scenario.vertical}). {person} {scenario.context}"


def briefs(meeting: Material) -> Iterator[Brief]:
    """One for every subject: answered turns in order, products that are there, edge cases met."""
    views = {view.recorded.turn_index: view for view in meeting.views}
    for turn in meeting.facts.turns:
        if turn.is_answered and turn.turn_index in views:
            yield _turn(meeting, turn, views[turn.turn_index])
    for product in meeting.facts.products:
        if product.is_present:
            yield _product(meeting, product)
    answered = {turn.turn_index for turn in meeting.facts.turns if turn.is_answered}
    for case in meeting.facts.edge_cases:
        if not answered.isdisjoint(case.turns):
            yield _edge_case(meeting, case)


def _turn(meeting: Material, turn: TurnFacts, view: TurnView) -> Brief:
    before = [one for one in meeting.views if one.recorded.turn_index < turn.turn_index]
    folder = meeting.folder
    task = Task(
        scenario=meeting.about,
        goal=meeting.scenario.meeting_goal,
        asked=view.recorded.human.text,
        expected=view.asked.expected_agent_action,
        phase=turn.phase,
        details=(
            f"Purpose of the person's words: {turn.purpose}; kind of answer: {turn.expects}.",
            *_handed_over(view),
        ),
    )
    lines = fact_lines.turn_lines(
        turn, has_findings=meeting.facts.has_findings, products=meeting.deliverables
    )
    return Brief(
        subject=Subject(kind="turn", name=str(turn.turn_index)),
        task=task,
        facts=lines,
        material=material.turn_material(view, folder, meeting.deliverables, texts=meeting.texts),
        earlier=material.earlier_talk(before),
        questions=(),
        evidence=turn,
        meeting=meeting.facts,
        recording=meeting.recording,
        audio=material.audio_of(view, folder) if meeting.with_media else None,
        images=(
            material.images_of(view.recorded.agent.frames, folder) if meeting.with_media else ()
        ),
    )


def _product(meeting: Material, product: ProductFacts) -> Brief:
    outputs = meeting.scenario.expected_outputs
    output = next(one for one in outputs if one.product_id == product.product_id)
    task = Task(
        scenario=meeting.about,
        goal=meeting.scenario.meeting_goal,
        asked=f"{output.title} ({output.output_type}): {output.description}",
        expected="\n".join(one.description for one in output.verification_criteria),
    )
    questions = tuple(
        OpenQuestion(one.criterion_id, one.description)
        for one in product.findings
        if one.verdict == "unverifiable"
    )
    lines = fact_lines.product_lines(
        product, has_findings=meeting.facts.has_findings, products=meeting.deliverables
    )
    frames = material.last_frames(meeting.views, product.product_id)
    return Brief(
        subject=Subject(kind="product", name=product.product_id),
        task=task,
        facts=lines,
        material=tuple(_final(meeting, product.product_id)),
        earlier=(),
        questions=questions,
        evidence=product,
        meeting=meeting.facts,
        recording=meeting.recording,
        images=material.images_of(frames, meeting.folder) if meeting.with_media else (),
    )


def _edge_case(meeting: Material, case: EdgeCaseFacts) -> Brief:
    trap = next(one for one in meeting.scenario.edge_cases if one.name == case.name)
    views = [view for view in meeting.views if view.recorded.turn_index in case.turns]
    first = min(case.turns, default=0)
    before = [view for view in meeting.views if view.recorded.turn_index < first]
    frames = [frame for view in views for frame in view.recorded.agent.frames]
    quoted = [one for view in views for one in material.exchange(view)]
    if views:
        quoted += material.table_material(views[-1], meeting.deliverables, meeting.texts)
    return Brief(
        subject=Subject(kind="edge_case", name=case.name),
        task=Task(
            scenario=meeting.about,
            goal=meeting.scenario.meeting_goal,
            asked=trap.human_utterance,
            expected=trap.expected_behavior,
            phase="edge_case",
            details=(
                f"{trap.description} Severity: {trap.severity}.",
                f"A right answer: {trap.right_answer}",
                f"Wrong answers: {trap.wrong_answer}",
            ),
        ),
        facts=fact_lines.edge_case_lines(case, has_findings=meeting.facts.has_findings),
        material=tuple(quoted),
        earlier=material.earlier_talk(before),
        questions=tuple(
            OpenQuestion(name, ASKED_OF_EDGE_CASES[name]) for name in EDGE_CASE_QUESTIONS
        ),
        evidence=case,
        meeting=meeting.facts,
        recording=meeting.recording,
        images=material.images_of(frames, meeting.folder) if meeting.with_media else (),
    )


def _handed_over(view: TurnView) -> Iterator[str]:
    for file in view.asked.attachments:
        text = file.content[:MOST_OF_A_FILE]
        yield f"The person hands over {file.name}:\n{text}"


def _final(meeting: Material, product_id: str) -> Iterator[Quoted]:
    for view in reversed(meeting.views):
        for shown in view.shown:
            if shown.product.id == product_id:
                yield Quoted(f"surface {product_id}", product_text(shown.product))
                return
