"""Clauses: the parts of a sentence that each say one thing, and whether the writer stands by it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from typing_extensions import override

from modylbench.language.claims.words import LONGEST_SENTENCE, Token, sentences_of, stem
from modylbench.language.plain import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

AUXILIARIES = word_set(
    "is are was were be been has have had does do did will would can could should may might must "
    "shall ought remains remain remained stays stay stayed becomes became seems appears"
)
LINKING = word_set("remains remain remained stays stay stayed becomes became seems appears")
_VERBS = frozenset(
    stem(word)
    for word in word_set(
        "get make take give go come fall rise pass fail lead win beat rank score follow exceed "
        "meet miss clear choose recommend select propose advise prefer pick say report measure "
        "publish disclose state plan need lack hold own control govern apply use count stand "
        "show keep leave cost pay lose gain add save float rest put bring carry run operate "
        "close open drop trail top head outperform outrank overtake satisfy qualify survive "
        "reach sit lie work want see find call turn move grow shrink decline drive explain "
        "cause support reject exclude include omit contradict disagree differ conflict confirm "
        "belong set allow permit limit restrict cap reserve replace rely base price value mean "
        "help hurt affect reduce raise lower increase decrease enter start stop begin end walk "
        "proceed approve endorse deliver sign earn return yield outweigh dominate tie bind "
        "suffer benefit matter depend vary assume overstate understate produce pool average "
        "treat weigh favour favor improve worsen slip climb cut land arrive look feel fear "
        "renew renegotiate reopen waive ship supply serve fill line hedge expose account "
        "attribute result stem demonstrate establish prove fit suit deserve merit warrant await "
        "remain co-own drag push pull peak convert leak stall compare kept discard disregard "
        "ignore trust accept adopt settle resolve dispute stick supersede exist revise withdraw "
        "reproduce promise claim list mention quote cite conclude suggest indicate imply reveal "
        "defer outscore require ask demand expect undercut threaten protect cover insure happen "
        "occur continue suffice outshine eclipse edge surpass attain achieve fulfil comply pursue "
        "commit invest spend buy sell sign decline defer postpone delay pause halt oppose object "
        "urge counsel commend sponsor greenlight authorise grant refuse withhold veto block "
        "cancel scrap shelve park suspend retreat pull step stay stand sit lie tip nudge swing "
        "argue think believe consider deem regard judge observe learn know "
        "realise recognise acknowledge concede admit grant insist maintain assert contend hold "
        "equal match rival approach touch trump outdo outclass outpace outstrip overshadow "
        "dwarf dominate govern rule decide determine dictate settle conclude prevail override "
        "overrule supplant displace replace succeed supersede retire close shut mothball idle "
        "operate staff activate deactivate switch ship deliver "
        "restart launch begin commence kick plan schedule aim intend mean "
        "publish release announce issue provide furnish divulge withhold omit conceal hide "
        "lack miss need require ask demand beg request instruct tell inform "
        "lend borrow owe finance repay float hedge "
        "dilute vest strike exercise participate receive collect pocket keep retain surrender "
        "dispute contest challenge verify validate corroborate refute disprove "
        "reconcile blend combine merge split divide separate distinguish discriminate "
        "lower raise reduce cut trim pare slash boost lift elevate depress ease soften harden "
        "survive withstand endure persist vanish disappear evaporate fade wash weaken strengthen "
        "tick check fail flunk stumble trip fall drop tumble plunge plummet soar surge jump leap "
        "monitor worry fear dread bother threaten loom lurk weigh "
        "hurt harm damage impair erode sap drain leak bleed squeeze pinch bite sting "
        "put locate situate rank "
        "handle manage carry bear shoulder absorb take accept assume adopt embrace welcome "
        "propose suggest advance nominate appoint elect vote opt plump "
    )
)  # fmt: skip
_PRONOUNS = word_set("we they it i you which who that this there he she these those one")
_BEFORE_VERBS = word_set("both all each also then still only never not always never neither alone")
_HARD = frozenset((";", ":", "(", ")", "\u2014", "->", "|", "/|"))
_OPENERS = word_set(
    "but although though while whereas because since so which who whose where yet unless if when "
    "until whereby albeit as before after once given thus therefore hence however"
)
_ASIDE = word_set("despite notwithstanding unlike")
"""These open a phrase without a verb of its own, up to the next comma."""
_SOFT = word_set("and or nor then plus")
_WRITER = word_set("we our us i my this it")
_CONCESSIVE = word_set("although though while despite notwithstanding albeit whereas even")


@dataclass(slots=True)
class Clause:
    """One clause: its words, the word that opened it, and in what light it is said."""

    words: list[Token]
    opener: str = ""
    separator: str = ""
    sentence: int = 0
    is_question: bool = False
    is_supposed: bool = False
    is_attributed: bool = False
    is_conceded: bool = False
    is_row: bool = False
    """True for a row of a table, which is listed and claims nothing in words."""
    is_muted: bool = False
    """True for a clause on something else, kept for what later ones refer to."""
    head: int | None = None
    """The number of the clause before a colon, of which this one is the content."""

    @override
    def __str__(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def is_plain(self) -> bool:
        """True when the writer says it as so."""
        return not (self.is_question or self.is_supposed or self.is_attributed)


def has_verb(words: list[Token]) -> bool:
    """True when a finite verb stands in the words, as far as forms tell."""
    return any(_is_finite(words, place) for place in range(len(words)))


def _is_finite(words: list[Token], place: int) -> bool:  # noqa: PLR0911
    word = words[place]
    if word.text in AUXILIARIES:
        return True
    if word.stem not in _VERBS:
        return False
    before = words[place - 1].text if place else ""
    if before in _PRONOUNS or before in _BEFORE_VERBS or place == 0:
        return True
    if before.endswith("s") and len(before) > 3 and not word.text.endswith("ing"):
        return True
    if before in {
        "the",
        "a",
        "an",
        "of",
        "our",
        "its",
        "their",
        "to",
        "in",
        "at",
        "by",
        "for",
        "no",
    }:
        return False
    return word.text.endswith(("s", "ed")) or _is_past(word)


_PAST = word_set(
    "fell rose chose took gave led left held kept made found paid sold bought came overtook "
    "stood ran brought won lost beat met put set grew shrank went got showed said saw wrote "
    "told became began drew bore meant sent spent built cost cut hurt "
)


def _is_past(word: Token) -> bool:
    return word.text in _PAST


@lru_cache(maxsize=8)
def clauses_of(text: str) -> tuple[Clause, ...]:
    """The clauses of a text in their order."""
    found: list[Clause] = []
    for number, sentence in enumerate(sentences_of(text)):
        _add_sentence(found, sentence, number)
    return tuple(found)


def _add_sentence(found: list[Clause], sentence: list[Token], number: int) -> None:  # noqa: C901, PLR0912
    is_question = sentence[-1].text == "?"
    is_row = sum(word.text == "|" for word in sentence) >= 2
    words = [word for word in sentence if word.text not in {".", "!", "?"}]
    first = len(found)
    main, asides = _without_asides(words)
    parts = list(_merge_parts(list(_parts(main))))
    for aside in asides:
        inner = list(_merge_parts(list(_parts(aside))))
        parts += [
            ("(" if not place else "", opener, part)
            for place, (_, opener, part) in enumerate(inner)
        ]
    supposes = (
        bool(words) and words[0].text in {"were", "had", "should", "suppose"} and not is_question
    )
    head: int | None = None
    for place, (separator, opener, part) in enumerate(parts):
        clause = Clause(part, opener, separator, number, is_question or _is_asked(part))
        texts = {word.text for word in part}
        clause.is_supposed = (
            opener in {"if", "unless", "before", "until"}
            or (supposes and place == 0)
            or bool(texts & {"unless", "assuming"})
            or any(
                w.text == "if" and (p == 0 or part[p - 1].text != "what")
                for p, w in enumerate(part)
            )
            or _would_have(part)
            or (
                part[0].text in {"on", "under", "with", "without", "by"}
                and "would" in texts
                and not texts & _WRITER
            )
            or (
                " ".join(word.text for word in part[:3])
                in {"it would be", "it might be", "it could be"}
                and not texts & _JUDGEMENTS
            )
            or (
                part[0].text == "it"
                and len(part) > 2
                and part[1].text in {"would", "might", "could"}
                and part[2].text not in {"be", "have", "not", "take", "need", "require"}
            )
        )
        clause.is_conceded = (
            opener in _CONCESSIVE and (place == 0 or opener not in {"while", "whereas"})
        ) or _only_seems(part)
        clause.is_attributed = _is_attributed(part, opener)
        if separator == ":" and place:
            head = len(found) - 1
        clause.head = head
        clause.is_row = is_row
        found.append(clause)
    for clause_number in range(first + 1, len(found)):
        opened = found[clause_number]
        if opened.opener in {"but", "yet", "however"}:
            is_corrected = opened.opener == "but" and not has_verb(opened.words)
            for earlier in found[first:clause_number]:
                # `not on A but on B` corrects, and concedes nothing
                if not (is_corrected and any(w.text == "not" for w in earlier.words)):
                    earlier.is_conceded = True
    if (
        found[first:]
        and first
        and found[first].opener in {"but", "yet", "however"}
        and found[first].separator == ""
    ):
        for earlier in reversed(found[max(0, first - LONGEST_SENTENCE) : first]):
            if earlier.sentence != number - 1:
                break
            earlier.is_conceded = True
    if supposes and len(parts) > 1:
        for clause in found[first + 1 :]:
            if {word.text for word in clause.words} & {"would", "could", "might"}:
                clause.is_supposed = True


_JUDGEMENTS = word_set(
    "wrong mistaken misleading right mistake error unwise folly foolish wise sensible prudent "
    "premature better best appropriate inappropriate reckless rash imprudent"
)
_SEEMING = word_set(
    "nominally seemingly apparently ostensibly superficially nominal apparent looked looks seemed "
    "seeming"
)


def _only_seems(part: list[Token]) -> bool:
    """True for `it looked significant`, `on paper`: what the writer will not stand by."""
    for place, word in enumerate(part):
        following = part[place + 1].text if place + 1 < len(part) else ""
        if word.text in _SEEMING and following not in {"at", "for", "to", "into", "like", "set"}:
            return True
        if word.text == "on" and following == "paper":
            return True
        if word.text == "at" and following == "first" and place + 2 < len(part):
            return part[place + 2].text in {"sight", "glance", "blush"}
    return False


_JUDGING = word_set("top main best most worst least first second third last highest lowest")


LONGEST_ASIDE = 40  # ours: words in brackets; a longer one is no remark on a name
_LABELLED = word_set(
    "test tests criterion criteria condition conditions check checks requirement requirements gate "
    "rule question item count point screen filter"
)
_COUNTED = word_set("one two three another first second third other latter former")
_NO_ANCHOR = word_set(
    "and or nor neither both of by with to in at on for than as that which from but not only , "
)


def _without_asides(words: list[Token]) -> tuple[list[Token], list[list[Token]]]:
    """The words without brackets, and what stood in them, each with the name that it is about.

    Brackets that hold only names and figures are opened where they stand.
    """
    result: list[Token] = []
    asides: list[list[Token]] = []
    place = 0
    while place < len(words):
        if words[place].text == "(":
            last = min(place + LONGEST_ASIDE, len(words))
            end = next((p for p in range(place + 1, last) if words[p].text == ")"), 0)
            inside = words[place + 1 : end] if end else []
            if inside and _is_mere_mention(inside):
                result += inside
                place = end + 1
                continue
            if inside:
                if not _is_title_of_test(result, inside):
                    asides.append([*_anchor(result), *inside])
                place = end + 1
                continue
        result.append(words[place])
        place += 1
    return result, asides


def _is_title_of_test(before: list[Token], inside: list[Token]) -> bool:
    """True for the brackets of `fails one test (has a licence)`, `and another (no rival ties)`."""
    if not before:
        return False
    counted = before[-1].text in _COUNTED and (
        inside[0].text == "no" or (inside[0].text.endswith("s") and _is_finite(inside, 0))
    )
    return counted or before[-1].text in _LABELLED


def _is_mere_mention(inside: list[Token]) -> bool:
    return (
        sum(word.number is None and not word.is_mark for word in inside) <= 10
        and not any(word.text in AUXILIARIES for word in inside)
        and not any(
            word.text in _JUDGING
            or word.text.endswith("est")
            or word.text in _HARD
            or word.text in {"no", "not"}
            or word.text.startswith("un")
            or word.stem in _VERBS
            for word in inside
        )
    )


def _anchor(words: list[Token]) -> list[Token]:
    """The last words before a bracket that may be the name it is about."""
    found: list[Token] = []
    last = len(words)
    while last and (words[last - 1].text == "not" or words[last - 1].text in AUXILIARIES):
        last -= 1
    for place in range(last - 1, max(-1, last - 5), -1):
        word = words[place]
        if word.is_mark or word.text in _NO_ANCHOR or word.text in AUXILIARIES:
            break
        found.insert(0, word)
    return found


def _is_asked(part: list[Token]) -> bool:
    """True for an indirect question: `whether to go ahead is left to the committee`."""
    for place, word in enumerate(part):
        if word.text == "whether" and place < 5:
            before = {other.text for other in part[:place]}
            return [w.text for w in part[place + 1 : place + 3]] != ["or", "not"] and not (
                before & {"not", "no"}
            )
    return False


def _would_have(part: list[Token]) -> bool:
    texts = [word.text for word in part]
    for place, text in enumerate(texts):
        if text in {"would", "could", "might"} and "have" in texts[place + 1 : place + 3]:
            return True
        if text == "had" and "been" in texts[place + 1 : place + 3]:
            return True
    return False


_MODALS = word_set("would may might could will")
_ANYBODY = word_set("some others many people critics anyone someone anybody somebody certain")
_VOICES = frozenset(
    stem(word)
    for word in word_set(
        "seller sellers bank banker bankers vendor management press media cim market agent "
        "adviser broker company rival rivals competitor critics owner sponsor headline brochure "
    )
)  # fmt: skip
_SPEECH = frozenset(
    stem(word)
    for word in word_set(
        "say claim argue suggest assert contend maintain believe think quote show present like "
        "want prefer pitch advertise tout allege insist hope love wish see call describe "
    )
)  # fmt: skip


def _is_attributed(part: list[Token], opener: str) -> bool:  # noqa: C901, PLR0911
    """Somebody else's view: a speaker who is not the writer, or what one might think."""
    texts = [word.text for word in part]
    joined = " ".join(texts[:4])
    if joined.startswith(("according to", "despite what", "contrary to", "what the")) or (
        opener == "despite" and "what" in texts[:2]
    ):
        return True
    verb = next((place for place, word in enumerate(part) if _is_finite(part, place)), len(part))
    subject = texts[: verb + 1]
    if texts and texts[0] in _ANYBODY and verb < len(part) and (len(texts) < 2 or texts[1] != "of"):
        is_acting = texts[0] == "some" and texts[verb] not in AUXILIARIES
        is_speaking = verb <= 1 or part[verb].stem in _SPEECH or texts[verb] in _MODALS
        if (
            is_speaking or is_acting
        ):  # `some argue`, `many observers say`, but not `many deals close late`
            return True
    speech = [place for place, word in enumerate(part) if word.stem in _SPEECH]
    for place in speech:
        before = set(texts[max(0, place - 4) : place])
        if before & _WRITER:
            continue
        is_passive = texts[place - 1] == "be"  # `could not be shown` is nobody's view
        maybe = before & {"could", "might", "may", "one", "tempting", "anyone", "would"}
        if maybe and place < 6 and not is_passive:
            return True
        if {word.stem for word in part[:place]} & _VOICES and place <= 7:
            return True
        if part[place].stem in {"call", "describ"} and "been" in before:
            return True
    for place, word in enumerate(part):
        if (
            word.stem in {"suspect", "tempt", "worri", "fear"}
            and place < 4
            and set(texts[:place]) & {"one", "could", "might", "is", "was", "would", "been"}
        ):
            return True
    return (
        bool(subject)
        and texts[:1] == ["the"]
        and texts[1:2] in (["claim"], ["idea"], ["view"], ["notion"], ["argument"], ["suggestion"])
    )


