"""`modylbench responses template`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modylbench.cli.seeds import parse_seeds

if TYPE_CHECKING:
    from collections.abc import Iterator

ALL = "all"


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--scenarios", default=ALL, show_default=True, help="Names with commas between.")
@click.option("--seeds", default="0", show_default=True, help="Such as 0, 0-2 or 0,3,5-9.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="A file, instead of the screen."
)
def command(scenarios: str, seeds: str, output: Path | None) -> None:
    """Print what is asked, turn by turn: a line for each meeting, to be filled in and imported.

    What is asked stands under `asked`, files with their content. It is the script that people
    follow where nothing else is called for. In the meeting that is scored their follow-ups react to
    the agent, so that the words may differ where `may_differ` is true.
    """
    from modylbench.foundation.whole_file import write_lines

    lines = _lines(scenarios, parse_seeds(seeds))
    if output is None:
        for line in lines:
            click.echo(line, nl=False)
    else:
        write_lines(lines, output)


def _lines(names: str, seeds: tuple[int, ...]) -> Iterator[str]:
    from modylbench.agents.recorded.template import template_of
    from modylbench.scenarios.catalogue import scenarios
    from modylbench.scenarios.variant import instantiate

    wanted = [name.strip() for name in names.split(",") if name.strip()]
    for source in scenarios(() if ALL in wanted else tuple(dict.fromkeys(wanted))):
        for seed in seeds:
            line = template_of(instantiate(source, seed))
            yield json.dumps(line, ensure_ascii=False) + "\n"
