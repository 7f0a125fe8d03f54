"""What can code establish about a meeting? All facts of one recording, before anybody judges it."""

from __future__ import annotations

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
from modylbench.evaluation.measuring.speech import answer_of, speech_facts
from modylbench.evaluation.measuring.standing import CriterionChecks, standing_by_turn
from modylbench.evaluation.measuring.timing import timing_of
from modylbench.evaluation.measuring.wording.style import abuse_in
from modylbench.evaluation.measuring.work import trajectory_of, work_facts
from modylbench.evaluation.mutations.resent import Resent
from modylbench.evaluation.mutations.scores import trajectory_scores
from modylbench.evaluation.views.turns import views
from modylbench.evaluation.views.yardstick import Yardstick, planned_variant

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from modylbench.evaluation.facts import SpeechFacts, WorkFacts
    from modylbench.evaluation.mutations.mutation import Trajectory
    from modylbench.evaluation.views.turns import AgentWords, TurnView
    from modylbench.recording.recording import MeetingRecording
    from modylbench.scenarios.variant import Variant

CAPTIONS = "the agent's own captions"
ASR = "speech recognition"
NOTHING = "nothing: the agent was neither heard nor captioned"


def meeting_facts(
    recording: MeetingRecording, folder: Path, variant: Variant, words: Mapping[int, AgentWords]
) -> MeetingFacts:
    """All that code can say of a recorded meeting; `words` are what the agent said, by turn."""
    return facts_from(recording, views(recording, folder, variant, words), variant)


def judged_edits(
    recording: MeetingRecording, seen: Sequence[TurnView], variant: Variant
) -> Trajectory:
    """Every edit of the meeting, judged by what was asked for."""
    return trajectory_of(seen, Yardstick.of(planned_variant(variant, recording)))


def facts_from(
    recording: MeetingRecording,
    seen: Sequence[TurnView],
    variant: Variant,
    *,
    edits: Trajectory | None = None,
) -> MeetingFacts:
    """The same, for who has the views, and maybe the edits, already."""
    variant = planned_variant(variant, recording)
    yardstick = Yardstick.of(variant)
    checked = CriterionChecks(yardstick)
    found = trajectory_of(seen, yardstick) if edits is None else edits
    standing = standing_by_turn(seen, yardstick, checked)
    work = work_facts(seen, found, standing, yardstick=yardstick, checked=checked)
    turns = _turns(seen, work, speech_facts(seen, variant))
    of_products = ProductEvidence(
        figures=[figure for turn in turns for figure in turn.speech.figures],
        attempts=turns[-1].attempts if turns else (),
        ungrounded=ungrounded_in_products(seen, variant),
        known=sources_known_to(seen, variant),
        page_findings=last_page_findings(seen),
    )
    return MeetingFacts(
        turns=tuple(turns),
        products=product_facts(seen, found, of_products, yardstick=yardstick, checked=checked),
        edge_cases=edge_case_facts(seen, yardstick, checked),
        hearing=_hearing(seen),
        screens=recording.setting.screens,
        talk_over_s=sum(turn.timing.talk_over_s for turn in turns),
        resent_share=sum((view.sent for view in seen), start=Resent()).share,
        mutation_scores=trajectory_scores(found).overall.model_dump(),
    )


def _turns(
    seen: Sequence[TurnView], work: Sequence[WorkFacts], speech: Mapping[int, SpeechFacts]
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
            speech=_with_manners(speech[view.recorded.turn_index], view),
            timing=timing_of(view.recorded),
            screen=screen_facts(view),
            attempts=attempts_of(view),
        )
        for view, done in zip(seen, work, strict=True)
    ]


def _with_manners(speech: SpeechFacts, view: TurnView) -> SpeechFacts:
    return speech.model_copy(update={"abuse": abuse_in(answer_of(view))})


def _hearing(seen: Sequence[TurnView]) -> str:
    """In general; who has listened can say more."""
    sources = {view.words.source for view in seen}
    if "asr" in sources:
        return ASR
    return CAPTIONS if "captions" in sources else NOTHING
