"""Chat: whether what belongs in writing comes in time, whole, and is not said twice (SPEC 8)."""

from __future__ import annotations

import ast
import json
import re
import warnings
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from modylbench.evaluation.channels.turn import absent, falling, mean_of, part
from modylbench.language.plain import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.channels.turn import ChannelTurn
    from modylbench.evaluation.facts import ChannelPart
    from modylbench.recording.events import Message
    from modylbench.scenarios.channels.uses import ExpectedUse

PROMPT_S, LATEST_S = 5.0, 60.0  # SPEC 8
MOST_MESSAGES = 10  # ours: so many in one turn are worth nothing, as that many annotations
REPETITION = 1.5  # SPEC 8, paper 3.7.4: off the composite
FEWEST_REPEATED = 6  # ours: words; fewer are no message
MOSTLY_REPEATED = 0.7  # ours: of the runs of words in a message
MOST_COMPARED = 20_000  # ours: characters of a turn's messages
MOST_LINKS = 50
SPARE_FIGURES, FIGURES_EACH = 30, 10  # ours: a table beside what was asked for is no heap
LONGEST_ROW = 2_000  # ours: characters of a row of a table
RESPONSIVENESS, CONTENT, CHOICE, COHERENCE = (
    "responsiveness", "content", "channel_choice", "voice_chat_coherence",
)  # fmt: skip
_LINK = re.compile(r"(?:https?://|www\.)[^\s<>()\[\]\"'`]+", re.IGNORECASE)
_CODE = re.compile(r"```([\w+-]*)[ \t]*\n(.*?)```", re.DOTALL)
_FIGURE = re.compile(r"\d[\d,.]*")
_DIGIT = re.compile(r"\d")
_RULE = re.compile(r"(?:\|\s*)?:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*(?:\|\s*)?")


def chat_parts(turn: ChannelTurn) -> list[ChannelPart]:
    """What is expected in writing: when it came, what it holds, whether it belongs there.

    How soon and in which channel is worth as much as what is written (ours): anything at all, at
    once, is no better than nothing.
    """
    uses = turn.uses_of("chat")
    if len(turn.chat) >= MOST_MESSAGES:
        many = f"{len(turn.chat)} messages in one turn"
        return [part(name, 0.0, many) for name in (RESPONSIVENESS, CONTENT, CHOICE)]
    if not uses:
        return []
    if not turn.chat:
        return [part(name, 0.0, "no message") for name in (RESPONSIVENESS, CONTENT, CHOICE)]
    content = mean_of(best_content(turn, use)[0] for use in uses)
    prompt = mean_of(responsiveness(turn, use) for use in uses)
    choice = channel_choice(turn)
    parts = [
        part(RESPONSIVENESS, prompt * content),
        part(CONTENT, content),
        part(CHOICE, choice * content),
    ]
    coherence = voice_chat_coherence(turn)
    if coherence is None:
        return [*parts, absent(COHERENCE, "voice and chat speak of no figure in common")]
    return [*parts, part(COHERENCE, coherence * content)]


def responsiveness(turn: ChannelTurn, use: ExpectedUse) -> float:
    """1 up to 5 s after the trigger, 0 at 60 s: of the message that holds what is expected."""
    message = best_content(turn, use)[1]
    return falling(message.at_s - turn.triggers[use.id], PROMPT_S, LATEST_S)


def best_content(turn: ChannelTurn, use: ExpectedUse) -> tuple[float, Message]:
    """The message that comes nearest to what is expected, and how near that is."""
    rated = [(content_worth(message.text, use, turn.given), message) for message in turn.chat]
    return max(rated, key=lambda entry: (entry[0], -entry[1].at_s))


def content_worth(text: str, use: ExpectedUse, given: str) -> float:
    """The mean of what can be checked: what it holds, and that it is what it should be.

    Its content is of the kind that is expected, code can be parsed, tables are tables, and links
    are well formed and known from the meeting.
    """
    short = text[:MOST_COMPARED]
    known = plain(short)
    held = [_stands_in(plain(phrase), known) for phrase in use.holds]
    holds = mean_of(map(float, held)) * _selection(known, held) if held else 1.0
    kind = {"figures": _has_figures, "table": is_table, "code": is_code, "link": _has_link}
    is_kind = kind[use.content](short) if use.content else True
    form = [float(is_kind), *(float(is_known_link(link, given)) for link in _links(short))]
    form += [float(can_be_parsed(language, code)) for language, code in _CODE.findall(short)]
    return holds * mean_of(form)


def _stands_in(phrase: str, text: str) -> bool:
    """Whether the phrase stands there as words and figures of its own: no "4.5x" in "14.5x"."""
    return re.search(rf"(?<![\w.]){re.escape(phrase)}(?!\w)", text) is not None


