"""What is said and shown in a room under load, how much of it came, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.meeting.room import AudioChunk

RATE_HZ = 24_000
FRAME_S = 0.02
WIDTH, HEIGHT = 1280, 720
TALK_S, PAUSE_S = 3.2, 0.8  # ours: sound four fifths of the time, and onsets to be found
LOUD, QUIET_S = 500, 0.3


def speech() -> bytes:
    """Something like a voice: harmonics of a wandering pitch, in syllables; loud from the start."""
    at = np.arange(int(TALK_S * RATE_HZ)) / RATE_HZ
    phase = 2 * np.pi * np.cumsum(130 + 25 * np.sin(2 * np.pi * 0.7 * at)) / RATE_HZ
    voice = sum(np.sin(k * phase) / k for k in range(1, 12))
    syllables = 0.55 + 0.45 * np.cos(2 * np.pi * 4 * at)
    return bytes((6000 * voice * syllables / 1.6).astype("<i2").tobytes())


def screens() -> list[bytes]:
    """Pages with lines of text-like marks on them, each a little different."""
    drawn = np.random.default_rng(7)
    page = np.full((HEIGHT, WIDTH, 4), 255, np.uint8)
    for top in range(40, HEIGHT - 40, 24):
        marks = drawn.integers(0, 2, WIDTH // 8 - 20).repeat(8) * 200
        page[top : top + 12, 80 : 80 + marks.size, :3] = (255 - marks)[None, :, None]
    found = []
    for index in range(4):
        page[100 + 48 * index : 112 + 48 * index, 200:700, :3] = 40 * index
        found.append(page.tobytes())
    return found


def missing_s(chunks: Sequence[AudioChunk]) -> float:
    """How much later than counted the least late sound comes at the end than at the beginning."""
    counted_s, late = 0.0, []
    for chunk in chunks:
        late.append((chunk.start_s, chunk.start_s - counted_s))
        counted_s += len(chunk.pcm) / 2 / RATE_HZ
    first_s, last_s = late[0][0], late[-1][0]
    at_first = min(by_s for at_s, by_s in late if at_s <= first_s + 1)
    at_last = min(by_s for at_s, by_s in late if at_s >= last_s - 1)
    return at_last - at_first if at_last - at_first > FRAME_S else 0.0


def delays_ms(chunks: Sequence[AudioChunk], onsets: Sequence[float]) -> list[float]:
    """From each onset as played to the same as heard, in ms; an onset that never came is left out.

    A sample counts as heard when it was due by the arrival of its chunk.
    """
    if not chunks:
        return []
    step = RATE_HZ // 1000
    times, levels = [], []
    for chunk in chunks:
        samples = np.abs(np.frombuffer(chunk.pcm, "<i2").astype(np.int32))
        loud = samples[: len(samples) // step * step].reshape(-1, step).max(axis=1) > LOUD
        times.append(chunk.start_s + np.arange(loud.size) * 1e-3)
        levels.append(loud)
    at, loud = np.concatenate(times), np.concatenate(levels)
    heard_at = at[loud]
    if not heard_at.size:
        return []
    begins = heard_at[np.concatenate([[True], np.diff(heard_at) > QUIET_S])]
    delays = []
    for onset in onsets:
        later = begins[begins >= onset]
        if later.size and later[0] - onset < PAUSE_S:
            delays.append(1e3 * float(later[0] - onset))
    return delays
