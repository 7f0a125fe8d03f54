"""All meetings of a folder, read once and again only where their records were written anew."""

from __future__ import annotations

import hashlib
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import orjson

from modylbench.foundation.atomic_file import make_folder, write_file
from modylbench.foundation.errors import BadFile
from modylbench.foundation.record import read_record
from modylbench.publishing.report.filling.bounds import shorten_line
from modylbench.runs.run import FILE, RunPlan
from modylbench.viewer.listing import (
    ScoresInShort,
    facts_in,
    last_change_s,
    signature_of,
    state_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from modylbench.viewer.listing import RecordStamps
    from modylbench.viewer.shapes import IndexData, MeetingRow, MeetingState, RunRow

DEEP = 2  # ours: results/RUN, results/GROUP/RUN
MOST_RUNS = 5_000
READING_S = 0.3  # ours: after so much of reading the page gets what there is, and asks again
LOOKS_EACH_S = 1.0
AT_ONCE_S = 0.1  # ours: who asks waits for that
CACHE_VERSION = 1


@dataclass(frozen=True, slots=True)
class ListedMeeting:
    """A meeting that a run was asked for, by the key that addresses have."""

    key: str
    folder: Path
    run_folder: Path
    scenario_id: str
    seed: int


@dataclass(frozen=True, slots=True)
class _ListedRun:
    row: RunRow
    meetings: tuple[ListedMeeting, ...]


class MeetingIndex:
    """The list of a folder's meetings; what scorecards say is kept in `cache`, if there is one.

    `now_s` never goes back; `wall_s` is the time that files have, in seconds since 1970.
    """

    def __init__(
        self,
        folder: Path,
        now_s: Callable[[], float],
        *,
        wall_s: Callable[[], float],
        cache: Path | None = None,
    ) -> None:
        self._folder = folder.resolve()
        self._now_s = now_s
        self._wall_s = wall_s
        name = hashlib.sha256(str(self._folder).encode()).hexdigest()[:32]
        self._cache = cache / f"{name}.json" if cache is not None else None
        self._lock = threading.Lock()
        self._plans: dict[Path, tuple[tuple[int, int], _ListedRun]] = {}
        self._facts: dict[str, tuple[RecordStamps, ScoresInShort]] = self._kept_facts()
        self._is_kept = True
        self._looked_s = 0.0
        self._took_s = 0.0
        self._spent_s = 0.0
        self._shown: IndexData | None = None
        self._by_key: dict[str, ListedMeeting] = {}
        self._settled: dict[str, tuple[int, MeetingRow]] = {}

    def meeting(self, key: str) -> ListedMeeting | None:
        """The meeting of that key, as of the last look."""
        if not self._by_key:
            self.look()
        return self._by_key.get(key)

    def state(self, meeting: ListedMeeting) -> MeetingState:
        """How far a meeting has come by now."""
        signature = signature_of(meeting.folder)
        known = self._facts.get(meeting.key)
        facts = known[1] if known is not None and known[0] == signature else None
        return state_of(signature, facts, self._wall_s())

    def look(self) -> IndexData:
        """The list as it stands; where looking takes long, as it stood, and it is looked again."""
        now_s = self._now_s()
        shown = self._shown
        if shown is None or shown["unread"]:
            return self._look_now()
        if now_s - self._looked_s < max(LOOKS_EACH_S, 10 * self._took_s):
            return shown
        if self._took_s < AT_ONCE_S:
            return self._look_now()
        self._looked_s = now_s
        threading.Thread(target=self._look_now, daemon=True).start()
        return shown

    def _look_now(self) -> IndexData:
        with self._lock:
            now_s = self._now_s()
            shown = self._list()
            self._looked_s = self._now_s()
            self._took_s = self._looked_s - now_s if not shown["unread"] else 0.0
            if not shown["unread"] and not self._is_kept:
                self._keep_facts()
            self._shown = shown
            return shown

    def _list(self) -> IndexData:
        self._spent_s, now_s = 0.0, self._wall_s()
        runs: list[RunRow] = []
        rows: list[MeetingRow] = []
        by_key: dict[str, ListedMeeting] = {}
        for run in self._runs():
            for meeting in run.meetings:
                rows.append(self._row(meeting, len(runs), now_s))
                by_key[meeting.key] = meeting
            runs.append(run.row)
        self._by_key = by_key
        told = orjson.dumps([runs, rows])
        return {
            "folder": shorten_line(str(self._folder)),
            "version": hashlib.sha256(told).hexdigest()[:16],
            "unread": sum(row["state"] == "not read yet" for row in rows),
            "runs": runs,
            "meetings": rows,
        }

    def _runs(self) -> Iterator[_ListedRun]:
        for path in _plans_below(self._folder):
            try:
                found = path.stat()
            except OSError:
                continue  # removed since the folder was looked through
            stamp = found.st_mtime_ns, found.st_size
            known = self._plans.get(path)
            if known is None or known[0] != stamp:
                try:
                    known = stamp, self._listed_run(path, read_record(RunPlan, path))
                except BadFile:
                    continue  # cut, or of another version: `modylbench report` says which
                self._plans[path] = known
            yield known[1]

    def _listed_run(self, path: Path, plan: RunPlan) -> _ListedRun:
        """A run's meetings; addresses call it by its way from here, with colons for slashes."""
        home = path.parent
        way = home.relative_to(self._folder).as_posix() if home != self._folder else home.name
        name = way.replace("/", ":")
        meetings = tuple(
            ListedMeeting(
                key=f"{name}:{trial.scenario_id}-{trial.seed}",
                folder=home / trial.folder,
                run_folder=home,
                scenario_id=trial.scenario_id,
                seed=trial.seed,
            )
            for trial in plan.trials
        )
        row: RunRow = {
            "name": shorten_line(name),
            "agent": shorten_line(plan.agent.name),
            "suite_text": shorten_line(_plan_in_short(plan)),
            "meetings": len(meetings),
        }
        return _ListedRun(row, meetings)

    def _row(self, meeting: ListedMeeting, run: int, now_s: float) -> MeetingRow:
        """A meeting's row; of one that is scored the same until a record is put in its folder."""
        changed = _changed_ns(meeting.folder)
        before = self._settled.get(meeting.key)
        if before is not None and before[0] == changed and before[1]["run"] == run:
            return before[1]
        signature = signature_of(meeting.folder)
        facts = self._facts_of(meeting, signature)
        row = _row(meeting, run, signature, facts, now_s)
        if row["state"] == "scored":
            self._settled[meeting.key] = changed, row
        return row

    def _facts_of(self, meeting: ListedMeeting, signature: RecordStamps) -> ScoresInShort | None:
        """What its scorecard says; None where there is none, or its reading must wait."""
        if not signature[0][0]:
            return None
        known = self._facts.get(meeting.key)
        if known is not None and known[0] == signature:
            return known[1]
        if self._spent_s >= READING_S:
            return None
        began_s = self._now_s()
        self._facts[meeting.key] = signature, facts_in(meeting.folder)
        self._spent_s += self._now_s() - began_s
        self._is_kept = False
        return self._facts[meeting.key][1]

    def _kept_facts(self) -> dict[str, tuple[RecordStamps, ScoresInShort]]:
        """What an earlier viewer has read; nothing where that cannot be read."""
        try:
            kept = orjson.loads(self._cache.read_bytes()) if self._cache is not None else {}
            if kept.get("version") != CACHE_VERSION:
                return {}
            return {
                key: (
                    tuple((int(at), int(size)) for at, size in signature),
                    ScoresInShort(**facts | {"caps": tuple(facts["caps"])}),
                )
                for key, (signature, facts) in kept["meetings"].items()
            }
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return {}

    def _keep_facts(self) -> None:
        self._is_kept = True
        if self._cache is None:
            return
        there = {key: self._facts[key] for key in self._by_key if key in self._facts}
        kept = {
            key: (signature, facts.model_dump(mode="json"))
            for key, (signature, facts) in there.items()
        }
        with suppress(BadFile):  # a cache that cannot be written is none
            make_folder(self._cache.parent)
            write_file(orjson.dumps({"version": CACHE_VERSION, "meetings": kept}), self._cache)


def _row(
    meeting: ListedMeeting,
    run: int,
    signature: RecordStamps,
    facts: ScoresInShort | None,
    now_s: float,
) -> MeetingRow:
    state = state_of(signature, facts, now_s)
    told = (
        facts if facts is not None and state in ("scored", "without a score") else ScoresInShort()
    )
    return {
        "key": meeting.key,
        "run": run,
        "scenario": meeting.scenario_id,
        "seed": meeting.seed,
        "state": state,
        "score": told.score,
        "tier": told.tier,
        "journey": told.journey,
        "destination": told.destination,
        "dynamics": told.dynamics,
        "traps": told.traps,
        "caps": list(told.caps),
        "at_s": round(last_change_s(signature), 1),
    }


def _changed_ns(folder: Path) -> int:
    """When something was last put into the folder: records come whole, under another's name."""
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return 0


def _plans_below(folder: Path) -> list[Path]:
    """Every run.json in the folder and those below it, not in the folders of runs themselves."""
    found: list[Path] = []
    level = [folder]
    for _ in range(DEEP + 1):
        below: list[Path] = []
        for place in level:
            if (place / FILE).is_file():
                found.append(place / FILE)
            else:
                below += _folders_in(place)
        level = below[:MOST_RUNS]
    return sorted(found)[:MOST_RUNS]


def _folders_in(place: Path) -> list[Path]:
    try:
        inside = [path for path in place.iterdir() if not path.name.startswith(".")]
    except OSError:
        return []
    return [path for path in inside if path.is_dir() and not path.is_symlink()]


def _plan_in_short(plan: RunPlan) -> str:
    parts = [", ".join(plan.scenarios), f"seeds {', '.join(map(str, plan.seeds))}"]
    return "; ".join([*parts, *[f"beats {plan.beats}"] * bool(plan.beats)])
