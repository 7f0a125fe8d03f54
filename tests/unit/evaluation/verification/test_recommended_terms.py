"""Recommendations with conditions: each is read as what it says of the price asked for."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from modylbench.evaluation.verification.claims.check import judge
from modylbench.evaluation.verification.claims.terms import TermsReader
from modylbench.language.claims.words import tokens
from modylbench.products.quantities.conclusion import ClaimSought, VerdictPoint


@dataclass(frozen=True)
class Deal:
    """The prices that a text may name: the one asked for, one below it and one above."""

    asked: str
    lower: str
    higher: str
    ev: str
    low_ev: str

    def fill(self, text: str) -> str:
        return text.format(
            asked=self.asked, lower=self.lower, higher=self.higher, ev=self.ev, low_ev=self.low_ev
        )

    def claim(self, truth: str) -> ClaimSought:
        point = VerdictPoint(truth=truth, asked=(self.asked, self.ev), terms=("pool",))
        return ClaimSought(id="recommendation", product="page", points=(point,))


DEALS = (
    Deal("12.0x", "11.0x", "13.0x", "$180.0M", "$165.0M"),
    Deal("9.5x", "8.7x", "10.2x", "$61.8M", "$56.6M"),
)
AGAINST = """
Proceed only at a lower price.
Not at this price; at {lower} we would.
Do not proceed at {asked}. We would go ahead at {lower}.
Proceed if the seller comes down to {lower}.
If the price falls to {lower}, we would proceed.
Proceed, provided that the price comes down to {lower}.
We recommend proceeding at {lower} or below.
We recommend going ahead, subject to a reduction of the price to {lower}.
Approve, conditional on a lower entry multiple.
Yes at {lower}, no at {asked}.
We would support the deal at {lower}, not at {asked}.
Re-bid at {lower}.
Our recommendation is to bid {lower} and no more.
The most we should pay is {lower}.
Proceed to confirmatory diligence only once the price has been cut.
Proceed, but the price must come down first.
We are in favour, as long as the seller accepts {lower}.
At {lower} this is a yes; at {asked} it is a no.
We can back this deal below {lower}, but not at the price asked.
Go ahead only if the entry multiple drops by half a turn.
We would only move forward at a price of {lower} or less.
Recommend proceeding at a reduced price of {low_ev}.
A conditional yes: proceed if the pool shrinks or the price falls.
We would be happy to proceed at {lower}.
Continue talks, but offer {lower} rather than {asked}.
Hold the pen at {lower}; above that we walk.
It is a no at {asked}. Were the seller to accept {lower}, we would sign.
Return to the seller with {lower}; at that level the deal deserves our support.
Recommendation: proceed, price permitting, at no more than {lower}.
We like the business and would buy it at {lower}.
Decline at {asked}. Should the seller move to {lower}, proceed.
Approve confirmatory diligence if, and only if, the multiple is renegotiated to {lower}.
Only a lower price would justify going on.
A price of {lower} would let us go ahead.
This is investable at {lower}, not where it is offered.
We would approve it with a smaller option pool, not on the terms proposed.
Proceed when the price is right; today it is too high.
Proceed at {lower}.
Even at {lower} we would not proceed.
Pass for now, and proceed should the multiple come in at {lower}.
Our support ends at {lower}; the seller wants {asked}.
The committee should say yes at {lower} and not a penny more.
Worth doing at {lower}, not worth doing at {asked}.
We advise IC to approve, on condition that the valuation is brought down to {low_ev}.
Approval is recommended subject to the vendor agreeing to a lower multiple.
We would want to own this business, but at {lower}.
Go, once the seller has accepted {lower}.
Conditional approval: the entry multiple has to fall to {lower}.
If we can get it for {lower} we should do the deal. If not, we should walk away.
The right move is to counter at {lower} and to walk if that is refused.
As priced, no. Repriced to {lower}, yes.
Proceed. Condition: a price of {lower} or below.
Pay no more than {lower}.
Our maximum is {lower}.
We recommend that the committee authorises an offer at {lower}.
Only with a smaller pool or a cheaper entry would we continue.
We are buyers at {lower} and not at {asked}.
Do not go ahead at {ev}; at {low_ev} the case works and we would sign.
The deal is approvable if the price drops by a turn.
Move forward, but only after the seller has given ground on price.
I recommend proceeding with diligence at a price of {lower} instead of {asked}.
Let us go back with {lower}. At that price I would recommend the investment.
Not recommended at the asking price. Recommended at {lower}.
We should continue only if the terms improve.
Decline the current terms, with a standing offer to proceed at {lower}.
A yes depends on the price falling to {lower}.
Keep the process warm, but do not sign at {asked}.
The team would endorse a bid of {lower}; it does not endorse {asked}.
Invest, assuming that the multiple can be negotiated down to {lower}.
We would not go above {lower}.
Recommend against paying {asked}. We are prepared to transact at {lower}.
This clears our bar only if bought at {lower}, so the answer at {asked} is no.
Hold out for {lower}; failing that, stand down.
We support an acquisition, though not at the multiple on offer.
Send the seller a revised bid of {lower} and proceed on that basis only.
IC should withhold approval at {asked} and grant it at {lower}.
Were the price {lower}, we would recommend it; as it is, we do not.
Proceed subject to price: the model needs {lower} to reach the hurdle.
Too expensive at {asked}; attractive at {lower}.
We recommend the transaction at an enterprise value of {low_ev}, rather than the {ev} in the draft.
We are interested, but not at this level.
The recommendation is to pass unless the multiple falls to {lower}, in which case we would go on.
Go on, but with the price cut by a turn.
Recommendation: PROCEED AT {lower} - DO NOT PROCEED AT {asked}.
We would approve if management gave up part of the pool or the seller part of the price.
No deal at {asked}, deal at {lower}.
Buy, but cheaper.
It does not merit approval today. A reduction to {lower} would change our mind.
We would rather walk than pay {asked}, and would gladly pay {lower}.
We cannot justify {asked}, but {lower} would be acceptable to us.
Recommend a reduced offer: {lower} of LTM EBITDA.
The fund should invest at {lower} at the latest; anything dearer fails the hurdle.
Postpone the decision until the seller agrees to {lower}, then go ahead.
I would vote yes with {lower} on the page and vote no with {asked}.
We propose to carry on with the process on the basis of {lower}.
Our view: good company, wrong price. Proceed at {lower} or not at all.
Approve diligence spend only against a signed price of {lower}.
The case for going ahead exists at {lower}; it does not exist at {asked}.
At the price in the teaser we decline; a half-turn reduction would bring us back.
Should we proceed? At {asked}, no. At {lower}, yes.
Proceed with a price chip to {lower}.
We would gladly go on if the seller shaved a turn off the price.
The deal team asks for authority to bid {lower}, no more.
Do not chase: {lower} or walk.
""".strip().splitlines()
"""Against going on at the price asked for, whatever is said of others."""
IN_FAVOUR = """
Proceed at {asked}, but not above.
Proceed at up to {higher}.
Proceed, subject to confirmatory diligence.
Go ahead at {asked}, as long as the price stays where it is.
Proceed at this price; walk away if the seller asks for more.
We recommend going ahead at {asked}. Above {higher} we would stop.
Approve at {asked} or below.
Proceed, provided that diligence confirms retention.
We would pay {asked}, and even {higher} would clear.
Proceed only at {asked}; at {higher} we would pass.
Proceed, unless the price rises.
If the seller holds to {asked}, go ahead.
Yes at {asked}; no at {higher}.
Proceed at the asking price. Do not chase it beyond {higher}.
Go ahead on these terms only: at a higher price we would step back.
Even at {higher} we would proceed.
The deal merits approval at {asked}, on condition that the add-backs hold up.
Proceed at {asked}. A lower price would be welcome but is not needed.
We support the deal at {ev}, and would not bid more than that.
Bid {asked}.
Take it at {asked}; beyond {higher} the return is gone and we should let it go.
We recommend approval at {asked}, provided the debt terms are confirmed.
Worth doing at {asked}, not worth doing at {higher}.
Sign at {asked}. If the seller reopens the price upwards, stop.
Buy at {ev} or less.
Proceed, and do not let the price drift above {asked}.
We would be buyers at {asked} and still at {higher}.
Our recommendation is yes, on the terms on the table.
The committee should approve the bid of {asked}, with a ceiling of {higher}.
Go ahead at the current price, not at a higher one.
We advise going ahead at {asked} rather than asking for {lower}.
There is no need to insist on {lower}: proceed.
Proceed at {asked}. If diligence turns up higher churn, come back to us.
Approve, subject to legal review.
Go ahead provided the price does not rise.
Proceed at no more than {asked}.
We back the deal at the price asked, and would drop out only if a rival pushes it past {higher}.
Continue to confirmatory diligence; our limit is {higher}.
If the terms stay as they are, we should sign.
Yes, at {asked}.
Proceed at {asked}. Re-bidding lower is not needed.
We recommend paying {asked}, and see no reason to hold out for {lower}.
Approve at {asked}; decline at {higher}.
The answer is yes as long as the seller does not raise the price.
Proceed. The hurdle would still be cleared at {higher}.
If the price moves up to {higher}, walk away; at {asked}, go ahead.
We would go on at {asked}, and stop at {higher}.
Endorsed at {ev}. Any increase needs a fresh decision.
Go ahead, but do not raise the bid.
Commit at the agreed price, and no higher.
Our walk-away price is {higher}; at {asked} we recommend signing.
Do the deal, whether at {asked} or at {lower}.
We endorse the transaction at the proposed multiple, on condition that the customer calls go well.
Even a turn more would leave us above the hurdle, so proceed at {asked}.
At {asked} this deserves to go on; it would stop deserving that at {higher}.
Accept {asked}. Were they to ask for {higher}, decline.
The case for going ahead holds at {asked} and weakens only beyond {higher}.
Should we proceed? At {asked}, yes.
Green light at {asked}, amber at {higher}.
Our authority should run to {higher}; the deal itself is a yes at {asked}.
Recommend proceeding on the current terms, without asking for a discount.
We would invest at this price and would not need it to fall.
Proceed at {asked} unless diligence finds a hole in the add-backs.
Approve at {asked}, so long as the multiple is not bid up.
""".strip().splitlines()
RETURNS = (
    "The diluted IRR is 19.8% and the diluted MOIC 2.46x, with an exit at 11.0x.",
    "Leverage at close is 5.0x, and 150 basis points on the term loan cost $0.7M a year.",
)


def outcome(text: str, deal: Deal, truth: str) -> str:
    return judge(deal.fill(text), deal.claim(truth))[0]


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal.asked)
@pytest.mark.parametrize(
    ("texts", "truth", "contrary"), [(AGAINST, "below", "above"), (IN_FAVOUR, "above", "below")]
)
def test_a_condition_says_what_holds_at_the_price_asked_for(
    deal: Deal, texts: list[str], truth: str, contrary: str
) -> None:
    read = [text for text in texts if outcome(text, deal, truth) == "passed"]
    refuted = [text for text in texts if outcome(text, deal, contrary) == "failed"]

    assert len(read) >= 0.95 * len(texts), sorted(set(texts) - set(read))
    assert len(refuted) >= 0.95 * len(texts), sorted(set(texts) - set(refuted))


@pytest.mark.parametrize("text", [*AGAINST, *IN_FAVOUR])
def test_no_condition_is_read_as_its_contrary(text: str) -> None:
    truth, contrary = ("below", "above") if text in AGAINST else ("above", "below")

    assert outcome(text, DEALS[0], truth) != "failed"
    assert outcome(text, DEALS[0], contrary) != "passed"


@pytest.mark.parametrize("sentence", RETURNS)
def test_figures_that_are_no_price_change_nothing(sentence: str) -> None:
    changed = [
        text
        for text in [*AGAINST, *IN_FAVOUR]
        for truth in ("below", "above")
        if outcome(f"{text} {sentence}", DEALS[0], truth) != outcome(text, DEALS[0], truth)
    ]

    assert changed == []


@pytest.mark.parametrize(
    "text",
    [
        "Walk away if the price goes above {higher}.",
        "What we do depends on the price.",
        "Above {higher} we would stop.",
    ],
)
def test_what_is_said_of_a_higher_price_alone_decides_nothing(text: str) -> None:
    assert {outcome(text, DEALS[0], truth) for truth in ("below", "above")} <= {
        "unverifiable",
        "missing",
    }


@pytest.mark.parametrize("asked", [8.0, 11.0, 12.5, 15.0])
@pytest.mark.parametrize("step", [-1.5, -0.5, -0.1, 0.0, 0.1, 0.5, 1.5])
def test_a_price_is_better_the_lower_it_is(asked: float, step: float) -> None:
    reader = TermsReader((f"{asked:g}x",), ())
    expected = "better" if step < 0 else "worse" if step else "asked"

    assert reader.read(tokens(f"at {asked + step:.1f}x")) == expected
    assert reader.read(tokens(f"up to {asked + step:.1f}x")) == expected


def test_above_and_below_the_price_asked_for_are_other_prices() -> None:
    reader = TermsReader(("12.0x",), ())

    assert reader.read(tokens("below 12.0x")) == "better"
    assert reader.read(tokens("above 12.0x")) == "worse"
    assert reader.read(tokens("at or below 12.0x")) == "asked"
    assert reader.read(tokens("no more than 12.0x")) == "asked"
    assert reader.read(tokens("exit at 11.0x")) is None
