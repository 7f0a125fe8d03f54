"""The channels that are scored in one table, and the facts of a turn that they make (SPEC 8).

Adding one touches its row here, the module that measures it, and that module's test.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.evaluation.channels.annotations import annotation_parts
from modylbench.evaluation.channels.chat import REPETITION, chat_parts, repeats_speech
from modylbench.evaluation.channels.coherence import coherence_parts, contradictions
from modylbench.evaluation.channels.reactions import reaction_parts
from modylbench.evaluation.channels.turn import mean_of
from modylbench.evaluation.dimensions import HIGHEST, LOWEST
from modylbench.evaluation.facts import ChannelComposite, ChannelFacts

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.evaluation.channels.turn import ChannelTurn
    from modylbench.evaluation.facts import ChannelPart
    from modylbench.scenarios.channels.script import ScoredChannel

DIGITS = 6


def no_penalty(_: ChannelTurn) -> float:
    """Nothing is taken off."""
    return 0.0


def repetition_penalty(turn: ChannelTurn) -> float:
    """What a message costs that says word for word what is said aloud."""
    return REPETITION if turn.uses_of("chat") and repeats_speech(turn) else 0.0


@dataclass(frozen=True, slots=True)
class ScoredChannelRow:
    """A row of the table: what is measured of a channel, and what is taken off its composite."""

    channel: ScoredChannel
    measure: Callable[[ChannelTurn], list[ChannelPart]]
    penalty: Callable[[ChannelTurn], float]
    section: str = "3.7.4"


SCORED_CHANNELS = (
    ScoredChannelRow("annotation", annotation_parts, no_penalty),
    ScoredChannelRow("reaction", reaction_parts, no_penalty),
    ScoredChannelRow("chat", chat_parts, repetition_penalty),
)


def channel_facts(turn: ChannelTurn) -> ChannelFacts:
    """How the agent used the channels in a turn."""
    return ChannelFacts(
        expected=tuple(use.id for use in turn.uses),
        composites=tuple(_composite(row, turn) for row in SCORED_CHANNELS),
        coherence=tuple(coherence_parts(turn)),
        contradictions=contradictions(turn),
    )


def _composite(row: ScoredChannelRow, turn: ChannelTurn) -> ChannelComposite:
    """1 + 9 x the mean of the parts that could be assessed; None without any of them."""
    parts, penalty = row.measure(turn), row.penalty(turn)
    values = [found.value for found in parts if found.value is not None]
    score: float | None = None
    if values:
        score = LOWEST + (HIGHEST - LOWEST) * mean_of(values) - penalty
        score = round(max(LOWEST, score), DIGITS)
    return ChannelComposite(
        channel=row.channel, score=score, parts=tuple(parts), penalty=penalty if values else 0.0
    )
