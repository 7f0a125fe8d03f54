"""`modylbench pin`, `modylbench pins run`: findings as checks that are red until they are gone."""

from __future__ import annotations

from pathlib import Path

import click

from modylbench.cli.arguments import PATH

PINS = Path("tests") / "pins"


@click.command()
@click.argument("run", type=PATH, metavar="RUN")
@click.argument("finding", default="")
@click.option(
    "--output", type=PATH, default=PINS, show_default=True, help="The folder that pins lie in."
)
def command(run: Path, finding: str, output: Path) -> None:
    """Pin a finding: a small test that holds just its beat and stays red until it is gone.

    RUN is the folder of one meeting, FINDING a criterion, an edge case, or a figure that was said
    (`turn-07/figure-2`); without it, all that can be pinned is listed. Beside the pin lies a test
    for pytest, which `modylbench pins run` does without.
    """
    from modylbench.cli.pinning import TEST_FILE, findings_in, write_pin

    if finding:
        place = write_pin(run, finding, output)
        click.echo(f"pinned in {place}; `pytest {output / TEST_FILE}` holds it")
        return
    found = findings_in(run)
    for pinnable in found:
        click.echo(f"{pinnable.finding}  (turn {pinnable.turn_index})  {pinnable.was}")
    if not found:
        click.echo("nothing went wrong that can be pinned")


@click.command()
@click.argument("folder", type=PATH, default=PINS, required=False)
@click.option("--agent", default="", help="Another agent than the one that they were pinned of.")
@click.option(
    "--cell",
    type=click.Choice(["on", "offline", "off"]),
    default="on",
    show_default=True,
    help="With a Python class: as for `modylbench run`.",
)
def run_pins(folder: Path, agent: str, cell: str) -> int:
    """Hold all pins of a folder again, and say which findings are gone.

    Exit code 1 where one is still there.
    """
    from modylbench.cli.pinning import hold_pin, read_pins_in
    from modylbench.foundation.errors import BadFile

    pins = read_pins_in(folder)
    if not pins:
        raise BadFile(folder, "", "holds no pins; `modylbench pin RUN FINDING` writes one")
    options = {} if cell == "on" else {"cell": cell}
    red = 0
    for pin in pins:
        wrong = hold_pin(pin, agent, **options)
        red += bool(wrong)
        click.echo(f"{'red' if wrong else 'gone':<5} {pin.name}" + (f": {wrong}" if wrong else ""))
    click.echo(f"{len(pins) - red} of {len(pins)} findings are gone")
    return 1 if red else 0
