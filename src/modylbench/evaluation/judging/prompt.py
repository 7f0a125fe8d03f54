"""What exactly is a judge sent about a subject?

All that is ours stands outside the fences, all that is the agent's inside. Placeholders are filled
in one pass, so that no text that is filled in is ever looked through for more of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.judging.addressing import without_passages
from modylbench.evaluation.judging.answer import OBSERVATIONS, schema
from modylbench.evaluation.judging.canary import Canary, canary_for
from modylbench.evaluation.judging.fence import fenced, key_of, one_shown_line, shown, size
from modylbench.evaluation.judging.room import latest_first, weighty_first
from modylbench.evaluation.judging.rubric import Rubric, frame, request_form

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.evaluation.judging.judge import Brief, Quoted

EARLIER_ROOM = 12_000  # ours: about twenty turns of talk
MATERIAL_ROOM = 48_000  # ours: a 5-year model with its notes takes about a third of it
MOST_PIECES = 200  # ours: messages, surfaces and files of one turn
LIGHT, OTHER_PRODUCT = ("chat", "reaction", "annotation", "file", "surface beside"), "of another"
"""What an agent can make any number of: speech and deliverables have their room before it."""
TRUSTED_ROOM = 6_000  # ours: for each text of the task
FACT_ROOM, MOST_FACTS = 600, 200  # ours: facts quote little, and are a line each
_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A request, and what its answer is checked against."""

    rubric: Rubric
    instructions: str
    text: str
    schema: Mapping[str, Any]
    canary: Canary
    key: str
    questions: tuple[str, ...]
    """The open questions that are voted on under their own names."""


def prompt(brief: Brief, rubric: Rubric, attached: tuple[int, int], *, step: str) -> Prompt:
    """The request for a subject with so many sounds and pictures attached.

    Another `step` of judging the same material has another key, seal and place of the canary.
    """
    names = (brief.recording, brief.subject.key, rubric.name, step)
    key = key_of(names, (*brief.material, *brief.earlier))
    canary = canary_for(key, rubric.dimensions)
    asked = [question for question in brief.questions if question.id not in rubric.dimensions]
    questions = tuple(one.id for one in asked)
    values = {
        **_task(brief),
        "facts": _listed([_fact(fact) for fact in brief.facts[:MOST_FACTS]]),
        "questions": _listed([f"{one.id}: {_cut(one.text, FACT_ROOM)}" for one in asked]),
        "attached": _attached(*attached),
        "earlier": _quoted_earlier(brief.earlier, key.word),
        "material": _quoted_material(brief.material, key.word, canary),
        "key": key.word,
        "seal": canary.seal,
        **_form(rubric, questions),
    }
    return Prompt(
        rubric,
        f"{frame().text}\n\n{rubric.text}",
        filled(request_form().text, values),
        schema(rubric, questions),
        canary,
        key.word,
        questions,
    )


def filled(template: str, values: Mapping[str, str]) -> str:
    """The template with its placeholders replaced, in one pass."""
    return _PLACEHOLDER.sub(lambda found: values[found[1]], template)


def _task(brief: Brief) -> dict[str, str]:
    task = brief.task
    kind = brief.subject.kind.replace("_", " ")
    phase = f" (phase {task.phase})" if task.phase else ""
    details = "".join(f"- {_lines(detail)}\n" for detail in task.details)
    return {
        "scenario": _cut(task.scenario, TRUSTED_ROOM),
        "goal": _cut(task.goal, TRUSTED_ROOM),
        "subject": f"{kind} {one_shown_line(brief.subject.name)}{phase}",
        "asked": _block(task.asked),
        "expected": _block(task.expected),
        "details": f"\nAlso known:\n{details}" if details else "",
    }


def _form(rubric: Rubric, questions: tuple[str, ...]) -> dict[str, str]:
    keys = ["seal", "quotation", "ratings"]
    keys += ["votes"] if questions else []
    keys += OBSERVATIONS if rubric.observes else []
    votes = (
        f'\nUnder "votes" stands an object for each of {", ".join(questions)}, with "answer" '
        '(true, false or null) and "reason".'
    )
    return {
        "keys": ", ".join(f'"{key}"' for key in keys),
        "dimensions": ", ".join(rubric.dimensions),
        "votes": votes if questions else "",
    }


def _attached(sounds: int, pictures: int) -> str:
    sound = "the agent's voice in this turn, as sound" if sounds else "no sound"
    seen = f"{pictures} pictures of the screen, in order of time" if pictures else "no picture"
    return f"- {sound}\n- {seen}"


def _quoted_earlier(items: Sequence[Quoted], key: str) -> str:
    if not items:
        return "Nothing: this is the beginning."
    rooms = latest_first([size(item.text) for item in items], EARLIER_ROOM)
    kept = [number for number, room in enumerate(rooms) if room or not items[number].text]
    note = (
        f"{len(items) - len(kept)} earlier utterances were left out.\n"
        if len(kept) < len(items)
        else ""
    )
    talk = fenced([items[at] for at in kept], key, name="EARLIER", rooms=[rooms[at] for at in kept])
    return note + talk


def _quoted_material(items: Sequence[Quoted], key: str, canary: Canary) -> str:
    kept = _most_of(items)
    left = len(items) - len(kept)
    note = f"{left} pieces of the same kinds were left out.\n" if left else ""
    weighty = [not _is_light(item) for item in kept]
    rooms = weighty_first([size(item.text) for item in kept], weighty, MATERIAL_ROOM)
    planted = tuple(zip(canary.orders, canary.places, strict=True))
    return note + fenced(kept, key, rooms=rooms, planted=planted)


def _most_of(items: Sequence[Quoted]) -> Sequence[Quoted]:
    """All pieces, or so many: the weighty ones first, of each kind the first and the last."""
    if len(items) <= MOST_PIECES:
        return items
    light = [at for at, item in enumerate(items) if _is_light(item)]
    heavy = _ends(sorted(set(range(len(items))) - set(light)), MOST_PIECES // 2)
    kept = {*heavy, *_ends(light, MOST_PIECES - len(heavy))}
    return [item for at, item in enumerate(items) if at in kept]


def _is_light(item: Quoted) -> bool:
    return item.where.startswith(LIGHT) or OTHER_PRODUCT in item.where


def _ends(places: list[int], most: int) -> list[int]:
    if len(places) <= most:
        return places
    return [*places[: most - most // 2], *places[len(places) - most // 2 :]]


def _listed(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines) or "None."


def _fact(line: str) -> str:
    """A fact on one line; if it quotes what speaks to the judge, without that."""
    return without_passages(_cut(line, FACT_ROOM))


def _block(text: str) -> str:
    whole = shown(text).strip()
    return whole if len(whole) <= TRUSTED_ROOM else f"{whole[:TRUSTED_ROOM]} (cut)"


def _lines(text: str) -> str:
    """A heading and the lines below it, as one item of a list: a file handed over is a table."""
    lines = shown(text).strip().split("\n")
    kept: list[str] = []
    room = TRUSTED_ROOM
    for line in lines:
        if room <= 0:
            below = f"(the first {len(kept) - 1} of {len(lines) - 1} lines)"
            return "\n  ".join([*kept, below])
        kept.append(line if len(line) <= room else f"{line[:room]} (cut)")
        room -= len(line) + 1
    return "\n  ".join(kept)


def _cut(text: str, room: int) -> str:
    line = one_shown_line(text)
    return line if len(line) <= room else f"{line[:room]} (cut)"
