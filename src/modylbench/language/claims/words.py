"""Sentences as words and figures, each word with the stem that all its forms share."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from modylbench.language.plain import plain
from modylbench.language.sentences import sentence_ends
from modylbench.language.spoken.numbers import UP_TO_TWELVE
from modylbench.language.stems import british_stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LONGEST_TEXT = 100_000  # ours: eight times the longest paper that a meeting asks for
LONGEST_SENTENCE = 160  # ours: words; nobody says one thing in more, and time stays linear
_IRREGULAR = {
    form: base
    for base, forms in {
        "be": "is are was were am been being",
        "have": "has had having",
        "do": "does did done doing",
        "go": "goes went gone going",
        "get": "gets got gotten getting",
        "win": "won winning wins winner winners",
        "lose": "lost loses losing loser losers",
        "fall": "fell fallen falls falling",
        "rise": "rose risen rises rising",
        "choose": "chose chosen chooses choosing",
        "choice": "choices",
        "take": "took taken takes taking",
        "give": "gave given gives giving",
        "grow": "grew grown grows growing growth",
        "shrink": "shrank shrunk shrinks shrinking",
        "beat": "beats beaten beating",
        "meet": "met meets meeting",
        "lead": "led leads leading leader leaders",
        "leave": "left leaves leaving",
        "lie": "lies lay lain lying",
        "hold": "held holds holding",
        "keep": "kept keeps keeping",
        "make": "made makes making",
        "find": "found finds finding",
        "pay": "paid pays paying payment",
        "sell": "sold sells selling",
        "buy": "bought buys buying",
        "come": "came comes coming",
        "overtake": "overtook overtaken overtakes overtaking",
        "outdo": "outdid outdone outdoes",
        "stand": "stood stands standing",
        "run": "ran runs running",
        "shut": "shuts shutting",
        "put": "puts putting",
        "set": "sets setting",
        "bring": "brought brings bringing",
        "show": "showed shown shows showing",
        "say": "said says saying",
        "know": "knew known knows",
        "see": "saw seen sees seeing",
        "think": "thought thinks",
        "bear": "bore borne bears",
        "draw": "drew drawn draws",
        "withdraw": "withdrew withdrawn withdraws withdrawing withdrawal",
        "bind": "bound binds binding",
        "tie": "tied ties tying",
        "drop": "drops dropped dropping",
        "higher": "higher",
        "licence": "licences license licenses",
        "licensed": "licensed licenced",
        "recommend": "recommendation recommendations recommended recommends recommending",
        "exceed": "exceeds exceeded exceeding",
        "joint": "jointly",
        "low": "lows",
        "deny": "denied denies denying",
        "prove": "proved proven proves proof",
        "settle": "settled settles settling settlement",
        "agree": "agreed agrees agreeing agreement",
        "fail": "fails failed failing failure failures",
        "pass": "passes passed passing",
        "cost": "costs costing",
        "analyst": "analysts analyst's",
        "first": "firstly",
        "spend": "spent spends spending",
        "lend": "lent lends lending",
        "build": "built builds building",
        "send": "sent sends sending",
        "tell": "told tells telling",
        "feel": "felt feels feeling",
        "mean": "meant means",
        "deal": "dealt",
        "begin": "began begun begins beginning",
        "drive": "drove driven drives driving driver drivers",
        "write": "wrote written writes writing",
        "speak": "spoke spoken speaks speaking",
        "break": "broke broken breaks breaking",
        "freeze": "froze frozen freezes freezing",
        "forgo": "forwent forgone forgoes forgoing",
        "withhold": "withheld withholds withholding",
        "uphold": "upheld upholds upholding",
        "overcome": "overcame overcomes overcoming",
        "outrun": "outran outruns outrunning",
        "outgrow": "outgrew outgrown outgrows",
        "catch": "caught catches catching",
        "seek": "sought seeks seeking",
        "fight": "fought fights fighting",
        "stick": "stuck sticks sticking",
        "strike": "struck strikes striking stricken",
        "hang": "hung hangs hanging",
        "sink": "sank sunk sinks sinking",
        "throw": "threw thrown throws throwing",
        "fly": "flew flown flies flying",
        "forget": "forgot forgotten forgets forgetting",
        "arise": "arose arisen arises",
        "bend": "bent bends bending",
        "blow": "blew blown blows blowing",
        "creep": "crept creeps creeping",
        "eat": "ate eaten eats eating",
        "hide": "hid hidden hides hiding",
        "leap": "leapt leaped leaps",
        "mistake": "mistook mistaken mistakes",
        "ride": "rode ridden rides riding",
        "shake": "shook shaken shakes",
        "slide": "slid slides sliding",
        "steal": "stole stolen steals",
        "sweep": "swept sweeps sweeping",
        "swing": "swung swings",
        "undertake": "undertook undertaken undertakes",
        "undergo": "underwent undergone undergoes",
        "wear": "wore worn wears",
        "wind": "wound winds",
        "shed": "sheds shedding",
        "split": "splits splitting",
        "cut": "cuts cutting",
        "hit": "hits hitting",
        "let": "lets letting",
        "quit": "quits quitting",
        "overshoot": "overshot overshoots",
        "undershoot": "undershot undershoots",
        "outshine": "outshone outshines",
        "foresee": "foresaw foreseen foresees",
        "oversee": "oversaw overseen oversees",
    }.items()
    for form in forms.split()
}
_IRREGULAR |= {base: base for base in set(_IRREGULAR.values())}
_IRREGULAR |= {word: word for word in (
    "namely", "better", "best", "less", "least", "more", "most", "does", "unless", "across", "plus",
    "this",
    "gross", "loss", "business", "above", "over", "none", "one", "before", "because", "than",
    "only", "early", "earlier", "earliest", "late", "later", "latest", "neither", "either", "other",
    "whether", "rather", "under", "ever", "never", "however", "their", "another", "both", "united",
    "priced", "pricing", "reported", "general", "generally", "hardly", "barely", "universal",
    "unhedged", "closed", "closing", "proceeds", "audited", "unaudited",
)}  # fmt: skip
_TOKEN = re.compile(
    r"(?P<number>[+-]?(?:[$€£]\s?|us\$\s?)?\d+(?:,\d{3})*(?:\.\d+)?)"
    r"(?P<unit>\s?%|\s?per ?cent\b|\s?(?:percentage )?(?:points?|pts?|pp)\b"
    r"|\s?(?:bps?|basis points)\b"
    r"|x\b|\stimes\b|\s?(?:million|mn|mm)\b|m\b|\s?(?:billion|bn)\b|\s?(?:thousand)\b|k\b"
    r"|(?:st|nd|rd|th)\b)?"
    r"|(?P<word>[a-z]+(?:'[a-z]+)?(?:&[a-z]+)?)"
    r"|(?P<mark>[;:(),?!|\n\u2014\u2013]|->|\u2192|--|(?<=\s)-(?=\s)|\.(?=\s|$)|/|\+|[<>])"
)
_CONTRACTION = re.compile(r"\b(?:can't|cannot|won't|shan't|([a-z]+)n't)\b")
_CITATION = re.compile(r"\[(?:s|ref\.? ?)?\d{1,3}(?:[,;] ?s?\d{1,3})*\]", re.IGNORECASE)
_BULLET = re.compile(r"(?m)^[ \t>]*(?:[-*+•·]|\d{1,2}[.)])[ \t]+|^#{1,6}[ \t]+")
_SMALL = {name: value for value, name in enumerate(UP_TO_TWELVE)}
_SCALE = {"million": 1e6, "mn": 1e6, "mm": 1e6, "m": 1e6, "billion": 1e9, "bn": 1e9, "k": 1e3,
          "thousand": 1e3}  # fmt: skip


class Token(NamedTuple):
    """A word, a figure or a mark, with where it stands in the text."""

    text: str
    stem: str
    start: int
    number: float | None = None
    unit: str = ""
    half_step: float = 0.0

    @property
    def is_mark(self) -> bool:
        """True for punctuation."""
        return not self.stem and self.number is None

    def shows(self, value: float, leeway: float = 0.0) -> bool:
        """True when the figure is that value, at the precision shown."""
        if self.number is None:
            return False
        return abs(abs(self.number) - abs(value)) <= self.half_step * 1.001 + leeway


@lru_cache(maxsize=32768)
def stem(word: str) -> str:
    """What the forms of a word share.

    >>> stem("exceeded"), stem("fell"), stem("falling")
    ('exceed', 'fall', 'fall')
    """
    bare = word.removesuffix("'s").removesuffix("'")
    return _IRREGULAR.get(bare) or british_stem(bare)


@lru_cache(maxsize=8192)
def phrase_stems(phrase: str) -> tuple[str, ...]:
    """The stems of a phrase as they are looked for.

    `~` stands for up to five words, and `=` before the first word asks for that very form.

    >>> phrase_stems("fell short of")
    ('fall', 'short', 'of')
    """
    exact = phrase.startswith("=")
    return tuple(
        token.text
        if token.text == "~"
        else f"={token.text}"
        if exact and not place
        else token.stem or token.text
        for place, token in enumerate(tokens(phrase.replace("~", " tildegap "), keep_marks=False))
    )


def tokens(text: str, *, keep_marks: bool = True) -> list[Token]:
    """The words, figures and marks of a text."""
    flat = _CONTRACTION.sub(_expand_contraction, plain(text))
    flat = re.sub(r"(?<=[a-z])-(?=[a-z0-9])|(?<=\d)-(?=[a-z])", " ", flat)
    found: list[Token] = []
    for match in _TOKEN.finditer(flat):
        if match["word"]:
            found.append(_word(match["word"], match.start()))
        elif match["number"]:
            found.append(_figure(match))
        elif match[0] in "<>":
            found.append(Token(match[0], match[0], match.start()))
        elif keep_marks:
            mark = {"--": "\u2014", "\u2013": "\u2014", "-": "\u2014", "\u2192": "->"}.get(
                match[0], match[0]
            )
            found.append(Token(mark, "", match.start()))
    return found


def sentences_of(text: str) -> Iterator[list[Token]]:
    """The sentences and lines of a text as tokens, bullets and citations left out."""
    cut = _CITATION.sub(lambda match: " " * len(match[0]), text[:LONGEST_TEXT])
    for line in _BULLET.sub(lambda match: " " * len(match[0]), cut).split("\n"):
        places = [0, *sentence_ends(line), len(line)]
        for start, end in pairwise(places):
            found = tokens(line[start:end])
            for first in range(0, len(found), LONGEST_SENTENCE):
                yield found[first : first + LONGEST_SENTENCE]


def _expand_contraction(match: re.Match[str]) -> str:
    whole = match[0]
    if whole in {"can't", "cannot"}:
        return "can not"
    if whole == "won't":
        return "will not"
    return f"{match[1] or 'shall'} not"


_SHORT_FOR = {"incl": "including", "excl": "excluding"}


def _word(text: str, start: int) -> Token:
    if text == "tildegap":
        return Token("~", "~", start)
    whole = _SHORT_FOR.get(text, text)
    return Token(whole, stem(whole), start, _SMALL.get(whole))


def _figure(match: re.Match[str]) -> Token:  # noqa: PLR0911
    if match[0].isdecimal():
        return Token(match[0], "", match.start(), float(match[0][:40]), "", 0.5)
    digits = match["number"].replace(",", "")
    money = bool(set(digits) & set("$€£"))
    digits = re.sub(r"[^\d.+-]", "", digits).rstrip(".")
    number = float(digits[:40] or 0)
    decimals = len(digits.partition(".")[2])
    step = 0.5 * 10.0**-decimals
    unit = (match["unit"] or "").strip()
    if unit in _SCALE:
        return Token(match[0], "", match.start(), number * _SCALE[unit], "$" if money else "",
                     step * _SCALE[unit])  # fmt: skip
    if unit.startswith(("bp", "basis")):
        return Token(match[0], "point", match.start(), number / 100, "pt", step / 100)
    kind = ""
    if unit.startswith(("%", "per")) and "point" not in unit:
        kind = "%"
    elif unit.startswith(("p", "percentage")):
        return Token(match[0], "point", match.start(), number, "pt", step)
    elif unit in {"x", "times"}:
        kind = "x"
    elif money:
        kind = "$"
    elif unit in {"st", "nd", "rd", "th"}:
        ordinal = {1: "first", 2: "second", 3: "third"}.get(int(number), "fourth")
        return Token(match[0], ordinal, match.start(), None)
    return Token(match[0], "", match.start(), number, kind, step)


Value = TypeVar("Value")


class PhraseTable(Generic[Value]):
    """Phrases looked for in one pass: the longest that begins at a word."""

    def __init__(self, phrases: Iterable[tuple[str, Value]]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], Value]]] = {}
        for phrase, value in phrases:
            stems = phrase_stems(phrase)
            if stems:
                self._by_first.setdefault(stems[0], []).append((stems, value))
        for entries in self._by_first.values():
            entries.sort(key=lambda entry: -len(entry[0]))
        self._forms = {key[1:]: entries for key, entries in self._by_first.items() if key[0] == "="}

    def find(self, words: list[Token]) -> list[tuple[int, int, Value]]:
        """(start, end, value) of every phrase, none inside another."""
        found: list[tuple[int, int, Value]] = []
        by_stem, by_form, past = self._by_first, self._forms, 0
        for place, word in enumerate(words):
            if place < past:
                continue
            stems, forms = by_stem.get(word.stem or word.text), by_form.get(word.text)
            if stems is None and forms is None:
                continue
            hit = _longest(words, place, forms or (), stems or ())
            if hit:
                found.append(hit)
                past = hit[1]
        return found


def _longest(
    words: list[Token], place: int, *tables: Iterable[tuple[tuple[str, ...], Value]]
) -> tuple[int, int, Value] | None:
    best: tuple[int, int, Value] | None = None
    for entries in tables:
        for stems, value in entries:
            end = _matches(words, place, stems)
            if end:
                if best is None or end > best[1]:
                    best = place, end, value
                break
    return best


MOST_SKIPPED = 5
_TURNING = frozenset({"not", "no", "never", "nor", ";", ":"})
"""What no gap of a phrase may hold: it would say the contrary."""


def _matches(words: list[Token], place: int, stems: tuple[str, ...]) -> int:
    """Where the phrase ends if it stands at this place, or 0."""
    at = place
    for number, sought in enumerate(stems):
        if sought == "~":
            following = stems[number + 1]
            for skipped in range(MOST_SKIPPED + 1):
                if at + skipped >= len(words):
                    return 0
                if words[at + skipped].stem == following:
                    at += skipped
                    break
                if words[at + skipped].text in _TURNING:
                    return 0
            else:
                return 0
            continue
        if at >= len(words) or (
            (words[at].stem or words[at].text) != sought and f"={words[at].text}" != sought
        ):
            return 0
        at += 1
    return at
