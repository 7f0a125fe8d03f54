"""A place that was written down reads back as the same place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.evaluation.mutations.edit import (
    EditPlace,
    ElementId,
    FilePath,
    LineRange,
    LocatorKind,
    Pointer,
    parse_locator,
    write_locator,
)

names = st.text(min_size=1, max_size=12)
KINDS: dict[type[EditPlace], LocatorKind] = {
    LineRange: "line_range",
    Pointer: "pointer",
    ElementId: "element_id",
    FilePath: "file_path",
}
places: st.SearchStrategy[EditPlace] = st.one_of(
    st.builds(
        lambda path, first, count: LineRange(path, first, first + count - 1),
        names | st.just("odd:L1-L2"),
        st.integers(1, 10**6),
        st.integers(0, 10**6),
    ),
    st.builds(Pointer, st.lists(st.text(max_size=8), max_size=4).map(tuple)),
    st.builds(ElementId, names),
    st.builds(FilePath, names),
)


@given(place=places)
def test_every_place_reads_back(place: EditPlace) -> None:
    assert parse_locator(write_locator(place), KINDS[type(place)]) == place


def test_the_lines_of_the_paper_are_read() -> None:
    assert parse_locator("src/app.py:L10-L15", "line_range") == LineRange("src/app.py", 10, 15)


@pytest.mark.parametrize(
    ("locator", "kind"),
    [
        ("src/app.py", "line_range"),
        ("src/app.py:L10", "line_range"),
        ("src/app.py:L0-L1", "line_range"),
        ("src/app.py:L9-L7", "line_range"),
        (":L1-L2", "line_range"),
        ("src/app.py:L1-L" + "9" * 20, "line_range"),
        ("src/app.py:L\u0661-L\u0662", "line_range"),
        ("no/slash", "pointer"),
        ("", "element_id"),
        ("", "file_path"),
    ],
)
def test_what_names_no_place_is_refused(locator: str, kind: LocatorKind) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        parse_locator(locator, kind)
