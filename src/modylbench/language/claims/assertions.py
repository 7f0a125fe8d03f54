"""What a text asserts of named things, with polarity: who is chosen, passes, leads, lacks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from modylbench.language.claims.bearing import bearing_hits, is_in_title
from modylbench.language.claims.clauses import AUXILIARIES, LINKING, has_verb
from modylbench.language.claims.polarity import FILLERS, is_local, negators, parity
from modylbench.language.plain import word_set

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from modylbench.language.claims.clauses import Clause
    from modylbench.language.claims.senses import Predicate
    from modylbench.language.claims.words import PhraseTable, Token

SHORT_ANSWER = 3  # ours: words beside the name in `Pellworm is not`
LATE_NAME = 4  # ours: words before the name in `as is that of A`
LONGEST_MEMORY = 5  # ours: clauses back to which `the others` may refer
_LIST_GLUE = word_set(
    ", and or nor like along together on par alongside the both either as well plus also with "
    "by then our a an from for of again ( ) "
)
_CONTRASTS = tuple(
    tuple(phrase.split())
    for phrase in [
        "rather than",
        " instead of",
        " other than",
        " ahead of",
        " apart from",
        " not",
        " except",
        " excluding",
        " above",
        " beyond",
        " against",
        " versus",
        " vs",
        " unlike",
        " over",
        " than",
        " but",
        " bar",
        " save",
        " never",
        " before any",
        " without",
        " net of",
        " and not",
        " in preference to",
        " as opposed to",
        " behind",
        " at the expense of ",
        " neither",
        " before",
    ]
)
_EXCEPTING = frozenset(
    (
        ("other", "than"),
        ("except",),
        ("but",),
        ("apart", "from"),
        ("bar",),
        ("save",),
        ("excluding",),
    )
)
_EXCLUSIVE = word_set("only alone sole solely exclusively just single lone nobody nothing")
_ALL = word_set("all every each everyone everything both any")
_EVERY = word_set("all every each everyone everybody everything none nobody nothing")
_NONE = word_set("none nobody nothing neither no nor")
_REST = word_set("others rest remainder remaining other else")
_SUPERLATIVE = word_set("top most worst best main largest first chief principal leading")
_ORDINALS = word_set("first second third fourth last next top")
_TIMES = word_set("year month quarter half week day time batch decad cut round phase test")
_PASSIVE = word_set("is are was were be been being gets got get stands stay stays remains as")
_BACK = word_set(
    "it they this that these those he she both former latter which who whose the its their"
)


@dataclass(frozen=True, slots=True)
class Assertion:
    """A thing, whether it is so of it, and where that is said."""

    name: str
    sign: int
    clause: int
    is_exclusive: bool = False
    is_plain: bool = True
    is_conceded: bool = False
    is_attributed: bool = False
    how: str = ""


@dataclass(slots=True)
class _Group:
    """Names in a row that share a role: `A, B and C`."""

    names: list[str]
    start: int
    end: int
    contrast: tuple[str, ...] = ()
    contrast_at: int = -1


@dataclass(slots=True)
class _State:
    """What later clauses may refer back to."""

    subjects: list[str]
    last: list[str]
    mentioned: list[str]
    recent: list[list[str]] = field(default_factory=list)
    """The names of each of the last clauses that had any."""
    predicate: Predicate | None = None
    sign: int = 0


class AssertionReader:
    """Reads a text's clauses for what they assert of the names by the words of a sense."""

    def __init__(
        self,
        names: PhraseTable[str],
        all_names: Sequence[str],
        sense: PhraseTable[Predicate],
        figures: Sequence[tuple[Token, str]] = (),
        *,
        counted: bool | None = None,
    ) -> None:
        self._names = names
        self._all = tuple(all_names)
        self._sense = sense
        self._figures = tuple(figures)
        self._counted = counted

    def read(self, clauses: Sequence[Clause]) -> list[Assertion]:
        """Every assertion, in the order of the text."""
        found: list[Assertion] = []
        state = _State([], [], [])
        heads: dict[int, tuple[int, bool]] = {}
        for number, clause in enumerate(clauses):
            if clause.is_row:
                continue
            if number and clause.sentence != clauses[number - 1].sentence:
                before = clauses[number - 1]
                if not before.is_question and clause.sentence > before.sentence:
                    state.predicate = state.predicate if _is_elliptic(clause) else None
            is_head = number + 1 < len(clauses) and clauses[number + 1].separator == ":"
            aside = replace(state) if clause.separator == "(" else None
            own = self._clause(number, clause, aside or state, heads, is_head=is_head)
            conceded, attributed = clause.is_conceded, clause.is_attributed
            found += [
                replace(assertion, is_conceded=conceded, is_attributed=attributed)
                for assertion in own
                if not clause.is_muted
            ]
        return found

    def _clause(
        self,
        number: int,
        clause: Clause,
        state: _State,
        heads: dict[int, tuple[int, bool]],
        *,
        is_head: bool,
    ) -> list[Assertion]:
        words = clause.words
        if not words:
            return []
        groups = self._groups(words)
        taken = {place for group in groups for place in range(group.start, group.end)}
        predicates = [
            (start, end, value)
            for start, end, value in self._sense.find(words)
            if value.sign
            and not taken & {start, end - 1}
            and (value.is_own or not _is_member_mark(words, start, taken))
            and (self._counted is None or _is_counted(words, start, end) == self._counted)
        ]
        predicates = bearing_hits(words, predicates, [(g.start, g.end) for g in groups])
        predicates = [
            hit
            for place, hit in enumerate(predicates)
            if not (
                place + 1 < len(predicates)
                and hit[2].role == "object"
                and predicates[place + 1][2].role == "subject"
                and predicates[place + 1][0] - hit[1] <= 1
            )
        ]
        own = {p for start, end, _ in predicates for p in range(start, end) if end - start > 1}
        negations = [
            n
            for n in negators(words)
            if n[0] not in own and not is_local(words, n, taken) and not is_in_title(words, n[0])
        ]
        if predicates:
            result = []
            if groups or not is_head:
                result = self._predicate_assertions(
                    number, clause, groups, predicates, negations, state
                )
            first = predicates[0]
            state.predicate = first[2]
            state.sign = state.predicate.sign * _turns(words, negations, first[0], first[1])
            if not groups:
                only = any(word.text in _EXCLUSIVE for word in words)
                heads[number] = (state.sign, only)
        elif groups:
            result = self._inherited_assertions(number, clause, groups, negations, state, heads)
        else:
            result = self._elliptic(number, clause, negations, state)
        if groups:
            state.subjects = groups[0].names
            state.last = groups[-1].names
            state.mentioned = [name for group in groups for name in group.names]
            state.recent = [*state.recent[-LONGEST_MEMORY:], state.mentioned]
        return result

    # Names.

    def _groups(self, words: list[Token]) -> list[_Group]:
        groups: list[_Group] = []
        mentions = self._names.find(words)
        if self._figures:
            mentions = sorted([*mentions, *self._figure_mentions(words)])
        for start, end, name in mentions:
            if (
                groups
                and groups[-1].names[-1] == name
                and start - groups[-1].end <= 3
                and not any(
                    word.text in {",", "and", "or", "not"} for word in words[groups[-1].end : start]
                )
                and (
                    words[groups[-1].end - 1].number is not None
                    or not has_verb(words[groups[-1].end : start])  # `A is worth $69.25`
                )
            ):
                groups[-1].end = end
            elif groups and self._is_same_list(words[groups[-1].end : start]):
                groups[-1].names.append(name)
                groups[-1].end = end
            elif groups and self._is_of_it(words, groups[-1].end, start):
                groups[-1].end = end
            else:
                groups.append(_Group([name], start, end, *_contrast(words, start)))
        return groups

    def _is_of_it(self, words: list[Token], start: int, end: int) -> bool:
        """True for `the gain over entry equity`: the second name only tells more of the first."""
        between = words[start:end]
        return (
            1 <= len(between) <= 2
            and between[0].text in {"over", "above", "beyond"}
            and all(word.text in FILLERS for word in between[1:])
            and not self._sense.find(words[start : start + 1])
        )

    def _figure_mentions(self, words: list[Token]) -> list[tuple[int, int, str]]:
        """A figure that is one thing's alone stands for it."""
        found: list[tuple[int, int, str]] = []
        for place, word in enumerate(words):
            if word.number is None or word.text.isalpha():
                continue
            owners = {
                n for f, n in self._figures if f.unit == word.unit and word.shows(f.number or 0.0)
            }
            if len(owners) == 1:
                found.append((place, place + 1, owners.pop()))
        return found

    @staticmethod
    def _is_same_list(between: list[Token]) -> bool:
        return (
            len(between) <= 6
            and all(
                word.text in _LIST_GLUE or (word.number is not None and word.text not in _LIST_GLUE)
                for word in between
            )
            and any(
                word.text in {",", "and", "or", "nor", "plus", "both", "like", "with", "par"}
                for word in between
            )
        )

    # Assertions.

    def _predicate_assertions(  # noqa: C901, PLR0912, PLR0915
        self,
        number: int,
        clause: Clause,
        groups: list[_Group],
        predicates: list[tuple[int, int, Predicate]],
        negations: list[tuple[int, int]],
        state: _State,
    ) -> list[Assertion]:
        words, found = clause.words, []
        claimed: set[int] = set()
        exclusive = any(word.text in _EXCLUSIVE for word in words) and not _is_one_more(words)
        if (
            groups
            and groups[0].start <= 3
            and any(w.text == "like" for w in words[: groups[0].start])
        ):
            groups = [
                _Group([*state.subjects, *groups[0].names], groups[0].start, groups[0].end),
                *groups[1:],
            ]
        for order, (start, end, predicate) in enumerate(predicates):
            sign = predicate.sign * _turns(words, negations, start, end)
            before = [g for g in groups if g.end <= start]
            after = [g for g in groups if g.start >= end or start < g.start < end]
            until = predicates[order + 1][0] if order + 1 < len(predicates) else len(words)
            since = predicates[order - 1][1] if order else 0
            near_after = [g for g in after if g.start < until]
            fresh_before = [g for g in before if g.start >= since and id(g) not in claimed]
            subjects, objects = self._roles(
                words, (start, end), predicate, before, fresh_before, after, near_after
            )
            whole = _quantifier_sign(words, start, end, groups)
            apart = [g for g in before if g.contrast in _EXCEPTING and g.start <= SHORT_ANSWER]
            named = {word.text for word in words[apart[0].end : start]} if apart else set()
            if named & (_EVERY | {"no"}):  # `apart from A nobody passes`
                rest = predicate.sign * (-1 if named & _NONE else 1)
                told_apart = {n for g in apart for n in g.names}
                found += self._of_all_but(told_apart, clause, rest, number, "excepted")
                claimed |= {id(g) for g in apart}
                continue
            excepted = [
                g
                for g in before
                if g.contrast in _EXCEPTING
                and (
                    any(n[0] < g.start for n in negations) or words[0].text in _ALL | {"everything"}
                )
            ]
            if excepted:
                rest = sign if words[0].text in _ALL | {"everything"} else -sign
                named = {name for group in groups for name in group.names}
                found += [
                    Assertion(n, rest, number, is_plain=clause.is_plain, how="rest")
                    for n in self._all
                    if n not in named
                ]
                found += [
                    Assertion(n, -rest, number, is_plain=clause.is_plain, how="excepted")
                    for g in excepted
                    for n in g.names
                ]
                claimed |= {id(g) for g in excepted}
                continue
            if (
                whole
                and not subjects
                and not groups
                and state.subjects
                and {"other", "else", "others"} & {word.text for word in words}
            ):
                found += self._of_all_but(state.subjects, clause, sign, number, "rest")
                continue
            if whole and not subjects and not groups:
                listed = _counted_off(words, state, len(self._all))
                if listed is not None:
                    found += [
                        Assertion(n, sign, number, is_plain=clause.is_plain, how="referent")
                        for n in listed
                    ]
                    continue
            if whole and not subjects:
                found += [
                    Assertion(
                        n,
                        sign,
                        number,
                        is_plain=clause.is_plain,
                        how="every" if words[0].text in _EVERY else "all",
                    )
                    for n in self._all
                    if n not in {x for g in groups for x in g.names}
                ]
            if not subjects and not objects and not whole:
                if groups or (words[start].text in _IN_TIME and not _faces_all(words, end)):
                    continue
                referents = self._referents(clause, state)
                found += [
                    Assertion(n, sign, number, exclusive, clause.is_plain, how="referent")
                    for n in referents
                ]
                continue
            told: set[str] = set()
            if predicate.role == "relation" and not subjects and objects and not whole:
                spoken = {word.text for word in words[:start]} & _STANDING_FOR
                found += [
                    Assertion(n, sign, number, is_plain=clause.is_plain, how="referent")
                    for n in (state.subjects if spoken else [])
                ]
            for group in subjects:
                claimed.add(id(group))
                if _is_all_but(words, group):  # `the gate eliminates all but A`
                    found += self._of_all_but(group.names, clause, sign, number, "excepted")
                    continue
                turned = (
                    -1
                    if group.contrast
                    and start != group.end  # `not Porto (unfit)`: the bracket is on Porto
                    and not (group.contrast in _EXCEPTING and not whole)
                    and not _is_predicate(group, predicates)
                    else 1
                )
                own = -sign if turned < 0 else sign
                found += [
                    Assertion(
                        n,
                        own,
                        number,
                        exclusive and own > 0,
                        is_plain=clause.is_plain,
                        how="contrast" if turned < 0 else "named",
                    )
                    for n in group.names
                    if n not in told
                ]
                told |= set(group.names)
            for group in objects:
                if told & set(group.names):
                    continue
                claimed.add(id(group))
                found += [
                    Assertion(n, -sign, number, is_plain=clause.is_plain, how="against")
                    for n in group.names
                ]
        return found

    @staticmethod
    def _roles(  # noqa: C901, PLR0911, PLR0912, PLR0913, PLR0917
        words: list[Token],
        span: tuple[int, int],
        predicate: Predicate,
        before: list[_Group],
        fresh_before: list[_Group],
        after: list[_Group],
        near_after: list[_Group],
    ) -> tuple[list[_Group], list[_Group]]:
        """The groups a predicate speaks of, and those it sets them against."""
        start, end = span
        passive = _is_passive(words, start)
        added = [g for g in fresh_before if _is_added(words, g)]
        by = [g for g in near_after if _behind(words, g, "by", end)]
        if predicate.role == "relation":
            subjects = fresh_before or before[-1:]
            if not near_after and words[start].text in _IN_TIME and not _faces_all(words, end):
                return [], []
            if len(subjects) > 1 and start - subjects[-1].end <= 1 and not predicate.is_verb:
                subjects = subjects[-1:]
            objects = near_after
            if not subjects and objects and _is_inverted(words, end, objects[0]):
                return objects[:1], objects[1:]  # `ahead of both stands slow uptake`
            if not subjects and _sets_apart(words, objects):
                return objects[:1], objects[1:]  # `more left the high dose than placebo`
            if passive and predicate.is_verb:
                return (by, subjects) if by or subjects else ([], objects)
            is_verb = predicate.is_verb and not subjects
            if is_verb and objects and _is_equated(words, objects[0]):
                return objects[:1], []  # `the first to reach production is A`
            if not subjects and objects and not _compares(words, end, objects[0]):
                return objects, []
            return subjects, [g for g in objects if not (by and g in by)]
        if predicate.role == "object" and (
            not passive or words[end - 1].text in {"on", "off", "from", "to", "with", "of"}
        ):
            following = words[end].text if end < len(words) else ""
            if following in _OBJECT_PRONOUNS:
                return [], []
            if following in {"its", "their"} and fresh_before:
                return fresh_before, []  # `A keeps its significance`
            earlier = fresh_before or before
            between = {word.text for word in words[earlier[-1].end : start]} if earlier else set()
            if "," in between and not between & {"is", "are", "was"}:
                earlier = []
            if predicate.is_own:
                return near_after[:1] or earlier, []
            return near_after or after[:1] or earlier, []
        if passive and by and not fresh_before:
            return by, []
        if (
            fresh_before
            and not predicate.is_verb
            and len(fresh_before) > 1
            and start == fresh_before[-1].end
        ):
            return fresh_before[-1:], []
        if fresh_before and len(added) == len(fresh_before):
            return [*fresh_before, *near_after], []
        equated = [g for g in near_after if _is_equated(words, g)]
        if (
            equated
            and fresh_before
            and all(not name for group in fresh_before for name in group.names)
        ):
            return equated[:1], []  # `the only segment to lose ground was A`
        if fresh_before:
            added = [g for g in near_after if g.contrast or _is_joined(words, g)]
            return [*fresh_before, *added], []
        if near_after:
            return [g for p, g in enumerate(near_after) if not p or g.contrast], []
        is_beside = bool(before) and (
            start - before[-1].end <= 1 or _is_apposed(words[before[-1].end : start])
        )
        return before[-1:] if predicate.role != "subject" or is_beside else before[:1], []

    def _inherited_assertions(
        self,
        number: int,
        clause: Clause,
        groups: list[_Group],
        negations: list[tuple[int, int]],
        state: _State,
        heads: dict[int, tuple[int, bool]],
    ) -> list[Assertion]:
        """Names without a word of the sense: under a heading, after a question, or elliptic."""
        head = heads.get(clause.head) if clause.head is not None else None
        words = clause.words
        inside = {place for group in groups for place in range(group.start, group.end)}
        if head is not None and not has_verb([w for p, w in enumerate(words) if p not in inside]):
            sign, how = head[0], "head"
            sign *= -1 if negations and negations[0][0] < groups[0].start else 1
        elif clause.separator == "(":
            return []  # a remark on a name says its own
        elif not groups[0].start and [w.text for w in words[groups[0].end :]][:2] in _IT_IS:
            sign, how = 1, "answer"  # `Malaysia it is`
        elif (
            state.predicate is not None
            and {word.text for word in words[:2]} & {"neither", "nor"}
            and any(word.text in AUXILIARIES for word in words[1:3])
            and groups[0].start <= SHORT_ANSWER
        ):
            sign, how = -state.predicate.sign, "answer"  # `and neither does B`
        elif (
            state.predicate is not None
            and words[0].text in {"that", "it", "this", "they", "these", "those"}
            and len(words) > 2
            and words[1].text in {"is", "are", "was", "were"}
            and groups[0].start <= 3
        ):
            sign, how = state.sign * (-1 if negations else 1), "answer"  # `one passes: it is A`
        elif (
            state.predicate is not None
            and clause.opener in {"as", "so"}
            and words[0].text in AUXILIARIES
            and groups[0].start <= LATE_NAME
        ):
            sign, how = state.sign, "answer"  # `A qualifies, as does B`
        elif (
            state.predicate is not None
            and clause.opener in {"which", "who"}
            and words[0].text in {"is", "are", "was", "were"}
            and groups[0].start <= 2
        ):
            sign, how = state.predicate.sign * (-1 if negations else 1), "answer"
        elif state.predicate is not None and (
            _is_elliptic(clause)
            or (
                not has_verb([w for p, w in enumerate(words) if p not in inside])
                and not _may_have_verb(words, groups[0])
            )
        ):
            explicit = any(word.text in AUXILIARIES for word in words)
            base = state.predicate.sign if explicit else state.sign
            sign, how = -base if negations else base, "ellipsis"
            if explicit and len(words) - len(inside) <= SHORT_ANSWER and len(groups) == 1:
                how = "answer"
        else:
            return []
        exclusive = any(word.text in _EXCLUSIVE for word in words) or (
            how == "head" and head is not None and head[1]
        )
        return [
            Assertion(
                name,
                -sign if group.contrast else sign,
                number,
                exclusive,
                is_plain=clause.is_plain,
                how=how,
            )
            for group in groups
            for name in group.names
        ]

    def _elliptic(
        self, number: int, clause: Clause, negations: list[tuple[int, int]], state: _State
    ) -> list[Assertion]:
        """`It does not.`: the clause before, affirmed or denied."""
        if state.predicate is None or not state.mentioned or not _is_elliptic(clause):
            return []
        sign = -state.predicate.sign if negations else state.predicate.sign
        if any(word.text in _REST for word in clause.words[:4]):
            rest = self._other_names(clause, state)
            return [
                Assertion(name, sign, number, is_plain=clause.is_plain, how="rest") for name in rest
            ]
        return [
            Assertion(name, sign, number, is_plain=clause.is_plain, how="ellipsis")
            for name in state.subjects
        ]

    def _of_all_but(
        self, excepted: Collection[str], clause: Clause, sign: int, number: int, how: str
    ) -> list[Assertion]:
        """What is said of all names, and its opposite of those that are excepted."""
        return [
            Assertion(
                name,
                -sign if name in excepted else sign,
                number,
                is_plain=clause.is_plain,
                how=how,
            )
            for name in self._all
        ]

    def _other_names(self, clause: Clause, state: _State) -> list[str]:
        """Whom `the other two`, `everybody else` mean: all that were not named just before."""
        count = next(
            (int(w.number) for w in clause.words[:9] if w.number is not None and w.text.isalpha()),
            None,
        )
        if count is None:
            known = {name for names in state.recent[-3:] for name in names}
            return [name for name in self._all if name not in known]
        known = set()
        rest = list(self._all)
        for names in reversed(state.recent):
            known |= set(names)
            rest = [name for name in self._all if name not in known]
            if len(rest) <= count:
                break
        return rest if len(rest) == count else []

    def _referents(self, clause: Clause, state: _State) -> list[str]:  # noqa: PLR0911
        if not state.mentioned:
            return []
        first = clause.words[0].text.partition("'")[0] if clause.words else ""
        texts = {word.text for word in clause.words}
        if texts & {"latter", "former"}:
            pair = list(dict.fromkeys(name for names in state.recent[-2:] for name in names))[-2:]
            return pair[-1:] if "latter" in texts else pair[:1]
        if any(word.text in {"neither", "none", "both", "either"} for word in clause.words):
            return state.mentioned
        if _names_the_rest(clause.words[:8]):
            return self._other_names(clause, state)
        if _is_of_another(clause.words):
            return []
        if clause.opener == "where":
            return state.subjects
        if clause.opener in {"which", "who", "whose"} or clause.separator == "(":
            return state.last
        if (
            clause.opener in {"although", "though", "as", "because", "since", "so", "and", "but"}
            or first in _BACK
        ):
            return state.subjects
        if clause.separator in {",", "and", ")", "\u2014", ":", ";"} and not has_verb(
            clause.words[:0]
        ):
            return state.subjects
        return []


