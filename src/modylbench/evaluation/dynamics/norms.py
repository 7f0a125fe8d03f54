"""How people behave in meetings: the reference that dynamics are compared with (SPEC 7)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from modylbench.foundation.record import Record, Spec

Share = Annotated[float, Field(ge=0, le=1)]


class Distribution(Spec):
    """A distribution by its quantiles, at equal steps of probability from 0 to 1."""

    n: Annotated[int, Field(ge=1)]
    quantiles: Annotated[tuple[float, ...], Field(min_length=3)]

    def at(self, probability: float) -> float:
        """The quantile, interpolated.

        >>> Distribution(n=3, quantiles=(0.0, 1.0, 4.0)).at(0.75)
        2.5
        """
        place = probability * (len(self.quantiles) - 1)
        below = min(int(place), len(self.quantiles) - 2)
        low, high = self.quantiles[below], self.quantiles[below + 1]
        return low + (high - low) * (place - below)


class SpeakingShareNorm(Spec):
    """The share of all talk that people of one rank have in meetings of one size."""

    people: int
    rank: int
    """1 is who speaks most."""
    n: int
    p10: Share
    median: Share
    p90: Share


class Norms(Record):
    """A named, versioned reference; what it does not give is None, and so is what needs it."""

    schema_version: int = 1
    name: str
    version: str
    source: str
    meetings: int
    people: int
    offsets_s: Distribution | None = None
    """Signed: from the end of one person's talk to the beginning of the next one's."""
    yields_s: Distribution | None = None
    """From the onset of an interruption to the silence of who was interrupted."""
    collisions_s: Distribution | None = None
    """How long two talk at once until one holds the floor."""
    premature_entries: Distribution | None = None
    """By person: the share of entries at which the holder had not finished and went on."""
    backchannels_per_minute: Distribution | None = None
    """By person, while others hold the floor."""
    speaking_shares: tuple[SpeakingShareNorm, ...] = ()
    gini: Share | None = None
    """Of speaking time, the mean over meetings."""
