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
    is_own: bool = False
    """True for a word that a scenario has declared for its point."""


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
        "cross, go over, go past, go above, get above, get beyond, rise above, stand above, "
        "sit above, come in above, come in over, come in ahead, come out above, come out "
        "ahead, land above, end above, stay above, better the, eclipse, vault, push past, move "
        "past, make it over, make the grade, measure up, pass muster, suffice, do enough, get "
        "there, be through, =through, answer to, live up, clears, carry us over, carry ~ over, "
        "bring ~ over, put ~ over, take ~ over, lift ~ over, leave ~ behind, leave ~ well "
        "behind, put ~ behind, qualify",
        verb=True,
    ),
    *_rows(
        -1,
        "relation",
        "miss, undershoot, trail, lag, fall short, come up short, come in short, fall below, "
        "drop below, come in below, come in under, undercut, fail, falls under, stop short, "
        "breach, fall shy, fall behind, fall under, fall beneath, fall a little short, stay "
        "below, stay under, stay beneath, remain below, remain under, remain beneath, sit "
        "below, sit under, land below, end below, end under, elude, escape us, underperform, "
        "underdeliver, undershoots, flunk, leave us short, leave us shy, come in shy, stop "
        "short of, need another, need a further, require another, require a further",
        verb=True,
    ),
    *_rows(
        1,
        "relation",
        "above, over, higher, better, greater, more than, ahead, ahead of, in excess of, "
        "superior, beyond, at least, larger, bigger, stronger, north of, safe side, right "
        "side, good side, up to scratch, comfortable, headroom, head room, to spare, cushion, "
        "upside of, tops, enough, sufficient, adequate, margin over, richer, in the clear, "
        "home and dry, on target, up to standard, excess, well clear, clear of, in hand, room "
        "to spare, with room, to the good, upward of, upwards of, no lower than, no less than, "
        "good enough, high enough, sufficiently, ample, comfortably ahead, in surplus, "
        "surplus, within reach, cleared, the right side of, the far side of, >, past, not an "
        "issue, no issue, no obstacle, no problem",
    ),
    *_rows(
        -1,
        "relation",
        "below, beneath, under, lower, less than, short, shy, inferior, worse, smaller, "
        "weaker, behind, wrong side, bad side, south of, shortfall, out of reach, "
        "insufficient, inadequate, too low, fewer, short of, shy of, underneath, poorer, "
        "deficient, beyond reach, gap, deficit, unmet, missing, out of our grasp, out of "
        "grasp, beyond our grasp, beyond our reach, out of our reach, lacking, too little, not "
        "enough, too small, under par, subpar, in arrears, the wrong side of, a hair under, <, "
        "=wanting, no match for, =not quite, nowhere near, not nearly, far off, off the pace, "
        "just off, adrift of, a miss, a near miss, a shortfall, a failure, away from, points "
        "away, off the hurdle",
    ),
]

_EARN = _rows(
    1,
    "relation",
    "earn, recover, recoup, cover, repay, pay back, pay for, pay off, make back, earn back, "
    "get back, bring in, return its, return the, return our, return what, generate, service, "
    "justify, support",
    verb=True,
)

_ENDORSE = [
    *_rows(
        1,
        "object",
        "recommend, proceed, approve, endorse, support, advance, continue, continuation, go "
        "ahead, move ahead, move forward, =moving, =move to, positive, well spent, put "
        "forward, move on to, green light, press on, carry on, press ahead, push ahead, forge "
        "ahead, warrant, take ~ forward, pursue, advise, accept, sign off, in favour of, in "
        "favor of, thumbs up, justify, merit, deserve, commit, go to, enter, worth, "
        "worthwhile, approval, say yes, back this, back the, invest, spend, buy, buyer, yes, go "
        "for it, a go, attractive, appropriate, sensible, right, sound, keep going, stay in, do "
        "the deal, take the deal, give the nod, argue for, go into, get on with, on with, "
        "authorise, consent, confirm, progress, get behind, step into, begin, start, launch, "
        "favour, favor, keen, desirable, ready to, release, fund, =for it, =for the deal, "
        "comfortable, happy to, content to, back it, back this deal, give ~ approval, give our "
        "approval, take this to, take it to, take the deal to, let ~ proceed, allow ~ to "
        "proceed, advisable, wise, prudent, ahead with, sign, agree to, greenlight, give the "
        "go ahead, the go ahead, clear to, clears the way, crack on, follow through, see ~ "
        "through, vote for, vote in favour, vote in favor, =moves, =move, next step, next "
        "stage, next phase, supportive, =backs, worth doing, earn, unreserved, lend, push on, "
        "carry forward, press forward, take up, take ~ further, go further, go any further, "
        "take ~ any further, taking ~ further, touch, commend, urge, do it at, do this at, go "
        "on, go on with, keep on, a yes, deserve a yes, =worthy, get involved, throw our "
        "weight behind, take the plunge, buy in, =willing, =prepared, =inclined, =minded, ask "
        "~ for diligence, ask for diligence, request ~ diligence, seek approval",
    ),
    *_rows(
        -1,
        "object",
        "walk away, negative, badly spent, waste, reject, decline, turn ~ down, no go, hold "
        "off, stop, pause, pass on, a pass, to pass, we pass, defer, postpone, withdraw, go "
        "back on, go back to, go back, going back, renegotiate, re cut, recut, reprice, step "
        "back, abandon, halt, advise against, recommend against, decide against, vote against, "
        "argue against, counsel against, come down against, speak against, be against, against "
        "going, against proceeding, against moving, against taking, against continuing, "
        "against the deal, oppose, premature, unwise, mistake, refuse, drop, back out, pull "
        "out, stand down, thumbs down, veto, say no, wait, stay out, unattractive, "
        "inappropriate, should be shelved, shelve, leave it, too rich, too expensive, too "
        "high, red light, put ~ on hold, on hold, think again, rework, rethink, reopen, kill, "
        "delay, walk, wrong, bow out, reduce the price, lower price, cheaper price, come down, "
        "until, hesitate, refrain, hold back, stand back, unjustified, unwarranted, "
        "disapprove, call ~ off, call it off, leave alone, forgo, forego, turning down, "
        "passing, cut the price, better price, lower the price, pull back, lower bid, hold "
        "fire, stay put, withhold, let ~ go, let this one go, let this go, let it go, stay "
        "away, keep away, steer clear, back away, step away, turn away, move away, =against "
        "it, =opposed, object to, balk, demur, desist, cease, suspend, freeze, park, block, "
        "shy away, disadvise, inadvisable, imprudent, ill advised, too early, too soon, "
        "unready, not yet, unsupported, fall away, unless the price, unless the multiple, turn "
        "it down, turn this down, no deal, end talks, break off, decline to, cool on, sit ~ "
        "out, give ~ a miss, dissuade, discourage, caution against, warn against, cannot back, "
        "resist, overpriced, overpay, overpaying, drop out, cancel, scrap, forbear, away from, "
        "keep our money, hold onto our money, hang back, keep out, hold ~ fire, rather lose, "
        "rather forgo, rather pass, lose the deal, not at this price, not at "
        "that price, does not work, not work at, stop here, stay clear, go no further, think "
        "twice, hold ~ back, put on ice, on ice, keep our powder dry, sit tight, give this a "
        "miss, leave this one, not for us, too dear, too pricey, price is wrong, wrong price, "
        "stand in the way, stands against, tell against, tells against, militate against",
    ),
]

