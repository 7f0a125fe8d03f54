"""Messages that a page still needs to show what an agent shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson

from modylbench.surfaces.limits import MAX_STATE_WEIGHT
from modylbench.surfaces.state.message_checks import surface_id_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Message = dict[str, Any]


class Outbox:
    """Keeps accepted messages until they are fetched.

    They are kept as bytes, as the state goes on changing the objects that came in with them. Where
    nobody fetches them and they outgrow the state itself, they are replaced by what would build it:
    `build` gives the messages that make a surface as it is, none where there is no such surface.
    """

    def __init__(self, build: Callable[[str], list[Message]]) -> None:
        self._build = build
        self._waiting: list[tuple[str | None, bytes]] = []
        self._weight = 0
        self._rebuilt: set[str] = set()  # surfaces whose own messages are not enough
        self._shown: set[str] = set()

    def add(self, message: Message) -> None:
        """One more message that the page should get."""
        encoded = orjson.dumps(message)
        self._waiting.append((surface_id_of(message), encoded))
        self._weight += len(encoded)
        if self._weight > MAX_STATE_WEIGHT:
            self._rebuilt |= self._shown | {name for name, _ in self._waiting if name is not None}
            self._waiting.clear()
            self._weight = 0

    def drain(self, unshowable: Iterable[str]) -> list[Message]:
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

    def _note_shown(self, messages: list[Message]) -> None:
        for message in messages:
            if "createSurface" in message:
                self._shown.add(message["createSurface"]["surfaceId"])
            elif "deleteSurface" in message:
                self._shown.discard(message["deleteSurface"]["surfaceId"])
