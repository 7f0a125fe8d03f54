"""What does the process do that holds one trial and nothing else?"""

from __future__ import annotations

import multiprocessing
import os
import signal
from threading import Event, Thread
from typing import TYPE_CHECKING

from modylbench.foundation.errors import ModylBenchError
from modylbench.pipeline.equipment import equipped
from modylbench.pipeline.held import Held, Progress, hold_trial

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from pathlib import Path

    from modylbench.pipeline.equipment import Means
    from modylbench.runs.plan import Trial

    News = Progress | Held | ModylBenchError

GOODBYE_S = 15.0
"""Ours: to leave a room and take it away; who has not by then is killed."""


def hold_one(trial: Trial, folder: Path, means: Means, news: Connection) -> None:
    """Hold the trial; what there is to tell of it goes into the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted too, and ends us
    Thread(target=_end_with_parent, daemon=True).start()

    def tell(item: News) -> None:
        try:
            news.send(item)
        except BrokenPipeError:  # the parent is gone, and so are we, soon
            return

    try:
        with equipped(means) as equipment:
            tell(hold_trial(trial, folder, equipment, tell))
    except ModylBenchError as error:
        tell(error)


def _end_with_parent() -> None:
    """One whose parent was killed clears up, and must not go on: the run may be started again."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        Event().wait(GOODBYE_S)
        os._exit(1)
