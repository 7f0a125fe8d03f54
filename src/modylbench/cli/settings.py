"""Options from a settings file and the environment: the only place that reads either.

An option on the command line wins over the environment, the environment over the file.
"""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import BadFile, UnknownName, UserMistake, short_repr
from modylbench.providers.model_services import KEY_VARIABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import click

    Wanted = Callable[[tuple[str, ...]], bool]

FILE = "modylbench.toml"
PREFIX = "MODYLBENCH_"
FILE_VARIABLE = PREFIX + "SETTINGS"
CACHE_VARIABLE = PREFIX + "CACHE"
NOT_OPTIONS = frozenset({FILE_VARIABLE, CACHE_VARIABLE, PREFIX + "TEST_PROFILE"})
KEYS = (*KEY_VARIABLES, "ELEVENLABS_API_KEY", "DEEPGRAM_API_KEY")
LIVEKIT = ("LIVEKIT_URL", "LIVEKIT_API_KEY", "LIVEKIT_API_SECRET")

OF_EVERYBODY = ("LANG", "LANGUAGE", "TZ", "SSL_CERT_FILE", "SSL_CERT_DIR")
"""What any agent gets of our variables, besides LC_...: no secrets."""


@dataclass(frozen=True, slots=True)
class LiveKitVariables:
    """The variables of a LiveKit server; empty where they are not set."""

    url: str
    api_key: str
    api_secret: str = field(repr=False)


def defaults(cli: click.Group, environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The default of every option that the file or the environment sets, by command."""
    variables = os.environ if environment is None else environment
    named = variables.get(FILE_VARIABLE)
    path = Path(named or FILE)
    if named and not path.is_file():
        raise BadFile(path, "", f"is not there; {FILE_VARIABLE} names it")
    found = _from_file(path) if path.is_file() else {}
    settings = {
        name: value
        for name, value in variables.items()
        if name.startswith(PREFIX) and name not in NOT_OPTIONS
    }
    known = options(cli, _named_in(found, settings))
    merged: dict[str, Any] = {}
    for place, value in _flatten(found):
        if place not in known:
            wanted = UnknownName("setting", ".".join(place), map(".".join, options(cli)))
            raise BadFile(path, ".".join(place), str(wanted))
        _refuse_tables(path, place, value)
        _set_nested(merged, (*place[:-1], str(known[place].name)), value)
    places = {_variable(place): place for place in known}
    for name, value in settings.items():
        if name not in places:
            wanted = UnknownName("environment variable", name, map(_variable, options(cli)))
            raise UserMistake(str(wanted))
        place = places[name]
        _set_nested(merged, (*place[:-1], str(known[place].name)), value)
    return merged


def cache_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where what can be made again is kept: MODYLBENCH_CACHE, or the person's cache folder."""
    variables = os.environ if environment is None else environment
    if own := variables.get(CACHE_VARIABLE):
        return Path(own).expanduser()
    shared = variables.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(shared).expanduser() / "modylbench"


def journal_folder() -> Path:
    """Where it is kept what this harness has made, apart from the runs themselves."""
    return cache_folder() / "journals"


def usable_cache_folder(environment: Mapping[str, str] | None = None) -> Path:
    """The same, which is there and can be written; raises UserMistake."""
    folder = cache_folder(environment)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        problem = "" if os.access(folder, os.W_OK | os.X_OK) else "not ours to write"
    except OSError as error:
        problem = error.strerror or str(error)
    if problem:
        message = (
            f"the cache {folder} cannot be used ({problem}), expected a folder of yours: name "
            f"another with {CACHE_VARIABLE}"
        )
        raise UserMistake(message)
    return folder


def livekit_variables(environment: Mapping[str, str] | None = None) -> LiveKitVariables:
    """What the environment says of a LiveKit server, by the names that LiveKit's own tools use."""
    variables = os.environ if environment is None else environment
    return LiveKitVariables(*(variables.get(name, "") for name in LIVEKIT))


def launch_environment(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """Ours, as a command gets it that joins a meeting: without what opens the whole server."""
    variables = os.environ if environment is None else environment
    return {name: value for name, value in variables.items() if name not in LIVEKIT}


def agent_environment(
    asked: Iterable[str], environment: Mapping[str, str] | None = None
) -> dict[str, str]:
    """What of ours goes into an agent's cell: how people write, and what was asked for by name."""
    variables = os.environ if environment is None else environment
    for name in asked:
        problem = "which is not set" if name not in variables else ""
        if name in LIVEKIT[1:] or name.startswith(PREFIX):
            problem = "which opens more than the agent's own"
        if problem:
            message = f"found --agent-env {name}, {problem}; expected a variable of the agent's"
            raise UserMistake(message)
    wanted = {*asked, *OF_EVERYBODY}
    return {
        name: value for name, value in variables.items() if name in wanted or name.startswith("LC_")
    }


def service_keys(environment: Mapping[str, str] | None = None) -> dict[str, str]:
    """The keys of services that are set, by the names of their variables."""
    variables = os.environ if environment is None else environment
    return {name: variables[name] for name in KEYS if variables.get(name)}


def options(cli: click.Group, wanted: Wanted | None = None) -> dict[tuple[str, ...], click.Option]:
    """Every option there is, by the commands that lead to it and its name.

    Commands that are not `wanted` are left out, with all below them, and not even imported.
    """
    import click

    found: dict[tuple[str, ...], click.Option] = {}

    def walk(command: click.Command, path: tuple[str, ...]) -> None:
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                if wanted is not None and not wanted((*path, name)):
                    continue
                child = command.get_command(context, name)
                if child is not None:
                    walk(child, (*path, name))
        else:
            for option in command.params:
                if isinstance(option, click.Option) and option.name:
                    longest = max(option.opts, key=len).lstrip("-").replace("-", "_")
                    found[(*path, longest)] = option

    walk(cli, ())
    return found


def _from_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFile(path, "", f"not TOML ({error})") from error


def _flatten(
    tables: dict[str, Any], path: tuple[str, ...] = ()
) -> list[tuple[tuple[str, ...], Any]]:
    flat: list[tuple[tuple[str, ...], Any]] = []
    for key, value in tables.items():
        place = (*path, key)
        flat += _flatten(value, place) if isinstance(value, dict) else [(place, value)]
    return flat


def _refuse_tables(path: Path, place: tuple[str, ...], value: object) -> None:
    if not isinstance(value, str | int | float | bool):
        raise BadFile(
            path,
            ".".join(place),
            f"found {short_repr(value)}, expected a text, a number or true/false",
        )


def _named_in(tables: dict[str, Any], variables: Iterable[str]) -> Wanted:
    """Whether a command, or one below it, is named: the others need not be imported."""

    def is_named(path: tuple[str, ...]) -> bool:
        here: object = tables
        for step in path:
            here = here.get(step) if isinstance(here, dict) else None
        start = _variable(path) + "_"
        return here is not None or any(name.startswith(start) for name in variables)

    return is_named


def _variable(place: tuple[str, ...]) -> str:
    return PREFIX + "_".join(place).upper()


def _set_nested(tables: dict[str, Any], place: tuple[str, ...], value: object) -> None:
    here = tables
    for step in place[:-1]:
        here = here.setdefault(step, {})
    here[place[-1]] = value
