"""Does an archive give itself away by its headers alone? Then nobody needs to wait for a check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.leaderboard.submission import unpack

if TYPE_CHECKING:
    from pathlib import Path


def refuse_unlisted(file: Path) -> None:
    """Raises Refused, as the check would; nothing is unpacked, and how much is read is bounded."""
    with file.open("rb") as opened:
        unpack.listed_in(opened, unpack.LIMITS)  # the very same look, taken earlier
