"""What did an agent have on the table after each turn, by the files it left?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.resent import Resent, resent
from modylbench.foundation.errors import BadFile, UserMistake
from modylbench.foundation.json_file import read_json
from modylbench.foundation.record import read_text
from modylbench.products.work_product import read_products
from modylbench.surfaces.reading.matching import matched
from modylbench.surfaces.reading.read import read_products as read_surfaces
from modylbench.surfaces.state import Surfaces
from modylbench.surfaces.streams import messages_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.scenario import Scenario
    from modylbench.surfaces.finding import SurfaceFinding
    from modylbench.surfaces.snapshot import SurfaceSnapshot

NUMBER = re.compile(r"\d{1,6}(?!.*\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class TurnFile:
    """The products at the end of a turn, and how much of what was sent had been there before."""

    turn_index: int
    products: tuple[WorkProduct, ...]
    sent: Resent
    findings: tuple[SurfaceFinding, ...] = ()


def turns_in(paths: Sequence[Path], scenario: Scenario) -> list[TurnFile]:
    """The turns that the files stand for, in order.

    A file of work products is all that is there after its turn; a file of A2UI messages is what
    was sent in it. Turns are numbered by the last number in each file's name; files without
    numbers are the turns of the script in its order.
    """
    files = _numbered(paths, scenario)
    whole = [_holds_products(path) for _, path in files]
    if any(whole) and not all(whole):
        odd = files[whole.index(not whole[0])][1]
        kind = "work products" if whole[0] else "A2UI messages"
        raise BadFile(odd, "", f"expected {kind}, as in {files[0][1].name}")
    turns = _of_products(files) if all(whole) else _of_messages(files)
    return [_under_our_ids(turn, scenario) for turn in turns]


def _numbered(paths: Sequence[Path], scenario: Scenario) -> list[tuple[int, Path]]:
    numbered = [(found, path) for path in paths if (found := NUMBER.search(path.stem))]
    if len(numbered) == len(paths):
        files = sorted((int(found[0]), path) for found, path in numbered)
        for (earlier, _), (later, path) in pairwise(files):
            if earlier == later:
                raise BadFile(path, "", f"is for turn {later}, and so is another file")
        return files
    script = [slot.turn_index for slot in scenario.human_turns()]
    if len(paths) > len(script):
        message = f"found {len(paths)} files, expected at most {len(script)}: one a turn"
        raise UserMistake(message)
    return list(zip(script, paths, strict=False))


def _holds_products(path: Path) -> bool:
    """Whether the file is one of work products and not one of messages."""
    text = read_text(path)
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        value = read_json(path)
    except BadFile:
        return False  # JSON Lines, or messages with a fault: reading them says which
    first = value[0] if isinstance(value, list) and value else value
    return isinstance(first, dict) and ("products" in first or "kind" in first)


def _of_products(files: Iterable[tuple[int, Path]]) -> Iterator[TurnFile]:
    before: dict[str, Any] = {}
    for turn_index, path in files:
        products = read_products(path)
        now = {product.id: product.model_dump(mode="json") for product in products}
        yield TurnFile(turn_index, products, resent(before, now))
        before = now


def _of_messages(files: Iterable[tuple[int, Path]]) -> Iterator[TurnFile]:
    surfaces = Surfaces()
    reading = None
    for turn_index, path in files:
        messages, broken = messages_in(path.read_bytes())
        before = {one.surface_id: one for one in surfaces.snapshot()}
        findings = [*broken]
        sent = Resent()
        for message in messages:
            findings += surfaces.take(message)
        for message in surfaces.drain():
            sent += _sent(before, message)
        findings += surfaces.end_turn()
        reading = read_surfaces(surfaces.snapshot(), like=reading)
        yield TurnFile(turn_index, reading.products, sent, (*findings, *reading.findings))


def _sent(before: dict[str, SurfaceSnapshot], message: dict[str, Any]) -> Resent:
    """How much of one message repeats what stood there when the turn began."""
    if "updateComponents" in message:
        body = message["updateComponents"]
        there = before.get(body["surfaceId"])
        components = {one["id"]: one for one in body["components"]}
        return resent(there.components if there else {}, components)
    if "updateDataModel" in message:
        body = message["updateDataModel"]
        there = before.get(body["surfaceId"])
        return resent(_at(there.data if there else None, body["path"]), body.get("value"))
    return Resent()


def _at(data: Any, path: str) -> Any:
    """What stands at a pointer of A2UI, where positions count."""
    for step in [part.replace("~1", "/").replace("~0", "~") for part in path.split("/") if part]:
        if isinstance(data, dict):
            data = data.get(step)
        elif isinstance(data, list) and step.isdigit() and int(step) < len(data):
            data = data[int(step)]
        else:
            return None
    return data


def _under_our_ids(turn: TurnFile, scenario: Scenario) -> TurnFile:
    """The products under the ids that the scenario asks for, where it is clear which is meant."""
    found = matched(turn.products, scenario.expected_outputs)
    ours = {shown: asked for asked, shown in found.ids.items()}
    products = tuple(
        product.model_copy(update={"id": ours.get(product.id, product.id)})
        for product in turn.products
    )
    return TurnFile(turn.turn_index, products, turn.sent, (*turn.findings, *found.findings))
