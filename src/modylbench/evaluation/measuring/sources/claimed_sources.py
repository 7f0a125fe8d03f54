"""The sources, organisations and addresses that a text puts behind its claims.

Only claims count: a cue of attribution, an address, or an organisation beside a figure or a word of
telling. The lists are of general English; what is a name is told by capitals and what is around it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from modylbench.language.plain import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_TEXT = 100_000  # ours: characters of one text that are searched
MOST_CLAIMS = 200  # ours: of one text; one with more is a list of references
AROUND = 80

SourceKind = Literal["address", "study", "name", "cause", "assurance"]

ORGANISATIONS = word_set(
    "research institute institution analytics partners holding holdings group inc corp corporation "
    "ltd limited llc llp gmbh ag plc consulting consultants associates university college "
    "foundation capital ventures lab labs laboratory laboratories advisors advisory insight "
    "insights council association agency bureau observatory dynamics industries systems "
    "technologies solutions networks logistics media press journal sons brothers bank securities "
    "hospital clinic society academy center centre"
)
PERIODICALS = word_set(
    "outlook monitor barometer yearbook gazette tribune bulletin digest observer journal magazine"
)
WORKS = word_set(
    "study studies report reports survey surveys paper papers whitepaper whitepapers analysis "
    "research benchmark benchmarks poll article dataset data figures estimate estimates forecast "
    "forecasts outlook monitor index review barometer yearbook handbook census interview interviews"
)
ORDINARY = (
    word_set(
        "the a an our its their this that these those global annual international national "
        "european american asian general state market sector industry peer peers practice median "
        "average company management internal external team business financial operating executive "
        "summary base case actual budget plan projected year quarter month total net gross note "
        "notes source sources table figure chart sheet page section appendix model tab "
        "january february march april may june july august september october november december "
        "monday tuesday wednesday thursday friday saturday sunday jan feb mar apr jun jul aug sep "
        "sept oct nov dec north south east west new united states kingdom europe america asia "
        "world excel python markdown english gaap ifrs iso sofr libor monte carlo gauss gaussian "
        "bayes bayesian poisson student welch fisher wilson holm bonferroni benjamini hochberg "
        "kaplan meier cox pareto simplex i we you he she they it mr mrs ms dr prof professor "
        "yes no and or of for on in to by from with as at per all both each every here there what "
        "let where when who how so but then if also however now one first second third finally "
        "overall thus still yet nobody somebody everyone free cash flow debt equity interest "
        "coverage revenue cost costs margin senior term loan price value rate growth risk downside "
        "upside scenario sensitivity income balance statement ratio return returns"
    )
    | ORGANISATIONS
    | PERIODICALS
    | WORKS
)
"""Words that make no name: grammar, calendar, what documents and firms are called, methods."""

_PART = r"[A-Z\u00c0-\u00de][\w\u2019'-]{0,30}"
_NAME = re.compile(
    rf"(?<![\w@/.]){_PART}(?:(?:[ \t](?:&|and|of|the|for|on|de|van|von)){{0,2}}[ \t]{_PART}){{0,6}}"
)
_ADDRESS = re.compile(
    r"\bhttps?://[^\s<>\"')\]}]{3,300}|\bwww\.[\w-]{1,80}\.[^\s<>\"')\]}]{2,300}"
    r"|\b10\.\d{4,9}/[^\s<>\"')\]}]{2,200}|\barxiv:\s?\d{4}\.\d{4,5}\b",
    re.IGNORECASE,
)
_ATTRIBUTED = re.compile(
    r"(?:\b(?:according to|reported by|published by|cited (?:by|in)|quoted (?:by|in)|confirmed by|"
    r"measured by|surveyed by|courtesy of|as per|work by)|\bsources?\s?:|\bciting)\s"
    r"(?:the\s|our\s)?$",
    re.IGNORECASE,
)
_WORK_BY = re.compile(
    rf"\b(?:{'|'.join(sorted(WORKS))})\b(?:\s[\w-]{{1,20}}){{0,3}}\s(?:by|from)\s(?:the\s)?$",
    re.IGNORECASE,
)
_KNOWN_AS = re.compile(
    r"\b(?:customers?|clients?|competitors?|suppliers?|vendors?|partners?|investors?|lenders?|"
    r"peers?|(?:analysts?|researchers?|experts?) at|professor|prof\.|dr\.?)"
    r"(?:\sof\s(?:ours|mine|theirs))?(?:\sin\s(?:[A-Z][\w-]{1,30}\s?){1,3},)?"
    r"(?:,?\s(?:such as|like|called|named))?,?\s$",
    re.IGNORECASE,
)
_A_CUSTOMER = re.compile(
    r",?\s(?:is\s)?(?:a|an|our|one of our)\s(?:[a-z]+\s){0,2}"
    r"(?:customers?|clients?|competitors?|suppliers?|peers?|vendors?|partners?)\b"
)
_ET_AL = re.compile(r",?\s(?:et al\b|and (?:colleagues|co-?workers)\b)")
_YEAR_IN_BRACKETS = re.compile(r",?\s(?:19|20)\d\d[a-z]?\s?[),;]|,?\s\((?:19|20)\d\d[a-z]?\)")
_YEAR = re.compile(r",?\s\(?(?:19|20)\d\d\b")
_OWN_WORK = re.compile(
    rf"\s(?:[\w/-]{{1,20}}\s){{0,3}}?(?:meta-)?(?:{'|'.join(sorted(WORKS))}|benchmark|index|poll)\b",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"['\u2019]s$")
_TELLS = re.compile(
    r"(?:'s|\u2019s)?(?:,\s[^,.;:!?]{1,40},)?(?:\s(?:also|has|have|itself|recently|already))?\s"
    r"(?:reports?|reported|finds?|found|estimates?|estimated|says|said|states|stated|writes|wrote|"
    r"puts|concludes?|concluded|projects|projected|forecasts?|predicts?|published|publishes|argues?|"
    r"confirms?|confirmed|claims?|claimed|surveyed|documented|quotes?|quoted)\b"
)
_TELLING = re.compile(
    r"\d|\b(?:reports?|reported|finds?|found|estimates?|says|said|puts|according|account|view|same|"
    r"peers?|median|benchmarks?|comparable|confirms?|agrees?|survey|study|data|sources?)\b"
)
_STOP = re.compile(r"[.!?]\s")
_OPENS = re.compile(r"(?:^|[.!?:;\n\u2022|(\u201c\"*#>-]\s*|\d[.)]\s+)$")
_CONTRACTED = re.compile(r"['\u2019](?:s|ll|ve|d|m|re|t)?\b")
_ACRONYM = re.compile(r"[A-Z0-9&]{2,6}s?")
_ABSTRACT = re.compile(r".*(?:tion|sion|ing|ity|ment|ness|sis|ance|ence|ics|ure|age|ory|s)$")


@dataclass(frozen=True, slots=True)
class ClaimedSource:
    """A source as it stands in a text; `telling` are the words that make it this one, if any."""

    text: str
    kind: SourceKind
    start: int
    end: int
    telling: tuple[str, ...] = ()


@lru_cache(maxsize=8192)
def claimed_sources(text: str) -> tuple[ClaimedSource, ...]:
    """Every source that a text claims, in order."""
    text = text[:LONGEST_TEXT]
    found = list(_addresses(text))
    if len(found) < MOST_CLAIMS:
        found += _names(text)
    return tuple(found[:MOST_CLAIMS])


@lru_cache(maxsize=8192)
def organisations_in(label: str) -> tuple[ClaimedSource, ...]:
    """The firms and institutions that a row, a tile or a series is named after."""
    return tuple(
        ClaimedSource(match[0], "name", *match.span(), telling)
        for match in _NAME.finditer(label[:LONGEST_TEXT])
        if _is_organisation(match[0]) and (telling := _own_words(match[0], opens=False))
    )


def address_key(address: str) -> str:
    """An address as it is compared: without scheme, `www.` and what a sentence puts behind it."""
    bare = re.sub(r"^(?:https?://|doi:\s?)?(?:www\.|(?:dx\.)?doi\.org/)?", "", address.lower())
    return re.sub(r"[\s/.,;:!?*_]+$", "", bare)


def addresses_in(text: str) -> Iterator[str]:
    """The keys of a text's addresses."""
    return (address_key(match[0]) for match in _ADDRESS.finditer(text))


