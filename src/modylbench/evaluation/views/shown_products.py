"""What an agent had on the table after each turn, and how much of what it sent had been there.

Whatever an agent has sent, this reads: what cannot be read is no product. A file that the recording
names and that is not there is another matter, and a BadFile.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from modylbench.documents.reading import products_in
from modylbench.evaluation.mutations.repetition import ResentValues, ShownBefore
from modylbench.evaluation.mutations.snapshot import as_document
from modylbench.foundation.errors import BadFile, ModylBenchError, UserMistake
from modylbench.foundation.record import MAX_FILE_BYTES
from modylbench.products.ids import ids_for
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.reading.result import Origin, WorkProductReading
from modylbench.surfaces.snapshot import SurfaceSnapshot
from modylbench.surfaces.turns import SurfaceFold, content_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from modylbench.products.work_product import WorkProduct
    from modylbench.recording.events import DeliveredFile, KeptFile
    from modylbench.recording.recording import MeetingRecording
    from modylbench.recording.turns import RecordedTurn

MOST_KNOWN = 50  # ours, as in the meeting: files whose products count as shown, the latest by name
BROKEN = (
    ModylBenchError, LookupError, ValueError, TypeError, ArithmeticError, AttributeError,
    RecursionError,
)  # fmt: skip
"""What reading a state may raise that no meeting of ours has made."""


@dataclass(frozen=True, slots=True)
class TableState:
    """The products under the agent's own ids, and what else there is to see."""

    products: tuple[WorkProduct, ...]
    origins: tuple[Origin, ...]
    aside: tuple[str, ...]
    sent: ResentValues


def table_states(recording: MeetingRecording, folder: Path) -> Iterator[TableState]:
    """What lay there after each recorded turn, in order; equal things are the same objects."""
    table, sending = _TableReader(folder), ResendTracker()
    for turn in recording.turns:
        if turn.agent.messages is not None:
            sending.take(table.content(turn.agent.messages))
        products = table.after(turn)
        for file in turn.agent.files:
            sending.take_products(table.products_in(file))
        reading = table.reading
        origins = (
            *reading.origins,
            *(Origin(product.id, "", "", "exact") for product in products[len(reading.products) :]),
        )
        yield TableState(products, origins, reading.aside, sending.turn_is_over())


def products_on_table(
    recording: MeetingRecording, folder: Path
) -> Iterator[tuple[WorkProduct, ...]]:
    """The same products alone: working out what was sent over again takes most of the time."""
    table = _TableReader(folder)
    for turn in recording.turns:
        yield table.after(turn)


class _TableReader:
    def __init__(self, folder: Path) -> None:
        self.reading = WorkProductReading()
        self._folder = folder
        self._shown: KeptFile | None = None
        self._files: dict[str, DeliveredFile] = {}
        self._read: dict[tuple[str, str], tuple[WorkProduct, ...]] = {}
        self._renamed: dict[tuple[int, str], tuple[WorkProduct, WorkProduct]] = {}

    def after(self, turn: RecordedTurn) -> tuple[WorkProduct, ...]:
        """What lies there at the end of the next turn: on surfaces first, then in files."""
        agent = turn.agent
        if agent.surfaces is not None and agent.surfaces != self._shown:
            self._shown = agent.surfaces
            self.reading = _read(_snapshots(self.content(agent.surfaces)), self.reading)
        for file in agent.files:
            self._keep(file)
        own = self.reading.products
        return (*own, *self._unique(own, self._products_in_files()))

    def products_in(self, file: DeliveredFile) -> tuple[WorkProduct, ...]:
        """Those of a file of the agent's."""
        key = file.name, file.file.sha256
        if key not in self._read:
            self._read[key] = _of_file(file.name, self.content(file.file))
        return self._read[key]

    def content(self, kept: KeptFile) -> bytes:
        """What a file of the recording holds."""
        path = self._folder / kept.path
        try:
            if path.stat().st_size > MAX_FILE_BYTES:
                return b""  # no meeting keeps so much of one turn
            return path.read_bytes()
        except OSError as error:
            raise BadFile(path, "", f"cannot be read ({error.strerror})") from error

    def _keep(self, file: DeliveredFile) -> None:
        """Take a file of the agent's; the latest of each name counts."""
        self.products_in(file)
        self._files.pop(file.name, None)
        self._files[file.name] = file
        if len(self._files) > MOST_KNOWN:
            del self._files[next(iter(self._files))]

    def _products_in_files(self) -> list[WorkProduct]:
        return [
            product
            for name, file in self._files.items()
            for product in self._read[name, file.file.sha256]
        ]

    def _unique(
        self, own: Sequence[WorkProduct], handed: Sequence[WorkProduct]
    ) -> Iterator[WorkProduct]:
        """The products of files, each with an id that nothing on the surfaces has."""
        if not handed:
            return
        named = [(product.id, product.title) for product in (*own, *handed)]
        for product, made in zip(handed, ids_for(named, "product")[len(own) :], strict=True):
            if product.id == made:
                yield product
                continue
            key = id(product), made
            if key not in self._renamed:
                self._renamed[key] = product, product.model_copy(update={"id": made})
            yield self._renamed[key][1]


