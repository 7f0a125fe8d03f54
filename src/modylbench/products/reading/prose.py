"""Numbers in sentences, each with the words around it."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import islice
from typing import TYPE_CHECKING

from modylbench.language.plain import THIN_SPACE, plain
from modylbench.products.quantities.labels import label_words, sentence_words
from modylbench.products.quantities.numbers import figures_within
from modylbench.products.quantities.physical import unit_named
from modylbench.products.quantities.units import UnitHint
from modylbench.products.reading.observation import Observation, Sentence, hints_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.quantities.numbers import WrittenFigure
    from modylbench.products.reading.observation import Words

WORDS_AROUND = 30
WRAPPED_AT = 50  # ours: a shorter line that ends without a full stop is a line of a list
NEARBY = 400  # ours: what stands farther from a number does not name it
MOST_FIGURES = 2_000  # ours: a text with more numbers than this is no text for people
MASK = "\x00"

_DASH = r"[-\u2013\u2014]"
_BOUNDARY = re.compile(r"[.;!?](?=\s|$)|\n|[|•·]")
_ABBREVIATED = re.compile(
    r"\b(?:approx|ca|est|vs|e\.g|i\.e|no|adj|max|min|avg|incl|excl|resp|fig|conv)(?=(\.)\s)"
)
_WRAP = re.compile(r"(?<=[a-z,(])\n(?=[a-z$€£\d(])")
_SPACED = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?: \d{3}){2,6}(?![\d.,]\d)")
_COUNTED = re.compile(
    r"(?:\b(?:year|yr|fy|y|q|quarter|phase|tier|plant|dc|site|option|case|scenario|section"
    rf"|table|figure|arm|week|wave|lane|note|seed)[\s-]?|#|(?:19|20)\d\d\s?{_DASH}\s?)$"
)
_WITH_FIGURES = re.compile(rf"\([^()]*{MASK}[^()]*\)")
_OLD_TO_NEW = re.compile(rf"\bfrom\s+(?:about\s+)?{MASK}+\s+to\s+$")
_OPERATOR = rf"(?:{_DASH}|[+*/x]|to\b)"
_OPERAND_BEFORE = re.compile(rf"{MASK}\)?\s?{_OPERATOR}\s?\(?$|\bbetween\s+{MASK}+\s+and\s+$")
_OPERAND_AFTER = re.compile(rf"^\)?\s?{_OPERATOR}\s?\(?{MASK}")
_EQUALS = re.compile(r"^[^=]*[^=\s][^=]*=(?!=)")
_PHYSICAL = re.compile(
    r"\s?((?:\N{DEGREE SIGN}\s?)?[a-z]+(?:/[a-z0-9]+)*)(?: (?:per|a) [a-z]+)?(?![a-z])"
)
_KEY = re.compile(rf"^(?P<key>[^:=\t]*[^:=\t\s])\s*(?:[:=\t]|\s{_DASH}\s)\s*$")
_LIST_MARK = re.compile(r"^[\s>#]*(?:[-*+•]\s|\d+[.)]\s)?\s*")


def prose_observations(
    text: str, pointer: str, context: tuple[Words, ...], weak: tuple[UnitHint, ...]
) -> Iterator[Observation]:
    """Every number of a running text that is not itself part of a name such as Year 1."""
    if not any(character.isdigit() for character in text):
        return
    characters = _unwrap_lines(plain(text))
    figures = figures_in(characters)
    masked = _mask_figures(characters, figures)
    ends = [match.span() for match in _BOUNDARY.finditer(masked)]
    for figure in figures:
        if not figure.exact or _is_added(characters, figure):
            continue
        around = _surroundings(masked, figure, ends)
        if around is not None:
            before, sentence = around
            found = Observation(
                pointer=pointer,
                shown=(figure.shown,),
                context=context,
                weak=(*hints_of(before[before.rindex("(") :]), *weak) if "(" in before else weak,
                sentence=sentence,
                span=(figure.start, figure.end),
                strong=_unit_behind(characters, figure),
            )
            yield found
            key = None if sentence.after else _KEY.match(_LIST_MARK.sub("", before))
            if key:
                label = label_words(key["key"])
                strong = (*found.strong, label.hint) if label.hint else found.strong
                yield found._replace(axes=(label.words,), strong=strong, sentence=None)


def _unit_behind(characters: str, figure: WrittenFigure) -> tuple[UnitHint, ...]:
    """The physical unit right behind a number."""
    match = _PHYSICAL.match(characters, figure.end)
    name = match and (unit_named(match[0]) or unit_named(match[1]))
    return (UnitHint(physical=name),) if name else ()


def figures_in(characters: str) -> list[WrittenFigure]:
    """Every number of a plain text that is not part of a name."""
    figures = islice(figures_within(characters), MOST_FIGURES)
    return [figure for figure in figures if not _is_a_name(characters, figure)]


def _unwrap_lines(characters: str) -> str:
    """The text with full stops of abbreviations and breaks within paragraphs blanked."""
    stops = [match.start(1) for match in _ABBREVIATED.finditer(characters)]
    wraps = [
        match.start()
        for match in _WRAP.finditer(characters)
        if match.start() - characters.rfind("\n", 0, match.start()) > WRAPPED_AT
    ]
    changed = list(characters)
    for place in (*stops, *wraps):
        changed[place] = " "
    return _SPACED.sub(lambda match: match[0].replace(" ", THIN_SPACE), "".join(changed))


def _is_a_name(characters: str, figure: WrittenFigure) -> bool:
    token = characters[figure.start : figure.end].strip(" ()")
    if not token.isdigit() or figure.shown.dimension is not None or figure.shown.scaled:
        return False
    if re.fullmatch(r"(?:19|20)\d\d", token) or _COUNTED.search(
        characters[max(0, figure.start - 16) : figure.start]
    ):
        return True
    opens_item = re.match(r"[.)]\s", characters[figure.end : figure.end + 2])
    line = _line_start(characters, figure)
    return bool(opens_item) and not characters[line : figure.start].strip()


def _line_start(characters: str, figure: WrittenFigure) -> int:
    """Where the line of a number starts, as far as that is nearby."""
    least = max(0, figure.start - NEARBY)
    return max(least, characters.rfind("\n", least, figure.start) + 1)


def _is_added(characters: str, figure: WrittenFigure) -> bool:
    """True for a change such as +$2.5M, unless it is given as the value: "spread: +350 bps"."""
    is_signed = characters[figure.start] == "+"
    return is_signed and not characters[: figure.start].rstrip().endswith((":", "="))


def _mask_figures(characters: str, figures: list[WrittenFigure]) -> str:
    pieces: list[str] = []
    done = 0
    for figure in figures:
        pieces += [characters[done : figure.start], MASK * (figure.end - figure.start)]
        done = figure.end
    return "".join([*pieces, characters[done:]])


def _surroundings(
    masked: str, figure: WrittenFigure, ends: list[tuple[int, int]]
) -> tuple[str, Sentence] | None:
    """The text before a number and the words around it; None for a part of a sum or range."""
    place = bisect_left(ends, (figure.start, 0))
    start = max(ends[place - 1][1] if place else 0, figure.start - NEARBY)
    end = min(ends[place][0] if place < len(ends) else len(masked), figure.end + NEARBY)
    before, after = masked[start : figure.start], masked[figure.end : end]
    old = _OLD_TO_NEW.search(before)
    if old:
        before = f"{before[: old.start()]} to "
    elif _OPERAND_BEFORE.search(before) or _OPERAND_AFTER.match(after):
        return None
    before = _nearest(_WITH_FIGURES.sub(" ", before))
    after = _WITH_FIGURES.sub(" ", after).partition("\t")[0].partition(MASK)[0]
    sentence = Sentence(
        sentence_words(_LIST_MARK.sub("", before))[-WORDS_AROUND:],
        sentence_words(after)[:WORDS_AROUND],
        _opening_words(masked, figure, start, end),
        _is_alone(masked, figure),
        figure.shown.dimension is None and not figure.shown.scaled,
    )
    return before, sentence


def _nearest(before: str) -> str:
    """What stands between a number and the one before it; of a chain of equations, the start."""
    nearest = before.rpartition(MASK)[2]
    if nearest.strip() == "=" and (left := _EQUALS.match(before)):
        return left[0]
    return nearest


def _opening_words(masked: str, figure: WrittenFigure, start: int, end: int) -> frozenset[str]:
    """The words that open the paragraph and the sentence."""
    line = _line_start(masked, figure)
    opening = _LIST_MARK.sub("", masked[line : line + 80]).partition(MASK)[0]
    return frozenset(
        (*sentence_words(opening)[:8], *sentence_words(masked[start:end].partition(MASK)[0]))
    )


def _is_alone(masked: str, figure: WrittenFigure) -> bool:
    end = masked.find("\n", figure.end, figure.end + NEARBY)
    behind = masked[figure.end : end if end >= 0 else figure.end + NEARBY]
    line = masked[_line_start(masked, figure) : figure.start] + behind
    return len(line) < WRAPPED_AT and not any(
        character.isalnum() or character == MASK for character in line
    )