def _names_the_rest(words: list[Token]) -> bool:
    """True for `the others follow`, but not for `it is worse than any other`."""
    return any(
        word.text in _REST and "than" not in {w.text for w in words[max(0, place - 3) : place]}
        for place, word in enumerate(words)
    )


def _is_of_another(words: list[Token]) -> bool:
    """True for `the next best is worth less`: one that is not named."""
    start = 1 if words and words[0].text in {"the", "a"} else 0
    return bool(words[start:]) and words[start].text in _UNNAMED


_UNNAMED = word_set("next second third runner following")
_DENIALS = word_set("no none nothing without nobody lacking")


def _turns(words: list[Token], negations: list[tuple[int, int]], start: int, end: int) -> int:
    """The parity of a word of the sense; a denial of its own is turned only by `not` beside it."""
    if words[start].text in _DENIALS:
        return -1 if start and words[start - 1].text == "not" else 1
    return parity(words, negations, start, end)


def _is_one_more(words: list[Token]) -> bool:
    """True for `B is the only other one`, which adds to those before."""
    texts = [word.text for word in words]
    return any(pair == ("only", "other") for pair in pairwise(texts))


def _is_counted(words: list[Token], start: int, end: int) -> bool:
    """True for `the three highest`, `top three`: a word on several at once."""
    if not (words[start].text.endswith("est") or words[start].text in _SUPERLATIVE):
        return False
    around = [*words[max(0, start - 2) : start], *words[end : end + 1]]
    return any(
        word.number is not None
        and 2 <= word.number <= 12
        and float(word.number).is_integer()
        and word.unit == ""
        and (word.text.isalpha() or word.text.isdigit())
        for word in around
    )


