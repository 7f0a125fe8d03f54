"""Conclusions: what a text claims, point by point, against the truth.

Each point comes out right, wrong, silent (not spoken of) or unclear (spoken of, but code cannot
tell which way, so that the panel votes).
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from modylbench.evaluation.verification.evidence import NOT_SHOWN, CheckOutcome, pointers_of
from modylbench.language.claims.assertions import AssertionReader
from modylbench.language.claims.clauses import AUXILIARIES, Clause, clauses_of, has_verb
from modylbench.language.claims.polarity import is_local, negators, parity
from modylbench.language.claims.senses import sense_table
from modylbench.language.claims.words import PhraseTable, tokens
from modylbench.products.quantities.conclusion import (
    ChoicePoint,
    ClaimSought,
    DirectionPoint,
    FiguresPoint,
    MembersPoint,
    OwnersPoint,
    SidePoint,
    StatementPoint,
    VerdictPoint,
)
from modylbench.products.reading.index import TextPassage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.findings import FindingOutcome
    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.language.claims.senses import Predicate
    from modylbench.language.claims.words import Token
    from modylbench.products.quantities.conclusion import Point
    from modylbench.scenarios.criterion import Criterion

Status = Literal["right", "wrong", "silent", "unclear"]
ASIDE_WORDS = 12  # ours: so long may what stands between a statement and `we do not` be
POSITIVE = frozenset({"yes", "true", "above", "up", "more", "holds"})


@dataclass(frozen=True, slots=True)
class PointReading:
    """How a text stands to one point, and by which words."""

    status: Status
    why: str = ""


def judge(text: str, claim: ClaimSought) -> tuple[FindingOutcome, str]:
    """The outcome for a text (passed, failed, missing, unverifiable) and the reason."""
    everything = clauses_of(text)
    clauses = [replace(clause, words=[]) if clause.is_row else clause for clause in everything]
    readings = [
        (point, _read_point(point, everything if getattr(point, "is_listed", False) else clauses))
        for point in claim.points
    ]
    wrong = [reading for _, reading in readings if reading.status == "wrong"]
    if wrong:
        return "failed", wrong[0].why
    needed = [reading for point, reading in readings if point.need]
    right = [reading for reading in needed if reading.status == "right"]
    if (right and claim.needs == "any") or (needed and len(right) == len(needed)):
        return "passed", ""
    unclear = [reading for _, reading in readings if reading.status == "unclear"]
    if unclear:
        return "unverifiable", f"could not tell what is claimed: {unclear[0].why}"
    return "missing", "says nothing of it" if not right else "says only part of it"


def _read_point(point: Point, clauses: Sequence[Clause]) -> PointReading:
    match point:
        case SidePoint():
            return _side(point, clauses)
        case VerdictPoint():
            return _verdict(point, clauses)
        case ChoicePoint():
            return _choice(point, clauses)
        case MembersPoint():
            return _members(point, clauses)
        case StatementPoint():
            return _statement(point, clauses)
        case DirectionPoint():
            return _direction(point, clauses)
        case FiguresPoint():
            return _figures(point, clauses)
        case OwnersPoint():
            return _owners(point, clauses)


def _as_sign(truth: str) -> int:
    return 1 if str(truth).strip().lower() in POSITIVE else -1


@lru_cache(maxsize=512)
def _table(aliases: tuple[str, ...]) -> PhraseTable[bool]:
    return PhraseTable([(alias, True) for alias in aliases])


@lru_cache(maxsize=512)
def _name_table(names: tuple[str, ...]) -> tuple[PhraseTable[str], tuple[str, ...]]:
    rows: list[tuple[str, str]] = []
    firsts: list[str] = []
    for line in names:
        aliases = [alias.strip() for alias in line.split("|")]
        firsts.append(aliases[0])
        rows += [(alias, aliases[0]) for alias in aliases]
    return PhraseTable(rows), tuple(firsts)


def _names(value: Sequence[str] | str) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _truth_names(value: Sequence[str] | str) -> set[str]:
    return {name.partition("|")[0].strip() for name in _names(value)}


def _figure_names(figures: object) -> tuple[tuple[Token, str], ...]:
    """The figures that stand for names, as they are written: `$15.0M`, `12.0x`, `446`."""
    if not isinstance(figures, dict):
        return ()
    return tuple(
        (word, name)
        for name, values in figures.items()
        for value in values
        for word in tokens(str(value))
        if word.number is not None
    )


# Sides.


@lru_cache(maxsize=1024)
def _parsed(figures: tuple[object, ...]) -> tuple[Token, ...]:
    """The figures as they are written: `20%`, `$0.68 million`, `1.5 points`."""
    return tuple(
        word for value in figures for word in tokens(str(value)) if word.number is not None
    )


def _figure_places(words: list[Token], figures: tuple[object, ...]) -> list[int]:
    wanted = _parsed(figures)
    return [
        place
        for place, word in enumerate(words)
        if word.number is not None
        and any(word.unit == figure.unit and word.shows(figure.number or 0.0) for figure in wanted)
    ]


def _side(point: SidePoint, clauses: Sequence[Clause]) -> PointReading:
    wanted = _as_sign(point.truth)
    subject, reference, others = (
        _table(point.subject),
        _table(point.reference),
        _table(point.others),
    )
    generic = _table(point.generic)
    sense = sense_table(("exceed",))
    signs: list[tuple[int, str]] = []
    implied: list[tuple[int, str]] = []
    conceded: list[tuple[int, str]] = []
    last_subject = 0
    spoken = False
    recent_reference = -9
    previous: list[tuple[int, str]] = []
    for number, clause in enumerate(clauses):
        words = clause.words
        ref = [s for s, _, _ in reference.find(words)] + _figure_places(
            words, point.reference_figures
        )
        sub = [s for s, _, _ in subject.find(words)] + _figure_places(words, point.subject_figures)
        oth = [s for s, _, _ in others.find(words)] + _figure_places(words, point.other_figures)
        sub = [place for place in sub if place not in ref and place not in oth]
        if not oth:
            sub += [s for s, _, _ in generic.find(words)]
        if clause.opener == "which" and not sub and not oth and last_subject:
            sub, oth = ([-1], []) if last_subject > 0 else ([], [-1])
        if sub or oth:
            last_subject = 1 if sub else -1
        if ref:
            recent_reference = clause.sentence
            spoken = spoken or bool(sub)
        near = (
            ref
            or clause.sentence - recent_reference <= 2
            or _mentioned_ahead(reference, clauses, number)
        )
        here: list[tuple[int, str]] = []
        raw: list[tuple[int, str]] = []
        if near:
            here = _sides_in(clause, ref, sub, oth, sense)
            raw = here or _sides_in(clause, ref, sub, [], sense)
        elliptic = (
            _short_answer(clause) if sub or len(words) <= 3 or clause.opener == "which" else 0
        )
        if not here and elliptic and previous:
            signs += [(elliptic * sign, str(clause)) for sign, _ in previous]
        elif clause.is_plain:
            (conceded if clause.is_conceded else signs).extend(here)
        elif clause.is_supposed:
            implied += [(-sign, said) for sign, said in here]
        if raw or not elliptic:
            within = number and clause.sentence - clauses[number - 1].sentence <= 1
            previous = raw or (previous if within and len(words) <= ASIDE_WORDS else [])
    signs = signs or conceded
    if not signs and implied and all(sign == wanted for sign, _ in implied):
        return PointReading("right", implied[0][1])  # what would happen otherwise is not so now
    return _settle(signs, wanted, spoken or bool(implied))


def _mentioned_ahead(table: PhraseTable[bool], clauses: Sequence[Clause], number: int) -> bool:
    following = clauses[number + 1 : number + 4]
    return any(
        clause.sentence == clauses[number].sentence and table.find(clause.words)
        for clause in following
    )


def _sides_in(
    clause: Clause, ref: list[int], sub: list[int], oth: list[int], sense: PhraseTable[Predicate]
) -> list[tuple[int, str]]:
    words, found = clause.words, []
    negations = negators(words)
    marks = set(ref) | set(sub)
    for start, end, value in sense.find(words):
        predicate = value
        if start in marks and not set(range(start, end)) - marks:
            continue
        if start and predicate.is_verb and words[start - 1].text in {"a", "the", "any", "no"}:
            continue
        sign = predicate.sign * parity(words, negations, start, end)
        subject_before = [place for place in sub if place < start]
        reference_before = [place for place in ref if place < start]
        others_before = [place for place in oth if place < start]
        others_after = [place for place in oth if place >= end]
        if others_before and not subject_before:
            continue
        if not subject_before and not reference_before and others_after and not sub:
            continue
        turned = False
        if reference_before and not subject_before:
            passive = predicate.is_verb and _looks_passive(words, start)
            away = words[start].text in {
                "out",
                "beyond",
                "gap",
                "shortfall",
                "unmet",
                "headroom",
                "cushion",
            }
            turned = (
                not passive
                and not away
                and any(end <= place <= end + 6 for place in sub)
                and ","
                not in {
                    word.text for word in words[end : min(place for place in sub if place >= end)]
                }
            )
            if not passive and not turned and not away and not predicate.is_verb and not sub:
                turned = words[start].text in {"lower", "higher", "above", "below"}
        found.append((-sign if turned else sign, str(clause)))
    return found


def _looks_passive(words: list[Token], place: int) -> bool:
    before = {word.text for word in words[max(0, place - 4) : place]}
    return bool(
        before & {"is", "are", "was", "were", "be", "been", "being", "gets", "not"}
    ) and words[place].text.endswith(("ed", "et", "en", "ten", "hit", "t", "d"))


def _short_answer(clause: Clause) -> int:
    """1 or -1 for `It does.`, `No.`, `This is not so`: an answer to what stands before."""
    texts = [word.text for word in clause.words]
    if not texts:
        return 0
    if clause.opener == "so" and texts[0] in AUXILIARIES:
        return 1
    if texts[0] in {"yes", "indeed", "correct", "right"} and len(texts) <= 3:
        return 1
    if texts[0] in {"no", "wrong"} and len(texts) <= 3:
        return -1
    if texts[-1] == "not" and len(texts) >= 2 and texts[-2] in AUXILIARIES:
        return -1
    if texts[-1] in {"does", "do", "did"} and len(texts) <= 6:
        return 1
    if texts[0] in {"it", "this", "that", "they", "we"} and 2 <= len(texts) <= 6:
        if texts[1] in {"does", "do", "is", "are", "did", "has", "will", "would", "was"}:
            if len(texts) == 2:
                return 1
            if texts[2] == "not" and (len(texts) == 3 or texts[3] in {"so", "the", "yet", "at"}):
                return -1
    return 0


def _settle(signs: list[tuple[int, str]], wanted: int, spoken: bool) -> PointReading:
    for sign, words in signs:
        if sign != wanted:
            return PointReading("wrong", words)
    if signs:
        return PointReading("right", signs[0][1])
    return PointReading("unclear" if spoken else "silent")


# Verdicts.


def _verdict(point: VerdictPoint, clauses: Sequence[Clause]) -> PointReading:
    wanted = _as_sign(point.truth)
    sense = sense_table((point.by,))
    about, others = _table(point.about), _table(point.others)
    signs: list[tuple[int, str]] = []
    conceded: list[tuple[int, str]] = []
    subject, sentence, latest = 0, -1, 0
    for clause in clauses:
        words = clause.words
        hits = sense.find(words)
        turn = 1
        if point.about:
            if clause.opener == "despite" or "not whether" in str(clause):
                continue
            kept = clause.sentence == sentence and clause.separator != ";"
            kept = kept or bool(words and words[0].text in {"it", "this", "that", "they", "its"})
            subject, turn = _spoken_of(clause, about, others, subject if kept else 0)
            sentence = clause.sentence
            answer = _short_answer(clause)
            if answer and latest and subject > 0 and all(v.role == "topic" for _, _, v in hits):
                signs.append((answer * latest, str(clause)))
                continue
        if not hits or not clause.is_plain or not _is_own_view(clause):
            continue
        names = {start for start, _, _ in [*about.find(words), *others.find(words)]}
        sign = _product(words, hits, names)
        latest = math.prod(value.sign for _, _, value in hits)
        if subject < 0 and sign > 0 and {word.text for word in words} & {"only", "alone", "sole"}:
            signs.append((-1, str(clause)))
        if not sign or (point.about and subject <= 0):
            continue
        (conceded if clause.is_conceded else signs).append((sign * turn, str(clause)))
    return _prevailing(signs or (conceded if point.about else []), wanted)


def _is_own_view(clause: Clause) -> bool:
    """False for what is done before something, a remark aside, or what the other side should do."""
    words = clause.words
    if clause.opener in {"before", "until"}:
        return False
    if clause.opener == "which" and not {word.text for word in words} & {"should", "must", "also"}:
        return False
    return not {word.stem for word in words[:3]} & {"seller", "manag", "vendor", "bank"}


def _product(words: list[Token], hits: list[tuple[int, int, Predicate]], names: set[int]) -> int:
    """The product of all signs and denials of a clause; 0 where it only names the topic."""
    inside = {place for start, end, _ in hits for place in range(start, end)}
    denials = [
        n
        for n in negators(words)
        if n[0] not in inside and n[0] < hits[-1][0] and not is_local(words, n, names)
    ]
    if not denials and all(value.role == "topic" for _, _, value in hits):
        return 0
    return math.prod(value.sign for _, _, value in hits) * (-1) ** len(denials)


def _prevailing(signs: list[tuple[int, str]], wanted: int) -> PointReading:
    """What is said first and most often; anything else against it is wrong."""
    total = Counter(sign for sign, _ in signs)
    if not total:
        return PointReading("silent")
    against = next((words for sign, words in signs if sign != wanted), "")
    if total[-wanted] and total[wanted]:
        is_first = signs[0][0] == wanted and total[wanted] > total[-wanted]
        return PointReading("right" if is_first else "wrong", against)
    return PointReading("wrong", against) if total[-wanted] else PointReading("right")


def _spoken_of(
    clause: Clause, about: PhraseTable[bool], others: PhraseTable[bool], before: int
) -> tuple[int, int]:
    """1 where a clause speaks of the thing, -1 of its rivals, 0 of neither; and -1 if by contrast."""
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
        (bool({"unlike", "not"} & set(near[-3:]))
        and not set(near) & AUXILIARIES)
        or surpassed
        or {"than", "beat", "beats"} & set(near[-2:])
    )
    return 1, -1 if turned else 1


# Names.


def _signs_by_name(
    point: ChoicePoint | MembersPoint, clauses: Sequence[Clause]
) -> tuple[dict[str, int], set[str], bool, tuple[str, ...]]:
    """Each name's sign, those that are the only ones, whether names are spoken of, all names."""
    table, firsts = _name_table(_names(point.names))
    scope = _about(clauses, point)
    figures = _figure_names(point.figures) if isinstance(point, ChoicePoint) else ()
    counted = getattr(point, "counted", False) or (
        None if isinstance(point, MembersPoint) else False
    )
    reader = AssertionReader(table, firsts, sense_table(tuple(point.by)), figures, counted=counted)
    everything = reader.read(scope)
    assertions = [a for a in everything if a.is_plain] or [a for a in everything if a.is_attributed]
    assertions = [a for a in assertions if not a.is_conceded] or assertions
    if not point.need:
        assertions = [
            a for a in assertions if not a.is_inherited and not _is_shared_out(scope[a.clause])
        ]
    direct: dict[str, list[tuple[int, int]]] = {}
    inherited: dict[str, list[tuple[int, int]]] = {}
    only: set[str] = set()
    for assertion in assertions:
        side = inherited if assertion.is_inherited else direct
        side.setdefault(assertion.name, []).append((assertion.clause, assertion.sign))
        if assertion.is_exclusive and assertion.sign > 0:
            only.add(assertion.name)
    ranking = _ranked(scope, table)
    if not ranking and getattr(point, "is_listed", False) and not direct:
        ranking = _listed(scope, table, len(_truth_names(point.truth)))
    for name, sign in ranking.items():
        direct.setdefault(name, []).append((-1, sign))
    signs: dict[str, int] = {}
    for name in firsts:
        votes = direct.get(name) or inherited.get(name) or []
        if votes:
            signs[name] = _vote(votes)
    spoken = any(table.find(clause.words) for clause in scope)
    return signs, only, spoken, firsts


