"""Rows of runs: what each meeting scored, and how its products came about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.findings import Finding  # noqa: TC001 - pydantic reads it
from modylbench.evaluation.measuring.measure import judged_edits
from modylbench.evaluation.mutations.formats.catalogue import available_formats
from modylbench.evaluation.mutations.reference import reference_of
from modylbench.evaluation.mutations.trajectory import normalise_turns, trajectory
from modylbench.evaluation.views.turns import views
from modylbench.foundation.record import Spec
from modylbench.publishing.dataset.training import TrainingRow, training_rows
from modylbench.recording.reading import read_recording
from modylbench.recording.side_talk import spoken_over
from modylbench.reliability.report import ScenarioReliability  # noqa: TC001 - pydantic reads it
from modylbench.runs.records import evaluation_in, reliability_in, scorecard_in
from modylbench.runs.variant import variant_of
from modylbench.scoring.scorecard import Scorecard

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.mutations.mutation import Trajectory
    from modylbench.evaluation.mutations.trajectory import TurnProducts
    from modylbench.publishing.dataset.visibility import Visibility
    from modylbench.recording.events import Utterance
    from modylbench.recording.recording import MeetingRecording
    from modylbench.reliability.report import ReliabilityReport
    from modylbench.runs.run import Run
    from modylbench.scenarios.variant import Variant

ORACLE = "oracle"
NO_RUN = ""
NOT_MEASURED = "not measured: no run of ours was given"
PLACE = re.compile(r"(?<![\w.:/\\])(?:[A-Za-z]:[\\/]|/)(?:[^\s/\\:'\",;]+[\\/])+")
"""The folders before a file's name, in a path from the root."""


class BaselineRow(Scorecard):
    """One meeting of a run of ours: its scorecard, what code verified, and the run's reliability.

    `reliability` is of the scenario over all seeds of the run; None where one of them is held out.
    """

    run: str
    verification: tuple[Finding, ...]
    reliability: ScenarioReliability | None


class TrajectoryRow(TrainingRow):
    """A request and the change that an agent made of it; `run` is empty for what no run made."""

    agent: str
    run: str


class TalkRow(Spec):
    """What somebody said or wrote in a meeting of several people, to whom, and over whom.

    `addressees` and `spoke_over` are identities, or `all`; none where nobody knows. `line` is the
    script's id of what people say besides requests. What `is_private` only the addressees got.
    """

    run: str
    agent: str
    scenario_id: str
    seed: int
    turn_index: int
    utterance_id: str
    line: str
    speaker: str
    is_agent: bool
    addressees: tuple[str, ...]
    channel: str
    manner: str
    is_private: bool
    text: str
    started_s: float
    ended_s: float
    ending: str
    cut_off_by: str | None
    spoke_over: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DatasetTrial:
    """A meeting of a run that may be shown."""

    run: Run
    run_name: str
    folder: Path
    card: Scorecard
    evaluation: Evaluation


@dataclass(frozen=True, slots=True)
class ChosenTrials:
    """The trials that are shown, and how many are not: held out, or without a score."""

    trials: tuple[DatasetTrial, ...] = ()
    held_out: int = 0
    unscored: int = 0


def choose_trials(runs: Sequence[Run], visibility: Visibility) -> ChosenTrials:
    """The trials of runs that may be shown."""
    trials: list[DatasetTrial] = []
    held_out = unscored = 0
    for run in runs:
        name = _run_name(run, visibility)
        for folder in run.trials:
            card, evaluation = scorecard_in(folder), evaluation_in(folder)
            if card is None or evaluation is None:
                unscored += 1
            elif not visibility.shows(card.scenario_id, card.seed):
                held_out += 1
            else:
                trials.append(DatasetTrial(run, name, folder, card, evaluation))
    return ChosenTrials(tuple(trials), held_out, unscored)


def baseline_rows(trials: Sequence[DatasetTrial], visibility: Visibility) -> Iterator[BaselineRow]:
    """A row for every trial, in the order of runs."""
    reports: dict[Path, ReliabilityReport | None] = {}
    for trial in trials:
        folder = trial.run.folder
        if folder not in reports:
            reports[folder] = reliability_in(folder)
        yield BaselineRow.model_construct(
            **_without_machine(trial.card),
            run=trial.run_name,
            verification=_distinct_findings(trial.evaluation),
            reliability=_reliability(reports[folder], trial.card.scenario_id, visibility),
        )


def without_places(text: str) -> str:
    """The text without where on somebody's machine files lie; their names stay.

    >>> without_places("found no program at '/data/me/bin/chromium'; see https://a.b/c/d")
    "found no program at 'chromium'; see https://a.b/c/d"
    """
    return PLACE.sub("", text)


def unmeasured_rows(made: Sequence[Variant]) -> Iterator[dict[str, Any]]:
    """A row of nulls for every scenario, where no run is shown: `datasets` loads no empty split."""
    for variant in made:
        version = variant.source.template.card.version
        yield {
            "scenario_id": variant.source.id,
            "scenario_version": version,
            "notes": [NOT_MEASURED],
        }


