"""Seeds that neither the submitter nor the leaderboard has chosen.

1. The leaderboard draws a secret S and publishes SHA-256(S) under its signature: an Offer.
2. The submitter declares the agent (name, settings, version, contact) and sends C, the SHA-256 of
   the declaration and a nonce that stays with the submitter, for that offer.
3. The leaderboard signs a Challenge: id, C, SHA-256(S), k, an expiry, and the k seeds that follow
   from SHA-256(S, C, id). Meetings are held at these seeds; the submission brings the declaration.
4. After the submission was checked, S is published: anybody can derive the seeds again.

What that prevents: a submitter who chooses seeds (they depend on S), who practises at them before
the agent is settled on (they are not known before C), who submits another agent than the one
declared (C is of its name, settings, version and contact); a leaderboard that picks kind or hard
seeds for somebody (S was committed to before C was known). What it does not prevent: several
challenges asked for by one submitter, of which the best is submitted (the leaderboard bounds and
shows their number for contacts that its operator has confirmed; of others it says that they are
anonymous); practice between challenge and submission (bounded by the expiry); an agent that is not
what its declaration says; a leaderboard that never reveals S, which is plain to see.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, StringConstraints

from modylbench.evaluation.verdicts import Sha256
from modylbench.foundation.errors import UserMistake, short_repr
from modylbench.foundation.record import Identifier, Record, canonical_json
from modylbench.leaderboard.signing import KeyId, Signed
from modylbench.recording.recording import AgentUnderTest

if TYPE_CHECKING:
    from modylbench.leaderboard.signing import PublicKey, SigningKey

SECRET_BYTES = 32
SEED_FIRST, SEED_LAST = 1_000_000, 2**31 - 1
"""Ours: published seeds, ours and the paper's, are small; the last is what any language holds."""
LEAST_RUNS, MOST_RUNS = 3, 20  # SPEC 10; the upper one is ours: 120 meetings
UtcTime = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]
"""UTC to the second, so that the order of texts is that of time."""


class Declaration(Record):
    """What is going to be submitted; `nonce` keeps C from being guessed from the rest."""

    agent: AgentUnderTest
    agent_version: Annotated[str, StringConstraints(max_length=200)]
    contact: Annotated[str, StringConstraints(max_length=200)]
    nonce: Sha256


class Offer(Record):
    """A secret that the leaderboard has settled on, by its hash; it serves one challenge."""

    id: Identifier
    secret_hash: Sha256


class SignedOffer(Record):
    """An offer under the leaderboard's signature."""

    offer: Offer
    key_id: KeyId
    signature: Signed


class SeedChallenge(Record):
    """The seeds at which a declared agent is to be held."""

    id: Identifier
    commitment: Sha256
    secret_hash: Sha256
    k: Annotated[int, Field(ge=LEAST_RUNS, le=MOST_RUNS)]
    seeds: Annotated[tuple[int, ...], Field(max_length=MOST_RUNS)]
    issued_at: UtcTime
    expires_at: UtcTime


class SignedChallenge(Record):
    """A challenge under the leaderboard's signature."""

    challenge: SeedChallenge
    key_id: KeyId
    signature: Signed


def declare(
    agent: AgentUnderTest, agent_version: str, *, contact: str, nonce: bytes
) -> Declaration:
    """A declaration; the nonce is 32 bytes drawn for it alone."""
    return Declaration(
        agent=agent, agent_version=agent_version, contact=contact, nonce=_secret(nonce).hex()
    )


def commitment(declaration: Declaration) -> str:
    """C: the SHA-256 that settles on a declaration and tells nothing of it."""
    content = canonical_json(declaration.model_dump(mode="json"))
    return hashlib.sha256(f"modylbench declaration v1\n{content}".encode()).hexdigest()


def new_offer(identifier: str, secret: bytes, key: SigningKey) -> SignedOffer:
    """The leaderboard's commitment to a secret, before it knows what for."""
    offer = Offer(id=identifier, secret_hash=_hash(secret))
    return SignedOffer(offer=offer, key_id=key.public.id, signature=key.sign("offer", offer))


def is_offered(signed: SignedOffer, key: PublicKey) -> bool:
    """Whether the leaderboard with this key has made this very offer."""
    is_its_key = signed.key_id == key.id
    return is_its_key and key.is_signed("offer", signed.offer, signed.signature)