def _counted_off(words: list[Token], state: _State, total: int) -> list[str] | None:
    """Whom `all four` and `each` mean behind a list; None where all there are.

    Of a number that fits no list nobody is meant.
    """
    first = words[0].text
    if first not in {"all", "each", "both"}:
        return None
    following = words[1] if len(words) > 1 else None
    if following is not None and following.number is not None and following.number < total - 1:
        listed = [names for names in state.recent if len(set(names)) == following.number]
        return listed[-1] if listed else []
    is_bare = following is not None and (
        following.text in AUXILIARIES or has_verb([following]) or first == "both"
    )
    if is_bare and 1 < len(set(state.mentioned)) < total:
        return state.mentioned
    return None


def _counts_or_times(word: Token) -> bool:
    return (word.number is not None and word.text.isalpha()) or word.stem in _TIMES


def _is_member_mark(words: list[Token], place: int, names: set[int]) -> bool:
    """True for `A included`, `including A`, `the first year`: no statement of its own."""
    following = words[place + 1] if place + 1 < len(words) else None
    is_ordinal = words[place].text in _ORDINALS and following is not None
    if is_ordinal and following is not None and _counts_or_times(following):
        return True
    if words[place].text == "including":
        return True
    return words[place].text == "included" and (place - 1) in names


