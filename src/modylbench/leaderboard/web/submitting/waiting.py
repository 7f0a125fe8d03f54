"""How long is a verdict waited for?"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock
    from modylbench.leaderboard.web.models import Submission
    from modylbench.leaderboard.web.submitting.client import Client

FIRST_S, LONGEST_S = 0.5, 10.0


def decided(client: Client, submission_id: str, *, clock: Clock, patience_s: float) -> Submission:
    """The submission when it is over, or as it is when patience ends; asked for ever less often."""
    return asyncio.run(_decided(client, submission_id, clock, patience_s))


async def _decided(
    client: Client, submission_id: str, clock: Clock, patience_s: float
) -> Submission:
    pause_s = FIRST_S
    end_s = clock.now_s() + patience_s
    while True:
        found = client.submission(submission_id)
        if found.is_over or clock.now_s() + pause_s > end_s:
            return found
        await clock.sleep(pause_s)
        pause_s = min(LONGEST_S, pause_s * 1.5)
