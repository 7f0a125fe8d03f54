"""The checks of one trial of a submission: its recording, its verdicts, its scorecard."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from modylbench.evaluation.evaluation import Evaluation
from modylbench.evaluation.verdicts import JudgeExchange
from modylbench.foundation.errors import BadFile, short_repr
from modylbench.leaderboard.resemblance import oracle_share
from modylbench.leaderboard.submission.manifest import is_media
from modylbench.leaderboard.submission.problems import SubmissionProblem, deviations, problem
from modylbench.leaderboard.submission.record_checks import (
    MOST_BYTES,
    differences,
    parse_strictly,
    read_strictly,
)
from modylbench.meeting.free_form import OFFLINE
from modylbench.meeting.script import SCRIPT
from modylbench.pipeline.replay.contradiction import ERRORS_OF_FORGED_RECORDS
from modylbench.pipeline.replay.replay import contradictions
from modylbench.recording.reading import altered_files
from modylbench.recording.recording import MeetingRecording
from modylbench.runs.records import JUDGMENTS
from modylbench.runs.variant import variant_before, variant_of
from modylbench.scenarios.drawing.plot import SEED_EDGE_CASE
from modylbench.scoring.rules import default_rules
from modylbench.scoring.score import score
from modylbench.scoring.scorecard import Scorecard

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from modylbench.foundation.record import Spec
    from modylbench.leaderboard.submission.problems import ProblemCode
    from modylbench.leaderboard.submission.suite_library import SuiteLibrary
    from modylbench.runs.run import RunPlan, Trial
    from modylbench.scenarios.suites import SuiteEdition
    from modylbench.scenarios.variant import Variant

S = TypeVar("S", bound="Spec")
RECORDS = ("recording.json", "evaluation.json", "scorecard.json", JUDGMENTS)


@dataclass(slots=True)
class CheckedTrial:
    """What a trial's folder holds, and what is wrong with it."""

    recording: MeetingRecording | None = None
    evaluation: Evaluation | None = None
    exchanges: tuple[JudgeExchange, ...] | None = None
    card: Scorecard | None = None
    problems: list[SubmissionProblem] = field(default_factory=list)
    warnings: list[SubmissionProblem] = field(default_factory=list)
    is_bound: bool = False
    """Whether recording, files and evaluation belong together, so that it can be measured anew."""
    oracle_share: float | None = None
    """Which share of the agent's words are those of an agent that knows the truth, if any count."""


@dataclass(frozen=True, slots=True)
class CheckedRecording:
    """A recording, what is wrong with it and its files, and whether all of these are there."""

    recording: MeetingRecording | None
    problems: tuple[SubmissionProblem, ...]
    is_whole: bool
    oracle_share: float | None = None
    doubts: tuple[SubmissionProblem, ...] = ()
    """What its log comes to otherwise, where that is no proof."""


async def read_recording(
    folder: Path, place: str, library: SuiteLibrary, *, has_media: bool
) -> CheckedRecording:
    """What can be told of the recording of a trial by itself: no verdict or score is looked at."""
    path = folder / "recording.json"
    recording, problems = read_strictly(MeetingRecording, path, f"{place}/recording.json")
    if recording is None:
        return CheckedRecording(None, tuple(problems), is_whole=False)
    files = list(_file_problems(recording, folder, has_media=has_media))
    problems += [problem("recording", f"{place}/{name}", text) for name, text in files]
    problems += _script_problems(recording, folder, place, library)
    doubts: list[SubmissionProblem] = []
    if not problems:
        found = await _replay_problems(recording, folder, place, library, has_media=has_media)
        if recording.setting.clock == "real":  # an outage there may part the log from the record
            doubts = found
        else:
            problems = found
    share = None if problems else _oracle_share(recording, folder, library)
    return CheckedRecording(
        recording, tuple(problems), is_whole=not files, oracle_share=share, doubts=tuple(doubts)
    )


