"""Stage 2: a recorded meeting measured by code, then judged by a panel."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from modylbench import __version__
from modylbench.evaluation.evaluate.briefs import Material, briefs
from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.evaluation.evaluate.panel import Judgments, cards, judgments, total_usage
from modylbench.evaluation.evaluate.pictures import pictures_by_turn
from modylbench.evaluation.evaluate.signatures import signatures
from modylbench.evaluation.evaluate.timeline import estimated_words, timelines
from modylbench.evaluation.evaluation import Evaluation
from modylbench.evaluation.locating import question
from modylbench.evaluation.locating.brief import briefs as locator_briefs
from modylbench.evaluation.locating.locator import locate
from modylbench.evaluation.measuring.measure import MeetingView, facts_of, judged_edits
from modylbench.evaluation.verification.evidence import NOTHING_LOCATED, Evidence
from modylbench.evaluation.views.hearing import captions
from modylbench.evaluation.views.turns import views
from modylbench.evaluation.views.yardstick import Yardstick, planned_variant
from modylbench.evaluation.visuals.observing import observe_screens
from modylbench.recording.held_turns import held_turns
from modylbench.recording.reading import record_digest
from modylbench.scenarios.drawing.plot import NEUTRAL
from modylbench.scenarios.free_form.form import question_turns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from modylbench.evaluation.evaluate.panel import VerdictProgress
    from modylbench.evaluation.evaluate.pictures import TurnPictures
    from modylbench.evaluation.evaluation import EvaluationMode
    from modylbench.evaluation.judging.judge import Brief, Judge, Quotation
    from modylbench.evaluation.locating.brief import LocatorBrief
    from modylbench.evaluation.locating.locator import Locations, Locator
    from modylbench.evaluation.mutations.mutation import Trajectory
    from modylbench.evaluation.verdicts import JudgeCard, JudgeExchange
    from modylbench.evaluation.views.hearing import HeardWords
    from modylbench.products.finding.addresses import LocatedQuantity
    from modylbench.recording.events import SpokenWord
    from modylbench.recording.recording import MeetingRecording
    from modylbench.scenarios.scenario import Scenario
    from modylbench.scenarios.variant import Variant

VERIFICATION, EDGE_CASES = 4, 5
"""SPEC 3: the layers that are switched in this stage, and in the meeting."""
DEFAULT_OPTIONS = EvaluationOptions()


@dataclass(frozen=True, slots=True)
class EvaluationResult:
    """The record, and the raw exchanges behind its verdicts."""

    evaluation: Evaluation
    exchanges: tuple[JudgeExchange, ...]


@dataclass(frozen=True, slots=True)
class ObservedMeeting:
    """A recorded meeting as it is seen, turn by turn, before any fact is made of it."""

    view: MeetingView
    variant: Variant
    folder: Path
    sights: Mapping[int, TurnPictures]
    edits: Trajectory
    digest: str
    """Of the record of the meeting: what answers about it are bound to."""


@dataclass(frozen=True, slots=True)
class MeasuredMeeting:
    """A meeting, measured and ready to be judged; `locations` only where a locator was asked."""

    recording: MeetingRecording
    variant: Variant
    material: Material
    locations: Locations | None = None


async def evaluate(
    recording: MeetingRecording,
    folder: Path,
    variant: Variant,
    panel: Sequence[Judge],
    *,
    options: EvaluationOptions = DEFAULT_OPTIONS,
) -> Evaluation:
    """The evaluation of a recorded meeting; `variant` is the scenario as it was held."""
    measured = measure(recording, folder, variant, options=options)
    return (await judge(measured, panel, options)).evaluation


def measure(
    recording: MeetingRecording,
    folder: Path,
    variant: Variant,
    *,
    options: EvaluationOptions = DEFAULT_OPTIONS,
    heard: HeardWords | None = None,
) -> MeasuredMeeting:
    """What code establishes, before anybody judges; without `heard`, captions are believed."""
    return measure_observed(observe(recording, folder, variant, heard=heard), options)


def observe(
    recording: MeetingRecording,
    folder: Path,
    variant: Variant,
    *,
    heard: HeardWords | None = None,
) -> ObservedMeeting:
    """What was said, shown and edited in every turn."""
    heard = heard or captions(recording)
    seen = views(recording, folder, variant, heard.words)
    visuals = observe_screens(recording, folder, _agent_words(recording, heard))
    keyframes = {index: shown.keyframes for index, shown in visuals.turns.items()}
    sights = pictures_by_turn(recording, folder, keyframes)
    meeting = MeetingView(
        recording,
        seen,
        heard=heard,
        frames={
            turn_index: tuple(picture.frame.file.sha256 for picture in sight.pictures)
            for turn_index, sight in sights.items()
        },
        visuals=visuals,
    )
    edits = judged_edits(recording, seen, variant)
    return ObservedMeeting(meeting, variant, folder, sights, edits, record_digest(folder))


def _agent_words(recording: MeetingRecording, heard: HeardWords) -> dict[int, Sequence[SpokenWord]]:
    """The agent's words with their times, by turn; where nobody knows the times, estimated."""
    return {
        turn.turn_index: heard.times.get(turn.turn_index) or tuple(estimated_words(turn))
        for turn in recording.turns
    }


async def measure_located(
    observed: ObservedMeeting, options: EvaluationOptions, locator: Locator
) -> MeasuredMeeting:
    """The same, with what the locator points at among the products that are there at the end.

    Raises OverBudget where the money does not suffice.
    """
    locations = await locate(locator, briefs_for_locator(observed, options))
    measured = measure_observed(observed, options, located=locations.located)
    return replace(measured, locations=locations)


