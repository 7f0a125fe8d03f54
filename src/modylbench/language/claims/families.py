"""Families of English words: a scenario that names two words of one means all of them.

Nothing here belongs to a scenario.
"""

from __future__ import annotations

from functools import lru_cache

from modylbench.language.claims.words import phrase_stems

ENOUGH = 2  # ours: one word may be there in another meaning, two of a family are not
_FAMILIES = (
    # Who decides.
    "control, in control, in charge, majority, upper hand, call the shots, run the show, final "
    "say, final word, last word, last say, driving seat, driver's seat, at the helm, in "
    "command, whip hand, controlling interest, controlling stake, hold sway, majority owner, "
    "majority shareholder, senior partner, outvote, ours to run, lead the joint venture, lead "
    "the venture, lead the jv, our decision, have the say, the reins, bigger partner, larger "
    "partner, take the lead",
    "minority, junior partner, weaker party, second fiddle, back seat, passenger seat, "
    "outvoted, minority shareholder, minority owner, minority stake, smaller shareholder, run "
    "by others, others decide, partner decides, local side decides, lesser partner, smaller "
    "partner, run by the partner, run by our partner",
    # Whether sources agree.
    "disputed, dispute, conflict, contradict, disagree, differ, diverge, at odds, clash, "
    "discrepancy, irreconcilable, unreconciled, incompatible, contested, contest, unresolved, "
    "unsettled, undecided, controversial, in question, mismatch, inconsistent, cannot both be "
    "right, against each other, challenge, rival figures, leave open, left open, do not choose, "
    "does not choose, do not pick, not choose between them, not choose between, does not choose "
    "between them, do not choose between them, do not say which, at variance, poles apart, do "
    "not match, does not match, do not tally, part company, tell different stories, stand side "
    "by side, stalemate, unanswered",
    "settle, settled, resolved, agree, confirm, corroborate, verify, reconciled, coincide, "
    "concur, consistent, bear out, borne out, undisputed, uncontested, unanimous, in agreement, "
    "in line, of one mind, no longer in doubt, put to rest, laid to rest, match each other, "
    "tally, beyond dispute, case closed, identical",
    "averaged, average, =mean, midpoint, blend, blended, half and half, split the difference, "
    "halfway, compromise, in between, combined, merge, mixture, middle ground, middle value, "
    "weighted together, meet in the middle, take the middle",
    # Whether a rate may move.
    "floats, floating, variable, adjustable, reprices, repriced, unhedged, exposed, vulnerable, "
    "unprotected, unswapped, uncapped, at the mercy, moves with the market, tracks, resets, no "
    "hedge",
    "hedged, fixed, swap, swapped, locked in, lock in, locked, protected, immune, insulated, "
    "insensitive, shielded, shield, sheltered, protection, hedging, hedge, collar, neutralised, "
    "pegged, guaranteed, unaffected, off the table, taken care of, laid off",
    # Whom a change costs.
    "costs, cost, worse off, hurt, reduce, erode, burden, expense, drain, set back, sets ~ "
    "back, dent, eat into, less cash, more interest, squeeze, shave, detract, knock, outlay, "
    "penalty, lower cash, damage",
    "gain, benefit, tailwind, save, saves, better off, help, helps, improve, boost, windfall, "
    "earn, earns, profit from, more cash, bring in, in our favour, in our favor, higher cash, "
    "add to cash",
    # How a thing is owned.
    "joint venture, JV, co-own, joint-venture, jointly owned, shared ownership, co-owned, joint "
    "company",
    "wholly owned subsidiary, full ownership, owning everything, on our own, own all of it, own "
    "it all, sole owner, fully owned, fully owned subsidiary, own everything, unrestricted, own "
    "the whole, own 100%, hundred per cent, sole ownership, single owner, wholly owned, no "
    "partner, go it alone",
    "acquisition, acquire, buy ~ outright, takeover, take over, buy out, outright, purchase ~ "
    "company, buy a local, acquire a local, take ~ over",
    # What is asked for.
    "hurdle, hurdle rate, threshold, requirement, minimum, minimum return, bar, cut-off, "
    "required return, target return, what ~ asks, what ~ demands, what ~ wants, what ~ "
    "requires, what ~ needs, what ~ expects, what is asked, what is required, ic wants, ic "
    "asks, ic requires, ic demands, committee demands, committee asks, committee wants, "
    "committee expects, required rate, floor, yardstick, finishing line, the line, our limit, "
    "benchmark, needed",
)  # fmt: skip
FAMILIES = tuple(
    tuple(phrase.strip() for phrase in family.split(",") if phrase.strip()) for family in _FAMILIES
)


@lru_cache(maxsize=256)
def with_family(phrases: tuple[str, ...], against: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The phrases, and those of every family that has two of them; nothing of what is `against`."""
    declared = {phrase_stems(phrase) for phrase in phrases}
    barred = {phrase_stems(phrase) for phrase in against}
    added = [
        phrase
        for family in FAMILIES
        if len({phrase_stems(phrase) for phrase in family} & declared) >= ENOUGH
        for phrase in family
        if phrase_stems(phrase) not in barred | declared
    ]
    return (*phrases, *dict.fromkeys(added))
