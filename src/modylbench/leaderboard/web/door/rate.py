"""How often may one client ask?"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock

MOST_CLIENTS = 10_000  # ours: some 2 MB; who was not seen for longest is forgotten first
ROUNDING = 1e-6  # who waits as long as told is not told to wait a hair longer
SITE_BITS = 64  # the least that a provider gives one customer in IPv6 (RFC 6177): one client


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and one more after each `every_s` seconds."""

    burst: int
    every_s: float


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at_s: float


class TokenBuckets:
    """One bucket of tokens a client; a bounded number of clients is remembered."""

    def __init__(self, rate: Rate, clock: Clock, *, most_clients: int = MOST_CLIENTS) -> None:
        self._rate = rate
        self._clock = clock
        self._most = most_clients
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def wait_s(self, client: str) -> float:
        """Take a token and give 0; where there is none, the seconds until there is one."""
        now = self._clock.now_s()
        bucket = self._buckets.pop(client, None) or _Bucket(self._rate.burst, now)
        gained = (now - bucket.at_s) / self._rate.every_s
        bucket.tokens = min(self._rate.burst, bucket.tokens + gained)
        bucket.at_s = now
        wait_s = 0.0
        if bucket.tokens >= 1 - ROUNDING:
            bucket.tokens = max(0.0, bucket.tokens - 1)
        else:
            wait_s = (1 - bucket.tokens) * self._rate.every_s
        self._buckets[client] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return wait_s

    def __len__(self) -> int:
        return len(self._buckets)


def client_of(address: str, forwarded: str | None) -> str:
    """Who asks: the address of the connection, or the last one that a trusted proxy has added.

    Only the last entry of X-Forwarded-For is the proxy's own; whoever asks can write the others.
    """
    last = (forwarded or "").rpartition(",")[2].strip() or address
    try:
        found = ipaddress.ip_address(last)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped or ipaddress.ip_network((found, SITE_BITS), strict=False))
    return str(found)