def _parts(words: list[Token]) -> Iterator[tuple[str, str, list[Token]]]:  # noqa: C901
    """Atoms between all that may divide a sentence: (separator, opener, words)."""
    separator, opener = "", ""
    part: list[Token] = []
    for place, word in enumerate(words):
        text = word.text
        after = words[place + 1].text if place + 1 < len(words) else ""
        before = words[place - 1].text if place else ""
        if text in _HARD or text == ",":
            if part:
                yield separator, opener, part
                separator, opener, part = text, "", []
            elif text in _HARD:
                separator = text
            continue
        if text in _OPENERS and _opens(words, place, before, after):
            if part:
                yield separator, opener, part
                separator, part = "", []
            opener = text
            continue
        if text in _ASIDE or (text == "spite" and before == "in"):
            if part and text != "spite":
                yield separator, opener, part
                separator, part = "", []
            opener = "despite"
            continue
        if text in _SOFT and part and not (text == "and" and before == "both"):
            yield separator, opener, part
            separator, opener, part = text, "", []
            continue
        part.append(word)
    if part:
        yield separator, opener, part


_AFTER_AS = word_set("well to a an of far much many soon")
_BEFORE_AS = word_set("such same as read seen regarded used taken treated described known listed")


def _opens(words: list[Token], place: int, before: str, after: str) -> bool:  # noqa: C901, PLR0911, PLR0912
    text = words[place].text
    if text in {"before", "after"}:
        rest = [
            word for word in words[place + 1 : place + 8] if word.text not in {"do", "does", "did"}
        ]
        return before not in {"", ","} and has_verb(rest)
    if text in {"as", "since", "when", "where", "once", "given", "so"}:
        if text == "as" and (after in _AFTER_AS or before in _BEFORE_AS):
            return False
        rest = words[place + 1 : place + 14]
        stop = next(
            (i for i, w in enumerate(rest) if w.text in _HARD or w.text in {",", "as"}), len(rest)
        )
        if text == "as" and stop < len(rest) and rest[stop].text == "as":
            return False
        if text == "so" and after in {"far", "much", "many"}:
            return False
        return before in {"", ","} if text == "given" else has_verb(rest[:stop])
    if text == "but" and after == "not" and before == ",":
        ahead = [word.text for word in words[place + 2 : place + 8]]
        if "," in ahead and has_verb(words[place + 2 + ahead.index(",") :]):
            return False
    if text == "because" and after == "of":
        return False
    if text == "if" and before == "what":
        return False
    if text == "yet" and (after == "to" or before in {"not", "has", "have", "is", "are"}):
        return False
    if text == "but" and before in {"nothing", "anything", "all", "none", "everything", "everyone"}:
        return False
    if text in {"therefore", "thus", "hence", "however"}:
        return before in {"", ",", "and", ";", "but"}
    return True


