"""What calls cost at list prices, and how much may still be spent."""

from __future__ import annotations

import asyncio
import math
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from modylbench.foundation.errors import ModylBenchError, UserMistake
from modylbench.foundation.record import Spec
from modylbench.scenarios.yaml_file import read_yaml

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from modylbench.providers.models.access import Family

FILE = Path(__file__).with_name("prices.yaml")
MILLION = 1_000_000
CHARACTERS_PER_TOKEN = 3  # ours, low: English has about 4, tables and JSON fewer
LIKELY_ANSWER_TOKENS = 1_500  # ours: a verdict with reasons, and what a model thinks before it

Dollars = Annotated[float, Field(ge=0)]


class Price(Spec):
    """US dollars for a million tokens; `audio` where sound has a price of its own."""

    service: str
    starts: str
    input: Dollars
    output: Dollars
    audio: Dollars | None = None

    def cost_usd(self, input_tokens: int, output_tokens: int, audio_tokens: int = 0) -> float:
        """What so many tokens cost; those of sound are among the input.

        >>> Price(service="x", starts="", input=2.0, output=10.0).cost_usd(500_000, 100_000)
        2.0
        """
        audio_tokens = min(audio_tokens, input_tokens)
        sound = self.input if self.audio is None else self.audio
        text = (input_tokens - audio_tokens) * self.input
        return (text + audio_tokens * sound + output_tokens * self.output) / MILLION


class Prices(Spec):
    """A price list and its date."""

    as_of: str
    prices: tuple[Price, ...]

    def of(self, service: str, model: str) -> Price | None:
        """The price of a model; None where it is not in the list."""
        fitting = [
            price
            for price in self.prices
            if price.service == service and model.startswith(price.starts)
        ]
        return max(fitting, key=lambda price: len(price.starts)) if fitting else None

    def over(self, other: Prices) -> Prices:
        """This list before another one: a name that starts alike has the price of this one."""
        mine = {(price.service, price.starts) for price in self.prices}
        rest = tuple(price for price in other.prices if (price.service, price.starts) not in mine)
        return Prices(as_of=self.as_of, prices=self.prices + rest)


@cache
def list_prices() -> Prices:
    """The prices that ship."""
    return read_yaml(FILE, Prices)


def read_prices(path: Path | None) -> Prices:
    """The price list that ships, after one of one's own where there is one; raises BadFile."""
    return list_prices() if path is None else read_yaml(path, Prices).over(list_prices())


@dataclass(frozen=True, slots=True)
class Size:
    """How much a question holds, and how long its answer may get."""

    text_tokens: int
    audio_s: float = 0.0
    images: int = 0
    output_tokens: int = LIKELY_ANSWER_TOKENS


@dataclass(frozen=True, slots=True)
class Estimate:
    """Tokens and cost of calls that are not made yet; cost is None where no price is known."""

    input_tokens: int
    output_tokens: int
    cost_usd: float | None


def estimate_call(size: Size, family: Family, price: Price | None) -> Estimate:
    """What a call of this size takes."""
    audio = round(size.audio_s * family.audio_tokens_per_s) if family.hears else 0
    images = size.images * family.image_tokens if family.sees else 0
    tokens = size.text_tokens + audio + images
    cost = price.cost_usd(tokens, size.output_tokens, audio) if price else None
    return Estimate(tokens, size.output_tokens, cost)


def likely_tokens(text: str) -> int:
    """About how many tokens a text has, rather more than fewer.

    >>> likely_tokens("three chars a token"), likely_tokens("第一年")
    (7, 3)
    """
    plain = len(text.encode("ascii", "ignore"))
    return math.ceil(plain / CHARACTERS_PER_TOKEN) + len(text) - plain


def most_tokens(text: str) -> int:
    """The most tokens that a text can have: one for each byte, as no vocabulary has shorter ones.

    >>> most_tokens("two"), most_tokens("第一年")
    (3, 9)
    """
    return len(text.encode("utf-8", "surrogatepass"))


class OverBudget(ModylBenchError):
    """A call was not made, since it might have cost more than is left of --max-cost."""


@dataclass(slots=True)
class Reservation:
    """What was set aside for a try; `cost_usd` becomes what it really cost."""

    most_usd: float
    cost_usd: float


class Budget:
    """A limit on the cost of all calls together; None is no limit.

    Before each try the most that it can cost is set aside. A try that does not fit waits while
    others are under way, since most cost less than was set aside for them, and is refused when
    none is.
    """

    def __init__(self, max_cost_usd: float | None = None) -> None:
        if max_cost_usd is not None and not max_cost_usd >= 0.0:
            message = f"found a limit of {max_cost_usd!r} dollars, expected one of 0 or more"
            raise UserMistake(message)
        self.max_cost_usd = max_cost_usd
        self.spent_usd = 0.0
        self.set_aside_usd = 0.0
        self._under_way = 0
        self._settled = asyncio.Condition()

    @asynccontextmanager
    async def reserve(self, most_usd: float) -> AsyncIterator[Reservation]:
        """Room for a try that costs at most so much; raises OverBudget where there is none.

        Whoever leaves without naming a cost may have been billed in full, and is counted so.
        """
        await self._set_aside(most_usd)
        reservation = Reservation(most_usd, cost_usd=most_usd)
        try:
            yield reservation
        finally:
            self._under_way -= 1
            self.set_aside_usd = self.set_aside_usd - most_usd if self._under_way else 0.0
            self.spent_usd += reservation.cost_usd
            async with self._settled:
                self._settled.notify_all()

    async def _set_aside(self, most_usd: float) -> None:
        async with self._settled:
            while self._is_too_much(self.spent_usd + self.set_aside_usd + most_usd):
                if self._is_too_much(self.spent_usd + most_usd) or not self._under_way:
                    message = (
                        f"the next call may cost ${most_usd:.4f}, and of ${self.max_cost_usd:.2f} "
                        f"${self.spent_usd:.4f} are spent: what is done is kept; "
                        "go on with a higher --max-cost"
                    )
                    raise OverBudget(message)
                await self._settled.wait()
            self._under_way += 1
            self.set_aside_usd += most_usd

    def _is_too_much(self, cost_usd: float) -> bool:
        return self.max_cost_usd is not None and cost_usd > self.max_cost_usd


@dataclass(slots=True)
class Spending:
    """Tries, what the service counted for them, and what that may cost.

    `cost_usd` is None once a try's cost is not known. One that broke off has the most that it can
    cost, since it may be billed.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = 0.0

    def pay(self, cost_usd: float | None) -> None:
        """Add the cost of a try."""
        is_known = self.cost_usd is not None and cost_usd is not None
        self.cost_usd = (self.cost_usd or 0.0) + (cost_usd or 0.0) if is_known else None
