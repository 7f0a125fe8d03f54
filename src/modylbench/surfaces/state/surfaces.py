"""What an agent shows after the messages it has sent so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import orjson
from a2ui.core import A2uiError
from a2ui.core.processing import InternalUpdateComponentsOp, MessageProcessor
from a2ui.core.validation import PayloadValidator

from modylbench.surfaces.catalog.document import CATALOG_ID, KNOWN_CATALOG_IDS
from modylbench.surfaces.catalog.schema import merged_catalog
from modylbench.surfaces.json_size import measure
from modylbench.surfaces.limits import (
    MAX_ID,
    MAX_INSTANCES,
    MAX_MESSAGES,
    MAX_STATE_WEIGHT,
    MAX_SURFACES,
)
from modylbench.surfaces.notes import MessageNotes
from modylbench.surfaces.showing import rebuild_messages
from modylbench.surfaces.snapshot import A2uiMessage, SurfaceSnapshot
from modylbench.surfaces.state.component_tree import Flaw, Tree, flaws, instances
from modylbench.surfaces.state.component_updates import accept_components
from modylbench.surfaces.state.data_writes import InvalidWrite, shared_copy, write
from modylbench.surfaces.state.legacy import LegacySurfaces
from modylbench.surfaces.state.message_checks import ACTIONS, plain_copy, surface_id_of, version_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from a2ui.core.state import SurfaceModel

    from modylbench.products.findings import SurfaceFinding
    from modylbench.surfaces.state.component_updates import AcceptedComponents


FIELDS = {
    "createSurface": {"surfaceId", "catalogId", "theme", "sendDataModel"},
    "updateComponents": {"surfaceId", "components"},
    "updateDataModel": {"surfaceId", "path", "value"},
    "deleteSurface": {"surfaceId"},
}
TOO_MUCH_TO_SHOW = Flaw(
    "too_much_to_show",
    f"its lists ask for more than {MAX_INSTANCES:,} components; pages do not get it",
)
NOT_BEGUN = Flaw("rendering_not_begun", "no beginRendering came for it")
MOST_WRITES = 64  # ours: after more of them, copying all of the data is as fast


class Surfaces:
    """The surfaces of one meeting, built by the official core, message by message.

    Whatever an agent sends, `take` returns: a fault becomes a finding, and what is sound is kept.
    """

    def __init__(self) -> None:
        self._core = MessageProcessor([merged_catalog()])
        self._ledgers: dict[str, SurfaceLedger] = {}
        self._legacy = LegacySurfaces(self._look, self._apply)
        self._outbox = Outbox(self._rebuild)
        self._taken = 0

    def take(self, message: object) -> tuple[SurfaceFinding, ...]:
        """Apply one message; the findings say what of it could not be taken."""
        notes = MessageNotes(self._taken)
        self._taken += 1
        if self._taken > MAX_MESSAGES:
            notes.error("too_many_messages", f"expected at most {MAX_MESSAGES:,} messages")
            return notes.findings
        sound = plain_copy(message, notes)
        if sound is None:
            return notes.findings
        is_legacy = notes.surface_id is not None and notes.surface_id in self._legacy
        version = version_of(sound, notes, is_legacy=is_legacy)
        if version == "v0.8" and "deleteSurface" not in sound:
            self._legacy.take(sound, notes)
        elif version is not None:
            self._apply(sound | {"version": "v0.9"}, notes)
        if "deleteSurface" in sound and notes.surface_id not in self._ledgers:
            self._legacy.forget(notes.surface_id)
        return notes.findings

    def enter(self, surface_id: str, path: str, value: Any) -> bool:
        """Write what a person has entered at a path, for the page too; whether it could be."""
        notes = MessageNotes(None)
        body = {"surfaceId": surface_id, "path": path, "value": value}
        message = plain_copy({"version": "v0.9", "updateDataModel": body}, notes)
        if message is None or not self._apply(message, notes):
            return False
        self._legacy.note_input(surface_id, path, value)
        return True

    def end_turn(self) -> tuple[SurfaceFinding, ...]:
        """What is wrong with the surfaces now that the agent has had its say; each thing once."""
        unseen = set(self._legacy.not_begun())
        return tuple(
            finding
            for name, ledger in sorted(self._ledgers.items())
            for finding in ledger.flaws(self._snapshot(name), has_begun=name not in unseen)
        )

    def snapshot(self) -> tuple[SurfaceSnapshot, ...]:
        """All surfaces in the order of their ids, as copies that no later message changes."""
        return tuple(self._snapshot(name) for name in sorted(self._ledgers))

    def drain(self) -> list[A2uiMessage]:
        """The messages in v0.9 that a page needs since the last call, to show the same.

        A surface that asks for more than a page can hold is left out for as long as it does.
        """
        unshowable = [
            name
            for name, ledger in self._ledgers.items()
            if ledger.asks_too_much(self._snapshot(name))
        ]
        return self._outbox.drain(unshowable)

    def rebuild_messages(self) -> list[A2uiMessage]:
        """The messages in v0.9 that make an empty page show all that is shown now."""
        return [
            message
            for name, ledger in sorted(self._ledgers.items())
            if not ledger.asks_too_much(self._snapshot(name))
            for message in self._rebuild(name)
        ]

    def surface(self, surface_id: str) -> SurfaceModel | None:
        """The official core's surface of that id, to look at and not to change."""
        return self._core.model.get_surface(surface_id)

    def is_legacy(self, surface_id: str) -> bool:
        """Whether its agent speaks A2UI v0.8."""
        return surface_id in self._legacy

    def weight(self) -> int:
        """About how many bytes all surfaces take."""
        return sum(ledger.weight for ledger in self._ledgers.values())

    def _look(self, surface_id: str) -> SurfaceSnapshot | None:
        return self._snapshot(surface_id) if surface_id in self._ledgers else None

    def _snapshot(self, surface_id: str) -> SurfaceSnapshot:
        ledger = self._ledgers[surface_id]
        shown = ledger.shown
        if shown is None or ledger.writes or ledger.has_new_components:
            shown = _take_snapshot(self._core.model.surfaces[surface_id], ledger)
            ledger.renew(shown)
        return shown

    def _rebuild(self, surface_id: str) -> list[A2uiMessage]:
        surface = self.surface(surface_id)
        if surface is None:
            return []
        return rebuild_messages(self._snapshot(surface_id), sends_data=surface.send_data_model)

    def _apply(self, message: A2uiMessage, notes: MessageNotes) -> bool:
        """Take a message of v0.9; whether anything of it was taken."""
        actions = [action for action in ACTIONS if action in message]
        body = message[actions[0]] if len(actions) == 1 else None
        if not isinstance(body, dict) or not isinstance(body.get("surfaceId"), str):
            reason = f"expected one of {', '.join(ACTIONS)}, with a surfaceId"
            notes.error("invalid_message", reason)
            return False
        taken = False
        action, surface_id = actions[0], body["surfaceId"]
        body = {key: value for key, value in body.items() if value is not None}
        unknown = sorted(message.keys() - {"version", action}) or sorted(
            body.keys() - FIELDS[action]
        )
        if unknown:
            reason = f"unknown field {unknown[0]!r} in {action}"
            notes.error("invalid_message", reason, where=f"/{action}")
        elif action == "createSurface":
            taken = self._create(body, notes)
        elif surface_id not in self._ledgers:
            reason = f"there is no surface {surface_id!r}; createSurface comes first"
            notes.error("unknown_surface", reason, where=f"/{action}/surfaceId")
        elif action == "updateComponents":
            taken = self._update_components(body, notes)
        elif action == "updateDataModel":
            taken = self._update_data(body, notes)
        else:
            taken = self._delete(body, notes)
        return taken

    def _create(self, body: A2uiMessage, notes: MessageNotes) -> bool:
        surface_id, catalog_id = body["surfaceId"], body.get("catalogId")
        if surface_id in self._ledgers:
            reason = f"the surface {surface_id!r} exists; delete it first or update it"
            notes.error("surface_exists", reason, where="/createSurface/surfaceId")
            return False
        if len(self._ledgers) >= MAX_SURFACES or not 0 < len(surface_id) <= MAX_ID:
            reason = f"expected at most {MAX_SURFACES} surfaces, with ids of 1 to {MAX_ID} letters"
            notes.error("too_many_surfaces", reason, where="/createSurface/surfaceId")
            return False
        if not isinstance(catalog_id, str) or catalog_id not in KNOWN_CATALOG_IDS:
            reason = f"found the catalog {catalog_id!r}; {CATALOG_ID} is used in its place"
            notes.error("unknown_catalog", reason, where="/createSurface/catalogId")
        body["catalogId"] = CATALOG_ID
        self._drop_bad_theme(body, notes)
        message = {"version": "v0.9", "createSurface": body}
        if self._apply_to_core(lambda: self._core.process_messages(message), notes):
            self._ledgers[surface_id] = SurfaceLedger(weight=measure(body).weight)
            self._outbox.add(message)
            return True
        return False

    def _delete(self, body: A2uiMessage, notes: MessageNotes) -> bool:
        message = {"version": "v0.9", "deleteSurface": body}
        if self._apply_to_core(lambda: self._core.process_messages(message), notes):
            del self._ledgers[body["surfaceId"]]
            self._outbox.add(message)
            return True
        return False

    def _update_components(self, body: A2uiMessage, notes: MessageNotes) -> bool:
        surface_id, items = body["surfaceId"], body.get("components")
        if not isinstance(items, list):
            reason = "expected a list of components"
            notes.error("invalid_message", reason, where="/updateComponents/components")
            return False
        if not items and not notes.findings:
            notes.warning("empty_update", "the message holds no component")
        ledger = self._ledgers[surface_id]
        surface = self._core.model.surfaces[surface_id]
        room = MAX_STATE_WEIGHT - self.weight()
        good = accept_components(items, surface, ledger.tree, notes, room=room)
        operation = InternalUpdateComponentsOp(surface_id, good.components)
        if good.components and self._apply_to_core(
            lambda: self._core.process_operation(operation), notes
        ):
            ledger.add(good)
            update = {"surfaceId": surface_id, "components": good.components}
            self._outbox.add({"version": "v0.9", "updateComponents": update})
            return True
        return False

    def _update_data(self, body: A2uiMessage, notes: MessageNotes) -> bool:
        surface_id, path = body["surfaceId"], body.get("path", "/")
        data = self._core.model.surfaces[surface_id].data_model
        room = MAX_STATE_WEIGHT - self.weight()
        try:
            done = write(data, path, body.get("value"), most_growth=room)
        except InvalidWrite as refused:
            notes.error("invalid_write", str(refused), where="/updateDataModel/path")
            return False
        ledger = self._ledgers[surface_id]
        ledger.weight += done.weight_change
        ledger.note_write(done.steps)
        if done.pointer is None:
            reason = f"there is nothing at {path!r} to delete"
            notes.warning("nothing_to_delete", reason, where="/updateDataModel/path")
        else:
            update = {"surfaceId": surface_id, "path": done.pointer}
            value = {} if done.value is None else {"value": done.value}
            self._outbox.add({"version": "v0.9", "updateDataModel": update | value})
        return True

    def _drop_bad_theme(self, body: A2uiMessage, notes: MessageNotes) -> None:
        if "theme" not in body:
            return
        try:
            PayloadValidator(merged_catalog()).validate_theme(body["theme"])
        except A2uiError as error:
            notes.error("invalid_theme", str(error), where="/createSurface/theme")
            del body["theme"]

    def _apply_to_core(self, work: Callable[[], None], notes: MessageNotes) -> bool:
        try:
            work()
        except A2uiError as error:
            notes.error("invalid_message", str(error))
            return False
        return True


