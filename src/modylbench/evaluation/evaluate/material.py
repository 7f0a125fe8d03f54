"""What did the agent make in a turn, as quotations and media for a judge?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.evaluate.product_text import product_text
from modylbench.evaluation.judging.judge import Media, Quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from modylbench.evaluation.measuring.view import TurnView
    from modylbench.products.work_product import WorkProduct
    from modylbench.recording.recording import Frame

MOST_IMAGES = 8  # SPEC 9: keyframes a turn
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


def turn_material(
    view: TurnView, folder: Path, deliverables: frozenset[str], *, texts: ProductTexts
) -> tuple[Quoted, ...]:
    """All that the agent said, wrote, sent and showed in a turn, as text."""
    agent = view.recorded.agent
    quoted = [*_said(view)]
    quoted += [Quoted("chat", _cut(message.text, MOST_WRITTEN)) for message in agent.chat]
    for kind, messages in (("reaction", agent.reactions), ("annotation", agent.annotations)):
        quoted += [Quoted(kind, _cut(message.text, MOST_WRITTEN)) for message in messages]
    quoted += [
        Quoted("file", _cut(f"{one.name} ({one.mime_type}, {one.file.size:,} bytes)", 400))
        for one in agent.files
    ]
    quoted += table_material(view, deliverables, texts)
    quoted += [
        Quoted("screen as text", _outline(folder, frame))
        for frame in agent.frames[:MOST_IMAGES]
        if frame.outline is not None
    ]
    return tuple(quoted)


def table_material(
    view: TurnView, deliverables: frozenset[str], texts: ProductTexts
) -> Iterator[Quoted]:
    """The products on the table after a turn, and the texts beside them."""
    for shown in view.shown:
        name = product_name(shown.product.id, deliverables)
        yield Quoted(f"surface {name}", texts.of(shown.product))
    if view.aside:
        yield Quoted("surface beside products", _cut("\n".join(view.aside), MOST_OF_A_PRODUCT))


def product_name(product_id: str, deliverables: frozenset[str]) -> str:
    """A deliverable's own name, which is ours; any other product is the agent's to name."""
    return product_id if product_id in deliverables else "of another product"


def earlier_talk(views: Sequence[TurnView]) -> tuple[Quoted, ...]:
    """The talk of these turns; of a long one, the latest part."""
    talk = [quoted for view in views for quoted in exchange(view)]
    kept: list[Quoted] = []
    left = MOST_EARLIER
    for quoted in reversed(talk):
        left -= len(quoted.text)
        if left < 0:
            kept.append(Quoted("left out", f"{len(talk) - len(kept)} earlier utterances"))
            break
        kept.append(quoted)
    return tuple(reversed(kept))


def exchange(view: TurnView) -> Iterator[Quoted]:
    """What was said and written in a turn, by the person and by the agent."""
    turn = view.recorded.turn_index
    yield Quoted(f"person in turn {turn}", view.recorded.human.text)
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


def images_of(frames: Iterable[Frame], folder: Path) -> tuple[Media, ...]:
    """The pictures, at most eight: the latest, for they show how things came to stand."""
    every = [Media(folder / one.file.path, one.file.sha256, one.at_s) for one in frames]
    return tuple(every[-MOST_IMAGES:])


def last_frames(views: Sequence[TurnView], product_id: str) -> list[Frame]:
    """The last pictures of what shows a product: its surface, or a screen that was shared."""
    last: dict[tuple[str, str | None], Frame] = {}
    for view in views:
        for frame in view.recorded.agent.frames:
            last[frame.source, frame.surface_id] = frame
    final = views[-1].origins if views else ()
    surfaces = {one.surface_id for one in final if one.product_id == product_id}
    shown = [one for one in last.values() if one.source != "surface" or one.surface_id in surfaces]
    return sorted(shown, key=lambda frame: (frame.at_s, frame.file.path))


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