_RIVALRY = [
    *_rows(
        1,
        "relation",
        "beat, outrank, outscore, overtake, surpass, precede, outperform, edge out, trump, "
        "outweigh, come before, lead, outdo, outstrip, outpace, edge, pip, outclass, outshine, "
        "top, eclipse, exceed, win over, win out over, prevail over, rank ahead of, rank "
        "higher than, come in ahead of, come ahead of, finish ahead of, finish above, place "
        "above, sit above, stand above, score above, score higher than, score more than, "
        "outdistance, dwarf, overshadow, dominate, be preferred to, see off, leave ~ behind, "
        "put ~ behind, =bests, =bested, reach, match, equal, rival, approach, come close to, "
        "come near, get near, get close to, measure up to, compare with, touch, compete with, "
        "hold a candle to",
        verb=True,
    ),
    *_rows(
        1,
        "relation",
        "ahead of, rank above, better than, as high as, higher than, preferred to, followed "
        "by, followed at a distance by, above, over, preferable to, superior to, stronger "
        "than, in front of, clear of, greater than, more attractive than, a better bet than, a "
        "better choice than, a better option than",
    ),
    *_rows(
        -1,
        "relation",
        "trail, lag, come after, give way to, yield to, lose to, lose out to, follow behind, "
        "lag behind, fall behind, trail behind, come behind, come in behind, finish behind, "
        "finish below, rank behind, rank under, rank lower than, score below, score lower "
        "than, score less than, bow to, defer to, concede to, play second fiddle, take second "
        "place to, take a back seat to, fall to second behind, concede ~ to, cede ~ to, yield "
        "~ to, surrender ~ to, lose ~ to, hand ~ to, give up ~ to, leave ~ to",
        verb=True,
    ),
    *_rows(
        -1,
        "relation",
        "behind, second to, second only to, lower than, rank below, inferior to, no match for, "
        "after, below, under, runner up to, second behind, next to, less attractive than, "
        "weaker than, worse than, beneath, smaller than, third behind, a poorer choice than",
    ),
]

_PLACE = [
    *_RIVALRY,
    *_rows(
        1,
        "subject",
        "win, first, best, top, number one, rank 1, no 1, leading, highest, greatest, in "
        "front, head, set the mark, set the pace, first place, ahead, most attractive, "
        "favourite, favorite, winner, pole position, strongest, outright, come out on top, out "
        "on top, on top, top spot, top place, top score, top of, rank top, lead the, lead on, "
        "tops, comes top, in the lead, ahead of the pack, ahead of the field, ahead of the "
        "rest, front runner, pole, number 1, pick of the bunch, stand out, standout, clear "
        "winner, unbeaten, outright winner, most promising, first choice, gold, unmatched, "
        "second to none, get our vote, gets the nod, the nod, promise most, promises most, "
        "offer most, offers most, offers the most, promises the most, appeal most, has most to "
        "offer, best placed, best suited, best fit, best positioned, most suitable, most "
        "appealing, ideal",
    ),
    *_rows(
        -1,
        "subject",
        "second, third, fourth, fifth, last, runner up, lowest, bottom, next best, second "
        "best, nearest, closest, next, trailing, weaker, second place, third place, runner, "
        "behind the field, least attractive, least promising, second choice, also ran, "
        "weakest, poorest, worst, lose out, back of, fall back, fall away, not in the lead",
    ),
]

