"""A submission's evaluation made again from its recording and the answers that were kept.

That does not prove that a model gave an answer. Whoever must know judges again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, cast

from modylbench.evaluation.evaluate.evaluate import judge, measure
from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.evaluation.judging.model_judge import judge_by_name
from modylbench.evaluation.judging.replay import ReplayedModel, replayed_judge
from modylbench.evaluation.views.hearing import hear
from modylbench.foundation.errors import ModylBenchError, UserMistake, short_repr
from modylbench.leaderboard.submission.problems import SubmissionProblem, problem
from modylbench.leaderboard.submission.record_checks import differences
from modylbench.leaderboard.submission.trial_checks import is_spoken
from modylbench.pipeline.measure import hearing_of
from modylbench.pipeline.replay.contradiction import ERRORS_OF_FORGED_RECORDS
from modylbench.providers.models.access import judge_name
from modylbench.providers.models.judge_models import NamedModel
from modylbench.providers.sandbox.python_project import why_nothing_runs
from modylbench.recording.events import Frame
from modylbench.runs.records import JUDGMENTS
from modylbench.runs.variant import variant_of
from modylbench.scenarios.criteria.criterion import RUN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from modylbench.evaluation.evaluate.evaluate import EvaluationResult, MeasuredMeeting
    from modylbench.evaluation.evaluate.options import Transcripts
    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.judging.judge import Judge
    from modylbench.evaluation.verdicts import JudgeCard, JudgeExchange
    from modylbench.leaderboard.submission.problems import ProblemCode
    from modylbench.providers.models.access import JudgeName
    from modylbench.recording.recording import MeetingRecording
    from modylbench.scenarios.loader import ScenarioSource

TRANSCRIPTS = ("captions", "checked", "full")
CODE_OF_FIELD: dict[str, ProblemCode] = {
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
    "suite": "suite",
    "suite_version": "suite",
    "private_mark": "suite",
    "seed": "seeds",
    "scenario_id": "scenario",
}
REPLAY_ERRORS = (*ERRORS_OF_FORGED_RECORDS, ModylBenchError)
Mode = Literal["text", "multimodal"]
PATHS = ("/v1", "", "/api/v1", "/openai/v1", "/api", "/v1beta/openai", "/openai")
"""Ours: where servers that speak OpenAI's format usually do so."""
ANSWERS = ("", "+tools", "+prompted")


class ReplayUnavailable(ModylBenchError):
    """What is needed to make an evaluation again is not to be had here; the message says what."""


@dataclass(frozen=True, slots=True)
class KeptTrial:
    """A trial's folder with what was read of it, and who has judged it."""

    folder: Path
    place: str
    recording: MeetingRecording
    evaluation: Evaluation
    exchanges: tuple[JudgeExchange, ...]
    has_media: bool
    source: ScenarioSource | None = None
    """The scenario; without it the one of that id, or the folder that the run's plan names."""


async def measure_again(
    kept: KeptTrial, transcripts: Path | None
) -> tuple[MeasuredMeeting, EvaluationOptions]:
    """What code establishes of it.

    Raises ReplayUnavailable where nobody here hears what was heard there.
    """
    evaluation, recording = kept.evaluation, kept.recording
    how, _, listener = evaluation.transcripts.partition(" by ")
    asked = cast("Transcripts", how if how in TRANSCRIPTS else "checked")
    mode = cast("Mode", evaluation.mode)
    is_heard = is_spoken(recording)
    if is_heard and not listener:
        message = "nobody has listened to the agent, whose captions were believed"
        raise ReplayUnavailable(message)
    if is_heard and not kept.has_media:
        message = "its sound is left out of the submission"
        raise ReplayUnavailable(message)
    if not kept.has_media and any(isinstance(event, Frame) for event in recording.events):
        message = "its pictures are left out of the submission"
        raise ReplayUnavailable(message)
    hearing = hearing_of(recording, asked, transcripts if kept.has_media else None)
    ours = hearing.transcriber.name if hearing.transcriber is not None else ""
    if is_heard and ours != listener:
        message = f"listened has {listener} there, and here {ours or 'nobody'} can"
        raise ReplayUnavailable(message)
    tracker = hearing.profiler.pitch_by if hearing.profiler is not None else ""
    if others := _pitch_trackers(evaluation) - {tracker}:
        there, here = ", ".join(sorted(others)) or "nobody", tracker or "nobody"
        message = f"the pitch was told by {there} there, and here {here} can"
        raise ReplayUnavailable(message)
    if any(_rests_on_a_run(evaluation)) and (reason := why_nothing_runs()):
        message = f"code was run there, and here it cannot be ({reason})"
        raise ReplayUnavailable(message)
    options = EvaluationOptions(mode, (), asked, ours)
    heard = await hear(recording, kept.folder, hearing)
    variant = variant_of(recording, kept.folder, kept.source)
    return measure(recording, kept.folder, variant, options=options, heard=heard), options


