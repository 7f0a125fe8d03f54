"""Numbers in words.

By hand, because `import inflect` takes 1.6 s (typeguard compiles checks), longer than a whole
command; the tests hold every number against it.
"""

from __future__ import annotations

SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
UP_TO_TWELVE = SMALL[:13]
"""The numbers that people write in words inside a text of figures."""
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
SCALES = ("", "thousand", "million", "billion", "trillion")
ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
    "nine": "ninth", "twelve": "twelfth",
}  # fmt: skip
LONGEST = 3 * len(SCALES)  # digits; a longer number is said digit by digit
MOST_DIGITS = 40
"""Ours: of a longer string of digits only the first are said; nobody reads out more."""


def cardinal(number: int) -> str:
    """The number in words, without "and".

    >>> cardinal(1_204_017)
    'one million two hundred four thousand seventeen'
    """
    if number == 0:
        return SMALL[0]
    groups = []
    for scale in SCALES:
        number, group = divmod(number, 1000)
        if group:
            groups.append(f"{_below_thousand(group)} {scale}".rstrip())
    return " ".join(reversed(groups))


def ordinal(number: int) -> str:
    """The place in an order.

    >>> ordinal(32)
    'thirty-second'
    """
    words = cardinal(number)
    cut = max(words.rfind(" "), words.rfind("-")) + 1
    first, last = words[:cut], words[cut:]
    if last in ORDINALS:
        return first + ORDINALS[last]
    return first + (last[:-1] + "ieth" if last.endswith("y") else last + "th")


def year(number: int) -> str:
    """A year from 1100 to 2099.

    >>> year(2027), year(2005), year(1900)
    ('twenty twenty-seven', 'two thousand five', 'nineteen hundred')
    """
    century, rest = divmod(number, 100)
    if century == 20 and rest < 10:
        return cardinal(number)
    if rest == 0:
        return f"{cardinal(century)} hundred"
    return f"{cardinal(century)} {'oh ' if rest < 10 else ''}{cardinal(rest)}"


def digits(text: str) -> str:
    """Each digit by itself.

    >>> digits("007")
    'zero zero seven'
    """
    return " ".join(SMALL[int(digit)] for digit in text[:MOST_DIGITS])


def number(text: str) -> str:
    """A number as it is written, with or without commas, point and sign.

    Just above a thousand people say "a thousand seventy"; Whisper hears "one thousand seventy" as
    170, with every voice that was tried.

    >>> number("-1,234.50"), number("1,070")
    ('minus one thousand two hundred thirty-four point five zero', 'a thousand seventy')
    """
    sign = "minus " if text.startswith("-") else ""
    whole, point, fraction = text.lstrip("-").replace(",", "").partition(".")
    said = f"{sign}{_whole_number(whole)}"
    return f"{said} point {digits(fraction)}" if point and fraction else said


def _whole_number(text: str) -> str:
    if not text:
        return SMALL[0]
    if len(text) > LONGEST or (len(text) > 1 and text[0] == "0"):
        return digits(text)
    value = int(text)
    return f"a thousand {cardinal(value - 1000)}" if 1000 < value < 1100 else cardinal(value)


def _below_thousand(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    words = [f"{SMALL[hundreds]} hundred"] if hundreds else []
    if rest >= len(SMALL):
        tens, ones = divmod(rest, 10)
        words.append(f"{TENS[tens]}-{SMALL[ones]}" if ones else TENS[tens])
    elif rest:
        words.append(SMALL[rest])
    return " ".join(words)
