"""Which answers need not be made again, since the ranking is still the same?"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from modylbench.leaderboard.store.records import TableQuery

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from modylbench.leaderboard.store.store import Store

MOST = 512  # ours: a page of the table is some 60 kB, so at most 30 MB
NO_BOARD = TableQuery(panel="", limit=1)
"""Nothing is found, and the ranking's version told: one short look into the database."""
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Ready:
    """An answer as it goes out."""

    content: bytes
    kind: str
    policy: str | None = None

    @property
    def tag(self) -> str:
        """Its ETag."""
        return f'"{hashlib.sha256(self.content).hexdigest()[:32]}"'


class Remembered:
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
