"""When is a failed call made again, after how long, and when is it given up?"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

from modylbench.providers.models.dialogue import Patience
from modylbench.providers.models.service_failure import (
    CutOff,
    Setback,
    Unanswered,
    foreign_errors,
    setback,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from modylbench.providers.models.tool_models import Access
    from modylbench.providers.models.wire import Answered

JUDGES_PATIENCE = Patience(
    tries=5,
    silence_s=300.0,  # one that thinks first is silent until it has its whole answer
    try_s=600.0,
    first_wait_s=1.0,
    longest_wait_s=120.0,
    most_tokens=20_000,
)
BEFOREHAND = Patience(
    tries=2,
    connect_s=10.0,
    silence_s=30.0,
    try_s=30.0,
    first_wait_s=1.0,
    longest_wait_s=10.0,
    most_tokens=2_000,  # the answer is five words; some think before them, asked or not
    whole_s=30.0,
    may_think=False,
)
"""For a tiny question that a person waits for."""

EMPTY = Setback("answered without a word", is_worth_another_try=True)
SPREAD = 0.25  # ours: waits differ by up to a quarter, or all would come back at once


@dataclass(frozen=True, slots=True)
class Retrying:
    """How often and how patiently one model is asked."""

    access: Access
    patience: Patience = JUDGES_PATIENCE
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def answered(self, attempt: Callable[[], Awaitable[Answered]], request: str) -> Answered:
        """The answer of the first try that has one; raises Unanswered.

        `request` is a digest in hexadecimal: equal requests wait equally long.
        """
        whole_s = self.patience.whole_s
        try:
            async with asyncio.timeout(whole_s):
                return await self._first_of(attempt, request)
        except TimeoutError:
            self._fail(f"gave no answer within {whole_s:.0f} s")

    async def _first_of(self, attempt: Callable[[], Awaitable[Answered]], request: str) -> Answered:
        foreign = foreign_errors()
        failed = 0
        while True:
            try:
                answered = await attempt()
            except TimeoutError:
                found = Setback("took too long", is_worth_another_try=True)
            except foreign as error:
                found = self._setback(error)
            else:
                self._refuse(answered)
                if answered.text.strip():
                    return answered
                found = EMPTY
            failed += 1
            await self.sleep(self._wait_s(found, failed, request))

    def _refuse(self, answered: Answered) -> None:
        """Raise where asking again would not help."""
        if answered.ending == "declined":
            self._fail("declined to answer")
        if answered.ending == "cut off":
            most = self.patience.most_tokens
            self._fail(f"had no answer after {most:,} tokens, the most allowed", CutOff)
        if len(answered.text) > self.patience.most_characters:
            self._fail(f"sent more than {self.patience.most_characters:,} characters")

    def _setback(self, error: Exception) -> Setback:
        from pydantic_ai.exceptions import UserError

        if isinstance(error, UserError | NotImplementedError):
            what = f"cannot be asked so ({type(error).__name__}: {error})"
            return Setback(what, is_worth_another_try=False)
        return setback(error, self.access.key)

    def _wait_s(self, found: Setback, failed: int, request: str) -> float:
        if not found.is_worth_another_try:
            self._fail(found.what, found.kind)
        if failed >= self.patience.tries:
            self._fail(f"{found.what}, {failed} times" if failed > 1 else found.what)
        wait_s = self.patience.wait_s(failed) if found.wait_s is None else found.wait_s
        if wait_s > self.patience.longest_wait_s:
            self._fail(f"{found.what} and asks for {wait_s:.0f} s of patience")
        return wait_s * (1.0 + SPREAD * int(request[:4], 16) / 0xFFFF)

    def _fail(self, what: str, kind: type[Unanswered] = Unanswered) -> NoReturn:
        message = f"{self.access.place} {what}"
        raise kind(message) from None


def may_be_billed(error: BaseException) -> bool:
    """Whether the service may have worked on a try that failed so."""
    from pydantic_ai import exceptions as known

    match error:
        case known.ModelTimeoutError() | known.ModelRequestTimeout():
            return True
        case known.ModelConnectionError():
            return error.phase not in ("pool", "connect")
        case known.ModelAPIError() | known.UserError() | NotImplementedError():
            return False
        case _:
            return True
