"""How long a service is waited for between tries, and when no more are made."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.providers.models.failures import (
    FailedRequest,
    FailedTry,
    NoMoreTries,
    RequestRefusal,
    retry_after_s,
)
from modylbench.providers.models.patience import AGENTS_PATIENCE, Patience, retry

BUSY = FailedRequest("failed (503)", is_worth_another_try=True)


@given(tries=st.integers(1, 60))
def test_waits_double_up_to_the_longest(tries: int) -> None:
    wait_s, next_s = AGENTS_PATIENCE.wait_s(tries), AGENTS_PATIENCE.wait_s(tries + 1)

    assert next_s == min(2 * wait_s, AGENTS_PATIENCE.longest_wait_s)


def test_the_first_wait_is_the_one_named() -> None:
    assert Patience(first_wait_s=0.25).next_wait_s(BUSY, 1) == 0.25


def test_a_service_that_names_a_wait_is_left_alone_so_long() -> None:
    assert (
        Patience().next_wait_s(FailedRequest("failed", is_worth_another_try=True, wait_s=7.0), 1)
        == 7.0
    )


@pytest.mark.parametrize(
    ("failed_request", "failed", "why"),
    [
        (FailedRequest("refused the key", is_worth_another_try=False), 1, "refused the key"),
        (BUSY, 4, "failed (503), 4 times"),
        (
            FailedRequest("failed", is_worth_another_try=True, wait_s=31.0),
            1,
            "failed and asks for 31 s of patience",
        ),
    ],
)
def test_no_more_tries_are_made_where_none_would_help(
    failed_request: FailedRequest, failed: int, why: str
) -> None:
    with pytest.raises(NoMoreTries) as end:
        Patience(tries=4).next_wait_s(failed_request, failed)

    assert str(end.value) == why


def test_a_call_is_made_again_after_each_wait_until_it_succeeds() -> None:
    waits: list[float] = []
    failures = [BUSY, FailedRequest("failed", is_worth_another_try=True, wait_s=7.0)]

    async def attempt() -> str:
        if failures:
            raise FailedTry(failures.pop(0))
        return "Well."

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    found = asyncio.run(retry(attempt, Patience(first_wait_s=0.5), sleep=sleep, spread=0.5))

    assert found == "Well."
    assert waits == [0.75, 10.5]


def test_a_call_that_keeps_failing_ends_with_the_last_setbacks_kind() -> None:
    final = FailedRequest("refused", is_worth_another_try=False, kind=RequestRefusal)
    failures = [BUSY, final]

    async def attempt() -> str:
        raise FailedTry(failures.pop(0))

    with pytest.raises(NoMoreTries, match="refused") as end:
        asyncio.run(retry(attempt, Patience(first_wait_s=0.0)))

    assert end.value.kind is RequestRefusal


@pytest.mark.parametrize(
    ("headers", "wait_s"),
    [
        ({"retry-after": "2.5"}, 2.5),
        (
            {
                "retry-after": "Mon, 16 Nov 2026 10:00:09 GMT",
                "date": "Mon, 16 Nov 2026 10:00:00 GMT",
            },
            9.0,
        ),
        ({"retry-after": "soon"}, None),
        ({}, None),
    ],
)
def test_an_answer_says_how_long_to_wait(headers: dict[str, str], wait_s: float | None) -> None:
    assert retry_after_s(headers) == wait_s
