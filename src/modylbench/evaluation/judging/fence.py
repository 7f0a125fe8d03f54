"""The fence around what the agent made, so that none of it can pass for a part of the prompt.

    <<<MATERIAL 5f0c9a1be2d4>>>
    5f0c9a1be2d4# said
    5f0c9a1be2d4| Revenue in year one is 57.5 million.
    5f0c9a1be2d4~ 1,200 characters were left out here
    <<<END OF MATERIAL 5f0c9a1be2d4>>>

Every line between the markers begins with the key: `|` before the agent's words, `#` and `~` before
ours. The key comes from a digest over the very text that it fences, and does not occur in it.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from modylbench.evaluation.judging.judge import Quotation

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

KEY_LENGTH = 12  # ours: 48 bits of a digest that no text of the agent's can know
HEAD_SHARE = 2 / 3  # ours: of a text that is cut, the part that is kept from its beginning
_LINE_BREAKS = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_UNSEEN_LETTERS = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
_ESCAPE = re.compile(r"⟦U(?:\+[0-9A-F]{0,6}⟧?)?")  # also one that was cut in copying
_HEADER, _WORDS, _NOTE = "# ", "| ", "~ "


@dataclass(frozen=True, slots=True)
class FenceKey:
    """What the lines of a fence begin with, and the whole digest for all else that is derived."""

    word: str
    digest: str

    def derive_number(self, purpose: str) -> int:
        """A number that follows from the same content, another one for each purpose."""
        return int(hashlib.sha256(f"{self.digest}/{purpose}".encode()).hexdigest()[:12], 16)


class FenceLine(NamedTuple):
    """A line inside a fence: its mark says whose it is."""

    mark: str
    text: str


def key_of(names: Sequence[str], items: Iterable[Quotation]) -> FenceKey:
    """The key for this content under these names: it occurs in no text that it fences."""
    texts = [(item.where, item.text) for item in items]
    attempt = 0
    while True:
        content = json.dumps([attempt, list(names), texts])
        digest = hashlib.sha256(content.encode()).hexdigest()
        word = digest[:KEY_LENGTH]
        if not any(word in visible_text(text) or word in where for where, text in texts):
            return FenceKey(word, digest)
        attempt += 1


def fence_quotations(
    items: Sequence[Quotation],
    key: str,
    *,
    name: str = "MATERIAL",
    budgets: Sequence[int] | None = None,
    planted: Sequence[tuple[str, int]] = (),
) -> str:
    """The items as data between two markers that hold the key.

    `budgets` bounds each item's length. `planted` are lines of ours among the agent's, each with a
    number that says where: the same one for the same content, and nobody else can tell it.
    """
    lines: list[FenceLine] = []
    for number, item in enumerate(items):
        budget = None if budgets is None else budgets[number]
        lines += [
            FenceLine(_HEADER, visible_line(item.where)),
            *_lines(visible_text(item.text), budget),
        ]
    if not lines:
        lines = [FenceLine(_HEADER, "nothing was said or shown")]
    for text, place in planted:
        lines.insert(1 + place % len(lines), FenceLine(_WORDS, text))
    inside = [f"{key}{line.mark}{line.text}" for line in lines]
    return "\n".join([f"<<<{name} {key}>>>", *inside, f"<<<END OF {name} {key}>>>"])


def read_fence(
    prompt: str, key: str, *, name: str = "MATERIAL"
) -> tuple[tuple[Quotation, ...], str]:
    """What stands in the fence, read by nothing but its marks, and the prompt around it."""
    before, _, rest = prompt.partition(f"<<<{name} {key}>>>\n")
    inside, _, after = rest.partition(f"<<<END OF {name} {key}>>>")
    items: list[tuple[str, list[str]]] = []
    for line in inside.split("\n")[:-1]:
        mark, text = line[len(key) :][:2], line[len(key) :][2:]
        if mark == _HEADER:
            items.append((text, []))
        elif mark == _WORDS:
            items[-1][1].append(text)
    return tuple(Quotation(where, "\n".join(lines)) for where, lines in items), before + after


def fenced_size(text: str) -> int:
    """How many characters a text takes in a fence, about: each of its lines has a prefix."""
    lines = visible_text(text)
    return len(lines) + lines.count("\n") * (KEY_LENGTH + len(_WORDS))


def _lines(text: str, budget: int | None) -> list[FenceLine]:
    if budget is None or fenced_size(text) <= budget:
        return [FenceLine(_WORDS, line) for line in text.split("\n")]
    kept = budget * len(text) // fenced_size(text)
    head = int(kept * HEAD_SHARE)
    tail = kept - head
    pieces = [FenceLine(_NOTE, f"{len(text) - kept:,} characters were left out here")]
    if head:
        pieces = [*_lines(text[:head], None), *pieces]
    return [*pieces, *_lines(text[-tail:], None)] if tail else pieces


def visible_line(text: str) -> str:
    """The text on one line, with what nobody sees written out."""
    return " ".join(visible_text(text).split())


def visible_text(text: str) -> str:
    r"""The text with one kind of line break, and with what nobody sees written out.

    >>> visible_text("Total\u200b 57.5\r\nnext")
    'Total⟦U+200B⟧ 57.5\nnext'
    """
    lines = _LINE_BREAKS.sub("\n", text)
    return lines if lines.isprintable() and lines.isascii() else "".join(map(_visible, lines))


def without_escapes(text: str) -> str:
    """A shown text without what `visible_text` wrote out."""
    return _ESCAPE.sub("", text)


@lru_cache(maxsize=4096)
def _visible(character: str) -> str:
    if character in "\t\n" or " " <= character <= "~":
        return character
    if unicodedata.category(character) in _UNSEEN or _UNSEEN_LETTERS.match(character):
        return f"⟦U+{ord(character):04X}⟧"
    return " " if unicodedata.category(character) == "Zs" else character
