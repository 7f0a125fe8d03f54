"""Private variants: a scenario whose draws depend on a secret, so that nobody has read them."""

from __future__ import annotations

import hashlib
import hmac
import re
import shutil
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake
from modylbench.foundation.record import read_text
from modylbench.scenarios.loader import CARD, ORACLE, YAML_FILES, load

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.scenarios.loader import ScenarioSource

LEAST_SECRET = 16  # ours: bytes, as many as nobody guesses
SHOWN_OF_SALT = 8


def write_private_variant(source: ScenarioSource, secret: bytes, into: Path) -> Path:
    """Write the scenario's folder with a salt from the secret in its card, under an id of its own.

    Wordings, orders, choices, defects and numbers at a seed are then others than the published
    ones; the same secret gives the same again, and whoever has the folder can hold its meetings.
    """
    if len(secret) < LEAST_SECRET:
        message = (
            f"found a secret of {len(secret)} bytes, expected {LEAST_SECRET} or more: "
            "`head -c 32 /dev/urandom > FILE` makes one"
        )
        raise UserMistake(message)
    salt = hmac.new(secret, source.id.encode(), hashlib.sha256).hexdigest()[:32]
    name = f"{source.id}_{salt[:SHOWN_OF_SALT]}"
    folder = into / name
    if folder.exists():
        message = f"{folder} is there already: this secret has made it before"
        raise UserMistake(message)
    folder.mkdir(parents=True)
    for file in (*YAML_FILES, ORACLE):
        if file != CARD and (source.folder / file).exists():
            shutil.copyfile(source.folder / file, folder / file)
    card = read_text(source.folder / CARD)
    card = re.sub(r"(?m)^id: .*$", f"id: {name}\nsalt: {salt}", card, count=1)
    (folder / CARD).write_text(card, encoding="utf-8")
    load(folder)
    return folder
