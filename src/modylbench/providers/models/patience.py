"""How long and how often a service is waited for, and when a failed call is made again."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from modylbench.providers.models.failures import FailedTry, NoMoreTries

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from modylbench.providers.models.failures import FailedRequest

Outcome = TypeVar("Outcome")


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long a service is waited for (ours).

    `whole_s` is for all tries together, where there is such a limit.
    """

    tries: int = 4
    connect_s: float = 10.0
    silence_s: float = 120.0
    try_s: float = 300.0
    first_wait_s: float = 0.5
    longest_wait_s: float = 30.0
    whole_s: float | None = None

    def wait_s(self, failed_tries: int) -> float:
        """The wait after so many tries: twice as long each time, up to the longest.

        >>> [Patience(longest_wait_s=3.0).wait_s(tries) for tries in (1, 2, 3, 4)]
        [0.5, 1.0, 2.0, 3.0]
        """
        return min(self.first_wait_s * 2.0 ** (failed_tries - 1), self.longest_wait_s)

    def next_wait_s(self, failed_request: FailedRequest, failed_tries: int) -> float:
        """How long to wait before the next try; raises NoMoreTries where there is none."""
        if not failed_request.is_worth_another_try:
            raise NoMoreTries(failed_request.what, failed_request.kind)
        if failed_tries >= self.tries:
            times = f", {failed_tries} times" if failed_tries > 1 else ""
            raise NoMoreTries(failed_request.what + times, failed_request.kind)
        wait_s = (
            self.wait_s(failed_tries) if failed_request.wait_s is None else failed_request.wait_s
        )
        if wait_s > self.longest_wait_s:
            message = f"{failed_request.what} and asks for {wait_s:.0f} s of patience"
            raise NoMoreTries(message, failed_request.kind)
        return wait_s


AGENTS_PATIENCE = Patience()
CHAT_PATIENCE = Patience(tries=5, longest_wait_s=60.0, whole_s=300.0)
CHAT_BEFOREHAND = replace(CHAT_PATIENCE, tries=2, silence_s=60.0)  # a person waits
SPEECH_PATIENCE = Patience(silence_s=30.0, try_s=120.0)
JUDGES_PATIENCE = Patience(
    tries=5,
    silence_s=300.0,  # one that thinks first is silent until it has its whole answer
    try_s=600.0,
    first_wait_s=1.0,
    longest_wait_s=120.0,
)
BEFOREHAND = Patience(
    tries=2,
    connect_s=10.0,
    silence_s=30.0,
    try_s=30.0,
    first_wait_s=1.0,
    longest_wait_s=10.0,
    whole_s=30.0,
)
"""For a tiny question that a person waits for."""


async def retry(
    attempt: Callable[[], Awaitable[Outcome]],
    patience: Patience,
    *,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    spread: float = 0.0,
) -> Outcome:
    """What the first try gives that does not raise FailedTry; raises NoMoreTries.

    Waits are longer by the share `spread`.
    """
    failed = 0
    while True:
        try:
            return await attempt()
        except FailedTry as error:
            failed_request = error.failed_request
        failed += 1
        await sleep(patience.next_wait_s(failed_request, failed) * (1.0 + spread))