def _is_shared_out(clause: Clause) -> bool:
    """True for `A and B, the one for this and the other for that`: each has only its own part."""
    texts = {word.text for word in clause.words}
    return bool(texts & {"respectively", "former", "latter"}) or {"one", "other"} <= texts


def _vote(votes: list[tuple[int, int]]) -> int:
    """One sign of several: what most clauses say, the last where they are even."""
    by_clause: dict[int, int] = {}
    for clause, sign in votes:
        by_clause[clause] = by_clause.get(clause, 0) + sign
    signs = [1 if total > 0 else -1 for total in by_clause.values() if total] or [votes[-1][1]]
    total = sum(signs)
    return 1 if total > 0 else -1 if total < 0 else signs[-1]


def _about(clauses: Sequence[Clause], point: ChoicePoint | MembersPoint) -> list[Clause]:
    """The clauses, those on other topics muted; one that names no topic follows the one before.

    Where the text speaks of other things of the same names (`beside`) clauses are told apart,
    else sentences; a sentence right behind one on the topic belongs to it.
    """
    if not point.about:
        return list(clauses)
    about, beside = _table(point.about), _table(getattr(point, "beside", ()))
    on_topic = {clause.sentence for clause in clauses if about.find(clause.words)}
    if not getattr(point, "beside", ()):
        near = on_topic | {number + 1 for number in on_topic}
        return [
            clause if clause.sentence in near else replace(clause, is_muted=True)
            for clause in clauses
        ]
    names, _ = _name_table(_names(point.names))
    kept: list[Clause] = []
    current = False
    for number, clause in enumerate(clauses):
        if number and clause.sentence != clauses[number - 1].sentence:
            current = False
        on, off = bool(about.find(clause.words)), bool(beside.find(clause.words))
        words = {word.text for word in clause.words}
        if on and off:
            kept.append(_cut(clause, about, beside, names))
            current = True
            continue
        if on or off:
            current = on
        is_both = bool(words & {"both", "neither", "either"})
        leads = (
            not on
            and not off
            and any(
                later.sentence == clause.sentence and about.find(later.words)
                for later in clauses[number + 1 : number + 6]
            )
        )
        is_on = current or (is_both and not off) or (leads and not off)
        kept.append(clause if is_on else replace(clause, is_muted=True))
    return kept


