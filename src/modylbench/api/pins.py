"""Findings that were pinned, checked from a test: the same as `modylbench pins run`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.api.background import without_loop
from modylbench.cli.pinning import hold_pin, read_pins_in

if TYPE_CHECKING:
    from os import PathLike

    from modylbench.pipeline.pinning.pin import Pin


def read_pins(folder: str | PathLike[str]) -> list[Pin]:
    """The pins in a folder that `modylbench pin` has written to, by name."""
    return read_pins_in(Path(folder))


def check_pin(pin: Pin, *, agent: str = "") -> None:
    """Hold the part of the meeting that the pin is of; AssertionError while its finding is there.

    `agent` is another than the one that it was pinned of.
    """
    wrong = without_loop(lambda: hold_pin(pin, agent))
    if wrong:
        message = f"{pin.scenario} seed {pin.seed}, {pin.finding}: {wrong}"
        raise AssertionError(message)
