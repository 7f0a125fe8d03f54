"""The smallest parts of a work product, with the bounds that hostile input must keep."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, Field, StringConstraints

from modylbench.foundation.errors import short_repr
from modylbench.foundation.record import Identifier, Spec

if TYPE_CHECKING:
    from collections.abc import Iterable

LARGEST_NUMBER = 1e18  # ours: far above any figure of a meeting, far below float overflow

Number = (
    Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
    | Annotated[float, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER, allow_inf_nan=False)]
)


def visible(text: str) -> str:
    r"""The text without characters that nobody sees (zero-width spaces, soft hyphens, marks).

    >>> visible("Enterprise v\u200balue")
    'Enterprise value'
    """
    if text.isascii():
        return text
    return "".join(c for c in text if unicodedata.category(c) != "Cf")


Label = Annotated[str, StringConstraints(max_length=2_000), AfterValidator(visible)]
Prose = Annotated[str, StringConstraints(max_length=200_000), AfterValidator(visible)]
Scalar = bool | Number | Prose | None


class IdentifiedPart(Spec):
    """A part with an id that stays the same when the part moves or changes."""

    id: Identifier


def refuse_repeated_ids(parts: Iterable[IdentifiedPart], what: str) -> None:
    """Raise ValueError where two parts of one list share an id."""
    seen: set[str] = set()
    for part in parts:
        if part.id in seen:
            message = f"found the {what} id {short_repr(part.id)} twice, expected ids to be unique"
            raise ValueError(message)
        seen.add(part.id)