_CHOOSE = [
    *_rows(
        1,
        "object",
        "choose, choice, select, selection, recommend, pick, prefer, preference, favour, "
        "favor, propose, enter, entry, launch, approve, adopt, go with, go for, go by, opt, "
        "opt for, settle on, settle for, money into, choice falls on, side of, in favour of, "
        "in favor of, use, trust, rely, rely on, reliance, base, base on, basis, price off, "
        "=priced, apply, accept, shortlist, start with, partner with, form with, work with, "
        "sign with, term sheet, take, go into, bid, measure on, applied to, want, want as, "
        "value on, precedence is given, precedence, endorse, appoint, nominate, work from, "
        "draw on, score on, scored on, enters the, begin with, commit to, =approached, "
        "prioritise, prioritize, advise, plan for, build on, rest on, resting on, stand on, "
        "credit, defer to, side with, stick to, stick with, stay with, keep to, retain, invest "
        "in, =carries, relate to, reflect, refer to, come off, taken off, calculate, on the "
        "strength of, give preference, count on, we follow, follow the, go to, set on, bring "
        "in, plump for, come down on, land on, home in on, suggest, =back, =backs, =backing, "
        "vote for, vote goes to, put forward, embrace, target, aim at, aim for, focus on, "
        "concentrate on, start in, begin in, begin at, start at, open in, open up in, launch "
        "in, launching in, move into, expand into, go to market in, bet on, money on, lean on, "
        "follow, anchor, anchor on, anchor to, ground on, peg to, key to, give priority, "
        "precedence goes to, preference goes to, point to, points to, argue for, speak for, "
        "argues for, go ahead with, move ahead with, proceed with, press ahead with, tie up "
        "with, team up with, join forces with, ally with, sign up, turn to, look to, the case "
        "for, recommended, run with, stand by, take ~ as, treat ~ as, take ~ for, quote, cite, "
        "rests upon, base upon, rely upon, struck on, strike on, =struck, derive from, "
        "measured against, measured by, reckoned on, reckon, yardstick, benchmark, "
        "denominator, foundation, multiple of, expressed on, computed on, calculated on, based "
        "upon, paying for, pay on, price on, =pricing, =named, =names, let it be, it has to "
        "be, has to be, it must be, it should be, it ought to be, it will be, money ~ go to, "
        "opt to enter, move first into, first stop, head for, destination, start off in, pilot "
        "in, put first, place first, =times, =believe, =believed, =believes, give credence, "
        "credence, pin our hopes on, bank on, swear by, put faith in, put trust in, place "
        "trust in, put stock in",
    ),
    *_rows(
        -1,
        "object",
        "reject, discard, drop, disregard, dismiss, exclude, rule out, advise against, decide "
        "against, turn down, ignore, set aside, set ~ aside, avoid, eliminate, disqualify, "
        "pass over, abandon, leave out, refuse, put aside, put ~ aside, leave ~ aside, throw "
        "out, write off, discount, forget, leave aside, remove, no weight, strike, give up, no "
        "use, turn away, steer clear, set to one side, put to one side, set ~ to one side, put "
        "~ to one side, lay aside, lay ~ aside, stay away from, keep away from, shy away, "
        "skip, forgo, forego, deprioritise, deprioritize, shelve, park, hold ~ in reserve, "
        "keep ~ in reserve, in reserve, relegate, demote, distrust, mistrust, weed out, screen "
        "out, no credit, throw away, cast aside, do without, reject ~ out, step away from, "
        "back away from, part with, play no part, play no role, plays no part, plays no role, "
        "no part, no role, no bearing, for information only, for reference only, for "
        "information, for reference, bypass, decline, exclude from, =disbelieve, little faith, "
        "no faith, no trust, no stock, doubt, sceptical of, skeptical of, wary of",
    ),
    *_rows(
        1,
        "subject",
        "preferred, govern, prevail, take precedence, stand, =holds, one that counts, number "
        "that counts, figure that counts, multiple that counts, =counts is, carry the day, "
        "right number, right basis, right one, right figure, right market, right, correct, "
        "valid, authoritative, relevant, the one that, the one to, our market, our partner, "
        "the basis, decide, priority, remains, what counts, drive, determine, superior, closer "
        "to the truth, enter into, enter, used, more reliable, reliable, trustworthy, the "
        "better, final word, last word, final say, last say, wins out, win out, comes out "
        "ahead, come out ahead, has the edge, rule, rules, is king, binding, controlling, is "
        "the answer, be the answer, is our pick, our pick, our choice, the pick, the answer, "
        "settles it, gets the nod, is what we use, what we use, what we go by, is what counts, "
        "the reference, is definitive, definitive, better founded, best founded, best bet, way "
        "to go, the place to, place to start, come first, comes first, comes out on top, is "
        "preferable, preferable, most reliable, more credible, more trustworthy, better "
        "evidence, what matters, is decisive, decisive, where ~ begin, where ~ start, where ~ "
        "go, where ~ enter, where ~ launch, where ~ invest, what ~ score on, what ~ use, what "
        "~ go by, what ~ rely on",
    ),
    *_rows(
        -1,
        "subject",
        "=loses, discarded, rejected, overstates, overstate, overstated, understate, wrong, "
        "unreliable, irrelevant, invalid, hypothetical, unfit, unsuitable, illustrative, "
        "disqualified, excluded, dropped, unused, is out, are out, inflated, incorrect, does "
        "not hold, less reliable, loses out, lose out, second place, runner up, comes second, "
        "come second, gives way, outdated, out of date, stale, ignored, no standing, carries "
        "no weight, carry no weight, inferior, less credible, less trustworthy, secondary, "
        "falls away, off the table, out of the running, out of contention, =overruled, "
        "=overridden, =superseded",
    ),
    *_rows(
        1,
        "relation",
        "override, overrule, supersede, replace, take the place of, trump, outweigh, take "
        "precedence over, beat, correct, win over, win out over, prevail over, come before, "
        "rank above, outrank, trumps, displace, be preferred over, overshadow, edge, edge out, "
        "outscore, top",
        verb=True,
    ),
    *_rows(
        1,
        "relation",
        "preferred to, ahead of, better than, over, above, preferable to, in preference to, "
        "superior to",
    ),
    *_rows(
        -1,
        "relation",
        "give way to, yield to, lose to, bow to, take second place to, lag, lag behind, lose "
        "out to, cede to",
        verb=True,
    ),
    *_rows(
        -1,
        "relation",
        "behind, inferior to, second to, runner up to, second behind, trail, trails, below",
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
            "higher, greater, more, larger, bigger, denser, stronger, better, hold more, as "
            "high as, as much as, as great as, as large, as many as, as good as, as strong, "
            "above, top, exceed, match, rival, reach, approach, come close, close to, as dense "
            "as, beyond, come near, near, in front of, outstrip, within reach of, ahead of, "
            "over",
        ),
        *_rows(
            -1,
            "relation",
            "lower, less, smaller, fewer, weaker, worse, poorer, below, short of, beneath, "
            "under, fall below, fall short of, fall behind, less dense, come after, back of, "
            "no match",
        ),
        *_rows(
            1,
            "subject",
            "same, equal, tie, joint, highest, greatest, most, largest, biggest, densest, "
            "strongest, best, maximum, peak, top, tops, lead, first, record, unmatched, "
            "unrivalled, in front, number one, sets the mark, ahead, outperform, champion, "
            "furthest ahead, leader, max, unbeaten, unsurpassed, posts the top, posts the "
            "highest, unrivaled, unequalled, unparalleled, out in front, clear of, ahead of "
            "the field, ahead of the pack, ahead of its peers, ahead of the rest, ahead of its "
            "rivals, pole position, second to none, the crown, crown, the title, unchallenged, "
            "front runner, winner, win, wins, =heads, =headed, supreme, foremost, ceiling, "
            "summit, benchmark, bar, sets the bar, sets the standard, pride of place, out on "
            "its own, in a class of its own, most energy, on top, come top, out on top, =led, "
            "head the, tightest, upper end",
        ),
        *_rows(
            -1,
            "subject",
            "lowest, least, smallest, weakest, second, third, bottom, minimum, runner up, "
            "last, poorest, next, trail, behind, min, behind the field, behind its peers, "
            "bottom of, rear, brings up the rear, least dense, runner, middle, mid table, "
            "middling, also ran, average, ordinary, fall back, trailing, far from",
        ),
    ],
    "earliest": [
        *_RIVALRY,
        *_rows(
            1,
            "relation",
            "earlier, sooner, before, ahead, ahead of, as early as, as soon as, faster, "
            "quicker, closer, nearer, beat, precede, prior to, sooner than, earlier than, in "
            "advance of, in front of",
        ),
        *_rows(
            -1,
            "relation",
            "later, after, behind, slower, follow, further from, trail, later than, subsequent "
            "to, following, slower than, come behind, overtaken by, beaten by, beaten to",
        ),
        *_rows(
            1,
            "subject",
            "same, equal, at the same time, tie, joint, simultaneously, first, earliest, "
            "soonest, lead, leads, fastest, quickest, nearest, closest, in front, heads, "
            "pioneer, ahead, next to none, front runner, first mover, out of the gate first, "
            "open the race, opens the race, before anyone, before anybody, before everyone, "
            "before everybody, before all, before any, before the others, before the rest, "
            "before the other, ahead of the pack, ahead of the field, ahead of the rest, ahead "
            "of everyone, ahead of anyone, ahead of its peers, ahead of its rivals, ahead of "
            "all, before its rivals, before its peers, before its competitors, to beat, win, "
            "wins, winner, the race, =led, pole position, number one, steal a march, initial, "
            "kick off, kicks off, outpace, vanguard, in the lead, lead on, first off the line, "
            "gets there first, before its nearest rival, before its closest rival, before its "
            "nearest competitor, ahead of its nearest rival, ahead of its closest rival, ahead "
            "of the competition",
        ),
        *_rows(
            -1,
            "subject",
            "last, latest, second, third, slowest, furthest, tail, runner up, next, behind the "
            "field, behind its peers, rear, bring up the rear, brings up the rear, laggard, "
            "laggards, runner, late, latecomer, slow, delayed, tardy, after everyone, after "
            "everybody, after all, after the others, after the rest, after the other, after "
            "its rivals, trailing, after its nearest rival, after its closest rival, after its "
            "nearest competitor, behind its nearest rival, behind its rivals, after its "
            "competitors",
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
            "worse, uglier, weaker, dearer, more expensive, costlier, as bad as, as bad, as "
            "ugly as, as ugly, as weak as, as weak, poorer, as poor as, more serious, as "
            "serious as, bigger, higher, larger, more severe, more, above, score higher, as "
            "high as, as severe as, costs more, as costly as, hurts more, ahead of, worse "
            "than, graver, greater, stand ahead of, come before, over",
        ),
        *_rows(
            -1,
            "relation",
            "milder, better, cheaper, stronger, less serious, lower, less, smaller, lesser, "
            "below, less severe, costs less, less bad, behind, less of a, milder than, come "
            "behind, under, after, second to",
        ),
        *_rows(
            1,
            "subject",
            "equally, equal, worst, ugliest, weakest, poorest, costliest, dearest, most "
            "expensive, highest, biggest, largest, most, top, tops, first, peak, lead, leads, "
            "=heads, =headed, main, greatest, gravest, most serious, number one, leak, leaks, "
            "bottleneck, fear most, chief risk, chief concern, foremost, principal risk, "
            "worry, concern, tightest, worries us most, worry us most, worries, concerns us "
            "most, loom, looms, looms largest, stands out, stand out, head the, head of, most "
            "severe, most acute, most pressing, greatest exposure, severest, most critical, "
            "most damaging, most dangerous, most threatening, hurt most, hurts most, watch "
            "above all, above all, at the top, top of, on top, in front, ahead, comes first, "
            "come first, number 1, paramount, overriding, biggest worry, primary, key risk, "
            "chief, heaviest, leading, dominant, dominates, keeps us awake, outstanding, to "
            "watch, to fear, to worry about, worries us, keep an eye on, biggest threat, "
            "threat, sting, tops the list, heads the list, leads the list, head the list",
        ),
        *_rows(
            -1,
            "subject",
            "mildest, lowest, strongest, best, second, third, next, last, least, smallest, "
            "fine, healthy, minor, harmless, good, cheapest, strong, negligible, follow, "
            "follows, come next, comes next, come after, comes after, least serious, complete "
            "the, completes the, round off, rounds off, round out, rounds out, make up the, in "
            "third place, in second place, fourth, fifth, sixth, second largest, second "
            "highest, third largest, third highest, second biggest, third biggest, second "
            "most, third most, trail, trails, then, after that, bottom, insignificant, "
            "trivial, modest, tail, trailing, not far behind, runner up, secondary, the one "
            "after, one after that",
        ),
    ],
}

