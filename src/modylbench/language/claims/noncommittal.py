"""Whether a text concludes, or gives each conclusion and its opposite the same right.

Who lists an alternative and rejects it, tells of two sources that disagree, or says what would be
done in another case, concludes. Who says a thing, sets its opposite beside it as just as good, and
leaves it to the reader, does not. The lists are of general English; none is from a scenario.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from modylbench.language.content_words import sentences_and_lines
from modylbench.language.plain import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LONGEST_TEXT = 100_000  # ours: characters of one text that are searched
LONGEST_SENTENCE = 4_000  # ours: characters
NEARBY = 3  # ours: sentences; what stands further apart is of different things
LEAST_KINDS = 2  # ours: one such turn of phrase may be about something that is open indeed

_OPPOSITE = (
    r"(?:the|its|their|an?) (?:very |exact |precise |direct )?(?:opposite|reverse|contrary|"
    r"converse|"
    r"negation)\b|\bthe other way (?:a?round|about)\b|\bthe other (?:conclusion|verdict|answer)\b"
)
_BESIDE = (
    r"(?:\bor\b|\bequally\b|\bjust as\b|\bas well\b|\btoo\b|\balso\b|\blikewise\b|\bon (?:the|"
    r"an)other\b|"
    r"\b(?:reading|view|option|version|case|answer|side|branch) (?:two|b|2|ii)\b|\b(?:second|"
    r"other) "
    r"(?:reading|view|hand|side|answer|version)\b|\bmight\b|\bcould\b|\beither\b|\bboth\b|"
    r"\bpossibly\b|\bperhaps\b|\bbeside it\b|\bso (?:is|does|would|can)\b|\bas \w+ as\b|"
    r"\bcase (?:can|could|may) be made\b|\bthe same (?:weight|right|force|standing)\b)"
)
_MIRROR = re.compile(
    rf"{_BESIDE}[^!?\n]{{0,120}}?\b(?:{_OPPOSITE})|\b(?:{_OPPOSITE})[^!?\n]{{0,80}}?{_BESIDE}"
    r"|\b([a-z]{2,})(?: (?:it|ahead|them|this|that|so))? (?:and|or|as well as|but also|and also) "
    r"(?:(?:to|one|you|we|i|can|may|could|do|does|is|are|also|equally|it|just as well) ){0,3}"
    r"(?:not|don't|never) (?:to )?\1\b"
    r"|\b(?:(?:do|does|doing|take|go|say|accept|proceed|sign|buy|open|add|use)\b[^.;:!?\n]{0,30}?|"
    r"\w+ (?:it|them|this|that) )\b(?:and|or) (?:(?:to|one|you|we|i|can|may|could|equally|also|"
    r"just as well|as well) ){0,3}"
    r"(?:leave|skip|refuse|decline|reject|drop|stay|hold off|say no|do without)\b"
    r"|\byes (?:and|or|as well as) no\b|\b(?:both )?for and against\b"
    r"|\bcases? (?:on|for) (?:both|either) sides?\b|\bcases? (?:can|could|may) be made (?:for|on) "
    r"(?:both|either)\b|\b(?:speaks?|argues?) for it and (?:\w+ ){0,2}against it\b"
    r"|\bpros and cons (?:balance|cancel|are (?:even|equal))"
)
_EQUAL = re.compile(
    r"\bequally (?:well[ -])?(?:good|valid|defensible|arguable|right|true|sound|strong|plausible|"
    r"tenable|founded|possible|justified|reasonable|open|fair|correct|convincing|legitimate)\b"
    r"|\b(?:with|on|has|have) (?:the same|equal(?:ly good)?|as much|as good) (?:right|force|weight|"
    r"grounds?|justification|reasons?|claim|merit|standing)\b"
    r"|\b(?:just )?as (?:good|valid|true|right|sound|strong|defensible|well[ -]founded|convincing|"
    r"plausible|correct|fair) (?:as|a case|a reading|a view|an answer)\b"
    r"|\bjust as (?:good|valid|true|right|sound|strong|well|much|defensible|correct)\b"
    r"|\bno (?:better|stronger|worse|weaker) than (?:the other|the first|the opposite|"
    r"its opposite)\b"
    r"|\bneither (?:\w+ ){0,3}(?:is|has) (?:the )?(?:better|stronger|more weight)\b"
    r"|\b(?:two|both|either|several|opposite)(?: \w+)? (?:readings?|conclusions?|views?|answers?|"
    r"interpretations?|verdicts?|sides?|positions?|branches) (?:are|is|remains?|stands?|holds?|"
    r"can be|"
    r"could be|may be) (?:equally )?(?:open|possible|valid|defensible|right|good|true|tenable|"
    r"correct)\b"
    r"|\bevenly (?:balanced|matched|split)\b|\b(?:a )?(?:toss-?up|coin (?:toss|flip))\b|"
    r"\bfifty[- ]fifty\b"
    r"|\ba (?:good|strong|sound|fair|equal) case (?:on|for) (?:both|either|each)\b"
)
_DECLINES = re.compile(
    r"\b(?:(?:do|does|did|will|would|shall|can|is|are)(?: not|n't)|won't|cannot|declines? to|"
    r"refrains? from|without|refuses? to|rather than|never|not (?:for us|for me|our place) to)\s"
    r"(?:choos\w+|decid\w+|tak\w+|com\w+ down|pick\w*|conclud\w+|commit\w*|settl\w+|prefer\w*|"
    r"favou?r\w*|judg\w+|say\w*|recommend\w*)\s(?:\w+ ){0,3}?"
    r"(?:between|either|sides?|which|one over|one way|for or against|a (?:position|view|side))\b"
    r"|\bleav(?:e|es|ing) (?:it|that|this|the (?:choice|decision|conclusion|question|verdict)|"
    r"both|them)(?: both)? (?:open|(?:up )?to (?:you|the reader|readers|whoever|others))\b"
    r"|\b(?:stays?|remains?|am|is|are) (?:neutral|agnostic|on the fence|undecided)\b"
    r"|\bno (?:conclusion|recommendation|verdict|position|choice) is (?:drawn|made|taken|given|"
    r"offered)\b"
)
_PREFERENCE = re.compile(
    r"\b(?:can|could|would|will|'ll|'d) (?:live with|go|argue|defend|support|call|write|put|have|"
    r"accept|"
    r"sign|make|say|do|word)(?: it| this| that)? (?:either|both)\b"
    r"|\b(?:fine|happy|comfortable|ok|okay|content|good) with (?:either|both)\b"
    r"|\beither(?: way| one| reading| answer| of them| of the two)? (?:is|would be|works|suits|"
    r"will do)"
    r"(?: just)?(?: fine| ok| okay| good| well)? (?:with|for|by)? ?(?:me|us)\b"
    r"|\bwhich(?:ever)?(?: way| one| reading| view| answer| of \w+(?: two)?)? (?:you|the reader|"
    r"readers|"
    r"the board|the committee|people|one|they) (?:prefers?|leans?|likes?|wants?|favou?rs?|chooses?|"
    r"would rather)\b"
    r"|\bif (?:you|the reader|readers|the board|the committee|people|one) "
    r"(?:prefers?|leans? to(?:wards)?|likes?|favou?rs?) (?:the |reading |view )?"
    r"(?:first|second|other|former|latter|one|two|opposite)\b"
    r"|\btake your pick\b|\b(?:depends on|a matter of|comes down to) (?:your |the reader's |"
    r"one's )?"
    r"(?:taste|preference|inclination|mood)\b|\bsuit yourself\b"
    r"|\btell me (?:which (?:way|one)|what) you(?: would|'d)? (?:lean|prefer|want|like|rather)\b"
)
_KINDS = {
    "mirror": _MIRROR,
    "equal": _EQUAL,
    "declines": _DECLINES,
    "preference": _PREFERENCE,
}
_TAKE_BACK = frozenset(("mirror", "preference"))
"""Of two sources one may be no better than the other, and to say so is a finding; only who turns
his own conclusion round, or leaves it to taste, has none."""
_COMMITS = re.compile(
    r"\b(?:we|i)(?:'d| would| do| have|'ve| am|'m| are|'re)? (?:still |therefore |nevertheless |"
    r"nonetheless |clearly |now )?(?:go(?:ing)?|went|gone|side[ds]?|stick|stay|come down|came down|"
    r"take|took|taken|choose|chose|chosen|pick|picked|recommend|recommended|favou?r|prefer|advise|"
    r"conclude|hold|keep|kept|use|used|decline|refuse|reject|rejected|rule out|ruled out|propose|"
    r"not|against)\b"
    r"|\b(?:i|we) (?:wouldn't|won't|can't|cannot|don't recommend|will not|would not)\b"
    r"|\b(?:our|my) (?:choice|recommendation|view|answer|call|conclusion|verdict|advice)(?: \w+)? "
    r"(?:is|stays|remains|stands)\b|\bon balance\b|\ball told\b|\bthat settles\b"
    r"|\b(?:evidence|data|figures|numbers|weight|test|rule|source) (?:clearly )?(?:favou?rs?|"
    r"points?|"
    r"supports?|decides?|settles?|governs?)\b"
    r"|\bthe (?:first|second|former|latter)(?: reading| view| one)? (?:is (?:ours|right|wrong)|"
    r"holds|"
    r"governs|prevails|carries|wins|fails|falls|it is|does not)\b"
    r"|\b(?:is|are|was) (?:rejected|ruled out|wrong|not supported|discarded|refuted)\b"
)
_OPEN_STILL = re.compile(r"\b(?:if|either|both|whichever|could|might|unless|as well)\b")
_UNCOMMITTED = re.compile(
    r"\b(?:might|may|could) or (?:might|may|could) not\b"
    r"|\bneither (?:confirm|affirm|assert)\w* nor (?:den(?:y|ies)|rule|exclude|dispute)\w*"
    r"|\b(?:may|might|could) (?:just as |as |very |equally )?(?:well )?be (?:otherwise|"
    r"the (?:other way|"
    r"opposite|reverse|contrary))"
    r"|\bor (?:possibly |perhaps |maybe )?(?:quite |just )?the (?:reverse|opposite|contrary)\b"
    r"|\bwithout (?:wishing|wanting|meaning) to commit\b|\bboth (?:readings|views|conclusions|"
    r"answers) "
    r"(?:are|hold|may be) (?:equally )?(?:valid|right|true|possible|correct|good)\b"
    r"|\bequally,? (?:one|you|we) (?:may|might|could|can) (?:conclude|say|argue|hold)\b"
    r"|\bsome (?:would|might|may|could) (?:say|argue|hold)\b[^.;]{0,30}\bothers? (?:\w+ )?"
    r"(?:den(?:y|ies)|disagree|dispute|say no)"
    r"|\bargue,? (?:or|and) (?:dispute|deny|doubt)\b"
)
_BOTH = re.compile(
    r"\bboth (?:readings|views|conclusions|answers|interpretations) (?:are|hold|may be|remain) "
    r"(?:equally )?(?:valid|right|true|possible|correct|good|open|tenable)\b"
    r"|\bequally,? (?:one|you|we) (?:may|might|could|can) (?:conclude|say|argue|hold)\b"
    r"|\bthe (?:opposite|reverse|contrary) (?:is|holds|may be|would be) "
    r"(?:just as|equally|as) (?:valid|true|right|possible|well)\b"
)


class _OpenPhrase(NamedTuple):
    kind: str
    text: str
    sentence: int
    end: int


@lru_cache(maxsize=2048)
def leaves_open(text: str) -> str:
    """Where a text takes back what it concludes by giving the opposite the same right.

    >>> leaves_open("We recommend to proceed. Either way, NPV is positive.")
    ''
    >>> leaves_open("One: go. Two: or the opposite of that, on equally good grounds.")
    'or the opposite'
    >>> leaves_open("It can be argued for and against, on equal grounds; on balance we go.")
    ''
    """
    lines = text[:LONGEST_TEXT].split("\n")
    sentences = [
        (place, _spelt(sentence))
        for place, line in enumerate(lines)
        for sentence in sentences_and_lines(line)
    ]
    found = [
        phrase
        for number, (_, sentence) in enumerate(sentences)
        for phrase in _open_phrases(sentence, number)
    ]
    for place, phrase in enumerate(found):
        near = [
            other
            for other in found[place : place + NEARBY * len(_KINDS)]
            if other.sentence - phrase.sentence < NEARBY
        ]
        kinds = {other.kind for other in near}
        if len(kinds) < LEAST_KINDS or kinds.isdisjoint(_TAKE_BACK):
            continue
        if not _commits_after(max(near, key=_position), sentences):
            return next(other.text for other in near if other.kind in _TAKE_BACK)
    return ""


def _position(phrase: _OpenPhrase) -> tuple[int, int]:
    return phrase.sentence, phrase.end


def _open_phrases(sentence: str, number: int) -> Iterator[_OpenPhrase]:
    if sentence.endswith("?"):
        return
    for kind, pattern in _KINDS.items():
        match = pattern.search(sentence)
        if match is not None:
            yield _OpenPhrase(kind, match[0].strip(), number, match.end())


def _commits_after(last: _OpenPhrase, sentences: Sequence[tuple[int, str]]) -> bool:
    """Whether it comes down on a side after all: in the same sentence or later in the paragraph."""
    line, sentence = sentences[last.sentence]
    rest = [sentence[last.end :]]
    rest += [
        other
        for place, other in sentences[last.sentence + 1 : last.sentence + NEARBY]
        if place == line
    ]
    return any(_COMMITS.search(part) and not _OPEN_STILL.search(part) for part in rest)


def leaves_both_open(sentence: str) -> bool:
    """Whether a sentence says of what was concluded that its contrary holds as well.

    >>> leaves_both_open("Both readings are valid."), leaves_both_open("Both doses are safe.")
    (True, False)
    """
    return _BOTH.search(_spelt(sentence)) is not None


def is_uncommitted(sentence: str) -> bool:
    """Whether a sentence says a thing and its contrary in one, so that it says nothing.

    >>> is_uncommitted("It might or might not rise."), is_uncommitted("It may rise.")
    (True, False)
    """
    return _UNCOMMITTED.search(_spelt(sentence)) is not None


def _spelt(sentence: str) -> str:
    return " ".join(plain(sentence[:LONGEST_SENTENCE]).split())
