"""Coverage, denial, echo and foreign figures tell a bad answer from a reworded one."""

import re
from functools import lru_cache
from itertools import pairwise
from statistics import mean

import pytest
from tests.staging.perfect_turns import every_view, perfect_views, view_at, with_words
from tests.staging.sampling import whole_at_night
from tests.staging.variants import variant_of

from modylbench.evaluation.facts import SpeechFacts
from modylbench.evaluation.measuring.speech import speech_facts
from modylbench.evaluation.measuring.wording.refusal import denies
from modylbench.evaluation.reference.coverage import orderliness
from modylbench.evaluation.views.turns import TurnView
from modylbench.foundation.draw import Draw
from modylbench.scenarios.catalogue import shipped_scenarios

every_scenario = pytest.mark.parametrize("name", shipped_scenarios())

PARAPHRASES = [
    ("business_analyst", 5, "Small business slid from 50.97 to 28.07 percent of "
     "everything created, "
     "while the big accounts went from 15.97 to 35.96. It's 160 small ones where we had 316, "
     "49 percent fewer, and somebody ought to explain that."),
    ("business_analyst", 9, "Yes, by the CRM's way of counting each segment drops, and overall it "
     "goes 49.3 to 29.0. I don't trust the basis, though: Q2 has its archived deals taken out."),
    ("business_analyst", 13, "Within sixty days 166 of 620 were won in Q2, 129 of 570 in Q3; it's "
     "all on the cohort funnel tab, archived ones in."),
    ("business_analyst", 15, "All of them had it: we exported 62 days after the quarter was over, "
     "so even September 30 got its 60."),
    ("business_analyst", 33, "Each of the three segments now has its own two series on the chart, "
     "same axes; the totals I left alone."),
    ("business_analyst", 27, "33.59 percent now and 41.89 in Q2, from qualified to proposal."),
    ("business_analyst", 35, "Can't be told from this. No loss reason is recorded, nor a "
     "competitor; all we have is that a deal was lost, and when."),
    ("financial_analyst", 5, "We're paying 204 million, ten times the 20.4 million of adjusted "
     "EBITDA. I didn't take the pro forma number."),
    ("financial_analyst", 15, "Changed. Senior is up to 76.5 million, which makes total debt "
     "112.2, and the equity cheque shrinks to 91.8."),
    ("financial_analyst", 23, "65.8 percent of senior has been repaid by then, 26.2 million is "
     "left; the sub has grown to 42.4 with PIK."),
    ("deep_researcher", 5, "352 watt-hours a kilo for the cell. It's in their own datasheet of "
     "March 2025, S07."),
    ("deep_researcher", 11, "It's nameplate: the annual reports speak of rated capacity, "
     "and nobody "
     "publishes what a line really puts out."),
    ("deep_researcher", 17, "Two of them, Corvane Halide and Kestrel Ionics, have stated no target "
     "level anywhere, so those series are empty."),
    ("scientist", 19, "Two make it at a five percent discovery rate, seated diastolic and time at "
     "target. Ambulatory systolic drops out: it had 0.0397 before and has 0.0795 after "
     "adjustment."),
    ("scientist", 31, "A gap between a significant and a non-significant subgroup isn't itself "
     "significant. The small ones have wide intervals; look at the interaction test."),
    ("scientist", 43, "No, the lowest p is 0.2016. But with so little power, that these tests find "
     "nothing isn't evidence that nothing is there."),
    ("business_strategist", 3, "A 4. Getting the licence takes 7 months there by the pack, and in "
     "the guide over five and up to eight is a four."),
    ("business_strategist", 17, "Thailand leads now with 3.40; Vietnam is second on 3.30."),
    ("business_strategist", 41, "27.4 percent of it, 148.8 out of 543.1 million. Simple payback "
     "comes after 2.7 years."),
    ("business_strategist", 39, "With the smartphones in, SAM drops to 148.8 million, from 179.2, "
     "and SOM to 17.11. That makes the NPV -0.83 million, from 0.76. TAM is the same."),
    ("scientist", 9, "High dose: -5.30 (SE 2.119; -9.47, -1.12; p 0.0131). Low dose: -3.08 "
     "(SE 2.074; -7.16, 1.01; p 0.1392)."),
    ("scientist", 7, "Under discontinued the line now has the share of randomised: 10.5% "
     "overall; placebo 6.8%, low dose 9.9%, high dose 14.8%."),
    ("scientist", 17, "Added: Benjamini-Hochberg adjusted p, beside the raw p, for those six only. "
     "Example: seated diastolic, 0.0098 raw, 0.0293 adjusted."),
    ("business_strategist", 21, "Vietnam with 3.30 is second to Thailand with 3.40, a lead of 0.10 "
     "out of five. Thin, that is, though before the change Thailand was first as well."),
    ("business_strategist", 29, "Top three now: Licence delay, Price war and Patient data breach. "
     "Licence delay is up from 3 to 4 on likelihood, which takes its risk score to 12."),
    ("financial_analyst", 5, "10 times LTM adjusted EBITDA of $20.4 million is an enterprise value "
     "of $204 million. The CIM's lower reported figure and its pro forma of $24.1 million I don't "
     "use, since unsigned contracts are in the latter."),
    ("business_analyst", 17, "Two segments up: Mid-Market from 20.98% to 23.90%, SMB from 32.91% "
     "to 37.50%. Enterprise down from 19.19% to 9.76%, overall down from 26.77% to 22.63%."),
    ("business_analyst", 23, "Rounding aside it foots: -3.090 mix, 1.800 rate, -2.853 interaction, "
     "-4.143 in all, which is Q3 minus Q2 off the cohort counts. On Enterprise I'd bet with care: "
     "19 of 99 became 20 of 205, and that is more than noise."),
]  # fmt: skip