_QUALIFY = [
    *_rows(
        1,
        "subject",
        "pass, passes, qualify, withstand, satisfy, meet, clear, survive, through, get "
        "through, gets through, make it, makes it, make the, eligible, is in, are in, stay in, "
        "remain, remains, stays in, acceptable, compliant, without a fail, without a blemish, "
        "clean, on the shortlist, get in, go forward, advance, stands, stay significant, "
        "significant, hold up, holds up, make the cut, is left, are left, fulfil, suitable, "
        "tick every, all the boxes, good on, comply, still standing, spotless, unblemished, "
        "meets all, robust, positive, succeed, on the list, still significant, conform, make "
        "the grade, pass muster, get over, come through, comes through, go through, goes "
        "through, survivor, survivors, winner, the last one standing, last one standing, left "
        "standing, stand up, stands up, stand up to, hold, holds, endure, persist, prevail, "
        "full marks, tick all, ticks all, tick every box, meet every, fit the bill, up to "
        "standard, measure up, fully, make the shortlist, on the short list, in the running, "
        "in contention, still in, in play, qualifies, qualifying, cut it, get the nod, get a "
        "pass, cleared, get past, conclusive, remain significant, stay below, unscathed, "
        "unproblematic, beyond reproach, meet the bar, worthy, viable, legitimate, above "
        "board, in the clear, without a problem, without problems, neither problem, no "
        "problem, =stays, =stay, retain significance, keep significance, keep its significance, "
        "=joins them, =join them, =joined them, =kept it, =keeps it, maintain significance, "
        "reach significance",
        verb=True,
    ),
    *_rows(
        1,
        "object",
        "=leaves, =approached, term sheet, keep, retain, confined to, shortlist, accept, "
        "admit, include, select, choose, recommend, propose, approve, pick, selected, choice, "
        "partner, let through, take on, talk to, partner with, formed with, form with, prefer, "
        "shrink to, shrinks to, narrow to, narrows to, narrows down to, come down to, comes "
        "down to, reduce to, reduces to, boil down to, boils down to, =leaving, =left with, "
        "leave us with, leaves us with, go with, go for, opt for, settle on, favour, favor, "
        "=back, team up with, work with, sign with, proceed with, go ahead with, move ahead "
        "with, limited to, restricted to, consist of, consists of, comprise, comprises, belong "
        "to, invite, carry forward, take forward, want as, ally with, =named, =names, =want, "
        "=wants, claim an effect on, claim ~ effect on, claim, take ~ forward, carry ~ "
        "forward, put ~ forward, bring ~ forward, it has to be, has to be, let it be, it must "
        "be, it ought to be",
        verb=True,
    ),
    *_rows(
        -1,
        "subject",
        "fail, fails, failed, miss, fall short, falls short, out, drop out, disqualified, "
        "ineligible, lack, lacks, under, below, left out, knocked out, lose, lost, short, fall "
        "at, fell at, falls away, drop, drops out, fall away, non compliant, unsuitable, do "
        "without, unlicensed, tied, bound, spoken for, committed to, stumble, trip, "
        "unacceptable, rejected, insignificant, give up, fall down, fell down, fall out, go "
        "out, =barred, inadmissible, unable, fall by the wayside, by the wayside, fall foul, "
        "fell foul, come to grief, excluded, eliminated, knocked, bow out, weeded out, "
        "screened out, shut out, off the list, off the table, no longer in, out of the "
        "running, out of contention, deficient, flawed, blemish, blemished, missed the cut, "
        "miss the cut, sunk, disbarred, non significant, nonsignificant, washed out, wash out, "
        "washes out, fade, fades, vanish, vanishes, evaporate, disappear, disappears, fall "
        "through, stopped, left behind, turned away, non starter, exclusive to, exclusive "
        "with, exclusively, encumbered, compromised, in bed with, beholden, hampered, =gone, "
        "taken by, promised to, pledged to, given to, =taken, engaged to, locked up, no free "
        "hand, fall down on, =wanting, lose significance, lose its significance, lose statistical "
        "significance, =lost it, =loses it",
    ),
    *_rows(
        -1,
        "object",
        "disqualify, exclude, eliminate, rule out, reject, drop, dismiss, leave out, knock "
        "out, discard, remove, strike, ruled out, rule ~ out, cross ~ off, turn down, screen "
        "out, weed out, turn away, throw out, cross off, sort out, filter out, kick out, cast "
        "aside, strip out, disregard, decline, abandon, dispense with, cost us, deprive, write "
        "off, set aside, count out, =stops, =stopped, trip up, catch out",
    ),
]