def _cut(
    clause: Clause, about: PhraseTable[bool], beside: PhraseTable[bool], names: PhraseTable[str]
) -> Clause:
    """The part of a clause that is on the topic, divided at the commas between topics."""
    words = clause.words
    topics = sorted(
        [(s, True) for s, _, _ in about.find(words)]
        + [(s, False) for s, _, _ in beside.find(words)]
    )
    kept: list[Token] = []
    start = 0
    names_first = bool(names.find(words[: topics[0][0]]))
    for order, (place, on) in enumerate(topics):
        end = len(words)
        if order + 1 < len(topics):
            between = [
                p
                for p in range(place, topics[order + 1][0])
                if words[p].text in {",", "and", "but"}
            ]
            end = (between[0] if names_first else between[-1]) if between else topics[order + 1][0]
        if on:
            kept += (
                words[start:end]
                if names_first or not order
                else [*words[: topics[0][0]], *words[start:end]]
            )
        start = end
    return replace(clause, words=kept or words)


def _ranked(clauses: Sequence[Clause], table: PhraseTable[str]) -> dict[str, int]:
    """What a ranking says: the first name of the list, and the others behind it."""
    for number, clause in enumerate(clauses):
        names = [name for _, _, name in table.find(clause.words)]
        if len(set(names)) < 3:
            continue
        head = (
            clauses[clause.head].words
            if clause.head is not None and clause.head < len(clauses)
            else []
        )
        if {word.stem for word in [*head, *clause.words]} & {"rank", "order", "sequenc"}:
            return {name: 1 if name == names[0] else -1 for name in names}
    return {}


