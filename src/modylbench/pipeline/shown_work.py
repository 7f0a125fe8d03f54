"""What an agent shows in a meeting, read from its surfaces and files as far as conditions ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.documents.reading import products_in
from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import finding
from modylbench.products.reading.index import Index, index
from modylbench.scenarios.conditions import holds
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.reading.result import WorkProductReading

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from modylbench.meeting.arrangements import ShownMaterial
    from modylbench.recording.events import DeliveredFile
    from modylbench.scenarios.scenario import Scenario
    from modylbench.scenarios.script import Condition


class WorkReader:
    """The meeting's ShownWork: what did not change since the last question is not read again."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._quantities = {quantity.id: quantity for quantity in scenario.quantities}
        self._reading = WorkProductReading()
        self._indexes: dict[str, Index] = {}
        self._of_files: dict[str, tuple[Index, ...]] = {}

    def first_condition(
        self, conditions: Sequence[Condition | None], shown: ShownMaterial | None, said: str
    ) -> int | None:
        """The number of the first condition that holds."""
        indexes = () if shown is None else self._read(shown)
        for number, condition in enumerate(conditions):
            if holds(condition, self._quantities, indexes, said):
                return number
        return None

    def is_wrong(self, criterion: str, shown: ShownMaterial) -> bool:
        """Whether what is shown fails that criterion; one that the seed does not have, never."""
        checked = next((it for it in self._scenario.criteria() if it.id == criterion), None)
        if checked is None:
            return False
        evidence = Evidence(Expectations.of(self._scenario, {}, {}), self._read(shown))
        return finding(checked, evidence).verdict == "failed"

    def _read(self, shown: ShownMaterial) -> tuple[Index, ...]:
        self._reading = read_products(shown.surfaces, like=self._reading)
        self._indexes = {
            product.id: index(product, self._indexes.get(product.id))
            for product in self._reading.products
        }
        self._of_files = {file.file.sha256: self._file(file, shown.folder) for file in shown.files}
        in_files = (index for indexes in self._of_files.values() for index in indexes)
        return (*self._indexes.values(), *in_files)

    def _file(self, delivered: DeliveredFile, folder: Path) -> tuple[Index, ...]:
        known = self._of_files.get(delivered.file.sha256)
        if known is not None:
            return known
        content = (folder / delivered.file.path).read_bytes()
        return tuple(index(product) for product in products_in(delivered.name, content).products)
