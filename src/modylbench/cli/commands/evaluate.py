"""`modylbench evaluate`: meetings that were held, judged and weighed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import click

from modylbench.cli.arguments import (
    BASE_URL,
    LOCATOR,
    MAX_CONNECTIONS,
    MAX_COST,
    NORMS,
    PRICES,
    RUNS,
    options_as,
    parse_layers,
)
from modylbench.foundation.errors import UserMistake, short_repr

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.pipeline.panel.choice import PanelChoice
    from modylbench.providers.models.options import JudgingOptions

SWITCHED_HERE = frozenset({4})


@dataclass(frozen=True, kw_only=True)
class EvaluateRequest:
    """The options of `modylbench evaluate` by their names."""

    paths: tuple[Path, ...]
    judges: str
    mode: Literal["text", "multimodal"]
    transcripts: Literal["captions", "checked", "full"]
    norms: str
    locator: str
    judging: JudgingOptions
    layers_off: str
    replace: bool
    dry_run: bool
    as_json: bool


@click.command()
@RUNS
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
@NORMS
@LOCATOR
@BASE_URL
@MAX_CONNECTIONS
@MAX_COST
@PRICES
@click.option("--layers-off", default="", help="4: judges are told nothing that code has verified.")
@click.option("--replace", is_flag=True, help="Judge anew what other models have judged.")
@click.option("--dry-run", is_flag=True, help="Print the calls and what they may cost.")
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
@options_as(EvaluateRequest)
def command(request: EvaluateRequest) -> int:
    """Judge meetings that were held, and weigh them.

    RUN is the folder of a run or of a trial. What code can establish goes to every judge as given.
    No meeting is held again; a trial that this panel has judged already is not judged again, and
    where a judge failed, only that is asked for once more.

    Exit code 1 where a trial came out without a score.
    """
    from modylbench.cli.judging import estimate_runs, judge_runs

    panel = _panel(request)
    if request.dry_run:
        return estimate_runs(request.paths, panel, as_json=request.as_json)
    return judge_runs(request.paths, panel, replaces=request.replace, as_json=request.as_json)


def _panel(request: EvaluateRequest) -> PanelChoice:
    from modylbench.cli.judging import choose_panel
    from modylbench.cli.norms import choose_norms
    from modylbench.evaluation.evaluate.options import EvaluationOptions

    layers_off = parse_layers(request.layers_off, SWITCHED_HERE)
    panel = choose_panel(
        request.judges,
        EvaluationOptions(
            request.mode, layers_off, request.transcripts, norms=choose_norms(request.norms)
        ),
        request.judging,
        locator=request.locator,
    )
    if panel is None:
        found = f"found the judges {short_repr(request.judges)}"
        message = f"{found}, expected somebody to judge"
        raise UserMistake(message)
    return panel
