"""What happened on the screen in every turn of a meeting, and which pictures show it best."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from modylbench.evaluation.facts import FrameCounts, ScreenChange, ScreenChecks
from modylbench.evaluation.visuals.keyframes import choose_keyframes, frame_difference
from modylbench.evaluation.visuals.opening import open_picture
from modylbench.evaluation.visuals.pixel_checks import contrast_holds, is_blank
from modylbench.evaluation.visuals.screen_log import screen_log, surface_leads_on
from modylbench.evaluation.visuals.stability import FramePair, layout_stability
from modylbench.evaluation.visuals.synchrony import deictic_references, synchrony
from modylbench.foundation.errors import BadFile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from modylbench.evaluation.facts import ScreenReference
    from modylbench.evaluation.visuals.keyframes import FrameDifference
    from modylbench.evaluation.visuals.opening import OpenedPicture
    from modylbench.evaluation.visuals.screen_log import LoggedChange, ScreenLog
    from modylbench.recording.events import Frame, SpokenWord
    from modylbench.recording.recording import MeetingRecording
    from modylbench.recording.turns import RecordedTurn

MOST_PIXELS_OPENED = 1_000_000_000  # ours: of a meeting; a thousand pictures of 1280 x 720
MOST_PIXELS_KEPT = 50_000_000  # ours: of pictures that wait for the next of their surface
MOST_CHANGES = 100  # ours: of one turn that are kept one by one; the others are counted
SHARE: Literal["screenshare"] = "screenshare"


@dataclass(frozen=True, slots=True)
class TurnVisuals:
    """What happened on the screen in one turn; `keyframes` are the paths of its best pictures."""

    changes: tuple[LoggedChange, ...] = ()
    references: tuple[ScreenReference, ...] = ()
    pairs: tuple[FramePair, ...] = ()
    keyframes: tuple[str, ...] = ()
    shared: tuple[ScreenChecks, ...] = ()
    """Of the last picture of a shared screen."""

    @property
    def kept_changes(self) -> tuple[ScreenChange, ...]:
        """The first changes, as facts."""
        return tuple(
            ScreenChange(
                at_s=change.at_s, surface_id=change.surface_id[:200], leads_on=change.leads_on
            )
            for change in self.changes[:MOST_CHANGES]
        )

    @property
    def undone(self) -> int:
        """How many changes led to nothing."""
        return sum(not change.leads_on for change in self.changes)

    @property
    def stability(self) -> float | None:
        """How steady the surfaces were in it."""
        return layout_stability(self.pairs)


@dataclass(frozen=True, slots=True)
class MeetingVisuals:
    """What happened on the screen in a meeting, by the human's turn index."""

    turns: Mapping[int, TurnVisuals] = field(default_factory=dict)
    frames: FrameCounts = field(default_factory=FrameCounts)

    def of(self, turn_index: int) -> TurnVisuals:
        """That of one turn."""
        return self.turns.get(turn_index, TurnVisuals())

    @property
    def synchrony(self) -> float | None:
        """The meeting's audio-visual sync."""
        return synchrony([found for turn in self.turns.values() for found in turn.references])

    @property
    def stability(self) -> float | None:
        """The meeting's layout stability."""
        return layout_stability([pair for turn in self.turns.values() for pair in turn.pairs])


def observe_screens(
    recording: MeetingRecording, folder: Path, words: Mapping[int, Sequence[SpokenWord]]
) -> MeetingVisuals:
    """What happened on the screen, by the log and the pictures; `words` are the agent's, timed."""
    log = screen_log(recording, folder)
    comparison = _PictureComparison(folder, log)
    changes_s = sorted({*_changes_s(recording, log)})
    turns: dict[int, TurnVisuals] = {}
    for turn in recording.turns:
        index = turn.turn_index
        compared = comparison.of(turn)
        turns[index] = TurnVisuals(
            changes=tuple(change for change in log.changes if change.turn_index == index),
            references=tuple(deictic_references(words.get(index, ()), changes_s)),
            pairs=compared.pairs,
            keyframes=compared.keyframes,
            shared=compared.shared,
        )
    return MeetingVisuals(turns, comparison.counts())


def _changes_s(recording: MeetingRecording, log: ScreenLog) -> Iterator[float]:
    """When what a person sees changed, on surfaces and on a shared screen."""
    for change in log.changes:
        yield change.at_s
    for turn in recording.turns:
        yield from (frame.at_s for frame in turn.agent.frames if frame.source == SHARE)


