"""Everything that a recording says, against its log, its script, its sound and what time allows."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile
from modylbench.pipeline.replay.contradiction import Contradiction
from modylbench.pipeline.replay.log_comparison import log_contradictions
from modylbench.pipeline.replay.retake import retake
from modylbench.pipeline.replay.script_lines import script_contradictions
from modylbench.pipeline.replay.sound import sound_contradictions
from modylbench.pipeline.replay.timing import timing_contradictions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.recording.recording import MeetingRecording
    from modylbench.scenarios.variant import Variant

MOST = 40  # ours: whoever invents one thing has to invent all that follows from it


async def contradictions(
    recording: MeetingRecording, folder: Path, variant: Variant, *, has_media: bool = True
) -> list[Contradiction]:
    """All that cannot be so in a recording whose files are as it names them.

    `variant` is what it was held from; without media the sound itself is not listened to.
    """
    try:
        with TemporaryDirectory() as scratch:
            made = await retake(recording, folder, Path(scratch))
    except BadFile as error:
        return [Contradiction("events.jsonl", ": ".join(filter(None, error.args[1:])))]
    found = [
        *timing_contradictions(recording),
        *log_contradictions(recording, made),
        *await script_contradictions(recording, folder, variant, made),
        *sound_contradictions(recording, folder, has_media=has_media),
    ]
    return _bounded(found)


def _bounded(found: Iterable[Contradiction]) -> list[Contradiction]:
    """The first of them, each once, and how many more there are."""
    known = list(dict.fromkeys(found))
    more = len(known) - MOST
    last = [Contradiction("recording.json", f"and {more} more of the kind")] if more > 0 else []
    return [*known[:MOST], *last]