def _rests_on_a_run(evaluation: Evaluation) -> Iterator[bool]:
    """Of each criterion that is checked by running code, whether that was done."""
    for product in evaluation.facts.products:
        for finding in product.findings:
            yield finding.check_type in RUN and not finding.is_left_to_judges


def _pitch_trackers(evaluation: Evaluation) -> set[str]:
    """Who told the pitch of the voices, where there was one to be told."""
    sounds = (turn.sound for turn in evaluation.facts.turns)
    return {sound.pitch_by for sound in sounds if sound is not None and sound.voiced_s}


async def judge_again(
    kept: KeptTrial, measured: MeasuredMeeting, options: EvaluationOptions, judges: Sequence[str]
) -> EvaluationResult:
    """The evaluation that follows from the answers kept; nobody is asked."""
    panel = replayed_panel(judges, cast("Mode", kept.evaluation.mode), kept.exchanges)
    here = replace(measured.material, folder=kept.folder)
    return await judge(replace(measured, material=here), panel, options)


def evaluation_problems(kept: KeptTrial, made: EvaluationResult) -> list[SubmissionProblem]:
    """Where the kept evaluation and answers are not those that come out."""
    where = f"{kept.place}/evaluation.json"
    found = differences(
        kept.evaluation, made.evaluation, where, code="evaluation", codes=CODE_OF_FIELD
    )
    lines = f"{kept.place}/{JUDGMENTS}"
    if len(kept.exchanges) != len(made.exchanges):
        text = f"found {len(kept.exchanges)} answers, and {len(made.exchanges)} are made use of"
        found.append(problem("exchange", lines, text))
    else:
        pairs = zip(kept.exchanges, made.exchanges, strict=True)
        for number, (exchange, other) in enumerate(pairs, 1):
            if exchange != other:
                place = f"{lines} line {number}"
                found += differences(exchange, other, place, code="exchange")
    return found


def replay_failure(kept: KeptTrial, error: Exception) -> SubmissionProblem:
    """The problem of a trial that cannot be measured or judged anew."""
    text = f"cannot be made again: {type(error).__name__}: {error}"
    return problem("evaluation", f"{kept.place}/evaluation.json", text)


def replayed_panel(
    names: Sequence[str], mode: Mode, exchanges: Sequence[JudgeExchange]
) -> list[Judge]:
    """A panel that says again what it has said; raises UserMistake for a name that is none.

    It is made of names alone: it has no connection to ask anybody by.
    """
    judges = [judge_by_name(name, mode, _nobody) for name in names]
    return [replayed_judge(judge, exchanges) for judge in judges]


def _nobody(name: JudgeName) -> ReplayedModel:
    return ReplayedModel(NamedModel(name))


def possible_names(card: JudgeCard, mode: Mode) -> Iterator[str]:
    """The names, with addresses, by which a person may have meant the judge of a card."""
    first = card.name
    written, at, place = first.partition("@")
    urls = [f"{scheme}://{place}{path}" for path in PATHS for scheme in ("http", "https")]
    for answers in ANSWERS:
        for url in urls if at else [""]:
            name = f"{written}{_senses(card, mode)}{answers}" + (f"@{url}" if url else "")
            try:
                is_it = judge_name(name).name == card.name
            except UserMistake:
                continue
            if is_it:
                yield name


def _senses(card: JudgeCard, mode: Mode) -> str:
    """Options that give a model the senses that its card says it has."""
    if mode == "text" or " + " in card.model:
        return ""
    return "+text" + "+audio" * card.hears + "+image" * card.sees


def unknown_judge(name: str) -> str:
    """Why a name means no judge that could be asked; empty where it means one."""
    try:
        judge_name(name)
    except UserMistake as error:
        return f"{short_repr(name)} is no judge whose requests can be made up again ({error})"
    return ""
