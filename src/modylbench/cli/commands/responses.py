"""`modylbench responses`: score answers that were given elsewhere, in JSON Lines."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import (
    MAX_CONNECTIONS,
    MAX_COST,
    PATH,
    PRICES,
    RUNS,
    SCENARIOS,
    options_as,
    parse_names,
    parse_seeds,
)
from modylbench.cli.run_request import OFFLINE, RunRequest
from modylbench.foundation.errors import BadFile, UnknownName, UserMistake
from modylbench.recording.transcript import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from modylbench.agents.recorded.answers import Mistake, RecordedMeeting
    from modylbench.agents.recorded.check import AnswersCheck
    from modylbench.providers.models.options import JudgingOptions

EXIT_COSTLY = 1
EXIT_MISTAKE = 2


@dataclass(frozen=True, kw_only=True)
class ImportRequest:
    """The options of `modylbench responses import` by their names."""

    file: Path
    output: Path
    model: str
    judges: str
    screens: bool
    judging: JudgingOptions
    as_json: bool


@click.group()
def command() -> None:
    """Score answers that were given elsewhere, in JSON Lines. See docs/responses.md."""


@command.command("template", short_help="Print what is asked, to be answered.")
@SCENARIOS
@click.option("--seeds", default="0", show_default=True, help="Such as 0, 0-2 or 0,3,5-9.")
@click.option("-o", "--output", type=PATH, help="A file, instead of the screen.")
def template(scenarios: str, seeds: str, output: Path | None) -> None:
    """Print what is asked, turn by turn: a line for each meeting, to be filled in and imported.

    What is asked stands under `asked`, files with their content. It is the script that people
    follow where nothing else is called for. In the meeting that is scored their follow-ups react to
    the agent, so that the words may differ where `may_differ` is true.
    """
    from modylbench.foundation.atomic_file import write_lines

    lines = _template_lines(scenarios, parse_seeds(seeds))
    if output is None:
        for line in lines:
            click.echo(line, nl=False)
    else:
        write_lines(lines, output)


def _template_lines(names: str, seeds: tuple[int, ...]) -> Iterator[str]:
    from modylbench.agents.recorded.answers import template_of
    from modylbench.scenarios.catalogue import scenarios
    from modylbench.scenarios.variant import instantiate

    for source in scenarios(parse_names(names)):
        for seed in seeds:
            line = template_of(instantiate(source, seed))
            yield json.dumps(line, ensure_ascii=False) + "\n"


@command.command("check", short_help="List every mistake in a file of answers.")
@click.argument("file", type=PATH)
def check(file: Path) -> int:
    """List every mistake in a file of answers, with its line and its place.

    Exit code 2 where an error keeps the file from being imported; 1 where it can be, and something
    in it (a turn without an answer, a message that is refused) will cost the agent points.
    """
    from modylbench.agents.recorded.check import check_answers

    found = check_answers(file)
    for mistake in found.mistakes:
        click.echo(mistake_line(mistake))
    click.echo(_summary(found))
    if not found.is_playable:
        return EXIT_MISTAKE
    return EXIT_COSTLY if found.mistakes else 0


def mistake_line(mistake: Mistake) -> str:
    """One mistake for people."""
    kind = "error" if mistake.is_error else "warning"
    place = f" {mistake.place}:" if mistake.place else ""
    return printable(f"{kind}: line {mistake.line}:{place} {mistake.problem}")


def _summary(answers: AnswersCheck) -> str:
    errors = sum(mistake.is_error for mistake in answers.mistakes)
    warnings = len(answers.mistakes) - errors
    counts = f"{errors} errors, {warnings} warnings"
    return f"{len(answers.meetings)} meetings can be read; {counts}"


@command.command("import", short_help="Make a run of a file of answers, and score it.")
@click.argument("file", type=PATH)
@click.option(
    "--output",
    type=PATH,
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
@MAX_CONNECTIONS
@MAX_COST
@PRICES
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
@options_as(ImportRequest)
def import_(request: ImportRequest) -> int:
    """Make a run of the answers in a file, and have it judged and weighed like any other.

    A line is one meeting: its scenario, its seed (0 unless it names one), its turns. Several lines
    of one scenario at different seeds are its k runs. People say what they say in any meeting, and
    react to these answers; a turn that is missing is scored as unanswered.

    Nobody was heard, so the standard is silver at most, and offline where no model judges.

    Exit code 2 where the file has errors (nothing is then written), 1 where a meeting came out
    without a score.
    """
    from modylbench.agents.recorded.check import check_answers
    from modylbench.cli.holding import import_run

    found = check_answers(request.file)
    for mistake in found.mistakes:
        click.echo(mistake_line(mistake), err=True)
    if not found.is_playable:
        line = f"{request.file}: nothing was imported; mend the errors above"
        click.echo(f"modylbench: {line}", err=True)
        return EXIT_MISTAKE
    meetings = _meetings_of_model(found.meetings, request.model, request.file)
    _refuse_foreign(request.output)
    return import_run(_run_request(request, meetings), meetings)


def _meetings_of_model(
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
    from modylbench.runs.run import FILE

    if output.is_dir() and any(output.iterdir()) and not (output / FILE).is_file():
        raise BadFile(output, "", "holds something else than a run; name a new or empty folder")


def _run_request(request: ImportRequest, meetings: Sequence[RecordedMeeting]) -> RunRequest:
    """The run in which the answers of the meetings are given."""
    from modylbench.agents.recorded.check import seed_of
    from modylbench.scenarios.catalogue import available

    names = {meeting.scenario_id for meeting in meetings}
    return RunRequest(
        agent=f"recorded:{request.file}#{meetings[0].model_id}",
        scenarios=",".join(name for name in available() if name in names),
        seeds=",".join(map(str, sorted({seed_of(meeting) for meeting in meetings}))),
        output=request.output,
        no_audio=True,
        no_screens=not request.screens,
        judges=request.judges,
        mode="multimodal" if request.screens else "text",
        judging=request.judging,
        as_json=request.as_json,
    )


@command.command("export", short_help="Write the answers of a run to a file.")
@RUNS
@click.option("-o", "--output", type=PATH, required=True, help="The file.")
@click.option("--model", default="", help="The model_id to write.  [default: the agent's name]")
def export(paths: tuple[Path, ...], output: Path, model: str) -> None:
    """Write the answers of recorded meetings as JSON Lines, a line for each.

    What an agent said, showed, wrote and handed over goes there; sound and pictures do not.
    """
    from modylbench.foundation.atomic_file import write_lines

    write_lines(_answer_lines(paths, model), output)


def _answer_lines(paths: tuple[Path, ...], model: str) -> Iterator[str]:
    from modylbench.agents.recorded.answers import answers_of
    from modylbench.recording.reading import read_recording
    from modylbench.runs.run import runs_in

    for folder in (trial for run in runs_in(paths) for trial in run.trials):
        recording = read_recording(folder)
        line = answers_of(recording, folder, model or recording.agent.name)
        yield json.dumps(line, ensure_ascii=False) + "\n"
