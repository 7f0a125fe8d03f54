"""A run packed as one file for a leaderboard: the same run, the same bytes."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from modylbench.foundation.atomic_file import open_atomic
from modylbench.foundation.errors import BadFile, ModylBenchError, UserMistake, one_line
from modylbench.foundation.record import canonical_json, read_record
from modylbench.leaderboard.submission.manifest import FILE, ArchiveMember, Manifest, is_media
from modylbench.leaderboard.submission.replay import (
    KeptTrial,
    judge_again,
    measure_again,
    possible_names,
)
from modylbench.leaderboard.submission.rules import RELIABILITY
from modylbench.leaderboard.submission.trial_checks import RECORDS
from modylbench.leaderboard.submission.unpack import LIMITS, file_digest
from modylbench.recording.reading import read_recording
from modylbench.reliability.report import ReliabilityReport
from modylbench.runs.records import evaluation_in, exchanges_in
from modylbench.runs.run import FILE as RUN_FILE
from modylbench.runs.run import RunPlan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.verdicts import JudgeExchange
    from modylbench.leaderboard.challenge import Declaration, SignedChallenge
    from modylbench.leaderboard.submission.check import Checker
    from modylbench.leaderboard.submission.problems import SubmissionCheck

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first date that a zip can hold: no member tells when it was made."""
PLAIN_FILE = 0o100644 << 16
LEVEL = 6
BLOCK = 1 << 20
WELL_BELOW = LIMITS.ratio // 2
"""What would shrink further than this is stored as it is: silence shrinks a thousandfold."""


@dataclass(frozen=True, slots=True)
class SubmitterStatement:
    """What a submitter says besides the run; `judges` where they cannot be found out."""

    name: str = ""
    contact: str = ""
    judges: tuple[str, ...] = ()
    challenge: SignedChallenge | None = None
    declaration: Declaration | None = None
    has_media: bool = True


async def pack(
    run: Path, file: Path, statement: SubmitterStatement, checker: Checker
) -> SubmissionCheck:
    """Pack the run in a folder and check what came out; the file is there if that is accepted.

    Raises UserMistake where it is no run, or none that was judged.
    """
    with TemporaryDirectory(dir=file.parent if file.parent.is_dir() else None) as place:
        made = Path(place) / "submission.zip"
        write_archive(run, made, await manifest_of(run, statement))
        checked = await checker.check(made, work=Path(place) / "submission")
        if checked.is_accepted:
            with made.open("rb") as packed, open_atomic(file) as whole:
                while block := packed.read(BLOCK):
                    whole.write(block)
    return checked


async def manifest_of(run: Path, statement: SubmitterStatement) -> Manifest:
    """What is claimed of a run: read from its records, and to be checked like anybody's."""
    plan = _plan_of(run)
    report = read_record(ReliabilityReport, run / RELIABILITY)
    first = evaluation_in(run / plan.trials[0].folder)
    if first is None:
        problem = "holds no evaluation that can be read; judge the run by models first"
        raise BadFile(run / plan.trials[0].folder, "", problem)
    scores = {scenario.scenario_id: scenario.official for scenario in report.scenarios}
    return Manifest(
        name=statement.name or one_line(plan.agent.name)[:80] or "agent",
        contact=statement.contact,
        suite=report.suite,
        suite_version=report.suite_version,
        private_mark=report.private_mark,
        agent=plan.agent,
        mode="gold" if report.standard == "gold" else "silver",
        panel=first.panel,
        judges=statement.judges or await full_judge_names(run / plan.trials[0].folder, first),
        seeds=plan.seeds,
        k=len(plan.seeds),
        harness_version=plan.harness_version,
        harness_digest=plan.harness_digest,
        scores={name: score for name, score in scores.items() if score is not None},
        overall=report.overall,
        has_media=statement.has_media,
        challenge=statement.challenge,
        declaration=statement.declaration,
        members=tuple(
            _member(run, path)
            for path in sorted(_paths(run, plan))
            if statement.has_media or not is_media(path)
        ),
    )


