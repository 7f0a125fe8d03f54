"""What share of the words was heard wrong?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.providers.speech.accuracy import Accuracy, accuracy

if TYPE_CHECKING:
    from collections.abc import Iterable


def word_error_rate(reference: str, heard: str) -> float:
    """Substituted, missing and added words, for each word of the reference; may exceed 1.

    Figures, contractions and spellings are brought to one form first. Where there was nothing to
    hear, it is 0 if nothing was heard, and 1 otherwise.

    >>> word_error_rate("We're paying 12x.", "we are paying twelve times")
    0.0
    >>> word_error_rate("Show the chart again", "show a chart again")
    0.25
    """
    return _rate(accuracy(reference, heard))


def mean_word_error_rate(pairs: Iterable[tuple[str, str]]) -> float | None:
    """The same over many texts, each word counting once; None where there are none."""
    compared = [accuracy(reference, heard) for reference, heard in pairs]
    return _rate(sum(compared, Accuracy())) if compared else None


def _rate(compared: Accuracy) -> float:
    return compared.word_error_rate if compared.words else float(bool(compared.errors))
