"""`modylbench calibrate`: how far can what we measure with be trusted?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from modylbench.cli.seeds import parse_seeds

ALL = "all"


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """How far what we measure with can be trusted."""


@command.command("judges")
@click.option(
    "--judges",
    default="offline",
    show_default=True,
    help="Who judges, with commas between: offline, default, or models as for `evaluate`.",
)
@click.option("--base-url", default="", help="The address of an OpenAI-compatible server.")
@click.option("--scenarios", default=ALL, show_default=True, help="Names with commas between.")
@click.option("--seeds", default="0-2", show_default=True, help="7, 0-9 or 0,3,5-9.")
@click.option("--defects", default=ALL, show_default=True, help="Names with commas between.")
@click.option(
    "--mode",
    type=click.Choice(["text", "multimodal"]),
    default="text",
    show_default=True,
    help="Whether models get words alone, or pictures and sound as well.",
)
@click.option("--audio", is_flag=True, help="Meetings with sound.")
@click.option("--no-screens", is_flag=True, help="No pictures: no defects that need them.")
@click.option("--max-cost", type=click.FloatRange(min=0), help="US dollars for models at most.")
@click.option(
    "--prices",
    type=click.Path(path_type=Path),
    help="A price list of your own, as docs/judges.md shows; it comes before ours.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def judges(**asked: Any) -> int:
    """Plant known defects in a perfect agent's meetings, and see which judge notices.

    One defect at a time, each in several severities, is compared with the same meeting without it.
    Detected is what is rated lower by half a point or more on a dimension that it should move. A
    false alarm is a clean subject that is rated as much lower than at other seeds. AUC is the
    chance that a clean subject is rated higher than a spoilt one, ties half.
    """
    from modylbench.cli.calibrate_judges import calibrated

    return calibrated({**asked, "seeds": parse_seeds(asked["seeds"])})
