"""References for dynamics by the names that people write."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.evaluation.dynamics.norms import load_norms

if TYPE_CHECKING:
    from modylbench.evaluation.dynamics.norms import Norms


def choose_norms(text: str) -> Norms:
    """The reference named, shipped or made here; raises UserMistake where there is none."""
    return load_norms(text.strip(), folder=Path())
