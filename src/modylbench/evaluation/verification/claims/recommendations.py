"""Whether a text recommends something, or holds it for shown."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from modylbench.evaluation.verification.claims.reading import (
    PointReading,
    alias_table,
    as_sign,
    short_answer,
)
from modylbench.evaluation.verification.claims.terms import TermsReader
from modylbench.language.claims.clauses import AUXILIARIES, has_verb
from modylbench.language.claims.polarity import is_local, negators, parity
from modylbench.language.claims.senses import sense_table
from modylbench.language.claims.words import PhraseTable, stem
from modylbench.language.plain import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.verification.claims.terms import TermsSide
    from modylbench.language.claims.clauses import Clause
    from modylbench.language.claims.senses import Predicate
    from modylbench.language.claims.words import Token
    from modylbench.products.quantities.conclusion import VerdictPoint


def read_verdict(point: VerdictPoint, clauses: Sequence[Clause]) -> PointReading:  # noqa: C901, PLR0912, PLR0915
    """Whether the text is for it: the signs and denials of each clause, multiplied."""
    if not point.about:
        return read_recommendation(point, clauses)
    wanted = as_sign(point.truth)
    sense = sense_table((point.by,))
    about, others = alias_table(point.about), alias_table(point.others)
    signs: list[tuple[int, str]] = []
    conceded: list[tuple[int, str]] = []
    moves: list[tuple[int, str]] = []
    subject, sentence, latest = 0, -1, 0
    for number, clause in enumerate(clauses):
        words = clause.words
        hits = sense.find(words)
        if clause.opener == "despite" or "not whether" in str(clause):
            continue
        kept = clause.sentence == sentence and clause.separator != ";"
        kept = kept or _takes_up(words)
        subject, turn = _spoken_of(clause, about, others, subject if kept else 0)
        sentence = clause.sentence
        answer = short_answer(clause)
        if answer and latest and subject > 0 and all(v.role == "topic" for _, _, v in hits):
            signs.append((answer * latest, str(clause)))
            continue
        is_fact = point.by in _FACTS
        if not hits or not clause.is_plain or not (is_fact or _is_own_view(clause)):
            continue
        if point.by == "ask" and clause.opener in _WAITING:
            continue
        if is_title(clauses, number):
            continue
        names = {start for start, _, _ in [*about.find(words), *others.find(words)]}
        null = next(((start, end) for start, end, v in hits if v.role == "null"), None)
        if null and subject > 0:
            if parity(words, negators(words), *null) > 0:  # that there is none is proved neither
                signs.append((0, str(clause)))
            continue
        sign = _product(words, hits, names, about)
        latest = math.prod(value.sign for _, _, value in hits)
        if subject < 0 and sign > 0 and _EXCLUSIVE.find(words):
            signs.append((-1, str(clause)))
        if not sign or subject <= 0:
            continue
        if point.by == "ask" and sign > 0 and _waits(clauses, number, about):
            sign = -1
        side = conceded if clause.is_conceded else signs
        if all(value.role in {"move", "topic"} for _, _, value in hits):
            side = moves
        elif is_fact and clause.opener == "which" and clause.separator in {",", ""} and side:
            side.pop()  # what a relative clause says of the result governs
        side.append((sign * turn, str(clause)))
    return _prevailing(signs or moves or conceded, wanted)


def _waits(clauses: Sequence[Clause], number: int, about: PhraseTable[bool]) -> bool:
    """True for `... and for the spend | once the case earns it`: what waits is not asked for."""
    following = clauses[number + 1] if number + 1 < len(clauses) else None
    if following is None or following.sentence != clauses[number].sentence:
        return False
    words = clauses[number].words
    mentions = about.find(words)
    is_last = bool(mentions) and len(words) - mentions[-1][1] <= 1
    return is_last and following.opener in _WAITING


_WAITING = frozenset({"when", "once", "after", "if", "until", "unless"})


_FACTS = frozenset({"show"})
"""Senses that tell what was found, of which a relative clause says more."""
_RESULTS = frozenset(
    stem(word)
    for word in word_set(
        "difference effect result estimate reduction finding comparison change gap"
    )
)


def _takes_up(words: list[Token]) -> bool:
    """True for a sentence on what the one before is on: `it`, `the difference`, `... for it`."""
    if not words:
        return False
    if words[0].text in {"it", "this", "that", "they", "its"}:
        return True
    if words[0].text in {"the", "that", "this"} and len(words) > 1 and words[1].stem in _RESULTS:
        return True
    return (
        len(words) > 1
        and words[-1].text in {"it", "them"}
        and words[-2].text in {"for", "of", "on", "from", "with"}
    )


SHORT_PHRASE = 6  # ours: words of `but cheaper`, `with the price cut`


@dataclass(slots=True)
class _View:
    """A clause's view for (1) or against (-1) going on, and on which terms."""

    sign: int
    side: TermsSide | None
    text: str
    sentence: int
    is_only: bool = False
    is_conceded: bool = False
    is_mere_price: bool = False
    """True where only a price is spoken of (`a lower price`), and no act."""


