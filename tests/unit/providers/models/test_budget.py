"""Prices, costs, and a budget that is never exceeded."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.foundation.errors import UserMistake
from modylbench.providers.models.access import family_of, judge_name
from modylbench.providers.models.budget import (
    Budget,
    OverBudget,
    Size,
    estimate_call,
    likely_tokens,
    list_prices,
    most_tokens,
)

calls = st.lists(st.tuples(st.integers(1, 50), st.integers(0, 100)), min_size=1, max_size=30)


@given(limit=st.integers(0, 300), calls=calls)
def test_what_is_spent_and_set_aside_never_exceeds_the_limit(
    limit: int, calls: list[tuple[int, int]]
) -> None:
    async def run() -> None:
        budget = Budget(float(limit))
        refused: list[int] = []

        async def call(most: int, percent: int) -> None:
            try:
                async with budget.reserve(float(most)) as reservation:
                    assert budget.spent_usd + budget.set_aside_usd <= limit
                    await asyncio.sleep(0)
                    reservation.cost_usd = most * percent // 100
            except OverBudget:
                refused.append(most)

        async with asyncio.TaskGroup() as group:
            for most, percent in calls:
                group.create_task(call(most, percent))
        assert budget.spent_usd <= limit
        assert budget.set_aside_usd == 0.0
        assert all(budget.spent_usd + most > 0 for most in refused)
        assert bool(refused) <= (sum(most for most, _ in calls) > limit)

    asyncio.run(run())


def test_nobody_waits_for_what_rounding_left() -> None:
    async def run() -> None:
        budget = Budget(1.0)
        for _ in range(3):
            async with budget.reserve(0.1) as first, budget.reserve(0.2) as second:
                first.cost_usd = second.cost_usd = 0.15
        with pytest.raises(OverBudget):
            async with asyncio.timeout(5.0), budget.reserve(0.95):
                pass

    asyncio.run(run())


def test_a_call_waits_for_room_that_others_may_leave() -> None:
    async def run() -> list[str]:
        budget = Budget(1.0)
        seen: list[str] = []

        async def call(name: str, cost: float) -> None:
            async with budget.reserve(0.8) as reservation:
                seen.append(name)
                await asyncio.sleep(0.01)
                reservation.cost_usd = cost

        async with asyncio.TaskGroup() as group:
            group.create_task(call("first", 0.1))
            group.create_task(call("second", 0.1))
        return seen

    assert asyncio.run(run()) == ["first", "second"]


def test_a_call_that_failed_unawares_counts_in_full() -> None:
    async def fail(budget: Budget) -> None:
        async with budget.reserve(0.5):
            raise ConnectionError

    async def run() -> float:
        budget = Budget(1.0)
        with pytest.raises(ConnectionError):
            await fail(budget)
        return budget.spent_usd

    assert asyncio.run(run()) == 0.5


def test_without_a_limit_nothing_is_refused_and_all_is_counted() -> None:
    async def run() -> float:
        budget = Budget()
        async with budget.reserve(1e9) as reservation:
            reservation.cost_usd = 2.5
        return budget.spent_usd

    assert asyncio.run(run()) == 2.5


@pytest.mark.parametrize("limit", [-1.0, float("nan")])
def test_a_limit_that_is_none_is_refused(limit: float) -> None:
    with pytest.raises(UserMistake, match="expected"):
        Budget(limit)


PANEL = ("anthropic:claude-opus-4-6", "google:gemini-3.1-pro", "openai:gpt-5.2", "openai:gpt-audio")


@pytest.mark.parametrize(
    ("service", "model"),
    [
        ("anthropic", "claude-opus-4-6"),
        ("anthropic", "claude-haiku-4-5"),
        ("google", "gemini-3.1-pro-preview"),
        ("google", "gemini-2.5-flash"),
        ("openai", "gpt-5.2"),
        ("openai", "gpt-5-mini"),
        ("openai", "gpt-audio"),
        ("openai", "gpt-audio-mini"),
    ],
)
def test_prices_agree_with_a_list_kept_by_others(service: str, model: str) -> None:
    others = pytest.importorskip("genai_prices", reason="comes with modylbench[models] only")
    price = list_prices().of(service, model)
    usage = others.Usage(input_tokens=10_000, output_tokens=2_000, input_audio_tokens=4_000)
    other = others.calc_price(usage, model, provider_id=service).total_price

    assert price is not None
    assert price.cost_usd(10_000, 2_000, 4_000) == pytest.approx(float(other))


@pytest.mark.parametrize("name", PANEL)
def test_every_judge_of_the_default_panel_has_a_price(name: str) -> None:
    judge = judge_name(name)

    assert list_prices().of(judge.service, judge.model) is not None


def test_a_model_that_is_not_listed_has_no_price() -> None:
    assert list_prices().of("openai-compatible", "gpt-5.2") is None
    assert list_prices().of("google", "gemini-9") is None


def test_the_longest_start_of_a_name_counts() -> None:
    prices = list_prices()
    mini, full = prices.of("openai", "gpt-5-mini-2026"), prices.of("openai", "gpt-5")

    assert mini is not None
    assert full is not None
    assert mini.input < full.input


def test_an_estimate_counts_only_what_the_model_takes() -> None:
    size = Size(text_tokens=1_000, audio_s=10.0, images=2, output_tokens=100)
    ear, eye = family_of("openai", "gpt-audio"), family_of("openai", "gpt-5.2")

    assert estimate_call(size, ear, None).input_tokens == 1_000 + 10 * 10
    assert estimate_call(size, eye, None).input_tokens == 1_000 + 2 * 1_500
    assert estimate_call(size, eye, None).cost_usd is None
    price = list_prices().of("openai", "gpt-audio")
    assert estimate_call(size, ear, price).cost_usd == pytest.approx(
        (1_000 * 2.5 + 100 * 32 + 100 * 10) / 1e6
    )


@given(st.text(max_size=200))
def test_more_is_set_aside_for_a_text_than_any_vocabulary_makes_of_it(text: str) -> None:
    """Chinese has a token or more for each character, and so have tables of signs."""
    rare = sum(not character.isascii() for character in text)

    assert most_tokens(text) >= len(text) + rare
    assert rare <= likely_tokens(text) <= most_tokens(text)
