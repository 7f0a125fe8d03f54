"""A signature holds only for what was signed, as what it was signed, by its signer."""

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from modylbench.foundation.errors import UserMistake
from modylbench.foundation.record import canonical_json
from modylbench.leaderboard.signing import (
    LeaderboardVerdict,
    SigningKey,
    is_genuine,
    public_key,
    signed_verdict,
)

KEY = SigningKey(bytes(range(32)))
VERDICT = LeaderboardVerdict(
    submission="ab" * 32,
    status="self-reported",
    scores={"scientist": 6.25},
    overall=6.25,
    problems=(),
    checks=("members and their hashes",),
)


def test_a_verdict_is_genuine_until_anything_in_it_changes() -> None:
    signed = signed_verdict(VERDICT, KEY)
    changes: tuple[dict[str, object], ...] = (
        {"status": "verified"}, {"overall": 9.0}, {"scores": {}}, {"problems": ("x",)},
        {"checks": ()}, {"submission": "cd" * 32}, {"decided_at": "today"},
    )  # fmt: skip

    assert is_genuine(signed, KEY.public)
    for change in changes:
        altered = signed.model_copy(update={"verdict": VERDICT.model_copy(update=change)})
        assert not is_genuine(altered, KEY.public)


def test_another_s_key_or_signature_is_noticed() -> None:
    signed, other = signed_verdict(VERDICT, KEY), SigningKey(bytes(32))

    assert not is_genuine(signed, other.public)
    assert not is_genuine(signed_verdict(VERDICT, other), KEY.public)
    forged = signed.model_copy(update={"signature": base64.b64encode(bytes(64)).decode()})
    assert not is_genuine(forged, KEY.public)


def test_what_was_signed_as_one_thing_is_not_signed_as_another() -> None:
    signature = KEY.sign("offer", VERDICT)

    assert KEY.public.is_signed("offer", VERDICT, signature)
    assert not KEY.public.is_signed("verdict", VERDICT, signature)


def test_anybody_can_check_it_with_the_library_alone() -> None:
    signed = signed_verdict(VERDICT, KEY)
    raw = base64.b64decode(KEY.public.text.removeprefix("ed25519:"))
    message = b"modylbench verdict v1\n" + canonical_json(VERDICT.model_dump(mode="json")).encode()

    Ed25519PublicKey.from_public_bytes(raw).verify(base64.b64decode(signed.signature), message)


@pytest.mark.parametrize("text", ["", "ed25519:", "ed25519:AAAA", "rsa:AAAA", "ed25519:????"])
def test_a_line_that_is_no_key_is_a_mistake(text: str) -> None:
    with pytest.raises(UserMistake, match="expected a public key"):
        public_key(text)


def test_it_is_the_ed25519_of_the_library() -> None:
    raw = Ed25519PrivateKey.from_private_bytes(KEY.raw).public_key().public_bytes_raw()

    assert KEY.public.raw == raw
