"""What was made, changed and handed over in a turn, as quotations and media for a judge."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from modylbench.evaluation.evaluate.product_text import product_text
from modylbench.evaluation.judging.judge import MediaFile, Quotation
from modylbench.foundation.errors import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from modylbench.evaluation.evaluate.pictures import Picture
    from modylbench.evaluation.mutations.mutation import Mutation
    from modylbench.evaluation.views.turns import TurnView
    from modylbench.products.work_product import WorkProduct
    from modylbench.recording.events import Frame

MOST_OF_A_PRODUCT = 6_000  # ours: characters, in the brief of a turn
MOST_OF_AN_OUTLINE = 3_000  # ours: it says again, in more words, what the product's text says
MOST_WRITTEN = 8_000  # ours: of speech or of one message
MOST_EARLIER = 12_000  # ours: some 3,000 tokens of the talk so far, the latest of it
MOST_CHANGES = 40  # ours: of one product in one turn; a recalculated model has some sixty
MOST_OF_A_VALUE = 240  # ours: enough for a cell or the beginning of a paragraph
AROUND = 40  # ours: characters before the first difference of two long texts
ProductState = Literal["made", "changed", "unchanged"]
MOST_OF_A_FILE = 5_500  # ours: characters, with its heading less than a prompt's room for one text
MOST_OF_ALL = 16_000  # ours: some 4,000 tokens of files in one request; the latest come first


class ProductTexts:
    """Products as text; those that stay on the table for many turns are written once."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[WorkProduct, str]] = {}

    def of(self, product: WorkProduct) -> str:
        """The product as text, short enough for the brief of a turn."""
        if id(product) not in self._made:  # kept with its product, so that the id stays taken
            self._made[id(product)] = product, product_text(product, MOST_OF_A_PRODUCT)
        return self._made[id(product)][1]


@dataclass(frozen=True, slots=True)
class TableMaterial:
    """The table after a turn, against how it was before it or before the beat."""

    view: TurnView
    before: TurnView | None
    edits: tuple[Mutation, ...]
    """What was done to it in between."""
    deliverables: frozenset[str]
    texts: ProductTexts
    when: str = "in this turn"

    def material(self) -> Iterator[Quotation]:
        """The changes, then the products as they stand, and the texts beside them."""
        for product_id, edits in by_product(self.edits):
            name = product_name(product_id, self.deliverables)
            yield Quotation(f"changes {self.when} to the product {name}", describe_changes(edits))
        for shown in self.view.shown:
            name = product_name(shown.product.id, self.deliverables)
            state = state_of(shown.product, self.before)
            yield Quotation(f"surface {name} ({state} {self.when})", self.texts.of(shown.product))
        aside = self.view.aside
        if aside:
            is_old = self.before is not None and self.before.aside == aside
            state = "unchanged" if is_old else "changed"
            text = _cut("\n".join(aside), MOST_OF_A_PRODUCT)
            yield Quotation(f"surface beside products ({state} {self.when})", text)


def turn_material(
    table: TableMaterial, pictures: Iterable[Picture], folder: Path
) -> tuple[Quotation, ...]:
    """All that the agent said, wrote, sent and showed in a turn, as text."""
    view = table.view
    agent = view.recorded.agent
    quoted = [*_quote_agent(view)]
    quoted += [Quotation("chat", _cut(message.text, MOST_WRITTEN)) for message in agent.chat]
    quoted += [Quotation("reaction", reaction.text) for reaction in agent.reactions]
    quoted += [
        Quotation("annotation", _cut(annotation.text, MOST_WRITTEN))
        for annotation in agent.annotations
    ]
    quoted += [
        Quotation("file", _cut(f"{file.name} ({file.mime_type}, {file.file.size:,} bytes)", 400))
        for file in agent.files
    ]
    quoted += table.material()
    for picture in pictures:
        if picture.frame.outline is not None:
            is_new = picture.turn_index == view.recorded.turn_index
            since = "in this turn" if is_new else f"unchanged since turn {picture.turn_index}"
            quoted.append(Quotation(f"screen as text ({since})", _outline(folder, picture.frame)))
    return tuple(quoted)


def product_name(product_id: str, deliverables: frozenset[str]) -> str:
    """A deliverable's own name, which is ours; any other product is the agent's to name."""
    return product_id if product_id in deliverables else "of another product"


def earlier_talk(views: Sequence[TurnView]) -> tuple[Quotation, ...]:
    """The talk of these turns; of a long one, the latest part."""
    return _latest([quoted for view in views for quoted in exchange(view)])


def _latest(talk: Sequence[Quotation]) -> tuple[Quotation, ...]:
    kept: list[Quotation] = []
    left = MOST_EARLIER
    for quoted in reversed(talk):
        left -= len(quoted.text)
        if left < 0:
            kept.append(Quotation("left out", f"{len(talk) - len(kept)} earlier utterances"))
            break
        kept.append(quoted)
    return tuple(reversed(kept))


def talk_about_products(views: Sequence[TurnView]) -> tuple[Quotation, ...]:
    """The talk behind the products: all of it, or the person's requests where it is long."""
    talk = [quoted for view in views for quoted in exchange(view)]
    if sum(len(quotation.text) for quotation in talk) <= MOST_EARLIER:
        return tuple(talk)
    return _latest([_quote_person(view) for view in views])


