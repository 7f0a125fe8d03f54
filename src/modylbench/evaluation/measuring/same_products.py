"""Are these the very products that lay there before?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.products.reading.index import Index


def are_same(shown: Sequence[Index], before: Sequence[Index]) -> bool:
    """Whether both are the same objects in the same order: then nothing has changed."""
    return len(shown) == len(before) and all(
        one is other for one, other in zip(shown, before, strict=True)
    )
