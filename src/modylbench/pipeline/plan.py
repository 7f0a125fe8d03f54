"""What is a run asked to do, and is it the one that a folder already holds?"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from modylbench.foundation.errors import BadFile
from modylbench.foundation.json_file import read_json
from modylbench.foundation.record import Record, Spec, canonical_json, validated
from modylbench.foundation.whole_file import written_whole
from modylbench.recording.recording import AgentUnderTest

if TYPE_CHECKING:
    from pathlib import Path

FILE = "run.json"
_UNSAFE = re.compile(r"[^A-Za-z0-9_]+")


class Trial(Spec):
    """One scenario at one seed."""

    scenario: str
    seed: int

    @property
    def folder(self) -> str:
        """Its place in the run's folder."""
        return f"{_name(self.scenario)}/seed-{self.seed}"


class Plan(Record):
    """run.json: all that was asked; equal plans are one run, which can be gone on with.

    `git_commit` is that of the folder where the run was first started, if it is one of git's.
    """

    agent: AgentUnderTest
    scenarios: tuple[str, ...]
    scenario_versions: dict[str, int]
    seeds: tuple[int, ...]
    edge_cases: str
    beats: str
    audio: str
    screens: bool
    harness_version: str
    git_commit: str = ""
    trials: Annotated[tuple[Trial, ...], Field(min_length=1)]

    @property
    def name(self) -> str:
        """The agent, and what tells this plan from all others."""
        asked = self.model_dump(mode="json", exclude={"git_commit"})
        digest = hashlib.sha256(canonical_json(asked).encode()).hexdigest()
        return f"{_name(self.agent.name)[:40]}-{digest[:8]}"


def begun(plan: Plan, folder: Path) -> Plan:
    """The plan that the folder holds, which is this one: kept there now or at an earlier start."""
    path = folder / FILE
    if path.exists():
        kept: Plan = validated(Plan, read_json(path), path)
        if kept.name == plan.name:
            return kept
        problem = "holds another run; give another --output, or remove it"
        raise BadFile(path, "", problem)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(folder, "", f"cannot be made ({error.strerror})") from error
    with written_whole(path) as file:
        file.write(canonical_json(plan.model_dump(mode="json")).encode())
    return plan


def _name(text: str) -> str:
    return _UNSAFE.sub("-", text).strip("-") or "agent"
