"""Numbers of the products that a perfect agent shows too, under the same names."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from modylbench.evaluation.mutations.json_documents import same_json
from modylbench.evaluation.mutations.matching.edit_history import without_ids
from modylbench.evaluation.mutations.matching.view import name_of, share_words
from modylbench.evaluation.reference.possible_measures import (
    LEFT_OUT,
    measure_in,
    possible_measures,
    unit_of,
)
from modylbench.products.quantities.closeness import RESTATED

if TYPE_CHECKING:
    from collections.abc import Hashable

    from modylbench.evaluation.mutations.matching.edit_history import EditHistory
    from modylbench.evaluation.mutations.matching.view import (
        LabelSet,
        NamedPart,
        ProductReading,
        SnapshotView,
    )
    from modylbench.products.quantities.closeness import Measure
    from modylbench.products.reading.observation import Observation

MOST_OF_A_NAME = 200  # ours: so many places of one name are looked at in a perfect product
OTHER_SCALES = (*LEFT_OUT, *(1 / scale for scale in LEFT_OUT))
"""What a number may be off where no label says in which unit it is."""


class _Answer(NamedTuple):
    is_right: bool | None
    shares_context: bool


class NamedNumbers:
    """What the products of one moment show by name, beside what a perfect agent shows.

    `touched` are the edits of the turn that led here.
    """

    def __init__(
        self, shown: SnapshotView, perfect: SnapshotView, touched: EditHistory | None = None
    ) -> None:
        self.shown, self.perfect, self._touched = shown, perfect, touched
        self._answers: dict[LabelSet, dict[Hashable, _Answer]] = {}
        self._has_right: dict[LabelSet, bool] = {}
        self._counted: Counter[Hashable] = Counter()
        self._known: set[Hashable] = set()

    def is_right(self, product: str, number: Observation) -> bool | None:
        """Whether a number is the one that a perfect agent shows under these names.

        False where that is one number and this another in a unit that fits, unless the right one
        stands elsewhere and nothing says that both are of the same table.
        """
        name = name_of(number.axes)
        if not name:
            return None
        answer = self._of(name)[_key(product, number)]
        if answer.is_right is False and not answer.shares_context and self._has_right[name]:
            return None
        return answer.is_right

    def is_news(self, number: Observation) -> bool:
        """Whether a right number is not yet shown as often as a perfect agent shows it; counts it.

        It is shown where it stood before the turn, and where a perfect agent has it too.
        """
        name = name_of(number.axes)
        if name not in self._known:
            self._known.add(name)
            answers = self._of(name)
            self._counted[name] = sum(
                answers[_key(reading.product, other)].is_right is True
                and self._stays(reading.product, other.pointer)
                for reading in self.shown.readings()
                for other in reading.numbers.get(name, ())
            )
        allowed = sum(len(reading.numbers.get(name, ())) for reading in self.perfect.readings())
        self._counted[name] += 1
        return self._counted[name] <= allowed

    def same_part(self, part: NamedPart, reading: ProductReading) -> bool:
        """Whether a perfect agent has a part of that name that says just the same.

        A source is the same whatever is said of it.
        """
        said = without_ids(reading.value_at(part.pointer))
        return any(
            part.group == "source" or same_json(said, without_ids(model.value_at(other.pointer)))
            for model in self.perfect.readings()
            for other in self._parts_called(part, model)
        )

    def is_new_part(self, part: NamedPart) -> bool:
        """As `is_news`, for a part without numbers."""
        own = part.group, name_of(part.name)
        if own not in self._known:
            self._known.add(own)
            self._counted[own] = sum(
                self._stays(reading.product, other.pointer)
                for reading in self.shown.readings()
                for other in reading.parts.get(own, ())
            )
        self._counted[own] += 1
        models = self.perfect.readings()
        return self._counted[own] <= sum(len(model.parts.get(own, ())) for model in models)

    def _parts_called(self, part: NamedPart, model: ProductReading) -> list[NamedPart]:
        found = model.parts.get((part.group, name_of(part.name)), ())
        return list(islice(found, MOST_OF_A_NAME))

    def _stays(self, product: str, pointer: str) -> bool:
        """Whether what stands there was there before, or is where a perfect agent has it."""
        made = self._touched.making([(product, pointer)]) if self._touched else ()
        return not made or self._is_ours(product, pointer)

    def _is_ours(self, product: str, pointer: str) -> bool:
        model = self.perfect.reading(product) if product in self.perfect.documents else None
        return model is not None and (pointer in model.places or pointer in model.part_at)

    def _of(self, name: LabelSet) -> dict[Hashable, _Answer]:
        """The answers for all numbers of that name, worked out once."""
        if name not in self._answers:
            models = [
                model
                for reading in self.perfect.readings()
                for model in islice(reading.numbers.get(name, ()), MOST_OF_A_NAME)
            ]
            found = {
                _key(reading.product, number): _compare_with_models(number, models)
                for reading in self.shown.readings()
                for number in reading.numbers.get(name, ())
            }
            self._answers[name] = found
            self._has_right[name] = any(answer.is_right for answer in found.values())
        return self._answers[name]


def _key(product: str, number: Observation) -> Hashable:
    return product, number.pointer, number.span


def _compare_with_models(number: Observation, models: list[Observation]) -> _Answer:
    pairs: list[tuple[Observation, Measure, Measure]] = []
    for model in models:
        kind = unit_of(model)
        found, expected = measure_in(number, kind), measure_in(model, kind)
        if found is not None and expected is not None:
            pairs.append((model, found, expected))
    near = [pair for pair in pairs if share_words(number.context, pair[0].context)]
    answers = {found.is_close(expected.number) for _, found, expected in near or pairs}
    if answers != {False}:
        return _Answer(True if answers == {True} else None, bool(near))
    _, found, first = (near or pairs)[0]
    one_value = all(first.is_close(other, RESTATED) for _, _, other in near or pairs)
    certain = one_value and not _may_be_said_otherwise(number, found, abs(first.number))
    return _Answer(False if certain else None, bool(near))


def _may_be_said_otherwise(number: Observation, measure: Measure, expected: float) -> bool:
    """Whether the number is the expected one with another sign, or in a unit that nobody named."""
    if measure.size.is_close(expected):
        return True
    possible = possible_measures(number, OTHER_SCALES)
    return any(candidate.measure.is_close(expected) for candidate in possible)
