"""What a submission claims, and what is in it.

manifest.json            this record, the first member of the zip
run.json                 what was asked
reliability.json         what its trials are worth together
<scenario>/seed-<n>/     recording.json and its files, judgments.jsonl, evaluation.json,
                         scorecard.json

Without the manifest it is the folder of a run, and all that reads runs reads an unpacked one.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from modylbench.evaluation.verdicts import JudgeCard, Sha256
from modylbench.foundation.record import Name, Record, Spec
from modylbench.leaderboard.challenge import Declaration, SignedChallenge
from modylbench.recording.events import RelativePath
from modylbench.recording.recording import AgentUnderTest
from modylbench.scenarios.suites import CORE, PrivateMark

FILE = "manifest.json"
FORMAT: Literal["modylbench-submission"] = "modylbench-submission"
MEDIA = (".wav", ".png")
"""What is left out of media/ on wish; the texts there are what facts were made of."""
PlainLine = StringConstraints(
    pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]*$"
)
"""No controls, and nothing that turns the direction of what stands beside it."""


class ArchiveMember(Spec):
    """A file of the submission."""

    path: RelativePath
    sha256: Sha256
    size: Annotated[int, Field(ge=0)]


class Manifest(Record):
    """manifest.json: who submits what, under which rules; every claim in it is checked.

    `judges` are the judges as a person names them, with their addresses: so every request can be
    made up again and compared. `scores` are the worst runs, as in reliability.json.
    """

    format: Literal["modylbench-submission"] = FORMAT
    format_version: Literal[1] = 1
    name: Annotated[str, PlainLine, Field(min_length=1, max_length=80)]
    contact: Annotated[str, PlainLine, Field(max_length=200)] = ""
    suite: Name = CORE
    suite_version: int = 1
    private_mark: PrivateMark = ""
    agent: AgentUnderTest
    mode: Literal["gold", "silver"]
    panel: tuple[JudgeCard, ...]
    judges: tuple[Annotated[str, PlainLine, Field(max_length=500)], ...]
    seeds: tuple[int, ...]
    k: int
    harness_version: str
    harness_digest: str
    scores: dict[str, float]
    overall: float | None
    has_media: bool
    challenge: SignedChallenge | None = None
    declaration: Declaration | None = None
    members: tuple[ArchiveMember, ...]


def is_media(path: str) -> bool:
    """Whether a member is sound or a picture."""
    return "/media/" in path and path.endswith(MEDIA)
