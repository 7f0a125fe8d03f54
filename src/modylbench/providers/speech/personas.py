"""The voice that is nearest to a persona's, of those there are, and which RHVoice has installed."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


GENDERS = {
    "female": "female", "woman": "female", "f": "female", "girl": "female", "she": "female",
    "feminine": "female", "male": "male", "man": "male", "m": "male", "boy": "male", "he": "male",
    "masculine": "male",
}  # fmt: skip
ACCENTS = {
    "us": "us", "american": "us", "uk": "uk", "gb": "uk", "british": "uk", "english": "uk",
    "scottish": "uk", "irish": "ie", "ie": "ie", "au": "au", "australian": "au", "nz": "nz",
    "in": "in", "za": "za", "sg": "sg", "ca": "ca", "canadian": "ca", "eu": "eu", "german": "eu",
    "french": "eu", "russian": "eu",
}  # fmt: skip
NEXT_BEST = {
    "au": "uk", "eu": "uk", "ca": "us", "ie": "uk", "in": "uk", "nz": "au", "sg": "uk", "za": "uk",
}  # fmt: skip
"""Where there is no voice of an accent: what a listener would mind least (ours)."""
USUAL_ACCENT = "us"


@dataclass(frozen=True, slots=True)
class Voice:
    """A voice by the name its engine or service takes, and the one people use for it."""

    name: str
    gender: str
    accent: str
    label: str = ""


def nearest(voices: Sequence[Voice], wanted: str) -> str:
    """The name of the nearest voice: by its own name, else by gender, then by accent.

    Of equally near voices the same persona always gets the same one, and others other ones.
    """
    parts = re.findall(r"[a-z]+", wanted.lower())
    gender = next((GENDERS[part] for part in parts if part in GENDERS), "")
    accent = next((ACCENTS[part] for part in parts if part in ACCENTS), USUAL_ACCENT)
    scores = [_nearness(voice, wanted, gender=gender, accent=accent) for voice in voices]
    best = max(scores)
    equal = [voice for voice, score in zip(voices, scores, strict=True) if score == best]
    digest = hashlib.sha256(wanted.encode("utf-8", "replace")).digest()
    return equal[int.from_bytes(digest[:4], "big") % len(equal)].name


def _nearness(voice: Voice, wanted: str, *, gender: str, accent: str) -> tuple[bool, bool, int]:
    named = wanted.casefold() in (voice.name.casefold(), voice.label.casefold())
    chain = [accent, NEXT_BEST.get(accent, ""), NEXT_BEST.get(NEXT_BEST.get(accent, ""), "")]
    steps = chain.index(voice.accent) if voice.accent in chain else len(chain)
    return named, voice.gender == gender, -steps


RHVOICE_VOICES = (
    Voice("bdl", "male", "us"),
    Voice("alan", "male", "uk"),
    Voice("slt", "female", "us"),
    Voice("clb", "female", "us"),
)


def voices_beside(program: str) -> tuple[str, ...]:
    """The English voices that are installed where the program is; nothing is run.

    The program speaks on without them, in a voice of another language or not at all.
    """
    folder = Path(program).parent.parent / "share" / "RHVoice" / "voices"
    return tuple(voice.name for voice in RHVOICE_VOICES if (folder / voice.name).is_dir())
