"""The process of an agent: `python -m modylbench.agents.hosted CLASS SOCKET [check]`."""

from __future__ import annotations

import asyncio
import os
import select
import socket
import sys
import threading
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.agents.hosted.child import load_class, problem_of, serve
from modylbench.agents.hosted.lifeline import end_with_the_harness
from modylbench.agents.hosted.wire import as_line
from modylbench.foundation.errors import UserMistake

if TYPE_CHECKING:
    from types import TracebackType

FIRST_TO_GO = "1000"


def main(spec: str, number: str, mode: str = "") -> None:
    """Make the agent and let it take part; with `check` only see whether it can be made."""
    end_with_the_harness()
    link = socket.socket(fileno=int(number))
    link.set_inheritable(False)

    def tell(kind: type[BaseException], error: BaseException, _: TracebackType | None) -> None:
        traceback.print_exception(error)
        if link.fileno() < 0:
            return  # the event loop has closed it
        problem = str(error) if issubclass(kind, UserMistake) else problem_of(error)
        link.setblocking(True)
        link.sendall(as_line({"type": "unusable", "problem": problem}))

    sys.excepthook = tell
    _be_first_to_go()
    threading.Thread(target=_end_with, args=[link.fileno()], daemon=True).start()
    agent = load_class(spec)()
    if mode == "check":
        link.sendall(as_line({"type": "ready", "overhears": False, "attends": False}))
        return
    asyncio.run(serve(agent, link))


def _be_first_to_go() -> None:
    """Where memory runs out, the kernel is to end this process and not the harness."""
    try:
        Path("/proc/self/oom_score_adj").write_text(FIRST_TO_GO, encoding="ascii")
    except OSError:
        return


def _end_with(number: int) -> None:
    """End at once when the harness is gone, whatever the agent is doing."""
    poll = select.poll()
    poll.register(number, 0)  # nothing but the end of the connection
    poll.poll()
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
