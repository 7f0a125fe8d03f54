"""The shape of the page's data of what judges said of a turn, a product or an edge case."""

from __future__ import annotations

from typing import TypedDict


class LimitData(TypedDict):
    """A floor or a cap: what it is, why it is there, and what it left."""

    rule: str
    reason: str
    before: float
    after: float
    subject: str
    """The product or edge case that a cap on the meeting is about; empty where it is all of it."""


class RatingData(TypedDict):
    """One judge on one dimension."""

    judge: str
    score: float | None
    """None: not assessed."""
    reason: str


class ScoredDimension(TypedDict):
    """The panel on one dimension."""

    dimension: str
    score: float | None
    """The consensus."""
    is_disputed: bool
    """Whether the judges lie far apart."""
    is_pessimistic: bool
    """Whether the lower opinion was taken."""
    ratings: list[RatingData]
    """Of every judge that said anything of it."""


class VoteData(TypedDict):
    """A yes or no."""

    question: str
    """The id of a criterion, or a question of the rubric."""
    answer: bool | None
    """None: cannot tell."""
    reason: str


class VerdictData(TypedDict):
    """What one judge said besides its ratings."""

    judge: str
    mode: str
    """How it was shown the subject: text, multimodal, audio_only, offline."""
    heard_audio: bool
    """Whether sound really left for it."""
    saw_image: bool
    """Whether a picture really left for it."""
    audio_observations: str
    visual_observations: str
    coherence_notes: str
    """How the two go together."""
    votes: list[VoteData]
    failure: str
    """Why it has no ratings; empty where it has."""
    notes: list[str]
    """What is odd: that it was led by the agent's text at first, that it failed our canary."""


class JudgedData(TypedDict):
    """What the panel made of a turn, a product or an edge case."""

    score: float | None
    """After floors and caps."""
    weighted: float | None
    """Before them."""
    limits: list[LimitData]
    """Those that took hold, in their order."""
    dimensions: list[ScoredDimension]
    """In the order of the rubric."""
    verdicts: list[VerdictData]
    """One for each judge."""
