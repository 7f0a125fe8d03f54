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

    from modylbench.recording.recording import MeetingRecording, RecordedTurn
    from modylbench.scenarios.loader import ScenarioSource
    from modylbench.scenarios.scenario import Scenario
    from modylbench.scenarios.script import Condition


class ClaimedConditions(SeenConditions):
    """Conditions that held as the recording says they did; whether they did is not looked at."""

    def __init__(self, scenario: Scenario, *, ends_content: bool) -> None:
        self.said = ""
        self._requests = {turn.beat: turn.human_utterance for turn in scenario.turns}
        self._ends_content = ends_content
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
        match human.intent.act:
            case "follow_up":
                return human.alternative
            case "fact":
                is_met = human.intent.was_met
            case "request":  # thanks come before it where the goal before was met
                is_met = human.text != self._requests.get(human.intent.goal)
            case "closing":
                is_met = self._ends_content
            case _:
                is_met = False
        return 0 if is_met else None


async def policy_problems(
    recording: MeetingRecording, source: ScenarioSource, place: str
) -> list[SubmissionProblem]:
    """Where the human leaves the offline policy of a free-form scenario; nothing for a script.

    As with a script's alternatives, that a goal was met, or not, is the recording's claim.
    """
    if source.template.goals is None:
        return []
    found = [
        await _first_deviation(recording, source, ends_content=is_content)
        for is_content in (True, False)
    ]
    if not all(found):
        return []
    index, text = max(found, key=lambda deviation: deviation[0] if deviation else 0) or (0, "")
    return [problem("script", f"{place}/recording.json: turns[{index}].human", text)]


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


async def _first_deviation(
    recording: MeetingRecording, source: ScenarioSource, *, ends_content: bool
) -> tuple[int, str] | None:
    variant = instantiate(source, recording.seed, recording.edge_case)
    if variant.free_form is None:
        return None
    conditions = ClaimedConditions(variant.scenario, ends_content=ends_content)
    policy = GoalPolicy(variant.scenario, variant.free_form, conditions)
    for turn in recording.turns:
        conditions.expect(turn)
        text = await _deviation(policy, turn)
        if text:
            return turn.turn_index, text
        policy.add(turn)
    if recording.ending == "completed" and policy.next_index is not None:
        last = recording.turns[-1].turn_index if recording.turns else 0
        return last, "is the last of a meeting that its policy had not ended"
    return None
