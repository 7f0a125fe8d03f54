"""How much of what was said was heard: word error rates, and figures heard exactly."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.language.spoken.number_words import MULTIPLES, VALUES, figure_of
from modylbench.language.spoken.spoken_form import spoken_form
from modylbench.providers.speech.heard_figures import figures_heard, figures_said, in_common

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CONTRACTIONS = (
    (re.compile(r"\bcan't\b"), "can not"),
    (re.compile(r"\bcannot\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"\blet's\b"), "let us"),
    (re.compile(r"'re\b"), " are"),
    (re.compile(r"'ll\b"), " will"),
    (re.compile(r"'ve\b"), " have"),
    (re.compile(r"'m\b"), " am"),
    (re.compile(r"'d\b"), " would"),
    (re.compile(r"\b(it|that|he|she|what|who|where|there|here|how|when)'s\b"), r"\1 is"),
    (re.compile(r"'"), ""),
)
SPELLINGS = (
    (re.compile(r"\b(?:um|uh|hmm?|mm+|huh|er|ah)\b"), " "),
    (re.compile(r"\bok\b"), "okay"),
    (re.compile(r"\bcap x\b"), "cap ex"),
    (re.compile(r"\b([a-z])s\b"), r"\1 s"),
    (re.compile(r"\ball right\b"), "alright"),
    (re.compile(r"\ban? (?=hundred|thousand|million)"), "one "),
    (re.compile(r"\bmillimeter|\bmillimetre|\bmm\b"), "millimeter"),
    (re.compile(r"metre(s?)\b"), r"meter\1"),
    (re.compile(r"is(e[ds]?|ing|ation)\b"), r"iz\1"),
    (re.compile(r"ll(ed|ing)\b"), r"l\1"),
    (re.compile(r"\b(cent|theat|lit)re\b"), r"\1er"),
    (re.compile(r"\blicence"), "license"),
    (re.compile(r"\bprogramme\b"), "program"),
    (re.compile(r"\bgrey\b"), "gray"),
    (re.compile(r"\b(col|fav|lab|behavi)our"), r"\1or"),
)
INITIALS = re.compile(r"\b(?:[A-Z]\.){2,}")
LETTERS = re.compile(r"\b[a-z](?: [a-z]\b)+")


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Counts that add up over many utterances."""

    words: int = 0
    errors: int = 0
    figures: int = 0
    figures_right: int = 0

    @property
    def word_error_rate(self) -> float:
        """Substituted, missing and added words, for each word said."""
        return self.errors / self.words if self.words else 0.0

    @property
    def share_of_figures(self) -> float:
        """Figures heard exactly, in order, of those said."""
        return self.figures_right / self.figures if self.figures else 1.0

    def __add__(self, other: Accuracy) -> Accuracy:
        return Accuracy(
            self.words + other.words,
            self.errors + other.errors,
            self.figures + other.figures,
            self.figures_right + other.figures_right,
        )


def accuracy(said: str, heard: str) -> Accuracy:
    """Both texts in one spelling of figures, contractions and letters, then compared.

    Figures are right where their values are heard, whatever the spoken form made of them.

    >>> accuracy("We're paying 12x LTM EBITDA.", "We are paying twelve times LTM EBITDA").errors
    0
    """
    reference, hypothesis = normal_words(said), normal_words(heard)
    numbers = figures_said(said)
    return Accuracy(
        words=len(reference),
        errors=_distance(reference, hypothesis),
        figures=len(numbers),
        figures_right=in_common(numbers, figures_heard(heard)),
    )


def normal_words(text: str) -> list[str]:
    """The words, all of one spelling."""
    words = spoken_form(INITIALS.sub(lambda match: match[0].replace(".", ""), text)).lower()
    for pattern, plain in CONTRACTIONS:
        words = pattern.sub(plain, words)
    words = re.sub(r"[^a-z ]+", " ", words)
    for pattern, plain in SPELLINGS:
        words = pattern.sub(plain, words)
    words = " ".join(words.split())
    return _with_figures(LETTERS.sub(lambda match: match[0].replace(" ", ""), words).split())


def _with_figures(words: Sequence[str]) -> list[str]:
    """The words with every run of number words as one figure: `twelve hundred` is 1200."""
    found: list[str] = []
    run: list[str] = []
    for word in [*words, ""]:
        if word in VALUES or (run and (word in MULTIPLES or word in ("hundred", "point"))):
            run.append(word)
            continue
        if run == ["oh"]:
            found.append("oh")
            run = []
        if run:
            sign = "-" if found and found[-1] == "minus" else ""
            found[-1:] = [] if sign else found[-1:]
            found.append(sign + figure_of(run))
            run = []
        if word:
            found.append(word)
    return found


def _distance(said: Sequence[str], heard: Sequence[str]) -> int:
    """Levenshtein's, over words.

    By hand: ten lines, 2 ms for two texts of 100 words, and no package to add for a benchmark.
    """
    row = list(range(len(heard) + 1))
    for i, word in enumerate(said, start=1):
        diagonal, row[0] = row[0], i
        for j, other in enumerate(heard, start=1):
            cost = min(row[j] + 1, row[j - 1] + 1, diagonal + (word != other))
            diagonal, row[j] = row[j], cost
    return row[-1]


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
