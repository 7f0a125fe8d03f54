"""`modylbench submission`: pack a run for the leaderboard, and check a submission."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import PATH, options_as

if TYPE_CHECKING:
    from modylbench.leaderboard.submission.check import Checker
    from modylbench.leaderboard.submission.problems import SubmissionCheck


SECRET = click.option(
    "--secret", type=PATH, help="Of private variants: the file that they were drawn from."
)


@dataclass(frozen=True, kw_only=True)
class PackRequest:
    """The options of `modylbench submission pack` by their names."""

    run: Path
    output: Path | None
    challenge: Path | None
    declaration: Path | None
    name: str
    contact: str
    judges: str
    without_media: bool
    secret: Path | None


@click.group()
def command() -> None:
    """Pack a run for the leaderboard; check a submission. See docs/submissions.md."""


@command.command("pack", short_help="Make one file of a run that models judged.")
@click.argument("run", type=PATH, metavar="RUN")
@click.option("-o", "--output", type=PATH, help="The file to write. [default: RUN.zip, here]")
@click.option("--challenge", type=PATH, help="The challenge whose seeds were held.")
@click.option("--declaration", type=PATH, help="The declaration that it was asked for with.")
@click.option("--name", default="", help="What the table shows. [default: the agent's name]")
@click.option("--contact", default="", help="Whom to ask; a leaderboard does not publish it.")
@click.option("--judges", default="", help="The judges as `evaluate` was told; else found out.")
@click.option("--without-media", is_flag=True, help="No sound or pictures: self-reported only.")
@SECRET
@options_as(PackRequest)
def pack(request: PackRequest) -> int:
    """Make one file of a run that models have judged.

    It is checked first, and written only if it would be accepted: all scenarios of a suite, at
    least three runs of each at the seeds 0 to k-1 or at those of a challenge, at least two judge
    models. It is packed where it was held: a run that was moved is refused. Each suite has a board
    of its own, and so have private variants of each secret.

    Exit code 1 where it would be rejected; every reason is printed.
    """
    import asyncio

    from modylbench.cli.judging import whole_runs_in
    from modylbench.cli.settings import journal_folder
    from modylbench.foundation.record import read_record
    from modylbench.leaderboard.challenge import Declaration, SignedChallenge
    from modylbench.leaderboard.submission.pack import SubmitterStatement
    from modylbench.leaderboard.submission.pack import pack as pack_run
    from modylbench.pipeline.panel.choice import panel_names
    from modylbench.runs.journal import refuse_unproved

    for run in whole_runs_in([request.run]):
        refuse_unproved(run, journal_folder())
    challenge, declaration = request.challenge, request.declaration
    statement = SubmitterStatement(
        name=request.name,
        contact=request.contact,
        judges=panel_names(request.judges) if request.judges else (),
        challenge=read_record(SignedChallenge, challenge) if challenge else None,
        declaration=read_record(Declaration, declaration) if declaration else None,
        has_media=not request.without_media,
    )
    file = request.output or Path(f"{request.run.resolve().name}.zip")
    checked = asyncio.run(pack_run(request.run, file, statement, checker(None, request.secret)))
    click.echo("\n".join(lines(checked)))
    if checked.is_accepted:
        click.echo(f"wrote {file}, SHA-256 {checked.submission}")
    return 0 if checked.is_accepted else 1


@command.command("check", short_help="Every reason why a submission is rejected.")
@click.argument("file", type=PATH, metavar="FILE")
@click.option(
    "--leaderboard-key",
    "key",
    type=PATH,
    help="A file with the leaderboard's public key, by which challenges are checked.",
)
@SECRET
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def check(file: Path, key: Path | None, secret: Path | None, as_json: bool) -> int:
    """Check a submission: every reason why it is rejected, in one list.

    All scores are made again from the recordings and the judges' answers; nobody is asked. What
    that proves, and what only judging again would, is told in docs/submissions.md.

    Exit code 0 where it is accepted, 1 where it is rejected, 2 where FILE cannot be read.
    """
    from modylbench.leaderboard.submission.check import check_file

    checked = check_file(file, checker(key, secret))
    if as_json:
        click.echo(checked.model_dump_json(indent=2))
    else:
        click.echo("\n".join(lines(checked)))
    return 0 if checked.is_accepted else 1


def checker(key: Path | None, secret: Path | None = None) -> Checker:
    """Who checks, with the leaderboard's key and a secret of private variants in files."""
    from modylbench.cli.settings import cache_folder
    from modylbench.foundation.record import read_text
    from modylbench.leaderboard.signing import public_key
    from modylbench.leaderboard.submission.check import Checker
    from modylbench.scenarios.drawing.private import read_secret

    known = public_key(read_text(key)) if key is not None else None
    secrets = (read_secret(secret),) if secret is not None else ()
    return Checker(key=known, transcripts=cache_folder() / "transcripts", secrets=secrets)


