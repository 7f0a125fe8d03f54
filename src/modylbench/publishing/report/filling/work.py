"""Gathers what a report needs of a trial: its records, its products turn by turn, its edits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.evaluation.mutations.formats.catalogue import available_formats
from modylbench.evaluation.mutations.reference import reference_of
from modylbench.evaluation.mutations.trajectory import trajectory
from modylbench.evaluation.verification.evidence import Expectations
from modylbench.evaluation.views.product_names import names_by_turn
from modylbench.evaluation.views.shown_products import products_on_table
from modylbench.evaluation.views.yardstick import planned_variant
from modylbench.foundation.errors import BadFile, ModylBenchError, UserMistake
from modylbench.products.reading.index import index
from modylbench.recording.reading import FILE, read_recording, record_digest
from modylbench.runs.records import evaluation_in, scorecard_in, unread_record
from modylbench.runs.variant import variant_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.mutations.mutation import Mutation
    from modylbench.evaluation.mutations.reference import Reference
    from modylbench.products.reading.index import Index
    from modylbench.products.work_product import WorkProduct
    from modylbench.publishing.report.shapes.run import MeetingStatus
    from modylbench.recording.recording import MeetingRecording
    from modylbench.scenarios.variant import Variant
    from modylbench.scoring.scorecard import Scorecard

    Shown = Sequence[tuple[int, tuple[WorkProduct, ...]]]


NOT_HELD = "the meeting was not held, or its recording is gone: `modylbench run` goes on with a run"
NOT_JUDGED = "nobody has judged it: `modylbench evaluate` does"
NOT_WEIGHED = "its verdicts are there, and no score of them: `modylbench score` weighs them"


@dataclass(frozen=True, slots=True)
class MeetingWork:
    """The products after each turn and every edit; `own_ids` are the agent's names by ours.

    `trouble` says why something of it is not there.
    """

    shown: Shown
    edits: tuple[Mutation, ...]
    own_ids: Mapping[str, str]
    trouble: str = ""
    perfect: Reference | None = None
    """What a perfect agent shows after each turn, where the scenario is at hand."""


def work_of(recording: MeetingRecording, folder: Path) -> MeetingWork:
    """The same names and edits as stage 2 found, without asking what was due when: half the time.

    Where the scenario is not at hand, products have the agent's own names and nobody says which
    edits are right; where the files are gone, there is nothing.
    """
    indexes = [turn.turn_index for turn in recording.turns]
    try:
        tables = list(products_on_table(recording, folder))
    except BadFile as error:
        return MeetingWork((), (), {}, error_text(error, folder))
    shown = list(zip(indexes, tables, strict=True))
    try:
        variant = planned_variant(variant_of(recording, folder), recording)
    except (BadFile, UserMistake) as error:
        return MeetingWork(
            shown, trajectory(shown, available_formats()).mutations, {}, error_text(error, folder)
        )
    named, own_ids = _with_scenario_ids(shown, variant)
    reference = reference_as_said(recording, variant)
    found = trajectory(named, available_formats(), reference)
    return MeetingWork(named, found.mutations, own_ids, perfect=reference)


def reference_as_said(recording: MeetingRecording, variant: Variant) -> Reference:
    """What a perfect agent changes where people say the words that were really said."""
    slots = {slot.turn_index: slot.alternatives for slot in variant.scenario.human_turns()}
    asked = {
        turn.turn_index: slots[turn.turn_index][turn.human.alternative].mutations
        for turn in recording.turns
        if turn.human.alternative < len(slots.get(turn.turn_index, ()))
    }
    return reference_of(variant, asked)


@dataclass(frozen=True, slots=True)
class ReportedMeeting:
    """One trial that was meant, with what there is of it; `trouble` is why a part is not there."""

    number: int
    folder: Path
    scenario_id: str
    seed: int
    recording: MeetingRecording | None
    evaluation: Evaluation | None
    card: Scorecard | None
    trouble: tuple[str, ...] = ()
    is_damaged: bool = False

    @property
    def status(self) -> MeetingStatus:
        """How far it came."""
        if self.recording is None:
            return "unreadable" if self.is_damaged else "not held"
        if self.card is None:
            return "not judged"
        return "without a score" if self.card.combined is None else "scored"


def meeting_in(
    folder: Path, number: int, *, planned: tuple[str, int] | None = None
) -> ReportedMeeting:
    """What a trial's folder holds; where it holds nothing, what was planned there."""
    name, seed = planned or ("", 0)
    if not (folder / FILE).is_file():
        return ReportedMeeting(number, folder, name, seed, None, None, None, (NOT_HELD,))
    try:
        recording = read_recording(folder)
    except BadFile as error:
        why = (error_text(error, folder),)
        return ReportedMeeting(number, folder, name, seed, None, None, None, why, is_damaged=True)
    evaluation = evaluation_in(folder)
    if evaluation is not None and evaluation.recording != record_digest(folder):
        evaluation = None
    card = scorecard_in(folder)
    trouble = () if card is not None else (unread_record(folder) or _without_card(evaluation),)
    return ReportedMeeting(
        number, folder, recording.scenario_id, recording.seed, recording, evaluation, card, trouble
    )


def _without_card(evaluation: Evaluation | None) -> str:
    return NOT_JUDGED if evaluation is None else NOT_WEIGHED


def error_text(error: ModylBenchError, folder: Path) -> str:
    """What is wrong, without where on this machine the folder lies."""
    return str(error).replace(f"{folder}/", "").replace(str(folder), folder.name)


def _with_scenario_ids(shown: Shown, variant: Variant) -> tuple[Shown, dict[str, str]]:
    expectations = Expectations.of_variant(variant, with_perfect=True)
    read = _read_products(shown)
    own_ids: dict[str, str] = {}
    renamed: dict[tuple[int, str], WorkProduct] = {}
    found = []
    for (at, products), ours in zip(shown, names_by_turn(read, expectations), strict=True):
        own_ids |= {name: own for own, name in ours.items()}
        found.append(
            (
                at,
                tuple(
                    _renamed_product(product, ours.get(product.id), renamed) for product in products
                ),
            )
        )
    return found, own_ids


def _read_products(shown: Shown) -> list[list[Index]]:
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


def _renamed_product(
    product: WorkProduct, name: str | None, renamed: dict[tuple[int, str], WorkProduct]
) -> WorkProduct:
    """The product under our name; the same object for the same product."""
    if name is None or name == product.id:
        return product
    key = id(product), name  # all products of a meeting live as long as this does
    if key not in renamed:
        renamed[key] = product.model_copy(update={"id": name})
    return renamed[key]
