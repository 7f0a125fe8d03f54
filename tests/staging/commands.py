"""Commands carried out in this process, which is faster, or in one of their own."""

import io
import json
import os
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

from modylbench.cli.main import cli
from modylbench.cli.main import run as carry_out
from modylbench.cli.settings import defaults


class Printed(NamedTuple):
    """What a command printed."""

    stdout: str
    stderr: str

    @property
    def text(self) -> str:
        return self.stdout + self.stderr


def run_command(*arguments: str | Path, code: int = 0) -> Printed:
    """What a command prints, after it has ended with this code."""
    out, err = io.StringIO(), io.StringIO()
    words = [str(argument) for argument in arguments]
    with redirect_stdout(out), redirect_stderr(err):
        found = carry_out(lambda: cli.main(words, standalone_mode=False))
    assert found == code, err.getvalue() + out.getvalue()
    return Printed(out.getvalue(), err.getvalue())


def run_for_json(*arguments: str | Path, code: int = 0) -> Any:
    """What a command prints with `--json`."""
    return json.loads(run_command(*arguments, "--json", code=code).stdout)


def try_command(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command in this process, however it ends, as a person gets it who starts it."""
    out, err = io.StringIO(), io.StringIO()
    words = [str(argument) for argument in arguments]
    with chdir(cwd or Path.cwd()), redirect_stdout(out), redirect_stderr(err):
        code = carry_out(
            lambda: cli.main(words, "modylbench", standalone_mode=False, default_map=defaults(cli))
        )
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())


def start_command(
    *arguments: object, cwd: Path | None = None, given: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, as a person starts it, with these variables alone."""
    return subprocess.run(  # noqa: S603
        [sys.executable, "-m", "modylbench", *map(str, arguments)],
        capture_output=True,
        text=True,
        input=given,
        timeout=300,
        cwd=cwd,
        env={"PATH": os.defpath} | variables,
        check=False,
    )