def _listed(clauses: Sequence[Clause], table: PhraseTable[str], firsts: int) -> dict[str, int]:
    """What a list of names says, highest first: by its figures, or else of as many as are sought."""
    rows: list[tuple[str, float | None]] = []
    for number, clause in enumerate(clauses):
        found = table.find(clause.words)
        begins = number == 0 or clauses[number - 1].sentence != clause.sentence
        if not begins or len(found) != 1 or found[0][0] > 0:
            continue
        rest = [
            w
            for c in clauses[number : number + 3]
            if c.sentence == clause.sentence
            for w in c.words
        ]
        figure = next(
            (
                w.number
                for w in rest[found[0][1] :]
                if w.number is not None and not w.text.isalpha()
            ),
            None,
        )
        rows.append((found[0][2], figure))
    figures = [figure for _, figure in rows if figure is not None]
    if len(rows) < 2 or len({name for name, _ in rows}) < len(rows):
        return {}
    if len(figures) == len(rows):
        if any(a < b for a, b in pairwise(figures)):
            return {}
        return {name: 1 if figure == figures[0] else -1 for name, figure in rows}
    return {name: 1 for name, _ in rows[:firsts]}


def _choice(point: ChoicePoint, clauses: Sequence[Clause]) -> PointReading:
    signs, _, spoken, _ = _signs_by_name(point, clauses)
    truth = _truth_names(point.truth)
    for name, sign in signs.items():
        if sign > 0 and name not in truth:
            return PointReading("wrong", f"{name} is put first")
        if sign < 0 and name in truth:
            return PointReading("wrong", f"{name} is put behind")
    if all(signs.get(name, 0) > 0 for name in truth):
        return PointReading("right")
    return PointReading("unclear" if signs or (spoken and False) else "silent")


