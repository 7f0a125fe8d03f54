"""Scores, differences and intervals as people read them, alike on every page."""

from __future__ import annotations

from decimal import ROUND_DOWN, Decimal

NOT_MEASURED = "not measured"
_HUNDREDTH = Decimal("0.01")


def score_text(score: float | None, missing: str = NOT_MEASURED) -> str:
    """Two digits, cut and not rounded: 5.996 has reached no tier, and must not look like 6.00.

    >>> score_text(5.996), score_text(4.35), score_text(None)
    ('5.99', '4.35', 'not measured')
    """
    return missing if score is None else f"{cut(score)}"


def difference_text(difference: float | None, missing: str = NOT_MEASURED) -> str:
    """A difference of scores with its sign, cut towards zero, so that none looks larger than it is.

    >>> difference_text(0.5), difference_text(-0.109), difference_text(-0.001)
    ('+0.50', '-0.10', '0.00')
    """
    if difference is None:
        return missing
    shown = cut(difference)
    return f"{shown:+}" if shown else "0.00"


def share_text(share: float | None, missing: str = NOT_MEASURED) -> str:
    """A share in whole per cent, cut: what is not all is not 100%.

    >>> share_text(0.999), share_text(1.0), share_text(0.29), share_text(None)
    ('99%', '100%', '29%', 'not measured')
    """
    return missing if share is None else f"{int(cut(share) * 100)}%"


def interval_text(interval: tuple[float, float] | None, missing: str = NOT_MEASURED) -> str:
    """The bounds of an interval of scores.

    >>> interval_text((4.129, 6.5))
    '4.12 to 6.50'
    """
    if interval is None:
        return missing
    return f"{score_text(interval[0])} to {score_text(interval[1])}"


def cut(number: float) -> Decimal:
    """The number as people write it, without what follows its second digit.

    By way of its shortest decimal form: 4.35 as a float lies below 4.35, and is no 4.34.
    """
    return Decimal(repr(float(number))).quantize(_HUNDREDTH, rounding=ROUND_DOWN)
