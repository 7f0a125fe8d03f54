"""How judges' models are asked, from the command line to the client of all models."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

DEFAULT_CONNECTIONS = 16
MOST_CONNECTIONS = 64  # COMPONENTS: more in flight than this gain nothing in one process


@dataclass(frozen=True, slots=True)
class JudgingOptions:
    """What a person may say about how models are asked."""

    cache: Path | None = None
    """The folder where answers are kept; None for none."""
    base_url: str = ""
    """The address of judges that are named without one."""
    max_connections: int = DEFAULT_CONNECTIONS
    max_cost_usd: float | None = None
    prices: Path | None = None
    """A price list of the person's own, which comes before ours."""
