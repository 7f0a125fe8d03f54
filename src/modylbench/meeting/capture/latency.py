"""How long did the agent take, and which part of it was what?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.recording.recording import Latency

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.recording.recording import StateChange

HAS_WORDS = "has_words"
"""What an agent's seat says of itself between having something to say and its first sound."""


def latency(
    words_end_s: float,
    *,
    states: Sequence[StateChange],
    outputs: Sequence[float],
    first_voice_s: float | None,
) -> Latency:
    """The parts of the time from the end of the human's words to the agent's first sound.

    `outputs` are since the last word, and `first_voice_s` is that of the `answering_voice`. The
    agent thinks from when it first says so after the last word, or since before it where it goes
    on thinking then. A part that would be negative was not observed.

    >>> from modylbench.recording.recording import StateChange
    >>> thinking = StateChange(state="thinking", at_s=10.5)
    >>> found = latency(10.0, states=[thinking], outputs=[11.9], first_voice_s=12.25)
    >>> found.endpointing_s, found.compute_s, found.first_audio_s, found.response_s
    (0.5, 1.4, 0.35, 2.25)
    """
    first = first_voice_s if first_voice_s is not None else next(iter(outputs), None)
    response_s = None if first is None else round(first - words_end_s, 3) + 0.0
    thinking = _thinking(states, words_end_s)
    if thinking is None:
        return Latency(response_s=response_s)
    told = [one.at_s for one in states if one.state in {HAS_WORDS, "speaking"}]
    voices = [] if first_voice_s is None else [first_voice_s]
    ready = min((at_s for at_s in (*outputs, *told, *voices) if at_s >= thinking), default=None)
    return Latency(
        response_s=response_s,
        endpointing_s=_part(words_end_s, thinking),
        compute_s=_part(thinking, ready),
        first_audio_s=_part(ready, first_voice_s),
    )


def answering_voice(
    voices: Iterable[tuple[float, float | None]], *, words_s: tuple[float, float], is_early: bool
) -> float | None:
    """When the voice began that answers words which began and ended then; None without one.

    It is the first at or after the last word. With `is_early` an earlier one counts too where it
    began after the first word and was sounding at the last: a murmur is no answer, nor is the end
    of what was said before. A voice that has no end yet is sounding.

    >>> answering_voice([(3.0, 3.4), (9.0, 12.0)], words_s=(2.0, 10.0), is_early=True)
    9.0
    >>> answering_voice([(1.0, 12.0), (12.5, None)], words_s=(2.0, 10.0), is_early=True)
    12.5
    """
    began_s, ended_s = words_s
    return min(
        (
            start_s
            for start_s, end_s in voices
            if start_s >= ended_s
            or (is_early and start_s >= began_s and (end_s is None or end_s > ended_s))
        ),
        default=None,
    )


def _thinking(states: Sequence[StateChange], words_end_s: float) -> float | None:
    before = [one for one in states if one.at_s < words_end_s and one.state != HAS_WORDS]
    if before and before[-1].state == "thinking":
        return before[-1].at_s
    after = (one for one in states if one.at_s >= words_end_s)
    return next((one.at_s for one in after if one.state == "thinking"), None)


def _part(start_s: float | None, end_s: float | None) -> float | None:
    if start_s is None or end_s is None or end_s < start_s:
        return None
    return round(end_s - start_s, 3)
