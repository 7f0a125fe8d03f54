"""Which of an engine's voices is nearest to the one a persona has?"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Sequence

Gender = Literal["female", "male"]
GENDERS: dict[str, Gender] = {
    "female": "female", "woman": "female", "f": "female", "girl": "female", "she": "female",
    "male": "male", "man": "male", "m": "male", "boy": "male", "he": "male",
}  # fmt: skip
ACCENTS = {
    "us": "us", "american": "us", "uk": "uk", "gb": "uk", "british": "uk", "english": "uk",
    "scottish": "uk", "irish": "uk", "au": "uk", "australian": "uk", "nz": "uk", "in": "uk",
    "za": "uk", "sg": "uk", "ca": "us", "canadian": "us", "eu": "eu", "german": "eu",
    "french": "eu", "russian": "eu",
}  # fmt: skip
"""The nearest accent that some engine has: Australia is nearer to Britain than to America."""


@dataclass(frozen=True, slots=True)
class Voice:
    """One voice of an engine."""

    name: str
    gender: Gender
    accent: str


def nearest(voices: Sequence[Voice], wanted: str) -> str:
    """The name of the nearest voice: by name, else by gender, then by accent.

    Where several fit, the same persona always gets the same one, and others other ones.
    """
    if any(voice.name == wanted for voice in voices):
        return wanted
    parts = re.split(r"[^a-z]+", wanted.lower())
    gender = next((GENDERS[part] for part in parts if part in GENDERS), None)
    accent = next((ACCENTS[part] for part in parts if part in ACCENTS), "us")
    fitting = [voice for voice in voices if voice.gender == gender] or list(voices)
    fitting = [voice for voice in fitting if voice.accent == accent] or fitting
    place = int.from_bytes(hashlib.sha256(wanted.encode()).digest()[:4], "big") % len(fitting)
    return fitting[place].name
