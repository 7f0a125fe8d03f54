"""Facts, briefs and judges for tests of evaluating, as small as they can be."""

import asyncio
from collections.abc import Sequence

from modylbench.evaluation.facts import (
    EdgeCaseFacts,
    MeetingFacts,
    ProductFacts,
    ScreenFacts,
    SpeechFacts,
    TimingFacts,
    TurnFacts,
    WorkFacts,
)
from modylbench.evaluation.judging.judge import Brief, Judgment, Task
from modylbench.evaluation.verdicts import (
    JudgeCard,
    JudgeExchange,
    Rating,
    Subject,
    Usage,
    Verdict,
)

SPEECH = SpeechFacts(
    source="captions",
    words=9,
    figures=(),
    expected_figures=(),
    coverage=None,
    similarity_to_earlier=0.0,
    fillers=0.0,
)
WORK = WorkFacts(
    standing=None,
    asked=(),
    edits=0,
    correct_edits=0,
    incorrect_edits=0,
    destructive_edits=0,
    products=1,
    products_due=1,
    resent_share=None,
    has_changed=True,
)
SCREEN = ScreenFacts(frames=0, findings=(), faults=0)
TIMING = TimingFacts(response_s=1.5, talk_over_s=0.0, longest_pause_s=None, spoken_s=None)


def turn(**changes: object) -> TurnFacts:
    fields: dict[str, object] = {
        "turn_index": 7,
        "phase": "work",
        "purpose": "request",
        "expects": "work_product",
        "edge_case": None,
        "outcome": "answered",
        "work": WORK,
        "speech": SPEECH,
        "timing": TIMING,
        "screen": SCREEN,
    }
    return TurnFacts.model_validate(fields | changes)


def product(**changes: object) -> ProductFacts:
    fields: dict[str, object] = {"product_id": "model", "is_present": True, "is_of_kind": True}
    return ProductFacts.model_validate(fields | changes)


def edge_case(**changes: object) -> EdgeCaseFacts:
    fields: dict[str, object] = {
        "name": "too_much_debt",
        "severity": "critical",
        "turns": (37,),
        "detected": True,
        "pushed_back": True,
        "complied": False,
        "forbidden": (),
    }
    return EdgeCaseFacts.model_validate(fields | changes)


def meeting(turns: Sequence[TurnFacts] = ()) -> MeetingFacts:
    return MeetingFacts(
        turns=tuple(turns),
        products=(),
        edge_cases=(),
        hearing="the agent's own captions",
        screens="none",
        talk_over_s=0.0,
        resent_share=None,
        mutation_scores={},
    )


def brief(number: int) -> Brief:
    evidence = turn(turn_index=number)
    return Brief(
        subject=Subject(kind="turn", name=str(number)),
        task=Task("scenario", "goal", "asked", "expected"),
        facts=(),
        material=(),
        earlier=(),
        questions=(),
        evidence=evidence,
        meeting=meeting([evidence]),
        recording="0" * 64,
    )


class StubJudge:
    """Says the same of everything, after a while; its verdicts cost a cent."""

    def __init__(self, name: str, score: float = 7.0, wait_s: float = 0.0) -> None:
        self.card = JudgeCard(name=name, kind="model", model=name)
        self._score = score
        self._wait_s = wait_s

    async def judge(self, brief: Brief) -> Judgment:
        """Its verdict."""
        await asyncio.sleep(self._wait_s)
        rating = Rating(dimension="task_progress", score=self._score, reason="so it is")
        used = Usage(calls=1, input_tokens=10, output_tokens=2, cost_usd=0.01)
        verdict = Verdict(
            judge=self.card.name, subject=brief.subject, mode="text", ratings=(rating,), usage=used
        )
        exchange = JudgeExchange(
            judge=self.card.name,
            subject=brief.subject,
            step="asked",
            request="1" * 64,
            answer="{}",
            usage=used,
        )
        return Judgment(verdict, (exchange,))