def read_trial(
    folder: Path, place: str, recorded: CheckedRecording, library: SuiteLibrary
) -> CheckedTrial:
    """Everything that can be told of a trial by itself without measuring and judging it anew."""
    found = CheckedTrial(
        recording=recorded.recording,
        problems=list(recorded.problems),
        warnings=list(recorded.doubts),
        oracle_share=recorded.oracle_share,
    )
    found.evaluation = _read_record(Evaluation, folder, place, "evaluation.json", found)
    found.card = _read_record(Scorecard, folder, place, "scorecard.json", found)
    found.exchanges = _read_exchanges(folder, place, found)
    if found.evaluation is not None and found.recording is not None:
        found.problems += _receipt_problems(found, place)
        found.problems += _judge_problems(found.evaluation, place)
        found.problems += caption_problems(found.recording, found.evaluation, place)
        found.problems += cell_problems(found.recording, place)
        found.problems += locator_problems(found.evaluation, place)
        is_of_it = found.evaluation.recording == _digest(folder / "recording.json")
        if not is_of_it:
            text = "is of another recording than the one beside it; nothing is made of it again"
            found.problems.append(problem("binding", f"{place}/evaluation.json: recording", text))
        is_known = found.recording.scenario_id in library.sources
        found.is_bound = is_of_it and recorded.is_whole and is_known and found.exchanges is not None
    if found.evaluation is not None and found.card is not None:
        found.problems += scorecard_problems(folder, found.evaluation, found.card, place)
        found.problems += _otherwise_held(found.evaluation, found.card, place, library.edition)
    return found


def scorecard_problems(
    folder: Path, evaluation: Evaluation, card: Scorecard, place: str
) -> list[SubmissionProblem]:
    """Where a scorecard is not the one that its evaluation comes to by the benchmark's rules."""
    digest = _digest(folder / "evaluation.json")
    try:
        expected = score(evaluation, default_rules(), evaluation_sha256=digest)
    except ERRORS_OF_FORGED_RECORDS as error:
        return [problem("scorecard", f"{place}/evaluation.json", f"cannot be scored ({error})")]
    codes: dict[str, ProblemCode] = {"evaluation": "binding", "signatures": "signature"}
    where = f"{place}/scorecard.json"
    made = differences(card, expected, where, code="scorecard", codes=codes)
    if expected.invalid:
        text = f"has no score: {'; '.join(expected.invalid)}; judge or hold it again"
        made.append(problem("scorecard", where, text))
    return made


def _otherwise_held(
    evaluation: Evaluation, card: Scorecard, place: str, edition: SuiteEdition
) -> Iterator[SubmissionProblem]:
    """Whether all was done as the benchmark does; what is not of the core is never official."""
    is_regular = not card.layers_off and evaluation.edge_case == SEED_EDGE_CASE
    if not is_regular or card.is_official != edition.is_official:
        text = "is not official: held, judged or weighed otherwise than the benchmark does"
        if card.is_official:
            text = f"is called official, and nothing of the {edition.mark} is"
        yield problem("official", f"{place}/scorecard.json", text)


def _read_record(
    kind: type[S], folder: Path, place: str, name: str, trial: CheckedTrial
) -> S | None:
    value, problems = read_strictly(kind, folder / name, f"{place}/{name}")
    trial.problems += problems
    return value


def _read_exchanges(
    folder: Path, place: str, trial: CheckedTrial
) -> tuple[JudgeExchange, ...] | None:
    path, where = folder / JUDGMENTS, f"{place}/{JUDGMENTS}"
    if not path.is_file():
        trial.problems.append(problem("missing_member", where, "is missing"))
        return None
    if path.stat().st_size > MOST_BYTES:
        trial.problems.append(problem("json", where, f"has more than {MOST_BYTES:,} bytes"))
        return None
    made: list[JudgeExchange] = []
    lines = path.read_bytes().split(b"\n")
    if lines.pop():
        trial.problems.append(problem("json", where, "does not end in a newline"))
        return None
    before = len(trial.problems)
    for number, line in enumerate(lines, 1):
        exchange, problems = parse_strictly(
            JudgeExchange, line, f"{where} line {number}", is_line=True
        )
        trial.problems += problems
        if exchange is not None:
            made.append(exchange)
    return tuple(made) if len(trial.problems) == before else None


