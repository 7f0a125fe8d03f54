"""How does sound of unknown length become a WAV file while it comes?"""

from __future__ import annotations

import hashlib
import struct
from contextlib import suppress
from typing import IO, TYPE_CHECKING

from modylbench.providers.speech.speech import BYTES_PER_SAMPLE, SAMPLE_RATE_HZ
from modylbench.recording.recording import KeptFile

if TYPE_CHECKING:
    from modylbench.meeting.capture.folder import Folder

HEADER_BYTES = 44
BUFFER_BYTES = 1 << 18
SILENT_BLOCK = bytes(1 << 16)


class WavFile:
    """A WAV file, 24 kHz, mono, 16 bits, that is written as its samples come.

    Silence before the first sound is only counted, so that a clip in which nothing is heard leaves
    no file. The length stands in the header and is known last, so the file is hashed at its end.
    """

    def __init__(self, folder: Folder, relative: str) -> None:
        self._folder = folder
        self._relative = relative
        self._file: IO[bytes] | None = None
        self._silent_bytes = 0
        self._sound_bytes = 0

    @property
    def samples(self) -> int:
        """How many there are so far."""
        return (self._silent_bytes + self._sound_bytes) // BYTES_PER_SAMPLE

    def silence(self, samples: int) -> None:
        """Add silence."""
        size = samples * BYTES_PER_SAMPLE
        if self._file is None:
            self._silent_bytes += size
        else:
            self._write_silence(self._file, size)
            self._sound_bytes += size

    def write(self, pcm: bytes) -> None:
        """Add samples that are not all silent."""
        if self._file is None:
            self._file = self._folder.place(self._relative).open("wb", buffering=BUFFER_BYTES)
            self._file.write(bytes(HEADER_BYTES))
            self._write_silence(self._file, self._silent_bytes)
        self._file.write(pcm)
        self._sound_bytes += len(pcm)

    def drop(self) -> None:
        """Write no more."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()

    def finish(self) -> KeptFile | None:
        """The whole file; None where nothing was heard."""
        if self._file is None:
            return None
        size = self._silent_bytes + self._sound_bytes
        with self._file as file:
            file.seek(0)
            file.write(header(size))
        self._file = None
        with self._folder.place(self._relative).open("rb") as whole:
            digest = hashlib.file_digest(whole, "sha256").hexdigest()
        return KeptFile(path=self._relative, sha256=digest, size=HEADER_BYTES + size)

    def _write_silence(self, file: IO[bytes], size: int) -> None:
        starts = range(0, size, len(SILENT_BLOCK))
        file.writelines(SILENT_BLOCK[: size - start] for start in starts)


def header(size: int) -> bytes:
    """The 44 bytes before so many bytes of samples."""
    rate, width = SAMPLE_RATE_HZ, BYTES_PER_SAMPLE
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, rate, rate * width, width, 8 * width)
    riff = struct.pack("<4sI4s", b"RIFF", 36 + size, b"WAVE")
    return riff + form + struct.pack("<4sI", b"data", size)
