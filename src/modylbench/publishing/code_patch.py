"""Unified diffs of code products, for `git apply` and as lines of SWE-bench predictions."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from modylbench.evaluation.mutations.formats.code import CodeFormat, pair_files
from modylbench.evaluation.mutations.formats.line_diff import CONTEXT, Effort, compare_lines
from modylbench.foundation.errors import short_repr

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.evaluation.mutations.formats.code import File, PairOfFiles
    from modylbench.evaluation.mutations.formats.format import ProductJson
    from modylbench.evaluation.mutations.formats.line_diff import Hunk, LineComparison


CODE = "code"
MODE = "100644"  # files of a work product have no mode of their own
_PLAIN = re.compile(r"[A-Za-z0-9_./+,=@~-]+")
_REFUSED = re.compile(r"(?:^|/)\.git(?:/|$)", re.IGNORECASE)


def code_patch(before: ProductJson | None, after: ProductJson | None) -> str | None:
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
    base: Mapping[str, ProductJson], final: Mapping[str, ProductJson], *, run: str, model_name: str
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


def _code(document: ProductJson | None) -> ProductJson | None:
    """The document where it is code."""
    return document if document and document.get("kind") == CODE else None


def _is_code(document: ProductJson | None) -> bool:
    return document is None or document.get("kind") == CODE


def _normalise(document: ProductJson | None) -> ProductJson | None:
    return None if document is None else CodeFormat().normalise(document)


def patch(before: ProductJson | None, after: ProductJson | None) -> str:
    """The unified patch between two normalised snapshots of code, "" where nothing changed.

    Raises ValueError for a path inside `.git`, which no patch may touch.
    """
    effort = Effort()
    old, new = (list(side["files"]) if side else [] for side in (before, after))
    return "".join(
        part
        for pair in sorted(_pairs(old, new), key=_place)
        if _path_of(pair[0]) != _path_of(pair[1]) or _text_of(pair[0]) != _text_of(pair[1])
        for part in _file_patch(pair, effort)
    )


def prediction(
    instance_id: str, model_name: str, before: ProductJson | None, after: ProductJson | None
) -> str:
    """One line of a SWE-bench predictions file."""
    row = {
        "instance_id": instance_id,
        "model_name_or_path": model_name,
        "model_patch": patch(before, after),
    }
    return json.dumps(row, ensure_ascii=False) + "\n"


def _pairs(old: list[File], new: list[File]) -> list[PairOfFiles]:
    """The files side by side; a rename to a path that was taken is none.

    Git reads patches one by one, and would look for the old text in the file that came there.
    """
    old_paths = {_path_of(file) for file in old}
    renamed = [
        (before, after)
        for before, after in pair_files(old, new)
        if before and after and after["path"] not in old_paths
    ]
    taken = {id(file) for pair in renamed for file in pair}
    olds = {_path_of(file): file for file in old if id(file) not in taken}
    news = {_path_of(file): file for file in new if id(file) not in taken}
    return [*renamed, *((olds.get(path), news.get(path)) for path in sorted({*olds, *news}))]


def _place(pair: PairOfFiles) -> tuple[str, str]:
    return _path_of(pair[0]) or _path_of(pair[1]), _path_of(pair[1])


def _path_of(file: File | None) -> str:
    return str(file["path"]) if file else ""


def _text_of(file: File | None) -> str:
    return str(file["content"]) if file else ""


def _file_patch(pair: PairOfFiles, effort: Effort) -> Iterator[str]:
    old_path, new_path = _path_of(pair[0]) or _path_of(pair[1]), _path_of(pair[1])
    new_path = new_path or old_path
    for path in (old_path, new_path):
        if _REFUSED.search(path):
            message = f"found the path {short_repr(path)}, which no patch may touch"
            raise ValueError(message)
    yield f"diff --git {_name('a/' + old_path)} {_name('b/' + new_path)}\n"
    if pair[0] is None:
        yield f"new file mode {MODE}\n"
    elif pair[1] is None:
        yield f"deleted file mode {MODE}\n"
    elif old_path != new_path:
        yield f"rename from {_name(old_path)}\nrename to {_name(new_path)}\n"
    found = compare_lines(_text_of(pair[0]), _text_of(pair[1]), effort)
    if found.hunks:
        yield f"--- {_name('a/' + old_path) if pair[0] else '/dev/null'}\n"
        yield f"+++ {_name('b/' + new_path) if pair[1] else '/dev/null'}\n"
    for hunk in found.hunks:
        yield from _hunk(found, hunk)


def _name(path: str) -> str:
    """The path, quoted as git does where it is more than plain letters."""
    if _PLAIN.fullmatch(path):
        return path
    return '"' + "".join(_escape_byte(byte) for byte in path.encode()) + '"'


def _escape_byte(byte: int) -> str:
    if byte in b'"\\':
        return "\\" + chr(byte)
    return chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}"


def _hunk(found: LineComparison, hunk: Hunk) -> Iterator[str]:
    lead = min(CONTEXT, hunk.old_from)
    trail = min(CONTEXT, len(found.old) - hunk.old_to)
    old_from, new_from = hunk.old_from - lead, hunk.new_from - lead
    old_count = hunk.old_to + trail - old_from
    new_count = hunk.new_to + trail - new_from
    yield f"@@ -{_span(old_from, old_count)} +{_span(new_from, new_count)} @@\n"
    yield from (_line(" ", line) for line in found.old[old_from : hunk.old_from])
    yield from (_line("-", line) for line in found.old[hunk.old_from : hunk.old_to])
    yield from (_line("+", line) for line in found.new[hunk.new_from : hunk.new_to])
    yield from (_line(" ", line) for line in found.old[hunk.old_to : hunk.old_to + trail])


def _span(start: int, count: int) -> str:
    """Where the lines are, counted from 1; of none, the line that they follow."""
    return f"{start + 1 if count else start},{count}"


def _line(sign: str, line: str) -> str:
    whole = f"{sign}{line}"
    return whole if line.endswith("\n") else f"{whole}\n\\ No newline at end of file\n"
