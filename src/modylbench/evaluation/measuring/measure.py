"""All facts that code establishes about a recorded meeting, before anybody judges it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.evaluation.facts import MeetingFacts, TurnFacts
from modylbench.evaluation.measuring.attempts import attempts_of
from modylbench.evaluation.measuring.edge_cases import edge_case_facts
from modylbench.evaluation.measuring.products import ProductEvidence, product_facts
from modylbench.evaluation.measuring.screens import last_page_findings, screen_facts
from modylbench.evaluation.measuring.sources.grounding import (
    sources_known_to,
    ungrounded_in_products,
)
from modylbench.evaluation.measuring.speech import speech_facts
from modylbench.evaluation.measuring.standing import CriterionChecks, standing_by_turn
from modylbench.evaluation.measuring.timing import timing_of
from modylbench.evaluation.measuring.work import trajectory_of, work_facts
from modylbench.evaluation.mutations.repetition import ResentValues
from modylbench.evaluation.mutations.scores import trajectory_scores
from modylbench.evaluation.views.hearing import CAPTIONS, NOTHING
from modylbench.evaluation.views.turns import views
from modylbench.evaluation.views.yardstick import Yardstick, planned_variant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from modylbench.evaluation.facts import SpeechFacts, WorkFacts
    from modylbench.evaluation.mutations.mutation import Trajectory
    from modylbench.evaluation.views.hearing import HeardWords
    from modylbench.evaluation.views.turns import AgentWords, TurnView
    from modylbench.recording.recording import MeetingRecording
    from modylbench.scenarios.variant import Variant

ASR = "speech recognition"


@dataclass(frozen=True, slots=True)
class MeetingView:
    """A recorded meeting turn by turn; `frames` are the hashes of each turn's pictures for judges.

    Without `heard`, the views alone tell whose transcript their words are.
    """

    recording: MeetingRecording
    turns: Sequence[TurnView]
    heard: HeardWords | None = None
    frames: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


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
    meeting: MeetingView, variant: Variant, edits: Trajectory, *, with_findings: bool = True
) -> MeetingFacts:
    """The same, for who has the views and the edits already.

    Without findings (layer 4 off), nothing is checked against the truth, the files or other places.
    What anybody sees who sits in the meeting is there: that something changed, how long a pause
    was, that a cell says TBD, what the page looks like.
    """
    seen, recording = meeting.turns, meeting.recording
    variant = planned_variant(variant, recording)
    yardstick = Yardstick.of(variant)
    checked = CriterionChecks(yardstick)
    standing = standing_by_turn(seen, yardstick, checked) if with_findings else None
    work = work_facts(seen, edits, standing, yardstick=yardstick, checked=checked)
    turns = _turns(meeting, work, speech_facts(seen, variant, with_findings=with_findings))
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
    )


def _turns(
    meeting: MeetingView, work: Sequence[WorkFacts], speech: Mapping[int, SpeechFacts]
) -> list[TurnFacts]:
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
            screen=screen_facts(view),
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