_HAVE = [
    *_rows(
        1,
        "subject",
        "with, find, have, has, =say, =says, =said, tell, publish, disclose, state, give, "
        "gives, report, provide, "
        "release, announce, cover, covered, offer, available, exist, known, complete, name, "
        "set, show, supply, put forward, on file, in the public domain, quote, commit to, "
        "stated, present, communicate, specify, declare, issue, make public, publicly, post, "
        "furnish, divulge, reveal, set out, spell out, list, contain, deliver, submit, "
        "register, make available, on record, document, documented, in print, come up with, "
        "produce, forthcoming, obtained",
        verb=True,
    ),
    *_rows(
        -1,
        "subject",
        "no, none, nothing, without, nobody, in vain, thin, lack, miss, missing, undisclosed, "
        "unpublished, absent, omit, gap, gaps, withhold, open, silent, unknown, unavailable, "
        "leave open, blank, keep to, hold back, unstated, incomplete, outstanding, owe, "
        "unreported, empty, absence, =blanks, bare, nowhere, not available, mute, reticent, "
        "tight lipped, unspecified, unanswered, not forthcoming, lacking, deficient, void, "
        "undocumented, unrecorded, uncommitted, undeclared, unannounced, hole, holes, short "
        "of, =lacks, in the dark, n a, devoid, unforthcoming, =wanting",
    ),
]