def read_recommendation(point: VerdictPoint, clauses: Sequence[Clause]) -> PointReading:
    """Whether the text is for going on at the terms asked for, conditions read as what they say.

    Who goes on at a lower price does not at this one; who stops at a higher one says nothing of it.
    """
    collector = _ViewCollector(point)
    for number in range(len(clauses)):
        collector.take(clauses, number)
    views = [view for view in collector.views if not view.is_conceded] or collector.views
    signs = [(sign, v.text) for v in views if (sign := _sign_as_asked(v))]
    implied = [
        (-1, v.text)
        for v in views
        if (v.sign > 0 and v.side == "better") or (v.is_mere_price and v.sign < 0)
    ]
    if not signs and not implied and views:
        return PointReading("unclear", views[0].text)
    return _prevailing(signs or implied, as_sign(point.truth))


def _sign_as_asked(view: _View) -> int:
    """What a view says outright of the terms asked for; 0 for nothing, or by implication only.

    A yes at worse terms is one at these, a no at better terms too.
    """
    if view.is_mere_price:
        return 0
    if view.side == "better":
        return -1 if view.sign < 0 or view.is_only else 0
    if view.side == "worse":
        return max(view.sign, 0)
    return view.sign


class _ViewCollector:
    """The views of a text, each with the condition that its sentence puts on it."""

    def __init__(self, point: VerdictPoint) -> None:
        self._sense = sense_table((point.by,))
        self._terms = TermsReader(point.asked, point.terms)
        self._condition: tuple[int, TermsSide] | None = None
        self._is_supposed = False
        """True once a view was only supposed, which `we do not` may take up."""
        self.views: list[_View] = []

    def take(self, clauses: Sequence[Clause], number: int) -> None:
        """Adds the views of a clause, or what it says of the terms of one before."""
        clause = clauses[number]
        words = clause.words
        if not words or clause.is_question or clause.opener in _EXCEPTING:
            return
        if clause.separator == ";":
            self._condition = None
        if _is_condition(clauses, number):
            self._put_condition(clause)
            place = _main_clause(words)
            if not place:
                return
            clause = replace(clause, words=words[place:], opener="", is_supposed=False)
            words = clause.words
        hits = self._sense.find(words)
        is_spoken = clause.is_plain and _is_own_view(clause)
        if not is_spoken or is_title(clauses, number):
            self._front(clause)
            self._is_supposed = self._is_supposed or (clause.is_supposed and bool(hits))
            return
        if "conditional" in {word.text for word in words} and self._terms.read(words) is None:
            return  # on what, the next words say
        answer = _plain_answer(words)
        if answer:
            self._add(clause, 1 if answer == "yes" else -1, words)
        elif hits:
            self._add_members(clause, hits)
        else:
            if not self._complete(clause):
                self._add_bid(clause)
            self._front(clause)

    def _front(self, clause: Clause) -> None:
        """Keeps the terms that the rest of a sentence speaks on: `at 11.0x it works, and ...`."""
        side = self._terms.read(clause.words)
        if side and clause.words[0].text in _FRONTED:
            self._condition = clause.sentence, side

    def _put_condition(self, clause: Clause) -> None:
        """Sets the terms of the view that a condition belongs to, in front of it or behind."""
        texts = [word.text for word in clause.words]
        place = _main_clause(clause.words)
        is_otherwise = texts[:1] in (["not"], ["otherwise"], ["failing"]) and len(texts) <= 3
        words = clause.words[:place] if place else clause.words
        side = self._terms.otherwise if is_otherwise else self._terms.read(words)
        before = self.views[-1] if self.views else None
        if side is None:
            return
        if place or before is None or (before.sentence != clause.sentence and clause.head is None):
            self._condition = clause.sentence, side
        elif before.side is None or before.side == "asked":
            before.side, before.is_conceded = side, False

    def _add(self, clause: Clause, sign: int, words: list[Token], since: int = 0) -> _View:
        """Adds a view, its terms those of its own words, or of the condition before it."""
        main, contrast = _contrast(words, since)
        side = self._terms.read(main, min(since, len(main)))
        if side is None and self._condition and self._condition[0] == clause.sentence:
            side = self._condition[1]
        before = self.views[-1] if self.views else None
        if side is None and before and before.side == "better" and before.sign > 0 < sign:
            side = "better"
        is_only = bool(_LIMITS.find(words))
        view = _View(sign, side, str(clause), clause.sentence, is_only, clause.is_conceded)
        self.views.append(view)
        other = self._terms.read_denied(contrast) if contrast else None
        if other and other != side:
            self.views.append(replace(view, sign=-sign, side=other, is_only=False))
        return view

    def _add_members(self, clause: Clause, hits: list[tuple[int, int, Predicate]]) -> None:
        """Adds the first view of a series, and those of its members that name other terms."""
        words = clause.words
        is_first = True
        for sign, start, end in _member_signs(words, hits, set()):
            if not sign:
                continue
            part = words[start:end]
            if not is_first and self._terms.read(part) is None:
                continue
            last = max(hit[1] for hit in hits if start <= hit[0] < end)
            view = self._add(clause, sign, part, last - start)
            view.is_mere_price = all(_is_price(words, hit) for hit in hits if start <= hit[0] < end)
            is_first = False

    def _complete(self, clause: Clause) -> bool:
        """True for `not above`, `only at 11.0x`, `at 11.0x we would`: part of the view before."""
        texts = [word.text for word in clause.words]
        before = self.views[-1] if self.views else None
        if before and clause.sentence - before.sentence > 1:
            before = None
        ellipsis = _ellipsis(texts) if before or self._is_supposed else 0
        if ellipsis:
            self._add(clause, ellipsis, clause.words)
            return True
        if texts[0] == "not" and len(texts) > 1 and (texts[1] in _FRONTED or before):
            return self._deny(clause, before)
        return before is not None and _is_phrase(clause) and self._restrict(clause, before)

    def _restrict(self, clause: Clause, before: _View) -> bool:
        """True for `only at 11.0x`, which names the terms of the view before."""
        side = self._terms.read(clause.words)
        if side is None:
            return False
        is_only = bool(_LIMITS.find(clause.words))
        if before.side is None or is_only:
            before.side = side
            before.is_only = before.is_only or is_only
            before.is_conceded = False
        return True

    def _deny(self, clause: Clause, before: _View | None) -> bool:
        """True for `not at the price asked`: the contrary of the view before, or a no by itself."""
        texts = [word.text for word in clause.words]
        side = self._terms.read_denied(clause.words[1:]) or _bare_bound(texts, before)
        if side is None:
            return False
        if before is None:
            self.views.append(_View(-1, side, str(clause), clause.sentence))
            return True
        before.is_conceded = False
        self.views.append(replace(before, sign=-before.sign, side=side, is_only=False))
        if before.sign > 0 and before.side is None and side == "asked":
            before.side = "better"  # `we are for it, though not at this price`
        return True

    def _add_bid(self, clause: Clause) -> None:
        """Adds what we are to pay: a bid at the price asked for is a yes."""
        words = clause.words
        if _NEEDED.find(words) and negators(words) and self._terms.read(words) == "better":
            return  # `no cut is needed`
        if _NEEDED.find(words) and self._terms.read(words) == "better":
            view = self._add(clause, -1, words)
            view.is_mere_price = True  # `the price must come down`
            return
        for start, end, is_limit in _BIDS.find(words):
            before = words[start - 1].text if start else ""
            if not is_limit and start and before not in _BEFORE_BIDS:
                continue
            if not self._terms.has_price(words) and self._terms.read(words) != "better":
                return
            denied = parity(words, negators(words), start, end) < 0 and not _LIMITS.find(words)
            view = self._add(clause, -1 if denied else 1, words)
            view.is_only = True
            return