def issue(
    offer: Offer, secret: bytes, declared: str, *, k: int, times: tuple[str, str], key: SigningKey
) -> SignedChallenge:
    """The challenge for a commitment `declared`; `times` are when it is issued and expires."""
    if _hash(secret) != offer.secret_hash:
        message = f"found another secret than that of the offer {offer.id}; expected the same"
        raise UserMistake(message)
    issued_at, expires_at = times
    challenge = SeedChallenge(
        id=offer.id,
        commitment=declared,
        secret_hash=offer.secret_hash,
        k=k,
        seeds=derived_seeds(secret, declared, offer.id, k=k),
        issued_at=issued_at,
        expires_at=expires_at,
    )
    signature = key.sign("challenge", challenge)
    return SignedChallenge(challenge=challenge, key_id=key.public.id, signature=signature)


def derived_seeds(secret: bytes, declared: str, identifier: str, *, k: int) -> tuple[int, ...]:
    """The k different seeds that follow from the secret, the commitment and the id, rising.

    The n-th draw is SEED_FIRST plus the first eight bytes of SHA-256(root, n) modulo the size of
    the range, where root is SHA-256(secret, commitment, id), all of them as bytes and the numbers
    as eight bytes, the highest first; what was drawn before is drawn again.

    >>> derived_seeds(bytes(32), "0" * 64, "example", k=3)
    (557937640, 1004896405, 1065374887)
    """
    root = hashlib.sha256(_secret(secret) + bytes.fromhex(declared) + identifier.encode()).digest()
    found: set[int] = set()
    for number in count():
        if len(found) == k:
            return tuple(sorted(found))
        drawn = hashlib.sha256(root + number.to_bytes(8, "big")).digest()[:8]
        found.add(SEED_FIRST + int.from_bytes(drawn, "big") % (SEED_LAST - SEED_FIRST + 1))
    raise AssertionError  # pragma: no cover


def challenge_problems(
    signed: SignedChallenge, key: PublicKey | None, *, now: str | None = None
) -> list[str]:
    """Why a challenge does not hold; without a key its signature is not looked at."""
    challenge, found = signed.challenge, []
    if key is not None and signed.key_id != key.id:
        found.append(f"it is signed by the key {signed.key_id}, expected {key.id}")
    elif key is not None and not key.is_signed("challenge", challenge, signed.signature):
        found.append("its signature is not the leaderboard's: something in it was changed")
    if (
        tuple(sorted(set(challenge.seeds))) != challenge.seeds
        or len(challenge.seeds) != challenge.k
    ):
        found.append(f"its seeds are not {challenge.k} different ones in rising order")
    if any(not SEED_FIRST <= seed <= SEED_LAST for seed in challenge.seeds):
        found.append(f"its seeds are not all from {SEED_FIRST:,} to {SEED_LAST:,}")
    if now is not None and now > challenge.expires_at:
        found.append(f"it expired at {challenge.expires_at}, and the submission came at {now}")
    return found


def reveal_problems(challenge: SeedChallenge, secret: bytes) -> list[str]:
    """Why a revealed secret does not lead to the challenge's seeds: nothing where it does."""
    if len(secret) != SECRET_BYTES or _hash(secret) != challenge.secret_hash:
        return ["the secret is not the one whose hash was published"]
    seeds = derived_seeds(secret, challenge.commitment, challenge.id, k=challenge.k)
    if seeds != challenge.seeds:
        return [f"the seeds that follow are {list(seeds)}, not {list(challenge.seeds)}"]
    return []


def secret_of(text: str) -> bytes:
    """The secret that 64 hex digits mean; raises UserMistake."""
    try:
        return _secret(bytes.fromhex(text.strip()))
    except ValueError:
        message = f"found the secret {short_repr(text)}, expected {2 * SECRET_BYTES} hex digits"
        raise UserMistake(message) from None


def declaration_problems(challenge: SeedChallenge, declaration: Declaration | None) -> list[str]:
    """Why a declaration is not the one that a challenge was asked for with."""
    if declaration is None:
        return ["the declaration that it was asked for with is missing"]
    if commitment(declaration) != challenge.commitment:
        return ["the declaration is not the one that it was asked for with: its hash differs"]
    return []


def utc_text(seconds: float) -> UtcTime:
    """Seconds since 1970 as people and records write it.

    >>> utc_text(0)
    '1970-01-01T00:00:00Z'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _hash(secret: bytes) -> str:
    return hashlib.sha256(_secret(secret)).hexdigest()


def _secret(value: bytes) -> bytes:
    if len(value) != SECRET_BYTES:
        message = f"found a secret of {len(value)} bytes, expected {SECRET_BYTES}"
        raise UserMistake(message)
    return value