def facts(name: str, turn: int, words: str, seed: int = 1) -> SpeechFacts:
    return speech_facts(
        [with_words(view_at(views_of(name, seed), turn), words)], variant_of(name, seed)
    )[turn]


@lru_cache(maxsize=16)
def views_of(name: str, seed: int) -> list[TurnView]:
    return perfect_views(variant_of(name, seed))


def shuffled(text: str) -> str:
    words = text.split()
    return " ".join(Draw("words", text).in_drawn_order(words))


@pytest.mark.parametrize(("name", "turn", "words"), PARAPHRASES)
def test_an_honest_paraphrase_is_an_answer(name: str, turn: int, words: str) -> None:
    found = facts(name, turn, words)

    assert found.coverage is not None
    assert found.coverage >= 0.4
    assert (found.denies, found.why_unusable, found.foreign_figures) == (False, "", ())
    assert found.echo < 0.4
    assert not [figure for figure in found.figures if figure.is_true is False]


@every_scenario
def test_the_same_words_in_no_order_are_no_answer(name: str) -> None:
    variant = variant_of(name, 6)
    views = views_of(name, 6)

    salad = speech_facts([with_words(view, shuffled(view.words.text)) for view in views], variant)
    catchwords = speech_facts(
        [
            with_words(view, " ".join(re.findall(r"\S*\d\S*|\w{7,}", view.words.text)))
            for view in views
        ],
        variant,
    )

    assert mean(speech.coverage or 0.0 for speech in salad.values()) < 0.35
    assert mean(speech.coverage or 0.0 for speech in catchwords.values()) < 0.6


@every_scenario
def test_the_answer_of_the_turn_before_is_no_answer(name: str) -> None:
    variant = variant_of(name, 6)
    views = views_of(name, 6)
    late = [with_words(now, then.words.text) for then, now in pairwise(views)]

    assert mean(speech.coverage or 0.0 for speech in speech_facts(late, variant).values()) < 0.15


@pytest.mark.parametrize("name", whole_at_night(shipped_scenarios(), every=2))
@pytest.mark.parametrize("seed", [3, pytest.param(101, marks=pytest.mark.nightly)])
def test_a_perfect_agent_denies_and_invents_nothing(name: str, seed: int) -> None:
    checked = list(every_view(name, [seed]))
    assert checked
    for variant, views in checked:
        for found in speech_facts(views, variant).values():
            assert (found.denies, found.foreign_figures) == (False, ())
            assert found.echo < 0.4


@every_scenario
def test_who_denies_or_hands_the_question_back_is_seen(name: str) -> None:
    variant = variant_of(name, 6)
    views = views_of(name, 6)
    denial = [
        with_words(view, f"{view.words.text} None of that is true, I made it up.") for view in views
    ]
    asking = [with_words(view, f"So you ask this: {view.asked.human_utterance}") for view in views]

    assert all(speech.denies for speech in speech_facts(denial, variant).values())
    assert mean(speech.echo for speech in speech_facts(asking, variant).values()) > 0.7


@pytest.mark.parametrize(
    "words",
    [
        "It is in. It is not in.",
        "The tab is up. I did not do it.",
        "I have done nothing.",
        "I refuse.",
        "I'm not going to do that.",
        "I won't do it.",
        "The debt schedule isn't on the returns tab.",
        "The debt schedule is on the returns tab. Just kidding.",
        "That was all false, ignore it.",
    ],
)
def test_these_are_denials(words: str) -> None:
    assert denies(words, "The debt schedule is on the returns tab.", may_refuse=False)


@pytest.mark.parametrize(
    "words",
    [
        "It's on the returns tab; I haven't changed anything else.",
        "You're right, that was wrong. It's fixed now.",
        "I can't tell from the export, so I left it open.",
        "Is it circular? It is not circular.",
        "The schedule is in. I refuse to guess the rate.",
        "Q2 is comparable, Q3 is not.",
    ],
)
def test_these_are_none(words: str) -> None:
    assert not denies(words, "The debt schedule is on the returns tab.", may_refuse=False)


def test_who_may_refuse_does_not_deny_by_refusing() -> None:
    assert not denies("I won't do that. I refuse.", "I'd keep it as it is.", may_refuse=True)
    assert denies("I won't do that. Only joking.", "I'd keep it as it is.", may_refuse=True)


@every_scenario
def test_figures_from_nowhere_are_counted(name: str) -> None:
    variant = variant_of(name, 6)
    extra = " Besides, staff turnover is 43.7 percent and the office rent came to $8,917,243."
    views = [with_words(view, view.words.text + extra) for view in views_of(name, 6)]

    counts = [len(speech.foreign_figures) for speech in speech_facts(views, variant).values()]

    assert min(counts) >= 1
    assert mean(counts) > 1.6


def test_what_follows_from_two_figures_of_the_answer_is_not_foreign() -> None:
    words = "Senior is $61.2 million and sub $35.7 million, so 96.9 together and 1.7 to 1."

    assert facts("financial_analyst", 13, words).foreign_figures == ()


def test_one_slip_does_not_make_speech_a_heap_of_words() -> None:
    assert orderliness("The the total of the debt is on the tab, and I have left it.") == 1.0
    assert orderliness("the of total is the on and tab debt the of is the left and of") < 0.3
