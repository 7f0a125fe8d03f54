"""Whether a text recommends something, or holds it for shown."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from modylbench.evaluation.verification.claims.reading import (
    PointReading,
    alias_table,
    as_sign,
    short_answer,
)
from modylbench.language.claims.clauses import AUXILIARIES
from modylbench.language.claims.polarity import is_local, negators, parity
from modylbench.language.claims.senses import sense_table
from modylbench.language.claims.words import stem
from modylbench.language.plain import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.language.claims.clauses import Clause
    from modylbench.language.claims.senses import Predicate
    from modylbench.language.claims.words import PhraseTable, Token
    from modylbench.products.quantities.conclusion import VerdictPoint


def read_verdict(point: VerdictPoint, clauses: Sequence[Clause]) -> PointReading:  # noqa: C901, PLR0912, PLR0915
    """Whether the text is for it: the signs and denials of each clause, multiplied."""
    wanted = as_sign(point.truth)
    sense = sense_table((point.by,))
    about, others = alias_table(point.about), alias_table(point.others)
    signs: list[tuple[int, str]] = []
    conceded: list[tuple[int, str]] = []
    subject, sentence, latest = 0, -1, 0
    for number, clause in enumerate(clauses):
        words = before_condition(clause.words)
        hits = sense.find(words)
        turn = 1
        if point.about:
            if clause.opener == "despite" or "not whether" in str(clause):
                continue
            kept = clause.sentence == sentence and clause.separator != ";"
            kept = kept or bool(words and words[0].text in {"it", "this", "that", "they", "its"})
            subject, turn = _spoken_of(clause, about, others, subject if kept else 0)
            sentence = clause.sentence
            answer = short_answer(clause)
            if answer and latest and subject > 0 and all(v.role == "topic" for _, _, v in hits):
                signs.append((answer * latest, str(clause)))
                continue
        said = "" if point.about else _plain_answer(words)
        if said and clause.is_plain:
            signs.append((1 if said == "yes" else -1, str(clause)))
            continue
        if not hits or not clause.is_plain or not _is_own_view(clause):
            continue
        if is_title(clauses, number):
            continue
        names = {start for start, _, _ in [*about.find(words), *others.find(words)]}
        null = next(((start, end) for start, end, v in hits if v.role == "null"), None)
        if null and (subject > 0 or not point.about):
            if parity(words, negators(words), *null) > 0:  # that there is none is proved neither
                signs.append((0, str(clause)))
            continue
        sign = _product(words, hits, names)
        latest = math.prod(value.sign for _, _, value in hits)
        if subject < 0 and sign > 0 and {word.text for word in words} & {"only", "alone", "sole"}:
            signs.append((-1, str(clause)))
        if not sign or (point.about and subject <= 0):
            continue
        (conceded if clause.is_conceded else signs).append((sign * turn, str(clause)))
    return _prevailing(signs or (conceded if point.about else []), wanted)


def _plain_answer(words: list[Token]) -> str:
    """`yes` or `no` where a clause comes to that: `the right answer is no`, `a no at 12.0x`."""
    for place, word in enumerate(words):
        if word.text in {"yes", "no"} and place and not negators(words[:place]):
            is_last = place + 1 == len(words)
            if is_last or words[place + 1].text in {"at", "to", "for", "today", "now", "from", ","}:
                return word.text
    return ""


def before_condition(words: list[Token]) -> list[Token]:
    """The words up to `and yes only at a lower price`: what is granted only then is not now."""
    for place in range(len(words) - 1):
        if words[place].text == "only" and words[place + 1].text in _CONDITIONS:
            cut = next(
                (p for p in range(place - 1, 0, -1) if words[p].text in {",", "and", "but"}), 0
            )
            return words[:cut] or words
    return words


_CONDITIONS = frozenset({"to", "at", "if", "after", "once", "when", "for"})


def is_title(clauses: Sequence[Clause], number: int) -> bool:
    """True for `Recommendation:`, which announces and says nothing yet."""
    following = clauses[number + 1] if number + 1 < len(clauses) else None
    return following is not None and following.separator == ":" and len(clauses[number].words) <= 2


def _is_own_view(clause: Clause) -> bool:
    """False for what is done before something, a remark aside, or what the other side should do."""
    words = clause.words
    if clause.opener in {"before", "until"}:
        return False
    if clause.opener == "which" and not {word.text for word in words} & {"should", "must", "also"}:
        return False
    return not {word.stem for word in words[:3]} & {"seller", "manag", "vendor", "bank"}


_ADVISING = frozenset(stem(word) for word in word_set("advise recommend suggest urge propose ask"))


def _product(words: list[Token], hits: list[tuple[int, int, Predicate]], names: set[int]) -> int:
    """The product of the signs and denials of a clause; 0 where it only names the topic.

    Members of a series (`stop here, and reopen the price`) are not multiplied: the first counts.
    """
    inside = {place for start, end, _ in hits for place in range(start, end)}
    denials = [n for n in negators(words) if n[0] not in inside and not is_local(words, n, names)]
    members = _members(words, hits)
    signs = [
        _member_sign(words, member, denials, members[order - 1][-1][1] if order else 0)
        for order, member in enumerate(members)
    ]
    return next((sign for sign in signs if sign), 0)


def _members(
    words: list[Token], hits: list[tuple[int, int, Predicate]]
) -> list[list[tuple[int, int, Predicate]]]:
    """The hits in the members of a series, as `,`, `and` and `but` divide them."""
    members = [[hits[0]]]
    for hit in hits[1:]:
        between = {word.text for word in words[members[-1][-1][1] : hit[0]]}
        if between & {",", "and", "but"}:
            members.append([hit])
        else:
            members[-1].append(hit)
    return members


def _is_price(words: list[Token], hit: tuple[int, int, Predicate]) -> bool:
    return hit[1] - hit[0] > 1 and words[hit[1] - 1].stem in {"price", "bid", "multipl"}


def _member_sign(
    words: list[Token],
    hits: list[tuple[int, int, Predicate]],
    denials: list[tuple[int, int]],
    since: int,
) -> int:
    if len(hits) > 1:  # `wait for a better price`: what is waited for does not turn it
        hits = [h for h in hits if not _is_price(words, h)] or hits
    last = hits[-1]
    own = [
        n
        for n in denials
        if since <= n[0]
        and (n[0] < last[0] or (n[0] <= last[1] + 1 and words[n[0]].text in {"no", "nowhere"}))
    ]
    if not own and all(value.role == "topic" for _, _, value in hits):
        return 0
    is_advised_not = words[last[0]].stem in _ADVISING and any(
        words[p].text == "not" for p in range(last[1], min(last[1] + 3, len(words)))
    )  # `is advised not to ...`, whatever follows
    count = len(own) + is_advised_not
    return math.prod(value.sign for _, _, value in hits) * (-1 if count % 2 else 1)


def _prevailing(signs: list[tuple[int, str]], wanted: int) -> PointReading:
    """What is said first and most often; anything else against it is wrong."""
    total = Counter(sign for sign, _ in signs)
    if not total:
        return PointReading("silent")
    against = next((words for sign, words in signs if sign != wanted), "")
    others = total.total() - total[wanted]
    if others and total[wanted]:
        is_first = signs[0][0] == wanted
        if is_first and total[wanted] > others:
            return PointReading("right", against)
        return PointReading("unclear" if total[wanted] == others else "wrong", against)
    return PointReading("wrong", against) if others else PointReading("right")


def _spoken_of(
    clause: Clause, about: PhraseTable[bool], others: PhraseTable[bool], before: int
) -> tuple[int, int]:
    """1 for a clause on the thing, -1 on its rivals, 0 on neither; and -1 if by contrast."""
    own, rival = about.find(clause.words), others.find(clause.words)
    if not own and not rival:
        return before, 1
    if not own:
        return -1, 1
    texts = [word.text for word in clause.words]
    if (
        rival
        and rival[0][0] < own[0][0]
        and set(texts[rival[0][1] : own[0][0]]) & {"than", "unlike"}
    ):
        return 1, -1
    near = texts[max(0, own[0][0] - 4) : own[0][0]]
    surpassed = "to" in near and {"superior", "preferable"} & set(near)
    turned = (
        (bool({"unlike", "not"} & set(near[-3:])) and not set(near) & AUXILIARIES)
        or surpassed
        or {"than", "beat", "beats"} & set(near[-2:])
    )
    return 1, -1 if turned else 1
