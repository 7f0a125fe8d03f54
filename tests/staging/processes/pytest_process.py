"""Starts pytest as an agent's developer does, with our plugin."""

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

PLUGIN = "modylbench.cli.pytest_plugin.plugin"
LEFT_OUT = (
    "no:cacheprovider",
    "no:schemathesis",
    "no:hypothesispytest",
)  # slow, and of no use here
QUICK = (
    "--modylbench-scenarios", "financial_analyst", "--modylbench-k", "2",
    "--modylbench-beats", "1", "--modylbench-no-audio", "--modylbench-no-screens",
)  # fmt: skip


def pytest_in(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """A session of its own in the folder, with warnings as errors."""
    is_installed = any(
        entry_point.value == PLUGIN for entry_point in entry_points(group="pytest11")
    )
    plugins = LEFT_OUT if is_installed else (*LEFT_OUT, PLUGIN)
    chosen = [word for plugin in plugins for word in ("-p", plugin)]
    return subprocess.run(  # noqa: S603
        [sys.executable, "-m", "pytest", "-W", "error", *chosen, *options],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
