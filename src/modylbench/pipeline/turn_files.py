"""What an agent had on the table after each turn, by the files it left."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from modylbench.documents.reading import products_in
from modylbench.evaluation.measuring.measure import judged_edits
from modylbench.evaluation.mutations.repetition import ResentValues, ShownBefore
from modylbench.evaluation.mutations.snapshot import snapshot
from modylbench.evaluation.verification.evidence import Expectations
from modylbench.evaluation.views.product_names import names_by_turn
from modylbench.evaluation.views.turns import views
from modylbench.foundation.errors import BadFile, UserMistake
from modylbench.foundation.record import Spec, read_bytes, read_json
from modylbench.products.reading.index import Index, index
from modylbench.products.work_product import read_products
from modylbench.recording.reading import read_recording
from modylbench.runs.variant import variant_of
from modylbench.surfaces.reading.read import read_products as read_surfaces
from modylbench.surfaces.turns import SurfaceFold, content_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path
    from typing import Literal

    from modylbench.evaluation.mutations.mutation import Trajectory
    from modylbench.products.findings import SurfaceFinding
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.scenario import Scenario
    from modylbench.scenarios.variant import Variant
    from modylbench.surfaces.reading.result import WorkProductReading

    ContentKind = Literal["products", "messages", "file"]


NUMBER = re.compile(r"\d{1,6}(?!.*\d)", re.ASCII)
NOTHING_SENT = ResentValues()
SHIPPED_KINDS = frozenset({"spreadsheet", "chart", "document", "dashboard", "code"})


@dataclass(frozen=True, slots=True)
class TurnFile:
    """The products at the end of a turn, and how much of what was sent had been there before.

    `sent` is in all, `sent_of` by product: what went to the surface or file that shows it. Both
    are empty where a file holds the state and not what was sent.
    """

    turn_index: int
    products: tuple[WorkProduct | dict[str, Any], ...]
    sent: ResentValues = NOTHING_SENT
    sent_of: dict[str, ResentValues] = field(default_factory=dict)
    findings: tuple[SurfaceFinding, ...] = ()


def turns_in(
    paths: Sequence[Path], scenario: Scenario, kinds: Collection[str] = SHIPPED_KINDS
) -> list[TurnFile]:
    """The turns that the files stand for, in order; `kinds` are those of products that we know.

    A JSON file of work products is all that is there after its turn. A file of A2UI messages is
    what was sent in it, and so is any other file that `modylbench verify` takes. Turns are
    numbered by the last number in each file's name; files without numbers are the turns of the
    script in its order.
    """
    files = _number_turns(paths, scenario)
    holds = {path: _content_kind(path) for _, path in files}
    if len(set(holds.values())) > 1:
        other = next(path for _, path in files if holds[path] != holds[files[0][1]])
        raise BadFile(other, "", f"holds something else than {files[0][1].name}; give one kind")
    match holds[files[0][1]]:
        case "products":
            return [TurnFile(turn, _documents(path, kinds)) for turn, path in files]
        case "messages":
            turns = list(_turns_from_messages(files))
        case _:
            turns = list(_turns_from_files(files))
    _refuse_nothing_read(turns, files[0][1])
    return turns


def turns_of_meeting(folder: Path) -> tuple[Variant, list[TurnFile], Trajectory]:
    """The variant of a meeting that was held, what stood there after each turn, and its edits."""
    recording = read_recording(folder)
    variant = variant_of(recording, folder)
    seen = views(recording, folder, variant, {})
    turns = [
        TurnFile(turn.recorded.turn_index, tuple(shown.product for shown in turn.shown))
        for turn in seen
    ]
    return variant, turns, judged_edits(recording, seen, variant)


def with_scenario_ids(turns: Sequence[TurnFile], variant: Variant) -> list[TurnFile]:
    """The turns with their products under the ids that the scenario asks for."""
    expectations = Expectations.of_variant(variant, with_perfect=True)
    names = names_by_turn(_indexes(turns), expectations)
    return [_renamed_turn(turn, ours) for turn, ours in zip(turns, names, strict=True)]


def _refuse_nothing_read(turns: Sequence[TurnFile], first: Path) -> None:
    """Files of which nothing could be read at all are the wrong files, not an agent's faults."""
    if any(turn.products for turn in turns):
        return
    reason = next(
        (found.reason for turn in turns for found in turn.findings if found.severity == "error"), ""
    )
    if reason:
        raise BadFile(first, "", f"holds no stream of work: {reason}")