def lines(checked: SubmissionCheck) -> list[str]:
    """What was found, for people."""
    from modylbench.foundation.score_text import score_text
    from modylbench.scenarios.suites import SuiteEdition

    found = [f"rejected: {problem}" for problem in checked.problems]
    found += [f"warning: {warning}" for warning in checked.warnings]
    found += [f"note: {note}" for note in checked.notes]
    entry = checked.entry
    if entry is not None:
        tries = f"{entry.attempts} meetings held, {len(entry.spoilt)} of them spoilt by our side"
        edition = SuiteEdition(entry.suite, entry.suite_version, entry.private_mark)
        found.append(edition.mark)
        found.append(f"{entry.standard}, judged by {', '.join(entry.models)}; {tries}")
        found += [
            f"{name}: {score_text(entry.official[name])} ({entry.tiers[name] or 'no tier'})"
            for name in entry.official
        ]
        found.append(f"overall: {score_text(entry.overall)}")
    count = len(checked.problems)
    found.append(f"rejected for {count} reason(s)" if count else "accepted")
    return found


@command.command("declare", short_help="Settle on an agent, to ask for seeds.")
@click.argument("run", type=PATH, metavar="RUN")
@click.option("--agent-version", required=True, help="Which version of the agent it is.")
@click.option("--contact", default="", help="Whom to ask.")
@click.option(
    "-o",
    "--output",
    type=PATH,
    default=Path("declaration.json"),
    show_default=True,
    help="The declaration with its nonce: keep it to yourself until you submit.",
)
def declare(run: Path, agent_version: str, contact: str, output: Path) -> int:
    """Settle on an agent, to ask a leaderboard for seeds.

    RUN is any run of the agent, such as a short trial: its name and settings are taken from there,
    just as they will stand in the run that is submitted. Prints the commitment that is sent.
    """
    import os

    from modylbench.foundation.errors import BadFile
    from modylbench.foundation.record import read_record, write_record
    from modylbench.leaderboard.challenge import SECRET_BYTES, commitment, declare
    from modylbench.runs.run import FILE, RunPlan

    if output.exists():
        raise BadFile(output, "", "is there already, and its nonce may be in use; give another -o")
    agent = read_record(RunPlan, run / FILE).agent
    made = declare(agent, agent_version, contact=contact, nonce=os.urandom(SECRET_BYTES))
    write_record(made, output)
    click.echo(commitment(made))
    return 0


@command.command(
    "verify-challenge", short_help="Were seeds fixed by both sides and chosen by neither?"
)
@click.argument("file", type=PATH, metavar="FILE")
@click.option("--leaderboard-key", "key", type=PATH, help="A file with its public key.")
@click.option("--declaration", type=PATH, help="What it was asked for with.")
@click.option("--secret", default="", help="The secret that was revealed, as 64 hex digits.")
def verify_challenge(file: Path, key: Path | None, declaration: Path | None, secret: str) -> int:
    """Were the seeds of a challenge fixed by both sides and chosen by neither?

    What is given is checked: the leaderboard's signature by its key, the submitter's commitment by
    the declaration, and the seeds by the secret that is revealed after the submission.

    Exit code 1 where something does not hold.
    """
    from modylbench.foundation.record import read_record, read_text
    from modylbench.leaderboard import challenge as challenges
    from modylbench.leaderboard.signing import public_key

    signed = read_record(challenges.SignedChallenge, file)
    known = public_key(read_text(key)) if key is not None else None
    found = challenges.challenge_problems(signed, known)
    if declaration is not None:
        declared = read_record(challenges.Declaration, declaration)
        found += challenges.declaration_problems(signed.challenge, declared)
    if secret:
        found += challenges.reveal_problems(signed.challenge, challenges.secret_of(secret))
    for problem in found:
        click.echo(f"does not hold: {problem}")
    given = (("signature", key), ("declaration", declaration), ("secret", secret))
    for name, value in given:
        if not value:
            click.echo(f"not checked: the {name}, which was not given")
    if not found:
        click.echo(f"holds: seeds {', '.join(map(str, signed.challenge.seeds))}")
    return 1 if found else 0