def _file_problems(
    recording: MeetingRecording, folder: Path, *, has_media: bool
) -> Iterator[tuple[str, str]]:
    """What is wrong with the recording's files, by name."""
    for line in altered_files(recording, folder):
        name, _, text = line.partition(": ")
        is_left_out = not has_media and is_media(f"/{name}") and text == "is missing"
        if not is_left_out:
            yield name, text


def plan_deviations(
    recording: MeetingRecording, trial: Trial, plan: RunPlan, library: SuiteLibrary
) -> Iterator[SubmissionProblem]:
    """Where it is not the trial that its place says, of the agent and by the rules of the run."""
    where = f"{trial.folder}/recording.json"
    setting, edition = recording.setting, library.edition
    source = library.sources.get(trial.scenario_id)
    is_scripted = source is None or source.template.goals is None
    claims: tuple[tuple[ProblemCode, str, object, object], ...] = (
        ("scenario", "scenario_id", recording.scenario_id, trial.scenario_id),
        ("seeds", "seed", recording.seed, trial.seed),
        ("claim", "agent", recording.agent, plan.agent),
        ("version", "scenario_version", recording.scenario_version,
         plan.scenario_versions.get(trial.scenario_id)),
        ("official", "edge_case", recording.edge_case, SEED_EDGE_CASE),
        ("official", "setting.beats", setting.beats, ""),
        ("official", "is_official", recording.is_official, edition.is_official),
        ("official", "setting.human", setting.human, SCRIPT if is_scripted else OFFLINE),
        ("suite", "suite", recording.suite, edition.suite),
        ("suite", "suite_version", recording.suite_version, edition.version),
        ("suite", "private_mark", recording.private_mark, edition.private_mark),
        ("claim", "setting.room", setting.room, plan.room),
        ("version", "setting.harness_version", setting.harness_version, plan.harness_version),
        ("recording", "setting.attempt", setting.attempt, len(setting.spoilt) + 1),
    )  # fmt: skip
    yield from deviations(claims, where)
    for fault in recording.faults:
        if fault.is_spoiling:
            text = f"the meeting is spoilt ({fault.code}); hold it again"
            yield problem("recording", f"{where}: faults", text)


def _script_problems(
    recording: MeetingRecording, folder: Path, place: str, library: SuiteLibrary
) -> list[SubmissionProblem]:
    """Whether people said what the script has for this seed, and handed over its files."""
    where = f"{place}/recording.json"
    source = library.sources.get(recording.scenario_id)
    if source is None:  # never load what a stranger's record names
        return []
    try:
        variant = variant_of(recording, folder, source)
        return [
            problem("script", f"{where}: {name}", text)
            for name, text in _script_deviations(recording, variant)
        ]
    except BadFile as error:
        return [problem("version", where, error.args[2])]
    except ERRORS_OF_FORGED_RECORDS as error:
        return [problem("script", where, f"is of no script that we have ({error})")]


async def _replay_problems(
    recording: MeetingRecording,
    folder: Path,
    place: str,
    library: SuiteLibrary,
    *,
    has_media: bool,
) -> list[SubmissionProblem]:
    """What its log, its script, its sound and time itself say against it."""
    source = library.sources.get(recording.scenario_id)
    if source is None:
        return []
    where = f"{place}/recording.json"
    try:
        variant = variant_before(recording, folder, source)
        found = await contradictions(recording, folder, variant, has_media=has_media)
    except ERRORS_OF_FORGED_RECORDS as error:
        return [problem("replay", where, f"is of no meeting that can be held ({error})")]
    return [problem("replay", f"{where}: {it.place}", it.text) for it in found]


def _oracle_share(recording: MeetingRecording, folder: Path, library: SuiteLibrary) -> float | None:
    """How much the agent speaks as the oracle does; None where that cannot be told."""
    source = library.sources.get(recording.scenario_id)
    if source is None:
        return None
    return oracle_share(recording, folder, variant_before(recording, folder, source))


