"""Every mistake in a file of answers, each with its line and its place."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.agents.recorded.answers import Mistake, RecordedMeeting, lines_of, meeting_in
from modylbench.agents.recorded.shown_turns import claims_of, shown_in
from modylbench.foundation.errors import BadFile, UnknownName
from modylbench.providers.speech.speech import estimated_duration_s
from modylbench.scenarios.catalogue import available, scenario
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from modylbench.agents.recorded.answers import RecordedAnswer
    from modylbench.agents.recorded.shown_turns import ShownTurn

DEFAULT_SEED = 0
MOST_ALIKE = 5  # ours: of one kind in one line, after which their number says as much


@dataclass(frozen=True, slots=True)
class AnswersCheck:
    """The lines that could be read, and all that is wrong."""

    meetings: tuple[RecordedMeeting, ...]
    mistakes: tuple[Mistake, ...]

    @property
    def is_playable(self) -> bool:
        """Whether nothing keeps the answers from being scored."""
        return not any(mistake.is_error for mistake in self.mistakes)


def check_answers(path: Path) -> AnswersCheck:
    """The file's meetings and mistakes; raises BadFile where it cannot be read at all."""
    meetings: list[RecordedMeeting] = []
    mistakes: list[Mistake] = []
    lines: Counter[tuple[str, str, int]] = Counter()
    for number, line in lines_of(path):
        meeting = meeting_in(number, line)
        if isinstance(meeting, list):
            mistakes += meeting
            continue
        meetings.append(meeting)
        mistakes += _in_script(number, meeting)
        mistakes += _in_content(number, meeting)
        key = (meeting.scenario_id, meeting.model_id, seed_of(meeting))
        lines[key] += 1
        if lines[key] > 1:
            which = f"{key[0]!r} by {key[1]!r} at seed {key[2]}"
            problem = f"found {which} again, expected one line for each seed"
            mistakes.append(Mistake(line=number, place="seed", problem=problem))
    return AnswersCheck(tuple(meetings), tuple(mistakes))


def seed_of(meeting: RecordedMeeting) -> int:
    """The seed that a line is for: the canonical one where it names none."""
    return DEFAULT_SEED if meeting.seed is None else meeting.seed


def _in_script(number: int, meeting: RecordedMeeting) -> Iterator[Mistake]:
    """Which scenario and turns are meant, and which are not there."""
    if meeting.scenario_id not in available():
        problem = str(UnknownName("scenario", meeting.scenario_id, available()))
        yield Mistake(line=number, place="scenario_id", problem=problem)
        return
    try:
        variant = instantiate(scenario(meeting.scenario_id), seed_of(meeting))
    except BadFile as error:
        yield Mistake(line=number, place="seed", problem=str(error))
        return
    asked = [slot.turn_index for slot in variant.scenario.human_turns()]
    answered = [meeting.human_turn(turn.turn_index) for turn in meeting.turns]
    last = asked[-1] if meeting.counted_by == "human turns" else asked[-1] + 1
    for place, turn in enumerate(meeting.turns):
        if answered[place] not in asked:
            problem = f"found turn {turn.turn_index}, expected none after {last}"
            where = f"turns[{place}].turn_index"
            yield Mistake(line=number, place=where, problem=problem)
    given = {
        human_turn
        for human_turn, turn in zip(answered, meeting.turns, strict=True)
        if not turn.is_blank
    }
    missing = [str(human_turn) for human_turn in asked if human_turn not in given]
    if missing:
        problem = (
            f"no answer to the human's turns {', '.join(missing)}: {len(missing)} of {len(asked)} "
            "will be scored as unanswered"
        )
        yield Mistake(line=number, place="turns", problem=problem, is_error=False)
    aloud_min = sum(_aloud_s(turn) for turn in meeting.turns) / 60
    if aloud_min > variant.scenario.timeout_minutes:
        problem = (
            f"what is said takes about {aloud_min:.0f} minutes aloud, and the meeting is over after"
            f" {variant.scenario.timeout_minutes:g}; lists and tables belong into chat_messages"
        )
        yield Mistake(line=number, place="turns", problem=problem, is_error=False)


def _aloud_s(turn: RecordedAnswer) -> float:
    return estimated_duration_s(turn.agent_response) + (turn.latency_ms or 0.0) / 1000


def _in_content(number: int, meeting: RecordedMeeting) -> Iterator[Mistake]:
    """What surfaces and files the harness refuses, and claims that they do not bear out."""
    shown = list(shown_in(meeting))
    yield from _first_few(number, _faults(shown))
    claims = claims_of(meeting, shown)
    place = "mutation_trajectory"
    yield from _first_few(
        number, [(place, problem) for problem in claims.unreadable], is_error=True
    )
    unseen = [
        (place, f"claims {kind} of {product}{path} in turn {turn}, and nothing shows it")
        for turn, product, kind, path in claims.not_shown
    ]
    yield from _first_few(number, unseen)


def _faults(shown: Sequence[ShownTurn]) -> list[tuple[str, str]]:
    return [
        (f"turns[{place}]", f"{finding.code}: {finding.reason}")
        for place, turn in enumerate(shown)
        for finding in turn.findings
        if finding.severity == "error"
    ]


def _first_few(
    number: int, found: Sequence[tuple[str, str]], *, is_error: bool = False
) -> Iterator[Mistake]:
    """The first of many that are alike, and how many more there are."""
    for place, problem in found[:MOST_ALIKE]:
        yield Mistake(line=number, place=place, problem=problem, is_error=is_error)
    more = len(found) - MOST_ALIKE
    if more > 0:
        place = found[MOST_ALIKE][0]
        problem = f"and {more:,} more like these"
        yield Mistake(line=number, place=place, problem=problem, is_error=is_error)
