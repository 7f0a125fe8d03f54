"""How are recorded answers given again, in the time that they once took?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.agents.recorded.answers import RecordedFile
from modylbench.agents.reference.display import Display
from modylbench.providers.speech.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.recorded.answers import RecordedMeeting, RecordedTurn
    from modylbench.products.work_product import WorkProduct

LONGEST_LINE = 2_000  # ours: some two minutes of speech; after five a seat says no more of a line


class Playback:
    """Gives the answers of one recorded meeting, each after it has waited as long as it once took.

    `human_turns` are the indices of what the people will say: the n-th thing that is heard is the
    n-th of these. What was not recorded is not answered.
    """

    def __init__(self, meeting: RecordedMeeting, human_turns: Sequence[int]) -> None:
        self._meeting = meeting
        self._human_turns = human_turns
        self._heard = 0
        self._display = Display()
        self._products: dict[str, WorkProduct] = {}
        self._drawn = ids_drawn(message for turn in meeting.turns for message in turn.a2ui_surfaces)

    async def answer(self, heard: Heard, seat: Seat) -> None:  # noqa: ARG002
        """Show, write, hand over and say what was recorded."""
        turn = self._turn()
        self._heard += 1
        if turn is None:
            return
        await seat.wait(round((turn.latency_ms or 0.0) / 1000, 3))
        is_last = turn is self._meeting.turns[-1]
        handed = (*turn.work_products, *(self._meeting.work_products if is_last else ()))
        if turn.a2ui_surfaces:
            await seat.show(turn.a2ui_surfaces)
        await self._show(handed, seat)
        for text in turn.chat_messages:
            await seat.chat(text)
        for line in spoken_lines(turn.agent_response):
            await seat.say(line)
        for file in handed:
            if isinstance(file, RecordedFile):
                await seat.send_file(file.name, file.content, file.mime_type)
        await seat.said()

    async def _show(self, handed: Iterable[WorkProduct | RecordedFile], seat: Seat) -> None:
        """Show the work products that no recorded surface shows."""
        new = {
            product.id: product
            for product in handed
            if not isinstance(product, RecordedFile) and product.id not in self._drawn
        }
        self._products |= new
        for messages in self._display.messages(self._products.values()):
            await seat.show(messages)

    def _turn(self) -> RecordedTurn | None:
        if self._heard >= len(self._human_turns):
            return None
        return self._meeting.answers_to(self._human_turns[self._heard])


def spoken_lines(text: str) -> list[str]:
    """The text in lines that a seat takes, each of whole sentences where they are short enough."""
    lines = [""]
    for sentence in sentences(text) if len(text) > LONGEST_LINE else [text]:
        for start in range(0, len(sentence), LONGEST_LINE):
            part = sentence[start : start + LONGEST_LINE]
            if len(lines[-1]) + len(part) > LONGEST_LINE:
                lines.append("")
            lines[-1] += part
    return lines


def ids_drawn(messages: Iterable[Any]) -> set[str]:
    """The products, and surfaces, that A2UI messages show."""
    found: set[str] = set()
    for message in messages:
        match message:
            case {"createSurface": {"surfaceId": str(surface)}}:
                found.add(surface)
            case {"updateComponents": {"components": list(components)}}:
                found |= {
                    component["product"]
                    for component in components
                    if isinstance(component, dict) and isinstance(component.get("product"), str)
                }
            case _:
                pass
    return found
