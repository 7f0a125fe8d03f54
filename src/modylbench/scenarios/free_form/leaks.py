"""What somebody's words say beyond the line that they stand for: answers, warnings, the contrary.

The lists are of general English; what a scenario alone knows is handed in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.language.content_words import content_stems
from modylbench.language.plain import plain
from modylbench.language.sentences import sentences
from modylbench.language.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Set

MOST_SECRETS = 2  # ours: stems of a perfect answer that nobody said; a paraphrase has one or two
SECRET_SHARE = 0.15  # ours: of all stems, where there are many
MOST_TURNED = 1  # ours: things asked for that are denied
MOST_IN_PASSING = 4  # ours: words of a sentence that only sounds natural ("No file needed.")
LEAST_ADDED = 3  # ours: stems that make a clause of its own, and are not in the line

_WARNING = re.compile(
    r"\b(?:traps?|baits?|trick(?:s|ed|y)?|catch (?:you|it)|caught out|pitfalls?|red herring|"
    r"planted|test(?:ing)? (?:you|whether|if|how)|check(?:ing)? (?:whether|if) you|fake[ds]?|"
    r"made[- ]up|(?:made|make|making) (?:it|that|this|him|them) up|invented|fictional|on purpose|"
    r"deliberate(?:ly)?|spot(?:s|ted)?|see through|fall(?:ing)? for|beware|be careful|careful|"
    r"watch out|look out|heads[- ]up|warn(?:ing|ed)?|mistakes?|mistaken|wrong|false|"
    r"flaw(?:s|ed)?|problem(?:s|atic)?|nonsense|misleading|"
    r"out of date|outdated|superseded|obsolete|stale|duplicat(?:e|es|ed)|typos?|suspicious|"
    r"fish(?:y|ing)|no such|"
    r"(?:doesn't|does not|don't|do not|never) (?:really )?exist(?:ed)?|"
    r"(?:perfectly|quite|entirely) (?:fine|all right|harmless)|legitimate|"
    r"(?:is|it's|that's) (?:allowed|permitted|harmless))\b",
    re.IGNORECASE,
)
_REFUSING = re.compile(
    r"\b(?:refus(?:e|es|ed|ing|al)|declin(?:e|es|ed|ing)|reject(?:s|ed|ing)?|object(?:ed|ing)?|"
    r"objections?|push(?:ing)? back|turn(?:ing)? (?:it|this|that|me|him) down|turning down|"
    r"say(?:ing)? no|tell me no|disagree|resist|protest|stand your ground|talk me out|stop me|"
    r"hold me back|contradict me|correct me)\b",
    re.IGNORECASE,
)
_RECKONING = re.compile(
    r"\b(?:multipl(?:y|ied|ying)|divid(?:e|ed|ing)(?: \w+)? by|divided|subtract(?:s|ed|ing)?|"
    r"minus|equals?|to the power|squared?|square root|quantiles?|formulas?|is calculated|"
    r"times (?:the|its|one|that|our|an?)|\w+ times \w+ (?:less|minus|plus))\b",
    re.IGNORECASE,
)
_QUANTITY = re.compile(
    r"\b(?:(?:a|one|two|three|and a) (?:half|third|quarter|fifth|tenth)s?|half of|"
    r"(?:than|about|nearly|almost) half|doubl(?:e|es|ed)|tripl(?:e|es|ed)|twice|"
    r"(?:one|two|three) (?:times|percent|per cent|points?|turns?|million|billion|thousand))\b",
    re.IGNORECASE,
)
_CONCLUDING = re.compile(
    r"\b(?:(?:you'll|you will) (?:see|notice|find) (?:that|how)|should (?:land|come|end up|turn)|"
    r"turns? out|comes? out|works? out (?:at|to|as)|comes? to|amounts? to|because|"
    r"(?:which|that) (?:means|assumes|implies|gives|makes)|i make (?:it|that)|"
    r"i (?:rather |do )?(?:think|reckon|believe|expect|suspect) "
    r"(?:it|that|this|the|he|she|they)|i'd (?:answer|say)|of course|obviously|naturally|"
    r"surely|therefore|hence|explains|clears|misses|beats|wins|loses)\b",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d[\d.,]*\d|\d")
_NEGATION = re.compile(
    r"\b(?:no(?! (?:more|less|fewer|later|longer|earlier) than\b)|"
    r"not(?! (?:only|more|less) )|never|none|nothing|nobody|neither|nor|without|"
    r"forget|skip|ignore|drop|cannot|leave out|leave off|\w+n't)\b|\bagainst (?:it|that|this)\b",
    re.IGNORECASE,
)
_APART = re.compile(r"[- ]free\b|\bfree of\b|\b(?:separate(?:ly)?|later|apart)\b", re.IGNORECASE)
_LEAVING_OUT = re.compile(r"\bleave (?P<what>[^.;!?]*?)\bout\b", re.IGNORECASE)
_FORBIDDING = re.compile(
    r"(?:^|[.;:,!?]\s*|\b(?:please|and|but|so|just|you should|you must|better)\s+)"
    r"(?:please )?(?:don't|do not|never|not to)\b(?P<what>[^.;!?,]*)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[;:]|,? (?:but|and|so|though|because|since|which|who)\b|,|--")
_TAG = re.compile(
    r",?\s*(?:right|correct|yes|no|ok|okay|agreed|true|eh|"
    r"(?:is|are|was|were|do|does|did|has|have|would|will|can)(?:n't| not)? "
    r"(?:it|that|they|we|you|he|she|there))\?\s*$",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"\?|\b(?:please|tell me|read me|let me know|explain|i'd like|i would like|could you|can you|"
    r"would you)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class KnownWords:
    """Stems that anybody has heard, those of the agent's answers, and what a perfect one says."""

    heard: Set[str]
    answers: Set[str]
    secret: Set[str]