def _selection(text: str, held: Sequence[bool]) -> float:
    """1 for a message, less for a heap: how many figures it may have beside those asked for."""
    figures = len(_FIGURE.findall(text))
    most = SPARE_FIGURES + FIGURES_EACH * len(held)
    return min(1.0, most / figures) if figures else 1.0


def channel_choice(turn: ChannelTurn) -> float:
    """The part of the messages that belong in writing: figures, tables, code, links."""
    return mean_of(float(belongs_in_writing(message.text)) for message in turn.chat)


def belongs_in_writing(text: str) -> bool:
    """Whether it is more than a yes: it holds figures, code, a table or a link, or is long.

    >>> belongs_in_writing("Yes, sure."), belongs_in_writing("EV: $180.0M")
    (False, True)
    """
    short = text[:MOST_COMPARED]
    return _has_figures(short) or _has_link(short) or bool(_CODE.search(short)) or is_table(short)


def voice_chat_coherence(turn: ChannelTurn) -> float | None:
    """Of the quantities that voice and chat both give, the part that they give alike; else None."""
    pairs = list(_common_figures(turn))
    return mean_of(float(is_alike) for _, is_alike in pairs) if pairs else None


def contradictions(turn: ChannelTurn) -> list[str]:
    """The quantities of which voice and chat give different figures."""
    return [name for name, is_alike in _common_figures(turn) if not is_alike]


def _common_figures(turn: ChannelTurn) -> Iterator[tuple[str, bool]]:
    by_channel: dict[str, dict[str, set[float]]] = {"said": {}, "chat": {}}
    for figure in turn.figures:
        if figure.quantity:
            values = by_channel[figure.channel].setdefault(figure.quantity, set())
            values.add(round(figure.value, 9))
    for name in sorted(by_channel["said"].keys() & by_channel["chat"].keys()):
        said, written = by_channel["said"][name], by_channel["chat"][name]
        yield name, any(_are_alike(spoken, sent) for spoken in said for sent in written)


def _are_alike(figure: float, other: float) -> bool:
    """Whether they are one figure, one of them rounded for speech (ours: half a percent)."""
    return abs(figure - other) <= 0.005 * max(abs(figure), abs(other))


def repeats_speech(turn: ChannelTurn) -> bool:
    """Whether a message is word for word what was said (paper 3.7.4), but for a word or two."""
    said = set(_runs_of_words(turn.words))
    for message in turn.chat:
        written = _runs_of_words(message.text)
        if written and sum(run in said for run in written) >= MOSTLY_REPEATED * len(written):
            return True
    return False


def _runs_of_words(text: str) -> list[tuple[str, ...]]:
    """Every run of so many words that is too long to be said twice by chance."""
    words = re.findall(r"\w+", plain(text[:MOST_COMPARED]))
    return list(zip(*(words[at:] for at in range(FEWEST_REPEATED)), strict=False))


def _has_figures(text: str) -> bool:
    return bool(_DIGIT.search(text))


def _has_link(text: str) -> bool:
    return bool(_LINK.search(text))


def _links(text: str) -> list[str]:
    return [link.rstrip(".,;:!?") for link in _LINK.findall(text)[:MOST_LINKS]]


def is_known_link(link: str, given: str) -> bool:
    """Whether an address is well formed, and was given in the meeting."""
    try:
        parts = urlsplit(link if "://" in link else f"https://{link}")
    except ValueError:
        return False
    return bool(parts.hostname and "." in parts.hostname) and link.lower() in given.lower()


def is_code(text: str) -> bool:
    """Whether there is a block of code in it."""
    return bool(_CODE.search(text))


def can_be_parsed(language: str, code: str) -> bool:
    """Whether code is of its language, as far as that is read here: Python and JSON.

    >>> can_be_parsed("python", "x = 1"), can_be_parsed("python", "x = ")
    (True, False)
    """
    try:
        if language.lower() in {"python", "py"}:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # a strange escape is no error
                ast.parse(code)
        elif language.lower() == "json":
            json.loads(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return bool(code.strip())


def is_table(text: str) -> bool:
    r"""Whether there is a table of Markdown in it: a header, a rule, and a row of as many cells.

    >>> is_table("| a | b |\n|---|---|\n| 1 | 2 |"), is_table("a, b")
    (True, False)
    """
    lines = [line.strip() for line in text.splitlines() if len(line) <= LONGEST_ROW]
    for header, rule, row in zip(lines, lines[1:], lines[2:], strict=False):
        if _RULE.fullmatch(rule) and header.count("|") == row.count("|") >= 1:
            return True
    return False
