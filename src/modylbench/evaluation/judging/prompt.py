"""The request that a judge is sent about a subject, and how much of each quoted text fits into it.

All that is ours stands outside the fences, all that is the agent's inside. Placeholders are filled
in one pass, so that no text that is filled in is ever looked through for more of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.judging.addressing.passages import without_passages
from modylbench.evaluation.judging.answer import OBSERVATIONS, answer_schema
from modylbench.evaluation.judging.canary import Canary, canary_for
from modylbench.evaluation.judging.fence import (
    fence_quotations,
    fenced_size,
    key_of,
    visible_line,
    visible_text,
)
from modylbench.evaluation.judging.rubric import Rubric, frame, request_form

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.evaluation.judging.judge import Brief, Quotation

EARLIER_CHARACTERS = 12_000  # ours: about twenty turns of talk
MATERIAL_CHARACTERS = 48_000  # ours: a 5-year model with its notes takes about a third of it
MOST_PIECES = 200  # ours: messages, surfaces and files of one turn
SHORTEST_PIECE = 200  # ours: less of a text than this helps nobody
OTHERS_SHARE = 1 / 4  # ours: of the budget, kept for what is not weighty as far as there is any
LIGHT, OTHER_PRODUCT = ("chat", "reaction", "annotation", "file", "surface beside"), "of another"
"""What an agent can make any number of: speech and deliverables have their budget before it."""
TRUSTED_CHARACTERS = 6_000  # ours: for each text of the task
FACT_CHARACTERS, MOST_FACTS = 600, 200  # ours: facts quote little, and are a line each
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
    questions = tuple(question.id for question in asked)
    values = {
        **_task(brief),
        "facts": _bullets([_fact(fact) for fact in brief.facts[:MOST_FACTS]]),
        "questions": _bullets(
            [f"{question.id}: {_cut(question.text, FACT_CHARACTERS)}" for question in asked]
        ),
        "attached": _attachment_lines(*attached),
        "earlier": _quoted_earlier(brief.earlier, key.word),
        "material": _quoted_material(brief.material, key.word, canary),
        "key": key.word,
        "seal": canary.seal,
        **_form(rubric, questions),
    }
    return Prompt(
        rubric,
        f"{frame().text}\n\n{rubric.text}",
        fill_placeholders(request_form().text, values),
        answer_schema(rubric, questions),
        canary,
        key.word,
        questions,
    )


def fill_placeholders(template: str, values: Mapping[str, str]) -> str:
    """The template with its placeholders replaced, in one pass."""
    return _PLACEHOLDER.sub(lambda match: values[match[1]], template)


def budgets_latest_first(lengths: Sequence[int], budget: int) -> tuple[int, ...]:
    """Characters for each text where the last ones matter most.

    >>> budgets_latest_first([500, 500, 500], 1100)
    (0, 500, 500)
    """
    budgets: list[int] = []
    for length in reversed(lengths):
        own = min(length, budget)
        budgets.append(own if own == length or own >= SHORTEST_PIECE else 0)
        budget -= budgets[-1]
    return tuple(reversed(budgets))


def budgets_shared_equally(lengths: Sequence[int], budget: int) -> tuple[int, ...]:
    """Characters for each text where all matter alike: short ones whole, long ones the same.

    >>> budgets_shared_equally([100, 5000, 9000], 4100)
    (100, 2000, 2000)
    """
    budgets = [0] * len(lengths)
    by_length = sorted(range(len(lengths)), key=lambda at: lengths[at])
    for done, at in enumerate(by_length):
        budgets[at] = min(lengths[at], budget // (len(lengths) - done))
        budget -= budgets[at]
    return tuple(budgets)


def budgets_weighty_first(
    lengths: Sequence[int], weighty: Sequence[bool], budget: int
) -> tuple[int, ...]:
    """Characters for each text where some matter more: the others take none of theirs.

    The others have a share of their own, so that the weighty ones cannot push them out either.

    >>> budgets_weighty_first([3000, 9000, 9000], [True, False, False], 6000)
    (3000, 1500, 1500)
    """
    others = [length for length, is_weighty in zip(lengths, weighty, strict=True) if not is_weighty]
    kept = min(sum(others), int(budget * OTHERS_SHARE))
    heavy = [length for length, is_weighty in zip(lengths, weighty, strict=True) if is_weighty]
    first = budgets_shared_equally(heavy, budget - kept)
    budgets = {True: iter(first), False: iter(budgets_shared_equally(others, budget - sum(first)))}
    return tuple(next(budgets[is_weighty]) for is_weighty in weighty)


def _task(brief: Brief) -> dict[str, str]:
    task = brief.task
    kind = brief.subject.kind.replace("_", " ")
    phase = f" (phase {task.phase})" if task.phase else ""
    details = "".join(f"- {_lines(detail)}\n" for detail in task.details)
    return {
        "scenario": _cut(task.scenario, TRUSTED_CHARACTERS),
        "goal": _cut(task.goal, TRUSTED_CHARACTERS),
        "subject": f"{kind} {visible_line(brief.subject.name)}{phase}",
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


def _attachment_lines(sounds: int, pictures: int) -> str:
    sound = "the agent's voice in this turn, as sound" if sounds else "no sound"
    seen = f"{pictures} pictures of the screen, in order of time" if pictures else "no picture"
    return f"- {sound}\n- {seen}"


def _quoted_earlier(items: Sequence[Quotation], key: str) -> str:
    if not items:
        return "Nothing: this is the beginning."
    budgets = budgets_latest_first([fenced_size(item.text) for item in items], EARLIER_CHARACTERS)
    kept = [number for number, budget in enumerate(budgets) if budget or not items[number].text]
    note = (
        f"{len(items) - len(kept)} earlier utterances were left out.\n"
        if len(kept) < len(items)
        else ""
    )
    talk = fence_quotations(
        [items[at] for at in kept], key, name="EARLIER", budgets=[budgets[at] for at in kept]
    )
    return note + talk


def _quoted_material(items: Sequence[Quotation], key: str, canary: Canary) -> str:
    kept = _most_of(items)
    left = len(items) - len(kept)
    note = f"{left} pieces of the same kinds were left out.\n" if left else ""
    weighty = [not _is_light(item) for item in kept]
    budgets = budgets_weighty_first(
        [fenced_size(item.text) for item in kept], weighty, MATERIAL_CHARACTERS
    )
    planted = tuple(zip(canary.orders, canary.places, strict=True))
    return note + fence_quotations(kept, key, budgets=budgets, planted=planted)


def _most_of(items: Sequence[Quotation]) -> Sequence[Quotation]:
    """All pieces, or so many: the weighty ones first, of each kind the first and the last."""
    if len(items) <= MOST_PIECES:
        return items
    light = [at for at, item in enumerate(items) if _is_light(item)]
    heavy = _ends(sorted(set(range(len(items))) - set(light)), MOST_PIECES // 2)
    kept = {*heavy, *_ends(light, MOST_PIECES - len(heavy))}
    return [item for at, item in enumerate(items) if at in kept]


def _is_light(item: Quotation) -> bool:
    return item.where.startswith(LIGHT) or OTHER_PRODUCT in item.where


def _ends(places: list[int], most: int) -> list[int]:
    if len(places) <= most:
        return places
    return [*places[: most - most // 2], *places[len(places) - most // 2 :]]


def _bullets(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines) or "None."


def _fact(line: str) -> str:
    """A fact on one line; if it quotes what speaks to the judge, without that."""
    return without_passages(_cut(line, FACT_CHARACTERS))


def _block(text: str) -> str:
    whole = visible_text(text).strip()
    return whole if len(whole) <= TRUSTED_CHARACTERS else f"{whole[:TRUSTED_CHARACTERS]} (cut)"


def _lines(text: str) -> str:
    """A heading and the lines below it, as one item of a list: a file handed over is a table."""
    lines = visible_text(text).strip().split("\n")
    kept: list[str] = []
    left = TRUSTED_CHARACTERS
    for line in lines:
        if left <= 0:
            below = f"(the first {len(kept) - 1} of {len(lines) - 1} lines)"
            return "\n  ".join([*kept, below])
        kept.append(line if len(line) <= left else f"{line[:left]} (cut)")
        left -= len(line) + 1
    return "\n  ".join(kept)


def _cut(text: str, most: int) -> str:
    line = visible_line(text)
    return line if len(line) <= most else f"{line[:most]} (cut)"
