"""Answers and complaints of services are read as they are meant."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.providers.speech.services.api import (
    ServiceAnswer,
    read_complaint,
    read_sound,
)


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
