"""Whether the human of a free-form meeting said what its policy says, to what was answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from modylbench.leaderboard.submission.problems import SubmissionProblem, problem
from modylbench.meeting.capture.faults import BrokenOff
from modylbench.meeting.free_form import GoalPolicy
from modylbench.meeting.policy import SeenConditions
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.recording.recording import MeetingRecording
    from modylbench.recording.turns import RecordedTurn
    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.script import Condition


class ClaimedConditions(SeenConditions):
    """Conditions that held as the recording says they did; whether they did is not looked at."""

    def __init__(self) -> None:
        self.said = ""
        self._next: RecordedTurn | None = None

    def expect(self, turn: RecordedTurn) -> None:
        """What the human says next was said on that turn."""
        self._next = turn

    @override
    async def first(self, conditions: Sequence[Condition | None], turn_index: int) -> int | None:
        """The alternative that was taken, or whether the goal before was met."""
        human = self._next.human if self._next is not None else None
        if human is None or human.intent is None:
            return None
        if human.intent.act == "follow_up":
            return human.alternative
        return 0 if human.intent.was_met else None


async def policy_problems(
    recording: MeetingRecording, source: ScenarioSource, place: str
) -> list[SubmissionProblem]:
    """Where the human leaves the offline policy of a free-form scenario; nothing for a script.

    As with a script's alternatives, that a goal was met, or not, is the recording's claim.
    """
    if source.template.goals is None:
        return []
    variant = instantiate(source, recording.seed, recording.edge_case)
    if variant.free_form is None:
        return []
    conditions = ClaimedConditions()
    policy = GoalPolicy(variant.scenario, variant.free_form, conditions)
    index, text = 0, ""
    for turn in recording.turns:
        index = turn.turn_index
        conditions.expect(turn)
        text = await _deviation(policy, turn)
        if text:
            break
        policy.add(turn)
    if not text and recording.ending == "completed" and policy.next_index is not None:
        text = "is the last of a meeting that its policy had not ended"
    where = f"{place}/recording.json: turns[{index}].human"
    return [problem("script", where, text)] if text else []


async def _deviation(policy: GoalPolicy, turn: RecordedTurn) -> str:
    """What is wrong with what the human said on a turn; empty where nothing is."""
    if policy.next_index is None:
        return "comes after the closing"
    try:
        line = await policy.choose()
    except BrokenOff as error:
        return f"cannot be said by its policy ({error})"
    human, own = turn.human, (line.turn_index, line.number, line.alternative.human_utterance)
    is_own = own == (turn.turn_index, human.alternative, human.text) and line.intent == human.intent
    return "" if is_own else "is not what the policy says to the answer before it"
