"""What an operator's commands share: the signing key, the judges, and reports of submissions."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import PATH
from modylbench.foundation.atomic_file import make_private_folder
from modylbench.foundation.errors import ModylBenchError
from modylbench.providers.models.options import JudgingOptions

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.leaderboard.checking.worker import WorkerOptions
    from modylbench.leaderboard.signing import SigningKey
    from modylbench.scenarios.drawing.private import VariantSecret


KEY = "signing.key"
SECRETS = "secrets"
"""In a leaderboard's folder: a file for each secret whose private variants it can check."""
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
        make_private_folder(data)
        path = data / KEY
    return read_key(path) if path.exists() else new_key(path)


def worker_settings(
    key: SigningKey, data: Path, judges: str = "none", judging: JudgingOptions | None = None
) -> WorkerOptions:
    """Who signs, and who judges again; samples are drawn by a secret that only the key gives.

    In `data` may lie secrets of private variants.
    """
    from modylbench.cli.judging import choose_panel
    from modylbench.evaluation.evaluate.options import EvaluationOptions
    from modylbench.leaderboard.checking.worker import WorkerOptions

    secret = hashlib.sha256(b"modylbench samples v1\n" + key.raw).digest()
    panel = choose_panel(judges, EvaluationOptions("multimodal"), judging or JudgingOptions())
    return WorkerOptions(key, secret, panel, variant_secrets=secrets_in(data))


def secrets_in(data: Path) -> tuple[VariantSecret, ...]:
    """The secrets of private variants in a leaderboard's folder; a BadFile where one is none."""
    from modylbench.scenarios.drawing.private import read_secret

    files = sorted(path for path in (data / SECRETS).glob("*") if not path.name.startswith("."))
    return tuple(read_secret(path) for path in files)


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
