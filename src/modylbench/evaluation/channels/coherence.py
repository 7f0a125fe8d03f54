"""Whether channels work together: voice with annotations, with chat, with reactions (SPEC 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.channels.chat import contradictions as contradicting_figures
from modylbench.evaluation.channels.chat import voice_chat_coherence
from modylbench.evaluation.channels.turn import absent, mean_of, part
from modylbench.evaluation.channels.valence import are_opposite, mood_of, valence_of
from modylbench.language.plain import plain

if TYPE_CHECKING:
    from modylbench.evaluation.channels.turn import ChannelTurn
    from modylbench.evaluation.facts import ChannelPart

SYNC_S = 3.0  # SPEC 8
VOICE_ANNOTATION, VOICE_CHAT, VOICE_REACTION = (
    "voice_annotation_sync", "voice_chat_consistency", "voice_reaction_alignment",
)  # fmt: skip


def coherence_parts(turn: ChannelTurn) -> list[ChannelPart]:
    """Each of the three where there is something to compare; reported, and told to judges."""
    sync, figures, mood = voice_annotation_sync(turn), voice_chat_coherence(turn), _mood(turn)
    return [
        absent(VOICE_ANNOTATION, "nothing was drawn at what the agent spoke of")
        if sync is None
        else part(VOICE_ANNOTATION, sync),
        absent(VOICE_CHAT, "voice and chat speak of no figure in common")
        if figures is None
        else part(VOICE_CHAT, figures),
        absent(VOICE_REACTION, "no reaction, or words of no mood")
        if mood is None
        else part(VOICE_REACTION, float(mood)),
    ]


def contradictions(turn: ChannelTurn) -> tuple[str, ...]:
    """Where two channels say what cannot both hold."""
    found = [
        f"voice and chat give different figures: {name}" for name in contradicting_figures(turn)
    ]
    if _mood(turn) is False:
        found.append(f"voice and reaction are of opposite moods: {turn.reactions[0].emoji}")
    return tuple(found)


def voice_annotation_sync(turn: ChannelTurn) -> float | None:
    """Of the targets that are drawn at and spoken of, the part with both within 3 s."""
    found: list[float] = []
    for use in turn.uses_of("annotation"):
        target = turn.targets[use.id]
        marks = [mark for mark in turn.drawn if mark.event.mark.surface_id == target.surface_id]
        spans = [
            (said.started_s, said.ended_s)
            for said in turn.said
            if any(plain(name) in plain(said.text) for name in target.names)
        ]
        if marks and spans:
            nearest = min(
                max(start - mark.event.at_s, mark.event.at_s - end, 0.0)
                for mark in marks
                for start, end in spans
            )
            found.append(float(nearest <= SYNC_S))
    return mean_of(found) if found else None


def _mood(turn: ChannelTurn) -> bool | None:
    """Whether the reaction is not of the opposite mood of the words; None without either."""
    spoken = mood_of(turn.words)
    if not turn.reactions or spoken is None:
        return None
    given = valence_of(turn.reactions[0].emoji)
    return None if given is None else not are_opposite(spoken, given)
