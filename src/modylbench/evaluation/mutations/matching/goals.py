"""Whether a product shows what a turn asked for, under our ids or an agent's own names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from modylbench.evaluation.mutations.json_documents import MISSING, same_json
from modylbench.evaluation.mutations.matching.view import name_of, share_words
from modylbench.evaluation.reference.possible_measures import measure_in, unit_of
from modylbench.products.finding.find import FoundNumber, find_number
from modylbench.products.pointer import join
from modylbench.products.quantities.base_units import in_base_units
from modylbench.products.quantities.closeness import RESTATED
from modylbench.products.quantities.labels import Facets, label_words, words
from modylbench.products.quantities.numbers import number_shown, shown_value
from modylbench.products.quantities.units import unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.mutations.matching.edit_history import ProductPointer
    from modylbench.evaluation.mutations.matching.view import (
        NamedPart,
        ProductReading,
        SnapshotView,
    )
    from modylbench.products.quantities.quantity import NumberSought
    from modylbench.products.quantities.units import Unit
    from modylbench.products.reading.observation import Observation
    from modylbench.scenarios.scenario import ExpectedMutation

MOST_NAMES = 2_000  # ours: in larger products a part must have exactly the name sought


class Sighting(NamedTuple):
    """Whether what is sought is there, with which value, and where.

    `there`: no value was expected, or there is none to compare.
    """

    status: Literal["right", "wrong", "there", "absent"]
    spots: tuple[ProductPointer, ...] = ()


ABSENT = Sighting("absent")


@dataclass(frozen=True, slots=True)
class Goal:
    """A mutation that a turn asks for, and the products of a perfect agent after that turn."""

    expected: ExpectedMutation
    perfect: SnapshotView | None = None
    number: NumberSought | None = None
    closes_at: int | None = None
    """The turn that asks for something else at the same place."""

    @property
    def is_removal(self) -> bool:
        """Whether something is to go."""
        return is_removal(self.expected.mutation_type)

    @property
    def is_update(self) -> bool:
        """Whether what is there is to change."""
        return not self.is_removal and not self.is_addition

    @property
    def is_addition(self) -> bool:
        """Whether something is to come, with whatever value."""
        return self.expected.mutation_type.startswith(("add", "create"))


def is_removal(mutation_type: str) -> bool:
    """Whether a mutation of this type takes something away."""
    return mutation_type.startswith(("delete", "remove"))


def find_goal(goal: Goal, shown: SnapshotView, deliverables: frozenset[str]) -> Sighting:
    """Where the products show what the goal asks for.

    By pointer, where they use our ids; else by meaning: by the quantity that stands at the path,
    by the row and column names around the oracle's own number there, or by the name of the part.
    A product with the id of another deliverable is not searched.
    """
    expected = goal.expected
    found = shown.at(expected.product_id, expected.path)
    if found is not MISSING:
        spots = ((expected.product_id, expected.path),)
        if expected.expected_value is None:
            return Sighting("there", spots)
        if has_value(found, expected.expected_value):
            return Sighting("right", spots)
    readings = [
        reading
        for reading in shown.readings()
        if reading.product == expected.product_id or reading.product not in deliverables
    ]
    by_meaning = _by_meaning(goal, readings)
    if found is not MISSING and by_meaning.status != "right":
        return Sighting("wrong", spots)
    return by_meaning


def _by_meaning(goal: Goal, readings: Sequence[ProductReading]) -> Sighting:
    expected, perfect = goal.expected, goal.perfect
    known = perfect is not None and expected.product_id in perfect.documents
    model = perfect.reading(expected.product_id) if perfect and known else None
    if model is None:
        return ABSENT
    if expected.mutation_type == "create":
        return _product_for_model(model, readings)
    alike = [reading for reading in readings if reading.document["kind"] == model.document["kind"]]
    nearest = _find_in(goal, model, alike)
    return _find_in(goal, model, readings) if nearest.status == "absent" else nearest


def _find_in(goal: Goal, model: ProductReading, readings: Sequence[ProductReading]) -> Sighting:
    expected = goal.expected
    if expected.path.endswith("/x") and expected.expected_value is not None:
        return _moved_point(goal, model, readings)
    number = _number_at(expected.path, model)
    if number is not None and not isinstance(expected.expected_value, str) and goal.is_update:
        return _number(goal, number, readings)
    return _part(goal, model, readings)


def _number_at(path: str, model: ProductReading) -> Observation | None:
    """The number that belongs to a path: at its cell or its point, not one within a text."""
    return next(
        (
            observation
            for at in (path, path.removesuffix("/value"), f"{path}/y")
            for observation in model.places.get(at, ())
            if observation.span is None
        ),
        None,
    )


def _product_for_model(model: ProductReading, readings: Sequence[ProductReading]) -> Sighting:
    """The products that stand for the model: of its kind, and with its title if there are more."""
    kind, title = model.document["kind"], set(label_words(model.document["title"]).words)
    same = [reading for reading in readings if reading.document["kind"] == kind]
    if len(same) > 1:
        same = [r for r in same if title & set(label_words(r.document["title"]).words)]
    spots = tuple((reading.product, "") for reading in same)
    return Sighting("there", spots) if spots else ABSENT


def _number(goal: Goal, model: Observation, readings: Sequence[ProductReading]) -> Sighting:
    expected = goal.expected.expected_value
    if goal.number is not None:
        found = find_number(goal.number, [reading.index for reading in readings])
        if isinstance(found, FoundNumber):
            spots = tuple((place.product, place.pointer) for place in found.places)
            target = _target(expected, model, unit(goal.number.unit))
            if target is None:
                return Sighting("there", spots)
            right = found.measure.is_close(target)
            return Sighting("right" if right else "wrong", spots)
    kind, name = unit_of(model), name_of(model.axes)
    shown = [
        (reading.product, observation)
        for reading in readings
        for observation in reading.numbers.get(name, ())
    ]
    near = [(p, o) for p, o in shown if share_words(o.context, model.context)]
    measures = [(p, o.pointer, measure_in(o, kind)) for p, o in near or shown]
    known = [(p, at, measure) for p, at, measure in measures if measure is not None]
    if not known or not all(known[0][2].is_close(measure, RESTATED) for _, _, measure in known):
        return ABSENT
    spots = tuple((product, pointer) for product, pointer, _ in known)
    target = _target(expected, model, kind)
    if target is None:
        return Sighting("there", spots)
    return Sighting("right" if known[0][2].is_close(target) else "wrong", spots)


def _target(expected: object, model: Observation, kind: Unit) -> float | None:
    """The expected number, said in the unit of the oracle's own cell, in base units of `kind`."""
    if not isinstance(expected, int | float):
        return None
    found = in_base_units(shown_value(expected), model.strong, model.weak, kind)
    return None if found is None else found.number