def write_archive(run: Path, file: Path, manifest: Manifest) -> None:
    """Write the members of a manifest and the manifest itself, first."""
    content = canonical_json(manifest.model_dump(mode="json")).encode()
    with open_atomic(file) as whole, zipfile.ZipFile(whole, "w", allowZip64=False) as archive:
        add_member(archive, FILE, content)
        for member in manifest.members:
            add_member(archive, member.path, (run / member.path).read_bytes())


def add_member(archive: zipfile.ZipFile, path: str, content: bytes) -> None:
    """Add one member, the way that only its name and its content tell."""
    info = zipfile.ZipInfo(path, EARLIEST)
    info.create_system = 3  # Unix, wherever it is written
    info.external_attr = PLAIN_FILE
    info.compress_type = zipfile.ZIP_STORED if _is_stored(path, content) else zipfile.ZIP_DEFLATED
    archive.writestr(info, content, compresslevel=LEVEL)


def _is_stored(path: str, content: bytes) -> bool:
    import zlib

    if is_media(path) or not content:
        return True
    return len(zlib.compress(content, LEVEL)) * WELL_BELOW < len(content)


def _plan_of(run: Path) -> RunPlan:
    if not (run / RUN_FILE).is_file():
        message = f"found no {RUN_FILE} in {run}, expected the folder of a run"
        raise UserMistake(message)
    return read_record(RunPlan, run / RUN_FILE)


def _paths(run: Path, plan: RunPlan) -> Iterator[str]:
    """What belongs into a submission; what else lies about in the folder stays there."""
    yield from (RUN_FILE, RELIABILITY)
    for trial in dict.fromkeys(trial.folder for trial in plan.trials):
        for name in RECORDS:
            if (run / trial / name).is_file():
                yield f"{trial}/{name}"
        if (run / trial / RECORDS[0]).is_file():
            yield from dict.fromkeys(
                f"{trial}/{file.path}" for file in read_recording(run / trial).files()
            )


def _member(run: Path, path: str) -> ArchiveMember:
    place = run / path
    if not place.is_file() or place.is_symlink():
        raise BadFile(place, "", "is missing, and its recording names it; hold the meeting again")
    return ArchiveMember(path=path, sha256=file_digest(place), size=place.stat().st_size)


async def full_judge_names(folder: Path, evaluation: Evaluation) -> tuple[str, ...]:
    """The full name of every judge, as far as it can be found out from one trial.

    Cards hold no addresses, and a request's digest is over the address too: of the names that may
    be meant, that one was meant by which the requests come out that were kept.
    """
    exchanges = exchanges_in(folder)
    cards = [card for card in evaluation.panel if card.kind == "model"]
    plain = tuple(card.name for card in cards)
    if evaluation.mode not in ("text", "multimodal") or not exchanges or not cards:
        return plain
    own = {card.name: list(possible_names(card, evaluation.mode)) for card in cards}
    if all(len(names) == 1 for names in own.values()):
        return tuple(names[0] for names in own.values())
    kept = KeptTrial(
        folder, folder.name, read_recording(folder), evaluation, exchanges, has_media=True
    )
    try:
        measured, options = await measure_again(kept, None)
    except ModylBenchError:
        return tuple(names[0] if names else name for name, names in own.items())
    found = []
    for name, names in own.items():
        meant = name if not names else names[0]
        for candidate in names:
            made = await judge_again(kept, measured, options, [candidate])
            if _requests(name, made.exchanges) == _requests(name, exchanges):
                meant = candidate
                break
        found.append(meant)
    return tuple(found)


def _requests(judge: str, exchanges: Sequence[JudgeExchange]) -> list[str]:
    return [exchange.request for exchange in exchanges if exchange.judge == judge]
