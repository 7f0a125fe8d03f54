"""The parts of the web application, handed in so that two applications share nothing."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from modylbench.leaderboard.store.records import ChallengeQuota, TableQuery
from modylbench.leaderboard.web.middleware.guard import Rate
from modylbench.leaderboard.web.middleware.uploads import UploadLimits

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from modylbench.foundation.clock import Clock
    from modylbench.leaderboard.signing import SigningKey
    from modylbench.leaderboard.store.store import Store
    from modylbench.leaderboard.web.reports import SubmissionReports

READING = Rate(
    burst=200, every_s=0.1
)  # ours: a page is some 3 requests; a script may do 10 a second
WRITING = Rate(burst=20, every_s=30.0)  # ours: an honest submitter needs 3 in a day
CHALLENGE_LASTS_S = 14 * 24 * 3600.0  # ours: k runs of six scenarios with a panel take a day or two
A_MONTH_S = 30 * 24 * 3600.0
CONFIRMED = ChallengeQuota(10, A_MONTH_S)  # ours: an agent and its next versions
ANONYMOUS = ChallengeQuota(3, A_MONTH_S)
MOST_WAITING = 200  # ours: a check takes a minute or so; who comes after hours of them comes again
MOST = 512  # ours: a page of the table is some 60 kB, so at most 30 MB
NO_BOARD = TableQuery(panel="", limit=1)
"""Nothing is found, and the ranking's version told: one short look into the database."""
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class AppLimits:
    """What a client may ask of the server."""

    upload: UploadLimits = field(default_factory=UploadLimits)
    reading: Rate = READING
    writing: Rate = WRITING
    waiting: int = MOST_WAITING
    challenge_s: float = CHALLENGE_LASTS_S
    confirmed: ChallengeQuota = CONFIRMED
    anonymous: ChallengeQuota = ANONYMOUS
    trusts_proxy: bool = False


@dataclass(frozen=True, slots=True)
class AppContext:
    """The app's parts; `random_bytes` gives so many bytes that nobody can guess."""

    store: Store
    key: SigningKey
    clock: Clock
    reports: SubmissionReports
    cache: ResponseCache
    limits: AppLimits = field(default_factory=AppLimits)
    random_bytes: Callable[[int], bytes] = secrets.token_bytes


@dataclass(frozen=True, slots=True)
class ReadyAnswer:
    """An answer as it goes out."""

    content: bytes
    kind: str
    policy: str | None = None

    @property
    def tag(self) -> str:
        """Its ETag."""
        return f'"{hashlib.sha256(self.content).hexdigest()[:32]}"'


class ResponseCache:
    """What was made of one version of the ranking; what was not asked for longest goes first."""

    def __init__(self, store: Store, *, most: int = MOST) -> None:
        self._store = store
        self._most = most
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, object] = OrderedDict()

    def once(self, key: Hashable, kind: type[V], make: Callable[[], V]) -> V:
        """What `make` gives, which follows from `key` and the ranking alone."""
        now = self._store.table(NO_BOARD)
        whole = (key, now.version, now.is_current)
        with self._lock:
            found = self._kept.get(whole)
            if isinstance(found, kind):
                self._kept.move_to_end(whole)
                return found
        made = make()
        with self._lock:
            self._kept[whole] = made
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made
