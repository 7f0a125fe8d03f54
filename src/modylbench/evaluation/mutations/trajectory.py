"""How the work products of a meeting came about, edit by edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.formats.structured_products import StructuredFormat
from modylbench.evaluation.mutations.matching.correctness import EditMatcher
from modylbench.evaluation.mutations.matching.edit_history import ProductEdit
from modylbench.evaluation.mutations.matching.view import SnapshotView
from modylbench.evaluation.mutations.mutation import (
    Expectation,
    Mutation,
    Trajectory,
    TurnState,
    UnreadProduct,
)
from modylbench.evaluation.mutations.reference import Reference
from modylbench.evaluation.mutations.snapshot import snapshot_hash
from modylbench.foundation.record import Spec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.evaluation.mutations.edit import Edit
    from modylbench.evaluation.mutations.formats.format import Format, ProductJson
    from modylbench.products.work_product import WorkProduct

    TurnProducts = Sequence[WorkProduct | dict[str, Any]]

NO_REFERENCE = Reference()
STRUCTURED = StructuredFormat()
LONGEST_REASON = 500


def trajectory(
    snapshots_by_turn: Sequence[tuple[int, TurnProducts]],
    formats: Mapping[str, Format] | None = None,
    reference: Reference = NO_REFERENCE,
) -> Trajectory:
    """Every edit of every product, assessed by the reference.

    The snapshots are those at the end of each turn, in order. `formats` are by the kind of product;
    any other kind is structured. A product that is missing from a snapshot is gone; one that its
    format refuses, or that has no id of its own, counts as unchanged and is recorded as unread.
    """
    builder = _TrajectoryBuilder(reference)
    for turn in normalise_turns(snapshots_by_turn, formats or {}):
        builder.turn(turn)
    return builder.trajectory()


@dataclass(frozen=True, slots=True)
class NormalisedTurn:
    """One turn: every product's document with its format, and the products that have none."""

    turn_index: int
    products: dict[str, tuple[Format, ProductJson]]
    unread: tuple[UnreadProduct, ...]

    @property
    def documents(self) -> dict[str, ProductJson]:
        """The documents by product id."""
        return {name: document for name, (_, document) in sorted(self.products.items())}


def normalise_turns(
    snapshots_by_turn: Iterable[tuple[int, TurnProducts]], formats: Mapping[str, Format]
) -> Iterator[NormalisedTurn]:
    """The turns in their order, `formats` by the kind of product; any other kind is structured.

    A product that its format refuses, or that has no id of its own, counts as unchanged and is
    recorded as unread. Raises ValueError for turns out of order.
    """
    before: dict[str, tuple[Format, ProductJson]] = {}
    last: int | None = None
    for turn_index, snapshot in snapshots_by_turn:
        if last is not None and turn_index <= last:
            message = f"found turn {turn_index} after turn {last}, expected turns in their order"
            raise ValueError(message)
        turn = _normalise_turn(turn_index, snapshot, formats, before)
        yield turn
        before, last = turn.products, turn_index


class _TrajectoryBuilder:
    def __init__(self, reference: Reference) -> None:
        self._matcher = EditMatcher(reference)
        self._now: dict[str, tuple[Format, ProductJson]] = {}
        self._hashes: dict[str, str] = {}
        self._faults: dict[str, frozenset[str]] = {}
        self._view = SnapshotView({})
        self._made: list[tuple[int, ProductEdit]] = []
        self._turns: list[TurnState] = []
        self._unread: list[UnreadProduct] = []

    def turn(self, turn: NormalisedTurn) -> None:
        turn_index, found = turn.turn_index, dict(turn.products)
        self._unread += turn.unread
        made: list[ProductEdit] = []
        for product in sorted(self._now.keys() | found.keys()):
            old, new = self._now.get(product), found.get(product)
            edits = _edits(old, new)
            if not edits and old is not None:
                found[product] = old  # equal, and known to every cache
            made += [ProductEdit(product, edit) for edit in edits]
            if edits and new is not None:
                self._hashes[product] = snapshot_hash(new[1])
        view = SnapshotView(
            {product: document for product, (_, document) in found.items()}, self._view
        )
        broken = self._newly_broken(found, {edit.product for edit in made})
        self._matcher.assess_turn(turn_index, made, self._view, view, broken)
        self._now, self._view = found, view
        self._made += [(turn_index, edit) for edit in made]
        hashes = {product: self._hashes[product] for product in sorted(found)}
        self._turns.append(TurnState(turn_index=turn_index, hashes=hashes))

    def _newly_broken(
        self, found: Mapping[str, tuple[Format, ProductJson]], edited: set[str]
    ) -> list[tuple[str, str]]:
        """The places that are at fault now and were not before (paper 3.7.1: verification)."""
        broken: list[tuple[str, str]] = []
        for product in sorted(edited):
            known = self._faults.pop(product, frozenset())
            if product in found:
                format_, document = found[product]
                self._faults[product] = frozenset(format_.verify(document))
                new = self._faults[product] - known
                broken += [(product, fault.partition(": ")[0]) for fault in sorted(new)]
        return broken

    def trajectory(self) -> Trajectory:
        assessed = zip(self._made, self._matcher.assessments, strict=True)
        return Trajectory(
            turns=tuple(self._turns),
            mutations=tuple(
                Mutation(
                    turn_index=turn_index,
                    product_id=made.product,
                    mutation_type=made.edit.type,
                    locator=made.edit.locator,
                    locator_kind=made.edit.locator_kind,
                    old=made.edit.old,
                    new=made.edit.new,
                    after=made.edit.after,
                    is_correct=correctness.is_correct,
                    is_destructive=correctness.is_destructive,
                )
                for (turn_index, made), correctness in assessed
            ),
            expected=tuple(
                Expectation(**watched.goal.expected.model_dump(), met_at_turn=watched.met_at)
                for watched in self._matcher.watched
            ),
            unread=tuple(self._unread),
        )


def _edits(
    old: tuple[Format, ProductJson] | None, new: tuple[Format, ProductJson] | None
) -> tuple[Edit, ...]:
    """The edits from one snapshot to the next; in another format the product goes and comes."""
    if old is not None and new is not None and old[0].name == new[0].name:
        return new[0].diff(old[1], new[1])
    gone = () if old is None else old[0].diff(old[1], None)
    come = () if new is None else new[0].diff(None, new[1])
    return (*gone, *come)


def _normalise_turn(
    turn_index: int,
    snapshot: TurnProducts,
    formats: Mapping[str, Format],
    before: Mapping[str, tuple[Format, ProductJson]],
) -> NormalisedTurn:
    found: dict[str, tuple[Format, ProductJson]] = {}
    unread: list[UnreadProduct] = []
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
            unread.append(UnreadProduct(turn_index=turn_index, product_id=own, reason=reason))
            if own in before and own not in found:
                found[own] = before[own]
    return NormalisedTurn(turn_index, found, tuple(unread))


def _names(raw: Any) -> tuple[str, str]:
    """The id and kind of a product that may be anything."""
    own, kind = (raw.get(name) if isinstance(raw, dict) else None for name in ("id", "kind"))
    return own if isinstance(own, str) else "", kind if isinstance(kind, str) else ""