def _members(point: MembersPoint, clauses: Sequence[Clause]) -> PointReading:
    signs, only, spoken, firsts = _signs_by_name(point, clauses)
    truth = _truth_names(point.truth)
    for name, sign in signs.items():
        so = sign * point.sign > 0
        if so != (name in truth):
            return PointReading("wrong", f"{name} is said to be {'one' if so else 'none'} of them")
    if (
        point.sign > 0
        and _only_out(clauses, point)
        and truth | {n for n, s in signs.items() if s < 0} != set(firsts)
    ):
        return PointReading("wrong", "only one is said to be out")
    if only and point.sign > 0 and truth - only:
        return PointReading("wrong", f"only {', '.join(sorted(only))}")
    told = {name for name in truth if name in signs}
    if told == truth or len(told) >= point.least > 0:
        return PointReading("right")
    if told and point.is_complete:
        return PointReading("wrong", f"nothing of {', '.join(sorted(truth - told))}")
    return PointReading("unclear" if told else "silent")


def _only_out(clauses: Sequence[Clause], point: MembersPoint) -> bool:
    """True when just one is said to be out, which says of the others that they are in."""
    if point.about or not point.is_complete:
        return False
    table, firsts = _name_table(_names(point.names))
    reader = AssertionReader(table, firsts, sense_table(tuple(point.by)))
    return any(
        a.is_plain and a.sign < 0 and clauses[a.clause].words[0].text in {"only", "just"}
        for a in reader.read(clauses)
    )