def leaks(text: str, line: str, known: KnownWords) -> Iterator[str]:
    """What these words do that the line does not; nothing for the same thing in other words."""
    text, line = _straight(text), _straight(line)
    for pattern, problem in _PATTERNS:
        allowed = {_root(found[0]) for found in pattern.finditer(line)}
        for found in pattern.finditer(text):
            if _root(found[0]) not in allowed:
                yield f"{problem}: {found[0].strip()!r}"
    if _is_question(line) and not _ASKING.search(_TAG.sub("", text)):
        yield "tells what it was to ask"
    if turned := _contrary_request(text, line):
        yield f"asks for the contrary: {turned!r}"
    own, stems = content_stems(line), content_stems(text)
    told = (stems - own - known.heard) & known.secret
    if len(told) > max(MOST_SECRETS, SECRET_SHARE * len(stems)):
        yield f"does the agent's work: {', '.join(sorted(told))}"
    if added := _added_statement(text, own | {*_DIGITS.findall(line)}, known.answers):
        yield f"adds something: {added!r}"


_PATTERNS = (
    (_WARNING, "warns the agent"),
    (_REFUSING, "tells the agent how to answer"),
    (_RECKONING, "does the agent's work"),
    (_QUANTITY, "invents a quantity"),
    (_CONCLUDING, "does the agent's work"),
)


def _straight(text: str) -> str:
    return " ".join(text.replace("\u2019", "'").split())


def _root(words: str) -> str:
    return " ".join(stem(word) for word in plain(words).split())


def _contrary_request(text: str, line: str) -> str:
    """What is denied or forbidden and was asked for; empty where nothing is."""
    asked = content_stems(line)
    denied = _stems_left_out(line)
    for found in _FORBIDDING.finditer(text):
        stems = content_stems(found["what"])
        if not stems and _FORBIDDING.search(line) is None:
            return found[0].strip(" ,.;:")
        if stems & asked and not stems & denied:
            return found[0].strip(" ,.;:")
    turned = (_denied_stems(text) & asked) - denied
    return ", ".join(sorted(turned)) if len(turned) > MOST_TURNED else ""


def _denied_stems(text: str) -> set[str]:
    """The stems that stand under a negation: up to the comma, or the whole of a list with `or`."""
    found: set[str] = set()
    for sentence in sentences(text):
        for negation in _NEGATION.finditer(sentence):
            rest = re.split(r"[;:]| but | then | until ", sentence[negation.end() :])[0]
            if not re.search(r"\b(?:or|nor)\b", rest):
                rest = rest.partition(",")[0]
            found |= content_stems(rest)
        for left in _LEAVING_OUT.finditer(sentence):
            found |= content_stems(left["what"])
    return found


def _stems_left_out(line: str) -> set[str]:
    """The stems of whatever is said with a negation: to leave it out again is no contrary."""
    clauses = [clause for part in sentences(line) for clause in re.split("[,;:]", part)]
    apart = [part for part in clauses if _NEGATION.search(part) or _APART.search(part)]
    return set(content_stems(" ".join(apart))) | _denied_stems(line)


def _is_question(line: str) -> bool:
    """Whether a line does little but ask."""
    parts = sentences(line)
    asking = [part for part in parts if part.rstrip().endswith("?")]
    return 2 * len(asking) >= len(parts) or bool(
        re.search(r"\btell me (?:how|what|why)", line, re.IGNORECASE)
    )


def _added_statement(text: str, own: Set[str], answers: Set[str]) -> str:
    """The first statement that carries nothing of the line which had not been said before it.

    Whoever says the same in other words has a part of it in each sentence; who says it all and then
    something more has not.
    """
    covered: set[str] = set()
    for number, sentence in enumerate(sentences(text)):
        is_question = sentence.rstrip().endswith("?") and not _TAG.search(sentence)
        said = content_stems(sentence) | {*_DIGITS.findall(sentence)}
        new, fresh = said - own - answers, (said & own) - covered
        is_brief = len(sentence.split()) <= MOST_IN_PASSING
        is_greeting = number == 0 and len(new) < LEAST_ADDED
        if new and not fresh and not (is_question or is_brief or is_greeting):
            return sentence.strip()
        for clause in _CLAUSE.split(sentence):
            said = content_stems(clause or "")
            new, shared = said - own - answers, said & own
            if len(new) >= LEAST_ADDED and (len(new) > 2 * len(shared) or not shared - covered):
                return clause.strip()
        covered |= content_stems(sentence) & own
    return ""
