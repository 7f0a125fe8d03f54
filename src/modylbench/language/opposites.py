"""Words of general English and their opposites, and the words that deny a statement.

Nothing here belongs to a scenario. A pair is listed by one word of each family: inflections and
words of one sense share their stem.
"""

from __future__ import annotations

import re
from functools import lru_cache

from modylbench.language.plain import plain
from modylbench.language.stems import stem

_PAIRS = """
above/below beneath; over/under; up/down; upward/downward; more/less fewer; most/least fewest;
rise/fall; raise/reduce cut lessen; high/low; highest/lowest; large/small; long/short;
wide/narrow; expand widen/shrink contract narrowing; gain/loss; profit profitable/unprofitable;
surplus/deficit shortfall; exceed beat surpass clear/miss undershoot; pass/fail; succeed
success/failure; meet satisfy/breach violate; win/lose; lead leads leading/lag trail trails
trailing; best/worst; better/worse; strong stronger strongest/weak weaker weakest; good/bad;
superior/inferior; improvement/deterioration; worsen deteriorate/recover; favour
favourable/unfavourable adverse; positive/negative; early earlier earliest/late later latest;
before/after; first/end; begin/cease; start/stop; begins/ends; fast faster fastest quick/slow
slower slowest; accelerate/decelerate delay; open reopen/shut close; include/exclude; inside
within/outside; add/subtract deduct; with/without; add/remove; insert/delete; enter/leave exit;
join/quit; keep retain/discard abandon; hold/release; accept approve/reject decline refuse;
recommend endorse/discourage oppose; proceed/withdraw; continue/halt; advance/retreat; buy/sell;
choose select/avoid; support/contradict; confirm/refute disprove; agree/disagree;
consistent/inconsistent; comply/breach; prove/disprove; show shown/disproved;
significant/insignificant negligible; material/immaterial; important/unimportant;
relevant/irrelevant; sufficient enough/insufficient; adequate/inadequate; reliable/unreliable;
valid/invalid; safe/risky unsafe; certain/uncertain; likely/unlikely; possible/impossible;
feasible/infeasible unfeasible; available/unavailable; known/unknown; equal/unequal; even/uneven;
stable/unstable volatile; dependent/independent; adjusted/unadjusted; hedged/unhedged;
secured/unsecured; signed/unsigned; weighted/unweighted; paid/unpaid; disputed/undisputed;
changed/unchanged; permitted allowed/forbidden prohibited; allow permit/forbid prohibit;
gross/net; maximum max/minimum min; all every everyone/none; always/never; many/few; both/neither;
everything/nothing; cheap cheaper cheapest/dear dearer dearest expensive; saving save/spend;
benefit/burden; benefit/cost; risk/opportunity; threat/chance; strength/weakness;
advantage/disadvantage; upside/downside; inflow/outflow; asset/liability; credit/debit;
income/outgo; supply/demand; import/export; premium/discount; overstate/understate;
overestimate/underestimate; outperform/underperform; increase/reduction; largely mainly
mostly/hardly barely scarcely; fully/partly; thin tight/comfortable ample; full/empty; busy/idle;
run running/idle dark; works/breaks; replace/retain; relieve/burden; exploratory/confirmatory;
primary/secondary; old older/new newer; true/false; correct/wrong; right/wrong; real/imaginary;
public/private; internal/external; direct/indirect; active/inactive; effective/ineffective;
appropriate/inappropriate; attractive/unattractive; necessary/unnecessary; because since/although
despite; cause/prevent; promote/hinder; help/hurt harm; protect/endanger; rich/poor; heavy/light;
hard/soft; simple/complex; easy/difficult; tighten/loosen; stricter/looser; deepen/ease;
deep/shallow; near nearer close closer/far farther; same/different; together/apart; unite/split;
attract/repel; solve/create; remain stay/go
"""
_NOT = re.compile(
    r"\b(?:(?:nothing|nobody|no one) (?:supports?|shows?|proves?|suggests?|indicates?"
    r"|says|believes)"
    r"(?: the (?:view|claim|idea|case|notion))?(?: that)?"
    r"|not|no|never|nor|neither|none|nobody|nothing|cannot|without|hardly|barely|scarcely"
    r"|(?:advise|recommend|argue|decide|vote|counsel)[sd]? against"
    r"|(?:wrong|incorrect|false|untrue|mistaken|misleading) (?:to (?:say|think|claim"
    r"|conclude|call)|that)"
    r"|far from|anything but|fails? to|failed to|stop(?:s|ped)? (?:short of|by)|dispute[sd]? that"
    r"|den(?:y|ies|ied)(?: that)?|doubt(?:s|ed)? that)\b|n't\b"
)
_NOT_ONLY = re.compile(
    r"\b(?:not (?:only|just|merely|least)|no (?:doubt|later than|earlier than|fewer than|less than)"
    r"|nothing but|without (?:doubt|question|exception|fail))\b"
)


def _table() -> dict[str, tuple[tuple[str, int], ...]]:
    found: dict[str, list[tuple[str, int]]] = {}
    for pair in _PAIRS.replace("\n", " ").split(";"):
        first, _, other = pair.strip().partition("/")
        axis = first.split()[0]
        for words, sign in ((first, 1), (other, -1)):
            for word in words.replace("/", " ").split():
                for key in {word, stem(word)}:
                    side = (f"{axis}/{other.split()[0]}", sign)
                    if side not in found.setdefault(key, []):
                        found[key].append(side)
    return {word: tuple(sides) for word, sides in found.items()}


_SIDES = _table()


@lru_cache(maxsize=16384)
def sides_of(word: str) -> tuple[tuple[str, int], ...]:
    """The pairs of opposites that a word belongs to, each with the side on which it stands.

    >>> sides_of("risen") == sides_of("grew"), sides_of("table")
    (True, ())
    """
    return _SIDES.get(word) or _SIDES.get(stem(word), ())


def are_opposites(word: str, other: str) -> bool:
    """Whether two words are on the two sides of one pair.

    >>> are_opposites("increased", "fell"), are_opposites("increased", "grew")
    (True, False)
    """
    theirs = dict(sides_of(other))
    return any(theirs.get(pair) == -sign for pair, sign in sides_of(word))


@lru_cache(maxsize=8192)
def negations(text: str) -> int:
    """How often a text denies something.

    >>> negations("It is not only cheap; nobody doubts that, and it can't fail.")
    3
    """
    return len(_NOT.findall(_spelling(text)))


def without_negations(text: str) -> str:
    """The text in plain characters without the words that deny something."""
    return _NOT.sub(_verb_kept, _spelling(text))


def _verb_kept(match: re.Match[str]) -> str:
    """Of "recommend against" the verb: it is what is denied."""
    return match[0].removesuffix(" against") if match[0].endswith(" against") else " "


@lru_cache(maxsize=8192)
def _spelling(text: str) -> str:
    return _NOT_ONLY.sub(" ", " ".join(plain(text).replace("\u2019", "'").split()))
