"""What does `recorded:FILE.jsonl` stand for?"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.agents.recorded.agent import Playback
from modylbench.agents.recorded.answers import read_answers
from modylbench.agents.recorded.claims import told
from modylbench.agents.seating.seated import seated
from modylbench.agents.seating.timing import Measured
from modylbench.foundation.errors import BadFile, UnknownName

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.agents.choice import AgentOptions, Place
    from modylbench.agents.recorded.answers import RecordedMeeting
    from modylbench.meeting.attendee import Attendee

CLAIMED = "as the file claims"


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

    def attendee(self, place: Place) -> Attendee:
        """One that plays back what was recorded for this scenario; raises BadFile.

        It is lent no voice: nobody was heard when these answers were given, and a meeting in which
        the harness spoke in the agent's place must not count as one that judges listened to.
        """
        variant, place = place.variant, replace(place, voice=None)
        meeting = self.meeting(variant.source.id, variant.seed)
        turns = [turn.turn_index for turn in variant.scenario.human_turns()]
        return seated(lambda: Playback(meeting, turns), Measured(is_measured=False), place)

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


def chosen_recorded(
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
    return RecordedChoice(path, model, sha256, chosen, told(chosen))


def _file_and_model(place: str) -> tuple[Path, str]:
    """The longest beginning that is there, and what follows its #; both may have one in them."""
    parts = place.split("#")
    for count in range(len(parts), 0, -1):
        path = Path("#".join(parts[:count]))
        if path.exists():
            return path, "#".join(parts[count:])
    return Path(parts[0]), "#".join(parts[1:])