def _contrast(words: list[Token], start: int) -> tuple[tuple[str, ...], int]:  # noqa: PLR0911
    """The word that sets a name against another, right before it, and where it stands."""
    place = start - 1
    skipped = strange = 0
    while place >= 0 and skipped < 4:
        for marker in _CONTRASTS:
            size = len(marker)
            if (
                place - size + 1 >= 0
                and tuple(w.text for w in words[place - size + 1 : place + 1]) == marker
            ):
                if words[place].text == "not" and words[place + 1].text == "one":
                    return (), -1  # `not one` is no contrast but `none`
                if marker == ("neither",) and (not place or words[place - 1].text != ","):
                    return (), -1
                if strange and marker in {("not",), ("never",), ("without",), ("but",)}:
                    return (), -1
                return marker, place
        if words[place].text not in FILLERS and words[place].number is None:
            strange += 1
            if (
                strange > 1
                or words[place].text in AUXILIARIES
                or words[place].is_mark
                or words[place].text in {"and", "or"}
            ):
                return (), -1
        place, skipped = place - 1, skipped + 1
    return (), -1


def _is_predicate(group: _Group, predicates: list[tuple[int, int, Predicate]]) -> bool:
    """True when the contrasting word belongs to a word of the sense, which has been counted."""
    return any(start <= group.contrast_at < end for start, end, _ in predicates)


