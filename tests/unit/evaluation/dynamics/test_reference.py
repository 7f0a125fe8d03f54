"""References made of meetings: quantiles against numpy, and what an agent has a part in."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from modylbench.evaluation.dynamics.norms import Distribution, content_digest
from modylbench.evaluation.dynamics.people.corpus import Corpus, MeetingTalk
from modylbench.evaluation.dynamics.people.reference import (
    STEPS,
    distribution,
    meeting_samples,
    norms_of,
    quantile,
)
from modylbench.recording.talk import Talk

ANN, BOB, AGENT = "ann", "bob", "agent"
SECONDS = st.floats(-100, 100, allow_nan=False)
TALK = (
    Talk(ANN, 0.0, 70.0),
    Talk(BOB, 3.0, 3.5),
    Talk(BOB, 69.0, 140.0),
    Talk(AGENT, 141.0, 150.0),
    Talk(ANN, 152.0, 160.0),
    Talk(BOB, 161.0, 170.0),
)
MEETING = MeetingTalk("m", TALK, frozenset({ANN, BOB}))


@given(values=st.lists(SECONDS, min_size=1, max_size=40), probability=st.floats(0, 1))
def test_quantiles_are_those_of_numpy(values: list[float], probability: float) -> None:
    expected = float(np.quantile(values, probability))

    assert quantile(sorted(values), probability) == pytest.approx(expected, abs=1e-9)


@given(values=st.lists(SECONDS, min_size=1, max_size=40))
def test_a_distribution_keeps_its_quantiles(values: list[float]) -> None:
    found = distribution(sorted(values))

    assert found is not None
    assert found.n == len(values)
    assert len(found.quantiles) == STEPS + 1
    assert found.at(0.99) == pytest.approx(np.quantile(values, 0.99), abs=1e-4)


def test_quantiles_that_fall_are_refused() -> None:
    with pytest.raises(ValidationError, match="expected none that falls"):
        Distribution(n=3, quantiles=(0.0, 2.0, 1.0))


def test_what_an_agent_has_a_part_in_is_nothing_that_people_did() -> None:
    samples = meeting_samples(MEETING)

    assert samples.offsets_s == (-1.0, 1.0)  # ann to bob, twice: neither to the agent nor from it
    assert samples.yields_s == (1.0,)
    assert sum(samples.speaking_shares) == pytest.approx(1.0)
    assert len(samples.speaking_shares) == 2


def test_a_reference_names_what_it_was_made_of() -> None:
    corpus = Corpus("RTTM", (MEETING,), "ab" * 32)

    made = norms_of(corpus, "own", "a test")

    assert (made.meetings, made.people, made.corpus, made.inputs_sha256) == (
        1, 2, "RTTM", "ab" * 32,
    )  # fmt: skip
    assert made.sha256 == content_digest(made)
    assert made.gap_p10_s == 1.0
    assert made.premature_entries is None  # fewer than five entries of anybody
    assert [norm.rank for norm in made.speaking_shares] == [1, 2]
