"""What has the person handed over, for a judge to check the agent's work by?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.measuring.view import TurnView

MOST_OF_A_FILE = 5_500  # ours: characters, with its heading less than a prompt's room for one text
MOST_OF_ALL = 16_000  # ours: some 4,000 tokens of files in one request; the latest come first


def handed_over(views: Sequence[TurnView]) -> tuple[str, ...]:
    """The files of these turns, the latest first, each as a heading and its lines."""
    left = MOST_OF_ALL
    told: list[str] = []
    for turn_index, name, content in _files(views):
        text = _first_lines(content, min(MOST_OF_A_FILE, left))
        left -= len(text)
        total = len(content.splitlines())
        shown = len(text.splitlines())
        how_much = "" if text == content.rstrip() else f" (first {shown} of {total} lines)"
        told.append(f"The person handed over {name} in turn {turn_index}{how_much}:\n{text}")
    return tuple(told)


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