_INVERTING = word_set("is are was were stands stand stood comes come came sits lies ranks")


def _is_inverted(words: list[Token], end: int, group: _Group) -> bool:
    """True when the verb stands right before a name that its complement precedes."""
    between = [word.text for word in words[end : group.start] if word.text not in FILLERS - {"is"}]
    return bool(between) and between[-1] in _INVERTING and len(between) <= SHORT_ANSWER + 1


_COPULAS = word_set("is are was were be")


def _is_equated(words: list[Token], group: _Group) -> bool:
    """True for the A of `the first of them is A`, `the only one to fall was the A`."""
    place = group.start - 1
    if place >= 0 and words[place].text == "the":
        place -= 1
    return place > 0 and words[place].text in _COPULAS


def _is_joined(words: list[Token], group: _Group) -> bool:
    """True for the B of `A fell with B`, `A rose along with the B`."""
    place = group.start - 1
    while place > 0 and words[place].text in {"the", "our", "its"}:
        place -= 1
    return place > 0 and words[place].text in {"with", "alongside", "like"}


def _is_all_but(words: list[Token], group: _Group) -> bool:
    place = group.contrast_at - len(group.contrast)
    return group.contrast in _EXCEPTING and place >= 0 and words[place].text in _EVERY


def _is_apposed(between: list[Token]) -> bool:
    """True for `behind A, still the front-runner`: a remark on the name right before it."""
    return between[:1] != [] and between[0].text == "," and not has_verb(between)


