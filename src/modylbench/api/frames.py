"""Rows as frames of pandas, or of polars where that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, get_args

from modylbench.foundation.errors import UserMistake, short_repr
from modylbench.foundation.extras import is_installed, require

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FrameLibrary = Literal["pandas", "polars"]


def check_library(library: str) -> None:
    """Raise UserMistake where that is no library of frames, or it is not installed."""
    if library not in get_args(FrameLibrary):
        message = f"found frames={short_repr(library)}, expected 'pandas' or 'polars'"
        raise UserMistake(message)
    if library == "pandas":
        require("frames")
    elif not is_installed("polars"):
        message = "found frames='polars', which is not installed: pip install polars"
        raise UserMistake(message)


def frame_of(
    rows: Iterable[Mapping[str, object]], columns: Iterable[str], library: FrameLibrary
) -> Any:
    """A frame of the rows; what a row says nothing of is null, without rows it has `columns`."""
    listed = list(rows)
    names = list(dict.fromkeys(name for row in listed for name in row)) or list(columns)
    by_column = {name: [row.get(name) for row in listed] for name in names}
    if library == "polars":
        import polars

        return polars.DataFrame(by_column, strict=False)
    import pandas

    return pandas.DataFrame(by_column, columns=names)
