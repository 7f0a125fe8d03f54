"""Challenges are counted for a contact only with the token that its owner alone was sent."""

import pytest

from modylbench.foundation.errors import UserMistake
from modylbench.leaderboard.identity import (
    Requester,
    contact_token,
    identity_of,
    is_confirmed,
    normal_contact,
)
from modylbench.leaderboard.signing import SigningKey

KEY, OTHER = SigningKey(bytes(range(32))), SigningKey(bytes(32))
SPELLINGS = (
    "me@example.org",
    " ME@Example.org. ",
    "me+seeds7@example.org",
    "m\u200be@example.org",
    "\uff4de@example.org",
)


def identity(contact: str, token: str, client: str = "192.0.2.1") -> str:
    return identity_of(Requester(contact, token, client), KEY)


def test_all_spellings_of_a_contact_are_one_identity() -> None:
    token = contact_token(SPELLINGS[0], KEY)

    assert {normal_contact(contact) for contact in SPELLINGS} == {"me@example.org"}
    assert {contact_token(contact, KEY) for contact in SPELLINGS} == {token}
    found = {identity(contact, token, client) for contact in SPELLINGS for client in ("a", "b")}
    assert len(found) == 1
    assert is_confirmed(found.pop())


@pytest.mark.parametrize(
    "token",
    [
        contact_token("other@example.org", KEY),
        contact_token("me@example.org", OTHER),
        "x",
        "\ud800",
    ],
)
def test_nobody_counts_as_another(token: str) -> None:
    with pytest.raises(UserMistake, match="not of this contact"):
        identity("me@example.org", token)


def test_who_is_not_confirmed_is_counted_by_where_they_ask_from() -> None:
    claimed = [identity(contact, "") for contact in ("", "a@example.org", "b@example.org")]

    assert len(set(claimed)) == 1
    assert identity("", "", "192.0.2.2") != claimed[0]
    assert not is_confirmed(claimed[0])
    assert "192.0.2" not in claimed[0]


def test_there_is_no_token_for_nobody() -> None:
    with pytest.raises(UserMistake, match="expected whom"):
        contact_token(" \u200b ", KEY)
