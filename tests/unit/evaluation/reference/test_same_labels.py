"""Numbers are compared wherever labels are the same, and left alone elsewhere."""

from hypothesis import given
from hypothesis import strategies as st

from modylbench.evaluation.reference.same_labels import LabelledNumbers, compare_labelled_numbers
from modylbench.products.reading.index import Index, index
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet

CELLS = {"North": (12.4, 310.0), "South": (9.1, 275.5), "East": (7.7, 118.0)}


def sheet(
    cells: dict[str, tuple[float, float]], columns: tuple[str, str] = ("Margin", "Pallets")
) -> Index:
    rows = tuple(
        Row(id=f"r{at}", label=name, cells={"a": Cell(value=first), "b": Cell(value=second)})
        for at, (name, (first, second)) in enumerate(cells.items())
    )
    heads = tuple(Column(id=key, label=label) for key, label in zip("ab", columns, strict=True))
    grid = Sheet(id="s", name="Depots", columns=heads, rows=rows)
    return index(Spreadsheet(id="plan", title="Plan", sheets=(grid,)))


PERFECT = sheet(CELLS)


def test_the_same_sheet_is_right_throughout_in_whatever_order() -> None:
    turned = sheet(dict(reversed(CELLS.items())))

    assert (
        compare_labelled_numbers(PERFECT, PERFECT)
        == compare_labelled_numbers(turned, PERFECT)
        == LabelledNumbers(6, 6)
    )


@given(wrong=st.sets(st.sampled_from(sorted(CELLS))))
def test_every_wrong_number_is_found(wrong: set[str]) -> None:
    own = {
        name: (first * (1.5 if name in wrong else 1), second)
        for name, (first, second) in CELLS.items()
    }

    assert compare_labelled_numbers(sheet(own), PERFECT) == LabelledNumbers(6, 6 - len(wrong))


def test_what_has_other_labels_is_left_out() -> None:
    assert (
        compare_labelled_numbers(sheet(CELLS, ("Yield", "Freight")), PERFECT) == LabelledNumbers()
    )
    own = {**CELLS, "West": (1.0, 2.0)}
    del own["East"]
    assert compare_labelled_numbers(sheet(own), PERFECT) == LabelledNumbers(4, 4)


def test_a_rounded_number_is_right_and_one_that_must_be_exact_is_not_when_it_is_off() -> None:
    rounded = sheet({name: (round(first), second) for name, (first, second) in CELLS.items()})
    off = sheet({name: (first, second * 1.004) for name, (first, second) in CELLS.items()})

    assert compare_labelled_numbers(rounded, PERFECT) == LabelledNumbers(6, 6)
    assert compare_labelled_numbers(off, PERFECT) == LabelledNumbers(6, 6)
    assert compare_labelled_numbers(off, PERFECT, exact=frozenset({310.0})) == LabelledNumbers(6, 5)


def test_places_that_were_looked_at_already_are_left_out() -> None:
    looked_at = {
        observation.pointer
        for observation in PERFECT.observations
        if observation.pointer.startswith("/sheets/s/rows/r0")
    }

    assert compare_labelled_numbers(PERFECT, PERFECT, besides=looked_at) == LabelledNumbers(4, 4)
