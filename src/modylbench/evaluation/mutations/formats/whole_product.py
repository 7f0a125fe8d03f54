"""A product made out of nothing, or taken away: the same in every format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.mutations.edit import Edit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.mutations.formats.format import Document

TYPES = frozenset({"create", "delete"})


def made_or_gone(before: Document | None, after: Document | None) -> tuple[Edit, ...]:
    """The one edit where there is a product on one side only, none where there is none at all."""
    if before is None and after is None:
        return ()
    if before is None:
        return (Edit("create", "", new=after),)
    return (Edit("delete", "", old=before),)


def is_whole(before: Document | None, edits: Sequence[Edit]) -> bool:
    """Whether the edits are about the whole product; ValueError where they do not fit."""
    whole = any(edit.type in TYPES for edit in edits)
    if not whole and before is None and edits:
        message = "found edits of a product that is not there"
        raise ValueError(message)
    if whole and (
        len(edits) != 1 or edits[0].old != before or (before is None) is (edits[0].new is None)
    ):
        message = "found a whole product made or taken away where that does not fit"
        raise ValueError(message)
    return whole
