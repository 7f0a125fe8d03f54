"""`modylbench evaluate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from modylbench.cli.layers import parse_layers

if TYPE_CHECKING:
    from modylbench.pipeline.panel_choice import PanelChoice

MOST_CONNECTIONS = 64
SWITCHED_HERE = frozenset({4})


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("paths", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="RUN...")
@click.option(
    "--judges",
    default="offline",
    show_default=True,
    help="Names with commas: offline, default, SERVICE:MODEL, or a plugin's.",
)
@click.option(
    "--mode",
    type=click.Choice(["text", "multimodal"]),
    default="multimodal",
    show_default=True,
    help="Whether judges that take sound and pictures get them.",
)
@click.option(
    "--transcripts",
    type=click.Choice(["captions", "checked", "full"]),
    default="checked",
    show_default=True,
    help="The agent's words: its captions, those checked against its voice, or what we hear.",
)
@click.option("--base-url", default="", help="The address of an OpenAI-compatible server.")
@click.option(
    "--max-connections",
    type=click.IntRange(1, MOST_CONNECTIONS),
    default=16,
    show_default=True,
    help="Calls under way at once, for each service.",
)
@click.option("--max-cost", type=click.FloatRange(min=0), help="Stop before so many dollars.")
@click.option(
    "--prices",
    type=click.Path(path_type=Path),
    help="A price list of your own, as docs/judges.md shows; it comes before ours.",
)
@click.option("--layers-off", default="", help="4: judges are told nothing that code has verified.")
@click.option("--replace", is_flag=True, help="Judge anew what other models have judged.")
@click.option("--dry-run", is_flag=True, help="Print the calls and what they may cost.")
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
def command(
    paths: tuple[Path, ...], as_json: bool, dry_run: bool, replace: bool, **asked: Any
) -> int:
    """Judge meetings that were held, and weigh them.

    RUN is the folder of a run or of a trial. What code can establish goes to every judge as given.
    No meeting is held again; a trial that this panel has judged already is not judged again, and
    where a judge failed, only that is asked for once more.

    Exit code 1 where a trial came out without a score.
    """
    from modylbench.cli.judged import estimated_runs, judged_runs

    choice = _choice(asked)
    if dry_run:
        return estimated_runs(paths, choice, as_json=as_json)
    return judged_runs(paths, choice, replaces=replace, as_json=as_json)


def _choice(asked: dict[str, Any]) -> PanelChoice:
    from modylbench.cli.settings import cache_folder, service_keys
    from modylbench.evaluation.evaluate.manner import Manner
    from modylbench.foundation.errors import UserMistake, quoted
    from modylbench.pipeline.panel_choice import PanelChoice, check_names, panel_names

    layers_off = parse_layers(asked["layers_off"], SWITCHED_HERE)
    names = panel_names(asked["judges"])
    if not names:
        message = f"found the judges {quoted(asked['judges'])}, expected somebody to judge"
        raise UserMistake(message)
    choice = PanelChoice(
        names=names,
        manner=Manner(asked["mode"], layers_off, asked["transcripts"]),
        answers=cache_folder() / "judges",
        transcripts=cache_folder() / "transcripts",
        base_url=asked["base_url"],
        keys=service_keys(),
        max_connections=asked["max_connections"],
        max_cost_usd=asked["max_cost"],
        prices=asked["prices"],
    )
    check_names(choice)
    return choice
