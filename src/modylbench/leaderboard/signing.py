"""Signatures of a leaderboard, so that nobody else can have said what it says.

Ed25519 over canonical JSON, after a line that names the kind of thing which is signed: a signature
under an offer is none under a verdict. Keys are one line of text, `ed25519:` and base64.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import StringConstraints

from modylbench.evaluation.verdicts import Sha256
from modylbench.foundation.errors import BadFile, UserMistake, short_repr
from modylbench.foundation.record import Record, canonical_json, read_text

if TYPE_CHECKING:
    from pathlib import Path

VerdictStatus = Literal["verified", "self-reported", "rejected"]
SignedKind = Literal["offer", "challenge", "verdict", "calibration", "contact"]
KeyId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
Signed = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9+/]{86}==$")]
"""64 bytes in base64."""
PUBLIC, PRIVATE = "ed25519:", "ed25519-private:"
KEY_BYTES = 32
ONLY_OURS = 0o600


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A leaderboard's public key, by which its signatures are checked."""

    raw: bytes

    @property
    def text(self) -> str:
        """One line, to be published."""
        return PUBLIC + base64.b64encode(self.raw).decode()

    @property
    def id(self) -> str:
        """A short name that follows from the key."""
        return hashlib.sha256(self.raw).hexdigest()[:16]

    def is_signed(self, kind: SignedKind, record: Record, signature: str) -> bool:
        """Whether the owner of this key has signed this record as this kind of thing."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            key = Ed25519PublicKey.from_public_bytes(self.raw)
            key.verify(base64.b64decode(signature, validate=True), _message(kind, record))
        except (InvalidSignature, ValueError):
            return False
        return True


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A leaderboard's own key; its bytes are never printed."""

    raw: bytes = field(repr=False)

    @property
    def public(self) -> PublicKey:
        """What others check signatures by."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return PublicKey(
            Ed25519PrivateKey.from_private_bytes(self.raw).public_key().public_bytes_raw()
        )

    def sign(self, kind: SignedKind, record: Record) -> str:
        """The signature of a record as this kind of thing."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        key = Ed25519PrivateKey.from_private_bytes(self.raw)
        return base64.b64encode(key.sign(_message(kind, record))).decode()


class LeaderboardVerdict(Record):
    """What a leaderboard found of a submission; `scores` are the worst runs by scenario.

    `suite` is the key of the edition that they are of, and empty where it was rejected: what is
    worth something on one board says nothing of another.
    """

    submission: Sha256
    status: VerdictStatus
    suite: str = ""
    scores: dict[str, float]
    overall: float | None
    problems: tuple[str, ...]
    checks: tuple[str, ...]
    decided_at: str = ""


class SignedVerdict(Record):
    """The same with the leaderboard's signature."""

    verdict: LeaderboardVerdict
    key_id: KeyId
    signature: Signed


def new_key(path: Path) -> SigningKey:
    """A new key in a new file that only its owner may read; raises BadFile where one is there."""
    raw = os.urandom(KEY_BYTES)
    try:
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, ONLY_OURS)
    except OSError as error:
        raise BadFile(path, "", f"no key can be made there ({error.strerror})") from error
    with os.fdopen(number, "wb") as file:
        file.write(f"{PRIVATE}{base64.b64encode(raw).decode()}\n".encode())
    return SigningKey(raw)


def read_key(path: Path) -> SigningKey:
    """The key in a file; raises BadFile, also where others may read it."""
    text = read_text(path).strip()
    if path.stat().st_mode & 0o077:
        raise BadFile(path, "", "others may read this key; expected mode 600 (chmod 600)")
    raw = _raw(text, PRIVATE)
    if raw is None:
        raise BadFile(path, "", f"holds no private key; expected a line with {PRIVATE}…")
    return SigningKey(raw)


def public_key(text: str) -> PublicKey:
    """The key that a line means; raises UserMistake."""
    raw = _raw(text.strip(), PUBLIC)
    if raw is None:
        shown = "a private key" if text.strip().startswith(PRIVATE) else short_repr(text.strip())
        message = f"found {shown}, expected a public key such as {PUBLIC} and 44 characters"
        raise UserMistake(message)
    return PublicKey(raw)


def signed_verdict(verdict: LeaderboardVerdict, key: SigningKey) -> SignedVerdict:
    """The verdict under a leaderboard's signature."""
    signature = key.sign("verdict", verdict)
    return SignedVerdict(verdict=verdict, key_id=key.public.id, signature=signature)


def is_genuine(signed: SignedVerdict, key: PublicKey) -> bool:
    """Whether the owner of the key has signed this very verdict."""
    is_its_key = signed.key_id == key.id
    return is_its_key and key.is_signed("verdict", signed.verdict, signed.signature)


def _message(kind: SignedKind, record: Record) -> bytes:
    return f"modylbench {kind} v1\n{canonical_json(record.model_dump(mode='json'))}".encode()


def _raw(text: str, prefix: str) -> bytes | None:
    if not text.startswith(prefix):
        return None
    try:
        raw = base64.b64decode(text.removeprefix(prefix), validate=True)
    except (binascii.Error, ValueError):
        return None
    return raw if len(raw) == KEY_BYTES else None
