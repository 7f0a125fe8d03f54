"""How did the work products of a meeting come about, edit by edit?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.formats.structured import Structured
from modylbench.evaluation.mutations.matching.judge import Judge
from modylbench.evaluation.mutations.matching.touched import Made
from modylbench.evaluation.mutations.matching.view import View
from modylbench.evaluation.mutations.mutation import (
    Expectation,
    Mutation,
    Trajectory,
    TurnState,
    Unread,
)
from modylbench.evaluation.mutations.reference import Reference
from modylbench.evaluation.mutations.replay.snapshot_hash import snapshot_hash
from modylbench.foundation.record import Spec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.evaluation.mutations.edit import Edit
    from modylbench.evaluation.mutations.formats.format import Document, Format
    from modylbench.products.work_product import WorkProduct

    Snapshot = Sequence[WorkProduct | dict[str, Any]]

NO_REFERENCE = Reference()
STRUCTURED = Structured()


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
    builder = _Builder(formats or {}, reference)
    for turn_index, snapshot in snapshots_by_turn:
        builder.turn(turn_index, snapshot)
    return builder.trajectory()


class _Builder:
    def __init__(self, formats: Mapping[str, Format], reference: Reference) -> None:
        self._formats = formats
        self._judge = Judge(reference)
        self._now: dict[str, tuple[Format, Document]] = {}
        self._hashes: dict[str, str] = {}
        self._faults: dict[str, frozenset[str]] = {}
        self._view = View({})
        self._made: list[tuple[int, Made]] = []
        self._turns: list[TurnState] = []
        self._unread: list[Unread] = []

    def turn(self, turn_index: int, snapshot: Snapshot) -> None:
        if self._turns and turn_index <= self._turns[-1].turn_index:
            last = self._turns[-1].turn_index
            message = f"found turn {turn_index} after turn {last}, expected turns in their order"
            raise ValueError(message)
        found = self._read(turn_index, snapshot)
        made: list[Made] = []
        for product in sorted(self._now.keys() | found.keys()):
            old, new = self._now.get(product), found.get(product)
            edits = _edits(old, new)
            if not edits and old is not None:
                found[product] = old  # equal, and known to every cache
            made += [Made(product, edit) for edit in edits]
            if edits and new is not None:
                self._hashes[product] = snapshot_hash(new[1])
        view = View({product: document for product, (_, document) in found.items()}, self._view)
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

    def _read(self, turn_index: int, snapshot: Snapshot) -> dict[str, tuple[Format, Document]]:
        found: dict[str, tuple[Format, Document]] = {}
        for raw in snapshot:
            own, kind = (raw.id, raw.kind) if isinstance(raw, Spec) else _names(raw)
            try:
                if not own or own in found:
                    message = "found no id, or one that another product has, expected its own"
                    raise ValueError(message)  # noqa: TRY301  # one way for all that cannot be read
                format_ = self._formats.get(kind, STRUCTURED)
                found[own] = format_, format_.normalise(raw)
            except ValueError as error:
                reason = str(error)[:500]
                self._unread.append(Unread(turn_index=turn_index, product_id=own, reason=reason))
                if own in self._now and own not in found:
                    found[own] = self._now[own]
        return found

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


def _names(raw: Any) -> tuple[str, str]:
    """The id and kind of a product that may be anything."""
    own, kind = (raw.get(name) if isinstance(raw, dict) else None for name in ("id", "kind"))
    return own if isinstance(own, str) else "", kind if isinstance(kind, str) else ""


def _edits(
    old: tuple[Format, Document] | None, new: tuple[Format, Document] | None
) -> tuple[Edit, ...]:
    """The edits from one snapshot to the next; in another format the product goes and comes."""
    if old is not None and new is not None and old[0].name == new[0].name:
        return new[0].diff(old[1], new[1])
    gone = () if old is None else old[0].diff(old[1], None)
    come = () if new is None else new[0].diff(None, new[1])
    return (*gone, *come)
