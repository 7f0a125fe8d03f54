"""What the list says of a meeting, from the records in its folder and when they were written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.record import Spec
from modylbench.publishing.report.filling.bounds import shorten_line

if TYPE_CHECKING:
    import os
    from pathlib import Path

    from modylbench.viewer.shapes import MeetingState

RECORDS = ("scorecard.json", "evaluation.json", "recording.json", "judgments.jsonl", "events.jsonl")
"""In the order in which the first that is there tells how far a meeting came."""
STILL_S = 120.0  # ours: an agent that says nothing for so long has mostly been ended with its run
MOST_CAPS = 6
MOST_SCORECARD_BYTES = 50_000_000

RecordStamps = tuple[tuple[int, int], ...]


class ScoresInShort(Spec):
    """What a scorecard says, as far as the list shows it."""

    score: float | None = None
    tier: str | None = None
    journey: float | None = None
    destination: float | None = None
    dynamics: float | None = None
    traps: int = 0
    caps: tuple[str, ...] = ()
    is_readable: bool = True


class _CapInShort(Spec, extra="ignore"):
    rule: str
    before: float
    after: float


class _TrapInShort(Spec, extra="ignore"):
    has_failed: bool


class _Dynamics(Spec, extra="ignore"):
    counts: bool
    score: float | None


class _CardInShort(Spec, extra="ignore"):
    """The few fields that are read of it: the whole takes ten times as long."""

    combined: float | None
    tier: str | None
    journey: float | None
    destination: float | None
    dynamics: _Dynamics | None
    limits: tuple[_CapInShort, ...]
    edge_cases: tuple[_TrapInShort, ...]


def signature_of(folder: Path) -> RecordStamps:
    """When each record was written last and how large it is; zeros where there is none."""
    return tuple(_stamp(folder / name) for name in RECORDS)


def last_change_s(signature: RecordStamps) -> float:
    """When anything of the meeting was last written, in seconds since 1970; 0 where nothing was."""
    return max(written for written, _ in signature) / 1e9


def state_of(signature: RecordStamps, facts: ScoresInShort | None, now_s: float) -> MeetingState:
    """How far a meeting came; `facts` are its scorecard's, None where nobody read them yet."""
    card, evaluation, recording, judgments, events = (bool(written) for written, _ in signature)
    is_fresh = now_s - last_change_s(signature) < STILL_S
    if card and recording and evaluation:
        return _weighed_state(facts)
    if recording:
        return "judging" if judgments and is_fresh else "not judged"
    if events:
        return "in progress" if is_fresh else "cut"
    return "not held"


def _weighed_state(facts: ScoresInShort | None) -> MeetingState:
    if facts is None:
        return "not read yet"
    if not facts.is_readable:
        return "unreadable"
    return "scored" if facts.score is not None else "without a score"


def facts_in(folder: Path) -> ScoresInShort:
    """What the scorecard there says; one that cannot be read says so."""
    path = folder / RECORDS[0]
    try:
        if path.is_symlink() or path.stat().st_size > MOST_SCORECARD_BYTES:
            return ScoresInShort(is_readable=False)
        card = _CardInShort.model_validate_json(path.read_bytes())
    except (OSError, ValueError):
        return ScoresInShort(is_readable=False)
    uncapped = card.limits[0].before if card.limits else None
    lower = (limit.rule for limit in card.limits if uncapped and limit.after < uncapped)
    return ScoresInShort(
        score=card.combined,
        tier=shorten_line(card.tier) if card.tier else None,
        journey=card.journey,
        destination=card.destination,
        dynamics=card.dynamics.score if card.dynamics and card.dynamics.counts else None,
        traps=sum(case.has_failed for case in card.edge_cases),
        caps=tuple(dict.fromkeys(shorten_line(rule) for rule in lower))[:MOST_CAPS],
    )


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found: os.stat_result = path.lstat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size
