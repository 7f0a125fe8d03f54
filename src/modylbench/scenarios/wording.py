"""Filling placeholders: `{entry_multiple:x}` in what people say and check."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import short_repr

if TYPE_CHECKING:
    from collections.abc import Mapping

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"([a-z][a-z0-9_]*)(?::(.+))?")
_FIGURE = re.compile(r"(?P<kind>\$M|\$k|\$|%|pts|x|turns|,|)(?:\.(?P<decimals>\d))?")

FORMATS = "$M, $k, $, %, pts, x, turns, ',' each with an optional .0 to .9"


class BadPlaceholder(ValueError):
    """A placeholder that cannot be filled."""


def fill_placeholders(value: Any, truth: Mapping[str, Any]) -> Any:
    """The value with every placeholder in it replaced, in one pass: nothing is filled twice.

    A string that is nothing but one placeholder without a format becomes the value itself.

    >>> fill_placeholders("{margin:%} of {revenue:$M}", {"margin": 0.3, "revenue": 50.0})
    '30% of $50 million'
    """
    if isinstance(value, str):
        return _fill_text(value, truth) if "{" in value else value
    if isinstance(value, dict):
        return {key: fill_placeholders(item, truth) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [fill_placeholders(item, truth) for item in value]
    return value


def has_stray_brace(text: str) -> bool:
    """Whether a brace stays when every placeholder is filled.

    >>> has_stray_brace("It is {price:$M}."), has_stray_brace("It is {price:$M.")
    (False, True)
    """
    rest = _PLACEHOLDER.sub("", text)
    return "{" in rest or "}" in rest


def _fill_text(text: str, truth: Mapping[str, Any]) -> Any:
    alone = _PLACEHOLDER.fullmatch(text)
    if alone and ":" not in alone[1]:
        return _look_up(alone[1], truth)
    return _PLACEHOLDER.sub(lambda match: _placeholder_text(match[1], truth), text)


def _look_up(name: str, truth: Mapping[str, Any]) -> Any:
    if name not in truth:
        found = f"unknown template variable {short_repr(name)}"
        message = f"{found}; expected a parameter or a value of the oracle"
        raise BadPlaceholder(message)
    return truth[name]


def _placeholder_text(content: str, truth: Mapping[str, Any]) -> str:
    parts = _NAME.fullmatch(content)
    if parts is None:
        message = f"found {{{content}}}, expected a placeholder like {{name}} or {{name:$M}}"
        raise BadPlaceholder(message)
    value, form = _look_up(parts[1], truth), parts[2]
    if isinstance(value, str) and form is None:
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        message = f"{{{content}}} holds {short_repr(value)}, expected a number or a text"
        raise BadPlaceholder(message)
    return figure(value, form or "")


def figure(number: float, form: str) -> str:
    """A number as people say it; at most two decimals, no trailing zeros, unless the form says so.

    >>> figure(0.155, "%"), figure(4.5, "turns"), figure(1234.5, ","), figure(57.5, "$M.2")
    ('15.5%', '4.5 turns', '1,234.5', '$57.50 million')
    """
    match = _FIGURE.fullmatch(form)
    if match is None:
        message = f"found the format {short_repr(form)}, expected one of {FORMATS}"
        raise BadPlaceholder(message)
    kind, decimals = match["kind"], match["decimals"]
    scaled = number * 100 if kind in {"%", "pts"} else number
    if decimals is None and kind == "$" and scaled != round(scaled):
        decimals = "2"  # nobody writes $18.5
    digits = f"{scaled:,.{decimals}f}" if decimals else _without_trailing_zeros(scaled)
    sign, digits = ("-", digits[1:]) if digits.startswith("-") else ("", digits)
    after = {"$M": " million", "$k": " thousand", "%": "%", "x": "x"}
    if kind in {"turns", "pts"}:
        noun = "turn" if kind == "turns" else "point"
        return f"{sign}{digits} {noun}" + ("" if digits == "1" else "s")
    return sign + ("$" if kind.startswith("$") else "") + digits + after.get(kind, "")


def _without_trailing_zeros(number: float) -> str:
    text = f"{number:,.2f}"
    return text.rstrip("0").rstrip(".")