_DIRECTION = [
    *_rows(
        1,
        "subject",
        "rise, increase, grow, climb, go up, up, improve, raise, lift, jump, add, push up, "
        "expand, strengthen, upward, boost, double, triple, swell, =gains, =gained, better "
        "off, went up, soar, surge, advance, escalate, inflate, gain, enlarge, widen, enhance, "
        "amplify, augment, step up, pick up, rally, recover, edge up, inch up, move up, come "
        "up, tick up, push ~ up, drive ~ up, bring ~ up, take ~ up, put ~ up, uplift, higher, "
        "upwards, benefit, earn more, add to, heighten, elevate, multiply, mount, better",
    ),
    *_rows(
        -1,
        "subject",
        "fall, decrease, decline, drop, go down, down, =lowers, =lowered, worsen, lose, "
        "reduce, cut, slip, shrink, deteriorate, cost, weaken, dip, take off, bring ~ down, "
        "trim, shave, erode, eat, drag, dent, dilute, slide, halve, shed, contract, sink, "
        "subtract, knock, lessen, diminish, came down, come down, take ~ off, worse off, "
        "=costing, give up, plunge, plummet, tumble, collapse, crash, recede, retreat, ease, "
        "soften, moderate, taper, subside, contracts, narrow, edge down, inch down, move down, "
        "tick down, fall away, fall off, push ~ down, drive ~ down, take ~ down, pull ~ down, "
        "drag ~ down, pare, pare back, chip away, nibble, depress, hurt, damage, impair, sap, "
        "subtract from, detract, knock ~ off, wipe ~ off, downward, downwards, lower, smaller, "
        "weaker, poorer, less, eat into, bite into, leave ~ lower, sacrifice, forfeit, lop, "
        "whittle, deduct, skim, compress, curtail, cost us, bring down, leak, worse",
    ),
]

_SHARE = [
    *_rows(
        1,
        "object",
        "share, part, percent, take, takes, tenth, fraction, cut, payout, slice, of the, off, "
        "off the, come out of, paid on, base, calculate, apply, computed, earn, participate, "
        "limited to, receive, entitled, get, got, share in, participate in, partake, charge "
        "on, charged on, levied on, levy on, reckoned on, figured on, assessed on, measured "
        "on, taken from, deducted from, comes off, based on, relate to, refer to, go by, "
        "confined to, restricted to, worked out on",
    ),
]

