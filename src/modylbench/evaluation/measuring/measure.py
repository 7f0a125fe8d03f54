"""All facts that code establishes about a recorded meeting, before anybody judges it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from modylbench.evaluation.dynamics.conversation import conversation_of, titles_of
from modylbench.evaluation.dynamics.coordination import misattributions_by_turn
from modylbench.evaluation.dynamics.norms import default_norms
from modylbench.evaluation.dynamics.table import dynamics_facts
from modylbench.evaluation.facts import (
    MeetingFacts,
    PageFinding,
    ScreenChecks,
    ScreenFacts,
    TimingFacts,
    TurnFacts,
)
from modylbench.evaluation.measuring.attempts_on_judges import attempts_of
from modylbench.evaluation.measuring.clean_claims import clean_claims_by_turn
from modylbench.evaluation.measuring.corrections import unmade_corrections
from modylbench.evaluation.measuring.criteria_by_turn import CriterionChecks, standing_by_turn
from modylbench.evaluation.measuring.edge_cases import edge_case_facts
from modylbench.evaluation.measuring.file_defects import defects_named_by_turn
from modylbench.evaluation.measuring.products import ProductEvidence, product_facts
from modylbench.evaluation.measuring.sources.grounding import (
    sources_known_to,
    ungrounded_in_products,
)
from modylbench.evaluation.measuring.speech import speech_facts
from modylbench.evaluation.measuring.wording.announcements import put_off_by_turn
from modylbench.evaluation.measuring.work import trajectory_of, work_facts
from modylbench.evaluation.mutations.repetition import ResentValues
from modylbench.evaluation.mutations.scores import trajectory_scores
from modylbench.evaluation.verification.evidence import NOTHING_LOCATED
from modylbench.evaluation.views.hearing import CAPTIONS, NOTHING
from modylbench.evaluation.views.turns import views
from modylbench.evaluation.views.yardstick import Yardstick, planned_variant
from modylbench.evaluation.visuals.observing import MeetingVisuals, TurnVisuals

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from modylbench.evaluation.dynamics.conversation import MeasuredConversation
    from modylbench.evaluation.dynamics.norms import Norms
    from modylbench.evaluation.facts import SpeechFacts, WorkFacts
    from modylbench.evaluation.mutations.mutation import Trajectory
    from modylbench.evaluation.views.hearing import HeardWords
    from modylbench.evaluation.views.turns import AgentWords, TurnView
    from modylbench.products.finding.addresses import LocatedQuantity
    from modylbench.recording.events import Frame
    from modylbench.recording.recording import MeetingRecording
    from modylbench.recording.turns import RecordedTurn
    from modylbench.scenarios.variant import Variant


ASR = "speech recognition"
NOTHING_SEEN = TurnVisuals()
CHECKS = frozenset(ScreenChecks.model_fields) - {"source", "product_id"}


@dataclass(frozen=True, slots=True)
class MeetingView:
    """A recorded meeting turn by turn; `frames` are the hashes of each turn's pictures for judges.

    Without `heard`, the views alone tell whose transcript their words are. `visuals` are what
    happened on the screen.
    """

    recording: MeetingRecording
    turns: Sequence[TurnView]
    heard: HeardWords | None = None
    frames: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    visuals: MeetingVisuals = field(default_factory=MeetingVisuals)


def meeting_facts(
    recording: MeetingRecording,
    folder: Path,
    variant: Variant,
    words: Mapping[int, AgentWords],
    *,
    with_findings: bool = True,
) -> MeetingFacts:
    """All that code can say of a recorded meeting; `words` are what the agent said, by turn."""
    seen = views(recording, folder, variant, words)
    edits = judged_edits(recording, seen, variant)
    return facts_of(MeetingView(recording, seen), variant, edits, with_findings=with_findings)


def judged_edits(
    recording: MeetingRecording, seen: Sequence[TurnView], variant: Variant
) -> Trajectory:
    """Every edit of the meeting, judged by what was asked for."""
    return trajectory_of(seen, Yardstick.of(planned_variant(variant, recording)))


def facts_of(
    meeting: MeetingView,
    variant: Variant,
    edits: Trajectory,
    *,
    with_findings: bool = True,
    located: Mapping[str, LocatedQuantity] = NOTHING_LOCATED,
    norms: Norms | None = None,
) -> MeetingFacts:
    """The same, for who has the views and the edits already; norms are the benchmark's own.

    Without findings (layer 4 off), nothing is checked against the truth, the files or other places.
    What anybody sees who sits in the meeting is there: that something changed, how long a pause
    was, that a cell says TBD, what the page looks like.
    """
    seen, recording = meeting.turns, meeting.recording
    variant = planned_variant(variant, recording)
    yardstick = Yardstick.of(variant)
    checked = CriterionChecks(yardstick, located)
    standing = standing_by_turn(seen, yardstick, checked) if with_findings else None
    work = work_facts(seen, edits, standing, yardstick=yardstick, checked=checked)
    speech = speech_facts(seen, variant, with_findings=with_findings)
    conversation = _conversation(meeting, variant)
    found = _FoundByTurn()
    if with_findings:
        defects = defects_named_by_turn(seen, variant.scenario)
        found = _FoundByTurn(
            unmade=unmade_corrections(seen, yardstick, checked),
            defects=defects,
            put_off=put_off_by_turn(seen, work, speech),
            clean_claims=clean_claims_by_turn(seen, variant.scenario, defects),
            misattributed=misattributions_by_turn(conversation),
        )
    turns = _turns(meeting, work, speech, found)
    of_products = ProductEvidence(
        figures=[figure for turn in turns for figure in turn.speech.figures],
        attempts=turns[-1].attempts if turns else (),
        ungrounded=ungrounded_in_products(seen, variant),
        known=sources_known_to(seen, variant),
        page_findings=last_page_findings(seen),
    )
    return MeetingFacts(
        turns=tuple(turns),
        products=product_facts(
            seen,
            edits,
            of_products,
            yardstick=yardstick,
            checked=checked,
            with_findings=with_findings,
        ),
        edge_cases=edge_case_facts(seen, yardstick, checked, with_findings=with_findings),
        hearing=_hearing(meeting),
        captions_differ=meeting.heard is not None and bool(meeting.heard.mismatch),
        screens=recording.setting.screens,
        talk_over_s=sum(turn.timing.talk_over_s for turn in turns),
        resent_share=sum((view.sent for view in seen), start=ResentValues()).share,
        mutation_scores=trajectory_scores(edits).overall.model_dump() if with_findings else {},
        has_findings=with_findings,
        dynamics=dynamics_facts(
            conversation,
            norms or default_norms(),
            is_multi_party=len(conversation.people) > 1,
        ),
        frames=meeting.visuals.frames,
        synchrony=meeting.visuals.synchrony,
        stability=meeting.visuals.stability,
    )


def _conversation(meeting: MeetingView, variant: Variant) -> MeasuredConversation:
    """Who said what when, by the agent's words as they were heard where anybody listened."""
    return conversation_of(
        meeting.recording,
        agent_role=variant.source.template.card.agent_role,
        titles=titles_of(variant.scenario.participants),
        heard={
            view.recorded.turn_index: view.words.text
            for view in meeting.turns
            if view.words.source == "asr"
        },
    )


