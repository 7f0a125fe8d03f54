"""What could an honest agent know of sources and names: all that a meeting gives and holds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from typing_extensions import override

from modylbench.evaluation.measuring.claimed_sources import address_key, addresses_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.evaluation.measuring.claimed_sources import Claimed
    from modylbench.scenarios.variant import Variant

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Known:
    """Words and addresses that occur in what was given, in the truth or in a perfect meeting."""

    words: frozenset[str]
    addresses: frozenset[str]

    def has(self, claimed: Claimed) -> bool:
        """Whether a source resembles anything known: its address, or most words of its name."""
        if claimed.kind == "address":
            return address_key(claimed.text) in self.addresses
        missing = [word for word in claimed.telling if not self._has_word(word)]
        return 2 * len(missing) < len(claimed.telling) or not claimed.telling

    def _has_word(self, word: str) -> bool:
        return word in self.words or word.rstrip("s") in self.words or f"{word}s" in self.words

    def with_text(self, text: str) -> Known:
        """The same and what stands in a text."""
        return Known(
            self.words.union(_WORD.findall(text.lower())),
            self.addresses.union(addresses_in(text)),
        )


class Same:
    """A variant by its identity: its truth is a dict, and no key by itself."""

    __slots__ = ("variant",)

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.variant is self.variant

    @override
    def __hash__(self) -> int:
        return id(self.variant)


def same(variant: Variant) -> Same:
    """The variant as a key."""
    return Same(variant)


def known_in(variant: Variant) -> Known:
    """What the scenario, its truth and a perfect agent's products and answers hold."""
    return _known_in(same(variant))


@lru_cache(maxsize=8)
def _known_in(key: Same) -> Known:
    variant = key.variant
    texts = [
        *strings_of(variant.scenario.model_dump(mode="python")),
        *strings_of(variant.truth),
        *(
            text
            for final_product in variant.final_products
            for text in strings_of(final_product.model_dump())
        ),
    ]
    return Known(frozenset(), frozenset()).with_text("\n".join(texts))


def strings_of(value: Any) -> Iterator[str]:
    """Every text of a JSON-like value."""
    stack: list[Any] = [value]
    while stack:
        one = stack.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            stack += [*one.keys(), *one.values()]
        elif _is_many(one):
            stack += list(one)


def _is_many(value: object) -> bool:
    many: tuple[type[Iterable[object]], ...] = (list, tuple, set, frozenset)
    return isinstance(value, many)