_HOLD = [
    *_rows(
        1,
        "subject",
        "hold, have, pass, satisfy, meet, =licensed, with, possess, own, clear, enjoy, free "
        "of, carry, licenced, be granted, obtain, secure, get through",
        verb=True,
    ),
    *_rows(
        -1,
        "subject",
        "no, none, nothing, without, lack, miss, missing, fail, fall at, fall down, fall "
        "short, absent, unlicensed, ruled out, trip, want of, for want of, lack of, absence "
        "of, cannot show, not granted, refused, denied, out on, stumble, stumbles, unlicenced, "
        "short of, devoid, non existent, =lapsed, =expired, =revoked, =wanting",
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
        "significant, significance, distinguish from chance, told apart from chance, "
        "=effective, =effectively, work, superior, superiority, "
        "positive, show, demonstrate, establish, prove, told apart, evidence, support, claim, "
        "conclude, beat, separate, better than, met, meet, confirm, succeed, exclude zero, "
        "excludes zero, below zero, antihypertensive, outperform, beyond placebo, pass, reach, "
        "win, efficacious, active, achieve, attain, hit, deliver, effect is real, real effect, "
        "convincing, conclusive, compelling, =clear, robust, beyond doubt, beyond question, "
        "beyond reasonable doubt, beyond chance, beat placebo, over placebo, ahead of placebo, "
        "above placebo, distinguish, distinguishable, distinct from, verify, verified, validate, "
        "substantiate, corroborate, back up, borne out, bear out, unlikely to be  chance, not "
        "chance, rejected the null, reject the null, null hypothesis ~ rejected, hypothesis ~ "
        "rejected, reached, outdid, outdo, better, exceed, surpass, undeniable, definite, "
        "helpful, =helped, =helps, =helping, benefited, =benefits patients, =worked, produce, "
        "yield, favourable, favorable, success, successful, excluding zero, exclude no effect, "
        "unequivocal, clear  of zero, does the job, justify, warrant, p < 0.05, p < 0.01, p < "
        "0.001, p below 0.05, below 0.05, under 0.05, =differ, =differs, =differed",
    ),
    *_rows(
        1,
        "move",
        "=lowers, =lowered, =lower, =lowering, reduce, fall, came down, drop, decline, bring ~ "
        "down, brought down, cut, improve",
    ),
    *_rows(
        -1,
        "subject",
        "insignificant, insufficient, weak, null hypothesis of no difference, null hypothesis "
        "of no "
        "effect, hypothesis of no difference, hypothesis of no effect, ns, less, favour "
        "placebo, favor placebo, "
        "nonsignificant, ineffective, fail, miss, unproven, indistinguishable, chance, null, "
        "inconclusive, uncertain, inferior, rise, raise, worse, include zero, includes zero, "
        "contain zero, cross zero, span zero, doubt, no better, compatible with no effect, "
        "unclear, unproved, undemonstrated, negative, short of, did not separate, remain to be "
        "shown, not enough, unable, cannot be told, lack, question, unsupported, only "
        "appeared, fall short, falls short, short of proof, in doubt, doubtful, questionable, "
        "unconvincing, unconfirmed, unestablished, unverified, unsubstantiated, undecided, "
        "undetermined, not proven, unresolved, ambiguous, equivocal, no different, like "
        "placebo, same as placebo, no more than placebo, as placebo, similar to placebo, "
        "=comparable to placebo, =comparable with placebo, could be chance, due to chance, "
        "down to chance, play of chance, by chance, noise, =ns, borderline, including zero, "
        "straddle zero, straddles zero, spanning zero, covers zero, cover zero, contains zero, "
        "encompass zero, overlap zero, both sides of zero, disappoint, disappointing, "
        "unsuccessful, futile, useless, elude, eludes, too weak, lacking, absent, not "
        "apparent, cannot be ruled out, cannot be excluded, failure, defeat, unable to, "
        "unremarkable, shy of, p > 0.05, above 0.05, over 0.05, p > 0.1, no difference, =open, "
        "leaves open, reject",
    ),
    *_rows(
        0,
        "null",
        "show to have no effect, show ~ no effect, prove ~ no effect, demonstrate ~ no effect, "
        "establish ~ no effect, prove ~ ineffective, show to be ineffective, prove to be "
        "ineffective, demonstrate ~ ineffective, rule out any effect, rule out an effect, "
        "rules out ~ effect, exclude any effect, exclude an effect, no effect whatsoever, no "
        "effect at all, true effect is zero, effect is zero, effect is nil, confidence ~ no "
        "better, certain ~ no better, proof ~ no effect, proof of no effect, definitely does "
        "not work, certainly does not work, does nothing, "
        "equivalent to placebo, equivalence to placebo, show that ~ no effect, prove that ~ no "
        "effect, demonstrate that ~ no effect, establish that ~ no effect, demonstrate that ~ does "
        "not work, prove that ~ does not work, show that ~ does not work, proven to be equivalent, "
        "shown to be equivalent",
    ),
]