def _take_snapshot(surface: SurfaceModel, ledger: SurfaceLedger) -> SurfaceSnapshot:
    """What the surface shows; what has not changed since `ledger.shown` is shared with it."""
    before = ledger.shown
    if before is None or ledger.has_new_components:
        models = surface.components_model.components_map
        components = _copy({name: models[name].component_tree for name in sorted(models)})
    else:
        components = before.components
    now = surface.data_model.get("/")
    data = _copy(now) if before is None else before.data
    for steps in ledger.writes if before is not None else ():
        data = shared_copy(now, data, steps)
    return SurfaceSnapshot.model_construct(
        surface_id=surface.id,
        catalog_id=CATALOG_ID,
        components=components,
        data=data,
        theme=_copy(surface.theme or None),
    )


def _copy(value: Any) -> Any:
    return orjson.loads(orjson.dumps(value))


@dataclass(slots=True)
class SurfaceLedger:
    """The tree of a surface, its weight, and what was said about it."""

    weight: int
    tree: Tree = field(default_factory=Tree)
    shown: SurfaceSnapshot | None = None  # as it was before `writes` and `has_new_components`
    writes: list[list[str]] = field(default_factory=list)
    has_new_components: bool = False
    _weights: dict[str, int] = field(default_factory=dict)
    _repeating: set[str] = field(default_factory=set)
    _told: set[Flaw] = field(default_factory=set)

    def add(self, good: AcceptedComponents) -> None:
        """These components were taken."""
        self.weight += sum(good.weights.values())
        self.weight -= sum(self._weights.get(name, 0) for name in good.weights)
        self._weights.update(good.weights)
        self.tree.add(good.children)
        self._repeating -= good.children.keys()
        self._repeating |= good.repeating
        self.has_new_components = True

    def note_write(self, steps: list[str]) -> None:
        """The data was changed at this place and at no other."""
        self.writes.append(steps)
        if len(self.writes) > MOST_WRITES:
            self.shown = None
            self.writes.clear()

    def renew(self, shown: SurfaceSnapshot) -> None:
        """This is what the surface shows now."""
        self.shown = shown
        self.writes = []
        self.has_new_components = False

    def asks_too_much(self, shown: SurfaceSnapshot) -> bool:
        """Whether a page could not show it. Without lists, its size was asked when it came."""
        return bool(self._repeating) and instances(shown, MAX_INSTANCES) > MAX_INSTANCES

    def flaws(self, shown: SurfaceSnapshot, *, has_begun: bool) -> tuple[SurfaceFinding, ...]:
        """What is wrong with the surface and was not yet told; told anew when it comes again."""
        errors, warnings = flaws(self.tree.children)
        if self.asks_too_much(shown):
            errors = (*errors, TOO_MUCH_TO_SHOW)
        if not has_begun:
            warnings = (*warnings, NOT_BEGUN)
        notes = MessageNotes(None, source="state")
        notes.surface_id = shown.surface_id
        for tell, found in ((notes.error, errors), (notes.warning, warnings)):
            for flaw in found:
                if flaw not in self._told:
                    tell(flaw.code, flaw.reason, component_id=flaw.component_id)
        self._told = {*errors, *warnings}
        return notes.findings


