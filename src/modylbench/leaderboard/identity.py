"""Who asks for seeds: a contact that the operator has confirmed, or somebody whom nobody knows.

A contact that is only claimed proves nothing: whoever shops for seeds would claim another each
time, or somebody else's. So the operator, who has reached somebody by a contact, sends a token that
only the leaderboard's key can make. Challenges asked for with it are counted for the contact, in
one spelling; all others are anonymous, and counted for the network address that asks.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake, short_repr
from modylbench.foundation.record import Record

if TYPE_CHECKING:
    from modylbench.leaderboard.signing import SigningKey

CONTACT, CLIENT = "contact:", "client:"


class ConfirmedContact(Record):
    """What a token is the signature of."""

    contact: str


@dataclass(frozen=True, slots=True)
class Requester:
    """What somebody says of themselves, and the address that they ask from."""

    contact: str
    token: str
    client: str


def normal_contact(contact: str) -> str:
    """One spelling for all of one contact: in width, case, spaces, invisible marks and tags.

    >>> normal_contact(" You+seeds@Example.ORG ")
    'you@example.org'
    """
    folded = unicodedata.normalize("NFKC", contact).casefold()
    shown = "".join(mark for mark in folded if unicodedata.category(mark) not in ("Cf", "Cc"))
    plain = " ".join(unicodedata.normalize("NFKC", shown).split())
    name, at, domain = plain.rpartition("@")
    return f"{name.partition('+')[0]}@{domain.rstrip('.')}" if at and name else plain


def contact_token(contact: str, key: SigningKey) -> str:
    """What whoever is reached by a contact sends along; the same for all spellings of it."""
    found = normal_contact(contact)
    if not found:
        message = f"found the contact {short_repr(contact)}, expected whom you have reached by it"
        raise UserMistake(message)
    return key.sign("contact", ConfirmedContact(contact=found))


def identity_of(asking: Requester, key: SigningKey) -> str:
    """Whom challenges are counted for; a UserMistake where the token is of another contact.

    Of the address of somebody anonymous only a keyed hash is kept.
    """
    if asking.token:
        confirmed = ConfirmedContact(contact=normal_contact(asking.contact))
        if not key.public.is_signed("contact", confirmed, asking.token):
            message = "the token is not of this contact; ask the leaderboard's operator for one"
            raise UserMistake(message)
        return CONTACT + confirmed.contact
    digest = hmac.new(key.raw, f"client v1\n{asking.client}".encode(), hashlib.sha256)
    return CLIENT + digest.hexdigest()[:32]


def is_confirmed(identity: str) -> bool:
    """Whether an identity is a contact that was confirmed."""
    return identity.startswith(CONTACT)
