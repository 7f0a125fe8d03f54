"""Answers and complaints of services are read as they are meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.providers.speech.services.api import (
    ServiceAnswer,
    UnreadableAnswer,
    read_complaint,
    read_sound,
    read_words,
)
from modylbench.providers.speech.speech import Word


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b'{"error": {"message": "no", "type": "t", "code": "bad_voice"}}', ("bad_voice", "no")),
        (b'{"error": {"message": "no", "type": "invalid", "code": null}}', ("invalid", "no")),
        (b'{"detail": {"status": "quota_exceeded", "message": "no"}}', ("quota_exceeded", "no")),
        (b'{"detail": "Not Found"}', ("", "Not Found")),
        (b'{"detail": [{"msg": "missing"}]}', ("", "")),
        (b'{"err_code": "INVALID_AUTH", "err_msg": "no"}', ("INVALID_AUTH", "no")),
        (b'{"error": {"code": "sk-secret-1 and more", "message": "no"}}', ("", "no")),
        (b'{"error": {"code": 5, "message": 5}}', ("", "")),
        (b"<html>", ("", "")),
        (b"5", ("", "")),
    ],
)
def test_a_complaint_is_read_in_each_services_shape(body: bytes, told: tuple[str, str]) -> None:
    assert read_complaint(body) == told


@given(
    body=st.binary(min_size=2, max_size=99).filter(
        lambda it: it[:3] not in (b"RIF", b"ID3", b"Ogg")
    )
)
def test_sound_is_all_whole_samples(body: bytes) -> None:
    assert read_sound(ServiceAnswer(body, "audio/pcm")) == body[: len(body) & ~1]


def test_a_word_that_ends_before_it_starts_takes_no_time() -> None:
    assert read_words([{"word": " a ", "start": 2, "end": 1.5}], "word") == (Word("a", 2.0, 2.0),)


def test_the_first_of_the_names_counts() -> None:
    listed = [
        {"word": "b", "written": "B.", "start": 0, "end": 1},
        {"word": "c", "start": 1, "end": 2},
    ]

    assert [word.text for word in read_words(listed, "written", "word")] == ["B.", "c"]


@pytest.mark.parametrize("listed", [None, {}, "a", [None], [{"word": 5, "start": 0, "end": 1}]])
def test_a_list_that_is_none_is_malformed(listed: object) -> None:
    with pytest.raises(UnreadableAnswer):
        read_words(listed, "word")
