"""Trials that were checked before, so that a near copy of a submission is checked quickly."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, TypeVar

from modylbench.leaderboard.submission.problems import SubmissionProblem, problem
from modylbench.leaderboard.submission.replay import (
    REPLAY_ERRORS,
    KeptTrial,
    ReplayUnavailable,
    evaluation_problems,
    judge_again,
    measure_again,
    replay_failure,
)
from modylbench.leaderboard.submission.trial_checks import (
    RECORDS,
    CheckedRecording,
    CheckedTrial,
    read_recording,
    read_trial,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from modylbench.evaluation.evaluate.evaluate import MeasuredMeeting
    from modylbench.evaluation.evaluate.options import EvaluationOptions
    from modylbench.leaderboard.submission.manifest import ArchiveMember

MOST_KEPT = 120  # ours: of each kind, six submissions of 18 trials; one takes about 2 MB
NOT_DONE = "not checked: "
MODES = ("text", "multimodal")
V = TypeVar("V")


class LruCache(Generic[V]):
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


class TrialCache:
    """Trials by the hashes of all that is in their folders."""

    def __init__(self, transcripts: Path | None) -> None:
        self._transcripts = transcripts
        self._recorded: LruCache[CheckedRecording] = LruCache()
        self._read: LruCache[CheckedTrial] = LruCache()
        self._measured: LruCache[tuple[MeasuredMeeting, EvaluationOptions]] = LruCache()
        self._judged: LruCache[
            tuple[tuple[SubmissionProblem, ...], tuple[SubmissionProblem, ...]]
        ] = LruCache()

    async def trial(
        self,
        folder: Path,
        place: str,
        *,
        members: Mapping[str, ArchiveMember],
        judges: Sequence[str],
        has_media: bool,
    ) -> CheckedTrial:
        """All that is found of the trial at a place of a submission's folder.

        Without `judges` no evaluation is made again: there is nobody whose answers would be meant.
        """
        own = {
            path: member.sha256 for path, member in members.items() if path.startswith(f"{place}/")
        }
        key = _hash(place, repr(sorted(own.items())), repr(has_media))
        found = self._read.find(key)
        if found is None:
            recorded = self._recording(folder, place, own, has_media=has_media)
            found = self._read.keep(key, read_trial(folder / place, place, recorded))
        kept = _replayable_trial(folder / place, place, found, has_media=has_media)
        if kept is None or not judges:
            return found
        problems, warnings = await self._replay_problems(kept, _hash(key, repr(judges)), judges)
        return replace(
            found,
            problems=[*found.problems, *problems],
            warnings=[*found.warnings, *warnings],
        )

    def _recording(
        self, folder: Path, place: str, own: Mapping[str, str], *, has_media: bool
    ) -> CheckedRecording:
        """By the recording and its files alone: whatever else was changed is no matter."""
        others = {f"{place}/{name}" for name in RECORDS[1:]}
        held = sorted((path, digest) for path, digest in own.items() if path not in others)
        key = _hash(place, repr(held), repr(has_media))
        before = self._recorded.find(key)
        if before is not None:
            return before
        found = read_recording(folder / place, place, has_media=has_media)
        return self._recorded.keep(key, found)

    async def _replay_problems(
        self, kept: KeptTrial, key: str, judges: Sequence[str]
    ) -> tuple[tuple[SubmissionProblem, ...], tuple[SubmissionProblem, ...]]:
        """What is wrong with an evaluation, and what cannot be told of it here."""
        before = self._judged.find(key)
        if before is not None:
            return before
        where = f"{kept.place}/evaluation.json"
        try:
            measured, options = await self._facts(kept)
            made = await judge_again(kept, measured, options, judges)
        except ReplayUnavailable as error:
            text = f"{NOT_DONE}{error}; so facts and verdicts were not made again"
            return self._judged.keep(key, ((), (problem("evaluation", where, text),)))
        except REPLAY_ERRORS as error:
            return self._judged.keep(key, ((replay_failure(kept, error),), ()))
        return self._judged.keep(key, (tuple(evaluation_problems(kept, made)), ()))

    async def _facts(self, kept: KeptTrial) -> tuple[MeasuredMeeting, EvaluationOptions]:
        """By the recording alone, whose hash is over all its files: verdicts are no matter."""
        claimed = kept.evaluation
        key = _hash(claimed.recording, claimed.transcripts, claimed.mode, kept.place)
        before = self._measured.find(key)
        if before is not None:
            return before
        return self._measured.keep(key, await measure_again(kept, self._transcripts))


def _replayable_trial(
    folder: Path, place: str, found: CheckedTrial, *, has_media: bool
) -> KeptTrial | None:
    if not found.is_bound or found.recording is None or found.evaluation is None:
        return None
    if found.exchanges is None or found.evaluation.mode not in MODES:
        return None
    return KeptTrial(folder, place, found.recording, found.evaluation, found.exchanges, has_media)


def _hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
