"""The agent `recorded:FILE.jsonl`: plays answers from a file in the time that they once took."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.agents.recorded.answers import RecordedFile, read_answers
from modylbench.agents.recorded.shown_turns import describe_claims, ids_drawn
from modylbench.agents.reference.display import Display
from modylbench.agents.seating.attendee import seat_agent
from modylbench.agents.seating.timing import MeasuredTiming
from modylbench.foundation.errors import BadFile, UnknownName
from modylbench.language.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from modylbench.agents.agent import HeardTurn, Seat
    from modylbench.agents.choice import AgentOptions, MeetingContext
    from modylbench.agents.recorded.answers import RecordedAnswer, RecordedMeeting
    from modylbench.meeting.arrangements import Attendee
    from modylbench.products.work_product import WorkProduct


LONGEST_LINE = 2_000  # ours: some two minutes of speech; after five a seat says no more of a line
CLAIMED = "as the file claims"


class Playback:
    """Gives the answers of one recorded meeting, each after it has waited as long as it once took.

    `human_turns` are the indices of what the people will say: the n-th thing that is heard is the
    n-th of these. What was not recorded is not answered.
    """

    def __init__(self, meeting: RecordedMeeting, human_turns: Sequence[int]) -> None:
        self._meeting = meeting
        self._human_turns = human_turns
        self._heard = 0
        self._display = Display()
        self._products: dict[str, WorkProduct] = {}
        self._drawn = ids_drawn(message for turn in meeting.turns for message in turn.a2ui_surfaces)

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:  # noqa: ARG002
        """Show, write, hand over and say what was recorded."""
        turn = self._turn()
        self._heard += 1
        if turn is None:
            return
        await seat.wait(round((turn.latency_ms or 0.0) / 1000, 3))
        is_last = turn is self._meeting.turns[-1]
        handed = (*turn.work_products, *(self._meeting.work_products if is_last else ()))
        if turn.a2ui_surfaces:
            await seat.show(turn.a2ui_surfaces)
        await self._show(handed, seat)
        for text in turn.chat_messages:
            await seat.chat(text)
        for line in spoken_lines(turn.agent_response):
            await seat.say(line)
        waited_ms = 0.0
        for reaction in sorted(turn.reactions, key=lambda reaction: reaction.after_ms):
            await seat.wait(round(max(0.0, reaction.after_ms - waited_ms) / 1000, 3))
            waited_ms = max(waited_ms, reaction.after_ms)
            await seat.react(reaction.emoji, reaction.target)
        for annotation in turn.annotations:
            await seat.annotate(annotation)
        for file in handed:
            if isinstance(file, RecordedFile):
                await seat.send_file(file.name, file.content, file.mime_type)
        await seat.wait_for_playout()

    async def _show(self, handed: Iterable[WorkProduct | RecordedFile], seat: Seat) -> None:
        """Show the work products that no recorded surface shows."""
        new = {
            product.id: product
            for product in handed
            if not isinstance(product, RecordedFile) and product.id not in self._drawn
        }
        self._products |= new
        for messages in self._display.messages(self._products.values()):
            await seat.show(messages)

    def _turn(self) -> RecordedAnswer | None:
        if self._heard >= len(self._human_turns):
            return None
        return self._meeting.answers_to(self._human_turns[self._heard])


def spoken_lines(text: str) -> list[str]:
    """The text in lines that a seat takes, each of whole sentences where they are short enough."""
    lines = [""]
    for sentence in sentences(text) if len(text) > LONGEST_LINE else [text]:
        for start in range(0, len(sentence), LONGEST_LINE):
            part = sentence[start : start + LONGEST_LINE]
            if len(lines[-1]) + len(part) > LONGEST_LINE:
                lines.append("")
            lines[-1] += part
    return lines


@dataclass(frozen=True, slots=True)
class RecordedChoice:
    """The answers of one model."""

    path: Path
    model: str
    sha256: str
    meetings: tuple[RecordedMeeting, ...] = field(repr=False)
    claims: str = ""

    @property
    def name(self) -> str:
        """The file's name and the model."""
        return f"recorded:{self.path.name}#{self.model}"

    @property
    def settings(self) -> Mapping[str, str]:
        """Which file, and whose turns its indices count."""
        counted = sorted({meeting.counted_by for meeting in self.meetings})
        edits = {"mutation_trajectory": self.claims} if self.claims else {}
        return {
            "model_id": self.model,
            "sha256": self.sha256,
            "turn_index": " or ".join(counted),
            "latency": CLAIMED,
            **edits,
        }

    def attendee(self, context: MeetingContext) -> Attendee:
        """One that plays back what was recorded for this scenario; raises BadFile.

        It is lent no voice: nobody was heard when these answers were given, and a meeting in which
        the harness spoke in the agent's place must not count as one that judges listened to.
        """
        variant, context = context.variant, replace(context, voice=None)
        meeting = self.meeting(variant.source.id, variant.seed)
        turns = [turn.turn_index for turn in variant.scenario.human_turns()]
        return seat_agent(
            lambda: Playback(meeting, turns), MeasuredTiming(is_measured=False), context
        )

    def meeting(self, scenario: str, seed: int) -> RecordedMeeting:
        """The answers for a scenario at a seed, or at any."""
        found = [meeting for meeting in self.meetings if meeting.scenario_id == scenario]
        for wanted in (seed, None):
            for meeting in found:
                if meeting.seed == wanted:
                    return meeting
        if found:
            seeds = ", ".join(str(meeting.seed) for meeting in found)
            problem = f"has {scenario!r} for seed {seeds}, not for seed {seed}"
        else:
            there = ", ".join(sorted({meeting.scenario_id for meeting in self.meetings}))
            problem = f"has no answers of {self.model!r} for {scenario!r}; there are: {there}"
        raise BadFile(self.path, "", problem)


def choose_recorded(
    place: str,
    options: AgentOptions,  # noqa: ARG001 - a file needs none
    *,
    is_checked: bool = True,  # noqa: ARG001 - it is always read
) -> RecordedChoice:
    """The answers in `FILE` or `FILE#MODEL`; raises BadFile, UnknownName."""
    path, model = _file_and_model(place)
    meetings = read_answers(path)
    models = sorted({meeting.model_id for meeting in meetings})
    if not model and len(models) > 1:
        problem = f"holds the answers of {', '.join(models)}; name one: recorded:{path}#{models[0]}"
        raise BadFile(path, "", problem)
    model = model or models[0]
    if model not in models:
        kind = f"model in {path}"
        raise UnknownName(kind, model, models)
    chosen = tuple(meeting for meeting in meetings if meeting.model_id == model)
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    return RecordedChoice(path, model, sha256, chosen, describe_claims(chosen))


def _file_and_model(place: str) -> tuple[Path, str]:
    """The longest beginning that is there, and what follows its #; both may have one in them."""
    parts = place.split("#")
    for count in range(len(parts), 0, -1):
        path = Path("#".join(parts[:count]))
        if path.exists():
            return path, "#".join(parts[count:])
    return Path(parts[0]), "#".join(parts[1:])