def _is_passive(words: list[Token], place: int) -> bool:
    text = words[place].text
    if not (text.endswith(("ed", "en", "n", "d", "t"))):
        return False
    before = [word.text for word in words[max(0, place - 4) : place]]
    if set(before) & _PASSIVE:
        return True
    return not before or before[-1] in {",", "and"}


def _may_have_verb(words: list[Token], group: _Group) -> bool:
    """True when a word that may be a verb we do not know stands right behind a name."""
    following = words[group.end] if group.end < len(words) else None
    return (
        following is not None
        and following.number is None
        and following.text.endswith(("s", "ed"))
        and len(following.text) > 3
    )


_STANDING_FOR = word_set("it they this which")
_IT_IS = (["it", "is"], ["it", "was"], ["it", "will"], ["it", "shall"], ["it", "must"])
_OBJECT_PRONOUNS = word_set("it them this these those")
_IN_TIME = word_set("ahead before after behind")
_EVERYBODY = word_set(
    "any anybody anyone every everyone everybody all other others rest field them it that "
    "everything nobody none "
)


def _faces_all(words: list[Token], end: int) -> bool:
    """True when a word of order is about the things themselves: `ahead of all others`."""
    following = words[end : end + 4]
    return (
        not following or any(word.text in _EVERYBODY for word in following) or following[0].is_mark
    )


