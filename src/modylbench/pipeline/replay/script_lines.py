"""What people said against what their script has at this seed, line by line, and why that line."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from typing_extensions import override

from modylbench.foundation.errors import short_repr
from modylbench.meeting.arrangements import ShownMaterial
from modylbench.meeting.capture.faults import BrokenOff
from modylbench.meeting.free_form import OFFLINE, GoalPolicy
from modylbench.meeting.policy import SeenConditions
from modylbench.meeting.script import SCRIPT, ScriptedPolicy, limit_s
from modylbench.pipeline.replay.contradiction import Contradiction, slack_s
from modylbench.pipeline.shown_work import WorkReader

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from modylbench.meeting.policy import HumanPolicy, NextLine
    from modylbench.pipeline.replay.retake import Retake, RetakenExchange
    from modylbench.recording.events import Utterance
    from modylbench.recording.recording import MeetingRecording
    from modylbench.recording.turns import RecordedTurn
    from modylbench.scenarios.script import Condition
    from modylbench.scenarios.variant import Variant


class RetakenConditions(SeenConditions):
    """Which condition holds of what the agent showed by the log, and said last."""

    def __init__(self, work: WorkReader, folder: Path) -> None:
        self.said = ""
        self._work = work
        self._shown = ShownMaterial((), (), folder)

    def show(self, made: RetakenExchange) -> None:
        """What stood at the end of an exchange stands now."""
        self._shown = ShownMaterial(made.shown, made.files, self._shown.folder)

    @override
    async def first(self, conditions: Sequence[Condition | None], turn_index: int) -> int | None:
        """The number of the first that holds."""
        asks = any(it is not None and (it.shown or it.missing) for it in conditions)
        return self._work.first_condition(conditions, self._shown if asks else None, self.said)


async def script_contradictions(
    recording: MeetingRecording, folder: Path, variant: Variant, made: Retake
) -> list[Contradiction]:
    """Where people did not say what is said by this variant to an agent that did what this one did.

    `folder` has the files that the agent handed over. What a model made people say in free form no
    policy says again.
    """
    conditions = RetakenConditions(WorkReader(variant.scenario), folder)
    policy = _policy(recording, variant, conditions)
    if policy is None and variant.free_form is None:
        text = f"names {short_repr(recording.setting.human)}, expected the script of its scenario"
        return [Contradiction("setting.human", text)]
    if policy is None:
        return []  # a model has spoken: what it said is in no script
    found: list[Contradiction] = []
    for turn, retaken in zip(recording.turns, made.exchanges, strict=False):
        place = f"turn {turn.turn_index}"
        if policy.next_index is None:
            return [*found, Contradiction(place, "comes after the last line of its script")]
        try:
            line = await policy.choose()
        except BrokenOff as error:
            return [*found, Contradiction(place, f"cannot be said by its script ({error})")]
        found += (Contradiction(place, text) for text in _deviations(turn, line))
        if turn.agent.outcome == "timed_out":
            found += _impatience(recording, turn, line, limit_s(variant.scenario))
        policy.add(turn)
        conditions.show(retaken)
    if recording.ending == "completed" and policy.next_index is not None:
        text = f"is completed, and its script goes on with turn {policy.next_index}"
        found.append(Contradiction("ending", text))
    return found


def _policy(
    recording: MeetingRecording, variant: Variant, conditions: SeenConditions
) -> HumanPolicy | None:
    """Who decided, as the recording names it."""
    if variant.free_form is None and recording.setting.human == SCRIPT:
        return ScriptedPolicy(variant.scenario, recording.setting.beats, conditions)
    if variant.free_form is not None and recording.setting.human == OFFLINE:
        return GoalPolicy(variant.scenario, variant.free_form, conditions)
    return None


def _deviations(turn: RecordedTurn, line: NextLine) -> Iterator[str]:
    """What of a turn is not the line that is said there."""
    human, alternative = turn.human, line.alternative
    claims: tuple[tuple[str, object, object], ...] = (
        ("turn_index", turn.turn_index, line.turn_index),
        ("beat", turn.beat, line.beat),
        ("beat_number", turn.beat_number, line.beat_number),
        ("phase", turn.phase, line.phase),
        ("edge_case", turn.edge_case, line.edge_case),
        ("alternative", human.alternative, line.number),
        ("intent", human.intent, line.intent),
        ("speaker", human.speaker, alternative.speaker or human.speaker),
        ("channel", human.channel, alternative.channel),
        (
            "attachments",
            [(it.name, it.file.sha256) for it in human.attachments],
            [(it.name, _sha256(it.content)) for it in alternative.attachments],
        ),
    )
    for name, found, expected in claims:
        if found != expected:
            why = " to what the agent had shown and said" if name == "alternative" else ""
            yield f"{name} is {short_repr(found)}, and the script has {short_repr(expected)}{why}"
    if human.text != alternative.human_utterance:
        yield "what is asked is not what the script says at this seed"
    yield from _side_talk(turn, line)


def _side_talk(turn: RecordedTurn, line: NextLine) -> Iterator[str]:
    """What people say besides the request: all lines before it, and of the cues what came up."""
    before = {spoken.id: spoken for spoken in line.alternative.before}
    cues = {cue.id: cue for cue in line.alternative.during}
    said = [words for words in turn.around if words.planned is not None]
    for words in said:
        name = "" if words.planned is None else words.planned.line
        spoken, cue = before.get(name), cues.get(name)
        if spoken is not None:
            is_own = words.speaker == spoken.speaker and _is_of(words, (spoken.text,))
        elif cue is not None:
            is_own = words.speaker == cue.speaker and _is_of(words, cue.texts)
        else:
            is_own = False
        if not is_own:
            yield f"what {words.speaker} says ({words.id}) is not in the script there"
    if len(said) != len(turn.around):
        yield "people say what is in no script"
    heard = [words.planned.line for words in said if words.planned is not None]
    missing = [name for name in before if name not in heard]
    if missing:
        yield f"nobody says {', '.join(missing)}, which the script has before the request"


def _is_of(words: Utterance, texts: Iterable[str]) -> bool:
    """Whether it is one of these texts, or the beginning of one that was broken off."""
    if words.is_whole:
        return words.text in texts
    spoken = words.text.split()
    return any(text.split()[: len(spoken)] == spoken for text in texts)


def _impatience(
    recording: MeetingRecording, turn: RecordedTurn, line: NextLine, limit: float
) -> Iterator[Contradiction]:
    """Nobody gives an agent up before the time that the script gives it."""
    slack = slack_s(recording.setting.clock)
    waited_s = turn.agent.ended_s - turn.human.ended_s
    due_s = line.alternative.wait_for_agent_sec
    is_out_of_time = turn.agent.ended_s >= limit - slack
    if waited_s < due_s - slack and not is_out_of_time:
        text = f"the agent was given up after {waited_s:.1f} s, and is waited for {due_s:g} s"
        yield Contradiction(f"turn {turn.turn_index}", text)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
