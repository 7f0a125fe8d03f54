"""What is too large for one request goes without its sound, and the bill is bounded."""

import hashlib
from typing import Literal

import pytest

from modylbench.providers.models.question import (
    MEGABYTE,
    MediaAttachment,
    Question,
    fit_request,
    largest_size,
)

SCHEMA = {"type": "object"}


def attached(
    kind: Literal["audio", "image"], megabytes: float, mark: bytes = b"x"
) -> MediaAttachment:
    content = mark * round(megabytes * MEGABYTE)
    return MediaAttachment(kind, content, hashlib.sha256(content).hexdigest())


def question(*media: MediaAttachment) -> Question:
    return Question("Judge.", "How was it?", SCHEMA, media)


def test_what_fits_is_sent_as_it_is() -> None:
    asked = question(attached("audio", 2.0), attached("image", 0.5))

    assert fit_request(asked, 20) is asked


@pytest.mark.parametrize("order", [1, -1])
def test_sound_goes_first_and_the_model_is_told(order: int) -> None:
    sound, picture = attached("audio", 16.0), attached("image", 1.0)
    sent = fit_request(question(*(sound, picture)[::order]), 20)

    assert sent.attached == (picture,)
    assert "sound (1) could not be sent" in sent.instructions
    assert sent.text == "How was it?"


def test_pictures_go_from_the_earliest_on() -> None:
    first, second = attached("image", 9.0, b"1"), attached("image", 9.0, b"2")
    sent = fit_request(question(attached("audio", 16.0), first, second), 20)

    assert sent.attached == (second,)
    assert "sound (1) and pictures (1)" in sent.instructions


def test_base64_counts() -> None:
    """20 MB of request are 15 MB of file."""
    assert fit_request(question(attached("audio", 14.9)), 20).attached
    assert not fit_request(question(attached("audio", 15.1)), 20).attached


def test_the_most_that_is_counted_includes_earlier_turns_and_sound() -> None:
    plain = largest_size(question(), 100)
    longer = Question("Judge.", "How was it?", SCHEMA, (), (("第一年" * 100, "x" * 50),))
    sound = largest_size(question(attached("audio", 0.48)), 100)

    assert largest_size(longer, 100).text_tokens == plain.text_tokens + 900 + 50
    assert sound.audio_s == pytest.approx(10.0, abs=0.01)
    assert sound.output_tokens == 100
