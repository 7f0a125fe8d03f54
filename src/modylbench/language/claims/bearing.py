"""Which words of a sense bear on the things named in a clause, and which only stand there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.language.claims.clauses import has_verb
from modylbench.language.claims.words import stem
from modylbench.language.plain import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.language.claims.senses import Predicate
    from modylbench.language.claims.words import Token

    Hit = tuple[int, int, Predicate]

_PLACING = word_set("over above below under beneath after before behind beyond")
_PLACED = word_set(
    "is are was were be been being comes come came ranks rank ranked stands stand stood sits sit "
    "placed put puts finishes finish finished scores score scored lies lie well just far clearly "
    "still remains remain not rated rates rate "
)
_WHOLE_FIELD = word_set(
    "pack field peers rest others rivals everyone everybody anyone anybody competition competitors "
    "all any every everything them it that competing other anything else crowd"
)
_LISTING = word_set("include includes included comprise comprises are were")
_CANDIDATES = word_set("candid option altern contend possibl")
_LATER = word_set("second third fourth fifth sixth next")
_REASONS = word_set("for because by over at in of on due owing through from with after without")
_NOUN_MARKS = word_set("its their his her his our your")
_TIMES = word_set("last past next coming first whole entire same course period")


def bearing_hits(
    words: Sequence[Token], hits: Sequence[Hit], spans: Sequence[tuple[int, int]]
) -> list[Hit]:
    """The hits that say something; `spans` are where the names stand."""
    kept: list[Hit] = []
    for order, hit in enumerate(hits):
        following = hits[order + 1] if order + 1 < len(hits) else None
        if hit[2].is_own or not (
            _is_idle(words, hit, following, spans)
            or (kept and _is_said_already(words, kept[-1], hit, following, spans))
        ):
            kept.append(hit)
    return kept


_TESTED = word_set(
    "fail fails failed failing pass passes passed miss misses missed meet meets met satisfy "
    "satisfies satisfied out trips tripped flunks flunked clear clears cleared ticks falls fell"
)
"""What is said of a test, whose name may follow: `fails "Holds a licence"`."""
_BEFORE_TITLE = word_set(
    "on at the a one two first second third last of its test tests criterion condition check "
    "requirement gate rule question item point screen hurdle called named number out"
)
_TEST_NOUNS = frozenset(
    stem(word)
    for word in word_set(
        "test tests criterion criteria condition check requirement gate rule screen hurdle point "
        "one of such other more single"
    )
)


def is_in_title(words: Sequence[Token], place: int) -> bool:
    """True for the verb or the `no` that the name of a test begins with, behind what is said of it.

    `fails Holds a licence` and `fails No exclusivity` name tests; `fails no test` denies.
    """
    word = words[place]
    following = words[place + 1] if place + 1 < len(words) else None
    if following is None:
        return False
    is_verb = word.text.endswith("s") and has_verb([word])
    is_none = word.text == "no" and following.stem not in _TEST_NOUNS
    if not is_verb and not is_none:
        return False
    before = place - 1
    while before >= 0 and words[before].text in _BEFORE_TITLE and words[before].text not in _TESTED:
        before -= 1
    return before >= 0 and words[before].text in _TESTED


def _is_idle(  # noqa: PLR0911
    words: Sequence[Token], hit: Hit, following: Hit | None, spans: Sequence[tuple[int, int]]
) -> bool:
    """True for a hit that says nothing where it stands."""
    start, end, _ = hit
    if is_in_title(words, start):
        return True
    if end - start == 1 and words[start].text in _PLACING and not _places(words, hit, spans):
        return True
    if (
        words[start].stem in _REACHING
        and hit[2].role == "relation"
        and not _faces(words, end, spans)
    ):
        return True  # `the last to reach production`
    if words[start].text in _LISTING and any(word.stem in _CANDIDATES for word in words[:start]):
        return True  # `candidates include A and B`
    if any(word.text == "between" for word in words[end : end + 3]):
        return True  # `the choice is between A and B`
    return (
        _is_auxiliary(words, hit, following)
        or _is_score(words, start)
        or _is_circumstance(words, hit, spans)
    )


def _is_said_already(
    words: Sequence[Token],
    before: Hit,
    hit: Hit,
    following: Hit | None,
    spans: Sequence[tuple[int, int]],
) -> bool:
    """True for a hit that only completes the one before it."""
    start, past = hit[0], before[1]
    if past == start and words[start - 1].text in _LATER:
        return True  # `the second largest`
    if start - past == 1 and words[start - 1].text in _NOUN_MARKS:
        return True  # `loses its significance`
    if "as" in {word.text for word in words[max(0, start - 2) : start]}:
        return True  # `we reject it as a basis`
    return _is_reason(words, past, hit, following, spans)


def _is_auxiliary(words: Sequence[Token], hit: Hit, following: Hit | None) -> bool:
    """True for the `have` of `have not published`, `has yet to disclose`."""
    start, end, _ = hit
    if words[start].text not in {"has", "have", "had", "having"} or end - start > 1:
        return False
    return following is not None and following[0] - end <= 2


def _is_circumstance(words: Sequence[Token], hit: Hit, spans: Sequence[tuple[int, int]]) -> bool:
    """True for `with Reno open the total goes up`: a case that is thought of, and not a claim."""
    opening = 1 if words[0].text in {"and", "but"} else 0
    if words[opening].text not in {"with", "without"} or not spans:
        return False
    first = spans[0]
    return first[0] <= opening + 2 and hit[0] == first[1] and has_verb(list(words[hit[1] :]))


def _is_score(words: Sequence[Token], place: int) -> bool:
    """True for the `out` of `3.65 out of five`."""
    return (
        words[place].text == "out"
        and place + 2 < len(words)
        and words[place + 1].text == "of"
        and words[place + 2].number is not None
    )


_COMPARING = word_set("than and or as")


def _is_share(words: Sequence[Token], place: int) -> bool:
    return place >= 0 and words[place].number is not None


def _places(words: Sequence[Token], hit: Hit, spans: Sequence[tuple[int, int]]) -> bool:
    """True when a preposition sets a name against something: `A over B`, `A is above the rest`."""
    start, end, _ = hit
    if words[end : end + 2] and {word.text for word in words[end : end + 2]} & _TIMES:
        return False
    before = words[start - 1].text if start else ""
    is_under = words[start].text == "under" and (not start or _is_share(words, start - 1))
    if before in _COMPARING or is_under:
        return False  # `than under placebo`, `8.8% under placebo`: where, and not how high
    is_placed = before in _PLACED or any(start - 2 <= stop <= start for _, stop in spans)
    if words[start].text in {"before", "after"}:
        is_placed = is_placed or any(end <= place <= end + 1 for place, _ in spans)
    if not is_placed and start:
        return False
    return _faces(words, end, spans) or (before in _PLACED and not words[end : end + 4])


_REACHING = frozenset(stem(word) for word in word_set("reach approach touch"))


def _faces(words: Sequence[Token], end: int, spans: Sequence[tuple[int, int]]) -> bool:
    """True where a name or the whole field follows."""
    return any(end <= place <= end + 4 for place, _ in spans) or any(
        word.text in _WHOLE_FIELD for word in words[end : end + 4]
    )


def _is_reason(
    words: Sequence[Token],
    past: int,
    hit: Hit,
    following: Hit | None,
    spans: Sequence[tuple[int, int]],
) -> bool:
    """True for `rejected for its rival ties`: what gives a reason says nothing of its own."""
    start, _, value = hit
    between = words[past:start]
    if not any(word.text in _REASONS for word in between) or len(between) > 6:
        return False
    if not any(word.text in _NOUN_MARKS or word.text in {"want", "lack"} for word in between):
        return False
    limit = following[0] if following else len(words)
    return not any(past <= place < limit for place, _ in spans) and value.role != "relation"
