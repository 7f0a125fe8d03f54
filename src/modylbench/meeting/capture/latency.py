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
    first_output_s: float | None,
    first_voice_s: float | None,
) -> Latency:
    """The parts of the time from the end of the human's words to the agent's first sound.

    >>> from modylbench.recording.recording import StateChange
    >>> thinking = StateChange(state="thinking", at_s=10.5)
    >>> found = latency(10.0, states=[thinking], first_output_s=11.9, first_voice_s=12.25)
    >>> found.endpointing_s, found.compute_s, found.first_audio_s, found.response_s
    (0.5, 1.4, 0.35, 2.25)
    """
    thinking = _first(states, "thinking")
    told = [_after(states, state, thinking) for state in (HAS_WORDS, "speaking")]
    ready = min(_known(first_output_s, *told), default=None)
    first = first_voice_s if first_voice_s is not None else first_output_s
    return Latency(
        response_s=_between(words_end_s, first),
        endpointing_s=_between(words_end_s, thinking),
        compute_s=_between(thinking, ready),
        first_audio_s=_between(ready, first_voice_s) if thinking is not None else None,
    )


def _first(states: Iterable[StateChange], state: str) -> float | None:
    return next((change.at_s for change in states if change.state == state), None)


def _after(states: Iterable[StateChange], state: str, at_s: float | None) -> float | None:
    return _first([one for one in states if at_s is not None and one.at_s >= at_s], state)


def _known(*times: float | None) -> list[float]:
    return [time for time in times if time is not None]


def _between(start_s: float | None, end_s: float | None) -> float | None:
    return None if start_s is None or end_s is None else round(end_s - start_s, 3) + 0.0
