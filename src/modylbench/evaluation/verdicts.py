"""What a judge said of a turn, a product or an edge case, and what it had been sent."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import Field, model_validator

from modylbench.foundation.errors import short_repr
from modylbench.foundation.record import Spec

Score = Annotated[float, Field(ge=1, le=10)]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
SubjectKind = Literal["turn", "product", "edge_case"]
JudgingMode = Literal["text", "multimodal", "audio_only", "offline"]
TURN_NAME = re.compile(r"[1-9][0-9]{0,8}")
"""Two names of one turn would make two verdicts of one."""


class Subject(Spec):
    """What is judged: a turn by its index, a product or an edge case by its name."""

    kind: SubjectKind
    name: str

    @model_validator(mode="after")
    def _has_one_name(self) -> Subject:
        if self.kind == "turn" and not TURN_NAME.fullmatch(self.name):
            message = f"found the turn {short_repr(self.name)}, expected its number, such as 7"
            raise ValueError(message)
        return self

    @property
    def key(self) -> str:
        """One word for it: `turn-07`, `product-lbo_model`."""
        number = f"{int(self.name):02d}" if self.kind == "turn" else self.name
        return f"{self.kind}-{number}"


class Rating(Spec):
    """One dimension; a score of None is "not assessed", and the reason says why."""

    dimension: str
    score: Score | None
    reason: str
    evidence: tuple[str, ...] = ()
    """What it rests on: ids of criteria, turns, quotations."""


class Vote(Spec):
    """A yes or no: on a criterion that code cannot check, or on a question of the rubric."""

    question: str
    answer: bool | None
    reason: str = ""


class Receipt(Spec):
    """What left for the judge over the wire, by the bytes of its requests."""

    audio: tuple[Sha256, ...] = ()
    images: tuple[Sha256, ...] = ()

    @property
    def heard_audio(self) -> bool:
        """Whether sound really left."""
        return bool(self.audio)

    @property
    def saw_image(self) -> bool:
        """Whether a picture really left."""
        return bool(self.images)


class Usage(Spec):
    """What it took; `cost_usd` is None where the price is not known."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = 0.0


class Verdict(Spec):
    """One judge on one subject. A failed one has no ratings, and its reason."""

    judge: str
    subject: Subject
    mode: JudgingMode
    ratings: tuple[Rating, ...] = ()
    votes: tuple[Vote, ...] = ()
    audio_observations: str = ""
    visual_observations: str = ""
    coherence_notes: str = ""
    failure: str = ""
    was_led: bool = False
    """It followed the agent instead of the rubric at first, and judged again without that text."""
    failed_canary: bool = False
    """It did what a line of ours in the material says, which tells nothing about the agent."""
    notes: tuple[str, ...] = ()
    """What is odd about the answer and yet no reason to refuse it."""
    receipt: Receipt = Receipt()
    usage: Usage = Usage()
    requests: tuple[Sha256, ...] = ()
    """The requests that it took, by their content; their answers are in judgments.jsonl."""

    @property
    def id(self) -> str:
        """How scorecards refer to it."""
        return f"{self.subject.key}/{self.judge}"

    def score_of(self, dimension: str) -> float | None:
        """The score of a dimension, if it was assessed."""
        return next(
            (rating.score for rating in self.ratings if rating.dimension == dimension), None
        )


class JudgeExchange(Spec):
    """One line of judgments.jsonl: a request by its hash, and the answer as it came."""

    judge: str
    subject: Subject
    step: str
    """`asked`, `repaired`, `heard`, `seen`, `again`."""
    request: Sha256
    answer: str
    receipt: Receipt = Receipt()
    usage: Usage = Usage()


class JudgeCard(Spec):
    """Who judges: `kind` tells models from the offline panel; a model's card names its service."""

    name: str
    kind: Literal["model", "offline"]
    model: str = ""
    service: str = ""
    hears: bool = False
    sees: bool = False
    version: str = "1"
    """Of an offline member's rules; a model's own name stands for itself."""
    signature: str = ""
