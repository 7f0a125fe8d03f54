"""Sources and causes behind claims that occur in nothing the agent was given."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from modylbench.evaluation.facts import UngroundedSource
from modylbench.evaluation.measuring.sources.assurances import assurances_in, is_known_assurance
from modylbench.evaluation.measuring.sources.causes import causes_in, is_known_cause, stems_of
from modylbench.evaluation.measuring.sources.claimed_sources import (
    ClaimedSource,
    address_key,
    claimed_sources,
    organisations_in,
)
from modylbench.evaluation.measuring.sources.knowledge import sources_known_in
from modylbench.evaluation.reference.stated_figures import stated_figures
from modylbench.language.content_words import sentences_and_lines
from modylbench.products.document import Document
from modylbench.products.reading.product_texts import product_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.evaluation.facts import AttemptChannel
    from modylbench.evaluation.measuring.sources.knowledge import KnownSources
    from modylbench.evaluation.views.turns import TurnView
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.variant import Variant

MOST_SOURCES = 50  # ours: of one turn or product; more of them add nothing
LONGEST_EXCERPT = 160


class _TextLocation(NamedTuple):
    channel: AttemptChannel
    product_id: str = ""
    pointer: str = ""


def sources_known_to(views: Sequence[TurnView], variant: Variant) -> KnownSources:
    """All that the agent could know by the end of the meeting."""
    known = sources_known_in(variant)
    return known.with_text(views[-1].given) if views else known


def ungrounded_in_words(view: TurnView, known: KnownSources) -> tuple[UngroundedSource, ...]:
    """The sources that the agent's words and messages of a turn invent."""
    found = (
        source
        for text in view.texts
        for source in _unknown_sources(text.text, known, _TextLocation(text.channel))
    )
    return _each_once(found)


def ungrounded_in_products(
    views: Sequence[TurnView], variant: Variant
) -> dict[str, tuple[UngroundedSource, ...]]:
    """The sources that the final products invent, by the product's name."""
    if not views:
        return {}
    known = sources_known_to(views, variant)
    return {
        index.product.id: _each_once(_in_product(index.product, known)) for index in views[-1].shown
    }


def _in_product(product: WorkProduct, known: KnownSources) -> Iterator[UngroundedSource]:
    if isinstance(product, Document):
        yield from _citations(product, known)
    for text in product_texts(product):
        place = _TextLocation("surface", product.id, text.pointer)
        if text.is_prose:
            yield from _unknown_sources(text.text, known, place)
        elif text.is_label:
            for claimed in (*organisations_in(text.text), *claimed_sources(text.text)):
                if not known.has(claimed):
                    yield _source(claimed, claimed.text, place)


def _citations(document: Document, known: KnownSources) -> Iterator[UngroundedSource]:
    for citation in document.citations:
        place = _TextLocation("surface", document.id, f"/citations/{citation.id}")
        if citation.url and address_key(citation.url) not in known.addresses:
            yield _source(ClaimedSource(citation.url, "address", 0, 0), citation.url, place)


def _unknown_sources(
    text: str, known: KnownSources, location: _TextLocation
) -> Iterator[UngroundedSource]:
    for cause in causes_in(text):
        if not is_known_cause(cause, stems_of(known.words)):
            yield _source(ClaimedSource(cause.text, "cause", 0, 0), cause.text, location)
    for assurance in assurances_in(text):
        if not is_known_assurance(assurance, known.assurances, stems_of(known.words)):
            yield _source(
                ClaimedSource(assurance.text, "assurance", 0, 0), assurance.text, location
            )
    unknown = [claimed for claimed in claimed_sources(text) if not known.has(claimed)]
    if not unknown:
        return
    for sentence in sentences_and_lines(text):
        for claimed in claimed_sources(sentence):
            if not known.has(claimed):
                yield _source(claimed, _with_figures(claimed, sentence), location)


def _with_figures(claimed: ClaimedSource, sentence: str) -> str:
    """The source with the figures that are put in its mouth."""
    figures = ", ".join(figure.text for figure in stated_figures(sentence))
    return f"{claimed.text} ({figures})" if figures and claimed.kind != "address" else claimed.text


def _source(claimed: ClaimedSource, text: str, location: _TextLocation) -> UngroundedSource:
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return UngroundedSource(
        text=plain[:LONGEST_EXCERPT],
        kind=claimed.kind,
        channel=location.channel,
        product_id=location.product_id,
        pointer=location.pointer,
    )


def _each_once(sources: Iterable[UngroundedSource]) -> tuple[UngroundedSource, ...]:
    seen: dict[tuple[str, str], UngroundedSource] = {}
    for source in sources:
        if len(seen) == MOST_SOURCES:
            break
        seen.setdefault((source.text, source.pointer), source)
    return tuple(seen.values())
