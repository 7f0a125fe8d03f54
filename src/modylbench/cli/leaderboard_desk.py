"""By what does a leaderboard decide, as its operator says: its key, its judges?"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.leaderboard.checking.worker import Desk
    from modylbench.leaderboard.signing import SigningKey
    from modylbench.pipeline.panel_choice import PanelChoice

KEY = "signing.key"


def key_in(data: Path, path: Path | None) -> SigningKey:
    """The key in the file, by default in the leaderboard's folder; made at the first start."""
    from modylbench.leaderboard.signing import new_key, read_key

    if path is None:
        _make(data)
        path = data / KEY
    return read_key(path) if path.exists() else new_key(path)


def desk(key: SigningKey, judges: str = "none", base_url: str = "") -> Desk:
    """Who signs, and who judges again; samples are drawn by a secret that only the key gives."""
    from modylbench.leaderboard.checking.worker import Desk

    secret = hashlib.sha256(b"modylbench samples v1\n" + key.raw).digest()
    return Desk(key, secret, _panel(judges, base_url))


def _panel(judges: str, base_url: str) -> PanelChoice | None:
    from modylbench.cli.settings import cache_folder, service_keys
    from modylbench.evaluation.evaluate.manner import Manner
    from modylbench.pipeline.panel_choice import PanelChoice, check_names, panel_names

    names = panel_names(judges)
    if not names:
        return None
    choice = PanelChoice(
        names=names,
        manner=Manner("multimodal"),
        answers=cache_folder() / "judges",
        transcripts=cache_folder() / "transcripts",
        base_url=base_url,
        keys=service_keys(),
    )
    check_names(choice)
    return choice


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(folder, "", f"cannot be made ({error.strerror})") from error
