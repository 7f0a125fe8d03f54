"""What somebody's words say beyond the line that they stand for: answers, warnings, the contrary.

The lists are of general English; what a scenario alone knows is handed in.
"""

from __future__ import annotations

import re
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
LEAST_ADDED = 3  # ours: stems that make a clause of its own
ADDED_SHARE = 0.5  # ours: of a clause's stems; what is put in other words shares more

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
    r",?\s*(?:right|correct|yes|no|ok|okay|isn't it|is it|doesn't it|don't you|aren't they)\?\s*$",
    re.IGNORECASE,
)
_SEEKING = re.compile(
    r"\b(?:which|what|how|why|where|who)\b[^.!?]*\?|\btell me (?:how|what|which|why|where|who)\b",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"\?|\b(?:please|tell|read|give|show|explain|name|walk|let's|i'd like|i would like|i need|"
    r"i want|i'd want|could|would you|can you|put|list|say)\b",
    re.IGNORECASE,
)


def leaks(text: str, line: str, *, known: Set[str], secret: Set[str]) -> Iterator[str]:
    """What these words do that the line does not; nothing for the same thing in other words.

    `known` are the stems that anybody has heard, `secret` those of what only a perfect agent says.
    """
    text, line = _straight(text), _straight(line)
    for pattern, problem in _PATTERNS:
        allowed = {_root(found[0]) for found in pattern.finditer(line)}
        for found in pattern.finditer(text):
            if _root(found[0]) not in allowed:
                yield f"{problem}: {found[0].strip()!r}"
    if _SEEKING.search(line) and not _ASKING.search(_TAG.sub("", text)):
        yield "tells what it was to ask"
    if turned := _turned(text, line):
        yield f"asks for the contrary: {turned!r}"
    own, stems = content_stems(line), content_stems(text)
    told = (stems - own - known) & secret
    if len(told) > max(MOST_SECRETS, SECRET_SHARE * len(stems)):
        yield f"does the agent's work: {', '.join(sorted(told))}"
    if added := _added(text, own | known):
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


def _turned(text: str, line: str) -> str:
    """What is denied or forbidden and was asked for; empty where nothing is."""
    asked = content_stems(line)
    denied = _apart(line)
    for found in _FORBIDDING.finditer(text):
        stems = content_stems(found["what"])
        if not stems and _FORBIDDING.search(line) is None:
            return found[0].strip(" ,.;:")
        if stems & asked and not stems & denied:
            return found[0].strip(" ,.;:")
    turned = (_denied(text) & asked) - denied
    return ", ".join(sorted(turned)) if len(turned) > MOST_TURNED else ""


def _denied(text: str) -> set[str]:
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


def _apart(line: str) -> set[str]:
    """The stems of whatever is said with a negation: to leave it out again is no contrary."""
    said = [part for part in sentences(line) if _NEGATION.search(part) or _APART.search(part)]
    return set(content_stems(" ".join(said)))


def _added(text: str, known: Set[str]) -> str:
    """The first statement of which most is new; empty where there is none."""
    for sentence in sentences(text):
        if sentence.rstrip().endswith("?") and not _TAG.search(sentence):
            continue
        for clause in _CLAUSE.split(sentence):
            stems = content_stems(clause or "")
            new = stems - known
            if len(new) >= LEAST_ADDED and len(new) > ADDED_SHARE * len(stems):
                return clause.strip()
    return ""
