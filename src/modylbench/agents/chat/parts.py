"""What of a model's text is said aloud, and what is written into the chat.

Prose is said, sentence by sentence and without its marks. Code, tables, lists, headings, quotations
and JSON are nothing for the ear: they are written. What a model thinks to itself before it answers,
between <think> and </think>, is neither.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from modylbench.language.thoughts import ThoughtFilter

FENCE = re.compile(r"(```+|~~~+)")
WRITTEN_LINE = re.compile(
    r"""\ {4}|\t                # indented code
    | \s{0,3}(?:
        \||\#{1,6}\s|>\s?|[-*+]\s|\d{1,3}[.)]\s   # tables, headings, quotations, lists
      | (?:[-*_=]\s*){3,}$                        # rules
      | [-:|\s]*-[-:|\s]*\|[-:|\s]*$               # those of tables
      | [{\[]\s*(?:["{\[\d\]}]|$)                 # JSON
      | </?[A-Za-z!]                              # markup
    )""",
    re.VERBOSE,
)
TABLE_ROW = re.compile(r"[^|]*\s\|\s[^|]*\s\|\s")  # a table without an outer rule
SENTENCE_END = re.compile(r"[.!?…][\"')\]”*_]*\s+(?=\S)")
NO_END = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|approx|cf|no|dr|mr|mrs|ms|st|inc|corp|ltd|co|fig|sec)|\b[A-Z])\.\s+$",
    re.IGNORECASE,
)
LONGEST = 2_000  # characters that are said in one go
LINK = re.compile(r"!?\[([^\]]{0,500})\]\([^)\s]{0,2000}\)")
MARKS = re.compile(r"\*\*|__|`+|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)")


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """A piece of an answer, and where it goes."""

    to: Literal["voice", "chat"]
    text: str


def parts_of(text: str) -> list[AnswerPart]:
    r"""The parts of a whole text, in order.

    >>> parts_of("EV is **$180M**.\n| a | b |\n")
    [AnswerPart(to='voice', text='EV is $180M.'), AnswerPart(to='chat', text='| a | b |')]
    """
    sorter = AnswerSorter()
    return [*sorter.add(text), *sorter.finish()]


class AnswerSorter:
    """Sorts a text that comes piece by piece; a sentence is out as soon as the next one begins."""

    def __init__(self) -> None:
        self._thoughts = ThoughtFilter()
        self._rest = ""
        self._is_in_line = False
        self._fence = ""
        self._written: list[str] = []
        self._spoken: list[str] = []

    def add(self, text: str) -> list[AnswerPart]:
        """The parts that are whole with this piece."""
        self._rest += self._thoughts.without(text)
        found: list[AnswerPart] = []
        while (more := self._step(is_last=False)) is not None:
            found += more
        return found

    def finish(self) -> list[AnswerPart]:
        """The parts of what is left."""
        self._rest += self._thoughts.rest()
        found: list[AnswerPart] = []
        while self._rest and (more := self._step(is_last=True)) is not None:
            found += more
        return [*found, *self._prose_ended(), *self._writing_ended()]

    def _step(self, *, is_last: bool) -> list[AnswerPart] | None:
        """Take the next line, or sentence of it; None where more must come first."""
        line, newline, after = self._rest.partition("\n")
        is_whole = bool(newline) or is_last
        if not self._is_in_line:
            if not is_whole and len(line) <= LONGEST and SENTENCE_END.search(line) is None:
                return None
            if self._is_written(line, is_whole=is_whole):
                return self._write(line, after) if is_whole else None
        return self._speak(line, after, is_whole=is_whole)

    def _is_written(self, line: str, *, is_whole: bool) -> bool:
        if self._fence or FENCE.match(line.lstrip()):
            return True
        if not line.strip():
            return not is_whole  # all white space so far: wait; an empty line ends a paragraph
        first = line if is_whole else line + "x"  # so that `$` is the end of a line
        if WRITTEN_LINE.match(first):
            return True
        end = SENTENCE_END.search(line, 0, LONGEST)
        return TABLE_ROW.match(line[: end.start()] if end else line) is not None

    def _write(self, line: str, after: str) -> list[AnswerPart]:
        self._rest = after
        fence = FENCE.match(line.lstrip())
        if fence and not self._fence:
            self._fence = fence[1][:3]
        elif fence and fence[1].startswith(self._fence) and line.strip() == fence[1]:
            self._fence = ""
        found = self._prose_ended()
        self._written.append(line)
        return found

    def _speak(self, line: str, after: str, *, is_whole: bool) -> list[AnswerPart] | None:
        """Take prose; its lines are one paragraph until something else comes."""
        end = _sentence_end(line)
        if end:
            sentence, self._rest = line[:end], self._rest[end:]
            self._is_in_line = True
            self._spoken.append(sentence)
            return [*self._writing_ended(), *self._prose_ended()]
        if not is_whole:
            return None
        self._rest, self._is_in_line = after, False
        if line.strip():
            found = self._writing_ended()
            self._spoken.append(line)
            return [*found, *(self._prose_ended() if _is_ended(line) else [])]
        if self._written:
            self._written.append("")
        return self._prose_ended()

    def _prose_ended(self) -> list[AnswerPart]:
        text, self._spoken = " ".join(self._spoken), []
        said = without_markup(text)
        return [AnswerPart("voice", said)] if said else []

    def _writing_ended(self) -> list[AnswerPart]:
        text, self._written = "\n".join(self._written).strip("\n"), []
        return [AnswerPart("chat", text)] if text.strip() else []


def without_markup(text: str) -> str:
    """Prose without the marks that nobody pronounces.

    >>> without_markup("See [the *model*](https://example.org), row `ev`.")
    'See the model, row ev.'
    """
    return " ".join(MARKS.sub("", LINK.sub(r"\1", text)).split())


def _sentence_end(line: str) -> int:
    """Where the first sentence ends and another begins, or 0; nobody's breath is endless."""
    for match in SENTENCE_END.finditer(line, 0, LONGEST):
        if not NO_END.search(line[max(0, match.start() - 10) : match.end()]):
            return match.end()
    if len(line) <= LONGEST:
        return 0
    return line.rfind(" ", 1, LONGEST) + 1 or LONGEST


def _is_ended(line: str) -> bool:
    return SENTENCE_END.search(line.rstrip() + " x") is not None and line.rstrip()[-1] in ".!?…"