_EXCEPTING = frozenset({"unless", "until", "before"})
_CONDITIONAL = frozenset({"if", "when", "once", "after"})
_CONDITIONS = alias_table(
    ("provided", "providing", "on condition", "on the condition", "assuming", "subject to",
     "conditional on", "conditional upon", "contingent on", "contingent upon", "as soon as",
     "in case", "in the event", "so long as", "as long as", "given that", "=condition",
     "=conditions")
)  # fmt: skip
_LIMITS = alias_table(
    ("only", "solely", "exclusively", "strictly", "no more than", "not more than", "up to",
     "at most", "at the most", "at the very most", "no higher than", "not above", "or less",
     "or below", "or lower", "or under", "or better", "and no more", "not a cent more", "tops",
     "nothing above", "maximum", "max", "ceiling", "cap", "limit")
)  # fmt: skip
_BIDS: PhraseTable[bool] = PhraseTable(
    [
        *((phrase, False) for phrase in ("bid", "rebid", "re bid", "offer", "pay", "counter",
                                         "counteroffer", "counter offer", "come back", "price it",
                                         "name", "table", "put ~ on the table", "return to",
                                         "go above", "go beyond", "go over", "go past", "stretch",
                                         "go higher", "go as high", "go up to")),
        *((phrase, True) for phrase in ("ceiling", "maximum", "max", "limit", "cap", "our price",
                                        "our number", "our bid", "our offer", "most we", "highest",
                                        "is worth", "we value", "fair price", "fair value")),
    ]
)  # fmt: skip
_NEEDED = alias_table(("must", "has to", "have to", "need to", "ought to", "needs", "required"))
_BEFORE_BIDS = word_set(
    "to should would can could must will we , and but not then never ought let's us instead "
    "rather please only is"
)
_ADVERBIAL = word_set(
    "not never only at for below under above up on with but and just , provided subject to if "
    "strictly solely no price"
)
_FRONTED = word_set("at for on below under above beyond over to with the a an this that up")
_CLAUSAL = AUXILIARIES | word_set("we they it i you he she")
_AFFIRMING = word_set("would could can do will should shall")