@dataclass(frozen=True, slots=True)
class _ComparedTurn:
    pairs: tuple[FramePair, ...]
    keyframes: tuple[str, ...]
    shared: tuple[ScreenChecks, ...]


class _PictureComparison:
    """Compares each picture with the one before it of the same surface or shared screen."""

    def __init__(self, folder: Path, log: ScreenLog) -> None:
        self._folder = folder
        self._log = log
        self._last: dict[tuple[str, str | None], tuple[Frame, OpenedPicture]] = {}
        self._pixels_left = MOST_PIXELS_OPENED
        self._compared = self._changed = self._by_hash = 0
        self._unreadable = self._uncompared = 0

    def counts(self) -> FrameCounts:
        """What came of all pictures so far."""
        return FrameCounts(
            compared=self._compared,
            changed=self._changed,
            changed_by_hash=self._by_hash,
            unreadable=self._unreadable,
            uncompared=self._uncompared,
        )

    def of(self, turn: RecordedTurn) -> _ComparedTurn:
        """The pictures of the next turn."""
        frames = sorted(turn.agent.frames, key=lambda frame: (frame.at_s, frame.file.path))
        frames = [frame for frame in frames if frame.source != "camera"]
        differences: list[FrameDifference | None] = []
        pairs: list[FramePair] = []
        for frame in frames:
            before, difference = self._difference(frame)
            differences.append(difference)
            if before is not None and difference is not None and frame.source == "surface":
                pairs.append(self._pair(before, frame, difference, turn.agent.ended_s))
        keyframes = tuple(frames[place].file.path for place in choose_keyframes(differences))
        return _ComparedTurn(tuple(pairs), keyframes, tuple(self._shared_screen(frames)))

    def _difference(self, frame: Frame) -> tuple[Frame | None, FrameDifference | None]:
        known = self._last.pop((frame.source, frame.surface_id), None)
        is_same = known is not None and known[0].file.sha256 == frame.file.sha256
        opened = known[1] if known is not None and is_same else self._open(frame)
        if opened is None:
            return None, None
        self._keep(frame, opened)
        if known is None:
            return None, None
        before, picture = known
        difference = frame_difference(picture, opened, is_video=frame.source == SHARE)
        self._compared += 1
        self._by_hash += difference.is_new_by_hash
        self._changed += difference.is_new or self._is_logged(before, frame)
        return before, difference

    def _open(self, frame: Frame) -> OpenedPicture | None:
        if self._pixels_left <= 0:
            self._uncompared += 1
            return None
        try:
            opened = open_picture(self._folder / frame.file.path)
        except BadFile:
            self._unreadable += 1
            return None
        self._pixels_left -= opened.pixels
        return opened

    def _keep(self, frame: Frame, opened: OpenedPicture) -> None:
        """Keep it for the next of its surface; of too many, those that have waited longest go."""
        self._last[frame.source, frame.surface_id] = frame, opened
        kept = sum(picture.pixels for _, picture in self._last.values())
        while kept > MOST_PIXELS_KEPT and len(self._last) > 1:
            _, oldest = self._last.pop(next(iter(self._last)))
            kept -= oldest.pixels

    def _is_logged(self, before: Frame, after: Frame) -> bool:
        name = after.surface_id or ""
        shown = self._log.shown_at(name, before.at_s), self._log.shown_at(name, after.at_s)
        return shown[0] is not shown[1] and shown[0] != shown[1]

    def _pair(
        self, before: Frame, after: Frame, difference: FrameDifference, ended_s: float
    ) -> FramePair:
        name = after.surface_id or ""
        old, new, final = (
            self._log.shown_at(name, at_s) for at_s in (before.at_s, after.at_s, ended_s)
        )
        return FramePair(difference.ssim, surface_leads_on(old, new, final))

    def _shared_screen(self, frames: Iterable[Frame]) -> Iterator[ScreenChecks]:
        """What holds on the shared screen as the turn left it."""
        if not any(frame.source == SHARE for frame in frames):
            return
        last = self._last.get((SHARE, None))
        if last is not None:
            picture = last[1]
            is_empty = is_blank(picture)
            contrast = None if is_empty else contrast_holds(picture)
            yield ScreenChecks(source=SHARE, contrast_ok=contrast, not_empty=not is_empty)
