"""Are the members of a submission those that belong into it, and what the manifest says?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import quoted
from modylbench.leaderboard.submission.manifest import FILE, is_media
from modylbench.leaderboard.submission.problems import Problem, problem
from modylbench.leaderboard.submission.trials.reading import RECORDS
from modylbench.runs.plan import FILE as RUN_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.leaderboard.submission.manifest import Manifest, Member
    from modylbench.leaderboard.submission.trials.reading import TrialFound

RELIABILITY = "reliability.json"


def member_problems(manifest: Manifest, members: Mapping[str, Member]) -> Iterator[Problem]:
    """Where the manifest's list is not that of the archive."""
    listed = [member.path for member in manifest.members]
    where = f"{FILE}: members"
    if sorted(set(listed)) != listed:
        yield problem("manifest", where, "are not different ones in the order of their names")
    if list(members) != [FILE, *sorted(set(members) - {FILE})]:
        yield problem("order", where, "the archive has them in another order than by name")
    for member in manifest.members:
        there = members.get(member.path)
        if there is None:
            yield problem(
                "missing_member", member.path, "is in the manifest, and not in the archive"
            )
        elif there.sha256 != member.sha256:
            text = f"found SHA-256 {there.sha256[:12]}…, the manifest has {member.sha256[:12]}…"
            yield problem("member", member.path, text)
        elif there.size != member.size:
            text = f"found {there.size:,} bytes, the manifest has {member.size:,}"
            yield problem("member", member.path, text)
    for path in sorted(set(members) - {*listed, FILE}):
        yield problem("extra_member", path, "is in the archive, and not in the manifest")


def stray_problems(
    manifest: Manifest, members: Mapping[str, Member], trials: Mapping[str, TrialFound]
) -> Iterator[Problem]:
    """Members that no run has, and media where there are said to be none."""
    known = {FILE, RUN_FILE, RELIABILITY}
    for place, trial in trials.items():
        known.update(f"{place}/{name}" for name in RECORDS)
        if trial.recording is not None:
            known.update(f"{place}/{file.path}" for file in trial.recording.files())
    for path in sorted(set(members) - known):
        yield problem("extra_member", path, "belongs to no trial of the run")
    for path in sorted(members):
        if not manifest.has_media and is_media(path):
            text = f"found {quoted(path)}, and the manifest says that media are left out"
            yield problem("claim", f"{FILE}: has_media", text)
            return