def _ellipsis(texts: list[str]) -> int:
    """1 for `at 11.0x we would`, -1 for `at 13.0x we would not`, else 0."""
    if len(texts) > 1 and texts[-1] == "not" and texts[-2] in _AFFIRMING:
        return -1
    return 1 if len(texts) > 1 and texts[-1] in _AFFIRMING else 0


def _is_phrase(clause: Clause) -> bool:
    """True for words without a subject of their own: `at 11.0x`, `but cheaper`."""
    texts = [word.text for word in clause.words]
    if set(texts) & _CLAUSAL or (texts[0] not in _ADVERBIAL and len(texts) > SHORT_PHRASE):
        return False
    return clause.separator == "," or not has_verb(clause.words)


def _bare_bound(texts: list[str], before: _View | None) -> TermsSide | None:
    """What `not above`, `not more` is said of: the terms just named."""
    if (
        before is not None
        and before.side in {None, "asked"}
        and {"above", "more", "higher", "beyond"} & set(texts[1:3])
    ):
        return "worse"
    return None


def _is_condition(clauses: Sequence[Clause], number: int) -> bool:
    """True for a clause that only says on what a view depends."""
    clause = clauses[number]
    texts = [word.text for word in clause.words]
    if clause.opener in _CONDITIONAL:
        return True
    before = clauses[number - 1] if number else None
    if clause.opener == "as" and before is not None and str(before).endswith(" long"):
        return True
    if clause.is_supposed and texts[0] in {"should", "were", "had"}:
        return True
    if clause.head is not None and clause.head < number:
        head = clauses[clause.head].words
        if len(head) <= 3 and _CONDITIONS.find(head):
            return True
    first = next(iter(_CONDITIONS.find(clause.words)), None)
    return first is not None and first[0] <= 1


def _main_clause(words: list[Token]) -> int:
    """Where `we should do it` begins behind `if we get it for less`, without a comma; else 0."""
    for place in range(3, len(words) - 1):
        if words[place].text in _SPEAKERS and words[place + 1].text in AUXILIARIES:
            return place
    return 0


_SPEAKERS = word_set("we i committee ic fund team")


