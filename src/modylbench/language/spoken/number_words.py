"""Numbers in words written as figures, as a listener would take them down."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.language.spoken.dates import MONTHS
from modylbench.language.spoken.numbers import SCALES, SMALL, TENS, ordinal

if TYPE_CHECKING:
    from collections.abc import Sequence

VALUES = {word: value for value, word in enumerate(SMALL)} | {
    word: 10 * value for value, word in enumerate(TENS) if word
}
VALUES["oh"] = 0
MULTIPLES = {word: 1000**power for power, word in enumerate(SCALES) if word}
PLACES = {ordinal(day): day for day in range(4, 32)}
"""`first` to `third` are no figures but behind a month."""
ANY_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join((*VALUES, *PLACES))})\b", re.IGNORECASE)
EARLY = re.compile(rf"\b({'|'.join(MONTHS)}) (first|second|third)\b", re.IGNORECASE)
_LETTERS = re.compile(r"[a-z]+")
_MAY_BE_NUMBERS = frozenset(_LETTERS.findall(" ".join((*VALUES, *PLACES, "first second third"))))
PIECES = re.compile(r"(\s+|(?<=[A-Za-z])-(?=[A-Za-z])|[^\w\s'.,%$€£-]|[.,](?!\d))")
MINUS = re.compile(r"\b(?:minus|negative) (?=[$€£]?\d)", re.IGNORECASE)
COINS = re.compile(r"(?P<whole>\d[\d,]*) (?:dollars?|euros?) and (?P<cents>\d\d?) cents?\b")
ONE = re.compile(r"\ba (?=(?:hundred|thousand|million)\b)", re.IGNORECASE)


def in_figures(text: str) -> str:
    """The text with every run of number words as one figure: `twelve hundred` is 1200.

    >>> in_figures("Twenty twenty-six, not one point five million.")
    '2026, not 1.5 million.'
    """
    if _MAY_BE_NUMBERS.isdisjoint(_LETTERS.findall(text.casefold())):
        return text  # most texts: searching them for every word costs far more
    text = EARLY.sub(_decade_words, text)
    if ANY_NUMBER_WORD.search(text) is None:
        return text
    found: list[str] = []
    run: list[str] = []
    for piece in [*PIECES.split(text), ""]:
        word = piece.lower()
        if word in VALUES or (run and (word in MULTIPLES or word in ("hundred", "point"))):
            run.append(word)
        elif run and (not piece.strip() or piece == "-") and piece != "":
            continue
        elif piece or run:
            if run:
                found.append(_write_figure(run) + ("" if piece in ".,?!;:" else " "))
                run = []
            found.append(str(PLACES[word]) if word in PLACES else piece)
    return "".join(found)


def _write_figure(run: Sequence[str]) -> str:
    if list(run) == ["oh"]:
        return "oh"
    figure = figure_of(run)
    counts = any(VALUES.get(word, 0) >= 10 for word in run[:-1])
    if counts and run[-1] == "one" and figure == f"{figure_of(run[:-1])}1":
        return f"{figure_of(run[:-1])} one"  # `the 2025 one`
    return figure


def figure_of(run: Sequence[str]) -> str:
    """The figure that the words spell; numbers in a row are put together as in `twenty twenty`."""
    if "point" in run:
        place = run.index("point")
        fraction = "".join(figure_of([word]) for word in run[place + 1 :] if word in VALUES)
        scale = [word for word in run[place + 1 :] if word not in VALUES]
        return " ".join([f"{figure_of(run[:place])}.{fraction}", *scale])
    text, total, group, fresh = "", 0, 0, True
    for word in run:
        if word in MULTIPLES:
            total, group, fresh = total + max(group, 1) * MULTIPLES[word], 0, False
        elif word == "hundred":
            group, fresh = max(group, 1) * 100, False
        else:
            value = VALUES[word]
            if not (fresh or _fits(value, total + group, group)):
                text, total, group = f"{text}{total + group}", 0, 0
            group, fresh = group + value, False
    return f"{text}{total + group}"


def _fits(value: int, so_far: int, group: int) -> bool:
    """Whether the number goes on with this value: `twenty` with 6, `hundred` with 12."""
    if value == 0 or so_far == 0:
        return False
    if value >= 10:
        return group % 100 == 0
    return group % 10 == 0 and group % 100 != 10


def _decade_words(match: re.Match[str]) -> str:
    return f"{match[1]} {('first', 'second', 'third').index(match[2].lower()) + 1}"
