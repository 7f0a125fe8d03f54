"""Is the limit kept, however many calls are under way?"""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.foundation.errors import UserMistake
from modylbench.providers.models.budget import Budget, OverBudget

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
                async with budget.reserved(float(most)) as reservation:
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
            async with budget.reserved(0.1) as one, budget.reserved(0.2) as two:
                one.cost_usd = two.cost_usd = 0.15
        with pytest.raises(OverBudget):
            async with asyncio.timeout(5.0), budget.reserved(0.95):
                pass

    asyncio.run(run())


def test_a_call_waits_for_room_that_others_may_leave() -> None:
    async def run() -> list[str]:
        budget = Budget(1.0)
        seen: list[str] = []

        async def call(name: str, cost: float) -> None:
            async with budget.reserved(0.8) as reservation:
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
        async with budget.reserved(0.5):
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
        async with budget.reserved(1e9) as reservation:
            reservation.cost_usd = 2.5
        return budget.spent_usd

    assert asyncio.run(run()) == 2.5


@pytest.mark.parametrize("limit", [-1.0, float("nan")])
def test_a_limit_that_is_none_is_refused(limit: float) -> None:
    with pytest.raises(UserMistake, match="expected"):
        Budget(limit)