def _is_bare(part: list[Token]) -> bool:
    """True when the only verb is the first word, in its plain form: an order, or a noun."""
    return (
        part[0].text not in AUXILIARIES
        and part[0].stem in _VERBS
        and part[0].text[-1:] != "s"
        and not has_verb(part[1:])
    )


def _merge_parts(
    parts: list[tuple[str, str, list[Token]]],
) -> Iterator[tuple[str, str, list[Token]]]:
    """Atoms joined to clauses: a comma or an `and` divides only what has verbs on both sides."""
    current: tuple[str, str, list[Token]] | None = None
    verb = False
    for separator, opener, part in parts:
        own = has_verb(part)
        if (
            own
            and current is not None
            and separator in _SOFT
            and _is_bare(part)
            and not (_is_bare(current[2]) and not current[2][0].text.endswith(("ed", "ing")))
        ):
            own = False
        if current is None:
            current, verb = (separator, opener, list(part)), own
            continue
        soft = separator in _SOFT or separator == ","
        if (
            soft
            and not opener
            and not (verb and own)
            and not (current[1] == "despite" and separator == ",")
        ):
            joint = Token(separator, stem(separator) if separator != "," else "", part[0].start)
            current[2].append(joint)
            current[2].extend(part)
            verb = verb or own
            continue
        yield current
        current, verb = (separator, opener, list(part)), own
    if current is not None:
        yield current
