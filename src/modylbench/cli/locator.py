"""Locators by the names that people write, and the signed calibrations that let them count."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from modylbench.cli.settings import cache_folder, usable_cache_folder
from modylbench.evaluation.locations import LocatorCalibration
from modylbench.foundation.atomic_file import write_lines
from modylbench.foundation.errors import BadFile, UserMistake, short_repr
from modylbench.foundation.record import Record, read_record, write_record
from modylbench.leaderboard.signing import KeyId, Signed, new_key, read_key
from modylbench.pipeline.panel.choice import LocatorChoice, panel_names
from modylbench.runs.records import exchange_lines

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from modylbench.evaluation.verdicts import JudgeExchange
    from modylbench.leaderboard.signing import SigningKey

MOST_MODELS = 2
FOLDER, KEY = "locators", "key"
UNSIGNED = "its calibration is not signed by the key of this machine"


class SignedCalibration(Record):
    """A calibration with the signature of whoever made it, so that nobody edits its figures."""

    calibration: LocatorCalibration
    key_id: KeyId
    signature: Signed


def choose_locator(text: str, base_url: str = "") -> LocatorChoice | None:
    """The locator named, with its calibration if it has one; None where none is named."""
    from modylbench.providers.models.access import judge_name

    if not text.strip():
        return None
    names = panel_names(text)
    if not 1 <= len(names) <= MOST_MODELS:
        message = f"found the locator {short_repr(text)}, expected one model, or two with a comma"
        raise UserMistake(message)
    models = tuple(judge_name(name, base_url).name for name in names)
    path = calibration_path(models)
    if not path.is_file():
        return LocatorChoice(names)
    try:
        signed = read_record(SignedCalibration, path)
        key = read_key(path.parent / KEY).public
    except BadFile as error:
        return LocatorChoice(names, None, f"its calibration cannot be read ({error})")
    is_ours = key.is_signed("calibration", signed.calibration, signed.signature)
    return LocatorChoice(names, signed.calibration, "" if is_ours else UNSIGNED)


def keep_calibration(calibration: LocatorCalibration, exchanges: Iterable[JudgeExchange]) -> Path:
    """Keep a calibration under this machine's signature, and the answers behind it beside it."""
    usable_cache_folder()
    path = calibration_path(calibration.models)
    path.parent.mkdir(parents=True, exist_ok=True)
    key = _key(path.parent / KEY)
    signed = SignedCalibration(
        calibration=calibration,
        key_id=key.public.id,
        signature=key.sign("calibration", calibration),
    )
    write_lines(exchange_lines(exchanges), path.with_suffix(".jsonl"))
    write_record(signed, path)
    return path


def calibration_path(models: tuple[str, ...]) -> Path:
    """Where the calibration of these models is kept."""
    digest = hashlib.sha256("\n".join(models).encode()).hexdigest()
    return cache_folder() / FOLDER / f"{digest[:16]}.json"


def _key(path: Path) -> SigningKey:
    return read_key(path) if path.is_file() else new_key(path)
