"""Stage 2 of one trial: what is in its recording, by code and by a panel.

Reads recording.json and the files that it names; leaves judgments.jsonl and then evaluation.json.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from modylbench.evaluation.evaluate.evaluate import (
    judge,
    measure_located,
    measure_observed,
    observe,
)
from modylbench.evaluation.evaluation import STAGE
from modylbench.evaluation.judging.replay import replayed_judge
from modylbench.evaluation.views.hearing import HearingOptions, hear
from modylbench.foundation.atomic_file import write_lines
from modylbench.foundation.errors import BadFile, UserMistake
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.recording.reading import damaged_files, read_recording
from modylbench.runs.records import JUDGMENTS, evaluation_in, exchange_lines, exchanges_in
from modylbench.runs.variant import variant_of

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.evaluation.evaluate.evaluate import (
        EvaluationResult,
        MeasuredMeeting,
        ObservedMeeting,
    )
    from modylbench.evaluation.evaluate.options import EvaluationOptions, Transcripts
    from modylbench.evaluation.evaluate.panel import VerdictProgress
    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.locating.locator import Locator
    from modylbench.pipeline.panel.choice import Panel
    from modylbench.providers.speech.acoustics.profile import Profiler
    from modylbench.providers.speech.speech import SpeechToText
    from modylbench.recording.recording import MeetingRecording


async def measure_trial(folder: Path, panel: Panel, report: VerdictProgress | None = None) -> bool:
    """Judge the trial in a folder and keep its evaluation; False where that was there already.

    It is measured anew in any case: an evaluation is only kept if it comes out again.
    """
    directory = TrialDirectory(folder)
    directory.clear_partial()
    recording = read_recording(folder)
    refuse_damaged(recording, folder)
    hearing = hearing_of(recording, panel.options.transcripts, panel.transcripts)
    listener = hearing.transcriber.name if hearing.transcriber is not None else ""
    options = replace(panel.options, listener=listener)
    heard = await hear(recording, folder, hearing)
    variant = variant_of(recording, folder)
    observed = observe(recording, folder, variant, heard=heard)
    locator = panel.locator
    again = locator.with_kept_answers(exchanges_in(folder) or ()) if locator is not None else None
    measured = await _measure(observed, options, again)
    if await is_reproduced(folder, measured, panel, options):
        return False
    if locator is not None:
        measured = await _measure(observed, options, locator)
    keep_evaluation(folder, await judge(measured, panel.judges, options, report))
    return True


async def _measure(
    observed: ObservedMeeting, options: EvaluationOptions, locator: Locator | None
) -> MeasuredMeeting:
    if locator is None:
        return measure_observed(observed, options)
    return await measure_located(observed, options, locator)


async def is_reproduced(
    folder: Path, measured: MeasuredMeeting, panel: Panel, options: EvaluationOptions
) -> bool:
    """Whether the folder holds the very evaluation that this panel comes to; nobody is asked.

    It is made again: facts by the same code, an offline member's verdict by the same rules, a
    model's from its answers in judgments.jsonl, as are a locator's in `measured`. What a judge of a
    plugin said is taken as kept. An evaluation in which a judge failed is made anew: what the
    others said is kept by then.
    """
    kept, exchanges = evaluation_in(folder), exchanges_in(folder)
    if kept is None or exchanges is None or _is_incomplete(kept):
        return False
    cards = tuple(sorted((judge.card for judge in panel.judges), key=lambda card: card.name))
    if kept.panel != cards:
        return False
    again = [replayed_judge(judge, exchanges, kept.verdicts) for judge in panel.judges]
    made = await judge(measured, again, options)
    return made.evaluation == kept and made.exchanges == exchanges


def _is_incomplete(kept: Evaluation) -> bool:
    """Whether somebody who was asked failed: asked again, it may not."""
    has_failed = kept.locator is not None and bool(kept.locator.failures)
    return has_failed or any(verdict.failure for verdict in kept.verdicts)


def observed_trial(folder: Path) -> ObservedMeeting:
    """What was said, shown and edited in the trial in a folder, by the agent's captions."""
    recording = read_recording(folder)
    refuse_damaged(recording, folder)
    return observe(recording, folder, variant_of(recording, folder))


def refuse_damaged(recording: MeetingRecording, folder: Path) -> None:
    """Verdicts are bound to the files that were recorded: others are not judged, nor scored."""
    for problem in damaged_files(recording, folder):
        TrialDirectory(folder).forget("scorecard")
        raise BadFile(folder, "", f"{problem}; hold the meeting again")


def keep_evaluation(folder: Path, evaluated: EvaluationResult) -> None:
    """Keep it; meanwhile no older record is there that what is written would not belong to."""
    directory = TrialDirectory(folder)
    directory.forget(STAGE)
    write_lines(exchange_lines(evaluated.exchanges), folder / JUDGMENTS)
    directory.keep(STAGE, evaluated.evaluation)


def hearing_of(
    recording: MeetingRecording, transcripts: Transcripts, kept: Path | None
) -> HearingOptions:
    """How the agent's words and sound are got; `kept` is the folder of what was heard before.

    An agent's voice is listened to where it has no captions, whatever is asked. Where nobody can
    listen, captions are taken and said to be; only `full` cannot be had then.
    """
    voiced = [turn.agent for turn in recording.turns if turn.agent.audio is not None]
    has_captions = all(any(words.text.strip() for words in agent.said) for agent in voiced)
    if not voiced:
        return HearingOptions(transcripts)
    if transcripts == "captions" and has_captions:
        return HearingOptions(transcripts, profiler=_profiler(kept))
    listener = _whisper(kept)
    if listener is None and transcripts == "full":
        message = "found nobody who could listen, and --transcripts full asks for it; "
        raise UserMistake(message + "pip install 'modylbench[speech]', or ask for `checked`")
    return HearingOptions(transcripts, listener, _profiler(kept))


@cache
def _profiler(kept: Path | None) -> Profiler:
    from modylbench.providers.speech.acoustics.pitch import NoPitchTracker, SwiftPitch
    from modylbench.providers.speech.acoustics.profile import SoundProfiler
    from modylbench.providers.speech.cache import CachedProfiles

    try:
        profiler = SoundProfiler(SwiftPitch())
    except NoPitchTracker:
        profiler = SoundProfiler()
    return CachedProfiles(profiler, kept) if kept is not None else profiler


@cache
def _whisper(kept: Path | None) -> SpeechToText | None:
    from modylbench.providers.speech.cache import CachedTranscripts
    from modylbench.providers.speech.speech import NoTranscriber
    from modylbench.providers.speech.whisper import Whisper

    try:
        listener = Whisper()
    except NoTranscriber:
        return None
    return CachedTranscripts(listener, kept) if kept is not None else listener
