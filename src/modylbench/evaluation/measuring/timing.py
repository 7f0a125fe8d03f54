"""When the agent spoke, over whom, and with which pauses."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from modylbench.evaluation.facts import TimingFacts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.recording.recording import RecordedTurn

    Spans = Sequence[tuple[float, float]]


def timing_of(recorded: RecordedTurn) -> TimingFacts:
    """The times of a turn, by the voices that were heard or, without sound, by the words' times."""
    human, agent = _spans(recorded)
    return TimingFacts(
        response_s=recorded.agent.latency.response_s,
        talk_over_s=_round_up_from_zero(_overlap(human, agent)),
        longest_pause_s=_longest_pause(recorded, agent) if agent else None,
        spoken_s=_round_up_from_zero(sum(end - start for start, end in agent)) if agent else None,
    )


def _spans(recorded: RecordedTurn) -> tuple[Spans, Spans]:
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


def _overlap(first: Spans, other: Spans) -> float:
    return sum(max(0.0, min(a[1], b[1]) - max(a[0], b[0])) for a in first for b in other)


def _longest_pause(recorded: RecordedTurn, agent: Spans) -> float:
    """The longest silence inside the answer; what was said over the human's words is not part."""
    heard_out = recorded.human.ended_s
    answer = [span for span in agent if span[1] > heard_out]
    gaps = [later[0] - earlier[1] for earlier, later in pairwise(answer)]
    return _round_up_from_zero(max(gaps, default=0.0))


def _round_up_from_zero(seconds: float) -> float:
    return round(max(0.0, seconds), 3)
