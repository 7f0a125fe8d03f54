"""Words of general English by what they say of a thing: that it exceeds, is chosen, passes, has.

Nothing here belongs to a scenario: what the things are called is declared there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from modylbench.language.claims.words import PhraseTable


@dataclass(frozen=True, slots=True)
class Predicate:
    """What a word says: of its subject, of its object, or of one against the other."""

    sign: int
    role: str  # subject, object, relation
    is_verb: bool = False


def _rows(sign: int, role: str, phrases: str, *, verb: bool = False) -> list[tuple[str, Predicate]]:
    value = Predicate(sign, role, verb)
    return [(phrase.strip(), value) for phrase in phrases.split(",") if phrase.strip()]


_EXCEED = [
    *_rows(
        1,
        "relation",
        "exceed, clear, beat, top, surpass, outperform, meet, reach, hit, pass, satisfy, "
        "overtake, outstrip, outdo, attain, achieve, match, overshoot, get over, live up to, "
        "comply with, go beyond, make the, get past, get to, outrun, outpace, deliver, fulfil, "
        "cross",
        verb=True,
    ),
    *_rows(
        -1,
        "relation",
        "miss, undershoot, trail, lag, fall short, come up short, come in short, fall below, "
        "drop below, come in below, come in under, undercut, fail, falls under, stop short, "
        "breach",
        verb=True,
    ),
    *_rows(
        1,
        "relation",
        "above, over, higher, better, greater, more than, ahead, ahead of, in excess of, "
        "superior, beyond, at least, larger, bigger, stronger, north of, safe side, right side, "
        "good side, up to scratch, comfortable, headroom, head room, to spare, cushion, upside "
        "of, tops, enough, sufficient, adequate, margin over, richer, in the clear, home and "
        "dry, on target, up to standard, excess",
    ),
    *_rows(
        -1,
        "relation",
        "below, beneath, under, lower, less than, short, shy, inferior, worse, smaller, weaker, "
        "behind, wrong side, bad side, south of, shortfall, out of reach, insufficient, "
        "inadequate, too low, fewer, short of, shy of, underneath, poorer, deficient, beyond "
        "reach, gap, deficit, unmet, missing",
    ),
]

_ENDORSE = [
    *_rows(
        1,
        "object",
        "recommend, proceed, approve, endorse, support, advance, continue, continuation, go "
        "ahead, move ahead, move forward, =moving, =move to, positive, well spent, put forward, "
        "move on to, green light, press on, carry on, press ahead, push ahead, forge ahead, "
        "warrant, take ~ forward, pursue, advise, accept, sign off, in favour of, in favor of, "
        "thumbs up, justify, merit, deserve, commit, go to, enter, worth, worthwhile, approval, "
        "say yes, back this, back the, invest, spend, buy, yes, go for it, a go, attractive, "
        "appropriate, sensible, right, sound, keep going, stay in, do the deal, take the deal, "
        "give the nod, argue for, go into, get on with, on with, authorise, consent, confirm, "
        "progress, get behind, step into, begin, start, launch, favour, favor, keen, desirable, "
        "ready to",
    ),
    *_rows(
        -1,
        "object",
        "walk away, negative, badly spent, waste, reject, decline, turn ~ down, no go, hold off, "
        "stop, pause, pass on, a pass, to pass, we pass, defer, postpone, withdraw, go back on, "
        "go back to, go back, going back, renegotiate, re cut, recut, reprice, step back, "
        "abandon, halt, advise against, recommend against, decide against, vote against, argue "
        "against, counsel against, come down against, speak against, be against, against going, "
        "against proceeding, against moving, against taking, against continuing, against the "
        "deal, oppose, premature, unwise, mistake, refuse, drop, back out, pull out, stand down, "
        "thumbs down, veto, say no, wait, stay out, unattractive, inappropriate, should be "
        "shelved, shelve, leave it, too rich, too expensive, too high, red light, put ~ on hold, "
        "on hold, think again, rework, rethink, reopen, kill, delay, walk, wrong, bow out, "
        "reduce the price, lower price, cheaper price, come down, until, hesitate, refrain, hold "
        "back, stand back, unjustified, unwarranted, disapprove, call ~ off, call it off, leave "
        "alone, forgo, forego, turning down, passing, cut the price, better price, lower the "
        "price, pull back, lower bid, hold fire, stay put",
    ),
]

_RIVALRY = [
    *_rows(
        1,
        "relation",
        "beat, outrank, outscore, overtake, surpass, precede, outperform, edge out, trump, "
        "outweigh, come before, lead, outdo, outstrip, outpace",
        verb=True,
    ),
    *_rows(
        1,
        "relation",
        "ahead of, rank above, better than, as high as, higher than, preferred to, followed by, "
        "followed at a distance by",
    ),
    *_rows(
        -1,
        "relation",
        "trail, lag, come after, give way to, yield to, lose to, lose out to, follow behind",
        verb=True,
    ),
    *_rows(
        -1,
        "relation",
        "behind, second to, second only to, lower than, rank below, inferior to, no match for, "
        "after",
    ),
]

_PLACE = [
    *_RIVALRY,
    *_rows(
        1,
        "subject",
        "win, first, best, top, number one, rank 1, no 1, leading, highest, greatest, in front, "
        "head, set the mark, set the pace, first place, ahead, most attractive, favourite, "
        "favorite, winner, pole position, strongest, outright",
    ),
    *_rows(
        -1,
        "subject",
        "second, third, fourth, fifth, last, runner up, lowest, bottom, next best, second best, "
        "nearest, closest, next, trailing, weaker",
    ),
]

_CHOOSE = [
    *_rows(
        1,
        "object",
        "choose, choice, select, selection, recommend, pick, prefer, preference, favour, favor, "
        "propose, enter, entry, launch, approve, adopt, go with, go for, go by, opt, opt for, "
        "settle on, settle for, money into, choice falls on, side of, in favour of, in favor of, "
        "use, trust, rely, rely on, reliance, base, base on, basis, price off, =priced, apply, "
        "accept, shortlist, start with, partner with, form with, work with, sign with, term "
        "sheet, take, go into, bid, measure on, applied to, want, want as, value on, precedence "
        "is given, precedence, endorse, appoint, nominate, work from, draw on, score on, scored "
        "on, enters the, begin with, commit to, =approached, prioritise, prioritize, advise, "
        "plan for, build on, rest on, resting on, stand on, credit, defer to, side with, stick "
        "to, stick with, stay with, keep to, retain, invest in, =carries, relate to, reflect, "
        "refer to, come off, taken off, calculate, on the strength of, give preference, count "
        "on, we follow, follow the, go to, set on, bring in",
    ),
    *_rows(
        -1,
        "object",
        "reject, discard, drop, disregard, dismiss, exclude, rule out, advise against, decide "
        "against, turn down, ignore, set aside, set ~ aside, avoid, eliminate, disqualify, pass "
        "over, abandon, leave out, refuse, put aside, put ~ aside, leave ~ aside, throw out, "
        "write off, discount, forget, leave aside, remove, no weight, strike, give up, no use, "
        "turn away, steer clear",
    ),
    *_rows(
        1,
        "subject",
        "preferred, govern, prevail, take precedence, stand, =holds, one that counts, number "
        "that counts, figure that counts, multiple that counts, =counts is, carry the day, right "
        "number, right basis, right one, right figure, right market, right, correct, valid, "
        "authoritative, relevant, the one that, the one to, our market, our partner, the basis, "
        "decide, priority, remains, what counts, drive, determine, superior, closer to the "
        "truth, enter into, enter, used, more reliable, reliable, trustworthy, the better",
    ),
    *_rows(
        -1,
        "subject",
        "=loses, discarded, rejected, overstates, overstate, overstated, understate, wrong, "
        "unreliable, irrelevant, invalid, hypothetical, unfit, unsuitable, illustrative, "
        "disqualified, excluded, dropped, unused, is out, are out, inflated, incorrect, does not "
        "hold, less reliable, superseded, not hold up",
    ),
    *_rows(
        1,
        "relation",
        "override, overrule, supersede, replace, take the place of, trump, outweigh, take "
        "precedence over, beat, correct",
        verb=True,
    ),
    *_rows(
        1,
        "relation",
        "preferred to, ahead of, better than",
    ),
    *_rows(
        -1,
        "relation",
        "give way to, yield to, lose to",
        verb=True,
    ),
    *_rows(
        -1,
        "relation",
        "behind, inferior to, second to",
    ),
]

_LEVEL = _rows(
    1,
    "subject",
    "=level on, neck and neck, on a par, draw level, identical, dead heat",
)

_RIVALRY += _LEVEL

_DEGREES = {
    "most": [
        *_RIVALRY,
        *_rows(
            1,
            "relation",
            "higher, greater, more, larger, bigger, denser, stronger, better, hold more, as high "
            "as, as much as, as great as, as large, as many as, as good as, as strong, above, "
            "top, exceed, match, rival, reach, approach, come close, close to, as dense as, "
            "beyond",
        ),
        *_rows(
            -1,
            "relation",
            "lower, less, smaller, fewer, weaker, worse, poorer, below, short of, beneath, under",
        ),
        *_rows(
            1,
            "subject",
            "same, equal, tie, joint, highest, greatest, most, largest, biggest, densest, "
            "strongest, best, maximum, peak, top, tops, lead, first, record, unmatched, "
            "unrivalled, in front, number one, sets the mark, ahead, outperform, champion, "
            "furthest ahead, leader, max, unbeaten, unsurpassed",
        ),
        *_rows(
            -1,
            "subject",
            "lowest, least, smallest, weakest, second, third, bottom, minimum, runner up, last, "
            "poorest, next, trail, behind, min",
        ),
    ],
    "earliest": [
        *_RIVALRY,
        *_rows(
            1,
            "relation",
            "earlier, sooner, before, ahead, ahead of, as early as, as soon as, faster, quicker, "
            "closer, nearer, beat, precede",
        ),
        *_rows(
            -1,
            "relation",
            "later, after, behind, slower, follow, further from, trail",
        ),
        *_rows(
            1,
            "subject",
            "same, equal, at the same time, tie, joint, simultaneously, first, earliest, "
            "soonest, lead, leads, fastest, quickest, nearest, closest, in front, heads, "
            "pioneer, ahead, next to none, front runner",
        ),
        *_rows(
            -1,
            "subject",
            "last, latest, second, third, slowest, furthest, tail, runner up, next",
        ),
    ],
    "worst": [
        *_RIVALRY,
        *_rows(
            1,
            "relation",
            "outrank, outscore, exceed, beat, top, surpass, outweigh, outdo",
            verb=True,
        ),
        *_rows(
            1,
            "relation",
            "worse, uglier, weaker, dearer, more expensive, costlier, as bad as, as bad, as ugly "
            "as, as ugly, as weak as, as weak, poorer, as poor as, more serious, as serious as, "
            "bigger, higher, larger, more severe, more, above, score higher, as high as, as "
            "severe as, costs more, as costly as, hurts more",
        ),
        *_rows(
            -1,
            "relation",
            "milder, better, cheaper, stronger, less serious, lower, less, smaller, lesser, "
            "below, less severe, costs less, less bad, behind",
        ),
        *_rows(
            1,
            "subject",
            "equally, equal, worst, ugliest, weakest, poorest, costliest, dearest, most "
            "expensive, highest, biggest, largest, most, top, tops, first, peak, lead, leads, "
            "=heads, =headed, main, greatest, gravest, most serious, number one, leak, leaks, "
            "bottleneck, fear most, chief risk, chief concern, foremost, principal risk, worry, "
            "concern, tightest",
        ),
        *_rows(
            -1,
            "subject",
            "mildest, lowest, strongest, best, second, third, next, last, least, smallest, fine, "
            "healthy, minor, harmless, good, cheapest, strong, negligible",
        ),
    ],
}

_QUALIFY = [
    *_rows(
        1,
        "subject",
        "pass, passes, qualify, withstand, satisfy, meet, clear, survive, through, get through, "
        "gets through, make it, makes it, make the, eligible, is in, are in, stay in, remain, "
        "remains, stays in, acceptable, compliant, without a fail, without a blemish, clean, on "
        "the shortlist, get in, go forward, advance, stands, stay significant, significant, hold "
        "up, holds up, make the cut, is left, are left, fulfil, suitable, tick every, all the "
        "boxes, good on, comply, still standing, spotless, unblemished, meets all, robust, "
        "positive, succeed, on the list, still significant, conform",
        verb=True,
    ),
    *_rows(
        1,
        "object",
        "=leaves, =approached, term sheet, keep, retain, confined to, shortlist, accept, admit, "
        "include, select, choose, recommend, propose, approve, pick, selected, choice, partner, "
        "let through, take on, talk to, partner with, formed with, form with, prefer",
        verb=True,
    ),
    *_rows(
        -1,
        "subject",
        "fail, fails, failed, miss, fall short, falls short, out, drop out, disqualified, "
        "ineligible, lack, lacks, under, below, left out, knocked out, lose, lost, short, fall "
        "at, fell at, falls away, drop, drops out, fall away, non compliant, unsuitable, do "
        "without, unlicensed, tied, bound, spoken for, committed to, stumble, trip, "
        "unacceptable, gone, rejected, insignificant, give up, fall down, fell down, fall out, "
        "go out, =barred, inadmissible, not among, unable",
    ),
    *_rows(
        -1,
        "object",
        "disqualify, exclude, eliminate, rule out, reject, drop, dismiss, leave out, knock out, "
        "discard, remove, strike, ruled out, rule ~ out, cross ~ off, turn down",
    ),
]

_HAVE = [
    *_rows(
        1,
        "subject",
        "with, find, have, has, publish, disclose, state, give, gives, report, provide, release, "
        "announce, cover, covered, offer, available, exist, known, complete, name, set, show, "
        "supply, put forward, on file, in the public domain, quote, commit to, stated, present, "
        "communicate, specify, declare",
        verb=True,
    ),
    *_rows(
        -1,
        "subject",
        "no, none, nothing, without, nobody, in vain, thin, lack, miss, missing, undisclosed, "
        "unpublished, absent, omit, gap, gaps, withhold, open, silent, unknown, unavailable, "
        "leave open, blank, keep to, hold back, unstated, incomplete, outstanding, owe, "
        "unreported, wanting, empty",
    ),
]

_DIRECTION = [
    *_rows(
        1,
        "subject",
        "rise, increase, grow, climb, go up, up, improve, raise, lift, jump, add, push up, "
        "expand, strengthen, upward, boost, double, triple, swell, =gains, =gained, better off, "
        "went up",
    ),
    *_rows(
        -1,
        "subject",
        "fall, decrease, decline, drop, go down, down, =lowers, =lowered, worsen, lose, reduce, "
        "cut, slip, shrink, deteriorate, cost, weaken, dip, take off, bring ~ down, trim, shave, "
        "erode, eat, drag, dent, dilute, slide, halve, shed, contract, sink, subtract, knock, "
        "lessen, diminish, came down, come down, take ~ off, worse off, =costing, give up",
    ),
]

_SHARE = [
    *_rows(
        1,
        "object",
        "share, part, percent, take, takes, tenth, fraction, cut, payout, slice, of the, off, "
        "off the, come out of, paid on, base, calculate, apply, computed, earn, participate, "
        "limited to, receive, entitled",
    ),
]

_HOLD = [
    *_rows(
        1,
        "subject",
        "hold, have, pass, satisfy, meet, =licensed, with, possess, own, clear, enjoy, free of",
        verb=True,
    ),
    *_rows(
        -1,
        "subject",
        "no, none, nothing, without, lack, miss, missing, fail, fall at, fall down, fall short, "
        "absent, unlicensed, ruled out, wanting, trip",
    ),
]

_SHOW = [
    *_rows(
        1,
        "topic",
        "=effect, =effects, =efficacy, reduction, benefit, response",
    ),
    *_rows(
        1,
        "subject",
        "significant, significance, =effective, =effectively, work, superior, superiority, "
        "positive, show, demonstrate, establish, prove, told apart, evidence, support, claim, "
        "conclude, beat, separate, better than, =lowers, =lowered, =lower, =lowering, reduce, "
        "met, meet, confirm, improve, succeed, exclude zero, excludes zero, below zero, "
        "antihypertensive, outperform, beyond placebo, pass, reach, win, efficacious, active, "
        "fall, came down",
    ),
    *_rows(
        -1,
        "subject",
        "insignificant, insufficient, weak, ns, less, favour placebo, favor placebo, "
        "nonsignificant, ineffective, fail, miss, unproven, indistinguishable, chance, null, "
        "inconclusive, =open, uncertain, inferior, rise, raise, worse, include zero, includes "
        "zero, contain zero, cross zero, span zero, doubt, no better, compatible with no effect, "
        "unclear, unproved, undemonstrated, negative, short of, did not separate, remain to be "
        "shown, not enough, unable, cannot be told, lack, question, unsupported, only appeared",
    ),
]

_RUN = [
    *_rows(
        1,
        "object",
        "run, operate, open, activate, keep open, ship from, use, commit to, reopen, fixed cost "
        "is carried for, pay fixed cost on, light up, staff up, =staff, need, spend ~ on, lights "
        "on, turn on, turn ~ on, move through, ship ~ from, stay with",
        verb=True,
    ),
    *_rows(
        1,
        "subject",
        "run, runs, open, active, operate, stay open, in use, carries the volume, fill",
    ),
    *_rows(
        -1,
        "object",
        "close, shut, mothball, idle, leave ~ shut, leave ~ dark, leave ~ closed, leave ~ idle, "
        "keep ~ closed, keep ~ dark, keep ~ shut, drop, without, do without, done without, "
        "retire, give up, lights off, turn off, turn ~ off, spare, switch off, let ~ sit out",
        verb=True,
    ),
    *_rows(
        -1,
        "subject",
        "closed, dark, shut, idle, mothballed, dormant, unused, stay closed, stays dark, out of "
        "use, down, unopened, goes dark, go dark, switched off, unstaffed, sit out, not at all",
    ),
]

_WORK = [
    *_rows(
        1,
        "object",
        "work on, improve, prioritise, prioritize, raise, attack, begin with, concentrate, fix, "
        "focus, review, lift, inspect, help in, needs help, need work, address, work the",
    ),
    *_rows(
        -1,
        "subject",
        "fine, good, healthy, strong, need no action, no action",
    ),
]


SENSES: dict[str, list[tuple[str, Predicate]]] = {
    "exceed": _EXCEED,
    "endorse": _ENDORSE,
    "choose": _CHOOSE,
    "qualify": _QUALIFY,
    "have": _HAVE,
    "direction": _DIRECTION,
    "share": _SHARE,
    "hold": _HOLD,
    "show": _SHOW,
    "run": _RUN,
    "work": _WORK,
    "place": _PLACE,
    **{f"rank:{name}": rows for name, rows in _DEGREES.items()},
}


@lru_cache(maxsize=64)
def sense_table(names: tuple[str, ...]) -> PhraseTable[Predicate]:
    """The words of these senses; where two have the same word, the later sense counts."""
    merged = {phrase: predicate for name in names for phrase, predicate in SENSES[name]}
    return PhraseTable(list(merged.items()))
