"""Stage 2 of one trial: what is in its recording, by code and by a panel?

Reads recording.json and the files that it names; leaves judgments.jsonl and then evaluation.json.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from modylbench.evaluation.evaluate.evaluate import judge, measure
from modylbench.evaluation.evaluation import STAGE
from modylbench.evaluation.measuring.hearing import hear
from modylbench.foundation.errors import BadFile, UserMistake
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.foundation.whole_file import write_lines
from modylbench.pipeline.judged_before import comes_out_again
from modylbench.pipeline.listening import hearing_of
from modylbench.recording.reading import damaged, read
from modylbench.runs.held_from import variant_of
from modylbench.runs.records import JUDGMENTS

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.evaluation.evaluate.evaluate import Evaluated, Measured
    from modylbench.evaluation.evaluate.manner import Manner
    from modylbench.evaluation.evaluate.panel import Reporter
    from modylbench.evaluation.judging.judge import Judge
    from modylbench.recording.recording import MeetingRecording


@dataclass(frozen=True, slots=True)
class Panel:
    """Who judges, and how; `transcripts` is a folder that keeps what was heard in recordings."""

    judges: tuple[Judge, ...]
    manner: Manner
    transcripts: Path | None = None

    def __post_init__(self) -> None:
        """Code and models are no panel together: code would vote on what it told the models."""
        if len({judge.card.kind for judge in self.judges}) > 1:
            message = (
                "found models and the offline panel together, expected one or the other; "
                "judge by one of them, or in two runs"
            )
            raise UserMistake(message)


async def measure_trial(folder: Path, panel: Panel, report: Reporter | None = None) -> bool:
    """Judge the trial in a folder and keep its evaluation; False where that was there already.

    It is measured anew in any case: an evaluation is only kept if it comes out again.
    """
    directory = TrialDirectory(folder)
    directory.clear_partial()
    recording = read(folder)
    refuse_damaged(recording, folder)
    hearing = hearing_of(recording, panel.manner.transcripts, panel.transcripts)
    listener = hearing.transcriber.name if hearing.transcriber is not None else ""
    manner = replace(panel.manner, listener=listener)
    heard = await hear(recording, folder, hearing)
    variant = variant_of(recording, folder)
    measured = measure(recording, folder, variant, manner=manner, heard=heard)
    if await comes_out_again(folder, measured, panel.judges, manner):
        return False
    keep_evaluation(folder, await judge(measured, panel.judges, manner, report))
    return True


def measured_trial(folder: Path, manner: Manner) -> Measured:
    """What code establishes of the trial in a folder, by the agent's captions."""
    recording = read(folder)
    refuse_damaged(recording, folder)
    return measure(recording, folder, variant_of(recording, folder), manner=manner)


def refuse_damaged(recording: MeetingRecording, folder: Path) -> None:
    """Verdicts are bound to the files that were recorded: others are not judged, nor scored."""
    for problem in damaged(recording, folder):
        TrialDirectory(folder).forget("scorecard")
        raise BadFile(folder, "", f"{problem}; hold the meeting again")


def keep_evaluation(folder: Path, evaluated: Evaluated) -> None:
    """Keep it; meanwhile no older record is there that what is written would not belong to."""
    directory = TrialDirectory(folder)
    directory.forget(STAGE)
    write_lines(
        (exchange.model_dump_json() + "\n" for exchange in evaluated.exchanges), folder / JUDGMENTS
    )
    directory.keep(STAGE, evaluated.evaluation)