# Statements.


@lru_cache(maxsize=256)
def _statement_table(affirmed: tuple[str, ...], contrary: tuple[str, ...]) -> PhraseTable[int]:
    rows: list[tuple[str, int]] = []
    for phrases, sign in ((affirmed, 1), (contrary, -1)):
        for phrase in phrases:
            rows.append((phrase, sign))
            if " " not in phrase:
                rows += [(f"{prefix}{phrase}", -sign) for prefix in ("un", "non", "dis", "non ")]
    return PhraseTable(rows)


DENYING = PhraseTable([(phrase, True) for phrase in (
    "lack", "absence of", "absent", "free of", "free from", "rid of", "reject", "exclude", "missing",
    "instead of", "rather than", "as opposed to", "avoid", "impossible", "discard", "drop", "remove", "meaningless", "misleading", "eliminate", "nil", "zero", "set aside", "cost us", "still to be", "negligible", "inappropriate", "pointless", "unjustified", "wrong", "rule out", "deny", "prevent", "loses", "lose", "give up",
)])  # fmt: skip


def _statement(point: StatementPoint, clauses: Sequence[Clause]) -> PointReading:
    wanted = _as_sign(point.truth)
    table = _statement_table(tuple(_names(point.affirmed)), point.contrary)
    about = _table(point.about)
    topical = (
        {clause.sentence for clause in clauses if about.find(clause.words)} if point.about else None
    )
    others = _table(point.others)
    signs: list[tuple[int, str]] = []
    conceded: list[tuple[int, str]] = []
    for number, clause in enumerate(clauses):
        if topical is not None and not (
            {clause.sentence, clause.sentence - 1, clause.sentence - 2} & topical
        ):
            continue
        words = clause.words
        hits = table.find(words)
        here: list[tuple[int, str]] = []
        inside = {place for start, end, _ in hits for place in range(start, end)}
        denials = [(s, e) for s, e, _ in DENYING.find(words) if s not in inside]
        negations = sorted([n for n in negators(words) if n[0] not in inside] + denials)
        under = _denied_by_head(clauses, clause)
        for start, end, sign in hits:
            if start and words[start - 1].text in {"what", "whether", "whatever", "how"}:
                continue  # an indirect question
            turn = _denied_behind(words, end) * under
            if not _is_presupposed(words, start):
                turn *= parity(words, negations, start, end)
            if point.others and _is_of_others(words, others, start, end):
                turn = -turn
            here.append((sign * turn, str(clause)))
        answer = _short_answer(clause)
        if answer and not here and number:
            before = clauses[number - 1]
            hits = table.find(before.words)
            signs += [(answer * sign, str(clause)) for _, _, sign in hits[-1:]]
        elif clause.is_plain:
            (conceded if clause.is_conceded else signs).extend(here)
    return _settle(signs or conceded, wanted, spoken=False)


