"""How did the products of a meeting come about: what stood there after each turn, edit by edit?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.evaluation.mutations.formats.catalogue import available
from modylbench.evaluation.mutations.reference import reference_of
from modylbench.evaluation.mutations.trajectory import trajectory
from modylbench.evaluation.verification.evidence import Expectations
from modylbench.evaluation.views.on_table import products_on_table
from modylbench.evaluation.views.product_names import names_by_turn
from modylbench.evaluation.views.yardstick import planned_variant
from modylbench.foundation.errors import BadFile, UserMistake
from modylbench.products.reading.index import index
from modylbench.publishing.report.content.meeting import told
from modylbench.runs.variant import variant_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from modylbench.evaluation.mutations.mutation import Mutation
    from modylbench.evaluation.mutations.reference import Reference
    from modylbench.products.reading.index import Index
    from modylbench.products.work_product import WorkProduct
    from modylbench.recording.recording import MeetingRecording
    from modylbench.scenarios.variant import Variant

    Shown = Sequence[tuple[int, tuple[WorkProduct, ...]]]


@dataclass(frozen=True, slots=True)
class Work:
    """The products after each turn and every edit; `own_ids` are the agent's names by ours.

    `trouble` says why something of it is not there.
    """

    shown: Shown
    edits: tuple[Mutation, ...]
    own_ids: Mapping[str, str]
    trouble: str = ""


def work_of(recording: MeetingRecording, folder: Path) -> Work:
    """The same names and edits as stage 2 found, without asking what was due when: half the time.

    Where the scenario is not at hand, products have the agent's own names and nobody says which
    edits are right; where the files are gone, there is nothing.
    """
    indexes = [turn.turn_index for turn in recording.turns]
    try:
        tables = list(products_on_table(recording, folder))
    except BadFile as error:
        return Work((), (), {}, told(error, folder))
    shown = list(zip(indexes, tables, strict=True))
    try:
        variant = planned_variant(variant_of(recording, folder), recording)
    except (BadFile, UserMistake) as error:
        return Work(shown, trajectory(shown, available()).mutations, {}, told(error, folder))
    named, own_ids = _under_our_names(shown, variant)
    found = trajectory(named, available(), reference_as_said(recording, variant))
    return Work(named, found.mutations, own_ids)


def reference_as_said(recording: MeetingRecording, variant: Variant) -> Reference:
    """What a perfect agent changes where people say the words that were really said."""
    slots = {slot.turn_index: slot.alternatives for slot in variant.scenario.human_turns()}
    asked = {
        turn.turn_index: slots[turn.turn_index][turn.human.alternative].mutations
        for turn in recording.turns
        if turn.human.alternative < len(slots.get(turn.turn_index, ()))
    }
    return reference_of(variant, asked)


def _under_our_names(shown: Shown, variant: Variant) -> tuple[Shown, dict[str, str]]:
    expectations = Expectations.of(variant.scenario, variant.truth, variant.oracle.RULES)
    read = _read(shown)
    own_ids: dict[str, str] = {}
    renamed: dict[tuple[int, str], WorkProduct] = {}
    found = []
    for (at, products), ours in zip(shown, names_by_turn(read, expectations), strict=True):
        own_ids |= {name: own for own, name in ours.items()}
        found.append(
            (at, tuple(_named(product, ours.get(product.id), renamed) for product in products))
        )
    return found, own_ids


def _read(shown: Shown) -> list[list[Index]]:
    """Every product as it is searched; what is the same object as before is not read again."""
    known: dict[str, Index] = {}
    found: list[list[Index]] = []
    for _, products in shown:
        for product in products:
            before = known.get(product.id)
            if before is None or before.product is not product:
                known[product.id] = index(product, before)
        found.append([known[product.id] for product in products])
    return found


def _named(
    product: WorkProduct, name: str | None, renamed: dict[tuple[int, str], WorkProduct]
) -> WorkProduct:
    """The product under our name; the same object for the same product."""
    if name is None or name == product.id:
        return product
    key = id(product), name  # all products of a meeting live as long as this does
    if key not in renamed:
        renamed[key] = product.model_copy(update={"id": name})
    return renamed[key]
