"""The figures that a text holds, and which of them were heard.

The figures of what was said are read from the text as it is written, never from its spoken form:
one that is written out wrongly is a figure that nobody hears.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.language.spoken.number_words import COINS, MINUS, ONE, in_figures
from modylbench.products.quantities.closeness import IDENTICAL
from modylbench.products.quantities.numbers import figures_within, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

CODE = re.compile(r"(?<![\w-])(0\d*)-(\d+)(?![\w-])")
CENTS = re.compile(r"(?<![\d.])(\d\d?) cents?\b")
CLOCK = re.compile(
    r"(?<![\d:.])(\d{1,2})[:.](\d\d)(?= ?[ap]\.?m\b)|(?<![\d:.])(\d{1,2}):(\d\d)(?!\d)"
)
NAMED = re.compile(r"\b[A-Za-z]{1,8}(?:-\d{1,9}){2,8}(?![\w-])")
"""A study's or a part's number is a name: NM-417-201."""
LENGTH = re.compile(r"(?<![$€£\d.,])(\d[\d.,]*) ?mm\b(?! ?[Hh]g)")
"""To the reader of products, who reads models of money, `mm` is a million."""
TOUCHING = re.compile(r"(?<=[A-Za-z])-(?=\d)|(?<=\b[Pp])(?=0?\.\d)|(?<=[A-Z]{2})(?=\d)")
"""A transcriber joins words: `sub-is-2`, `P0.013`, `TRL-8`, `TRL9`."""
IN_PARTS = re.compile(
    r"(?<![\w.,-])(?:(?P<century>19|20)(?P<twenty>20)?|(?P<hundreds>\d00))-(?P<rest>\d\d?)(?![\w-])"
)
"""And takes numbers apart: 2026 is heard as `20-26` or `2020-26`, 408 as `400-8`."""
POWER = re.compile(r"(?<=\d) times (?:10|ten) to the (?=-?\d)")


def figures_said(text: str) -> list[float]:
    """The values written in figures, in order; those of names such as Q3 are none.

    >>> figures_said("In Q3 we paid 12x, $57.5M, up 15%.")
    [12.0, 57500000.0, 0.15]
    """
    return [figure.shown.number for figure in figures_within(plain(_join_codes(text)))]


def figures_heard(text: str) -> list[float]:
    """The values in a transcript, whether it has them in figures or in words.

    >>> figures_heard("twelve times, 57.5 million dollars and thirty dollars and five cents")
    [12.0, 57500000.0, 30.05]
    >>> figures_heard("a thousand seventy cycles")
    [1070.0]
    >>> figures_heard("SOP-2028, TRL-8 by 20-27, 400-8")
    [2028.0, 8.0, 20.0, 27.0, 2027.0, 400.0, 8.0, 408.0]
    """
    apart = TOUCHING.sub(" ", _join_codes(IN_PARTS.sub(_both_readings, text)))
    apart = in_figures(ONE.sub("one ", apart))
    written = MINUS.sub("-", POWER.sub("e", apart))
    written = COINS.sub(
        lambda match: f"{match['whole'].replace(',', '')}.{int(match['cents']):02}", written
    )
    return figures_said(CENTS.sub(lambda match: f"0.{int(match[1]):02}", written))


def _both_readings(match: re.Match[str]) -> str:
    """A number in parts as two and as one: nobody can tell a year from a range."""
    rest = int(match["rest"])
    whole = int(match["hundreds"] or int(match["century"]) * 100) + rest
    return f"{match['hundreds'] or match['century'] + (match['twenty'] or '')}, {rest}, {whole}"


def in_common(said: Sequence[float], heard: Sequence[float]) -> int:
    """How many of the values were heard, in order: the longest common subsequence."""
    row = [0] * (len(heard) + 1)
    for value in said:
        diagonal = 0
        for j, other in enumerate(heard, start=1):
            is_same = IDENTICAL.allows(other, value)
            best = diagonal + 1 if is_same else max(row[j], row[j - 1])
            diagonal, row[j] = row[j], best
    return row[-1]


def _join_codes(text: str) -> str:
    """Times of day and codes as one number, as they are said: 14:30 is 1430, 08-009 is 08009.

    Lengths are no money.
    """
    text = LENGTH.sub(r"\1 millimetres", CODE.sub(r"\1\2", NAMED.sub(" ", text)))
    return CLOCK.sub(lambda match: f"{match[1] or match[3]}{match[2] or match[4]}", text)
