"""How did the work products of a meeting come about, edit by edit?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.mutations.matching.edit_history import ProductEdit
from modylbench.evaluation.mutations.matching.judge import EditJudge
from modylbench.evaluation.mutations.matching.view import SnapshotView
from modylbench.evaluation.mutations.mutation import (
    Expectation,
    Mutation,
    Trajectory,
    TurnState,
    Unread,
)
from modylbench.evaluation.mutations.normalised import normalised
from modylbench.evaluation.mutations.reference import Reference
from modylbench.evaluation.mutations.replay.snapshot_hash import snapshot_hash

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.evaluation.mutations.edit import Edit
    from modylbench.evaluation.mutations.formats.format import Document, Format
    from modylbench.evaluation.mutations.normalised import Normalised, Snapshot

NO_REFERENCE = Reference()


def trajectory(
    snapshots_by_turn: Sequence[tuple[int, Snapshot]],
    formats: Mapping[str, Format] | None = None,
    reference: Reference = NO_REFERENCE,
) -> Trajectory:
    """Every edit of every product, judged by the reference.

    The snapshots are those at the end of each turn, in order. `formats` are by the kind of product;
    any other kind is structured. A product that is missing from a snapshot is gone; one that its
    format refuses, or that has no id of its own, counts as unchanged and is recorded as unread.
    """
    builder = _Builder(reference)
    for turn in normalised(snapshots_by_turn, formats or {}):
        builder.turn(turn)
    return builder.trajectory()


class _Builder:
    def __init__(self, reference: Reference) -> None:
        self._judge = EditJudge(reference)
        self._now: dict[str, tuple[Format, Document]] = {}
        self._hashes: dict[str, str] = {}
        self._faults: dict[str, frozenset[str]] = {}
        self._view = SnapshotView({})
        self._made: list[tuple[int, ProductEdit]] = []
        self._turns: list[TurnState] = []
        self._unread: list[Unread] = []

    def turn(self, turn: Normalised) -> None:
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
        broken = self._newly_broken(found, {one.product for one in made})
        self._judge.judge(turn_index, made, self._view, view, broken)
        self._now, self._view = found, view
        self._made += [(turn_index, one) for one in made]
        hashes = {product: self._hashes[product] for product in sorted(found)}
        self._turns.append(TurnState(turn_index=turn_index, hashes=hashes))

    def _newly_broken(
        self, found: Mapping[str, tuple[Format, Document]], edited: set[str]
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
        judged = zip(self._made, self._judge.verdicts, strict=True)
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
                    is_correct=verdict.is_correct,
                    is_destructive=verdict.is_destructive,
                )
                for (turn_index, made), verdict in judged
            ),
            expected=tuple(
                Expectation(**watched.goal.expected.model_dump(), met_at_turn=watched.met_at)
                for watched in self._judge.watched
            ),
            unread=tuple(self._unread),
        )


def _edits(
    old: tuple[Format, Document] | None, new: tuple[Format, Document] | None
) -> tuple[Edit, ...]:
    """The edits from one snapshot to the next; in another format the product goes and comes."""
    if old is not None and new is not None and old[0].name == new[0].name:
        return new[0].diff(old[1], new[1])
    gone = () if old is None else old[0].diff(old[1], None)
    come = () if new is None else new[0].diff(None, new[1])
    return (*gone, *come)