_RUN = [
    *_rows(
        1,
        "object",
        "run, operate, open, activate, keep open, ship from, use, commit to, reopen, fixed "
        "cost is carried for, pay fixed cost on, light up, staff up, =staff, need, spend ~ on, "
        "lights on, turn on, turn ~ on, move through, ship ~ from, stay with, serve ~ from, "
        "serve from, work from, ship out of, deliver from, supply from, rely on, lean on, "
        "bring ~ on line, bring ~ online, switch on, switch ~ on, keep ~ open, keep ~ running, "
        "keep ~ in use, hold ~ open, start up, go with, plan on, count on, employ, utilise, "
        "utilize, keep, retain, reactivate, man, load, route ~ through, restart, fire up",
        verb=True,
    ),
    *_rows(
        1,
        "subject",
        "run, runs, open, active, operate, stay open, in use, carries the volume, fill, in "
        "service, in operation, in action, up and running, on line, online, stays on, stay on, "
        "carry the, carries, take the volume, handle, handles, serve, serves, cover, covers, "
        "ship, ships, =working, do the work, does the work, =lit, needed, required, suffice, "
        "suffices, enough, sufficient, do the job, adequate",
    ),
    *_rows(
        -1,
        "object",
        "close, shut, mothball, idle, leave ~ shut, leave ~ dark, leave ~ closed, leave ~ "
        "idle, keep ~ closed, keep ~ dark, keep ~ shut, drop, without, do without, done "
        "without, retire, give up, lights off, turn off, turn ~ off, spare, switch off, let ~ "
        "sit out, shutter, decommission, take ~ out of service, take out of service, take ~ "
        "off line, take ~ offline, wind down, leave ~ unused, leave ~ off, dispense with, pull "
        "out of, exit, hold ~ in reserve, keep ~ in reserve, hold ~ back, keep ~ off, keep ~ "
        "idle, pass on, skip, save ~ fixed cost, save the fixed cost, deactivate, power down, "
        "lay up, vacate, park, forgo, bypass, no need for, no call for, no use for, no reason "
        "to open, no place for, no room for",
        verb=True,
    ),
    *_rows(
        -1,
        "subject",
        "closed, dark, shut, idle, mothballed, dormant, unused, stay closed, stays dark, out "
        "of use, down, unopened, goes dark, go dark, switched off, unstaffed, sit out, not at "
        "all, off, out of service, unneeded, surplus, superfluous, redundant, unnecessary, "
        "remain dark, stay dark, remain closed, remain shut, stay shut, stays shut, stays "
        "closed, offline, off line, empty, in reserve, on standby, standby, vacant, inactive, "
        "out of action, out of the plan, stay out, stays out, unlit, dispensable, spared",
    ),
]

_WORK = [
    *_rows(
        1,
        "object",
        "work on, improve, prioritise, prioritize, raise, attack, begin with, concentrate, "
        "fix, focus, review, lift, inspect, help in, needs help, need work, address, work the, "
        "tackle, target, repair, mend, shore up, strengthen, invest in, spend on, sort out, go "
        "after, tighten, start with, attend to, look at, coach, train, unblock, push, step in",
    ),
    *_rows(
        -1,
        "subject",
        "fine, good, healthy, strong, need no action, no action, in good shape, in order, no "
        "need to work on",
    ),
]


_ASK = [
    *_rows(
        1,
        "object",
        "ask, ask for, request, seek, approve, approval, authorise, authorize, authorisation, "
        "authorization, release, grant, sign off, sign off on, fund, funding, commit, endorse, "
        "agree, consent, spend, need, want, apply, call for, invite, let, allow, permit, "
        "permission, leave to, "
        "green light, greenlight, give the go ahead, clear, back, support, provide, allocate, "
        "make available, put up, buy, purchase, order, vote, decide on, propose, recommend, "
        "include, cover, confirm, "
        "the ask, our ask, decision sought, proceed with, go ahead, invest, pay, draw down, "
        "unlock, free up, set aside, earmark, as well, ready to, begin, start, launch",
    ),
    *_rows(
        -1,
        "object",
        "later, defer, postpone, delay, withhold, hold back, hold off, held over, on hold, wait, "
        "await, leave out, exclude, decline, refuse, reject, keep back, retain, freeze, park, "
        "suspend, stop, premature, too early, too soon, next meeting, another meeting, follow, "
        "return to the board, come back, comes back, second step, separate request, separate "
        "paper, subsequent, in due course, only when, only once, only after, not before, off the "
        "table, separately, "
        "for another day, not part of, out of scope, excluding, without, except, apart from, "
        "stay closed, unspent, at a later, reserved for, in reserve, =until, subject to a",
    ),
]


SENSES: dict[str, list[tuple[str, Predicate]]] = {
    "exceed": _EXCEED,
    "earn": _EARN,
    "ask": _ASK,
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


def _own_role(phrase: str) -> str:
    """`losing ~` says it of what comes behind, `weaker than` of one against the other."""
    if phrase.endswith(" ~"):
        return "object"
    return "relation" if phrase.endswith(" than") or " as " in phrase else "subject"


@lru_cache(maxsize=128)
def sense_table(
    names: tuple[str, ...],
    affirming: tuple[str, ...] = (),
    denying: tuple[str, ...] = (),
    neutral: tuple[str, ...] = (),
) -> PhraseTable[Predicate]:
    """The words of a point's own and of these senses; of the same word the later sense counts."""
    own = {
        phrase.removesuffix(" ~"): Predicate(sign, _own_role(phrase), is_own=True)
        for sign, phrases in ((1, affirming), (-1, denying), (0, neutral))
        for phrase in phrases
    }
    merged = {phrase: predicate for name in names for phrase, predicate in SENSES[name]}
    return PhraseTable([*own.items(), *merged.items()])
