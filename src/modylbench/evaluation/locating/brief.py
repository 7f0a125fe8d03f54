"""What a locator is asked about one deliverable: the quantities sought, and the numbers shown.

The quantities come with their names and units, never with the values expected. The numbers come as
code reads them, with the labels around each; those that code knows to be something else are left
out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.evaluation.judging.addressing.passages import passages
from modylbench.evaluation.verification.evidence import is_sure, places_of
from modylbench.foundation.errors import one_line
from modylbench.products.finding.addresses import NumberAddress, fits_unit
from modylbench.products.pointer import MISSING, join, resolve, steps
from modylbench.products.quantities.quantity import NumberSought
from modylbench.products.spreadsheet import Cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.products.finding.find import PlaceKey
    from modylbench.products.reading.index import Index
    from modylbench.products.reading.observation import Observation
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.criteria.criterion import Criterion

MOST_SOUGHT = 60  # ours: more missing quantities of one deliverable mean that it is another one
MOST_PLACES = 600  # ours: a 5-year model with its schedules shows about 400 numbers
MOST_OF_A_PLACE = (
    300  # ours: characters; a label is shorter, and a sentence is cut around its number
)
AROUND = 120  # ours: characters of a sentence before and after its number
MOST_ABOVE = 4  # ours: headings above a number
NAMING = ("label", "heading", "title", "name")
"""The fields by which parts of products are called."""


@dataclass(frozen=True, slots=True)
class ListedNumber:
    """A number that the product shows, and what its place says, as the locator is told."""

    index: Index
    observation: Observation
    text: str

    def address(self, label: str) -> NumberAddress:
        """Where it stands, for somebody who rests on this label."""
        observation = self.observation
        return NumberAddress(self.index.product.id, observation.pointer, observation.span, label)


@dataclass(frozen=True, slots=True)
class LocatorBrief:
    """One deliverable; `recording` ties answers to what they are about."""

    product_id: str
    title: str
    sought: tuple[NumberSought, ...]
    places: tuple[ListedNumber, ...]
    recording: str


def briefs(
    evidence: Evidence, criteria: Iterable[Criterion], *, recording: str
) -> tuple[LocatorBrief, ...]:
    """One for each deliverable that is there and of which code has not found all quantities."""
    names = tuple(evidence.expectations.quantities)
    due = dict.fromkeys(name for criterion in criteria for name in criterion.reads(names))
    open_names = [name for name in due if not _is_found(evidence, name)]
    return briefs_for(evidence, open_names, recording=recording)


def briefs_for(
    evidence: Evidence, names: Sequence[str], *, recording: str
) -> tuple[LocatorBrief, ...]:
    """One for each deliverable of these quantities that shows numbers that may be one of them."""
    quantities = evidence.expectations.quantities
    claimed = _claimed_places(evidence, names)
    found: list[LocatorBrief] = []
    for output in evidence.expectations.outputs:
        sought = tuple(
            quantity
            for name in names
            if isinstance(quantity := quantities[name], NumberSought)
            and quantity.product == output.product_id
        )[:MOST_SOUGHT]
        if not sought:
            continue
        places = tuple(_listed_numbers(evidence, output.product_id, sought, claimed))
        if places:
            brief = LocatorBrief(
                output.product_id, output.title, sought, places[:MOST_PLACES], recording
            )
            found.append(brief)
    return tuple(found)


def _is_found(evidence: Evidence, name: str) -> bool:
    is_number = isinstance(evidence.expectations.quantities[name], NumberSought)
    return not is_number or is_sure(evidence.read(name))


def _claimed_places(evidence: Evidence, names: Sequence[str]) -> frozenset[PlaceKey]:
    """Where code has found other single numbers: each is one thing.

    A table that ties all figures of a sheet claims none of them for itself.
    """
    others = [
        name
        for name, quantity in evidence.expectations.quantities.items()
        if isinstance(quantity, NumberSought) and name not in names
    ]
    places = places_of(reading for name in others if is_sure(reading := evidence.read(name)))
    return frozenset(place.key for place in places)


def _listed_numbers(
    evidence: Evidence,
    product_id: str,
    sought: Sequence[NumberSought],
    claimed: frozenset[PlaceKey],
) -> Iterator[ListedNumber]:
    units = {quantity.unit for quantity in sought}
    seen: set[PlaceKey] = set()
    for index in evidence.searched_indexes(product_id):
        for observation in index.observations:
            place = (index.product.id, observation.pointer, observation.span)
            if place in claimed or place in seen:
                continue
            seen.add(place)
            if not any(fits_unit(observation, unit) for unit in units):
                continue
            text = _place_text(index, observation)
            written = "\n".join((text, *_names_along(index.product, observation.pointer)))
            if text and not passages(written):  # what speaks to the reader is no label
                yield ListedNumber(index, observation, text)


def _names_along(product: WorkProduct, pointer: str) -> Iterator[str]:
    """What the parts of the product that a place lies in are called, as it was written."""
    path = steps(pointer)
    for length in range(1, len(path) + 1):
        part = resolve(product, join(*path[:length]))
        for name in NAMING:
            called = getattr(part, name, None)
            if isinstance(called, str):
                yield called


def _place_text(index: Index, observation: Observation) -> str:
    """What stands there, in one line of bounded length; empty where nothing says what it is."""
    here = resolve(index.product, observation.pointer)
    labels = {
        "labels": observation.axes,
        "beside": (*observation.kinds, *observation.aside),
        "above": observation.context[:MOST_ABOVE],
    }
    parts = [
        f"{name}: {' | '.join(' '.join(words) for words in said if words)}"
        for name, said in labels.items()
        if any(said)
    ]
    if observation.span is not None:
        parts.append(_in_sentence(here, observation.span))
    elif not parts:
        return ""
    else:
        parts.append(f"shows: {_shown_number(here)}")
    return "; ".join(parts)[:MOST_OF_A_PLACE]


def _in_sentence(here: object, span: tuple[int, int]) -> str:
    """The number in its text; notes are one text, a line each."""
    text = "\n".join(here) if isinstance(here, tuple) else str(here)
    start, end = span
    before, after = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    return one_line(f"{before}<<{text[start:end]}>>{after}")


def _shown_number(here: object) -> str:
    """The number as the product shows it."""
    unit = ""
    if isinstance(here, Cell):
        unit = here.unit or ""
        here = here.text if here.text is not None else here.value
    if here is MISSING or here is None:
        return ""
    return one_line(f"{here:.10g} {unit}" if isinstance(here, float) else f"{here} {unit}")
