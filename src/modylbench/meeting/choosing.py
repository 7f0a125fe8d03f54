"""Which of a slot's alternatives is said, given what the agent has shown and said so far?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.documents.reading import products_in
from modylbench.foundation.errors import ModylBenchError
from modylbench.meeting.capture.background_work import run_in_background
from modylbench.meeting.capture.faults import BrokenOff
from modylbench.products.reading.index import Index, index
from modylbench.scenarios.conditions import holds
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.reading.result import WorkProductReading

if TYPE_CHECKING:
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.capture.collector import Collector
    from modylbench.recording.recording import DeliveredFile, RecordedTurn
    from modylbench.scenarios.scenario import Alternative, FollowUp, Scenario
    from modylbench.surfaces.snapshot import SurfaceSnapshot

Material = tuple[tuple["SurfaceSnapshot", ...], tuple["Delivered", ...]] | None
MOST_SAID = 2_000_000  # ours: characters; what was said last counts
BROKEN = (
    ModylBenchError, LookupError, ValueError, TypeError, ArithmeticError, AttributeError,
    RecursionError,
)  # fmt: skip
"""What an author's condition may raise."""


class Evidence:
    """What the agent has shown and said, read as far as conditions ask for it."""

    def __init__(self, scenario: Scenario, collector: Collector) -> None:
        self._quantities = {quantity.id: quantity for quantity in scenario.quantities}
        self._collector = collector
        self._said: list[str] = []
        self._reading = WorkProductReading()
        self._indexes: dict[str, Index] = {}
        self._of_files: dict[str, tuple[Index, ...]] = {}

    def add(self, turn: RecordedTurn) -> None:
        """One more exchange is over."""
        spoken = [one.text for one in turn.agent.said]
        self._said += [*spoken, *(one.text for one in turn.agent.chat)]
        while len(self._said) > 1 and sum(map(len, self._said)) > MOST_SAID:  # whole numbers
            del self._said[0]

    async def chosen(self, slot: FollowUp, clock: Clock) -> tuple[int, Alternative]:
        """The first alternative whose condition holds; raises BrokenOff where one cannot be told.

        The last has no condition. What an agent has made may take seconds to read, for which the
        meeting does not stand still on a real clock.
        """
        async with self._collector.notes.surfaces_free:
            material = self._material(slot)
        return await run_in_background(lambda: self._choose(slot, material), clock)

    def _choose(self, slot: FollowUp, material: Material) -> tuple[int, Alternative]:
        try:
            said, shown = "\n".join(self._said), self._shown(material)
            for number, alternative in enumerate(slot.alternatives):
                if holds(alternative.when, self._quantities, shown, said):
                    return number, alternative
        except BROKEN as error:
            detail = f"turn {slot.turn_index}: {type(error).__name__}: {error}"
            raise BrokenOff("harness", "script_condition_broken", detail) from error
        detail = f"turn {slot.turn_index}: no alternative's condition holds"
        raise BrokenOff("harness", "script_condition_broken", detail)

    def _material(self, slot: FollowUp) -> Material:
        """What is shown and handed over now, where a condition asks for it."""
        conditions = [
            alternative.when for alternative in slot.alternatives if alternative.when is not None
        ]
        if not any(condition.shown or condition.missing for condition in conditions):
            return None
        notes = self._collector.notes
        return notes.surfaces.surfaces.snapshot(), tuple(notes.files.latest.values())

    def _shown(self, material: Material) -> tuple[Index, ...]:
        if material is None:
            return ()
        snapshots, files = material
        self._reading = read_products(snapshots, like=self._reading)
        self._indexes = {
            product.id: index(product, self._indexes.get(product.id))
            for product in self._reading.products
        }
        self._of_files = {one.file.sha256: self._file(one) for one in files}
        return (
            *self._indexes.values(),
            *(one for known in self._of_files.values() for one in known),
        )

    def _file(self, delivered: DeliveredFile) -> tuple[Index, ...]:
        known = self._of_files.get(delivered.file.sha256)
        if known is not None:
            return known
        content = self._collector.notes.folder.read(delivered.file)
        return tuple(index(product) for product in products_in(delivered.name, content).products)
