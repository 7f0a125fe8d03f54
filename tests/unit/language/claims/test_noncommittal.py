"""Who sets the opposite beside his conclusion concludes nothing; who weighs and decides does."""

import time

import pytest
from tests.staging.variants import variant_of

from modylbench.language.claims.noncommittal import is_uncommitted, leaves_open
from modylbench.products.reading.product_texts import product_texts
from modylbench.scenarios.catalogue import shipped_scenarios

OPEN = (
    "We recommend to go ahead. The other answer has the same weight; we leave it to you.",
    "Proceed at this price. Or do not proceed: just as good a case exists, whichever you prefer.",
    "The high dose works, or the opposite; both conclusions are defensible and we remain neutral.",
    "Vietnam is first. It might just as well be the other way round; either is fine by us.",
    "There is much for and against it, evenly balanced, and I'm happy with both.",
    "Sign the partner or not sign the partner: equally good answers; take your pick.",
    "The endpoint is met. The contrary is equally true, and we do not take sides.",
    "Enter the market or stay out: the pros and cons balance. It's a matter of taste.",
    "Yes and no. Both answers are valid, and it depends on your preference.",
    "Our verdict is positive, and it could also be the reverse with equal right.",
    "The mix explains the fall. Equally the opposite is so; I'd be comfortable with either.",
    "One could accept the debt and one could just as well refuse it. I'm fine with both.",
    "The IRR clears the hurdle. Its opposite is as sound as that, so the decision is a toss-up.",
    "Option A: shut Reno. Option B: the reverse, with as much reason. Whichever the board prefers.",
    "We find the drug effective. A case can be made for the opposite, and no conclusion is drawn.",
    "It is below the hurdle or the other way round; either works for us.",
    "Do it or leave it, I can word it either way.",
    "I'd add the tranche or leave it out, a fair case for each; I will write it either way.",
    "Telling you yes or no is just as right; suit yourself.",
    "The answer is to wait, or its opposite: a coin toss.",
    "We support filing. On the other hand the opposite is just as valid. No verdict is given.",
    "The conclusion is that sales fell; or, equally good, the converse.",
    "Accept it or reject it: whichever you prefer, I can defend both.",
    "The dose should go to phase III, or the opposite, and we would support either.",
    "We could proceed and also not proceed; neither answer has more weight, so take your pick.",
    "Keep three buildings, or the other way about; I could argue it either way.",
    "Buy the business. If the reader prefers the opposite, that is equally defensible.",
    "Cases can be made for both, and I could live with either; tell me which way you lean.",
    "Raise it or leave it. Either answer is fine with me, so suit yourself.",
    "The segment fell. So does the opposite hold, with equal force.",
    "- Go: the rate clears the hurdle.\n- Or the exact opposite, on equal grounds.",
    "As a verdict: yes or no. We stay neutral, and leave the choice to you.",
)
CONCLUDED = (
    "We recommend to proceed. Either way, the NPV is positive.",
    "The two sources disagree, and we do not choose between them: both stand with their source.",
    "Neither figure is better founded than the other, and we do not pick one over the other.",
    "I won't pick one of the two without a source; both are equally well founded.",
    "The CRM says it fell in every segment; it is the opposite: each segment rose.",
    "Counsel's brief says the opposite, so I have left the path as it is.",
    "If the licence slips, go with Thailand; otherwise Vietnam.",
    "If you prefer the second layout I'll switch the chart.",
    "Whichever you prefer, chart or table, the figures are the same.",
    "One reading is that sales got worse; the other is mix. The data support the second.",
    "It could be argued for and against with equal force; on balance we recommend to proceed.",
    "Some would put the opposite, with as much force. We reject that: the test is not met.",
    "At 12x we proceed and at 13x we do not proceed.",
    "Proceed if the IRR clears 20%, or do not proceed if the lenders will not go to 4.5x.",
    "Both doses were significant, and both are equally well tolerated.",
    "On the one hand revenue grows, on the other hand margin does not.",
    "I can write it either as a note or as a row.",
    "I could put it either way, but I won't write what the file does not say.",
    "Yes, that's right, and no, nothing else changed.",
    "The sensitivity is on both sides of the base case.",
    "The two buildings are equally good on cost, and the tie is broken by spare room.",
    "It can go wrong in either direction: overstated or understated.",
    "The mean may be biased either way, so I would not use it.",
    "The plan is the reverse of last year's: two plants and three DCs.",
    "It's your call, but I wouldn't do it; the covenant breaks in year two.",
    "We leave the choice of lender to you; the tear-sheet says proceed.",
    "The committee may decide either way on the fee; our recommendation is to go.",
    "I'd keep the audited return. Or, if you want it, I can show the tracker beside it.",
    "The reverse is also true of SMB: its rate rose while its share grew.",
    "The tornado goes the other way round for price, and also for volume.",
    "You could add it or leave it out of the appendix; the total is the same.",
    "There are two cases. In the base case we proceed; in the downside we do not.",
    "I don't take a position on tax; counsel does.",
    "I have not decided which chart is better, tell me which one you prefer.",
    "Both sides are cited, and none is chosen, because the sources disagree.",
    "The opposite claim, that mix plays no part, is wrong.",
    "Vietnam is first on both weightings, and the ranking holds either way.",
    "Is it go or the opposite, with equal right? It is go.",
)


@pytest.mark.parametrize("text", OPEN)
def test_a_conclusion_beside_its_opposite_is_none(text: str) -> None:
    assert leaves_open(text)
    assert leaves_open(f"The table is above. {text}")


@pytest.mark.parametrize("text", CONCLUDED)
def test_who_weighs_rejects_or_makes_a_condition_concludes(text: str) -> None:
    assert leaves_open(text) == ""


@pytest.mark.parametrize("text", OPEN[:8])
def test_who_comes_down_on_a_side_after_all_has_concluded(text: str) -> None:
    assert leaves_open(f"{text} On balance we go ahead.") == ""


def test_what_stands_far_apart_is_of_different_things() -> None:
    between = "The debt is paid in year five. " * 4
    assert leaves_open(f"Use it or leave it in the appendix. {between}Both are equally good.") == ""


@pytest.mark.parametrize("name", shipped_scenarios())
def test_a_perfect_agent_always_concludes(name: str) -> None:
    variant = variant_of(name, 5)
    texts = [
        slot.model_answer for turn in variant.scenario.human_turns() for slot in turn.alternatives
    ]
    texts += [text.text for product in variant.final_products for text in product_texts(product)]
    assert [found for found in map(leaves_open, texts) if found] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It might or might not be that margins rise.", True),
        ("Margins rise, which I would neither confirm nor rule out.", True),
        ("Margins may rise if prices hold.", False),
        ("I would rather not confirm that before the audit.", False),
    ],
)
def test_a_sentence_that_says_a_thing_and_its_contrary_commits_to_nothing(
    text: str, expected: bool
) -> None:
    assert is_uncommitted(text) is expected


@pytest.mark.parametrize("part", ["or the opposite ", "equally good. ", "do it or leave it\n"])
def test_time_grows_no_faster_than_the_text(part: str) -> None:
    began = time.process_time()
    leaves_open(part * 20_000)
    assert time.process_time() - began < 5
