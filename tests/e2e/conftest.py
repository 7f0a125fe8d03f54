"""Fixtures of tests in the real browser: one loop and one screen a module."""

import asyncio
from collections.abc import Iterator

import pytest

from modylbench.surfaces.rendering.screen import Screen


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    """The loop that the screen lives in; `runner.run` waits for what it answers."""
    with asyncio.Runner() as loop:
        yield loop


@pytest.fixture(scope="module")
def screen(runner: asyncio.Runner) -> Iterator[Screen]:
    """A screen kept open for the tests of a module; each clears it first."""
    opened = Screen.open()
    yield runner.run(opened.__aenter__())
    runner.run(opened.__aexit__(None, None, None))