def _number_turns(paths: Sequence[Path], scenario: Scenario) -> list[tuple[int, Path]]:
    numbered = [(found, path) for path in paths if (found := NUMBER.search(path.stem))]
    if len(numbered) == len(paths):
        files = sorted((int(match[0]), path) for match, path in numbered)
        for (earlier, _), (later, path) in pairwise(files):
            if earlier == later:
                raise BadFile(path, "", f"is for turn {later}, and so is another file")
        return files
    script = [slot.turn_index for slot in scenario.human_turns()]
    if len(paths) > len(script):
        message = f"found {len(paths)} files, expected at most {len(script)}: one a turn"
        raise UserMistake(message)
    return list(zip(script, paths, strict=False))


def _content_kind(path: Path) -> ContentKind:
    """Whether a file holds work products in our JSON, A2UI messages, or what else agents send."""
    content = read_bytes(path)
    if path.suffix.lower() == ".json" and _is_ours(path):
        return "products"
    if path.suffix.lower() in (".json", ".jsonl") or b"<a2ui-json>" in content:
        return "messages"
    return "file"


def _is_ours(path: Path) -> bool:
    try:
        value = read_json(path)
    except BadFile:
        return False  # JSON Lines, or messages with a fault: reading them says which
    first = value[0] if isinstance(value, list) and value else value
    return isinstance(first, dict) and ("products" in first or "kind" in first)


def _documents(path: Path, kinds: Collection[str]) -> tuple[WorkProduct | dict[str, Any], ...]:
    """The products of our JSON; those of kinds beside the five are checked by their formats."""
    value: Any = read_json(path)
    value = value["products"] if isinstance(value, dict) and "products" in value else value
    items = value if isinstance(value, list) else [value]
    others = {item.get("kind") for item in items if isinstance(item, dict)} - SHIPPED_KINDS
    if others and others <= set(kinds):
        return tuple(items)
    return read_products(path)


def _turns_from_files(files: Sequence[tuple[int, Path]]) -> Iterator[TurnFile]:
    before: dict[str, Any] = {}
    for turn_index, path in files:
        reading = products_in(
            NUMBER.sub("", path.stem).strip(" -_.") + path.suffix, read_bytes(path)
        )
        now = snapshot(reading.products)
        stood = ShownBefore(list(before.values()))
        sent_of = {name: stood.count_resent(product) for name, product in now.items()}
        total = sum(sent_of.values(), start=ResentValues())
        yield TurnFile(turn_index, reading.products, total, sent_of, reading.findings)
        before = now


def _turns_from_messages(files: Sequence[tuple[int, Path]]) -> Iterator[TurnFile]:
    fold = SurfaceFold()
    reading: WorkProductReading | None = None
    for turn_index, path in files:
        turn = fold.take_turn(read_bytes(path))
        if not turn.messages and not turn.findings:
            raise BadFile(path, "", "holds neither work products nor A2UI messages")
        stood = ShownBefore(turn.parts_before)
        sent: dict[str, ResentValues] = {}
        for update in turn.updates:
            surface_id, content = content_of(update)
            sent[surface_id] = sent.get(surface_id, ResentValues()) + stood.count_resent(content)
        reading = read_surfaces(turn.after, like=reading)
        sent_of = {
            origin.product_id: sent[origin.surface_id]
            for origin in reading.origins
            if origin.surface_id in sent
        }
        total = sum(sent.values(), start=ResentValues())
        findings = (*turn.findings, *reading.findings)
        yield TurnFile(turn_index, reading.products, total, sent_of, findings)


def _indexes(turns: Sequence[TurnFile]) -> list[list[Index]]:
    """Every product of ours, read; what is the same as in an earlier turn is not read again."""
    known: dict[str, Index] = {}
    found: list[list[Index]] = []
    for turn in turns:
        present: list[Index] = []
        for product in turn.products:
            if isinstance(product, Spec):
                before = known.get(product.id)
                if before is None or before.product is not product:
                    known[product.id] = index(product, before)
                present.append(known[product.id])
        found.append(present)
    return found


def _renamed_turn(turn: TurnFile, ours: Mapping[str, str]) -> TurnFile:
    return replace(
        turn,
        products=tuple(
            product.model_copy(update={"id": ours[product.id]})
            if isinstance(product, Spec) and product.id in ours
            else product
            for product in turn.products
        ),
        sent_of={ours.get(own, own): sent for own, sent in turn.sent_of.items()},
    )
