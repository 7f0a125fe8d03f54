"""Which scenarios there are, and a commented skeleton for a new one."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UnknownName, UserMistake, short_repr
from modylbench.scenarios.loader import CARD, FILES, LIBRARY, ScenarioSource, load, read_card
from modylbench.scenarios.suites import CORE, EXTENDED

if TYPE_CHECKING:
    from modylbench.scenarios.template import Card

PLUGINS = "modylbench.scenarios"
ORDER = (
    "financial_analyst", "deep_researcher", "business_strategist", "optimization_solver",
    "scientist", "business_analyst",
)  # fmt: skip
"""The order of SPEC 1: the suite `core`; plugins follow by name."""
OTHER_SUITES = (
    "financial_analyst_free", "scientist_free",
    "portfolio_review", "compliance_review", "accounting_close", "research_board",
    "software_engineer",
    "financial_analyst_extended", "deep_researcher_extended",
    "portfolio_review_extended", "research_board_extended",
)  # fmt: skip
"""Shipped scenarios of other suites, after those of the core."""
BLANK = Path(__file__).parent / "blank"
MARK = "FILL IN"
_ID = re.compile(r"[a-z][a-z0-9_]{0,79}")


def shipped_scenarios() -> dict[str, Path]:
    """The folders of the core's scenarios in this package, by id."""
    return _shipped_folders(ORDER)


def is_shipped(scenario_id: str) -> bool:
    """Whether the scenario comes with this package, of whatever suite."""
    return scenario_id in _shipped_folders((*ORDER, *OTHER_SUITES))


def shipped_in(suite: str) -> tuple[str, ...]:
    """The ids of the shipped scenarios of a suite, in their order."""
    folders = _shipped_folders((*ORDER, *OTHER_SUITES))
    return tuple(name for name, folder in folders.items() if read_card(folder).suite == suite)


def _shipped_folders(names: tuple[str, ...]) -> dict[str, Path]:
    found = {card.parent.name: card.parent for card in LIBRARY.glob(f"*/{CARD}")}
    return {name: found[name] for name in names if name in found}


@lru_cache(maxsize=1)
def available() -> dict[str, Path]:
    """Every scenario that has a name here: an entry point names a folder, or a module in one."""
    folders = _shipped_folders((*ORDER, *OTHER_SUITES))
    for point in sorted(entry_points(group=PLUGINS), key=lambda point: point.name):
        target = point.load()
        folders[point.name] = target if isinstance(target, Path) else Path(target.__file__).parent
    return folders


def cards() -> tuple[Card, ...]:
    """The card of every available scenario, without reading the rest of it."""
    return tuple(read_card(folder) for folder in available().values())


def scenario_names(asked: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The scenarios that are asked for by name, by folder or by suite; none means the core."""
    suites: dict[str, list[str]] = {}
    for name, folder in available().items():
        suites.setdefault(read_card(folder).suite, []).append(name)
    suites[CORE] = list(ORDER)  # whatever a plugin's card says, or leaves unsaid
    found: list[str] = []
    for name in asked or (CORE,):
        found += suites.get(name, [name])
    return tuple(dict.fromkeys(found))


def extended_forms(names: tuple[str, ...]) -> tuple[str, ...]:
    """The extended forms of these scenarios; of the whole core, or of none, all that there are."""
    forms = {
        card.based_on: name
        for name, folder in available().items()
        if (card := read_card(folder)).suite == EXTENDED and card.based_on
    }
    if names in ((), ORDER):
        return tuple(forms.values())
    for name in names:
        if name not in forms and name not in forms.values():
            kind = "scenario with an extended form"
            raise UnknownName(kind, name, list(forms))
    return tuple(dict.fromkeys(forms.get(name, name) for name in names))


def scenario_folders(asked: tuple[str, ...]) -> tuple[Path, ...]:
    """Where scenarios lie that an agent must not read: all there are, and those asked for."""
    own = (Path(name) for name in asked if (Path(name) / CARD).is_file())
    return (*available().values(), *own)


@lru_cache(maxsize=64)
def scenario(name: str) -> ScenarioSource:
    """The scenario of that id, or in the folder of that path."""
    folders = available()
    if name in folders:
        return load(folders[name])
    if (Path(name) / CARD).is_file():
        return load(Path(name))
    raise UnknownName("scenario", name, folders)


def scenarios(names: tuple[str, ...] = ()) -> tuple[ScenarioSource, ...]:
    """The scenarios named, by suites too, or all of the core."""
    return tuple(scenario(name) for name in scenario_names(names))


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