def _addresses(text: str) -> Iterator[ClaimedSource]:
    for match in _ADDRESS.finditer(text):
        yield ClaimedSource(match[0].rstrip(".,;:!?*_"), "address", *match.span())


def _names(text: str) -> Iterator[ClaimedSource]:
    for match in _NAME.finditer(text):
        before = text[max(0, match.start() - AROUND) : match.start()]
        after = text[match.end() : match.end() + AROUND]
        opens = _OPENS.search(before) is not None
        kind, is_attributed = _claim_kind(match[0], before, after, opens=opens)
        if kind is None:
            continue
        telling = _own_words(match[0], opens=opens and not is_attributed, acronyms=is_attributed)
        if telling:
            yield ClaimedSource(match[0], kind, *match.span(), telling)


def _claim_kind(
    name: str, before: str, after: str, *, opens: bool
) -> tuple[SourceKind | None, bool]:
    """What kind of claim the words around a name make of it, and whether they attribute it."""
    in_brackets = before.endswith("(") and _YEAR_IN_BRACKETS.match(after)
    if _ATTRIBUTED.search(before) or _KNOWN_AS.search(before) or _A_CUSTOMER.match(after):
        return "name", True
    if in_brackets or _WORK_BY.search(before) or _ET_AL.match(after):
        return "study", True
    if _POSSESSIVE.search(name) and _OWN_WORK.match(after) and not (opens and " " not in name):
        return "study", False
    is_plain = opens and " " not in name
    tells = _TELLS.match(after) and not (is_plain and _ABSTRACT.fullmatch(name.lower()))
    nearby = f"{_STOP.split(before)[-1]} {_STOP.split(after)[0]}"
    if tells or (_is_organisation(name) and _TELLING.search(nearby)):
        return "name", False
    is_titled = " " in name and not WORKS.isdisjoint(_words(name))
    return ("study" if is_titled and _YEAR.match(after) else None), False


def _is_organisation(name: str) -> bool:
    words = _words(name)
    is_called_so = bool(words) and words[-1] in ORGANISATIONS | PERIODICALS
    return len(words) > 1 and (is_called_so or " & " in name)


def _own_words(name: str, *, opens: bool, acronyms: bool = False) -> tuple[str, ...]:
    """The words of a name that are its own; the first of a sentence only where no other is."""
    parts = [part for part in re.split(r"[\s&]+", _CONTRACTED.sub("", name)) if part]
    own = [
        part
        for part in parts
        if part[0].isupper()
        and part.lower() not in ORDINARY
        and (acronyms or not _ACRONYM.fullmatch(part))
    ]
    if opens and len(own) > 1 and own[0] == parts[0] and not _is_organisation(name):
        own = own[1:]
    return tuple(word for part in own for word in _words(part))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", _CONTRACTED.sub("", text).lower())
