"""How is a command started that takes part in a meeting, and how does it end?"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from modylbench.agents.hosted.family import marked
from modylbench.agents.hosted.process import Printed, end

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

GOODBYE_S = 3.0  # ours: to leave the room


class Command:
    """A process, and all that it starts; what it prints goes into the log.

    It is started by the thread that makes this, and is killed when that thread is gone.
    """

    def __init__(self, words: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - the command that a person named
            marked([sys.executable, "-m", "modylbench.agents.livekit", *words]),
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # not to end by our Ctrl-C
        )
        self._printed = Printed(self._process.stdout, log)

    @property
    def has_ended(self) -> bool:
        """Whether its first process is over."""
        return self._process.poll() is not None

    def end(self) -> str:
        """Ask it to end, kill what is left of it; how it ended, with its last words."""
        if not self.has_ended:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGTERM)
        how = end(self._process, goodbye_s=GOODBYE_S)
        return how + self._printed.last_words()
