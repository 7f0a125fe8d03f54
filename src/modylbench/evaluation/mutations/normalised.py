"""The work products of every turn in the form in which they are compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.formats.structured import Structured
from modylbench.evaluation.mutations.mutation import Unread
from modylbench.foundation.record import Spec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.evaluation.mutations.formats.format import Document, Format
    from modylbench.products.work_product import WorkProduct

    Snapshot = Sequence[WorkProduct | dict[str, Any]]

STRUCTURED = Structured()
LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class Normalised:
    """One turn: every product's document with its format, and the products that have none."""

    turn_index: int
    products: dict[str, tuple[Format, Document]]
    unread: tuple[Unread, ...]

    @property
    def documents(self) -> dict[str, Document]:
        """The documents by product id."""
        return {name: document for name, (_, document) in sorted(self.products.items())}


def normalised(
    snapshots_by_turn: Iterable[tuple[int, Snapshot]], formats: Mapping[str, Format]
) -> Iterator[Normalised]:
    """The turns in their order, `formats` by the kind of product; any other kind is structured.

    A product that its format refuses, or that has no id of its own, counts as unchanged and is
    recorded as unread. Raises ValueError for turns out of order.
    """
    before: dict[str, tuple[Format, Document]] = {}
    last: int | None = None
    for turn_index, snapshot in snapshots_by_turn:
        if last is not None and turn_index <= last:
            message = f"found turn {turn_index} after turn {last}, expected turns in their order"
            raise ValueError(message)
        turn = _turn(turn_index, snapshot, formats, before)
        yield turn
        before, last = turn.products, turn_index


def _turn(
    turn_index: int,
    snapshot: Snapshot,
    formats: Mapping[str, Format],
    before: Mapping[str, tuple[Format, Document]],
) -> Normalised:
    found: dict[str, tuple[Format, Document]] = {}
    unread: list[Unread] = []
    for raw in snapshot:
        own, kind = (raw.id, raw.kind) if isinstance(raw, Spec) else _names(raw)
        try:
            if not own or own in found:
                message = "found no id, or one that another product has, expected its own"
                raise ValueError(message)  # noqa: TRY301  # one way for all that cannot be read
            format_ = formats.get(kind, STRUCTURED)
            found[own] = format_, format_.normalise(raw)
        except ValueError as error:
            reason = str(error)[:LONGEST_REASON]
            unread.append(Unread(turn_index=turn_index, product_id=own, reason=reason))
            if own in before and own not in found:
                found[own] = before[own]
    return Normalised(turn_index, found, tuple(unread))


def _names(raw: Any) -> tuple[str, str]:
    """The id and kind of a product that may be anything."""
    own, kind = (raw.get(name) if isinstance(raw, dict) else None for name in ("id", "kind"))
    return own if isinstance(own, str) else "", kind if isinstance(kind, str) else ""
