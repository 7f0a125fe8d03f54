"""How is the SDK loaded, which two threads must not begin to use at once?"""

from __future__ import annotations

import logging
import threading

_LOADING = threading.Lock()


def load() -> None:
    """Load it, and what we build on it; any thread may, and none but the first one waits long.

    The SDK makes its one client at first use and without a lock. Of two clients one hears no
    answers, and the SDK then ends the process.
    """
    with _LOADING:
        # What the SDK writes to the log, we tell as events; people would see it on their screens.
        logging.getLogger("livekit").setLevel(logging.CRITICAL)
        from livekit import rtc

        from modylbench.meeting.rooms.livekit import (
            session,  # noqa: F401
        )

        rtc.VideoSource(2, 2)  # whatever asks the client for something makes it
