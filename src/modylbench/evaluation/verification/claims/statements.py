"""Whether a text says that a thing is so, and which way it moves."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.evaluation.verification.claims.reading import (
    PointReading,
    alias_table,
    as_names,
    as_sign,
    settle,
    short_answer,
)
from modylbench.language.claims.clauses import AUXILIARIES, has_verb
from modylbench.language.claims.families import with_family
from modylbench.language.claims.polarity import negators, parity
from modylbench.language.claims.senses import sense_table
from modylbench.language.claims.words import PhraseTable
from modylbench.language.plain import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.language.claims.clauses import Clause
    from modylbench.language.claims.words import Token
    from modylbench.products.quantities.conclusion import DirectionPoint, StatementPoint


@lru_cache(maxsize=256)
def _statement_table(affirmed: tuple[str, ...], contrary: tuple[str, ...]) -> PhraseTable[int]:
    rows: list[tuple[str, int]] = []
    for phrases, sign in ((affirmed, 1), (contrary, -1)):
        for phrase in phrases:
            rows.append((phrase, sign))
            if " " not in phrase:
                rows += [(f"{prefix}{phrase}", -sign) for prefix in ("un", "non", "dis", "non ")]
    return PhraseTable(rows)


_DENIALS = (
    "lack", "absence of", "absent", "free of", "free from", "rid of", "reject", "exclude",
    "missing", "instead of", "rather than", "as opposed to", "avoid", "impossible", "discard",
    "drop", "remove", "meaningless", "misleading", "eliminate", "nil", "zero", "set aside",
    "cost us", "still to be", "negligible", "inappropriate", "pointless", "unjustified",
    "wrong", "rule out", "deny", "prevent", "loses", "lose", "give up", "fall short of",
    "short of", "out of reach", "beyond reach", "out of our reach", "beyond our reach", "forfeit",
    "surrender", "deprive", "bar ~ from", "stop ~ from", "keep ~ from", "deny us", "without any",
    "forgo", "forego", "relinquish", "cede", "yield", "off the table", "out of the question",
    "preclude", "foreclose", "block", "stand in the way", "dispense with", "do without", "refute",
    "disprove", "dismiss", "reject the", "unavailable", "unattainable", "unobtainable", "denied",
    "neither here nor there", "far short of", "devoid of", "shy of", "fail to", "falls outside",
)  # fmt: skip
DENYING = PhraseTable([(phrase, True) for phrase in _DENIALS])
_TURNING = word_set(
    "but except excluding excl rather instead unlike would could might if whether considered looked"
)
SHORT_CLAUSE = 8  # ours: in so few words a lone "not" leaves no doubt of what it denies


def may_turn(words: list[Token], *, is_compared: bool = False) -> bool:
    """Whether something in a clause may turn what it says: a denial, a contrast, a condition.

    Where sides are compared, `lower than` and `short of` are what is said.
    """
    texts = {word.text for word in words}
    if texts & _TURNING or (not is_compared and ("than" in texts or DENYING.find(words))):
        return True
    return len(negators(words)) > (1 if len(words) <= SHORT_CLAUSE else 0)


SOMEBODY_ELSE = ("somebody else", "someone else", "another party", "the other side", "other owners")


def read_statement(  # noqa: C901, PLR0915
    point: StatementPoint, clauses: Sequence[Clause]
) -> PointReading:
    """Whether the text says so, or the contrary."""
    wanted = as_sign(point.truth)
    affirmed = tuple(as_names(point.affirmed))
    table = _statement_table(
        with_family(affirmed, point.contrary), with_family(point.contrary, affirmed)
    )
    about = alias_table(point.about)
    topical = (
        {clause.sentence for clause in clauses if about.find(clause.words)} if point.about else None
    )
    within = alias_table(point.within)
    others = alias_table((*point.others, *SOMEBODY_ELSE) if point.others else ())
    signs: list[tuple[int, str]] = []
    conceded: list[tuple[int, str]] = []
    clauses = _whole_clauses(clauses)
    taken_up = _taken_up(clauses) if point.is_strict else set()
    for number, clause in enumerate(clauses):
        reach = {clause.sentence - back for back in range(1 if point.is_strict else 3)}
        if clause.sentence in taken_up:
            reach.add(clause.sentence - 1)
        if topical is not None and not reach & topical:
            continue
        words = clause.words
        hits = table.find(words)
        here: list[tuple[int, str]] = []
        topic = {place for start, end, _ in about.find(words) for place in range(start, end)}
        inside = {place for start, end, _ in hits for place in range(start, end)}
        given = {place for start, end, _ in within.find(words) for place in range(start, end)}
        counted = inside | topic | given
        negations = (
            [n for n in negators(words) if n[0] not in counted]
            if point.is_literal
            else _denials(words, counted)
        )
        under = _denied_by_head(clauses, clause)
        for start, end, sign in hits:
            if _is_asked(words, start):
                continue
            turn = under
            if _is_part(words, negations, start, end, sign):
                here.append((under, str(clause)))
                continue
            if not _is_presupposed(words, start):
                is_denied = parity(words, negations, start, end, opener=clause.opener) < 0
                behind = 1 if point.is_literal else _denied_behind(words, start, end)
                turn *= -1 if is_denied else behind
            if point.others and _is_of_others(words, others, start, end):
                turn = -turn
            here.append((sign * turn, str(clause)))
        answer = short_answer(clause) if _is_of_same(clauses, number) else 0
        if answer and not here and number:
            before = clauses[number - 1]
            hits = table.find(before.words)
            signs += [(answer * sign, str(clause)) for _, _, sign in hits[-1:]]
        elif clause.is_plain:
            (conceded if clause.is_conceded else signs).extend(here)
    return settle(signs or conceded, wanted, spoken=False)


def _is_of_same(clauses: Sequence[Clause], number: int) -> bool:
    """False for `the low dose did not`, behind a clause on something else."""
    said = {word.text for clause in clauses[max(0, number - 1) : number] for word in clause.words}
    for word in clauses[number].words:
        if word.text in AUXILIARIES:
            return True
        if word.text not in said and word.text not in _SAME:
            return False
    return True


_SAME = word_set("it this that they we these those he she no yes not so the , but and")
_TAKING_UP = frozenset({"it", "this", "that", "they", "these", "its", "so"})


def _taken_up(clauses: Sequence[Clause]) -> set[int]:
    """The sentences that begin with a pronoun: they are on what the one before is on."""
    found: set[int] = set()
    latest = -1
    for clause in clauses:
        if clause.sentence != latest and clause.words:
            latest = clause.sentence
            if clause.words[0].text in _TAKING_UP or clause.opener in {"so", "therefore"}:
                found.add(latest)
    return found


def _denials(words: list[Token], counted: set[int]) -> list[tuple[int, int]]:
    """Where something is denied, by a negation or by a verb, outside of what is `counted`."""
    negations = [n for n in negators(words) if n[0] not in counted]
    taken = counted | {place for s, e in negations for place in range(s, e)}
    verbs = [
        (s, e)
        for s, e, _ in DENYING.find(words)
        if s not in taken and not (e - s == 1 and (_is_noun(words, s) or _is_of_figure(words, e)))
    ]
    return sorted([*negations, *verbs])


def _is_noun(words: list[Token], place: int) -> bool:
    """True for `the drop`, `an apparent drop`, where a word that denies as a verb is a thing."""
    return bool({word.text for word in words[max(0, place - 2) : place]} & {"the", "a", "an"})


def _is_of_figure(words: list[Token], end: int) -> bool:
    """True for `lost 3.4 points to the mix`: what is lost is the figure, and nothing is denied."""
    following = words[end : end + 3]
    while following and following[0].text in {"about", "some", "another", "a", "further", "us"}:
        following = following[1:]
    return bool(following) and following[0].number is not None


def _is_asked(words: list[Token], place: int) -> bool:
    """True for an indirect question (`what costs us`), but not for `is what costs us`."""
    if not place or words[place - 1].text not in {"what", "whether", "whatever", "how"}:
        return False
    return not (place > 1 and words[place - 2].text in {*AUXILIARIES, "not"})


def _whole_clauses(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses; what an `and` has cut off before its verb stands with that verb.

    `It holds, and no interaction of arm | and subgroup was significant` says two things.
    """
    whole: list[Clause] = []
    for each in clauses:
        before = whole[-1] if whole else None
        clause = _without_repeat(before, each)
        if (
            before is not None
            and clause.separator in {"and", "or"}
            and not clause.opener
            and clause.sentence == before.sentence
        ):
            texts = [word.text for word in before.words]
            cut = len(texts) - texts[::-1].index(",") if "," in texts else 0
            tail = before.words[cut:]
            if tail and not has_verb(tail):
                whole[-1] = replace(before, words=before.words[:cut])
                whole.append(replace(clause, words=[*tail, *clause.words]))
                continue
        whole.append(clause)
    return whole


