"""A reference made of meetings: what people did in each, pooled into quantiles (SPEC 7)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.dynamics.moments import (
    backchannel_rate,
    collisions,
    entries,
    gini,
    listening_s,
    offsets,
    speaking_shares,
    yields,
)
from modylbench.evaluation.dynamics.norms import Distribution, Norms, SpeakingShareNorm, seal
from modylbench.recording.talk import floors

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from modylbench.evaluation.dynamics.moments import Interruption
    from modylbench.evaluation.dynamics.people.corpus import Corpus, MeetingTalk
    from modylbench.recording.talk import Floor, Talk

VERSION = "1"
"""Of how references are computed; raised when meetings come to other figures than before."""
STEPS = 200  # of a distribution: half a percent each, so that P99 is one of them
DIGITS = 4
FEWEST_ENTRIES = 5  # ours: of fewer entries a person's share is chance
LEAST_LISTENING_S = 60.0  # ours: nor is a rate per minute known from less than one
CLAIMS_S = 1.0  # SPEC 7: the floor was held for so long, and so much was still to be said
HOUR_S = 3600.0


@dataclass(frozen=True, slots=True)
class MeetingSamples:
    """What people did in one meeting: events, and one figure for each person."""

    offsets_s: tuple[float, ...]
    yields_s: tuple[float, ...]
    collisions_s: tuple[float, ...]
    premature_entries: tuple[float, ...]
    competitive_interruptions_per_hour: tuple[float, ...]
    backchannels_per_minute: tuple[float, ...]
    speaking_shares: tuple[float, ...]
    """Of the people among themselves; who speaks most comes first."""


DISTRIBUTIONS = (
    "offsets_s",
    "yields_s",
    "collisions_s",
    "premature_entries",
    "competitive_interruptions_per_hour",
    "backchannels_per_minute",
)
"""What both samples and references have, by the name of the field."""


def norms_of(corpus: Corpus, name: str, source: str) -> Norms:
    """The reference that a corpus gives, ready to be kept."""
    samples = [meeting_samples(meeting) for meeting in corpus.meetings]
    norms = pooled_norms(samples, name, source)
    return seal(norms.model_copy(update={"corpus": corpus.kind, "inputs_sha256": corpus.sha256}))


def pooled_norms(samples: Sequence[MeetingSamples], name: str, source: str) -> Norms:
    """The reference that the people of some meetings give together."""
    pooled: dict[str, list[float]] = {
        field: sorted(value for found in samples for value in getattr(found, field))
        for field in DISTRIBUTIONS
    }
    fields: dict[str, Any] = {name: distribution(values) for name, values in pooled.items()}
    gaps = [value for value in pooled["offsets_s"] if value >= 0.0]
    rates = pooled["backchannels_per_minute"]
    inequality = [gini(found.speaking_shares) for found in samples]
    return Norms(
        name=name,
        version=VERSION,
        source=source,
        meetings=len(samples),
        people=sum(len(found.speaking_shares) for found in samples),
        **fields,
        gap_p10_s=round(quantile(gaps, 0.1), DIGITS) if gaps else None,
        backchannels_per_minute_median=round(median(rates), DIGITS) if rates else None,
        speaking_shares=_share_norms(found.speaking_shares for found in samples),
        gini=round(fmean(inequality), DIGITS) if inequality else None,
    )


def meeting_samples(meeting: MeetingTalk) -> MeetingSamples:
    """What people did among themselves; whatever an agent has a part in is left out."""
    talk, people = meeting.talk, meeting.people
    held = floors(talk)
    interruptions = [
        found for found in yields(talk, held) if {found.holder, found.interrupter} <= people
    ]
    return MeetingSamples(
        offsets_s=tuple(
            found.offset_s for found in offsets(talk, held) if {found.before, found.after} <= people
        ),
        yields_s=tuple(found.latency_s for found in interruptions if found.is_yielded),
        collisions_s=tuple(
            found.ended_s - found.started_s
            for found in collisions(talk, held)
            if {found.first, found.second} <= people
        ),
        premature_entries=_premature_entries(meeting, held),
        competitive_interruptions_per_hour=_competitive_rates(meeting, interruptions),
        backchannels_per_minute=_backchannel_rates(meeting, held),
        speaking_shares=_shares_among(people, talk),
    )


def distribution(values: Sequence[float]) -> Distribution | None:
    """The distribution of sorted values; None of nothing.

    >>> distribution([0.0, 1.0, 4.0]).at(0.75)
    2.5
    """
    if not values:
        return None
    steps = tuple(round(quantile(values, step / STEPS), DIGITS) for step in range(STEPS + 1))
    return Distribution(n=len(values), quantiles=steps)


def quantile(values: Sequence[float], probability: float) -> float:
    """The quantile of sorted values, interpolated between the two beside it.

    >>> quantile([1.0, 2.0, 4.0], 0.75)
    3.0
    """
    place = probability * (len(values) - 1)
    below = min(int(place), max(len(values) - 2, 0))
    above = min(below + 1, len(values) - 1)
    return values[below] + (values[above] - values[below]) * (place - below)


def is_competitive_by_timing(interruption: Interruption) -> bool:
    """Whether it looks like a competitive interruption to who does not know what is said (SPEC 7).

    The holder had had the floor for a second, would talk for another and yet fell silent first.
    """
    is_claimed = min(interruption.held_s, interruption.latency_s) >= CLAIMS_S
    return is_claimed and interruption.is_yielded


def _premature_entries(meeting: MeetingTalk, held: Sequence[Floor]) -> tuple[float, ...]:
    by_person: dict[str, list[bool]] = defaultdict(list)
    for entry in entries(meeting.talk, held):
        if {entry.speaker, entry.holder} <= meeting.people:
            by_person[entry.speaker].append(entry.is_premature)
    enough = {who: found for who, found in by_person.items() if len(found) >= FEWEST_ENTRIES}
    return tuple(fmean(enough[who]) for who in sorted(enough))


def _competitive_rates(
    meeting: MeetingTalk, interruptions: Iterable[Interruption]
) -> tuple[float, ...]:
    counts = dict.fromkeys(sorted(meeting.people), 0)
    for interruption in interruptions:
        counts[interruption.interrupter] += is_competitive_by_timing(interruption)
    lasted_s = max(span.ended_s for span in meeting.talk) - meeting.talk[0].started_s
    return tuple(count * HOUR_S / lasted_s for count in counts.values())


def _backchannel_rates(meeting: MeetingTalk, held: Sequence[Floor]) -> tuple[float, ...]:
    rates = (
        backchannel_rate(meeting.talk, held, person)
        for person in sorted(meeting.people)
        if listening_s(held, person) >= LEAST_LISTENING_S
    )
    return tuple(rate for rate in rates if rate is not None)


def _shares_among(people: frozenset[str], talk: Iterable[Talk]) -> tuple[float, ...]:
    return tuple(speaking_shares(span for span in talk if span.speaker in people).values())


def _share_norms(meetings: Iterable[Sequence[float]]) -> tuple[SpeakingShareNorm, ...]:
    """By the size of the meeting and the rank of speaking time."""
    by_place: dict[tuple[int, int], list[float]] = defaultdict(list)
    for shares in meetings:
        for rank, share in enumerate(shares, 1):
            by_place[len(shares), rank].append(share)
    return tuple(_share_norm(place, by_place) for place in sorted(by_place))


def _share_norm(
    place: tuple[int, int], by_place: Mapping[tuple[int, int], list[float]]
) -> SpeakingShareNorm:
    values = sorted(by_place[place])
    p10, middle, p90 = (round(quantile(values, at), DIGITS) for at in (0.1, 0.5, 0.9))
    people, rank = place
    return SpeakingShareNorm(
        people=people, rank=rank, n=len(values), p10=p10, median=middle, p90=p90
    )
