"""Free form at a seed: what the human wants and knows, and the meeting as it really went."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from modylbench.foundation.record import Spec
from modylbench.scenarios.goals import Intent
from modylbench.scenarios.scenario import Alternative, ExpectedMutation, FollowUp, Turn
from modylbench.scenarios.script import Condition

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.scenarios.scenario import Scenario

CLOSING = "closing"


class FreeGoal(Spec):
    """A goal at a seed; that of an edge case has no condition and is over with its follow-ups."""

    name: str
    needs: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    met: Condition | None = None
    patience: int = 1


class FreeFact(Spec):
    """What the human tells when it is asked, in the wordings of the seed."""

    name: str
    asked: tuple[str, ...]
    question: str
    say: tuple[str, ...]


class FreeForm(Spec):
    """The human of a free-form meeting: goals in order, facts, reactions, and when it stops."""

    goals: tuple[FreeGoal, ...]
    facts: tuple[FreeFact, ...]
    thanks: tuple[str, ...]
    unmet: tuple[str, ...]
    unknown: tuple[str, ...]
    rest: tuple[str, ...]
    later: tuple[str, ...]
    most_turns: int

    def fact(self, name: str) -> FreeFact:
        """The fact of that name."""
        return next(fact for fact in self.facts if fact.name == name)


class HeldTurn(Spec):
    """One of the human's turns as it was recorded."""

    turn_index: int
    text: str
    alternative: int
    intent: Intent


def held_scenario(
    scenario: Scenario, free_form: FreeForm, held: Sequence[HeldTurn], *, is_whole: bool
) -> Scenario:
    """The scenario with the turns that really took place, in their order.

    The goals that were never asked for follow as they were planned, so that nobody gains by
    leaving, or by not doing what others need. A goal falls due at its first turn after which the
    human had not to tell what was needed for it; before that, asking is the right answer, if the
    goal was met in the end. Of a meeting that was cut short (not `is_whole`) the closing is planned
    too.
    """
    planned = {turn.beat: turn for turn in scenario.turns}
    blocks = [block for block in _blocks(held) if block.goal in planned]
    turns = [_turn(planned[block.goal], block, free_form) for block in blocks]
    said_last = [turn for turn in held if turn.intent.act == "closing"]
    asked = {block.goal for block in blocks}
    for turn in scenario.turns:
        if turn.beat not in asked:
            after_closing = said_last[-1].turn_index + 2 if said_last and is_whole else 1
            turns.append(_at_index(turn, max(after_closing, _next_index(turns))))
    closing = scenario.closing
    if closing is not None:
        at = said_last[-1] if said_last else None
        asked_last = closing.alternatives[-1]
        if at is not None:
            asked_last = asked_last.model_copy(update={"human_utterance": at.text})
        moved = {
            "turn_index": at.turn_index if at is not None else _next_index(turns),
            "alternatives": (asked_last,),
        }
        closing = closing.model_copy(update=moved)
    return scenario.model_copy(
        update={
            "turns": tuple(turns),
            "closing": closing,
            "expected_mutations": tuple(_mutations(turns)),
        }
    )


def _next_index(turns: Sequence[Turn]) -> int:
    return max((turn.turn_index + 2 * (1 + len(turn.follow_ups)) for turn in turns), default=1)


def question_turns(held: Sequence[HeldTurn]) -> tuple[int, ...]:
    """The turns at which the agent asked for facts, was told them, and then did the work.

    What a journey is worth is what was done in it: they count neither for the agent nor against it.
    """
    return tuple(turn.turn_index for block in _blocks(held) for turn in block.turns[: block.due])


@dataclass(frozen=True, slots=True)
class _Block:
    """The turns of one goal in a row, and whether it was met when the human went on."""

    goal: str
    turns: list[HeldTurn]
    is_met: bool

    @property
    def due(self) -> int:
        """Where the work is due: the first turn that the human did not answer by telling a fact.

        Questions that came to nothing were no help: then it is the first.
        """
        if not self.is_met:
            return 0
        for place, turn in enumerate(self.turns[1:]):
            if turn.intent.act != "fact" or turn.intent.was_met:
                return place
        return len(self.turns) - 1


