"""The terms on which something is recommended: those asked for, better ones or worse ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from modylbench.evaluation.verification.claims.reading import alias_table, parsed_figures
from modylbench.language.claims.polarity import negators
from modylbench.language.claims.words import PhraseTable, stem
from modylbench.language.plain import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.language.claims.words import Token

TermsSide = Literal["better", "asked", "worse"]
"""As the buyer sees it: a lower price is better."""

NEAR = (
    6  # ours: words between a term and what is said of it (`the price has come all the way down`)
)
SAME_PRICE = 0.005  # ours: relative; prices are named in tenths of a turn, and rounded
PRICES = (0.6, 1.6)  # ours: of the asked price; a multiple outside is one of debt or of money

_NOUNS = (
    "price", "multiple", "valuation", "bid", "offer", "terms", "entry", "pricing", "seller",
    "vendor", "owner", "owners", "=ask", "number", "level", "cost", "enterprise value", "ev",
    "headline", "cheque", "check", "figure", "sum", "amount", "fee",
)  # fmt: skip


def _rows(side: TermsSide, phrases: str) -> list[tuple[str, TermsSide]]:
    return [(phrase.strip(), side) for phrase in phrases.split(",")]


_SAID_OF_TERMS: PhraseTable[TermsSide] = PhraseTable(
    [
        *_rows(
            "better",
            "lower, reduce, reduction, cheaper, better, smaller, less, cut, fall, drop, come down, "
            "go down, down, decrease, discount, improve, improvement, shrink, trim, renegotiate, "
            "recut, re cut, reset, reprice, move, budge, give ground, give way, relent, concede, "
            "concession, soften, adjust, revise, right, come in, shave, slim, narrow, different, "
            "below, beneath, bring ~ down, slip, slide, knock ~ off, take ~ off, modest, "
            "reasonable, sensible, fair, meet us, climb down, halve, change, fix, sharpen, give "
            "up, surrender, waive, forgo",
        ),
        *_rows(
            "worse",
            "higher, rise, raise, increase, go up, up, more, beyond, dearer, climb, bigger, "
            "larger, extra, escalate, worse, above, richer, steeper, creep, push ~ up, hold out "
            "for, upward, upwards",
        ),
        *_rows(
            "asked",
            "this, current, asking, asked, present, same, stay, hold, remain, unchanged, these, "
            "propose, proposed, offered, agreed, stand, today's, existing, quoted, stated, keep, "
            "full, stick, as it is, where it is, now, on the table, its",
        ),
    ]
)
_ALONE: PhraseTable[TermsSide] = PhraseTable(
    [
        *_rows(
            "better",
            "cheaper, for less, pay less, at less, turn lower, turns lower, turn less, turns less, "
            "turn off, turns off, any cheaper, lower down, at a discount, further down, "
            "renegotiate",
        ),
        *_rows("worse", "for more, pay more, any more, any higher, turn more, a cent more, dearer"),
        *_rows(
            "asked",
            "as bid, as offered, as asked, as proposed, as it stands, as they stand, where it is, "
            "on this basis, at this level, as structured, as presented, as is, on offer, on the "
            "table, as things stand",
        ),
    ]
)
_BACK = alias_table(
    ("that level", "that price", "that multiple", "that basis", "those terms", "that point",
     "that figure", "that number", "=there", "that or below", "that or less")
)  # fmt: skip
_BOUNDS: PhraseTable[int] = PhraseTable(
    [
        *((p, 1) for p in ("above", "over", "beyond", "more than", "north of", "higher than",
                           "in excess of", "exceed", "past", "greater than", "upwards of")),
        *((p, -1) for p in ("below", "under", "beneath", "less than", "lower than", "south of",
                            "cheaper than", "short of", "inside")),
    ]
)  # fmt: skip
_DENIED = word_set("not no never nothing nowhere none")
_OTHER_FIGURES = frozenset(
    stem(word)
    for word in word_set("exit sell sale leverage debt moic senior covenant proceeds gross money")
)


class TermsReader:
    """Reads on which terms a stretch of words speaks; later words may refer back to it."""

    def __init__(self, asked: Iterable[object], terms: Iterable[str]) -> None:
        self._asked = parsed_figures(tuple(asked))
        self._nouns = alias_table((*_NOUNS, *terms))
        self._latest: TermsSide | None = None

    def read(self, words: list[Token], since: int = 0) -> TermsSide | None:
        """The terms spoken of, as they stand to those asked for: the first price behind `since`."""
        found = self._by_figure(words, since) or self._by_reference(words) or self._by_words(words)
        if found:
            self._latest = found
        return found

    @property
    def otherwise(self) -> TermsSide | None:
        """What `if not` stands for, behind a condition."""
        if self._latest == "better":
            return "asked"
        return "worse" if self._latest == "asked" else None

    def read_denied(self, words: list[Token]) -> TermsSide | None:
        """The same of what `not at the price` denies: without more, the terms asked for."""
        return self.read(words) or ("asked" if self._nouns.find(words) else None)

    def has_price(self, words: list[Token]) -> bool:
        """True where a price is named as a figure."""
        return self._by_figure(words, 0) is not None

    def _by_figure(self, words: list[Token], since: int) -> TermsSide | None:
        places = [*range(since, len(words)), *range(since - 1, -1, -1)]
        left: TermsSide | None = None
        for place in places:
            asked = self._asked_price(words[place])
            if asked is None or _is_of_something_else(words, place):
                continue
            side = _side_of(words, place, (words[place].number or 0.0) / asked)
            if place and words[place - 1].text == "from":
                left = left or side
                continue
            return side
        return left

    def _asked_price(self, word: Token) -> float | None:
        """The asked price in the unit of this figure, where the figure may be a price."""
        if word.number is None or not word.unit:
            return None
        for asked in self._asked:
            if asked.unit == word.unit and asked.number:
                low, high = PRICES
                return asked.number if low < word.number / asked.number < high else None
        return None

    def _by_reference(self, words: list[Token]) -> TermsSide | None:
        """What `at that level` and `above that` refer to."""
        if self._latest is None:
            return None
        texts = [word.text for word in words]
        for start, _, bound in _BOUNDS.find(words):
            following = texts[start + 1 : start + 3]
            if {"that", "this", "it"} & set(following[:1] + following[1:2]):
                is_beyond = bound > 0 and self._latest == "asked"
                denied = bool(set(texts[max(0, start - 2) : start]) & {"no"})
                return "worse" if is_beyond and not denied else self._latest
        return self._latest if _BACK.find(words) else None

    def _by_words(self, words: list[Token]) -> TermsSide | None:
        alone = [side for _, _, side in _ALONE.find(words)]
        nouns = [(start, end) for start, end, _ in self._nouns.find(words)]
        inside = {place for start, end in nouns for place in range(start, end)}
        denials = [start for start, _ in negators(words)]
        said: list[TermsSide] = []
        for start, end, side in _SAID_OF_TERMS.find(words):
            if start in inside and end - start == 1:
                continue
            near = [n for n in nouns if start - NEAR <= n[1] <= start or end <= n[0] <= end + 3]
            if near:
                is_denied = any(
                    min(n[0] for n in near) < d < start or d == start - 1 for d in denials
                )
                said.append("asked" if is_denied else side)
        sides = [*alone, *said]
        return next((side for side in sides if side != "asked"), sides[0] if sides else None)


def _is_of_something_else(words: list[Token], place: int) -> bool:
    """True for `exit at 11.0x`, `5.0x of debt`: a multiple that is no price."""
    near = words[max(0, place - 4) : place] + words[place + 1 : place + 4]
    return any(word.stem in _OTHER_FIGURES for word in near)


def _side_of(words: list[Token], place: int, ratio: float) -> TermsSide:
    """How a price stands to the one asked for, `above` and `below` it read with it."""
    if ratio < 1 - SAME_PRICE:
        return "better"
    if ratio > 1 + SAME_PRICE:
        return "worse"
    before = words[max(0, place - 5) : place]
    for start, end, bound in _BOUNDS.find(before):
        gap = before[end:]
        if len(gap) > 1 or "or" in {word.text for word in before[max(0, start - 1) : start]}:
            continue
        if {word.text for word in before[max(0, start - 1) : start]} & _DENIED:
            return "asked"
        return "worse" if bound > 0 else "better"
    return "asked"
