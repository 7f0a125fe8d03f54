"""Negation: which words turn a statement round, how far they reach, and how often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.language.claims.words import PhraseTable, stem
from modylbench.language.plain import word_set

if TYPE_CHECKING:
    from collections.abc import Collection

    from modylbench.language.claims.words import Token

_NEGATORS = (
    "not", "no", "never", "none", "neither", "nor", "nobody", "nothing", "nowhere", "without",
    "hardly", "scarcely", "non", "fail to", "far from", "anything but", "unable to", "refuse to",
    "decline to", "no longer", "yet to", "incapable of", "impossible", "out of the question",
    "no reason to", "no need to", "less than fully", "unlikely", "wrong to", "mistake to",
    "false that", "untrue", "deny", "no one", "stop short of", "cease to", "short of being",
    "few", "little", "cannot be said of", "mistaken", "a myth", "no such", "not a single",
    "not one",
    "wrong that", "it is wrong",
)  # fmt: skip
_NO_NEGATION = (
    "not only", "not merely", "not just", "not simply", "no doubt", "no question", "not least",
    "no less than", "no fewer than", "nothing but", "none other than", "no later than",
    "not to mention", "no matter", "whether or not", "no earlier than", "not for nothing",
    "without doubt", "no surprise", "without question", "without exception", "without fail",
    "if not", "no different from", "no sooner", "little by little", "a little", "not without",
    "no exception", "not until", "no small",
)  # fmt: skip
NEGATION = PhraseTable(
    [*((phrase, True) for phrase in _NEGATORS), *((phrase, False) for phrase in _NO_NEGATION)]
)
QUANTIFIERS = word_set("no none neither nobody nothing nor nowhere")
_DIVIDING = word_set(", and or but with")
FILLERS = word_set(
    "the a an by on at to from of our any its their that those for with in as about only just even "
    "with any via either per using off out than did was is are were which"
)


def negators(words: list[Token]) -> list[tuple[int, int]]:
    """Where negations stand: (start, end) of each."""
    found = [(start, end) for start, end, denies in NEGATION.find(words) if denies]
    kept: list[tuple[int, int]] = []
    for start, end in found:
        if words[start].text in {"nor", "or"} and kept:
            continue
        if [word.text for word in words[end : end + 1]] == ["else"] and (
            end + 1 >= len(words) or start
        ):
            continue  # `A, and nothing else significantly`: the rest is denied, not A
        if words[start].text == "not" and start + 1 < len(words) and words[start + 1].text == "nor":
            continue
        kept.append((start, end))
    return kept


_AUXILIARY = word_set("do does did can will would could should may must has have had")


def is_local(words: list[Token], negator: tuple[int, int], names: Collection[int]) -> bool:
    """True when a negation speaks of the name or figure right behind it, and of nothing else."""
    start, end = negator
    if words[start].text not in {"not", "never"} or end - start > 1:
        return False
    before = words[start - 1].text if start else ""
    if before in _AUXILIARY:
        return False
    for place in range(end, min(end + 4, len(words))):
        if place in names or words[place].number is not None:
            return True
        if words[place].text not in FILLERS:
            return False
    return False


def parity(
    words: list[Token], negations: list[tuple[int, int]], place: int, end: int, *, opener: str = ""
) -> int:
    """-1 where the words at this place are denied an odd number of times, else 1.

    A negation reaches to the right as far as its clause goes, and a quantifier just behind
    (`passes none of the tests`) denies too. `opener` is the word that opened the clause.
    """
    sign = 1
    latest = -1
    for start, stop in negations:
        if start >= place:
            break
        if stop > place:
            continue
        if words[start].text == "far" and "," in {word.text for word in words[stop:place]}:
            continue  # `far from harmless, it ...`
        if _excepts(words, stop, place) or _is_beyond_relative(words, (start, stop), place, opener):
            continue
        if latest >= 0 and _anew(words, latest, start):
            sign = 1
        sign = -sign
        latest = start
    for start, _ in negations:
        is_near = end <= start <= end + 1 and words[start].text in QUANTIFIERS
        if is_near and not {word.text for word in words[end:start]} & _DIVIDING:
            sign = -sign
            break
    return sign


def _excepts(words: list[Token], stop: int, place: int) -> bool:
    """True for `no costs other than estimates`: what is excepted is not denied."""
    between = [word.text for word in words[stop:place]]
    return (
        "except" in between
        or ("other" in between and "than" in between)
        or ("apart" in between and "from" in between)
    )


RELATIVE_SUBJECT = 6  # ours: words of `the export that we were sent` before its verb
_RELATIVES = word_set("that which whom what")
_NO_ANTECEDENT = frozenset(
    stem(word)
    for word in word_set(
        "say claim argue suggest assert contend maintain believe think show find found mean know "
        "conclude state report note see confirm prove demonstrate reveal indicate imply agree hold "
        "is are was were be been fact idea view notion evidence proof sign doubt claim argument "
        "clear true untrue false wrong right likely certain sure evident obvious plain so and but "
        "or then , because while although though if when accept admit concede recommend hope fear "
        "now not never given such"
    )
)
_SPEAKERS = word_set("we i they you")
_BEING = word_set("is are was were")
_BETWEEN = word_set("be been being have has had yet even ever fully quite really to can could will")


def _is_beyond_relative(
    words: list[Token], negation: tuple[int, int], place: int, opener: str
) -> bool:
    """True behind `for reasons that the export does not show`: its denial ends with its verb.

    Only where the relative clause has a subject of its own: `reasons that do not touch the mix`
    denies the mix.
    """
    start, stop = negation
    subject = _relative_subject(words, start, opener)
    if subject is None:
        return False
    verb = stop
    if words[start].text in QUANTIFIERS:  # `that nobody has explained`, `that no field records`
        verb = next((p for p in range(stop, place) if _may_be_verb(words[p])), place)
    while verb < place and (words[verb].text in _BETWEEN or words[verb].text.endswith("ly")):
        verb += 1
    if verb >= place:
        return False
    following = words[verb + 1]
    return words[subject].text not in _SPEAKERS or (
        following.is_mark or following.number is not None or following.text in {"and", "but", "yet"}
    )


def _may_be_verb(word: Token) -> bool:
    return word.text in _AUXILIARY or word.text.endswith(("s", "ed"))


def _relative_subject(words: list[Token], negator: int, opener: str) -> int | None:
    """Where the subject of the relative clause begins that a negation stands in; None without."""
    is_subject = words[negator].text in QUANTIFIERS
    last = negator if is_subject else negator - 1  # the auxiliary before `not`
    if not is_subject and (last < 1 or words[last].text not in _AUXILIARY):
        return None
    for place in range(last, max(-1, last - RELATIVE_SUBJECT), -1):
        has_subject = is_subject or place < last
        if not place:
            is_own = has_subject and words[0].text not in _BEING  # `which is why it does not`
            return 0 if opener == "which" and is_own else None
        before = words[place - 1]
        if has_subject and before.text in _RELATIVES:
            return place if _is_relative(words, place - 1) else None
        is_speaker = place == last - 1 and words[place].text in _SPEAKERS
        if before.is_mark or (is_speaker and not _takes_clause(before)):
            return None if before.is_mark else place  # `reasons we do not know`
    return None


def _is_relative(words: list[Token], place: int) -> bool:
    """True for the `that` of `reasons that we know`, not for that of `we know that`."""
    is_free = words[place].text != "that"
    return is_free or (place > 0 and not _takes_clause(words[place - 1]))


def _takes_clause(word: Token) -> bool:
    """True for what `that` follows as a conjunction: `we found that`, `it is clear that`."""
    if word.is_mark or word.number is not None or word.text in FILLERS:
        return True
    return word.stem in _NO_ANTECEDENT or word.text in _NO_ANTECEDENT


def _anew(words: list[Token], earlier: int, later: int) -> bool:
    """True when the later negation begins another member of a series (`no A, no B`)."""
    between = [word.text for word in words[earlier + 1 : later]]
    return bool(between) and (between[-1] in {",", "and", "or", "nor"})
