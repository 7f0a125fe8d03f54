"""`modylbench doctor`: what is installed, what is missing, and how to get it."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

import modylbench
from modylbench import __version__
from modylbench.cli.settings import cache_folder
from modylbench.foundation.extras import EXTRAS, Extra
from modylbench.providers.chromium import HOW_TO_GET, installed_chromium

CORE = (
    "pydantic", "PyYAML", "click", "rich", "numpy", "scipy", "orjson", "a2ui-agent-sdk", "pycrdt",
    "openpyxl", "pypdf", "pillow",
)  # fmt: skip
PROGRAMS = {
    "node": ("building the page that surfaces are shown on", "install Node.js 18 or newer"),
    "bwrap": (
        "shutting in agents that are Python classes, and code that agents write",
        "install bubblewrap (on Debian: apt-get install bubblewrap)",
    ),
}
VOICES = {
    "RHVoice-test": "install Debian's rhvoice and rhvoice-english (component non-free)",
    "flite": "install flite (on Debian: apt-get install flite)",
    "espeak-ng": "install espeak-ng (on Debian: apt-get install espeak-ng)",
}
BEST_VOICE, PICO = "RHVoice-test", "ttspico"
PAGE = Path(modylbench.__file__).parent / "surfaces" / "page" / "host.js"
OLDEST_PYTHON = (3, 11)


@dataclass(frozen=True, slots=True)
class Component:
    """One thing that ModylBench uses."""

    name: str
    needed: bool
    found: str
    purpose: str
    how_to_get: str


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(as_json: bool) -> int:
    """Say what is installed, what is missing, and how to get it.

    Exit code 1 where something that every command needs is missing.
    """
    parts = examine()
    if as_json:
        click.echo(json.dumps([asdict(part) for part in parts], indent=2))
    else:
        click.echo(f"modylbench {__version__}")
        for part in parts:
            click.echo(line(part))
    return 1 if any(part.needed and not part.found for part in parts) else 0


def examine() -> list[Component]:
    """Every part, with the version or place found."""
    python = ".".join(str(number) for number in sys.version_info[:3])
    good = sys.version_info[:2] >= OLDEST_PYTHON
    parts = [
        Component(
            "Python",
            needed=True,
            found=python if good else "",
            purpose="everything",
            how_to_get="install Python 3.11 or newer",
        )
    ]
    parts += [
        Component(name, True, _version(name), "everything", "pip install modylbench")
        for name in CORE
    ]
    return [*parts, *_extras(), *_livekit(), *_voices(), *_screens(), *_programs()]


def line(part: Component) -> str:
    """One part for people."""
    if part.found:
        return f"  ok       {part.name} {part.found}"
    state = "MISSING" if part.needed else "absent"
    return f"  {state:<8} {part.name}: for {part.purpose}; {part.how_to_get}"


def _extras() -> list[Component]:
    """The packages of every extra, each once."""
    packages: dict[str, Extra] = {}
    for extra in EXTRAS.values():
        for package in extra.modules:
            packages.setdefault(package, extra)
    return [
        Component(
            package,
            False,
            _version(package),
            f"{extra.purpose} (extra `{extra.name}`)",
            extra.how_to_get,
        )
        for package, extra in packages.items()
    ]


def _livekit() -> list[Component]:
    """What a LiveKit server of one's own needs; it may as well be somewhere else."""
    from modylbench.providers.livekit.binary import find_binary

    server = find_binary(cache_folder())
    get_server = "with Go, run: modylbench livekit build"
    parts = [
        Component(
            "livekit-server", False, str(server or ""), "a LiveKit server of your own", get_server
        )
    ]
    if not server:
        parts.append(_go())
    return parts


def _go() -> Component:
    from modylbench.providers.livekit.binary import OLDEST_GO, GoMissing, GoUnusable, usable_go

    needed = ".".join(map(str, OLDEST_GO))
    try:
        found = str(usable_go())
    except (GoMissing, GoUnusable):
        found = ""
    return Component("go", False, found, "building livekit-server", f"install Go {needed} or newer")


def _voices() -> list[Component]:
    """What speaks for people; without a voice meetings are held with --no-audio."""
    found = {program: _voice(program) for program in VOICES}
    voices = [
        Component(program, False, found[program], "the voices of people in meetings", how)
        for program, how in VOICES.items()
        if found[program]
    ]
    if not found[BEST_VOICE]:
        without = "lesser voices are used" if voices or _version(PICO) else "use --no-audio"
        purpose = f"the voices of people in meetings (without it {without})"
        voices.insert(0, Component(BEST_VOICE, False, "", purpose, VOICES[BEST_VOICE]))
    return voices


def _voice(program: str) -> str:
    """Where the program is; RHVoice's is of no use without an English voice."""
    place = shutil.which(program) or ""
    if place and program == BEST_VOICE:
        from modylbench.providers.speech.personas import voices_beside

        return place if voices_beside(place) else ""
    return place


def _screens() -> list[Component]:
    """What pictures of an agent's surfaces need; without it runs go on and have none."""
    purpose = "pictures of what an agent shows (without it there are none)"
    build = "with Node.js 18 or newer, run: make setup"
    return [
        Component("Chromium", False, str(installed_chromium() or ""), purpose, HOW_TO_GET),
        Component("page for surfaces", False, "built" if PAGE.is_file() else "", purpose, build),
    ]


def _programs() -> list[Component]:
    return [
        Component(program, False, shutil.which(program) or "", purpose, how)
        for program, (purpose, how) in PROGRAMS.items()
    ]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
