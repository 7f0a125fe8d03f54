"""Does an evaluation come out again, from its recording and the answers that were kept?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from modylbench.evaluation.evaluate.evaluate import judge, measure
from modylbench.evaluation.evaluate.manner import Manner
from modylbench.evaluation.measuring.hearing import hear
from modylbench.foundation.errors import ModylBenchError
from modylbench.leaderboard.submission.problems import Problem, problem
from modylbench.leaderboard.submission.trials.differences import differences
from modylbench.leaderboard.submission.trials.reading import FOREIGN, is_spoken
from modylbench.leaderboard.submission.trials.recalled import recalled
from modylbench.pipeline.listening import hearing_of
from modylbench.runs.held_from import variant_of
from modylbench.runs.records import JUDGMENTS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from modylbench.evaluation.evaluate.evaluate import Evaluated, Measured
    from modylbench.evaluation.evaluate.manner import Transcripts
    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.verdicts import Exchange
    from modylbench.leaderboard.submission.problems import Code
    from modylbench.leaderboard.submission.trials.recalled import Mode
    from modylbench.recording.recording import MeetingRecording

TRANSCRIPTS = ("captions", "checked", "full")
OF_FIELDS: dict[str, Code] = {
    "facts": "facts",
    "verdicts": "verdict",
    "usage": "usage",
    "signatures": "signature",
    "panel": "panel",
    "harness_version": "version",
    "scenario_version": "version",
    "is_official": "official",
    "layers_off": "official",
    "edge_case": "official",
    "seed": "seeds",
    "scenario_id": "scenario",
}


class NotHere(ModylBenchError):
    """What is needed to make an evaluation again is not to be had here; the message says what."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A trial's folder with what was read of it, and who has judged it."""

    folder: Path
    place: str
    recording: MeetingRecording
    evaluation: Evaluation
    exchanges: tuple[Exchange, ...]
    has_media: bool


async def measured_again(kept: Kept, transcripts: Path | None) -> tuple[Measured, Manner]:
    """What code establishes of it; raises NotHere where nobody here hears what was heard there."""
    evaluation, recording = kept.evaluation, kept.recording
    how, _, listener = evaluation.transcripts.partition(" by ")
    asked = cast("Transcripts", how if how in TRANSCRIPTS else "checked")
    mode = cast("Mode", evaluation.mode)
    is_heard = is_spoken(recording)
    if is_heard and not listener:
        message = "nobody has listened to the agent, whose captions were believed"
        raise NotHere(message)
    if is_heard and not kept.has_media:
        message = "its sound is left out of the submission"
        raise NotHere(message)
    hearing = hearing_of(recording, asked, transcripts if kept.has_media else None)
    ours = hearing.transcriber.name if hearing.transcriber is not None else ""
    if is_heard and ours != listener:
        message = f"listened has {listener} there, and here {ours or 'nobody'} can"
        raise NotHere(message)
    manner = Manner(mode, (), asked, ours)
    heard = await hear(recording, kept.folder, hearing)
    variant = variant_of(recording, kept.folder)
    return measure(recording, kept.folder, variant, manner=manner, heard=heard), manner


async def judged_again(
    kept: Kept, measured: Measured, manner: Manner, judges: Sequence[str]
) -> Evaluated:
    """The evaluation that follows from the answers kept; nobody is asked."""
    panel = recalled(judges, cast("Mode", kept.evaluation.mode), kept.exchanges)
    here = replace(measured.material, folder=kept.folder)
    return await judge(replace(measured, material=here), panel, manner)


def evaluation_problems(kept: Kept, made: Evaluated) -> list[Problem]:
    """Where the kept evaluation and answers are not those that come out."""
    where = f"{kept.place}/evaluation.json"
    found = differences(kept.evaluation, made.evaluation, where, code="evaluation", codes=OF_FIELDS)
    lines = f"{kept.place}/{JUDGMENTS}"
    if len(kept.exchanges) != len(made.exchanges):
        text = f"found {len(kept.exchanges)} answers, and {len(made.exchanges)} are made use of"
        found.append(problem("exchange", lines, text))
    else:
        pairs = zip(kept.exchanges, made.exchanges, strict=True)
        for number, (one, other) in enumerate(pairs, 1):
            if one != other:
                place = f"{lines} line {number}"
                found += differences(one, other, place, code="exchange")
    return found


def not_made(kept: Kept, error: Exception) -> Problem:
    """The problem of a trial that cannot be measured or judged anew."""
    text = f"cannot be made again: {type(error).__name__}: {error}"
    return problem("evaluation", f"{kept.place}/evaluation.json", text)


FAILURES = (*FOREIGN, ModylBenchError)
