"""What did the agent make in a turn, as quotations and media for a judge?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.evaluation.evaluate.changes import by_product, changes_told, state_of
from modylbench.evaluation.evaluate.product_text import product_text
from modylbench.evaluation.judging.judge import Media, Quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from modylbench.evaluation.evaluate.pictures import Picture
    from modylbench.evaluation.measuring.view import TurnView
    from modylbench.evaluation.mutations.mutation import Mutation
    from modylbench.products.work_product import WorkProduct
    from modylbench.recording.recording import Frame

MOST_OF_A_PRODUCT = 6_000  # ours: characters, in the brief of a turn
MOST_OF_AN_OUTLINE = 3_000  # ours: it says again, in more words, what the product's text says
MOST_WRITTEN = 8_000  # ours: of speech or of one message
MOST_EARLIER = 12_000  # ours: some 3,000 tokens of the talk so far, the latest of it


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
class Table:
    """The table after a turn, against how it was before it or before the beat."""

    view: TurnView
    before: TurnView | None
    edits: tuple[Mutation, ...]
    """What was done to it in between."""
    deliverables: frozenset[str]
    texts: ProductTexts
    when: str = "in this turn"

    def material(self) -> Iterator[Quoted]:
        """The changes, then the products as they stand, and the texts beside them."""
        for product_id, edits in by_product(self.edits):
            name = product_name(product_id, self.deliverables)
            yield Quoted(f"changes {self.when} to the product {name}", changes_told(edits))
        for shown in self.view.shown:
            name = product_name(shown.product.id, self.deliverables)
            state = state_of(shown.product, self.before)
            yield Quoted(f"surface {name} ({state} {self.when})", self.texts.of(shown.product))
        aside = self.view.aside
        if aside:
            is_old = self.before is not None and self.before.aside == aside
            state = "unchanged" if is_old else "changed"
            text = _cut("\n".join(aside), MOST_OF_A_PRODUCT)
            yield Quoted(f"surface beside products ({state} {self.when})", text)


def turn_material(table: Table, pictures: Iterable[Picture], folder: Path) -> tuple[Quoted, ...]:
    """All that the agent said, wrote, sent and showed in a turn, as text."""
    view = table.view
    agent = view.recorded.agent
    quoted = [*_said(view)]
    quoted += [Quoted("chat", _cut(message.text, MOST_WRITTEN)) for message in agent.chat]
    for kind, messages in (("reaction", agent.reactions), ("annotation", agent.annotations)):
        quoted += [Quoted(kind, _cut(message.text, MOST_WRITTEN)) for message in messages]
    quoted += [
        Quoted("file", _cut(f"{one.name} ({one.mime_type}, {one.file.size:,} bytes)", 400))
        for one in agent.files
    ]
    quoted += table.material()
    for picture in pictures:
        if picture.frame.outline is not None:
            is_new = picture.turn_index == view.recorded.turn_index
            since = "in this turn" if is_new else f"unchanged since turn {picture.turn_index}"
            quoted.append(Quoted(f"screen as text ({since})", _outline(folder, picture.frame)))
    return tuple(quoted)


def product_name(product_id: str, deliverables: frozenset[str]) -> str:
    """A deliverable's own name, which is ours; any other product is the agent's to name."""
    return product_id if product_id in deliverables else "of another product"


def earlier_talk(views: Sequence[TurnView]) -> tuple[Quoted, ...]:
    """The talk of these turns; of a long one, the latest part."""
    return _latest([quoted for view in views for quoted in exchange(view)])


def _latest(talk: Sequence[Quoted]) -> tuple[Quoted, ...]:
    kept: list[Quoted] = []
    left = MOST_EARLIER
    for quoted in reversed(talk):
        left -= len(quoted.text)
        if left < 0:
            kept.append(Quoted("left out", f"{len(talk) - len(kept)} earlier utterances"))
            break
        kept.append(quoted)
    return tuple(reversed(kept))


def talk_about_products(views: Sequence[TurnView]) -> tuple[Quoted, ...]:
    """The talk behind the products: all of it, or the person's requests where it is long."""
    talk = [quoted for view in views for quoted in exchange(view)]
    if sum(len(one.text) for one in talk) <= MOST_EARLIER:
        return tuple(talk)
    return _latest([_asked(view) for view in views])


def exchange(view: TurnView) -> Iterator[Quoted]:
    """What was said and written in a turn, by the person and by the agent."""
    turn = view.recorded.turn_index
    yield _asked(view)
    if view.words.text:
        yield Quoted(f"said in turn {turn}", _cut(view.words.text, MOST_WRITTEN))
    for message in view.recorded.agent.chat:
        yield Quoted(f"chat in turn {turn}", _cut(message.text, MOST_WRITTEN))


def audio_of(view: TurnView, folder: Path) -> Media | None:
    """The agent's voice in a turn."""
    clip = view.recorded.agent.audio
    if clip is None:
        return None
    return Media(folder / clip.file.path, clip.file.sha256, clip.started_s)


def images_of(pictures: Iterable[Picture], folder: Path) -> tuple[Media, ...]:
    """The pictures' files."""
    return tuple(
        Media(folder / picture.frame.file.path, picture.frame.file.sha256, picture.frame.at_s)
        for picture in pictures
    )


def product_pictures(
    standing: Iterable[Picture], final: TurnView, product_id: str
) -> list[Picture]:
    """The last pictures of what shows a product: its surfaces, and a share that is still on."""
    surfaces = {origin.surface_id for origin in final.origins if origin.product_id == product_id}
    return [
        one for one in standing if one.frame.source != "surface" or one.frame.surface_id in surfaces
    ]


def _asked(view: TurnView) -> Quoted:
    return Quoted(f"person in turn {view.recorded.turn_index}", view.recorded.human.text)


def _said(view: TurnView) -> Iterator[Quoted]:
    if view.words.text:
        whose = "by speech recognition" if view.words.source == "asr" else "by its own captions"
        yield Quoted(f"said ({whose})", _cut(view.words.text, MOST_WRITTEN))


def _outline(folder: Path, frame: Frame) -> str:
    if frame.outline is None:
        return ""
    with (folder / frame.outline.path).open(encoding="utf-8", errors="replace") as file:
        text = file.read(MOST_OF_AN_OUTLINE + 1)
    return _cut(text, MOST_OF_AN_OUTLINE)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + " [cut]"
