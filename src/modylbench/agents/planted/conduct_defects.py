"""Planted defects of conduct: an ignored correction, talking over people, a long silence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from modylbench.agents.distorting.guides import AlteredGuide
from modylbench.agents.planted.plant import PlantedDefect, steps_of
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.agents.reference.playbook import answer_of, slots_of
from modylbench.foundation.draw import Draw
from modylbench.language.sentences import sentences
from modylbench.providers.speech.speech import estimated_duration_s

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.agents.agent import HeardTurn, Seat
    from modylbench.agents.reference.playbook import Playbook, PlaybookSlot, Step
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.variant import Variant


IGNORED_CORRECTION_LEVELS = ("for one turn", "until the next beat", "to the end")
WORDS = ("All right, let me carry on where I was.", "Okay, going on with what I have.")
TALK_OVER_S = (1.0, 3.0, 6.0)
PAUSE_S = (4.0, 10.0, 25.0)
"""Ours: from what people notice to what they remark on."""
ROOM_S = 2.0  # ours: what people have said at least before they are spoken over


def plant_ignored_correction(variant: Variant, level: int) -> PlantedDefect | None:
    """The oracle who ignores one of the human's corrections, in its products and in its words.

    What it says in later turns is a perfect agent's: only the products go on without it.
    """
    slots = slots_of(variant.scenario)
    draw = Draw(variant.scenario.scenario_id, variant.seed, "ignored_correction")
    ignored = [
        slot for slot in slots if slot.turn.purpose == "correction" and _shows(slot, variant)
    ]
    if not ignored:
        return None
    slot = draw.one_of(ignored)
    alter = _without_correction(variant, slot, last=_last_turn_without(slots, slot, level))
    ending = list(steps_of(variant))[-1]
    wrong = [
        product.id
        for product, right in zip(alter(ending).products, ending.products, strict=False)
        if product != right
    ]
    words = draw.one_of(WORDS)

    def alter_answer(step: Step) -> Step:
        altered = alter(step)
        is_correction = step.turn_index == slot.turn.turn_index
        return replace(altered, answer=words) if is_correction else altered

    return PlantedDefect(
        f"ignored {IGNORED_CORRECTION_LEVELS[level]}",
        lambda playbook, pace: OracleAgent(AlteredGuide(playbook, alter_answer), pace),
        turn_index=slot.turn.turn_index,
        product_id=next(iter(wrong), None),
    )


def _last_turn_without(slots: tuple[PlaybookSlot, ...], slot: PlaybookSlot, level: int) -> int:
    """The last turn in which the products go on without the correction."""
    if level == 0:
        return slot.turn.turn_index
    same = [
        other.turn.turn_index
        for other in slots
        if level == len(IGNORED_CORRECTION_LEVELS) - 1 or other.beat == slot.beat
    ]
    return max(same)


def _without_correction(
    variant: Variant, slot: PlaybookSlot, *, last: int
) -> Callable[[Step], Step]:
    def alter(step: Step) -> Step:
        if not slot.turn.turn_index <= step.turn_index <= last:
            return step
        reached = _reached_by(variant, step.turn_index) - frozenset(slot.turn.reaches)
        return replace(
            step, products=_with_right_objects(step.products, variant.products_at(reached))
        )

    return alter


def _reached_by(variant: Variant, turn_index: int) -> frozenset[str]:
    """What the script has reached with that turn."""
    return frozenset(
        name
        for slot in slots_of(variant.scenario)
        if slot.turn.turn_index <= turn_index
        for name in slot.turn.reaches
    )


def _with_right_objects(
    right: tuple[WorkProduct, ...], wrong: tuple[WorkProduct, ...]
) -> tuple[WorkProduct, ...]:
    """The wrong products, with the very objects of those that are right."""
    by_id = {product.id: product for product in right}
    return tuple(
        by_id[product.id] if by_id.get(product.id) == product else product for product in wrong
    )


def _shows(slot: PlaybookSlot, variant: Variant) -> bool:
    """Whether it shows in the turn itself that the correction was not taken up."""
    reached = _reached_by(variant, slot.turn.turn_index)
    return variant.products_at(reached) != variant.products_at(
        reached - frozenset(slot.turn.reaches)
    )


def plant_talk_over(variant: Variant, level: int) -> PlantedDefect | None:
    """The oracle who begins its answer some seconds before the longest question has ended."""
    seconds = TALK_OVER_S[level]
    step = max(_ordinary_steps(variant), key=_length_s, default=None)
    if step is None or _length_s(step) < max(TALK_OVER_S) + ROOM_S:
        return None
    turn = step.turn_index
    return PlantedDefect(
        f"{seconds:g} s over the human",
        lambda playbook, pace: _TalksOver(playbook, pace, turn, seconds),
        turn_index=turn,
    )


def plant_long_pause(variant: Variant, level: int) -> PlantedDefect | None:
    """The oracle who falls silent after the first sentence of its longest answer."""
    seconds = PAUSE_S[level]
    long = [step for step in _ordinary_steps(variant) if len(sentences(step.answer)) > 1]
    step = max(long, key=lambda step: len(step.answer), default=None)
    if step is None:
        return None
    turn = step.turn_index
    return PlantedDefect(
        f"{seconds:g} s of silence",
        lambda playbook, pace: _FallsSilent(playbook, pace, turn, seconds),
        turn_index=turn,
    )


def _ordinary_steps(variant: Variant) -> list[Step]:
    """Steps that are no edge case, and whose words do not depend on what was asked before."""
    return [
        step
        for step in steps_of(variant)
        if step.phase == "work" and len(step.slot.turn.alternatives) == 1
    ]


def _length_s(step: Step) -> float:
    return estimated_duration_s(step.asked.human_utterance)


class _TalksOver:
    def __init__(self, playbook: Playbook, pace: Draw, turn: int, seconds: float) -> None:
        self._playbook, self._oracle = playbook, OracleAgent(playbook, pace)
        self._turn, self._seconds = turn, seconds

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
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
        await seat.wait_for_playout()


class _FallsSilent:
    def __init__(self, playbook: Playbook, pace: Draw, turn: int, seconds: float) -> None:
        self._playbook, self._oracle = playbook, OracleAgent(playbook, pace)
        self._turn, self._seconds = turn, seconds

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Answer as the oracle does, but for one silence."""
        coming = self._playbook.coming
        is_it = coming is not None and coming.turn.turn_index == self._turn
        await self._oracle.answer(
            heard, cast("Seat", _HesitantSeat(seat, self._seconds)) if is_it else seat
        )


class _HesitantSeat:
    """A seat in which a pause follows on the first sentence."""

    def __init__(self, seat: Seat, seconds: float) -> None:
        self._seat, self._seconds = seat, seconds

    async def say(self, text: str) -> None:
        """Say the first sentence, be silent, and say the rest."""
        first, *rest = sentences(text)
        await self._seat.say(first)
        await self._seat.wait_for_playout()
        await self._seat.wait(self._seconds)
        await self._seat.say("".join(rest).strip())

    def __getattr__(self, name: str) -> Any:
        return getattr(self._seat, name)
