"""Long texts are cut between characters."""

from hypothesis import given
from hypothesis import strategies as st

from modylbench.meeting.rooms.in_process.connection import CHUNK_BYTES, pieces

LETTERS = st.characters(exclude_categories=["Cs"])


@given(st.text(LETTERS, min_size=1, max_size=40), st.integers(1, 3000))
def test_the_pieces_are_the_text_and_none_is_too_large(part: str, times: int) -> None:
    cut = list(pieces(part * times))

    assert "".join(cut) == part * times
    assert all(0 < len(piece.encode()) <= CHUNK_BYTES for piece in cut)
    assert len(cut) <= len((part * times).encode()) // (CHUNK_BYTES - 3) + 1
