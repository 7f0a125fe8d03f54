"""Families of models: what they take besides text, and how they are held to JSON."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from modylbench.foundation.record import Spec
from modylbench.scenarios.yaml_file import read_yaml

FILE = Path(__file__).with_name("families.yaml")
Answers = Literal["native", "tools", "prompted"]


class Family(Spec):
    """Models of one service whose names start alike."""

    service: str
    starts: str
    hears: bool = False
    sees: bool = False
    thinks: bool = False
    answers: Answers = "native"
    audio_tokens_per_s: int = 0
    image_tokens: int = 0
    ear: str = ""
    request_mb: float = 20.0


class Families(Spec):
    """The file."""

    families: tuple[Family, ...]


@cache
def families() -> tuple[Family, ...]:
    """All that are known."""
    return read_yaml(FILE, Families).families


def family_of(service: str, model: str) -> Family:
    """The family with the longest start of the model's name; every service has one for all."""
    fitting = [
        family
        for family in families()
        if family.service == service and model.startswith(family.starts)
    ]
    return max(fitting, key=lambda family: len(family.starts))
