"""Which seeds and scenarios may be seen in a data set, and which trials are left out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake
from modylbench.scenarios.catalogue import is_shipped

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Visibility:
    """What a data set shows: scenarios at `seeds`, and of runs what is published if `is_public`.

    The safe default: published are the seeds that somebody named, and no others. A scenario that
    does not ship is held out too, since templates of a verified leaderboard come as plugins.
    """

    seeds: tuple[int, ...] = (0,)
    held_out: frozenset[int] = field(default=frozenset(), repr=False)
    is_public: bool = False

    def __post_init__(self) -> None:
        """Refuse seeds that are to be published and held out."""
        if not self.seeds:
            message = "found no seed to publish, expected one at least, such as --seeds 0"
            raise UserMistake(message)
        both = self.held_out.intersection(self.seeds)
        if self.is_public and both:
            message = (
                f"found {len(both)} of the seeds in --seeds among those held out, expected none; "
                "leave them out of --seeds, or out of --held-out"
            )
            raise UserMistake(message)

    def is_published(self, scenario_id: str, seed: int) -> bool:
        """Whether everybody may know the truth of this scenario at this seed."""
        return seed in self.seeds and seed not in self.held_out and is_shipped(scenario_id)

    def shows(self, scenario_id: str, seed: int) -> bool:
        """Whether a trial may stand in the data set."""
        return not self.is_public or self.is_published(scenario_id, seed)

    def shows_all(self, scenario_id: str, seeds: Iterable[int]) -> bool:
        """Whether figures over these seeds together may: they tell of each."""
        return all(self.shows(scenario_id, seed) for seed in seeds)
