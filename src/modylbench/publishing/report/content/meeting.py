"""What is known of one trial, by the records in its folder?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile, ModylBenchError
from modylbench.recording.reading import FILE, read_recording, record_digest
from modylbench.runs.records import evaluation_in, scorecard_in

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.publishing.report.data.run import Status
    from modylbench.recording.recording import MeetingRecording
    from modylbench.scoring.scorecard import Scorecard

NOT_HELD = "the meeting was not held, or its recording is gone: `modylbench run` goes on with a run"
NOT_JUDGED = "nobody has judged it: `modylbench evaluate` does"
NOT_WEIGHED = "its verdicts are there, and no score of them: `modylbench score` weighs them"


@dataclass(frozen=True, slots=True)
class Meeting:
    """One trial that was meant, with what there is of it; `trouble` is why a part is not there."""

    number: int
    folder: Path
    scenario_id: str
    seed: int
    recording: MeetingRecording | None
    evaluation: Evaluation | None
    card: Scorecard | None
    trouble: tuple[str, ...] = ()
    is_damaged: bool = False

    @property
    def status(self) -> Status:
        """How far it came."""
        if self.recording is None:
            return "unreadable" if self.is_damaged else "not held"
        if self.card is None:
            return "not judged"
        return "without a score" if self.card.combined is None else "scored"


def meeting_in(folder: Path, number: int, *, planned: tuple[str, int] | None = None) -> Meeting:
    """What a trial's folder holds; where it holds nothing, what was planned there."""
    name, seed = planned or ("", 0)
    if not (folder / FILE).is_file():
        return Meeting(number, folder, name, seed, None, None, None, (NOT_HELD,))
    try:
        recording = read_recording(folder)
    except BadFile as error:
        why = (told(error, folder),)
        return Meeting(number, folder, name, seed, None, None, None, why, is_damaged=True)
    evaluation = evaluation_in(folder)
    if evaluation is not None and evaluation.recording != record_digest(folder):
        evaluation = None
    card = scorecard_in(folder)
    trouble = () if card is not None else (NOT_WEIGHED if evaluation is not None else NOT_JUDGED,)
    return Meeting(
        number, folder, recording.scenario_id, recording.seed, recording, evaluation, card, trouble
    )


def told(error: ModylBenchError, folder: Path) -> str:
    """What is wrong, without where on this machine the folder lies."""
    return str(error).replace(f"{folder}/", "").replace(str(folder), folder.name)