def exchange(view: TurnView) -> Iterator[Quotation]:
    """What was said and written in a turn, by the person and by the agent."""
    turn = view.recorded.turn_index
    yield _quote_person(view)
    if view.words.text:
        yield Quotation(f"said in turn {turn}", _cut(view.words.text, MOST_WRITTEN))
    for message in view.recorded.agent.chat:
        yield Quotation(f"chat in turn {turn}", _cut(message.text, MOST_WRITTEN))


def audio_of(view: TurnView, folder: Path) -> MediaFile | None:
    """The agent's voice in a turn."""
    clip = view.recorded.agent.audio
    if clip is None:
        return None
    return MediaFile(folder / clip.file.path, clip.file.sha256, clip.started_s)


def images_of(pictures: Iterable[Picture], folder: Path) -> tuple[MediaFile, ...]:
    """The pictures' files."""
    return tuple(
        MediaFile(folder / picture.frame.file.path, picture.frame.file.sha256, picture.frame.at_s)
        for picture in pictures
    )


def product_pictures(
    standing: Iterable[Picture], final: TurnView, product_id: str
) -> list[Picture]:
    """The last pictures of what shows a product: its surfaces, and a share that is still on."""
    surfaces = {origin.surface_id for origin in final.origins if origin.product_id == product_id}
    return [
        picture
        for picture in standing
        if picture.frame.source != "surface" or picture.frame.surface_id in surfaces
    ]


def _quote_person(view: TurnView) -> Quotation:
    return Quotation(f"person in turn {view.recorded.turn_index}", view.recorded.human.text)


def _quote_agent(view: TurnView) -> Iterator[Quotation]:
    if view.words.text:
        whose = "by speech recognition" if view.words.source == "asr" else "by its own captions"
        yield Quotation(f"said ({whose})", _cut(view.words.text, MOST_WRITTEN))


def _outline(folder: Path, frame: Frame) -> str:
    if frame.outline is None:
        return ""
    with (folder / frame.outline.path).open(encoding="utf-8", errors="replace") as file:
        text = file.read(MOST_OF_AN_OUTLINE + 1)
    return _cut(text, MOST_OF_AN_OUTLINE)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + " [cut]"


def state_of(product: WorkProduct, before: TurnView | None) -> ProductState:
    """Whether a product is this turn's work."""
    stood = [index.product for index in before.shown] if before is not None else []
    earlier = next(
        (earlier_product for earlier_product in stood if earlier_product.id == product.id), None
    )
    if earlier is None:
        return "made"
    is_same = earlier is product or earlier == product
    return "unchanged" if is_same else "changed"


def describe_changes(mutations: Sequence[Mutation]) -> str:
    """The edits of one product in a turn, a line each: where, what stood there, what does now."""
    lines = [_describe_change(mutation) for mutation in mutations[:MOST_CHANGES]]
    if len(mutations) > MOST_CHANGES:
        lines.append(f"[{len(mutations) - MOST_CHANGES} more changes are left out]")
    return "\n".join(lines)


def _describe_change(mutation: Mutation) -> str:
    place = f"{mutation.mutation_type} {one_line(mutation.locator)}".strip()
    if not mutation.locator and mutation.old is None:
        return f"{place}: the whole product is new"
    if not mutation.locator and mutation.new is None:
        return f"{place}: the whole product is gone"
    old, new = _value(mutation.old), _value(mutation.new)
    start = _first_difference(old, new)
    return f"{place}: {_cut_from(old, start)} -> {_cut_from(new, start)}"


def _value(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        value = {key: part for key, part in value.items() if part not in (None, "", [], {})}
    return one_line(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _first_difference(old: str, new: str) -> int:
    """Where to begin to quote two texts: a little before they part, if they are long."""
    if max(len(old), len(new)) <= MOST_OF_A_VALUE:
        return 0
    pairs = enumerate(zip(old, new, strict=False))
    same = next((at for at, (first, other) in pairs if first != other), min(len(old), len(new)))
    return max(0, same - AROUND)


def _cut_from(text: str, start: int) -> str:
    part = text[start : start + MOST_OF_A_VALUE]
    before = "…" if start else ""
    after = "…" if start + MOST_OF_A_VALUE < len(text) else ""
    return f"{before}{part}{after}"


def by_product(mutations: Sequence[Mutation]) -> Iterator[tuple[str, list[Mutation]]]:
    """The edits of each product that has some, by its id."""
    for product_id in sorted({mutation.product_id for mutation in mutations}):
        yield product_id, [mutation for mutation in mutations if mutation.product_id == product_id]


def handed_over(views: Sequence[TurnView]) -> tuple[str, ...]:
    """The files of these turns, the latest first, each as a heading and its lines."""
    left = MOST_OF_ALL
    lines: list[str] = []
    for turn_index, name, content in _files(views):
        text = _first_lines(content, min(MOST_OF_A_FILE, left))
        left -= len(text)
        total = len(content.splitlines())
        shown = len(text.splitlines())
        how_much = "" if text == content.rstrip() else f" (first {shown} of {total} lines)"
        lines.append(f"The person handed over {name} in turn {turn_index}{how_much}:\n{text}")
    return tuple(lines)


def _files(views: Sequence[TurnView]) -> Iterator[tuple[int, str, str]]:
    for view in reversed(views):
        for file in view.asked.attachments:
            yield view.recorded.turn_index, file.name, file.content


def _first_lines(content: str, most: int) -> str:
    """Whole lines, as many as fit; of a line that is longer than that, its beginning."""
    content = content.rstrip()
    if len(content) <= most:
        return content
    cut = content[: most + 1].rpartition("\n")[0]
    return cut or content[:most]
