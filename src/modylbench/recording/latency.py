"""Latency of each answer, split into endpointing, compute, speech synthesis and transport."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from modylbench.foundation.record import Spec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.recording.events import StateChange

HAS_WORDS = "has_words"
"""What an agent's seat says of itself between having something to say and its first sound."""

HEARS_OUT_S = 0.5  # ours: how long a seat waits after somebody's last word before it asks an agent


class Latency(Spec):
    """From the end of the human's words to the agent's first sound, in its parts.

    None is what could not be observed, or would be negative. `response_s` is to the first sound or,
    without one, to the first word or surface; negative where the agent began before the human had
    ended. `endpointing_s` is until the agent says that it thinks, `compute_s` until it has words,
    `tts_s` until it says that it speaks, `first_audio_s` until it is heard. `transport_s` is what
    the way to the agent and back takes: it lies inside the first and the last of these.
    """

    response_s: float | None = None
    endpointing_s: float | None = None
    compute_s: float | None = None
    tts_s: float | None = None
    first_audio_s: float | None = None
    transport_s: float | None = None


def latency(
    words_end_s: float,
    *,
    states: Sequence[StateChange],
    outputs: Sequence[float],
    first_voice_s: float | None,
    transport_s: float | None = None,
) -> Latency:
    """The parts of the time from the end of the human's words to the agent's first sound.

    `outputs` are since the last word, and `first_voice_s` is that of the `answering_voice`. The
    agent thinks from when it first says so after the last word, or since before it where it goes
    on thinking then. A part that would be negative was not observed. Those that follow each other
    without a gap up to the first sound add up to `response_s`.

    >>> from modylbench.recording.events import StateChange
    >>> told = [("thinking", 10.5), ("has_words", 11.9), ("speaking", 12.2)]
    >>> states = [StateChange(turn_index=1, state=state, at_s=at_s) for state, at_s in told]
    >>> found = latency(10.0, states=states, outputs=[], first_voice_s=12.25)
    >>> found.endpointing_s, found.compute_s, found.tts_s, found.first_audio_s, found.response_s
    (0.5, 1.4, 0.3, 0.05, 2.25)
    """
    ended_s, voice_s = round(words_end_s, 3), _round(first_voice_s)
    shown = [round(at_s, 3) for at_s in outputs]
    first = voice_s if voice_s is not None else next(iter(shown), None)
    response_s = None if first is None else round(first - ended_s, 3) + 0.0
    thinking = _thinking_s(states, ended_s)
    is_early = response_s is not None and response_s < 0.0  # it thought before the last word
    if thinking is None or is_early:
        return Latency(response_s=response_s, transport_s=_round(transport_s))
    until_s = inf if voice_s is None else voice_s
    words = _first_change_s(states, HAS_WORDS, thinking, until_s)
    if words is None:
        sounding = _first_perceived(states, shown, thinking, until_s)
        ready = voice_s if sounding is None else sounding
    else:
        ready, sounding = words, _first_change_s(states, "speaking", words, until_s)
    return Latency(
        response_s=response_s,
        endpointing_s=_part(ended_s, thinking),
        compute_s=_part(thinking, ready),
        tts_s=None if words is None else _part(words, voice_s if sounding is None else sounding),
        first_audio_s=_part(sounding, voice_s),
        transport_s=_round(transport_s),
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


def _thinking_s(states: Sequence[StateChange], words_end_s: float) -> float | None:
    before = [state for state in states if state.at_s < words_end_s and state.state != HAS_WORDS]
    if before and before[-1].state == "thinking":
        return before[-1].at_s
    after = (state for state in states if state.at_s >= words_end_s)
    return next((change.at_s for change in after if change.state == "thinking"), None)


def _first_change_s(
    states: Sequence[StateChange], state: str, since_s: float, until_s: float
) -> float | None:
    found = (change.at_s for change in states if change.state == state)
    return next((at_s for at_s in found if since_s <= at_s <= until_s), None)


def _first_perceived(
    states: Sequence[StateChange], outputs: Sequence[float], since_s: float, until_s: float
) -> float | None:
    """When an agent that does not tell when it has words first put out any, or said it speaks."""
    speaking = _first_change_s(states, "speaking", since_s, until_s)
    known = [] if speaking is None else [speaking]
    return min((at for at in (*outputs, *known) if since_s <= at <= until_s), default=None)


def _round(at_s: float | None) -> float | None:
    return None if at_s is None else round(at_s, 3)


def _part(start_s: float | None, end_s: float | None) -> float | None:
    if start_s is None or end_s is None or end_s < start_s:
        return None
    return round(end_s - start_s, 3)
