"""What recorded answers show, turn by turn, and which of the claimed edits that bears out.

`mutation_trajectory` is a list of edits, or an object with such a list under `mutations`; each has
turn_index, product_id, mutation_type and path (or `locator`). What else it says, such as that an
edit was right, is not read: nobody is judge of himself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.agents.recorded.answers import RecordedFile
from modylbench.agents.reference.display import Display
from modylbench.documents.reading import products_in
from modylbench.evaluation.mutations.formats.catalogue import available_formats
from modylbench.evaluation.mutations.trajectory import trajectory
from modylbench.foundation.errors import short_repr
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.turns import SurfaceFold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.agents.recorded.answers import Delivered, RecordedAnswer, RecordedMeeting
    from modylbench.products.findings import SurfaceFinding
    from modylbench.products.work_product import WorkProduct
    from modylbench.surfaces.reading.result import WorkProductReading


MOST_CLAIMS = 100_000
NAMES = (("turn_index", int), ("product_id", str), ("mutation_type", str), ("path", str))
UnshownEdit = tuple[int, str, str, str]


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """The products at the end of a turn under the agent's own ids, and what was at fault in it."""

    turn: RecordedAnswer
    products: tuple[WorkProduct, ...]
    findings: tuple[SurfaceFinding, ...]


def shown_in(meeting: RecordedMeeting) -> Iterator[ShownTurn]:
    """Every answered turn, in order, as it would be played."""
    table = _ReplayedTable(meeting)
    for turn in meeting.turns:
        yield table.after(turn, is_last=turn is meeting.turns[-1])


class _ReplayedTable:
    def __init__(self, meeting: RecordedMeeting) -> None:
        self._meeting = meeting
        self._fold = SurfaceFold()
        self._display = Display()
        self._drawn = ids_drawn(message for turn in meeting.turns for message in turn.a2ui_surfaces)
        self._products: dict[str, WorkProduct] = {}
        self._files: dict[str, tuple[WorkProduct, ...]] = {}
        self._reading: WorkProductReading | None = None

    def after(self, turn: RecordedAnswer, *, is_last: bool) -> ShownTurn:
        handed = (*turn.work_products, *(self._meeting.work_products if is_last else ()))
        surfaces = self._fold.surfaces
        findings = [*self._fold.take([*turn.a2ui_surfaces])[1], *self._take_deliveries(handed)]
        findings += surfaces.end_turn()
        self._reading = read_products(surfaces.snapshot(), like=self._reading)
        findings += self._reading.findings
        products = {product.id: product for those in self._files.values() for product in those}
        products |= {product.id: product for product in self._reading.products}
        return ShownTurn(turn, tuple(products.values()), tuple(findings))

    def _take_deliveries(self, handed: Iterable[Delivered]) -> Iterator[SurfaceFinding]:
        for delivery in handed:
            if isinstance(delivery, RecordedFile):
                reading = products_in(delivery.name, delivery.content)
                self._files[delivery.name] = reading.products
                yield from reading.findings
            elif delivery.id not in self._drawn:
                self._products[delivery.id] = delivery
        for messages in self._display.messages(self._products.values()):
            yield from self._fold.take(messages)[1]


@dataclass(frozen=True, slots=True)
class EditClaims:
    """What was claimed: how many edits, those that are not shown, and what is no claim at all."""

    claimed: int = 0
    not_shown: tuple[UnshownEdit, ...] = ()
    unreadable: tuple[str, ...] = ()


def claims_of(meeting: RecordedMeeting, shown: Sequence[ShownTurn] | None = None) -> EditClaims:
    """The claims of a meeting, held against what it shows."""
    if meeting.mutation_trajectory is None:
        return EditClaims()
    claimed, unreadable = _read(meeting.mutation_trajectory)
    if not claimed:
        return EditClaims(0, (), tuple(unreadable))
    turns = shown_in(meeting) if shown is None else shown
    made = trajectory(
        [(turn.turn.turn_index, turn.products) for turn in turns], available_formats()
    )
    there = {
        (
            meeting.human_turn(mutation.turn_index),
            mutation.product_id,
            mutation.mutation_type,
            mutation.locator,
        )
        for mutation in made.mutations
    }
    not_shown = [edit for edit in claimed if (meeting.human_turn(edit[0]), *edit[1:]) not in there]
    return EditClaims(len(claimed), tuple(not_shown), tuple(unreadable))


def describe_claims(meetings: Iterable[RecordedMeeting]) -> str:
    """What recordings say of the claims of all meetings; empty where there are none."""
    found = [claims_of(meeting) for meeting in meetings]
    claimed = sum(claims.claimed for claims in found)
    shown = claimed - sum(len(claims.not_shown) for claims in found)
    return f"{claimed} edits claimed, {shown} of them shown" if claimed else ""


def _read(value: Any) -> tuple[list[UnshownEdit], list[str]]:
    if isinstance(value, dict):
        value = value.get("mutations")
    if not isinstance(value, list) or len(value) > MOST_CLAIMS:
        return [], [f"expected a list of at most {MOST_CLAIMS:,} edits"]
    edits: list[UnshownEdit] = []
    unreadable: list[str] = []
    for number, entry in enumerate(value):
        edit = _edit(entry)
        if edit is None:
            names = ", ".join(name for name, _ in NAMES)
            unreadable.append(f"[{number}]: found {short_repr(entry)}, expected {names}")
        else:
            edits.append(edit)
    return edits, unreadable


def _edit(entry: Any) -> UnshownEdit | None:
    if not isinstance(entry, dict):
        return None
    values: list[Any] = [entry.get(name) for name, _ in NAMES]
    if values[-1] is None:
        values[-1] = entry.get("locator")
    kinds = [kind for _, kind in NAMES]
    if not all(type(value) is kind for value, kind in zip(values, kinds, strict=True)):
        return None
    turn, product, mutation, path = values
    return turn, product, mutation, path


def ids_drawn(messages: Iterable[Any]) -> set[str]:
    """The products, and surfaces, that A2UI messages show."""
    found: set[str] = set()
    for message in messages:
        match message:
            case {"createSurface": {"surfaceId": str(surface)}}:
                found.add(surface)
            case {"updateComponents": {"components": list(components)}}:
                found |= {
                    component["product"]
                    for component in components
                    if isinstance(component, dict) and isinstance(component.get("product"), str)
                }
            case _:
                pass
    return found