def briefs_for_locator(
    observed: ObservedMeeting, options: EvaluationOptions
) -> tuple[LocatorBrief, ...]:
    """What a locator is asked about the products at the end; nothing of a spoilt meeting."""
    recording, turns = observed.view.recording, observed.view.turns
    if VERIFICATION in options.layers_off or not recording.is_valid or not turns:
        return ()
    yardstick = Yardstick.of(planned_variant(observed.variant, recording))
    evidence = Evidence(yardstick.expectations, turns[-1].shown)
    return locator_briefs(evidence, yardstick.at_the_end.due, recording=observed.digest)


def measure_observed(
    observed: ObservedMeeting,
    options: EvaluationOptions,
    *,
    located: Mapping[str, LocatedQuantity] = NOTHING_LOCATED,
) -> MeasuredMeeting:
    """What code establishes of a meeting that was observed; with layer 4 off, nothing checked."""
    view, variant, edits = observed.view, observed.variant, observed.edits
    has_findings = VERIFICATION not in options.layers_off
    material = Material(
        folder=observed.folder,
        scenario=variant.scenario,
        views=tuple(view.turns),
        facts=facts_of(
            view, variant, edits, with_findings=has_findings, located=located, norms=options.norms
        ),
        recording=observed.digest,
        with_media=options.mode == "multimodal",
        edits=edits.mutations,
        sights=observed.sights,
        moments=_moments(observed) if options.mode == "multimodal" else {},
    )
    return MeasuredMeeting(view.recording, variant, material)


def _moments(observed: ObservedMeeting) -> dict[int, Quotation]:
    """The timelines of all turns."""
    recording, heard = observed.view.recording, observed.view.heard
    return timelines(
        recording.turns,
        recording.events,
        pictures={index: sight.pictures for index, sight in observed.sights.items()},
        times={} if heard is None else heard.times,
        visuals=observed.view.visuals.turns,
    )


def briefs_of(measured: MeasuredMeeting) -> tuple[Brief, ...]:
    """What judges are told; nothing of a meeting that we have spoilt, which is never scored."""
    return tuple(briefs(measured.material)) if measured.recording.is_valid else ()


async def judge(
    measured: MeasuredMeeting,
    panel: Sequence[Judge],
    options: EvaluationOptions,
    report: VerdictProgress | None = None,
) -> EvaluationResult:
    """Facts and verdicts as a record; the same bytes whatever the order of judges and answers."""
    judged = await judgments(briefs_of(measured), panel, report)
    exchanges = judged.exchanges
    if measured.locations is not None:
        exchanges = (*measured.locations.exchanges, *exchanges)
    return EvaluationResult(_record(measured, judged, panel, options), exchanges)


def mode_of(panel: Sequence[JudgeCard], options: EvaluationOptions) -> EvaluationMode:
    """How the meeting as a whole was judged."""
    if not panel:
        return "none"
    return options.mode if any(card.kind == "model" for card in panel) else "offline"


def layers_off(recording: MeetingRecording, options: EvaluationOptions) -> tuple[int, ...]:
    """The layers that were off, here and in the meeting."""
    neutral = {EDGE_CASES} if recording.edge_case == NEUTRAL else set()
    return tuple(sorted({*options.layers_off} | neutral))


def _unasked_turns(recording: MeetingRecording, scenario: Scenario) -> tuple[int, ...]:
    """The turns that were not held in a meeting that nobody left."""
    if recording.ending != "completed":
        return ()
    held = {turn.turn_index for turn in recording.turns}
    indexes = (slot.turn_index for slot in scenario.human_turns())
    return tuple(index for index in indexes if index not in held)


def _unreachable_products(recording: MeetingRecording, variant: Variant) -> tuple[str, ...]:
    """What cannot be handed in, since only beats before it were held."""
    if not recording.setting.beats:
        return ()
    reached = {index.product.id for index in Yardstick.of(variant).at_the_end.reference}
    expected = (output.product_id for output in variant.scenario.expected_outputs)
    return tuple(name for name in expected if name not in reached)


def _record(
    measured: MeasuredMeeting, judged: Judgments, panel: Sequence[Judge], options: EvaluationOptions
) -> Evaluation:
    recording, scenario = measured.recording, measured.variant.scenario
    seated = cards(panel)
    locator = None if measured.locations is None else measured.locations.record
    used = [verdict.usage for verdict in judged.verdicts]
    signed = signatures(seated, measured.variant.source, options.norms)
    if locator is not None:
        used = [locator.usage, *used]
        signed = tuple(sorted((*signed, question.signature()), key=lambda made: made.name))
    return Evaluation(
        recording=measured.material.recording,
        scenario_id=recording.scenario_id,
        scenario_version=recording.scenario_version,
        seed=recording.seed,
        edge_case=recording.edge_case,
        suite=recording.suite,
        suite_version=recording.suite_version,
        private_mark=recording.private_mark,
        is_official=recording.is_official,
        is_valid=recording.is_valid,
        is_multi_party=recording.is_multi_party,
        agent=recording.agent,
        mode=mode_of(seated, options),
        panel=seated,
        layers_off=layers_off(recording, options),
        expected_products=tuple(output.product_id for output in scenario.expected_outputs),
        beats=recording.setting.beats,
        unreachable_products=_unreachable_products(recording, measured.variant),
        planned_turns=tuple(slot.turn_index for slot in scenario.human_turns()),
        question_turns=question_turns(held_turns(recording.turns)),
        unasked_turns=_unasked_turns(recording, scenario),
        facts=measured.material.facts,
        verdicts=judged.verdicts,
        usage=total_usage(used),
        signatures=signed,
        transcripts=options.words,
        locator=locator,
        harness_version=__version__,
    )
