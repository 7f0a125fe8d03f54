"""What people say besides their requests: to whom, over whom, and who cut it off."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from modylbench.recording.events import Utterance
    from modylbench.recording.recording import MeetingRecording
    from modylbench.recording.turns import HumanTurn, RecordedTurn


@dataclass(frozen=True, slots=True)
class SideTalk:
    """An utterance that is no request, and the identities of those who were speaking already."""

    words: Utterance
    over: tuple[str, ...]

    def marks(self, names: Mapping[str, str]) -> list[str]:
        """What is to be told of it besides its words: how it was said, and how it ended."""
        words = self.words
        found: list[str] = [words.manner] if words.manner != "speech" else []
        found += ["privately"] if words.is_private else []
        if self.over:
            found.append(f"over {', '.join(names.get(name, name) for name in self.over)}")
        return [*found, *ending_marks(words, names)]


@dataclass(frozen=True, slots=True)
class TalkCount:
    """How often one spoke to others in a meeting, and what of it was out of the ordinary.

    `addressees` are identities, or `all`; none where nobody knows, as of the agent's own words.
    """

    speaker: str
    addressees: tuple[str, ...]
    said: int
    over_others: int
    cut_off: int
    backchannels: int
    private: int


def side_talk(turn: RecordedTurn) -> Iterator[SideTalk]:
    """What people said besides the request of a turn, in the order of its beginning."""
    said: tuple[Utterance | HumanTurn, ...] = (turn.human, *turn.around, *turn.agent.said)
    for words in turn.around:
        yield SideTalk(words, spoken_over(words, said))


def spoken_over(words: Utterance, said: Iterable[Utterance | HumanTurn]) -> tuple[str, ...]:
    """Who was speaking when these words began; of what is written nobody."""
    over = (
        other.speaker
        for other in said
        if other.speaker != words.speaker
        and other.channel == words.channel == "voice"
        and other.started_s < words.started_s < other.ended_s
    )
    return tuple(dict.fromkeys(over))


def ending_marks(words: Utterance, names: Mapping[str, str]) -> list[str]:
    """Who cut it off, that it breaks off or trails off; nothing of what came to its end."""
    if words.ending == "trailed_off":
        return ["trails off"]
    if words.is_whole:
        return []
    by = words.cut_off_by
    return [f"cut off by {names.get(by, by)}" if by else "breaks off"]


def talk_counts(recording: MeetingRecording) -> tuple[TalkCount, ...]:
    """Who spoke to whom how often, in the order of the first time."""
    said = recording.utterances
    found: dict[tuple[str, tuple[str, ...]], Counter[str]] = defaultdict(Counter)
    for words in said:
        found[words.speaker, words.addressees].update(
            said=1,
            over=int(bool(spoken_over(words, said))),
            cut_off=int(not words.is_whole),
            backchannels=int(words.manner == "backchannel"),
            private=int(words.is_private),
        )
    return tuple(
        TalkCount(
            speaker,
            addressees,
            said=count["said"],
            over_others=count["over"],
            cut_off=count["cut_off"],
            backchannels=count["backchannels"],
            private=count["private"],
        )
        for (speaker, addressees), count in found.items()
    )
