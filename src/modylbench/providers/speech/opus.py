"""Sound for people to hear, a tenth as large as the WAV file that measuring reads: Opus in WebM."""

from __future__ import annotations

import io
from fractions import Fraction
from typing import TYPE_CHECKING

from modylbench.foundation.extras import is_installed
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ

if TYPE_CHECKING:
    from modylbench.providers.speech.speech import Speech

BITS_A_SECOND = 20_000  # ours: voices are clear from 16,000 on (RFC 6716, 2.1.1: 16 to 20 kb/s)
QUICK = {"application": "voip", "compression_level": "3"}  # twice as fast as 10, as large
FRAME = SAMPLE_RATE_HZ // 50


def has_opus() -> bool:
    """Whether sound can be made smaller: PyAV comes with the extra `speech`."""
    return is_installed("av")


def opus_bytes(speech: Speech) -> bytes:
    """A whole WebM file with the sound; the same sound gives the same bytes."""
    import av
    import numpy as np

    samples = np.frombuffer(speech.pcm, dtype="<i2")
    if len(samples) < FRAME:
        samples = np.pad(samples, (0, FRAME - len(samples)))
    file = io.BytesIO()
    with av.open(file, "w", format="webm", options={"fflags": "+bitexact"}) as container:
        stream = container.add_stream("libopus", rate=SAMPLE_RATE_HZ, options=QUICK)
        stream.bit_rate = BITS_A_SECOND
        stream.layout = "mono"
        frame = av.AudioFrame.from_ndarray(samples.reshape(1, -1), format="s16", layout="mono")
        frame.sample_rate, frame.pts = SAMPLE_RATE_HZ, 0
        frame.time_base = Fraction(1, SAMPLE_RATE_HZ)
        container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return file.getvalue()
