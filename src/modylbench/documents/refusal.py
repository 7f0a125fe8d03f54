"""How does a part of a file say that it cannot be read?"""

from __future__ import annotations

from modylbench.foundation.errors import ModylBenchError


class Unreadable(ModylBenchError):
    """A file, or a part of one, that cannot be read: the finding's code, and why."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason
