"""How long and how often a service is waited for, and when a failed call is made again."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NoReturn

from modylbench.providers.models.failures import EMPTY_ANSWER, AnswerCutOff, ServiceFailure, Setback
from modylbench.providers.models.package_errors import foreign_errors, setback

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from modylbench.providers.models.access import Access
    from modylbench.providers.models.question import ModelAnswer

SPREAD = 0.25  # ours: waits differ by up to a quarter, or all would come back at once


class NoMoreTries(Exception):
    """A failed call is not made again; the message says what happened and why not."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long a service is waited for, and how much is taken of it (ours).

    `whole_s` is for all tries together, where there is such a limit.
    """

    tries: int = 4
    connect_s: float = 10.0
    silence_s: float = 120.0
    try_s: float = 300.0
    first_wait_s: float = 0.5
    longest_wait_s: float = 30.0
    most_tokens: int = 16_384
    most_characters: int = 400_000
    most_history: int = 240_000
    whole_s: float | None = None
    may_think: bool = True

    def wait_s(self, failed_tries: int) -> float:
        """The wait after so many tries: twice as long each time, up to the longest.

        >>> [Patience(longest_wait_s=3.0).wait_s(tries) for tries in (1, 2, 3, 4)]
        [0.5, 1.0, 2.0, 3.0]
        """
        return min(self.first_wait_s * 2.0 ** (failed_tries - 1), self.longest_wait_s)

    def next_wait_s(self, setback: Setback, failed_tries: int) -> float:
        """How long to wait before the next try; raises NoMoreTries where there is none."""
        if not setback.is_worth_another_try:
            raise NoMoreTries(setback.what)
        if failed_tries >= self.tries:
            times = f", {failed_tries} times" if failed_tries > 1 else ""
            raise NoMoreTries(setback.what + times)
        wait_s = self.wait_s(failed_tries) if setback.wait_s is None else setback.wait_s
        if wait_s > self.longest_wait_s:
            message = f"{setback.what} and asks for {wait_s:.0f} s of patience"
            raise NoMoreTries(message)
        return wait_s


AGENTS_PATIENCE = Patience()
CHAT_PATIENCE = Patience(tries=5, longest_wait_s=60.0, most_characters=100_000, whole_s=300.0)
CHAT_BEFOREHAND = replace(CHAT_PATIENCE, tries=2, silence_s=60.0)  # a person waits
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


@dataclass(frozen=True, slots=True)
class Retrying:
    """Asks one model for a whole answer, again where that may help."""

    access: Access
    patience: Patience = JUDGES_PATIENCE
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def first_answer(
        self, attempt: Callable[[], Awaitable[ModelAnswer]], request: str
    ) -> ModelAnswer:
        """The answer of the first try that has one; raises ServiceFailure.

        `request` is a digest in hexadecimal: equal requests wait equally long.
        """
        whole_s = self.patience.whole_s
        try:
            async with asyncio.timeout(whole_s):
                return await self._try_until_answered(attempt, request)
        except TimeoutError:
            self._fail(f"gave no answer within {whole_s:.0f} s")

    async def _try_until_answered(
        self, attempt: Callable[[], Awaitable[ModelAnswer]], request: str
    ) -> ModelAnswer:
        foreign = foreign_errors()
        failed = 0
        while True:
            try:
                answer = await attempt()
            except foreign as error:
                found = self._setback(error)
            else:
                self._refuse(answer)
                if answer.text.strip():
                    return answer
                found = EMPTY_ANSWER
            failed += 1
            try:
                wait_s = self.patience.next_wait_s(found, failed)
            except NoMoreTries as end:
                self._fail(str(end), found.kind)
            await self.sleep(wait_s * (1.0 + SPREAD * int(request[:4], 16) / 0xFFFF))

    def _refuse(self, answer: ModelAnswer) -> None:
        """Raise where asking again would not help."""
        if answer.ending == "declined":
            self._fail("declined to answer")
        if answer.ending == "cut off":
            most = self.patience.most_tokens
            self._fail(f"had no answer after {most:,} tokens, the most allowed", AnswerCutOff)
        if len(answer.text) > self.patience.most_characters:
            self._fail(f"sent more than {self.patience.most_characters:,} characters")

    def _setback(self, error: Exception) -> Setback:
        from pydantic_ai.exceptions import UserError

        if isinstance(error, UserError | NotImplementedError):
            what = f"cannot be asked so ({type(error).__name__}: {error})"
            return Setback(what, is_worth_another_try=False)
        return setback(error, self.access.key)

    def _fail(self, what: str, kind: type[ServiceFailure] = ServiceFailure) -> NoReturn:
        message = f"{self.access.place} {what}"
        raise kind(message) from None