def _contrast(words: list[Token], since: int) -> tuple[list[Token], list[Token]]:
    """The words without `not at 12.0x`, `rather than 12.0x`, and those without what denies."""
    texts = [word.text for word in words]
    for place in range(max(1, since), len(words) - 1):
        size = 0
        if texts[place] == "not" and texts[place - 1] in {",", "but", "and"}:
            size = 1
        elif (texts[place], texts[place + 1]) in {("rather", "than"), ("instead", "of")}:
            size = 2
        if size:
            rest = words[place + size :]
            stop = next((p for p, word in enumerate(rest) if word.text == ","), len(rest))
            is_of_terms = rest[0].number is not None or rest[0].text in _FRONTED
            return [*words[:place], *rest[stop:]], rest[:stop] if is_of_terms else []
    return words, []


def _plain_answer(words: list[Token]) -> str:
    """`yes` or `no` where a clause comes to that: `the right answer is no`, `a no at 12.0x`."""
    if len(words) == 1 and words[0].text in {"yes", "no", "go"}:
        return "no" if words[0].text == "no" else "yes"
    for place, word in enumerate(words):
        if word.text in {"yes", "no"} and place and not negators(words[:place]):
            is_last = place + 1 == len(words)
            if is_last or words[place + 1].text in {"at", "to", "for", "today", "now", "from", ","}:
                return word.text
    return ""


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
    for word in words[:3]:
        if word.stem in _OTHER_SIDE:
            return False
        if word.text not in _DETERMINERS:  # `tell the seller that ...` is our view
            return True
    return True


_OTHER_SIDE = frozenset(stem(word) for word in word_set("seller management vendor bank"))
_DETERMINERS = word_set("the a our their its this any present current what")


_ADVISING = frozenset(stem(word) for word in word_set("advise recommend suggest urge propose ask"))


_EXCLUSIVE = alias_table(
    ("only", "alone", "sole", "solely", "nothing else", "nothing more", "nothing beyond",
     "nothing further", "no more than", "and no more", "not more than", "just =that")
)  # fmt: skip


def _product(
    words: list[Token],
    hits: list[tuple[int, int, Predicate]],
    names: set[int],
    about: PhraseTable[bool],
) -> int:
    """The product of the signs and denials of a clause; 0 where it only names the topic.

    Members of a series (`stop here, and reopen the price`) are not multiplied: the one that names
    the thing counts, else the first.
    """
    members = _member_signs(words, hits, names)
    named = {start for start, _, _ in about.find(words)}
    own = [sign for sign, start, end in members if sign and named & set(range(start, end))]
    return next(iter(own), next((sign for sign, _, _ in members if sign), 0))


def _member_signs(
    words: list[Token], hits: list[tuple[int, int, Predicate]], names: set[int]
) -> list[tuple[int, int, int]]:
    """(sign, start, end) of each member of a series."""
    inside = {place for start, end, _ in hits for place in range(start, end)}
    denials = [
        n
        for n in negators(words)
        if n[0] not in inside and not is_local(words, n, names) and not _is_limit(words, n[1])
    ]
    members = _members(words, hits)
    found: list[tuple[int, int, int]] = []
    since = 0
    for order, member in enumerate(members):
        past = members[order - 1][-1][1] if order else 0
        ahead = members[order + 1][0][0] if order + 1 < len(members) else len(words)
        marks = [p for p in range(member[-1][1], ahead) if words[p].text in {",", "and", "but"}]
        end = marks[-1] if marks and ahead < len(words) else ahead
        found.append((_member_sign(words, member, denials, past), since, end))
        since = end
    return found


def _is_limit(words: list[Token], place: int) -> bool:
    """True for `no more than`, which denies nothing of what stands before it."""
    following = [word.text for word in words[place : place + 2]]
    return len(following) == 2 and following[1] == "than" and following[0] in _COMPARED


_COMPARED = word_set("more higher greater less lower")


def _members(
    words: list[Token], hits: list[tuple[int, int, Predicate]]
) -> list[list[tuple[int, int, Predicate]]]:
    """The hits in the members of a series, as `,`, `and` and `but` divide them."""
    members = [[hits[0]]]
    for hit in hits[1:]:
        between = {word.text for word in words[members[-1][-1][1] : hit[0]]}
        is_pair = "between" in between and "," not in between  # `between A and B was rejected`
        if between & {",", "and", "but"} and not is_pair:
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