def _part(goal: Goal, model: ProductReading, readings: Sequence[ProductReading]) -> Sighting:
    sought = _part_sought(goal, model)
    if sought is None:
        return ABSENT
    found = _parts_called(sought, model, readings)
    expected, path = goal.expected.expected_value, goal.expected.path
    rest = path.removeprefix(sought.pointer) if path.startswith(sought.pointer) else ""
    by_product = {reading.product: reading for reading in readings}
    shown = [(part, by_product[part.product].value_at(part.pointer + rest)) for part in found]
    spots = tuple(
        (part.product, part.pointer + ("" if value is MISSING else rest)) for part, value in shown
    )
    if not spots or sought.group != "cell" or expected is None:
        return Sighting("there", spots) if spots else ABSENT
    right = all(has_value(value, expected) for _, value in shown)
    return Sighting("right" if right else "wrong", spots)


def _parts_called(
    sought: NamedPart, model: ProductReading, readings: Sequence[ProductReading]
) -> list[NamedPart]:
    """The parts with the name sought; if the model has several of that name, in a like place."""
    name = name_of(sought.name)
    exactly = [part for reading in readings for part in reading.parts.get((sought.group, name), ())]
    found = exactly or list(_parts_called_alike(sought, readings))
    if len(model.parts.get((sought.group, name), ())) > 1:
        return [part for part in found if share_words([part.within], [sought.within])]
    return found


def _moved_point(goal: Goal, model: ProductReading, readings: Sequence[ProductReading]) -> Sighting:
    """A point of a series that is to stand at another x; it is known by its y."""
    point = goal.expected.path.removesuffix("/x")
    series = model.part_at.get(point.rpartition("/points/")[0])
    height = model.value_at(f"{point}/y")
    by_product = {reading.product: reading for reading in readings}
    right: list[ProductPointer] = []
    wrong: list[ProductPointer] = []
    for part in _parts_called(series, model, readings) if series else ():
        line = by_product[part.product].value_at(part.pointer)
        for other in line.get("points", ()):
            if same_json(other["y"], height):
                meets = has_value(other["x"], goal.expected.expected_value)
                spot = part.product, part.pointer + join("points", other["id"])
                (right if meets else wrong).append(spot)
    if right:
        return Sighting("right", tuple(right))
    return Sighting("wrong", tuple(wrong)) if wrong else ABSENT


def _part_sought(goal: Goal, model: ProductReading) -> NamedPart | None:
    """The named part of the model that the goal's path is in, or that its column is."""
    path = goal.expected.path
    if goal.expected.mutation_type.endswith("column") and "/cells/" in path:
        rows, _, cell = path.rpartition("/cells/")
        path = f"{rows.rpartition('/rows/')[0]}/columns/{cell}"
    while path and path not in model.part_at:
        path = path.rpartition("/")[0]
    return model.part_at.get(path)


def _parts_called_alike(
    sought: NamedPart, readings: Sequence[ProductReading]
) -> Iterator[NamedPart]:
    """Parts whose name says what is sought and nothing that makes it another thing."""
    if sought.group not in ("line", "block"):
        return
    facets = _facets(" ".join(next(iter(sought.name))))
    for reading in readings:
        named = [parts for (group, _), parts in reading.parts.items() if group == sought.group]
        for parts in named if len(named) <= MOST_NAMES else ():
            bits, whole = facets.named_in(next(iter(parts[0].name)))
            if bits and whole:
                yield from parts


@lru_cache(maxsize=1024)
def _facets(name: str) -> Facets:
    return Facets([[name]])


def has_value(found: Any, expected: float | str | None) -> bool:
    """Whether a JSON value is the expected one: a number closely, a text in its words.

    Any value is, where None is expected.
    """
    if expected is None:
        return True
    if isinstance(found, dict):
        found = found.get("value", found.get("y"))
    if isinstance(expected, str):
        return isinstance(found, str) and words(found) == words(expected)
    if isinstance(found, bool) or found is None or isinstance(found, list | dict):
        return False
    shown = number_shown(found) if isinstance(found, str) else shown_value(found)
    return shown is not None and shown.measure.is_close(expected)
