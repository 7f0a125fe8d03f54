"""Figures that are neither dates nor amounts as they are said: names, ranges, numbers."""

from __future__ import annotations

import re

from modylbench.language.spoken.amounts import NUMBER
from modylbench.language.spoken.numbers import MOST_DIGITS, cardinal, digits, number, ordinal

TOO_LONG = re.compile(rf"(?<=\d{{{MOST_DIGITS}}})\d+")
FIXED = (
    (re.compile(r"\bB2B\b"), "B to B"),
    (re.compile(r"\bB2C\b"), "B to C"),
    (re.compile(r"(?<!\w)24/7(?!\w)"), "twenty-four seven"),
    (re.compile(r"(?<!\w)40([13])\(([kb])\)"), r"four oh \1 \2"),
    (re.compile(r"(\d)\(([a-z])\)"), r"\1 \2"),
    (re.compile(r"(?<!\w)([a-z])\(([^()\n]{1,20})\)"), r"\1 of \2"),
    (re.compile(r"(?<=\w)\^ ?(?=-?\w)"), " to the power of "),
    (re.compile(r"(?<=\d)[eE]\+?(-?\d{1,3})(?!\w)"), r" times ten to the \1"),
)
CELLS = re.compile(r"(?<![\w$])\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})(?!\w)")
CELL = re.compile(r"(?<![\w$])(?:\$([A-Z]{1,3})\$?|([A-Z]{1,3}))(\d{1,7})(?!\w|\.\d)")
CODE = re.compile(r"\b[A-Za-z]{1,8}(?:-\d{1,9}){2,8}(?![\w-])")
PHONE = re.compile(r"(?<![\w-])\+?\d{1,9}(?:-\d{1,9}){2,8}(?![\w-])")
VERSION = re.compile(r"(?<![\w.])v?\d{1,9}(?:\.\d{1,9}){2,8}(?![\w])")
ORDINAL = re.compile(r"(?<![\w.,])(\d{1,3}(?:,\d{3})+|\d{1,9})(?:st|nd|rd|th)\b")
MIXED = re.compile(r"(?<![\w.,/])(\d{1,6}) (\d{1,3})/(\d{1,3})(?![\w/])")
FRACTION = re.compile(r"(?<![\w.,/])(\d{1,6})/(\d{1,6})(?![\w/])")
PARTS = {2: ("half", "halves"), 3: ("third", "thirds"), 4: ("quarter", "quarters")}
RATIO = re.compile(rf"(?<![\w.,:])({NUMBER}):({NUMBER})(?![\w:])")
RANGE = re.compile(rf"(?<![\w.,-])({NUMBER}) ?- ?({NUMBER})(?![\w-])")
PLURAL = re.compile(r"(?<![\w.,])(\d{1,9})s\b")
TOUCHING = re.compile(r"(?<=[A-Za-z])-?(?=\d)|(?<=\d)(?=[A-Za-z])")
MINUS = re.compile(r"(?<![\w)])-(?=\.?\d)")
PLAIN = re.compile(NUMBER)


def cut_long_digits(text: str) -> str:
    """The text with endless strings of digits cut."""
    return TOO_LONG.sub("", text)


def say_names(text: str) -> str:
    """The text with cells, codes, versions and other names that hold digits in words."""
    for pattern, words in FIXED:
        text = pattern.sub(words, text)
    text = CODE.sub(lambda found: _say_code(found[0]), text)
    text = PHONE.sub(lambda found: ", ".join(map(digits, found[0].strip("+").split("-"))), text)
    text = VERSION.sub(
        lambda found: " point ".join(map(number, found[0].strip("v").split("."))), text
    )
    text = CELLS.sub(
        lambda found: f"{found[1]} {number(found[2])} to {found[3]} {number(found[4])}", text
    )
    return CELL.sub(lambda found: f"{found[1] or found[2]} {number(found[3])}", text)


def say_numbers(text: str) -> str:
    """The text with every number that is left in words."""
    text = ORDINAL.sub(lambda found: ordinal(int(found[1].replace(",", ""))), text)
    text = MIXED.sub(lambda found: f"{number(found[1])} and {_part(found[2], found[3])}", text)
    text = FRACTION.sub(lambda found: _part(found[1], found[2]), text)
    text = RATIO.sub(lambda found: f"{number(found[1])} to {number(found[2])}", text)
    text = RANGE.sub(_range, text)
    text = PLURAL.sub(lambda found: _plural(cardinal(int(found[1]))), text)
    text = MINUS.sub("minus ", text)
    text = TOUCHING.sub(" ", text)
    return PLAIN.sub(lambda found: number(found[0]), text)


def _say_code(code: str) -> str:
    letters, *figures = code.split("-")
    return f"{letters} {', '.join(map(digits, figures))}"


def _range(found: re.Match[str]) -> str:
    low, high = found[1], found[2]
    name = any(len(part) > 1 and part[0] == "0" and "." not in part for part in (low, high))
    return f"{number(low)}{' ' if name else ' to '}{number(high)}"


def _part(top: str, bottom: str) -> str:
    if int(top) + int(bottom) == 100:  # how something is divided
        return f"{number(top)} {number(bottom)}"
    names = PARTS.get(int(bottom))
    if names is None or int(top) >= int(bottom):
        return f"{number(top)} out of {number(bottom)}"
    return f"{number(top)} {names[int(top) > 1]}"


def _plural(words: str) -> str:
    if words.endswith("y"):
        return f"{words[:-1]}ies"
    return words + ("es" if words.endswith("x") else "s")