def run_trajectory_rows(trials: Sequence[DatasetTrial]) -> Iterator[TrajectoryRow]:
    """What each agent changed, turn by turn; the variant is the one that the meeting had."""
    for trial in trials:
        recording = read_recording(trial.folder)
        variant = variant_of(recording, trial.folder)
        seen = views(recording, trial.folder, variant, {})
        snapshots = [
            (turn.recorded.turn_index, [shown.product for shown in turn.shown]) for turn in seen
        ]
        said = {turn.recorded.turn_index: turn.recorded.human.text for turn in seen}
        rows = _rows(variant, judged_edits(recording, seen, variant), snapshots, utterances=said)
        yield from _trajectory_rows(rows, without_places(recording.agent.name), trial.run_name)


def oracle_trajectory_rows(made: Sequence[Variant]) -> Iterator[TrajectoryRow]:
    """What a perfect agent changes where every slot's unconditional words are said: no meeting."""
    for variant in made:
        reference = reference_of(variant)
        found = trajectory(reference.products, available_formats(), reference)
        said = {
            slot.turn_index: slot.alternatives[-1].human_utterance
            for slot in variant.scenario.human_turns()
        }
        rows = _rows(variant, found, reference.products, utterances=said)
        yield from _trajectory_rows(rows, ORACLE, NO_RUN)


def talk_rows(trials: Sequence[DatasetTrial]) -> Iterator[TalkRow | dict[str, Any]]:
    """All that was said in the meetings of several people; a row of nulls where there is none."""
    number = 0
    for trial in trials:
        recording = read_recording(trial.folder)
        people = {person.identity for person in recording.participants if person.kind == "standard"}
        if len(people) < 2:
            continue
        for words in recording.utterances:
            number += 1
            yield _talk_row(words, recording, trial.run_name, is_agent=words.speaker not in people)
    if not number:
        yield {}


def _talk_row(
    words: Utterance, recording: MeetingRecording, run: str, *, is_agent: bool
) -> TalkRow:
    return TalkRow(
        run=run,
        agent=without_places(recording.agent.name),
        scenario_id=recording.scenario_id,
        seed=recording.seed,
        turn_index=words.turn_index,
        utterance_id=words.id,
        line="" if words.planned is None else words.planned.line,
        speaker=words.speaker,
        is_agent=is_agent,
        addressees=words.addressees,
        channel=words.channel,
        manner=words.manner,
        is_private=words.is_private,
        text=without_places(words.text) if is_agent else words.text,
        started_s=words.started_s,
        ended_s=words.ended_s,
        ending=words.ending,
        cut_off_by=words.cut_off_by,
        spoke_over=spoken_over(words, recording.utterances),
    )


def _without_machine(card: Scorecard) -> dict[str, Any]:
    """What a scorecard says on any machine: an agent may be named by where its file lies."""
    fields = {name: getattr(card, name) for name in Scorecard.model_fields}
    settings = {name: without_places(value) for name, value in card.agent.settings.items()}
    named = {"name": without_places(card.agent.name), "settings": settings}
    return fields | {
        "agent": card.agent.model_copy(update=named),
        "notes": tuple(map(without_places, card.notes)),
        "invalid": tuple(map(without_places, card.invalid)),
    }


def _rows(
    variant: Variant,
    edits: Trajectory,
    snapshots: Sequence[tuple[int, TurnProducts]],
    *,
    utterances: dict[int, str],
) -> Iterator[TrainingRow]:
    states = {
        state.turn_index: state.documents
        for state in normalise_turns(snapshots, available_formats())
    }
    name, seed = variant.scenario.scenario_id, variant.seed
    return training_rows(edits, states, utterances, scenario_id=name, seed=seed)


def _trajectory_rows(rows: Iterator[TrainingRow], agent: str, run: str) -> Iterator[TrajectoryRow]:
    for row in rows:
        fields = {name: getattr(row, name) for name in TrainingRow.model_fields}
        yield TrajectoryRow.model_construct(**fields, agent=agent, run=run)


def _run_name(run: Run, visibility: Visibility) -> str:
    """How rows name the run; of one with held-out seeds not by a digest that seeds went into."""
    if run.plan is None:
        return NO_RUN
    trials, agent = run.plan.trials, without_places(run.plan.agent.name)
    is_shown = all(visibility.shows(trial.scenario_id, trial.seed) for trial in trials)
    return run.plan.name if is_shown and agent == run.plan.agent.name else agent


def _distinct_findings(evaluation: Evaluation) -> tuple[Finding, ...]:
    """Every criterion once, though one across products stands with each of them."""
    found = {
        finding.criterion_id: finding
        for product in evaluation.facts.products
        for finding in product.findings
    }
    return tuple(found.values())


def _reliability(
    report: ReliabilityReport | None, scenario_id: str, visibility: Visibility
) -> ScenarioReliability | None:
    of_all = report.scenarios if report is not None else ()
    own = next(
        (reliability for reliability in of_all if reliability.scenario_id == scenario_id), None
    )
    return own if own and visibility.shows_all(scenario_id, own.seeds) else None
