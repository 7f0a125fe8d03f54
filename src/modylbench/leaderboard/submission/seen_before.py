"""Which trials were looked at before, so that a near copy of a submission is checked quickly?"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, TypeVar

from modylbench.leaderboard.submission.problems import Problem, problem
from modylbench.leaderboard.submission.trials.again import (
    FAILURES,
    Kept,
    NotHere,
    evaluation_problems,
    judged_again,
    measured_again,
    not_made,
)
from modylbench.leaderboard.submission.trials.reading import (
    RECORDS,
    Recorded,
    TrialFound,
    read_recorded,
    read_trial,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from modylbench.evaluation.evaluate.evaluate import Measured
    from modylbench.evaluation.evaluate.manner import Manner
    from modylbench.leaderboard.submission.manifest import Member

MOST_KEPT = 120  # ours: of each kind, six submissions of 18 trials; one takes about 2 MB
NOT_DONE = "not checked: "
MODES = ("text", "multimodal")
V = TypeVar("V")


class Latest(Generic[V]):
    """The values used last, by key."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._values: OrderedDict[str, V] = OrderedDict()

    def find(self, key: str) -> V | None:
        """The value, if it is still there."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def keep(self, key: str, value: V) -> V:
        """Keep a value; the one that was used longest ago goes."""
        self._values[key] = value
        if len(self._values) > self._most:
            self._values.popitem(last=False)
        return value


class SeenBefore:
    """Trials by the hashes of all that is in their folders."""

    def __init__(self, transcripts: Path | None) -> None:
        self._transcripts = transcripts
        self._recorded: Latest[Recorded] = Latest()
        self._read: Latest[TrialFound] = Latest()
        self._measured: Latest[tuple[Measured, Manner]] = Latest()
        self._judged: Latest[tuple[tuple[Problem, ...], tuple[Problem, ...]]] = Latest()

    async def trial(
        self,
        folder: Path,
        place: str,
        *,
        members: Mapping[str, Member],
        judges: Sequence[str],
        has_media: bool,
    ) -> TrialFound:
        """All that is found of the trial at a place of a submission's folder.

        Without `judges` no evaluation is made again: there is nobody whose answers would be meant.
        """
        own = {path: one.sha256 for path, one in members.items() if path.startswith(f"{place}/")}
        key = _hash(place, repr(sorted(own.items())), repr(has_media))
        found = self._read.find(key)
        if found is None:
            recorded = self._of_recording(folder, place, own, has_media=has_media)
            found = self._read.keep(key, read_trial(folder / place, place, recorded))
        kept = _to_be_made_again(folder / place, place, found, has_media=has_media)
        if kept is None or not judges:
            return found
        problems, warnings = await self._again(kept, _hash(key, repr(judges)), judges)
        return replace(
            found,
            problems=[*found.problems, *problems],
            warnings=[*found.warnings, *warnings],
        )

    def _of_recording(
        self, folder: Path, place: str, own: Mapping[str, str], *, has_media: bool
    ) -> Recorded:
        """By the recording and its files alone: whatever else was changed is no matter."""
        others = {f"{place}/{name}" for name in RECORDS[1:]}
        held = sorted((path, digest) for path, digest in own.items() if path not in others)
        key = _hash(place, repr(held), repr(has_media))
        before = self._recorded.find(key)
        if before is not None:
            return before
        found = read_recorded(folder / place, place, has_media=has_media)
        return self._recorded.keep(key, found)

    async def _again(
        self, kept: Kept, key: str, judges: Sequence[str]
    ) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
        """What is wrong with an evaluation, and what cannot be told of it here."""
        before = self._judged.find(key)
        if before is not None:
            return before
        where = f"{kept.place}/evaluation.json"
        try:
            measured, manner = await self._facts(kept)
            made = await judged_again(kept, measured, manner, judges)
        except NotHere as error:
            text = f"{NOT_DONE}{error}; so facts and verdicts were not made again"
            return self._judged.keep(key, ((), (problem("evaluation", where, text),)))
        except FAILURES as error:
            return self._judged.keep(key, ((not_made(kept, error),), ()))
        return self._judged.keep(key, (tuple(evaluation_problems(kept, made)), ()))

    async def _facts(self, kept: Kept) -> tuple[Measured, Manner]:
        """By the recording alone, whose hash is over all its files: verdicts are no matter."""
        told = kept.evaluation
        key = _hash(told.recording, told.transcripts, told.mode, kept.place)
        before = self._measured.find(key)
        if before is not None:
            return before
        return self._measured.keep(key, await measured_again(kept, self._transcripts))


def _to_be_made_again(
    folder: Path, place: str, found: TrialFound, *, has_media: bool
) -> Kept | None:
    if not found.is_bound or found.recording is None or found.evaluation is None:
        return None
    if found.exchanges is None or found.evaluation.mode not in MODES:
        return None
    return Kept(folder, place, found.recording, found.evaluation, found.exchanges, has_media)


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
