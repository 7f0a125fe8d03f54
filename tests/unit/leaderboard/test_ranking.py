"""Ranks are right, and what is called sure is sure."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from modylbench.leaderboard.ranking import RankedEntry, Ranking, ScoredEntry, rank, run_variance

SCENARIOS, K = 6, 3
IS_NIGHTLY = settings.get_current_profile_name() == "nightly"
REPEATS = 2000 if IS_NIGHTLY else 120
LEVELS = np.linspace(-0.8, 0.8, SCENARIOS)[:, None]


def entry(name: str, runs: np.ndarray) -> ScoredEntry:
    variance = run_variance(runs.tolist())
    assert variance is not None
    return ScoredEntry(name, float(runs.min(axis=-1).mean()), variance, K, len(runs))


def normal(draw: np.random.Generator, count: int) -> np.ndarray:
    return LEVELS + draw.normal(0, 0.5, (count, SCENARIOS, K))


def uneven(draw: np.random.Generator, count: int) -> np.ndarray:
    spread = np.array([0.1, 0.2, 0.3, 0.5, 0.8, 1.2])[:, None]
    return LEVELS + spread * draw.normal(0, 1, (count, SCENARIOS, K))


def falling(draw: np.random.Generator, count: int) -> np.ndarray:
    """Three of ten runs meet a trap that costs two points."""
    usual = LEVELS + draw.normal(0, 0.3, (count, SCENARIOS, K))
    return np.where(draw.random(usual.shape) < 0.3, usual - 2.0, usual)


def by_id(ranking: Ranking) -> dict[str, RankedEntry]:
    return {standing.id: standing for standing in ranking.standings}


@pytest.mark.parametrize(
    ("world", "at_least"),
    [(normal, 0.95), (uneven, 0.94), (falling, 0.92)],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_intervals_hold_the_true_score_and_the_true_rank(world: object, at_least: float) -> None:
    assert callable(world)
    truth = world(np.random.default_rng(1), 100_000).min(axis=-1).mean()
    draw = np.random.default_rng(2)
    means = 7.0 + np.linspace(-0.6, 0.6, 8)
    scores = ranks = 0
    for _ in range(REPEATS):
        runs = world(draw, len(means)) + means[:, None, None]
        found = by_id(rank([entry(str(number), run) for number, run in enumerate(runs)]))
        for number, mean in enumerate(means):
            standing = found[str(number)]
            scores += standing.low <= truth + mean <= standing.high
            ranks += standing.rank_low <= len(means) - number <= standing.rank_high

    asked = REPEATS * len(means)
    noise = 3 * math.sqrt(0.05 * 0.95 / asked)
    assert scores / asked >= at_least - noise
    assert ranks / asked >= 0.95


def test_entries_that_are_alike_are_hardly_ever_told_apart() -> None:
    draw = np.random.default_rng(3)
    told = 0
    for _ in range(REPEATS):
        found = rank([entry(str(number), mean) for number, mean in enumerate(7 + normal(draw, 10))])
        told += any(standing.group > 1 for standing in found.standings)

    assert told / REPEATS < 0.05


def test_entries_far_apart_are_told_apart() -> None:
    draw = np.random.default_rng(4)
    runs = normal(draw, 3) + np.array([3.0, 5.0, 8.0])[:, None, None]
    found = rank([entry(str(number), run) for number, run in enumerate(runs)])

    assert [
        (standing.id, standing.rank_low, standing.rank_high, standing.group)
        for standing in found.standings
    ] == [
        ("2", 1, 1, 1),
        ("1", 2, 2, 2),
        ("0", 3, 3, 3),
    ]
    assert found.smallest_difference is not None
    assert found.smallest_difference < 2


def naive(entries: list[ScoredEntry]) -> dict[str, tuple[int, int, int]]:
    """Every pair, by the rule as it is written down."""
    count = len(entries)
    pooled = sum(entry.variance * entry.freedom for entry in entries) / sum(
        entry.freedom for entry in entries
    )
    total = sum(entry.freedom for entry in entries)
    errors, freedoms = {}, []
    for entry in entries:
        shared = min(entry.freedom, total - entry.freedom)
        drawn = (entry.freedom * entry.variance + shared * pooled) / (entry.freedom + shared)
        errors[entry.id] = math.sqrt(drawn / entry.scenarios)
        freedoms.append(entry.freedom + shared)
    step = max(errors.values()) / 64
    errors = {name: math.ceil(error / step - 1e-9) * step for name, error in errors.items()}
    surely = stats.t.ppf(1 - 0.025 / (count - 1), min(freedoms))
    found = {}
    for entry in entries:
        apart = {
            other.id: surely * math.hypot(errors[entry.id], errors[other.id]) for other in entries
        }
        better = sum(other.overall - entry.overall > apart[other.id] for other in entries)
        worse = sum(entry.overall - other.overall > apart[other.id] for other in entries)
        higher = sum(other.overall > entry.overall for other in entries)
        found[entry.id] = (1 + higher, 1 + better, count - worse)
    return found


def many(count: int, seed: int) -> list[ScoredEntry]:
    draw = np.random.default_rng(seed)
    scores = np.round(draw.uniform(2, 9.5, count), 2)
    variances = draw.chisquare(12, count) * draw.choice([0.0, 0.02, 0.1], count) / 12
    return [
        ScoredEntry(
            f"{number:05d}", float(score), float(variance), int(draw.choice([3, 5])), SCENARIOS
        )
        for number, (score, variance) in enumerate(zip(scores, variances, strict=True))
    ]


def test_ten_thousand_are_ranked_as_by_looking_at_every_pair() -> None:
    entries = many(200, seed=5)
    found = {
        standing.id: (standing.rank, standing.rank_low, standing.rank_high)
        for standing in rank(entries).standings
    }

    assert found == naive(entries)
    big = rank(many(10_000, seed=6))
    assert len(big.standings) == 10_000
    for standing in big.standings:
        assert standing.rank_low <= standing.rank <= standing.rank_high


def test_ties_share_a_rank_and_the_next_rank_is_left_out() -> None:
    scores = {"a": 8.0, "b": 9.0, "c": 8.0, "d": 7.0}
    found = by_id(rank([ScoredEntry(name, score, 0.1, K, 6) for name, score in scores.items()]))

    assert {name: standing.rank for name, standing in found.items()} == {
        "b": 1,
        "a": 2,
        "c": 2,
        "d": 4,
    }


def test_entries_without_any_spread_are_told_apart_by_their_scores() -> None:
    found = rank([ScoredEntry(name, score, 0.0, K, 6) for name, score in (("a", 9.9), ("b", 9.8))])

    assert [
        (standing.rank_low, standing.rank_high, standing.low) for standing in found.standings
    ] == [
        (1, 1, 9.9),
        (2, 2, 9.8),
    ]
    assert found.smallest_difference == 0.0


def test_one_without_spread_among_others_is_not_sure_of_its_score() -> None:
    found = by_id(
        rank([ScoredEntry("oracle", 9.5, 0.0, K, 6), ScoredEntry("noisy", 9.4, 0.5, K, 6)])
    )

    assert found["oracle"].low < 9.5
    assert found["oracle"].rank_high == 2


def test_nobody_and_one_alone_are_ranked() -> None:
    assert rank([]) == Ranking((), None, None)
    alone = rank([ScoredEntry("a", 8.0, 0.25, K, 6)])
    half = stats.t.ppf(0.975, 12) * math.sqrt(0.25 / 6)

    assert alone.smallest_difference is None
    assert alone.pooled_sd == 0.5
    only = alone.standings[0]
    assert (only.rank, only.rank_low, only.rank_high, only.group) == (1, 1, 1, 1)
    assert (only.low, only.high) == pytest.approx((8 - half, 8 + half))


entries_drawn = st.lists(
    st.builds(
        ScoredEntry,
        id=st.uuids().map(str),
        overall=st.floats(1, 10),
        variance=st.floats(0, 20),
        k=st.integers(2, 20),
        scenarios=st.integers(1, 6),
    ),
    max_size=12,
    unique_by=lambda entry: entry.id,
)


@given(entries=entries_drawn, order=st.randoms(use_true_random=False))
def test_a_ranking_is_sound_whatever_the_order_of_entries(
    entries: list[ScoredEntry], order: object
) -> None:
    found = rank(entries)
    shuffled = list(entries)
    order.shuffle(shuffled)  # type: ignore[attr-defined]

    assert rank(shuffled) == found
    scores = {entry.id: entry.overall for entry in entries}
    groups = [standing.group for standing in found.standings]
    assert groups == sorted(groups)
    for standing in found.standings:
        assert 1 <= standing.rank_low <= standing.rank <= standing.rank_high <= len(entries)
        assert 1 <= standing.low <= scores[standing.id] <= standing.high <= 10


def test_the_spread_of_runs_is_the_mean_variance_within_scenarios() -> None:
    draw = np.random.default_rng(7)
    runs = draw.normal(7, 1, (4, 3))
    within = sum(stats.describe(run).variance for run in runs) / 4

    assert run_variance(runs.tolist()) == pytest.approx(within)
    assert run_variance([[5.0], [6.0]]) is None