def _of_file(name: str, content: bytes) -> tuple[WorkProduct, ...]:
    try:
        reading = products_in(name, content)
    except BROKEN:
        return ()
    if reading.missing_browser:  # this machine's lack, never scored against the agent
        message = f"{name}: {reading.missing_browser}"
        raise UserMistake(message)
    return reading.products


def _read(snapshots: Sequence[SurfaceSnapshot], like: WorkProductReading) -> WorkProductReading:
    try:
        return read_products(snapshots, like=like)
    except BROKEN:
        sound = [snapshot for snapshot in snapshots if _is_sound(snapshot)]
        return read_products(sound) if len(sound) < len(snapshots) else WorkProductReading()


def _is_sound(snapshot: SurfaceSnapshot) -> bool:
    try:
        read_products([snapshot])
    except BROKEN:
        return False
    return True


def _snapshots(content: bytes) -> list[SurfaceSnapshot]:
    """The surfaces of a state's file, those that are some."""
    try:
        value: Any = json.loads(content)
    except (ValueError, RecursionError):
        return []
    found: dict[str, SurfaceSnapshot] = {}
    for item in value if isinstance(value, list) else ():
        try:
            snapshot = SurfaceSnapshot.model_validate(item)
        except ValidationError:
            continue
        found[snapshot.surface_id] = snapshot
    return list(found.values())


class ResendTracker:
    """Follows an agent's messages and files, turn by turn."""

    def __init__(self) -> None:
        self._fold = SurfaceFold()
        self._sent: list[Any] = []
        self._handed: list[dict[str, Any]] = []
        self._files: dict[str, dict[str, Any]] = {}

    def take(self, content: bytes) -> None:
        """The messages for the surfaces that came in this turn, as they came."""
        turn = self._fold.take_turn(content)
        self._sent = [turn.parts_before, [content_of(update)[1] for update in turn.updates]]

    def take_products(self, products: Iterable[WorkProduct]) -> None:
        """The products of a file that came in this turn."""
        self._handed += [as_document(product) for product in products]

    def turn_is_over(self) -> ResentValues:
        """What was sent since the last call; files are compared with those before them."""
        total = ResentValues()
        if self._sent:
            total += _resent(*self._sent)
        if self._handed:
            total += _resent(list(self._files.values()), self._handed)
            self._files.update((document["id"], document) for document in self._handed)
        self._sent, self._handed = [], []
        return total


def _resent(before: list[Any], sent: list[Any]) -> ResentValues:
    total = ResentValues()
    with suppress(ValueError):  # nested too deeply to compare
        stood = ShownBefore(before)
        for item in sent:
            total += stood.count_resent(item)
    return total
