"""Which of a service's voices is nearest to the one a persona asks for?"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

GENDERS = {
    "female": "female",
    "woman": "female",
    "feminine": "female",
    "male": "male",
    "man": "male",
    "masculine": "male",
}
ACCENTS = {
    "us": "us",
    "american": "us",
    "uk": "uk",
    "gb": "uk",
    "british": "uk",
    "au": "au",
    "australian": "au",
    "eu": "eu",
    "ca": "ca",
    "ie": "ie",
    "in": "in",
    "nz": "nz",
    "za": "za",
}
# Where a service has no voice of an accent: what a listener would mind least (ours).
NEXT_BEST = {"au": "uk", "eu": "uk", "ca": "us", "ie": "uk", "in": "uk", "nz": "au", "za": "uk"}


@dataclass(frozen=True, slots=True)
class StockVoice:
    """A voice that comes with a service, by the name the service takes and the one people use."""

    id: str
    gender: str
    accent: str
    label: str = ""


def nearest(voices: Sequence[StockVoice], wanted: str) -> str:
    """The id of the voice nearest to `wanted`: its own name, else its gender, then its accent.

    Of equally near voices each `wanted` always gets the same one, and different people mostly
    get different ones.
    """
    words = re.findall(r"[a-z]+", wanted.lower())
    gender = next((GENDERS[word] for word in words if word in GENDERS), "")
    accent = next((ACCENTS[word] for word in words if word in ACCENTS), "")
    scores = [_nearness(voice, wanted, gender=gender, accent=accent) for voice in voices]
    best = max(scores)
    equal = [voice for voice, score in zip(voices, scores, strict=True) if score == best]
    return equal[zlib.crc32(wanted.encode("utf-8", "replace")) % len(equal)].id


def _nearness(
    voice: StockVoice, wanted: str, *, gender: str, accent: str
) -> tuple[bool, bool, int]:
    named = wanted.casefold() in (voice.id.casefold(), voice.label.casefold())
    chain = [accent, NEXT_BEST.get(accent, ""), NEXT_BEST.get(NEXT_BEST.get(accent, ""), "")]
    steps = chain.index(voice.accent) if voice.accent in chain else len(chain)
    return named, voice.gender == gender, -steps
