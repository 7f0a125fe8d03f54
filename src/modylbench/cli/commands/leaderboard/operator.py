"""What an operator's commands share: the signing key, the judges, and reports of submissions."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import PATH
from modylbench.foundation.atomic_file import make_folder
from modylbench.foundation.errors import ModylBenchError
from modylbench.providers.models.options import JudgingOptions

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.leaderboard.checking.worker import WorkerOptions
    from modylbench.leaderboard.signing import SigningKey


KEY = "signing.key"
SIGNING_KEY = click.option(
    "--key",
    type=PATH,
    help=f"The signing key, made if it is not there.  [default: {KEY} in --data]",
)
PATIENCE_S = 300.0  # ours: 18 meetings take under 10 s


def key_in(data: Path, path: Path | None) -> SigningKey:
    """The key in the file, by default in the leaderboard's folder; made at the first start."""
    from modylbench.leaderboard.signing import new_key, read_key

    if path is None:
        make_folder(data)
        path = data / KEY
    return read_key(path) if path.exists() else new_key(path)


def worker_settings(
    key: SigningKey, judges: str = "none", judging: JudgingOptions | None = None
) -> WorkerOptions:
    """Who signs, and who judges again; samples are drawn by a secret that only the key gives."""
    from modylbench.cli.judging import choose_panel
    from modylbench.evaluation.evaluate.options import EvaluationOptions
    from modylbench.leaderboard.checking.worker import WorkerOptions

    secret = hashlib.sha256(b"modylbench samples v1\n" + key.raw).digest()
    panel = choose_panel(judges, EvaluationOptions("multimodal"), judging or JudgingOptions())
    return WorkerOptions(key, secret, panel)


def write_report(run: Path) -> None:
    """Write the report of a run into its folder, in a process of its own.

    The records are a stranger's: what takes too long or too much there ends that process only.
    """
    command = [sys.executable, "-m", "modylbench", "report", str(run)]
    try:
        done = subprocess.run(  # noqa: S603  # our own program
            command, capture_output=True, text=True, timeout=PATIENCE_S, check=False
        )
    except subprocess.TimeoutExpired as error:
        message = f"it was not made within {PATIENCE_S:g} s"
        raise ModylBenchError(message) from error
    if done.returncode:
        raise ModylBenchError(done.stderr.strip().rpartition("\n")[2] or "it was not made")
