"""Each client may ask so often, and is who the trusted proxy says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from modylbench.foundation.clock import RealClock
from modylbench.leaderboard.web.middleware.guard import Rate, TokenBuckets, client_of


class HandClock(RealClock):
    """A clock that a test sets."""

    def __init__(self) -> None:
        super().__init__()
        self.at_s = 0.0

    @override
    def now_s(self) -> float:
        return self.at_s


@given(
    pauses=st.lists(st.floats(0, 30, allow_nan=False), max_size=60),
    burst=st.integers(1, 10),
    every_s=st.floats(0.1, 10),
)
def test_nobody_gets_more_than_the_burst_and_what_time_gives(
    pauses: list[float], burst: int, every_s: float
) -> None:
    clock = HandClock()
    buckets = TokenBuckets(Rate(burst, every_s), clock)
    taken = 0
    for pause in pauses:
        clock.at_s += pause
        taken += buckets.wait_s("a") == 0

    assert taken <= burst + clock.at_s / every_s + 1e-3


@given(share=st.floats(0, 0.99), every_s=st.floats(0.1, 10))
def test_who_waits_as_long_as_told_is_served(share: float, every_s: float) -> None:
    clock = HandClock()
    buckets = TokenBuckets(Rate(1, every_s), clock)
    buckets.wait_s("a")
    clock.at_s = share * every_s
    wait_s = buckets.wait_s("a")
    clock.at_s += wait_s

    assert wait_s > 0
    assert buckets.wait_s("a") == 0


def test_one_who_asks_too_often_does_not_lock_out_others() -> None:
    buckets = TokenBuckets(Rate(2, 10.0), HandClock())

    assert [buckets.wait_s("loud") for _ in range(4)] == [0, 0, 10, 10]
    assert buckets.wait_s("quiet") == 0


def test_only_so_many_clients_are_remembered_the_last_seen_ones() -> None:
    buckets = TokenBuckets(Rate(1, 10.0), HandClock(), most_clients=3)
    for client in "abcad":
        buckets.wait_s(client)

    assert len(buckets) == 3
    assert buckets.wait_s("a") > 0


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        (None, "10.0.0.1"),
        ("203.0.113.7", "203.0.113.7"),
        ("1.2.3.4, 203.0.113.7", "203.0.113.7"),
        ("203.0.113.7, <script>", "10.0.0.1"),
        ("", "10.0.0.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("::ffff:192.0.2.5", "192.0.2.5"),
    ],
)
def test_a_client_is_who_the_trusted_proxy_says(forwarded: str | None, client: str) -> None:
    assert client_of("10.0.0.1", forwarded) == client
