"""Seeds are fixed by both sides and chosen by neither, and a breach is noticed."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.foundation.errors import UserMistake
from modylbench.leaderboard.challenge import (
    MOST_RUNS,
    SEED_FIRST,
    SEED_LAST,
    SignedChallenge,
    challenge_problems,
    commitment,
    declaration_problems,
    declare,
    derived_seeds,
    is_offered,
    issue,
    new_offer,
    reveal_problems,
    secret_of,
)
from modylbench.leaderboard.signing import SigningKey
from modylbench.recording.recording import AgentUnderTest

KEY, OTHER_KEY = SigningKey(bytes(range(32))), SigningKey(bytes(32))
SECRET, NONCE = b"s" * 32, b"n" * 32
AGENT = AgentUnderTest(name="mine", settings={"model": "m-1"})
DECLARED = declare(AGENT, "1.2", contact="me@example.org", nonce=NONCE)
TIMES = ("2026-11-15T12:00:00Z", "2026-11-22T12:00:00Z")


def challenge(k: int = 3) -> SignedChallenge:
    offer = new_offer("c-1", SECRET, KEY).offer
    return issue(offer, SECRET, commitment(DECLARED), k=k, times=TIMES, key=KEY)


def test_a_challenge_holds_from_the_offer_to_the_reveal() -> None:
    signed = challenge()

    assert is_offered(new_offer("c-1", SECRET, KEY), KEY.public)
    assert challenge_problems(signed, KEY.public, now="2026-11-16T00:00:00Z") == []
    assert declaration_problems(signed.challenge, DECLARED) == []
    assert reveal_problems(signed.challenge, SECRET) == []


def test_seeds_follow_from_the_hash_as_it_is_written_down() -> None:
    root = hashlib.sha256(SECRET + bytes.fromhex("ab" * 32) + b"c-1").digest()
    drawn = [hashlib.sha256(root + number.to_bytes(8, "big")).digest()[:8] for number in range(3)]
    span = SEED_LAST - SEED_FIRST + 1
    expected = sorted(SEED_FIRST + int.from_bytes(digest, "big") % span for digest in drawn)

    assert list(derived_seeds(SECRET, "ab" * 32, "c-1", k=3)) == expected


@given(
    secret=st.binary(min_size=32, max_size=32),
    declared=st.binary(min_size=32, max_size=32),
    k=st.integers(3, MOST_RUNS),
)
def test_seeds_are_different_ones_beyond_those_published(
    secret: bytes, declared: bytes, k: int
) -> None:
    seeds = derived_seeds(secret, declared.hex(), "x", k=k)

    assert len(set(seeds)) == k
    assert all(SEED_FIRST <= seed <= SEED_LAST for seed in seeds)
    assert seeds == tuple(sorted(seeds))


def test_each_side_alone_changes_all_seeds() -> None:
    base = set(derived_seeds(SECRET, "00" * 32, "x", k=5))
    others = [
        derived_seeds(b"t" * 32, "00" * 32, "x", k=5),
        derived_seeds(SECRET, "01" * 32, "x", k=5),
        derived_seeds(SECRET, "00" * 32, "y", k=5),
    ]

    assert all(base.isdisjoint(other) for other in others)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seeds": (1_000_001, 1_000_002, 1_000_003)}, "signature"),
        ({"k": 4}, "signature"),
        ({"id": "c-2"}, "signature"),
        ({"commitment": "00" * 32}, "signature"),
        ({"secret_hash": "00" * 32}, "signature"),
        ({"expires_at": "2030-01-01T00:00:00Z"}, "signature"),
        ({"seeds": (0, 1, 2)}, "are not all from"),
        ({"seeds": (1_000_002, 1_000_001, 1_000_003)}, "rising order"),
    ],
)
def test_a_changed_challenge_is_noticed(change: dict[str, object], said: str) -> None:
    signed = challenge()
    altered = signed.model_copy(update={"challenge": signed.challenge.model_copy(update=change)})

    assert any(
        said in challenge_problem for challenge_problem in challenge_problems(altered, KEY.public)
    )


def test_another_key_an_old_date_and_another_agent_are_noticed() -> None:
    signed = challenge()
    other = declare(AgentUnderTest(name="yours"), "1.2", contact="", nonce=NONCE)

    assert "expected" in challenge_problems(signed, OTHER_KEY.public)[0]
    assert "expired" in challenge_problems(signed, KEY.public, now="2026-11-23T00:00:00Z")[0]
    assert "hash differs" in declaration_problems(signed.challenge, other)[0]
    assert "missing" in declaration_problems(signed.challenge, None)[0]


def test_a_leaderboard_that_reveals_another_secret_or_chose_seeds_is_noticed() -> None:
    signed = challenge()
    chosen = signed.challenge.model_copy(update={"seeds": (1_000_001, 1_000_002, 1_000_003)})

    assert "not the one whose hash" in reveal_problems(signed.challenge, b"x" * 32)[0]
    assert "seeds that follow are" in reveal_problems(chosen, SECRET)[0]


def test_a_challenge_cannot_be_issued_with_another_secret_than_the_offer_s() -> None:
    offer = new_offer("c-1", SECRET, KEY).offer
    with pytest.raises(UserMistake, match="another secret"):
        issue(offer, b"x" * 32, commitment(DECLARED), k=3, times=TIMES, key=KEY)


def test_the_nonce_hides_what_was_declared() -> None:
    again = declare(AGENT, "1.2", contact="me@example.org", nonce=b"m" * 32)

    assert commitment(again) != commitment(DECLARED)


@pytest.mark.parametrize("text", ["", "ab", "zz" * 32])
def test_a_secret_that_is_none_is_a_mistake(text: str) -> None:
    with pytest.raises(UserMistake):
        secret_of(text)
