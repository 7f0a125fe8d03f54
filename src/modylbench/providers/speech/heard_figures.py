"""Which figures does a text hold, and which of them were heard?

The figures of what was said are read from the text as it is written, never from its spoken form:
one that is written out wrongly is a figure that nobody hears.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.language.spoken.dates import MONTHS
from modylbench.language.spoken.numbers import SCALES, SMALL, TENS, ordinal
from modylbench.products.quantities.numbers import NOISE, figures_within, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

VALUES = {word: value for value, word in enumerate(SMALL)} | {
    word: 10 * value for value, word in enumerate(TENS) if word
}
VALUES["oh"] = 0
MULTIPLES = {word: 1000**power for power, word in enumerate(SCALES) if word}
PLACES = {ordinal(day): day for day in range(4, 32)}
"""`first` to `third` are no figures but behind a month."""
EARLY = re.compile(rf"\b({'|'.join(MONTHS)}) (first|second|third)\b", re.IGNORECASE)
PIECES = re.compile(r"(\s+|(?<=[A-Za-z])-(?=[A-Za-z])|[^\w\s'.,%$€£-]|[.,](?!\d))")
CODE = re.compile(r"(?<![\w-])(0\d*)-(\d+)(?![\w-])")
MINUS = re.compile(r"\b(?:minus|negative) (?=[$€£]?\d)", re.IGNORECASE)
COINS = re.compile(r"(?P<whole>\d[\d,]*) (?:dollars?|euros?) and (?P<cents>\d\d?) cents?\b")
CENTS = re.compile(r"(?<![\d.])(\d\d?) cents?\b")
CLOCK = re.compile(
    r"(?<![\d:.])(\d{1,2})[:.](\d\d)(?= ?[ap]\.?m\b)|(?<![\d:.])(\d{1,2}):(\d\d)(?!\d)"
)
NAMED = re.compile(r"\b[A-Za-z]{1,8}(?:-\d{1,9}){2,8}(?![\w-])")
"""A study's or a part's number is a name: NM-417-201."""
LENGTH = re.compile(r"(?<![$€£\d.,])(\d[\d.,]*) ?mm\b(?! ?[Hh]g)")
"""To the reader of products, who reads models of money, `mm` is a million."""
TOUCHING = re.compile(r"(?<=[a-z])-(?=\d)|(?<=\b[Pp])(?=0?\.\d)|(?<=[A-Z]{2})(?=\d)")
"""A transcriber joins words: `sub-is-2`, `P0.013`, `TRL9`."""
ONE = re.compile(r"\ba (?=(?:hundred|thousand|million)\b)", re.IGNORECASE)
POWER = re.compile(r"(?<=\d) times (?:10|ten) to the (?=-?\d)")


def figures_said(text: str) -> list[float]:
    """The values written in figures, in order; those of names such as Q3 are none.

    >>> figures_said("In Q3 we paid 12x, $57.5M, up 15%.")
    [12.0, 57500000.0, 0.15]
    """
    return [figure.shown.number for figure in figures_within(plain(_joined(text)))]


def figures_heard(text: str) -> list[float]:
    """The values in a transcript, whether it has them in figures or in words.

    >>> figures_heard("twelve times, 57.5 million dollars and thirty dollars and five cents")
    [12.0, 57500000.0, 30.05]
    >>> figures_heard("a thousand seventy cycles")
    [1070.0]
    """
    apart = in_figures(ONE.sub("one ", TOUCHING.sub(" ", _joined(text))))
    written = MINUS.sub("-", POWER.sub("e", apart))
    written = COINS.sub(
        lambda found: f"{found['whole'].replace(',', '')}.{int(found['cents']):02}", written
    )
    return figures_said(CENTS.sub(lambda found: f"0.{int(found[1]):02}", written))


def in_common(said: Sequence[float], heard: Sequence[float]) -> int:
    """How many of the values were heard, in order: the longest common subsequence."""
    row = [0] * (len(heard) + 1)
    for value in said:
        diagonal = 0
        for j, other in enumerate(heard, start=1):
            is_same = abs(value - other) <= NOISE * abs(value)
            best = diagonal + 1 if is_same else max(row[j], row[j - 1])
            diagonal, row[j] = row[j], best
    return row[-1]


def in_figures(text: str) -> str:
    """The text with every run of number words as one figure: `twelve hundred` is 1200.

    >>> in_figures("Twenty twenty-six, not one point five million.")
    '2026, not 1.5 million.'
    """
    found: list[str] = []
    run: list[str] = []
    for piece in [*PIECES.split(EARLY.sub(_early, text)), ""]:
        word = piece.lower()
        if word in VALUES or (run and (word in MULTIPLES or word in ("hundred", "point"))):
            run.append(word)
        elif run and (not piece.strip() or piece == "-") and piece != "":
            continue
        elif piece or run:
            if run:
                found.append(_written(run) + ("" if piece in ".,?!;:" else " "))
                run = []
            found.append(str(PLACES[word]) if word in PLACES else piece)
    return "".join(found)


def _written(run: Sequence[str]) -> str:
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


def _early(found: re.Match[str]) -> str:
    return f"{found[1]} {('first', 'second', 'third').index(found[2].lower()) + 1}"


def _joined(text: str) -> str:
    """Times of day and codes as one number, as they are said: 14:30 is 1430, 08-009 is 08009.

    Lengths are no money.
    """
    text = LENGTH.sub(r"\1 millimetres", CODE.sub(r"\1\2", NAMED.sub(" ", text)))
    return CLOCK.sub(lambda found: f"{found[1] or found[3]}{found[2] or found[4]}", text)
