"""Becomes the command that follows, and ends with the harness: `python -m ... WORDS`."""

from __future__ import annotations

import os
import sys

from modylbench.agents.hosted.lifeline import end_with_the_harness

NOT_STARTED = 127  # as shells say it


def main(words: list[str]) -> None:
    """Become the command; what the kernel is told of us stays so."""
    end_with_the_harness()
    try:
        os.execvp(words[0], words)  # noqa: S606 - the command that a person named
    except OSError as error:
        print(f"{words[0]} cannot be started: {error.strerror}", flush=True)  # noqa: T201
        sys.exit(NOT_STARTED)


if __name__ == "__main__":
    main(sys.argv[1:])