def _sets_apart(words: list[Token], groups: list[_Group]) -> bool:
    """True for two things with `than` or `as` between them."""
    return len(groups) == 2 and any(
        word.text in {"than", "as"} for word in words[groups[0].end : groups[1].start]
    )


def _is_added(words: list[Token], group: _Group) -> bool:
    return any(
        word.text in {"besides", "addition", "beside"}
        for word in words[max(0, group.start - 3) : group.start]
    )


def _behind(words: list[Token], group: _Group, preposition: str, end: int) -> bool:
    return any(word.text == preposition for word in words[end : group.start][-3:])


def _compares(words: list[Token], end: int, group: _Group) -> bool:
    return (
        any(
            word.text in {"than", "as", "to", "of", "over"}
            for word in words[max(0, end - 1) : group.start]
        )
        or group.start == end
        or True
    )


_TESTS = word_set("test criterion criteria condit check requir gate count box point respect hurdl")
_KINDS = word_set(
    "candid compani option market altern one other them three two four five six these "
    "supplier develop partner risk build site case us endpoint segment step team player firm "
    "contend rival name scenario group "
)


def _quantifier_sign(words: list[Token], start: int, end: int, groups: list[_Group]) -> int:
    """1 where the clause speaks of all of them, -1 where of none, 0 otherwise."""
    if any(not group.contrast for group in groups):
        return 0
    for place, word in enumerate(words[: min(start, 3)]):
        following = words[place + 1].text if place + 1 < len(words) else ""
        if word.text in {"nobody", "everyone", "everybody"} or (
            word.text in _NONE | _ALL
            and following not in {"longer", "more", "doubt", "question"}
            and (_KINDS & {w.stem for w in words[place + 1 : place + 5]} or place + 1 >= start - 1)
        ):
            return -1 if word.text in _NONE | {"nobody"} else 1
    tail = words[end : end + 4]
    if (
        not groups
        and {word.text for word in tail} & {"all", "every", "each"}
        and (_KINDS - {"one", "them"}) & {w.stem for w in tail}
        and not _TESTS & {w.stem for w in tail}
    ):
        return 1
    return 0


_AS_WELL = word_set("not so too also either as well likewise")


def _is_elliptic(clause: Clause) -> bool:
    """True for `it is`, `they are not`, `Pellworm is, with 402`: an auxiliary without its verb."""
    texts = [word.text for word in clause.words]
    for place, text in enumerate(texts):
        if text in AUXILIARIES and text not in LINKING:
            rest = [t for t in texts[place + 1 :] if t not in _AS_WELL]
            return not rest or rest[0] in {
                ",",
                "and",
                "with",
                "at",
                "by",
                "in",
                "on",
                "because",
                "for",
                "both",
                "after",
                "once",
                "still",
                "among",
            }
    return texts[:1] in (["no"], ["yes"]) or texts in (["not"], ["also", "no"], ["again", "no"])
