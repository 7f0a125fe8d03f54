"""What does a style say, property by property?"""

from __future__ import annotations

import re

LONGEST_STYLE = 200_000
LONGEST_VALUE = 2_000
MOST_STEPS = 8

_COMMENT_OR_STRING = re.compile(
    r"/\*.*?(?:\*/|\Z)|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL
)
_ESCAPE = re.compile(r"\\(?:(?P<code>[0-9a-fA-F]{1,6})\s?|(?P<sign>[^\n]))")
_VARIABLE = re.compile(r"var\(\s*(?P<name>--[\w-]+)\s*(?:,(?P<otherwise>[^()]*))?\)")
_LENGTH = re.compile(r"(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(?P<unit>[a-z]*|%)")
_POINTS = {
    "px": 0.75, "pt": 1.0, "pc": 12.0, "in": 72.0, "cm": 28.35, "mm": 2.835, "q": 0.709,
    "rem": 12.0, "vw": 9.6, "vh": 5.4, "vmin": 5.4, "vmax": 9.6, "": 0.75,
}  # fmt: skip
"""What units are in points; a window is 1280 by 720 pixels."""

_EMS = {"em": 1.0, "ex": 0.5, "ch": 0.5, "lh": 1.2}
ESCAPED = 0xE000
"""Signs that are written with a backslash stand here, so that they part nothing."""


def plain(text: str) -> str:
    """A style without comments, with empty strings, and with what is escaped spelt out."""
    bare = _COMMENT_OR_STRING.sub(lambda m: " " if m[0].startswith("/*") else '""', text)
    return _ESCAPE.sub(_spelt, bare)


def _spelt(found: re.Match[str]) -> str:
    code = int(found["code"], 16) if found["code"] else ord(found["sign"])
    sign = chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"
    if sign.isalnum() or sign in "-_":
        return sign
    return chr(ESCAPED + code) if code < 0x100 else sign


def declarations(text: str) -> list[tuple[str, str, bool]]:
    """The properties of a plain style: name, value, and whether it is important."""
    result: list[tuple[str, str, bool]] = []
    for part in split(text, ";"):
        name, colon, value = part.partition(":")
        if colon:
            bare, mark, _ = value.strip().partition("!")
            known = name.strip()
            known = known if known.startswith("--") else known.lower()
            result.append((known, bare.strip().lower(), bool(mark)))
    return result


def split(text: str, mark: str) -> list[str]:
    """The parts between marks that stand outside brackets."""
    result: list[str] = []
    depth = start = 0
    for place, sign in enumerate(text):
        if sign in "([":
            depth += 1
        elif sign in ")]":
            depth = max(depth - 1, 0)
        elif sign == mark and not depth:
            result.append(text[start:place])
            start = place + 1
    return [*result, text[start:]]


def resolved(value: str, known: dict[str, str]) -> str | None:
    """The value with its variables; None where they lead nowhere."""
    for _ in range(MOST_STEPS):
        if "var(" not in value:
            return value
        value = _VARIABLE.sub(lambda m: known.get(m["name"].lower(), m["otherwise"] or "?"), value)
        if len(value) > LONGEST_VALUE:
            return None
    return None


def points(text: str, em: float, whole: float = 0.0) -> float | None:
    """A length in points; a share of a hundred is one of the `whole`; None where it is unclear."""
    found = _LENGTH.fullmatch(text.strip())
    if found is None:
        return None
    number, unit = float(found["number"]), found["unit"]
    if not abs(number) < 1e9:
        return None
    if unit == "%":
        return number * whole / 100
    if unit in _EMS:
        return number * _EMS[unit] * em
    return number * _POINTS[unit] if unit in _POINTS else None


def share(text: str) -> float | None:
    """A plain number or a share of a hundred; None for anything else."""
    found = _LENGTH.fullmatch(text.strip())
    if found is None or found["unit"] not in {"", "%"}:
        return None
    number = float(found["number"])
    return number / 100 if found["unit"] else number
