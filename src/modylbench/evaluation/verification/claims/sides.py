"""On which side of a reference a text puts something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.verification.claims.reading import (
    PointReading,
    alias_table,
    as_sign,
    parsed_figures,
    settle,
    short_answer,
)
from modylbench.language.claims.families import with_family
from modylbench.language.claims.polarity import negators, parity
from modylbench.language.claims.senses import sense_table
from modylbench.language.plain import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.language.claims.clauses import Clause
    from modylbench.language.claims.senses import Predicate
    from modylbench.language.claims.words import PhraseTable, Token
    from modylbench.products.quantities.conclusion import SidePoint


ASIDE_WORDS = 12  # ours: so long may what stands between a statement and `we do not` be


def _figure_places(words: list[Token], figures: tuple[object, ...]) -> list[int]:
    wanted = parsed_figures(figures)
    return [
        place
        for place, word in enumerate(words)
        if word.number is not None
        and any(word.unit == figure.unit and word.shows(figure.number or 0.0) for figure in wanted)
    ]


def read_side(point: SidePoint, clauses: Sequence[Clause]) -> PointReading:  # noqa: C901, PLR0912, PLR0915
    """On which side of the reference the text puts the subject."""
    wanted = as_sign(point.truth)
    subject, reference, others = (
        alias_table(point.subject),
        alias_table(with_family(point.reference, (*point.subject, *point.others))),
        alias_table(point.others),
    )
    generic = alias_table(point.generic)
    sense = sense_table(tuple(point.by))
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
        if not sub:
            oth += _strange_figures(words, point, {*ref, *oth})
        if not oth:
            sub += [s for s, _, _ in generic.find(words)]
        if clause.opener == "which" and not sub and not oth and last_subject:
            sub, oth = ([-1], []) if last_subject > 0 else ([], [-1])
        if sub or oth:
            last_subject = 1 if sub else -1
        if ref:
            recent_reference = clause.sentence
            spoken = spoken or bool(sub)
        near = bool(ref) or (
            not point.is_strict
            and (
                clause.sentence - recent_reference <= 2
                or _mentioned_ahead(reference, clauses, number)
            )
        )
        here: list[tuple[int, str]] = []
        raw: list[tuple[int, str]] = []
        if near:
            here = _sides_in(clause, ref, sub, oth, sense)
            raw = here or _sides_in(clause, ref, sub, [], sense)
        elliptic = short_answer(clause) if sub or len(words) <= 3 or clause.opener == "which" else 0
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
    told: dict[str, set[int]] = {}
    for sign, said in signs:
        told.setdefault(said, set()).add(sign)
    readable = [(sign, said) for sign, said in signs if len(told[said]) == 1]
    return settle(readable, wanted, spoken or bool(implied) or bool(signs))


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
    marks = set(ref) | set(sub)
    hits, negations = _without_degrees(words, sense.find(words), negators(words))
    for start, end, value in hits:
        predicate = value
        if start in marks and not set(range(start, end)) - marks:
            continue
        if start and predicate.is_verb and words[start - 1].text in {"a", "the", "any", "no"}:
            continue
        if not ref and any(word.text == "that" for word in words[1:start]):
            continue  # `which assumes that the exit is lower`: of something else
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


_TIME = word_set("year month quarter week day horizon period term life hold holding decad time")
_TAKING = word_set("take takes took taking need needs needed require requires required")
_ENOUGH = word_set(
    "enough sufficient sufficiently adequate insufficient inadequate insufficiently low little "
    "small short"
)


def _without_degrees(
    words: list[Token],
    hits: list[tuple[int, int, Predicate]],
    negations: list[tuple[int, int]],
) -> tuple[list[tuple[int, int, Predicate]], list[tuple[int, int]]]:
    """The hits without spans of time and degrees, and the negations with what those deny.

    `over five years` compares nothing, `takes more than three years to earn it` denies the
    earning, and so does `too low to reach it`.
    """
    kept: list[tuple[int, int, Predicate]] = []
    denied = list(negations)
    for order, hit in enumerate(hits):
        start, end, value = hit
        if _is_of_time(words, end):
            if "than" in {word.text for word in words[start : end + 1]} and any(
                word.text in _TAKING for word in words[max(0, start - 3) : start]
            ):
                denied.append((start, end))
            continue
        following = hits[order + 1][0] if order + 1 < len(hits) else -1
        if words[end - 1].text in _ENOUGH and any(
            word.text == "to" for word in words[end:following]
        ):
            if value.sign < 0 and not any(start <= place < end for place, _ in negations):
                denied.append((start, end))
            continue
        kept.append(hit)
    return kept, sorted(denied)


def _is_of_time(words: list[Token], end: int) -> bool:
    """True where a span of time follows: `over the next three years`."""
    for word in words[end : end + 5]:
        if word.stem in _TIME:
            return True
        if word.number is None and word.text not in _BEFORE_TIME:
            return False
    return False


_BEFORE_TIME = word_set(
    "the a an our its this that first next last whole full entire planning than"
)


def _strange_figures(words: list[Token], point: SidePoint, known: set[int]) -> list[int]:
    """Where figures stand that are neither's: `a price of 12.6x would clear it`."""
    if not point.subject_figures:
        return []
    own = _figure_places(words, point.subject_figures)
    return [
        place
        for place, word in enumerate(words)
        if word.number is not None
        and word.unit in {"%", "x", "$"}
        and place not in known
        and place not in own
    ]


def _looks_passive(words: list[Token], place: int) -> bool:
    before = {word.text for word in words[max(0, place - 4) : place]}
    return bool(
        before & {"is", "are", "was", "were", "be", "been", "being", "gets", "not"}
    ) and words[place].text.endswith(("ed", "et", "en", "ten", "hit", "t", "d"))