def _script_deviations(recording: MeetingRecording, variant: Variant) -> Iterator[tuple[str, str]]:
    slots = {slot.turn_index: slot for slot in variant.scenario.human_turns()}
    held = [turn.turn_index for turn in recording.turns]
    if recording.planned_turns != len(slots):
        yield "planned_turns", f"found {recording.planned_turns}, the script has {len(slots)}"
    # In free form, what was never asked for follows the closing.
    is_open = recording.ending != "completed" or variant.free_form is not None
    planned = sorted(slots)[: len(held)] if is_open else sorted(slots)
    if held != planned:
        yield "turns", f"found the turns {short_repr(held)}, the script has {short_repr(planned)}"
    for turn in recording.turns:
        slot, human = slots.get(turn.turn_index), turn.human
        if slot is None or human.alternative >= len(slot.alternatives):
            yield f"turns[{turn.turn_index}]", "is not in the script"
            continue
        scripted = slot.alternatives[human.alternative]
        if human.text != scripted.human_utterance:
            yield f"turns[{turn.turn_index}].human.text", "is not what the script says at this seed"
        due = [
            (attachment.name, _sha256(attachment.content)) for attachment in scripted.attachments
        ]
        given = [(attachment.name, attachment.file.sha256) for attachment in human.attachments]
        if given != due:
            yield f"turns[{turn.turn_index}].human.attachments", "are not the script's files"


def _receipt_problems(trial: CheckedTrial, place: str) -> Iterator[SubmissionProblem]:
    """Receipts for sound and pictures that the recording does not have."""
    recording, evaluation = trial.recording, trial.evaluation
    if recording is None or evaluation is None:
        return
    known = {file.sha256 for file in recording.files()}
    receipts = [
        (f"evaluation.json: verdict {verdict.id}", verdict.receipt)
        for verdict in evaluation.verdicts
    ]
    receipts += [
        (f"{JUDGMENTS} line {number}", exchange.receipt)
        for number, exchange in enumerate(trial.exchanges or (), 1)
    ]
    for where, receipt in receipts:
        for digest in (*receipt.audio, *receipt.images):
            if digest not in known:
                text = f"the receipt names {digest[:12]}…, which is no file of the recording"
                yield problem("media", f"{place}/{where}", text)


def _judge_problems(evaluation: Evaluation, place: str) -> Iterator[SubmissionProblem]:
    """Whether those who gave verdicts are those on the panel, and nobody failed."""
    where = f"{place}/evaluation.json"
    seated = {card.name for card in evaluation.panel}
    heard = {verdict.judge for verdict in evaluation.verdicts}
    if heard != seated:
        text = f"found verdicts by {_names(heard)}, and on the panel {_names(seated)}"
        yield problem("panel", where, text)
    for verdict in evaluation.verdicts:
        if verdict.failure:
            yield problem(
                "verdict", f"{where}: {verdict.id}", f"failed: {verdict.failure}; judge it again"
            )


def caption_problems(
    recording: MeetingRecording, evaluation: Evaluation, place: str
) -> Iterator[SubmissionProblem]:
    """An agent that was heard is not judged by the words that it says it said."""
    if is_spoken(recording) and evaluation.transcripts == "captions":
        text = "the agent's own captions were believed; judge it again without --transcripts"
        yield problem("official", f"{place}/evaluation.json: transcripts", text)


def locator_problems(evaluation: Evaluation, place: str) -> Iterator[SubmissionProblem]:
    """A leaderboard knows no calibration of a locator, and takes nothing that rests on one."""
    if evaluation.locator is not None:
        text = "a locator was asked; judge it again without --locator"
        yield problem("official", f"{place}/evaluation.json: locator", text)


def cell_problems(recording: MeetingRecording, place: str) -> Iterator[SubmissionProblem]:
    """Without a cell an agent can read the truth, at a secret seed of any suite too."""
    if recording.agent.settings.get("cell") == "off":
        text = "the agent was held without a cell; hold it again where there are cells"
        yield problem("official", f"{place}/recording.json: agent.settings.cell", text)


def is_spoken(recording: MeetingRecording) -> bool:
    """Whether the agent was heard, and not only read."""
    return any(turn.agent.audio is not None for turn in recording.turns)


def _names(names: set[str]) -> str:
    return ", ".join(map(short_repr, sorted(names))) or "nobody"


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
