"""Speed of every part, each figure printed as it comes beside its target; nothing here is a test.

    python -m benchmarks [PART...] [--json]

A part is a name of PARTS; without any, all run. With --json each figure is one line of JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import (
    dynamics,
    evaluation,
    judging,
    leaderboard,
    meetings,
    mutations,
    report,
    rooms,
    scenarios,
    scoring,
    screen,
    speech,
    surface_state,
    visuals,
)
from benchmarks.timing import Figure, seconds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def start_up() -> Iterator[Figure]:
    """Whole commands, beside a Python that does nothing."""
    with tempfile.TemporaryDirectory() as cache:
        variables = {"PYTHONPYCACHEPREFIX": cache}

        def command(*arguments: str) -> Callable[[], object]:
            return lambda: subprocess.run(
                [sys.executable, *arguments], env=variables, stdout=subprocess.DEVNULL, check=True
            )

        bare = command("-c", "pass")
        listing = command("-m", "modylbench", "scenarios", "list")
        for warm in (bare, listing):
            warm()
        python, listed = seconds(bare, 9), seconds(listing, 9)
        yield "python -c pass", python, "s", None
        yield "modylbench scenarios list", listed, "s", 0.4
        yield "  times a bare Python", listed / python, "x", None
        version = seconds(command("-m", "modylbench", "--version"), 9)
        yield "modylbench --version", version, "s", 0.4
        catalog = seconds(command("-m", "modylbench", "a2ui", "catalog"), 9)
        yield "modylbench a2ui catalog", catalog, "s", 0.4


PARTS: dict[str, Callable[[], Iterator[Figure]]] = {
    "start_up": start_up,
    "surface_state": surface_state.figures,
    "mutations": mutations.figures,
    "screen": screen.figures,
    "meetings": meetings.figures,
    "speech": speech.figures,
    "rooms": rooms.figures,
    "judging": judging.figures,
    "evaluation": evaluation.figures,
    "dynamics": dynamics.figures,
    "visuals": visuals.figures,
    "scoring": scoring.figures,
    "report": report.figures,
    "leaderboard": leaderboard.figures,
    "scenarios": scenarios.figures,
}


def main() -> int:
    """Measure and print part by part: what is stopped or fails loses nothing that was measured."""
    chosen = [argument for argument in sys.argv[1:] if not argument.startswith("--")] or [*PARTS]
    if unknown := [part for part in chosen if part not in PARTS]:
        print(f"unknown part {unknown[0]!r}: expected some of {', '.join(PARTS)}", file=sys.stderr)
        return 2
    show = _show_json if "--json" in sys.argv else _show
    if show is _show:
        print(f"Python {sys.version.split()[0]}, {Path(sys.executable).name}", flush=True)
    failed = []
    for part in chosen:
        try:
            for figure in PARTS[part]():
                show(figure)
        except Exception:  # noqa: BLE001 - the other parts are measured all the same
            traceback.print_exc()
            failed.append(part)
        except KeyboardInterrupt:
            print(f"stopped in {part}", file=sys.stderr)
            return 1
    if failed:
        print(f"not measured whole: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _show(figure: Figure) -> None:
    what, value, unit, most = figure
    target = (
        "" if most is None else f"target {most:g} {unit}" + ("" if value <= most else "  MISSED")
    )
    print(f"{what:<52} {value:10.3f} {unit:<3} {target}", flush=True)


def _show_json(figure: Figure) -> None:
    names = ("what", "value", "unit", "at_most")
    print(json.dumps(dict(zip(names, figure, strict=True))), flush=True)


if __name__ == "__main__":
    sys.exit(main())