@dataclass(frozen=True, slots=True)
class _FoundByTurn:
    """What was found by comparing turns, by the human's turn index; nothing without findings."""

    unmade: Mapping[int, str] = field(default_factory=dict)
    defects: Mapping[int, Mapping[str, bool]] = field(default_factory=dict)
    put_off: Mapping[int, str] = field(default_factory=dict)
    clean_claims: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    misattributed: Mapping[int, int] = field(default_factory=dict)


def _turns(
    meeting: MeetingView,
    work: Sequence[WorkFacts],
    speech: Mapping[int, SpeechFacts],
    found: _FoundByTurn,
) -> list[TurnFacts]:
    heard = meeting.heard
    return [
        TurnFacts(
            turn_index=view.recorded.turn_index,
            phase=view.recorded.phase,
            purpose=view.slot.purpose,
            expects=view.asked.expected_response_type,
            edge_case=view.recorded.edge_case,
            outcome=view.recorded.agent.outcome,
            work=done,
            speech=speech[view.recorded.turn_index],
            timing=timing_of(view.recorded),
            screen=screen_facts(view, meeting.visuals.of(view.recorded.turn_index)),
            sound=None if heard is None else heard.sounds.get(view.recorded.turn_index),
            defects=dict(found.defects.get(view.recorded.turn_index, {})),
            unmade_correction=found.unmade.get(view.recorded.turn_index, ""),
            put_off=found.put_off.get(view.recorded.turn_index, ""),
            clean_claims=found.clean_claims.get(view.recorded.turn_index, ()),
            misattributed=found.misattributed.get(view.recorded.turn_index, 0),
            attempts=attempts_of(view),
            audio_sha256=_voice_sha256(view),
            frame_sha256s=meeting.frames.get(view.recorded.turn_index, ()),
        )
        for view, done in zip(meeting.turns, work, strict=True)
    ]


def _voice_sha256(view: TurnView) -> str:
    voice = view.recorded.agent.audio
    return "" if voice is None else voice.file.sha256


def _hearing(meeting: MeetingView) -> str:
    """Whose transcript the words are, and how it differs from the captions."""
    heard = meeting.heard
    if heard is not None:
        return "; ".join(filter(None, (heard.source, heard.mismatch)))
    sources = {view.words.source for view in meeting.turns}
    if "asr" in sources:
        return ASR
    return CAPTIONS if "captions" in sources else NOTHING


