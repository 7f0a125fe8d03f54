"""Facts, briefs and judges for tests of evaluating, as small as they can be."""

import asyncio
from collections.abc import Sequence
from typing import Any

from tests.staging import evaluations

from modylbench.evaluation.facts import (
    EdgeCaseFacts,
    MeetingFacts,
    ProductFacts,
    TurnFacts,
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

SPEECH = evaluations.SPEECH.model_copy(update={"source": "captions", "words": 9})
WORK = evaluations.WORK.model_copy(update={"products": 1, "products_due": 1, "has_changed": True})
SCREEN = evaluations.SCREEN.model_copy(update={"frames": 0})
TIMING = evaluations.TIMING.model_copy(update={"longest_pause_s": None, "spoken_s": None})


def turn(**changes: Any) -> TurnFacts:
    fields: dict[str, Any] = {
        "turn_index": 7,
        "expects": "work_product",
        "work": WORK,
        "speech": SPEECH,
        "timing": TIMING,
        "screen": SCREEN,
        "audio_sha256": "",
        "frame_sha256s": (),
    }
    return evaluations.turn_facts(**(fields | changes))


def product(**changes: Any) -> ProductFacts:
    return evaluations.product_facts(**({"product_id": "model"} | changes))


def edge_case(**changes: Any) -> EdgeCaseFacts:
    return evaluations.edge_case(**({"name": "too_much_debt", "turns": (37,)} | changes))


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
