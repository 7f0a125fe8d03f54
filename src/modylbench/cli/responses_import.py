"""`modylbench responses import`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from modylbench.cli.responses_check import EXIT_MISTAKE, mistake_line
from modylbench.foundation.errors import BadFile, UnknownName, UserMistake

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.agents.recorded.answers import RecordedMeeting
    from modylbench.cli.run_request import Request

OFFLINE = "offline"
MOST_CONNECTIONS = 64


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="RUN",
    help="The run's folder; the same command goes on with it.",
)
@click.option("--model", default="", help="Whose answers, where the file holds several models'.")
@click.option(
    "--judges",
    default=OFFLINE,
    show_default=True,
    help="Who judges: offline, default, SERVICE:MODEL with commas between, or none.",
)
@click.option("--screens", is_flag=True, help="Draw the surfaces, for judges who see pictures.")
@click.option(
    "--max-connections",
    type=click.IntRange(1, MOST_CONNECTIONS),
    default=16,
    show_default=True,
    help="Calls to judges under way at once, for each service.",
)
@click.option("--max-cost", type=click.FloatRange(min=0), help="Stop before so many dollars.")
@click.option(
    "--prices",
    type=click.Path(path_type=Path),
    help="A price list of your own, as docs/judges.md shows; it comes before ours.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
def command(file: Path, output: Path, model: str, as_json: bool, **asked: Any) -> int:
    """Make a run of the answers in a file, and have it judged and weighed like any other.

    A line is one meeting: its scenario, its seed (0 unless it names one), its turns. Several lines
    of one scenario at different seeds are its k runs. People say what they say in any meeting, and
    react to these answers; a turn that is missing is scored as unanswered.

    Nobody was heard, so the standard is silver at most, and offline where no model judges.

    Exit code 2 where the file has errors (nothing is then written), 1 where a meeting came out
    without a score.
    """
    from modylbench.agents.recorded.check import checked
    from modylbench.cli.imported_run import imported

    found = checked(file)
    for mistake in found.mistakes:
        click.echo(mistake_line(mistake), err=True)
    if not found.is_playable:
        click.echo(f"modylbench: {file}: nothing was imported; mend the errors above", err=True)
        return EXIT_MISTAKE
    meetings = _of_model(found.meetings, model, file)
    _refuse_foreign(output)
    request = _request(file, meetings, asked)
    return imported(request, meetings, output, as_json=as_json)


def _of_model(
    meetings: Sequence[RecordedMeeting], model: str, file: Path
) -> tuple[RecordedMeeting, ...]:
    models = sorted({meeting.model_id for meeting in meetings})
    if not model and len(models) > 1:
        message = f"{file}: found the answers of {', '.join(models)}; name one with --model"
        raise UserMistake(message)
    if model and model not in models:
        kind = f"model in {file}"
        raise UnknownName(kind, model, models)
    return tuple(meeting for meeting in meetings if not model or meeting.model_id == model)


def _refuse_foreign(output: Path) -> None:
    """A folder that holds something else is no place for a run."""
    from modylbench.runs.plan import FILE

    if output.is_dir() and any(output.iterdir()) and not (output / FILE).is_file():
        raise BadFile(output, "", "holds something else than a run; name a new or empty folder")


def _request(file: Path, meetings: Sequence[RecordedMeeting], asked: dict[str, Any]) -> Request:
    from modylbench.agents.recorded.check import seed_of
    from modylbench.cli.run_request import Request
    from modylbench.scenarios.catalogue import available

    names = {meeting.scenario_id for meeting in meetings}
    return Request(
        agent=f"recorded:{file}#{meetings[0].model_id}",
        base_url="",
        scenarios=tuple(name for name in available() if name in names),
        seeds=tuple(sorted({seed_of(meeting) for meeting in meetings})),
        edge_cases="seed",
        beats="",
        voice="",
        voice_url="",
        wants_screens=asked["screens"],
        judges=asked["judges"],
        mode="multimodal" if asked["screens"] else "text",
        max_connections=asked["max_connections"],
        max_cost_usd=asked["max_cost"],
        prices=asked["prices"],
    )