def screen_facts(view: TurnView, visuals: TurnVisuals = NOTHING_SEEN) -> ScreenFacts:
    """The pictures of a turn, how it came to them, and what is wrong with what was left."""
    agent = view.recorded.agent
    return ScreenFacts(
        frames=len(agent.frames),
        findings=tuple(
            finding for frame in agent.frames for finding in _page_findings(frame, view)
        ),
        faults=len(agent.surface_faults),
        changes=visuals.kept_changes,
        more_changes=len(visuals.changes) - len(visuals.kept_changes),
        undone_changes=visuals.undone,
        references=visuals.references,
        stability=visuals.stability,
        checks=(*_surface_checks(view), *visuals.shared),
    )


def _surface_checks(view: TurnView) -> Iterator[ScreenChecks]:
    """What holds on each surface that this turn left pictured; codes that are not ours are none."""
    for frame in view.recorded.agent.frames:
        known = {name: held for name, held in frame.checks.items() if name in CHECKS}
        if known:
            product_id = _product(frame.surface_id, None, view)
            yield ScreenChecks(source="surface", product_id=product_id, **known)


def last_page_findings(views: Sequence[TurnView]) -> dict[str, tuple[PageFinding, ...]]:
    """What is wrong with the last picture of each product that is there at the end, by its id."""
    last: dict[str | None, tuple[PageFinding, ...]] = {}
    for view in views:
        for frame in view.recorded.agent.frames:
            if frame.outline is not None:  # the last state of its surface in this turn
                last[frame.surface_id] = tuple(_page_findings(frame, view))
    there = {origin.surface_id for origin in views[-1].origins} if views else set()
    found: dict[str, tuple[PageFinding, ...]] = {}
    for surface_id, findings in last.items():
        for finding in findings if surface_id in there else ():
            if finding.product_id:
                found[finding.product_id] = (*found.get(finding.product_id, ()), finding)
    return found


def _page_findings(frame: Frame, view: TurnView) -> Iterator[PageFinding]:
    for raw in frame.findings:
        yield PageFinding(
            code=raw.get("code") or "unknown",
            severity="error" if raw.get("severity") == "error" else "warning",
            reason=raw.get("reason") or "",
            surface_id=frame.surface_id,
            product_id=_product(frame.surface_id, raw.get("component_id"), view),
        )


def _product(surface_id: str | None, component_id: str | None, view: TurnView) -> str:
    """The product that a finding is about: that of its component, or the only one there."""
    there = [origin for origin in view.origins if surface_id and origin.surface_id == surface_id]
    if len(there) == 1:
        return there[0].product_id
    return next((origin.product_id for origin in there if origin.component_id == component_id), "")


def timing_of(recorded: RecordedTurn) -> TimingFacts:
    """The times of a turn, by the voices that were heard or, without sound, by the words' times."""
    human, agent = _spans(recorded)
    return TimingFacts(
        response_s=recorded.agent.latency.response_s,
        talk_over_s=_rounded_not_negative(_overlap(human, agent)),
        longest_pause_s=_longest_pause(recorded, agent) if agent else None,
        spoken_s=_rounded_not_negative(sum(end - start for start, end in agent)) if agent else None,
    )


def _spans(recorded: RecordedTurn) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """When the people spoke and when the agent did."""
    speaker = recorded.human.speaker
    human = _merge_spans((v.started_s, v.ended_s) for v in recorded.voices if v.identity == speaker)
    agent = _merge_spans((v.started_s, v.ended_s) for v in recorded.voices if v.identity != speaker)
    if not human and recorded.human.channel == "voice":
        human = [(recorded.human.started_s, recorded.human.ended_s)]
    if not agent:
        agent = _merge_spans(
            (utterance.started_s, utterance.ended_s) for utterance in recorded.agent.said
        )
    return human, agent


def _merge_spans(spans: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """The spans in order, those that overlap as one."""
    merged: list[tuple[float, float]] = []
    for start, end in sorted(span for span in spans if span[1] > span[0]):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((start, end))
    return merged


def _overlap(first: list[tuple[float, float]], other: list[tuple[float, float]]) -> float:
    return sum(max(0.0, min(a[1], b[1]) - max(a[0], b[0])) for a in first for b in other)


def _longest_pause(recorded: RecordedTurn, agent: list[tuple[float, float]]) -> float:
    """The longest silence inside the answer; what was said over the human's words is not part."""
    heard_out = recorded.human.ended_s
    answer = [span for span in agent if span[1] > heard_out]
    gaps = [later[0] - earlier[1] for earlier, later in pairwise(answer)]
    return _rounded_not_negative(max(gaps, default=0.0))


def _rounded_not_negative(seconds: float) -> float:
    return round(max(0.0, seconds), 3)