_OURS = frozenset({"we", "our", "us", "ours"})


def _is_of_others(words: list[Token], others: PhraseTable[bool], start: int, end: int) -> bool:
    """True when a clause says it of somebody else: its subject, or `control lies with the partner`."""
    for place, stop, _ in others.find(words):
        if stop <= start and not {word.text for word in words[:start]} & _OURS:
            return True
        if (
            place >= end
            and any(word.text in {"with", "to", "by"} for word in words[end:place])
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
    return (
        place > 0
        and words[place - 1].text in {"the", "our", "its", "this"}
        and words[place].text.endswith(("ing", "ed", "able"))
    )


def _denied_behind(words: list[Token], end: int) -> int:
    """-1 for `hedging has not been arranged`: the denial of a verb whose subject stands before."""
    for place in range(end, min(end + 3, len(words))):
        if words[place].text in AUXILIARIES:
            following = words[place + 1 : place + 4]
            if {word.text for word in following[:2]} & {"not", "never", "no"}:
                return -1
            return -1 if DENYING.find(following) else 1
    return 1


def _direction(point: DirectionPoint, clauses: Sequence[Clause]) -> PointReading:
    wanted = {"up": 1, "down": -1}.get(str(point.truth), 0)
    subject, sense = _table(point.subject), sense_table(("direction",))
    moving = _table(("move", "change", "differ", "affect", "matter", "touch", "alter"))
    still = _table(
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
            sign = value.sign * parity(words, negations, start, end)
            signs.append((sign, str(clause)))
    return _settle(signs, wanted, spoken=recent >= 0)


# Figures.


def _figures(point: FiguresPoint, clauses: Sequence[Clause]) -> PointReading:
    near = _table(point.near)
    allowed = _parsed(point.allowed)
    units = {figure.unit for figure in allowed}
    found = False
    for clause in clauses:
        head = clauses[clause.head].words if clause.head is not None else []
        if not clause.is_plain or not (near.find(clause.words) or near.find(head)):
            continue
        for word in clause.words:
            if word.number is None or word.unit not in units or word.text.isalpha():
                continue
            if any(
                word.unit == figure.unit
                and word.shows(
                    figure.number or 0.0, abs(figure.number or 0.0) * point.within_pct / 100
                )
                for figure in allowed
            ):
                found = True
            else:
                return PointReading("wrong", f"{word.text} in {clause}")
    return PointReading("right" if found else "silent")


_LINKS = frozenset(
    [
        "of",
        "at",
        "is",
        "has",
        "have",
        "had",
        "says",
        "say",
        "put",
        "puts",
        "with",
        "gives",
        "give",
        "gave",
        "measured",
        "found",
        "reports",
        "reported",
        ":",
        "a",
        "the",
        "only",
        "itself",
        "claims",
        "states",
        "stated",
        "shows",
        "scores",
        "scored",
        "score",
        "stays",
        "stands",
        "in",
        "up",
        "to",
        "reach",
        "reaches",
    ]
)


def _owners(point: OwnersPoint, clauses: Sequence[Clause]) -> PointReading:
    """A figure of one beside the name of another, or in a sentence that names only others, is misplaced."""
    table, _ = _name_table(_names(point.names))
    owners = {
        name: [word for value in values for word in tokens(str(value)) if word.number is not None]
        for name, values in (point.figures.items() if isinstance(point.figures, dict) else ())
    }
    found: set[str] = set()
    sentences: dict[int, list[Clause]] = {}
    for clause in clauses:
        sentences.setdefault(clause.sentence, []).append(clause)
    for group in sentences.values():
        words = [
            word
            for clause in group
            if not (clause.is_question or clause.is_supposed)
            for word in clause.words
        ]
        mentions = table.find(words)
        named = {name for _, _, name in mentions}
        for place, word in enumerate(words):
            if word.number is None or word.text.isalpha():
                continue
            holders = {
                n
                for n, figures in owners.items()
                if any(f.unit == word.unit and word.shows(f.number or 0.0) for f in figures)
            }
            if not holders:
                following = words[place + 1].stem if place + 1 < len(words) else ""
                if point.unit_word and following == point.unit_word and named:
                    return PointReading("wrong", f"{word.text} is nobody's")
                continue
            if point.is_strict and named and not holders & named:
                return PointReading("wrong", f"{word.text} beside {', '.join(sorted(named))}")
            beside = _beside(words, mentions, place)
            following = words[place + 1].text if place + 1 < len(words) else ""
            if beside and beside not in holders and following not in {"or", "to"}:
                return PointReading("wrong", f"{word.text} beside {beside}")
            found |= holders
    return PointReading(
        "right" if found and len(found) >= min(point.least, len(owners)) else "silent"
    )


def _beside(words: list[Token], mentions: list[tuple[int, int, str]], place: int) -> str:
    """The name that a figure is linked to: `A has 5`, `A: 5`, `5 A`."""
    for start, end, name in reversed(mentions):
        if end <= place:
            if place - end <= 3 and all(word.text in _LINKS for word in words[end:place]):
                return name
            break
    return ""


def concludes(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """The text claims what is true, and nothing against it."""
    claim = evidence.expectations.quantities[criterion.target_field]
    passages = evidence.read(criterion.target_field)
    if not isinstance(claim, ClaimSought) or not isinstance(passages, TextPassage):
        return CheckOutcome("missing", reason=f"{criterion.target_field}: {NOT_SHOWN}")
    outcome, reason = judge(passages.text, claim)
    return CheckOutcome(
        outcome,
        passages.text[:120],
        criterion.description,
        reason,
        pointers=pointers_of([passages]),
    )
