"""An oracle who speaks at the wrong time once: over somebody, or after a long silence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from modylbench.agents.oracle import Oracle
from modylbench.agents.planted.plant import Plant, steps_of
from modylbench.agents.reference.playbook import answer_of
from modylbench.providers.speech.sentences import sentences
from modylbench.providers.speech.timing import estimated_duration_s

if TYPE_CHECKING:
    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.reference.playbook import Playbook, Step
    from modylbench.foundation.draw import Draw
    from modylbench.scenarios.variant import Variant

TALK_OVER_S = (1.0, 3.0, 6.0)
PAUSE_S = (4.0, 10.0, 25.0)
"""Ours: from what people notice to what they remark on."""
ROOM_S = 2.0  # ours: what people have said at least before they are spoken over


def talking_over(variant: Variant, level: int) -> Plant | None:
    """The oracle who begins its answer some seconds before the longest question has ended."""
    seconds = TALK_OVER_S[level]
    step = max(_ordinary(variant), key=_length_s, default=None)
    if step is None or _length_s(step) < max(TALK_OVER_S) + ROOM_S:
        return None
    turn = step.turn_index
    return Plant(
        f"{seconds:g} s over the human",
        lambda playbook, pace: _TalksOver(playbook, pace, turn, seconds),
        turn_index=turn,
    )


def pausing(variant: Variant, level: int) -> Plant | None:
    """The oracle who falls silent after the first sentence of its longest answer."""
    seconds = PAUSE_S[level]
    long = [step for step in _ordinary(variant) if len(sentences(step.answer)) > 1]
    step = max(long, key=lambda one: len(one.answer), default=None)
    if step is None:
        return None
    turn = step.turn_index
    return Plant(
        f"{seconds:g} s of silence",
        lambda playbook, pace: _FallsSilent(playbook, pace, turn, seconds),
        turn_index=turn,
    )


def _ordinary(variant: Variant) -> list[Step]:
    """Steps that are no trap, and whose words do not depend on what was asked before."""
    return [
        step
        for step in steps_of(variant)
        if step.phase == "work" and len(step.slot.turn.alternatives) == 1
    ]


def _length_s(step: Step) -> float:
    return estimated_duration_s(step.asked.human_utterance)


class _TalksOver:
    def __init__(self, playbook: Playbook, pace: Draw, turn: int, seconds: float) -> None:
        self._playbook, self._oracle = playbook, Oracle(playbook, pace)
        self._turn, self._seconds = turn, seconds

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Answer as the oracle does."""
        await self._oracle.answer(heard, seat)

    async def overhear(self, speaker: str, seat: Seat) -> None:  # noqa: ARG002 - whoever it is
        """In one turn, begin to speak so many seconds before its end."""
        coming = self._playbook.coming
        if coming is None or coming.turn.turn_index != self._turn:
            return
        asked = coming.turn.alternatives[-1]
        await seat.wait(estimated_duration_s(asked.human_utterance) - self._seconds)
        await seat.say(answer_of(coming, asked))
        await seat.said()


class _FallsSilent:
    def __init__(self, playbook: Playbook, pace: Draw, turn: int, seconds: float) -> None:
        self._playbook, self._oracle = playbook, Oracle(playbook, pace)
        self._turn, self._seconds = turn, seconds

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Answer as the oracle does, but for one silence."""
        coming = self._playbook.coming
        is_it = coming is not None and coming.turn.turn_index == self._turn
        await self._oracle.answer(
            heard, cast("Seat", _Hesitant(seat, self._seconds)) if is_it else seat
        )


class _Hesitant:
    """A seat in which a pause follows on the first sentence."""

    def __init__(self, seat: Seat, seconds: float) -> None:
        self._seat, self._seconds = seat, seconds

    async def say(self, text: str) -> None:
        """Say the first sentence, be silent, and say the rest."""
        first, *rest = sentences(text)
        await self._seat.say(first)
        await self._seat.said()
        await self._seat.wait(self._seconds)
        await self._seat.say("".join(rest).strip())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._seat, name)
