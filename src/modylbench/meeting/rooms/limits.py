"""What may be sent into a room, and how large it may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import short_repr
from modylbench.meeting.room import (
    MOST_ATTRIBUTES_BYTES,
    MOST_FILE_BYTES,
    MOST_TEXT_BYTES,
    MOST_TOPIC,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.meeting.room import Guest

# The numbers below are ours.
LOWEST_RATE_HZ = 8_000
HIGHEST_RATE_HZ = 96_000
LONGEST_SPEECH_S = 600.0  # waiting to be said by one participant
MOST_NAME = 255  # characters of an identity, a name, a file's name, a MIME type
MOST_SIDE = 4_096  # pixels
MOST_OPEN_STREAMS = 1_000  # of one participant
BYTES_A_PIXEL = 4
BYTES_A_SAMPLE = 2


def utf8_size(text: object, what: str) -> int:
    """How many bytes the text has; raises ValueError where it cannot be written as UTF-8."""
    if not isinstance(text, str):
        message = f"{what}: found {short_repr(text)}, expected a string"
        raise TypeError(message)
    if text.isascii():
        return len(text)
    try:
        return len(text.encode())
    except UnicodeEncodeError as error:
        message = f"{what}: found half a character ({error.reason}), expected text"
        raise ValueError(message) from None


def attributes_size(attributes: Mapping[str, str]) -> int:
    """How many bytes keys and values have; raises where they are no strings, or too many."""
    size = sum(  # whole numbers
        utf8_size(key, "attribute") + utf8_size(value, f"attribute {short_repr(key)}")
        for key, value in attributes.items()
    )
    _at_most(size, MOST_ATTRIBUTES_BYTES, "attributes", "bytes")
    return size


def check_topic(topic: str) -> None:
    """Raise ValueError where a topic is empty or too long."""
    utf8_size(topic, "topic")
    if not topic:
        message = "topic: found an empty one, expected a name such as 'lk.chat'"
        raise ValueError(message)
    _at_most(len(topic), MOST_TOPIC, "topic", "characters")


def check_name(name: str, what: str) -> None:
    """Raise ValueError where a name is too long."""
    utf8_size(name, what)
    _at_most(len(name), MOST_NAME, what, "characters")


def check_guest(guest: Guest) -> None:
    """Raise ValueError where somebody has no identity, or endless names or attributes."""
    check_name(guest.identity, "identity")
    check_name(guest.name, "name")
    attributes_size(guest.attributes)
    if not guest.identity:
        message = "identity: found an empty one, expected a name"
        raise ValueError(message)


def check_text_size(size: int) -> None:
    """Raise ValueError where a text is too large."""
    _at_most(size, MOST_TEXT_BYTES, "text", "bytes")


def check_file(name: str, content: bytes, mime_type: str) -> None:
    """Raise ValueError where a file is too large or has an endless name."""
    check_name(name, "name of a file")
    check_name(mime_type, "MIME type")
    _check_bytes(content, "file")
    _at_most(len(content), MOST_FILE_BYTES, "file", "bytes")


def check_picture(width: int, height: int, rgba: bytes) -> None:
    """Raise ValueError where a picture has a strange size or not four bytes a pixel."""
    _check_bytes(rgba, "picture")
    if not (0 < width <= MOST_SIDE and 0 < height <= MOST_SIDE):
        message = f"picture: found {width}x{height}, expected sides of 1 to {MOST_SIDE} pixels"
        raise ValueError(message)
    expected = width * height * BYTES_A_PIXEL
    if len(rgba) != expected:
        message = f"picture: found {len(rgba)} bytes, expected {expected} for {width}x{height} RGBA"
        raise ValueError(message)


def check_speech(pcm: bytes, sample_rate_hz: int) -> None:
    """Raise ValueError where samples are no 16-bit ones or have a rate that we do not take."""
    _check_bytes(pcm, "speech")
    if not LOWEST_RATE_HZ <= sample_rate_hz <= HIGHEST_RATE_HZ:
        message = (
            f"sample rate: found {short_repr(sample_rate_hz)}, "
            f"expected {LOWEST_RATE_HZ} to {HIGHEST_RATE_HZ} Hz"
        )
        raise ValueError(message)
    if int(sample_rate_hz) != sample_rate_hz:
        message = f"sample rate: found {sample_rate_hz!r}, expected whole Hertz"
        raise ValueError(message)
    if len(pcm) % BYTES_A_SAMPLE:
        message = f"speech: found {len(pcm)} bytes, expected two a sample (16-bit mono)"
        raise ValueError(message)
    check_speech_length(len(pcm) / BYTES_A_SAMPLE / sample_rate_hz)


def check_speech_length(seconds: float) -> None:
    """Raise ValueError where more is waiting to be said than we keep."""
    _at_most(seconds, LONGEST_SPEECH_S, "speech", "seconds")


def check_open_streams(open_streams: int) -> None:
    """Raise ValueError where a participant opens streams and never closes any."""
    _at_most(open_streams, MOST_OPEN_STREAMS, "open text streams", "streams")


def _check_bytes(content: object, what: str) -> None:
    if not isinstance(content, bytes | bytearray | memoryview):
        message = f"{what}: found {short_repr(content)}, expected bytes"
        raise TypeError(message)


def _at_most(found: float, most: float, what: str, unit: str) -> None:
    if found > most:
        message = f"{what}: found {found:,.10g} {unit}, expected at most {most:,.10g}"
        raise ValueError(message)
