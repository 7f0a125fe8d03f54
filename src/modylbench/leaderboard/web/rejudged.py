"""What did judging again find, in lines for a person?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from modylbench.foundation.score_text import difference_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.leaderboard.checking.rejudge import Rejudged

OUTCOMES = {
    "agreed": "The samples were judged much the same again.",
    "doubted": "The samples were judged otherwise again, so that it is not verified.",
    "impossible": "Its judges cannot be asked here, so that nothing was judged again.",
}


def rejudged_lines(record: str | None) -> tuple[str, ...]:
    """The lines; none where nothing was judged again."""
    if record is None:
        return ()
    from modylbench.leaderboard.checking.rejudge import Rejudged  # slow, and seldom needed

    return tuple(_lines(Rejudged.model_validate_json(record)))


def _lines(found: Rejudged) -> Iterator[str]:
    yield OUTCOMES[found.outcome]
    for judge in sorted({one.judge for one in found.compared}):
        own = [one for one in found.compared if one.judge == judge]
        shifts = [one.shift for one in own if one.shift is not None]
        mean = math.fsum(shifts) / len(shifts) if shifts else None
        yield f"{judge}: {len(own)} verdicts given again, claimed {difference_text(mean)} higher"
    yield from (f"doubt: {doubt}" for doubt in found.doubts)
    yield from (f"could not be asked here: {one}" for one in found.absent)
    if found.failed:
        yield f"{found.failed} answers failed and were left out"
