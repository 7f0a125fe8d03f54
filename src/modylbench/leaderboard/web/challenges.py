"""How does the server commit to seeds, and when does it say what they came from?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from fastapi import HTTPException

from modylbench.leaderboard.challenge import (
    SECRET_BYTES,
    SignedChallenge,
    SignedOffer,
    issue,
    new_offer,
)
from modylbench.leaderboard.web import models
from modylbench.leaderboard.web.view import at_text

if TYPE_CHECKING:
    from modylbench.leaderboard.store.records import Challenge
    from modylbench.leaderboard.web.parts import Parts

ID_BYTES = 12


def offered(parts: Parts) -> SignedOffer:
    """A new offer, kept with its secret."""
    secret = parts.drawn(SECRET_BYTES)
    signed = new_offer(parts.drawn(ID_BYTES).hex(), secret, parts.key)
    parts.store.add_offer(signed.offer.id, secret=secret.hex(), offer=signed.model_dump_json())
    return signed


def issued(parts: Parts, asked: models.ChallengeRequest) -> models.IssuedChallenge:
    """The challenge for a commitment: 404 without such an offer, 409 where it was taken up."""
    kept = parts.store.challenge(asked.offer)
    if kept is None:
        raise HTTPException(404, f"there is no offer {asked.offer}; ask for one first")
    if kept.record is None:
        new = _challenge(parts, kept, asked)
        parts.store.issue(new)
        kept = parts.store.challenge(asked.offer) or new
    if (kept.commitment, kept.k) != (asked.commitment, asked.k):
        line = f"the offer {asked.offer} was taken up for something else; ask for another"
        raise HTTPException(409, line)
    return _told(parts, kept)


def shown(parts: Parts, challenge_id: str) -> models.IssuedChallenge:
    """A challenge that was issued; its secret when nobody can gain by it any more."""
    kept = parts.store.challenge(challenge_id)
    if kept is None or kept.record is None:
        raise HTTPException(404, f"there is no challenge {challenge_id}")
    return _told(parts, kept)


def _challenge(parts: Parts, kept: Challenge, asked: models.ChallengeRequest) -> Challenge:
    now = parts.store.now_s()
    expires = now + parts.limits.challenge_s
    signed = issue(
        SignedOffer.model_validate_json(kept.offer).offer,
        bytes.fromhex(kept.secret),
        asked.commitment,
        k=asked.k,
        times=(at_text(now), at_text(expires)),
        key=parts.key,
    )
    return replace(
        kept,
        commitment=asked.commitment,
        record=signed.model_dump_json(),
        k=asked.k,
        expires_s=expires,
        contact=asked.contact,
    )


def _told(parts: Parts, kept: Challenge) -> models.IssuedChallenge:
    is_expired = kept.expires_s is not None and parts.store.now_s() > kept.expires_s
    state: models.ChallengeState
    state = "used" if kept.used_by else "expired" if is_expired else "open"
    return models.IssuedChallenge(
        signed=SignedChallenge.model_validate_json(kept.record or ""),
        state=state,
        issued_to_contact=parts.store.challenges_for(kept.contact) if kept.contact else 1,
        secret=None if state == "open" else kept.secret,
        submission=kept.used_by,
    )
