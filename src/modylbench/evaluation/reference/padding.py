"""How much of a product's running text says nothing of the matter.

Right figures under pages of method and recitals are found by nobody. A sentence is padding that
has no figure and hardly a word of all that a perfect agent's products say or name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.language.content_words import content_words, sentences_and_lines, words_in
from modylbench.products.document import Document
from modylbench.products.reading.product_texts import product_texts
from modylbench.products.reading.set_aside import is_set_aside
from modylbench.products.spreadsheet import Spreadsheet

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.products.work_product import WorkProduct

HARDLY_ANY = 0.35  # ours: of a sentence's words; general English has some words of any matter
FEWEST = 200  # ours: words of padding; less may be a note on method, or introduce things
MOST_SENTENCES = 4_000  # ours: of one product


def matter_of(products: Iterable[WorkProduct]) -> frozenset[str]:
    """The stems of all that products say and name."""
    return frozenset(
        word
        for product in products
        for text in product_texts(product)
        for word in content_words(text.text)
    )


def padding_share(own: WorkProduct, matter: frozenset[str]) -> float:
    """The part of its words that is padding; 0 where that is little.

    Of tables and charts the labels count as well: their notes are not what they are made of. What
    a workbook keeps in sheets that are set aside is not counted.
    """
    aside = (
        [f"/sheets/{sheet.id}/" for sheet in own.sheets if is_set_aside(sheet.name, sheet.notes)]
        if isinstance(own, Spreadsheet)
        else []
    )
    every = idle = 0
    left = MOST_SENTENCES
    for text in product_texts(own):
        if any(text.pointer.startswith(part) for part in aside):
            continue
        if not text.is_prose:
            every += 0 if isinstance(own, Document) else len(words_in(text.text))
            continue
        for sentence in sentences_and_lines(text.text)[:left]:
            left -= 1
            count = len(words_in(sentence))
            every += count
            idle += count if _is_idle(sentence, matter) else 0
    return idle / every if idle >= FEWEST else 0.0


def _is_idle(sentence: str, matter: frozenset[str]) -> bool:
    if any(letter.isdigit() for letter in sentence):
        return False
    content = content_words(sentence)
    return sum(word in matter for word in content) < HARDLY_ANY * len(content)
