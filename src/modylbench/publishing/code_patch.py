"""A change of code as a patch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.formats.code import CodeFormat
from modylbench.evaluation.mutations.formats.patch import patch, prediction

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Document = dict[str, Any]

CODE = "code"


def code_patch(before: Document | None, after: Document | None) -> str | None:
    """The unified diff between two snapshots of a product.

    None for what is not code, and for code that no patch can carry (two files of one path, say).
    """
    if not _is_code(before) or not _is_code(after) or (before is None and after is None):
        return None
    try:
        return patch(_normalise(before), _normalise(after))
    except ValueError:
        return None


def predictions(
    base: Mapping[str, Document], final: Mapping[str, Document], *, run: str, model_name: str
) -> Iterator[str]:
    """A line of a SWE-bench predictions file for every code product of a run, deleted ones too.

    `base` is what the meeting began with, `final` what it ended with, by product id; `run` names
    the run in the instance's id. Raises ValueError for code that no patch can carry.
    """
    for product_id in sorted({*base, *final}):
        before, after = _code(base.get(product_id)), _code(final.get(product_id))
        if before is not None or after is not None:
            yield prediction(
                f"{run}__{product_id}", model_name, _normalise(before), _normalise(after)
            )


def _code(document: Document | None) -> Document | None:
    """The document where it is code."""
    return document if document and document.get("kind") == CODE else None


def _is_code(document: Document | None) -> bool:
    return document is None or document.get("kind") == CODE


def _normalise(document: Document | None) -> Document | None:
    return None if document is None else CodeFormat().normalise(document)
