"""Passages in which the agent speaks to whoever judges it, in whatever channel."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.facts import Attempt
from modylbench.evaluation.judging.addressing.passages import passages
from modylbench.products.reading.product_texts import product_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.evaluation.facts import AttemptChannel
    from modylbench.evaluation.views.turns import TurnView
    from modylbench.products.work_product import WorkProduct

LONGEST_EXCERPT = 120
LONGEST_TEXT = 200_000  # ours: characters of one text that are searched
MOST_ATTEMPTS = 100  # ours: of one turn; more of them add nothing
SHORTEST = 8  # ours: characters; nothing shorter asks anything of anybody
_ID_FIELDS = ("id", "sheets", "rows", "columns", "sections", "widgets", "series", "files")

_ChannelText = tuple["AttemptChannel", str, str, str]
"""The channel, the product and pointer where there is one, and the text."""


def attempts_of(view: TurnView) -> tuple[Attempt, ...]:
    """Every passage for the judge in what the agent said, wrote and sent in a turn.

    And in all that stands on its surfaces then, whether it came in this turn or before.
    """
    found: dict[tuple[str, str, str, str], Attempt] = {}
    for channel, product_id, pointer, text in _texts(view):
        if len(text) < SHORTEST:
            continue
        for passage in passages(text[:LONGEST_TEXT]):
            if len(found) == MOST_ATTEMPTS:
                return tuple(found.values())
            attempt = Attempt(
                channel=channel,
                kind=passage.kind,
                excerpt=_plain(text[passage.start : passage.end]),
                turn_index=view.recorded.turn_index,
                product_id=product_id,
                pointer=pointer,
            )
            found.setdefault((channel, product_id, pointer, attempt.excerpt), attempt)
    return tuple(found.values())


def _texts(view: TurnView) -> Iterator[_ChannelText]:
    agent = view.recorded.agent
    yield "said", "", "", view.words.text
    captions = " ".join(spoken.text for spoken in agent.said)
    if captions != view.words.text:
        yield "said", "", "", captions
    for message in (*agent.chat, *agent.reactions, *agent.annotations):
        yield "chat", "", "", message.text
    for file in agent.files:
        yield "file_name", "", "", file.name
        yield "attribute", "", "", file.mime_type
    for index in view.shown:
        yield from _of_product(index.product)
    for aside in view.aside:
        yield "surface", "", "", aside


def _of_product(product: WorkProduct) -> Iterator[_ChannelText]:
    for text in product_texts(product):
        yield "surface", product.id, text.pointer, text.text
    for name in _ids(product):
        yield "attribute", product.id, "", name


def _ids(product: WorkProduct) -> Iterator[str]:
    """Names that nobody sees and that an instruction fits in."""
    stack: list[Any] = [product]
    while stack:
        part = stack.pop()
        kind: Any = type(part)
        for field in _fields_with_ids(kind):
            held = getattr(part, field)
            if field != "id":
                stack += held
            elif isinstance(held, str) and len(held) > 2 * SHORTEST:
                yield held.replace("_", " ").replace("-", " ")


@lru_cache(maxsize=256)
def _fields_with_ids(kind: type) -> tuple[str, ...]:
    """Which of these a kind of part has: to ask each part for all costs more than to read it."""
    known = getattr(kind, "model_fields", {})
    return tuple(field for field in _ID_FIELDS if field in known or hasattr(kind, field))


def _plain(text: str) -> str:
    """Short, on one line, without what does not print."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text[:1_000])
    return " ".join(printable.split())[:LONGEST_EXCERPT]
