"""How people behave in meetings: the reference that dynamics are compared with (SPEC 7)."""

from __future__ import annotations

import hashlib
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, ClassVar

from pydantic import Field, field_validator

from modylbench.evaluation.facts import Count, Share
from modylbench.foundation.errors import BadFile, UnknownName
from modylbench.foundation.record import (
    Identifier,
    Record,
    Spec,
    canonical_json,
    read_record,
)

REFERENCES = Path(__file__).parent / "references"
DEFAULT_NAME = "ami"  # SPEC 7: where a distribution is needed
OWN_ENDING = ".norms.json"
"""What `modylbench calibrate norms` ends its files with, which are found by their name alone."""


class Distribution(Spec):
    """A distribution by its quantiles, at equal steps of probability from 0 to 1."""

    n: Annotated[int, Field(ge=1)]
    quantiles: Annotated[tuple[float, ...], Field(min_length=3)]

    @field_validator("quantiles")
    @classmethod
    def _never_falls(cls, found: tuple[float, ...]) -> tuple[float, ...]:
        for low, high in pairwise(found):
            if high < low:
                message = f"found the quantile {high!r} after {low!r}, expected none that falls"
                raise ValueError(message)
        return found

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

    people: Annotated[int, Field(ge=2)]
    rank: Annotated[int, Field(ge=1)]
    """1 is who speaks most."""
    n: Annotated[int, Field(ge=1)]
    p10: Share
    median: Share
    p90: Share


class Norms(Record):
    """A named, versioned reference; what it does not give is None, and so is what needs it."""

    remedy: ClassVar[str] = "make it again with `modylbench calibrate norms`"
    schema_version: int = 1
    name: Identifier
    version: str
    source: str
    corpus: str = ""
    """What kind of files it was computed from; empty where it was computed from none."""
    meetings: Count
    people: Count
    """Counted in every meeting anew."""
    inputs_sha256: str = ""
    """Of the files that it was computed from."""
    offsets_s: Distribution | None = None
    """Signed: from the end of one person's talk to the beginning of the next one's."""
    gap_p10_s: Annotated[float, Field(ge=0)] | None = None
    """Of the offsets that are gaps: what one in ten is shorter than."""
    yields_s: Distribution | None = None
    """From the onset of an interruption to the silence of who was interrupted."""
    collisions_s: Distribution | None = None
    """How long two talk at once until one holds the floor."""
    premature_entries: Distribution | None = None
    """By person: the share of entries at which the holder had not finished and went on."""
    competitive_interruptions_per_hour: Distribution | None = None
    """By person and by timing alone, which knows nothing of who had finished: no fail."""
    backchannels_per_minute: Distribution | None = None
    """By person, while others hold the floor."""
    backchannels_per_minute_median: Annotated[float, Field(ge=0)] | None = None
    speaking_shares: tuple[SpeakingShareNorm, ...] = ()
    gini: Share | None = None
    """Of speaking time, the mean over meetings."""
    sha256: str = ""
    """Of all the rest; empty while it is not kept in a file."""

    @property
    def label(self) -> str:
        """Its name and version, as scorecards say it."""
        return f"{self.name} {self.version}"


def content_digest(norms: Norms) -> str:
    """The hash of a reference without the hash in it."""
    content = canonical_json(norms.model_dump(mode="json", exclude={"sha256"}))
    return hashlib.sha256(content.encode()).hexdigest()


def seal(norms: Norms) -> Norms:
    """The same with the hash by which an edit is noticed.

    >>> sealed = seal(Norms(name="own", version="1", source="ours", meetings=0, people=0))
    >>> sealed.sha256 == content_digest(sealed)
    True
    """
    return norms.model_copy(update={"sha256": content_digest(norms)})


def load_norms(name_or_path: str, *, folder: Path | None = None) -> Norms:
    """A reference by the name that it is shipped by, or that of a file.

    A file of our own making is also found by its name, in `folder` if one is given. Raises
    UserMistake for what is not there, and for a file that was edited.
    """
    shipped = {path.stem: path for path in sorted(REFERENCES.glob("*.json"))}
    if name_or_path in shipped:
        return read_norms(shipped[name_or_path])
    path = Path(name_or_path)
    if path.suffix == ".json" or len(path.parts) > 1:
        return read_norms(path)
    made_here = {
        file.name.removesuffix(OWN_ENDING): file
        for file in sorted(folder.glob(f"*{OWN_ENDING}") if folder is not None else ())
    }
    if name_or_path in made_here:
        return read_norms(made_here[name_or_path])
    raise UnknownName("norms", name_or_path, [*shipped, *made_here])


def read_norms(path: Path) -> Norms:
    """The reference in a file; BadFile where it was edited since it was made."""
    norms = read_record(Norms, path)
    if norms.sha256 != content_digest(norms):
        problem = (
            f"was edited since it was made: its content is not that of its hash; {Norms.remedy}"
        )
        raise BadFile(path, "sha256", problem)
    return norms


@cache
def default_norms() -> Norms:
    """The reference of the benchmark itself."""
    return load_norms(DEFAULT_NAME)
