"""Which mood an emoji is of, and which words speak of good or bad news."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.language.plain import plain, word_set

if TYPE_CHECKING:
    from modylbench.scenarios.channels.script import Valence

VALENCES: dict[str, float] = {
    "👍": 0.8, "👏": 0.9, "🎉": 1.0, "🎊": 1.0, "❤": 0.9, "🙌": 0.9, "💯": 0.9, "🚀": 0.8,
    "😀": 0.8, "😃": 0.8, "😄": 0.9, "😁": 0.8, "🙂": 0.5, "😊": 0.8, "😍": 0.9, "🤩": 1.0,
    "🥳": 1.0, "💪": 0.7, "✅": 0.7, "🙏": 0.6, "🤝": 0.7, "👌": 0.7, "🔥": 0.8, "✨": 0.7,
    "😂": 0.7, "🏆": 0.9, "⭐": 0.8, "💡": 0.5,
    "🤔": -0.1, "👀": 0.0, "😮": 0.0, "😐": -0.1, "❓": 0.0, "✋": 0.0, "📝": 0.0, "👋": 0.2,
    "😕": -0.5, "😟": -0.6, "🙁": -0.6, "☹": -0.7, "😢": -0.8, "😞": -0.7, "😬": -0.5,
    "👎": -0.8, "😠": -0.9, "😡": -1.0, "😱": -0.8, "⚠": -0.5, "❌": -0.7, "💔": -0.9,
    "😨": -0.8, "😰": -0.7, "🤦": -0.6, "😭": -0.8,
}  # fmt: skip
"""Ours, from -1 to 1; SPEC 8 asks for twenty or more."""
CENTRES: dict[Valence, float] = {"positive": 0.8, "neutral": 0.0, "negative": -0.6}
"""Of what a moment is, on the same scale."""
FARTHEST = 1.4  # from the best of bad news to the best of good ones: as far as two moods are
NEAR = 0.3  # ours: emoji this near to a mood are of it
SIGNED = 0.3  # ours: beyond it a mood is good or bad
VARIATIONS = "\ufe0e\ufe0f" + "".join(map(chr, range(0x1F3FB, 0x1F400)))
"""How an emoji is drawn, and its skin tone: no mood of its own."""
TURNING = word_set("no not never nothing without hardly isn wasn don")
"""Words that may turn a mood into its opposite: then nobody can tell."""
GOOD = word_set("congratulations congrats excellent wonderful delighted glad fantastic happy")
BAD = word_set("sorry unfortunately regret worrying bad worse sad disappointing apologies")


def valence_of(emoji: str) -> float | None:
    """From -1 to 1; None of an emoji that is not on the list.

    >>> valence_of("👍🏽"), valence_of("❤️"), valence_of("🦩")
    (0.8, 0.9, None)
    """
    return VALENCES.get(plain_emoji(emoji))


def plain_emoji(emoji: str) -> str:
    """The emoji without how it is drawn and its skin tone.

    >>> plain_emoji("👍🏽") == plain_emoji("👍🏻") == "👍"
    True
    """
    return "".join(sign for sign in emoji if sign not in VARIATIONS)


def alignment(emoji: str, valence: Valence) -> float | None:
    """How well an emoji goes with a moment of this mood: 1 where it is of it, 0 of the opposite.

    >>> alignment("🎉", "positive"), alignment("👎", "positive"), alignment("🦩", "positive")
    (1.0, 0.0, None)
    """
    found = valence_of(emoji)
    if found is None:
        return None
    if abs(found) < SIGNED <= abs(CENTRES[valence]):
        return 0.0  # without a mood it answers no news, good or bad
    beyond = max(0.0, abs(found - CENTRES[valence]) - NEAR)
    return max(0.0, 1.0 - beyond / (FARTHEST - NEAR))


def mood_of(words: str) -> float | None:
    """1 of good news, -1 of bad ones; None where the words are of neither, or of both."""
    spoken = set(re.findall(r"[a-z]+", plain(words)))
    if spoken & TURNING:
        return None
    is_good, is_bad = bool(spoken & GOOD), bool(spoken & BAD)
    return None if is_good == is_bad else 1.0 if is_good else -1.0


def are_opposite(mood: float, other: float) -> bool:
    """Whether one is clearly good and the other clearly bad."""
    return min(mood, other) <= -SIGNED and max(mood, other) >= SIGNED
