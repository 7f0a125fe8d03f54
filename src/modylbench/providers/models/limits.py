"""How many calls to one provider are under way at once?"""

from __future__ import annotations

import asyncio

from modylbench.foundation.errors import UserMistake

DEFAULT_CONNECTIONS = 16
MOST_CONNECTIONS = 64  # COMPONENTS: more in flight than this gain nothing in one process


class Limits:
    """One limit for each provider, all of the same size."""

    def __init__(self, max_connections: int = DEFAULT_CONNECTIONS) -> None:
        if not 1 <= max_connections <= MOST_CONNECTIONS:
            message = f"found {max_connections} connections, expected 1 to {MOST_CONNECTIONS}"
            raise UserMistake(message)
        self.max_connections = max_connections
        self._slots: dict[str, asyncio.Semaphore] = {}

    def slot(self, provider: str) -> asyncio.Semaphore:
        """What to hold while a call to the provider is under way."""
        return self._slots.setdefault(provider, asyncio.Semaphore(self.max_connections))
