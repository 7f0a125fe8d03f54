"""A seed is seen only by who may, and the safe way is the default."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.foundation.errors import UserMistake
from modylbench.publishing.dataset.visibility import Visibility

SCENARIO = "financial_analyst"
seeds = st.integers(0, 10**9)


@given(published=st.sets(seeds, min_size=1, max_size=5), seed=seeds)
def test_in_public_a_seed_that_nobody_named_is_held_out(published: set[int], seed: int) -> None:
    visibility = Visibility(tuple(published), is_public=True)

    assert visibility.shows(SCENARIO, seed) == (seed in published)


def test_without_public_all_is_shown_and_known_not_to_be_published() -> None:
    visibility = Visibility()

    assert visibility.shows(SCENARIO, 71)
    assert not visibility.is_published(SCENARIO, 71)


def test_a_scenario_of_another_suite_is_published_as_those_of_the_core_are() -> None:
    visibility = Visibility((0,), is_public=True)

    assert visibility.shows("scientist_free", 0)
    assert not visibility.shows("scientist_free", 1)


def test_a_scenario_that_does_not_ship_is_held_out_at_every_seed() -> None:
    assert not Visibility(is_public=True).shows("a_secret_template", 0)


def test_figures_over_seeds_are_shown_only_where_each_of_them_is() -> None:
    visibility = Visibility((0, 1), is_public=True)

    assert visibility.shows_all(SCENARIO, (0, 1))
    assert not visibility.shows_all(SCENARIO, (0, 1, 2))


def test_a_seed_cannot_be_published_and_held_out() -> None:
    with pytest.raises(UserMistake, match="found 1 of the seeds in --seeds among those held out"):
        Visibility((0, 7), frozenset({7}), is_public=True)
    with pytest.raises(UserMistake, match="found no seed"):
        Visibility(())


def test_a_message_does_not_tell_which_seed_is_held_out() -> None:
    with pytest.raises(UserMistake) as mistake:
        Visibility((0, 918273), frozenset({918273}), is_public=True)

    assert "918273" not in str(mistake.value)
    assert "918273" not in repr(Visibility((0,), frozenset({918273})))