def _without_repeat(before: Clause | None, clause: Clause) -> Clause:
    """A remark in brackets without the words before it, which it begins with: they are said."""
    if before is None or clause.separator != "(":
        return clause
    texts, ahead = ([word.text for word in c.words] for c in (before, clause))
    for size in range(min(len(texts), len(ahead)), 0, -1):
        if texts[-size:] == ahead[:size]:
            return replace(clause, words=clause.words[size:])
    return clause


_OURS = frozenset({"we", "our", "us", "ours"})


def _is_of_others(words: list[Token], others: PhraseTable[bool], start: int, end: int) -> bool:
    """True when it is said of somebody else: as subject, or `control lies with the partner`."""
    for place, stop, _ in others.find(words):
        ours = {word.text for at, word in enumerate(words[:start]) if at != place - 1} & _OURS
        if stop <= start and not ours:  # `our partner` is not us
            return True
        between = {word.text for word in words[end:place]}
        if (
            place >= end
            and between & {"with", "to", "by"}
            and not between & {",", "and", "but", "in", "venture", "jv", "company"}
            and place - end <= 5
        ):
            return True
    return False


def _denied_by_head(clauses: Sequence[Clause], clause: Clause) -> int:
    """-1 for what stands under a heading that denies it: `Set aside: an acquisition`."""
    if clause.head is None or has_verb(clause.words):
        return 1
    head = clauses[clause.head].words
    return -1 if len(head) <= 8 and (DENYING.find(head) or negators(head)) else 1