class Outbox:
    """Keeps accepted messages until they are fetched.

    They are kept as bytes, as the state goes on changing the objects that came in with them. Where
    nobody fetches them and they outgrow the state itself, they are replaced by what would build it:
    `build` gives the messages that make a surface as it is, none where there is no such surface.
    """

    def __init__(self, build: Callable[[str], list[A2uiMessage]]) -> None:
        self._build = build
        self._waiting: list[tuple[str | None, bytes]] = []
        self._weight = 0
        self._rebuilt: set[str] = set()  # surfaces whose own messages are not enough
        self._shown: set[str] = set()

    def add(self, message: A2uiMessage) -> None:
        """One more message that the page should get."""
        encoded = orjson.dumps(message)
        self._waiting.append((surface_id_of(message), encoded))
        self._weight += len(encoded)
        if self._weight > MAX_STATE_WEIGHT:
            self._rebuilt |= self._shown | {name for name, _ in self._waiting if name is not None}
            self._waiting.clear()
            self._weight = 0

    def drain(self, unshowable: Iterable[str]) -> list[A2uiMessage]:
        """The messages since the last time, for a page that got all earlier ones.

        Surfaces that no page can show are left out, and built whole when one can.
        """
        left_out = set(unshowable)
        special = self._rebuilt | left_out
        messages = [orjson.loads(encoded) for name, encoded in self._waiting if name not in special]
        for name in sorted(special):
            if name in self._shown:
                messages.append({"version": "v0.9", "deleteSurface": {"surfaceId": name}})
            if name not in left_out:
                messages += self._build(name)
        self._waiting.clear()
        self._weight = 0
        self._rebuilt = left_out
        self._note_shown(messages)
        return messages

    def _note_shown(self, messages: list[A2uiMessage]) -> None:
        for message in messages:
            if "createSurface" in message:
                self._shown.add(message["createSurface"]["surfaceId"])
            elif "deleteSurface" in message:
                self._shown.discard(message["deleteSurface"]["surfaceId"])
