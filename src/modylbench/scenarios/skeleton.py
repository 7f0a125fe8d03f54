"""A commented skeleton for a new scenario, for its author to fill in."""

from __future__ import annotations

import re
from pathlib import Path

from modylbench.foundation.errors import UserMistake, short_repr

BLANK = Path(__file__).parent / "blank"
FILES = ("scenario.yaml", "script.yaml", "edge_cases.yaml", "products.yaml", "oracle.py")
MARK = "FILL IN"
_ID = re.compile(r"[a-z][a-z0-9_]{0,79}")


def write_skeleton(scenario_id: str, into: Path) -> Path:
    """Write the folder of a new scenario; nothing that is there already is touched."""
    if not _ID.fullmatch(scenario_id):
        found = f"found the id {short_repr(scenario_id)}"
        message = f"{found}, expected lower-case letters, digits and _, e.g. tax_advisor"
        raise UserMistake(message)
    folder = into / scenario_id
    if folder.exists():
        message = f"{folder} is there already; choose another id or another folder with --into"
        raise UserMistake(message)
    try:
        folder.mkdir(parents=True)
        for name in FILES:
            text = (BLANK / name).read_text(encoding="utf-8")
            (folder / name).write_text(
                text.replace("blank_scenario", scenario_id), encoding="utf-8"
            )
    except OSError as error:
        message = f"{folder} cannot be written ({error.strerror})"
        raise UserMistake(message) from error
    return folder
