"""What is the app made of? Everything is handed in, so that two of them share nothing."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.leaderboard.web.door.rate import Rate
from modylbench.leaderboard.web.door.upload import UploadLimits

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.foundation.clock import Clock
    from modylbench.leaderboard.signing import SigningKey
    from modylbench.leaderboard.store.store import Store
    from modylbench.leaderboard.web.remembered import Remembered
    from modylbench.leaderboard.web.reports import Reports

READING = Rate(
    burst=200, every_s=0.1
)  # ours: a page is some 3 requests; a script may do 10 a second
WRITING = Rate(burst=20, every_s=30.0)  # ours: an honest submitter needs 3 in a day
CHALLENGE_LASTS_S = 14 * 24 * 3600.0  # ours: k runs of six scenarios with a panel take a day or two
MOST_WAITING = 200  # ours: a check takes a minute or so; who comes after hours of them comes again


@dataclass(frozen=True, slots=True)
class AppLimits:
    """What a client may ask of the server."""

    upload: UploadLimits = field(default_factory=UploadLimits)
    reading: Rate = READING
    writing: Rate = WRITING
    waiting: int = MOST_WAITING
    challenge_s: float = CHALLENGE_LASTS_S
    trusts_proxy: bool = False


@dataclass(frozen=True, slots=True)
class Parts:
    """The app's parts; `drawn` gives so many bytes that nobody can guess."""

    store: Store
    key: SigningKey
    clock: Clock
    reports: Reports
    remembered: Remembered
    limits: AppLimits = field(default_factory=AppLimits)
    drawn: Callable[[int], bytes] = secrets.token_bytes