def _blocks(held: Sequence[HeldTurn]) -> list[_Block]:
    """The turns of each goal, in order; the closing is none."""
    found: list[_Block] = []
    for turn in held:
        goes_on = found and found[-1].goal == turn.intent.goal
        if found and turn.intent.was_met:
            found[-1] = replace(found[-1], is_met=True)
        if goes_on:
            found[-1].turns.append(turn)
        elif turn.intent.act != "closing":
            found.append(_Block(turn.intent.goal, [turn], is_met=False))
    return found


def _turn(planned: Turn, block: _Block, free_form: FreeForm) -> Turn:
    """The turn of a goal with all that was said for it."""
    if planned.follow_ups:
        return _trap(planned, block.turns)
    spoken = {name: getattr(planned, name) for name in Alternative.model_fields if name != "when"}
    whole = Alternative(when=None, **spoken)
    first, *others = (
        _slot(whole, planned.reaches, block, place=place, free_form=free_form)
        for place in range(len(block.turns))
    )
    opening = {name: getattr(first.alternatives[0], name) for name in spoken}
    update = {"turn_index": first.turn_index, "reaches": first.reaches, "follow_ups": tuple(others)}
    return planned.model_copy(update={**opening, **update})


def _slot(
    whole: Alternative,
    reaches: tuple[str, ...],
    block: _Block,
    *,
    place: int,
    free_form: FreeForm,
) -> FollowUp:
    turn, due = block.turns[place], block.due
    said: dict[str, Any] = {"human_utterance": turn.text}
    if place > 0:
        said["attachments"] = ()
    if place < due:
        told = block.turns[place + 1].intent.facts
        asked_for = " ".join(free_form.fact(name).question for name in told)
        said |= {
            "expected_agent_action": f"Ask for what is needed: {asked_for}",
            "model_answer": asked_for,
            "expected_response_type": "clarification",
        }
    if place != due:
        said["mutations"] = ()
    is_request = turn.intent.act in {"request", "again"}
    return FollowUp(
        turn_index=turn.turn_index,
        purpose="request" if is_request else "clarification",
        reaches=reaches if place == due else (),
        alternatives=(whole.model_copy(update=said),),
    )


def _trap(planned: Turn, block: Sequence[HeldTurn]) -> Turn:
    """An edge case as it was played: its opening, and its follow-ups with what was said there."""
    moved = _at_index(planned, block[0].turn_index)
    follow_ups = list(moved.follow_ups)
    for place, turn in enumerate(block[1:]):
        slot = follow_ups[place]
        alternatives = list(slot.alternatives)
        said = alternatives[turn.alternative]
        alternatives[turn.alternative] = said.model_copy(update={"human_utterance": turn.text})
        follow_ups[place] = slot.model_copy(update={"alternatives": tuple(alternatives)})
    update = {"human_utterance": block[0].text, "follow_ups": tuple(follow_ups)}
    return moved.model_copy(update=update)


def _at_index(turn: Turn, index: int) -> Turn:
    """The turn at another place of the meeting."""
    follow_ups = tuple(
        slot.model_copy(update={"turn_index": index + 2 * place})
        for place, slot in enumerate(turn.follow_ups, start=1)
    )
    return turn.model_copy(update={"turn_index": index, "follow_ups": follow_ups})


def _mutations(turns: Sequence[Turn]) -> Iterator[ExpectedMutation]:
    for turn in turns:
        slots = [(turn.turn_index, turn.mutations)]
        slots += [(slot.turn_index, slot.alternatives[-1].mutations) for slot in turn.follow_ups]
        for index, mutations in slots:
            for mutation in mutations:
                yield ExpectedMutation(
                    turn_index=index,
                    product_id=mutation.product,
                    mutation_type=mutation.type,
                    path=mutation.path,
                    expected_value=mutation.value,
                )
