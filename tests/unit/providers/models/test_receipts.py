"""What left is told from what merely looks like it."""

import base64
import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.providers.models.question import MediaAttachment
from modylbench.providers.models.receipts import MOST_KEPT, Encoder

contents = st.binary(min_size=1, max_size=400)


def attached(content: bytes) -> MediaAttachment:
    return MediaAttachment("audio", content, hashlib.sha256(content).hexdigest())


def has_left(content: bytes, body: object) -> bool:
    return Encoder().encode(attached(content)).left_in(json.dumps(body).encode())


@given(content=contents, before=st.text(max_size=200))
def test_what_is_a_value_of_its_own_has_left(content: bytes, before: str) -> None:
    for written in (base64.b64encode(content), base64.urlsafe_b64encode(content)):
        text = written.decode()
        assert has_left(content, {"text": before, "data": text})
        assert has_left(content, ["x", f"data:audio/wav;base64,{text}"])


@given(content=contents, before=st.text(max_size=50), after=st.text(min_size=1, max_size=50))
def test_what_stands_in_a_longer_text_has_not_left(content: bytes, before: str, after: str) -> None:
    text = base64.b64encode(content).decode()
    assert not has_left(content, {"text": f'{before}"{text}" {after}'})
    assert not has_left(content, {"text": f'"data":"{text}"'})
    assert not has_left(content, {"text": f'\\"{text}\\" {after}'})


@given(content=st.binary(min_size=80, max_size=400), place=st.integers(0, 79))
def test_what_was_changed_or_cut_has_not_left(content: bytes, place: int) -> None:
    other = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
    for sent in (other, content[:-3], content + b"x"):
        assert not has_left(content, {"data": base64.b64encode(sent).decode()})


def test_a_sound_among_many_that_begin_alike_is_found() -> None:
    sounds = [bytes(3_000) + bytes([number]) * 3 for number in range(50)]
    body = {"parts": [base64.b64encode(sound).decode() for sound in sounds[:49]]}

    assert has_left(sounds[48], body)
    assert not has_left(sounds[49], body)


def test_a_hash_that_is_not_that_of_the_bytes_is_refused() -> None:
    wrong = MediaAttachment("audio", b"one", hashlib.sha256(b"two").hexdigest())
    encoder = Encoder()
    encoder.encode(attached(b"two"))

    with pytest.raises(ValueError, match="hash"):
        encoder.encode(wrong)


def test_an_attachment_is_encoded_once_and_forgotten_in_the_end() -> None:
    encoder = Encoder()
    first = encoder.encode(attached(b"one"))
    assert encoder.encode(attached(b"one")) is first

    for number in range(MOST_KEPT):
        encoder.encode(attached(b"%d" % number))
    assert encoder.encode(attached(b"one")) is not first
