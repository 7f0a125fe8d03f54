"""What does a call cost at list prices, and what will one that is not made yet?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from modylbench.foundation.record import Spec
from modylbench.scenarios.yaml_file import read_yaml

if TYPE_CHECKING:
    from modylbench.providers.models.families import Family

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
        return max(fitting, key=lambda one: len(one.starts)) if fitting else None

    def over(self, other: Prices) -> Prices:
        """This list before another one: a name that starts alike has the price of this one."""
        mine = {(price.service, price.starts) for price in self.prices}
        rest = tuple(price for price in other.prices if (price.service, price.starts) not in mine)
        return Prices(as_of=self.as_of, prices=self.prices + rest)


@cache
def list_prices() -> Prices:
    """The prices that ship."""
    return read_yaml(FILE, Prices)


def read_prices(path: Path) -> Prices:
    """A price list of one's own, before the one that ships; raises BadFile."""
    return read_yaml(path, Prices).over(list_prices())


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


def estimated(size: Size, family: Family, price: Price | None) -> Estimate:
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
