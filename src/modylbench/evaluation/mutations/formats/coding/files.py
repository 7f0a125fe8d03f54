"""Which file of the one snapshot is which file of the other?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

File = dict[str, Any]
PairOfFiles = tuple[File | None, File | None]


def paired(before: Iterable[File], after: Iterable[File]) -> list[PairOfFiles]:
    """Files of both snapshots side by side, None where there is no other.

    The same id is the same file; of the rest the same path is, and of the rest the same text: so
    an agent that makes up new ids, or moves a file, is seen to have done that and no more.
    """
    old, new = list(before), list(after)
    pairs: list[PairOfFiles] = []
    for key in ("id", "path", "content"):
        waiting: dict[str, list[File]] = {}
        for file in reversed(new):
            waiting.setdefault(file[key], []).append(file)
        waiting.pop("", None)  # all empty files have the same text
        unpaired = []
        for file in old:
            if waiting.get(file[key]):
                pairs.append((file, waiting[file[key]].pop()))
            else:
                unpaired.append(file)
        taken = {id(other) for _, other in pairs}
        old, new = unpaired, [file for file in new if id(file) not in taken]
    return [*pairs, *((file, None) for file in old), *((None, file) for file in new)]