def _is_presupposed(words: list[Token], place: int) -> bool:
    """True for `the floating loan`: what a known thing is like stands, whatever is denied of it."""
    known = {"the", "our", "its", "this", "these", "those", "such"}
    if place == 0 or words[place - 1].text not in known:
        return False
    is_inside = place > 1 and words[place - 2].text in {"in", "of", "within", "through", "for"}
    return is_inside or words[place].text.endswith(("ing", "ed", "able", "ory"))


_WHOLE = frozenset({"whole", "everything", "all", "only", "sole", "alone", "entire", "itself"})


def _is_part(
    words: list[Token], negations: list[tuple[int, int]], start: int, end: int, sign: int
) -> bool:
    """True for `mix is not the whole story`, `not all of it is mix`: so it is a part of it."""
    if sign < 0:  # a phrase that denies by itself: `mix is not ...`
        return words[end - 1].text == "not" and _has_whole(words, range(end, end + PART_WORDS))
    for place, stop in negations:
        if words[place].text == "neither" and place < start:  # `neither mix nor price alone`
            if _has_whole(words, range(end, end + PART_WORDS)):
                return True
            continue
        if words[place].text not in {"not", "no", "never"}:
            continue
        if place < start:
            is_alone = end < len(words) and words[end].text in {"alone", "only"}
            if start - stop <= PART_WORDS and (is_alone or _has_whole(words, range(stop, start))):
                return True
        elif place - end <= PART_WORDS and _has_whole(
            words, [*range(end, place), *range(stop, stop + PART_WORDS)]
        ):
            return True
    return False


PART_WORDS = 5  # ours: between a denial and what it is of (`cannot account for all of it`)


def _has_whole(words: list[Token], places: Iterable[int]) -> bool:
    return any(
        words[place].text in _WHOLE and words[place - 1].text != "at"
        for place in places
        if 0 < place < len(words)
    )


SUBJECT_WORDS = 5  # ours: `an average of the two would mean nothing`


def _denied_behind(words: list[Token], start: int, end: int) -> int:
    """-1 for `hedging has not been arranged`: the denial of a verb whose subject stands before."""
    reach = SUBJECT_WORDS if start <= 1 else 3
    for place in range(end, min(end + reach, len(words))):
        if words[place].text in {
            "and",
            "but",
            ",",
            "in",
            "if",
            "when",
            "what",
            "who",
            "which",
            "whatever",
        }:
            return 1
        if words[place].text in AUXILIARIES:
            following = words[place + 1 : place + 4]
            if {word.text for word in following[:2]} & {"not", "never", "no", "nothing"}:
                return -1
            return -1 if DENYING.find(following) else 1
    return 1


def read_direction(point: DirectionPoint, clauses: Sequence[Clause]) -> PointReading:
    """Whether the text says that it rises or falls."""
    wanted = {"up": 1, "down": -1}.get(str(point.truth), 0)
    subject, sense = alias_table(point.subject), sense_table(("direction",))
    moving = alias_table(("move", "change", "differ", "affect", "matter", "touch", "alter"))
    still = alias_table(
        (
            "no difference",
            "unchanged",
            "unaffected",
            "the same",
            "does not move",
            "no effect",
            "identical",
            "makes no difference",
            "not affected",
            "constant",
            "equal",
        )
    )
    signs: list[tuple[int, str]] = []
    recent = -9
    for clause in clauses:
        words = clause.words
        if subject.find(words):
            recent = clause.sentence
        if clause.sentence - recent > 0 or not clause.is_plain:
            continue
        negations = negators(words)
        for start, end, _ in still.find(words):
            signs.append((0 if parity(words, negations, start, end) > 0 else wanted, str(clause)))
        for start, end, _ in moving.find(words):
            if parity(words, negations, start, end) < 0:
                signs.append((0, str(clause)))
        for start, end, value in sense.find(words):
            if start and words[start - 1].text in {"the", "of", "equity", "a"}:
                continue
            if start and words[start].text == "up" and words[start - 1].stem in {"end", "wind"}:
                continue
            sign = value.sign * parity(words, negations, start, end)
            signs.append((sign, str(clause)))
    return settle(signs, wanted, spoken=recent >= 0)
