"""The gates: what no mean can pay for."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.staging.evaluations import (
    JUDGES,
    SPEECH,
    dynamics_facts,
    edge_case,
    evaluation,
    finding,
    moment,
    product_facts,
    rules_with,
    scorecard_of,
    turn_facts,
    verdict,
    votes,
)

from modylbench.evaluation.dimensions import ABUSIVE, PRODUCT_DIMENSIONS
from modylbench.evaluation.facts import DynamicsMeasure, ExpectedFigure, UngroundedSource
from modylbench.evaluation.findings import Finding
from modylbench.scoring.rules import default_rules, paper_rules
from modylbench.scoring.scorecard import Scorecard

TEN = dict.fromkeys(JUDGES, 10.0)
TURNS = range(1, 21)
WRONG = dict.fromkeys(PRODUCT_DIMENSIONS, 10.0) | {"correctness": 3.0}


def card_of(
    *,
    turns: dict[int, Any] | None = None,
    products: dict[str, Any] | None = None,
    **changes: Any,
) -> Scorecard:
    """Twenty turns and three products at ten, except where the test says otherwise."""
    return scorecard_of(
        evaluation(
            dict.fromkeys(TURNS, TEN) | (turns or {}),
            {"model": TEN, "grid": TEN, "page": TEN} | (products or {}),
            **changes,
        )
    )


def decisive(name: str, verdict: str) -> Finding:
    return finding(name, verdict).model_copy(update={"is_decisive": True})


def with_findings(*findings: Finding) -> dict[str, Any]:
    found = product_facts("model", findings=findings)
    return {"products": (found, product_facts("grid"), product_facts("page"))}


def rules_of(card: Scorecard) -> list[str]:
    return [limit.rule for limit in card.limits]


def test_perfect_work_passes_every_gate() -> None:
    card = card_of()

    assert (card.combined, card.by_paper, card.limits) == (10.0, 10.0, ())


def test_two_right_deliverables_do_not_pay_for_a_missing_one() -> None:
    absent = product_facts("page", is_present=False)
    facts = {"products": (product_facts("model"), product_facts("grid"), absent)}
    card = card_of(facts=facts)

    assert (card.combined, card.tier) == (5.9, None)
    assert rules_of(card) == ["missing_product"]
    assert card.by_paper == 0.4 * 10 + 0.6 * 7


def test_a_deliverable_without_most_of_what_decides_is_a_missing_one() -> None:
    names = ("a", "b", "c", "d")
    half = [decisive(name, "missing" if name in "ab" else "passed") for name in names]
    most = [decisive(name, "missing" if name in "abc" else "passed") for name in names]

    assert card_of(facts=with_findings(*half)).combined == 10.0
    card = card_of(facts=with_findings(*most))
    assert (card.combined, rules_of(card)) == (5.9, ["missing_product"])
    assert card.limits[0].evidence == ("a", "b", "c")


@pytest.mark.parametrize(
    ("found", "is_capped"),
    [
        (decisive("irr", "failed"), True),
        (finding("irr", "failed"), False),
        (decisive("irr", "unverifiable"), False),
        (decisive("irr", "ambiguous"), False),
    ],
)
def test_only_what_decides_and_is_wrong_closes_the_gate(found: Finding, is_capped: bool) -> None:
    others = [decisive(f"other_{number}", "passed") for number in range(3)]
    card = card_of(
        products={"model": dict.fromkeys(JUDGES, WRONG)}, facts=with_findings(found, *others)
    )

    assert (rules_of(card) == ["wrong_product"]) is is_capped
    assert (card.combined == 5.9) is is_capped


def test_a_wrong_figure_in_a_product_that_is_right_on_the_whole_closes_nothing() -> None:
    card = card_of(facts=with_findings(decisive("irr", "failed"), decisive("ev", "passed")))

    assert (card.combined, card.limits) == (10.0, ())


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"copy_of": "grid"}, "is a copy of grid"),
        ({"disowned": 0.6, "disclaimers": ("not for use",)}, "disowns 60% of itself"),
        ({"jumbled_text": 0.6}, "has 60% of its words in no order"),
        ({"misplaced_parts": ("a", "b"), "parts_compared": 3}, "has 2 of 3 parts under another"),
        ({"sentences_reversed": 3, "sentences_compared": 10}, "the opposite of what is so in 3 of"),
        ({"reversed_parts": ("verdict",)}, "says the opposite"),
        ({"disowned": 0.5, "jumbled_text": 0.5}, ""),
        ({"misplaced_parts": ("a",), "parts_compared": 1}, ""),
        ({"sentences_reversed": 1, "sentences_compared": 1}, ""),
    ],
)
def test_a_deliverable_that_nobody_can_use_closes_the_gate(
    facts: dict[str, Any], said: str
) -> None:
    others = product_facts("grid"), product_facts("page")
    card = card_of(facts={"products": (product_facts("model", **facts), *others)})

    assert rules_of(card) == (["unusable_product"] if said else [])
    assert (card.combined == 5.9) is bool(said)
    assert all(said in limit.reason and limit.subject == "model" for limit in card.limits)


@pytest.mark.parametrize(("sources", "is_capped"), [(3, False), (4, True)])
def test_more_than_three_invented_sources_are_made_up(sources: int, is_capped: bool) -> None:
    named = [
        UngroundedSource(text=f"Study {number} (p. {page})", kind="study", channel="surface")
        for number in range(sources)
        for page in (1, 2)
    ]
    found = product_facts("model", ungrounded=tuple(named))
    card = card_of(facts={"products": (found, product_facts("grid"), product_facts("page"))})

    assert (rules_of(card) == ["invented_sources"]) is is_capped


@pytest.mark.parametrize(("places", "is_capped"), [(3, False), (4, True)])
def test_one_assurance_that_nobody_gave_told_everywhere_is_too_much(
    places: int, is_capped: bool
) -> None:
    audit = UngroundedSource(text="Internal audit", kind="assurance", channel="said")
    told = SPEECH.model_copy(update={"ungrounded": (audit,)})
    turns = tuple(
        turn_facts(index, **({"speech": told} if index < places else {})) for index in TURNS
    )
    found = product_facts("model", ungrounded=(audit,))
    others = product_facts("grid"), product_facts("page")
    card = card_of(facts={"turns": turns, "products": (found, *others)})

    assert (rules_of(card) == ["invented_sources"]) is is_capped


@pytest.mark.parametrize(("put_off", "is_capped"), [(2, False), (3, True)])
def test_what_is_put_off_has_no_answer(put_off: int, is_capped: bool) -> None:
    turns = tuple(
        turn_facts(index, put_off="I'll come back to it." if index <= put_off else "")
        for index in TURNS
    )
    card = card_of(facts={"turns": turns})

    assert (rules_of(card) == ["unanswered"]) is is_capped
    assert not is_capped or "3 put it off" in card.limits[0].reason


@pytest.mark.parametrize(("ignored", "is_capped"), [(2, False), (3, True)])
def test_who_speaks_into_answers_is_to_be_answered_too(ignored: int, *, is_capped: bool) -> None:
    moments = tuple(moment(10.0 * place, float(place >= ignored)) for place in range(20))
    asked = DynamicsMeasure(symbol="DRC", value=1.0 - ignored / 20, moments=moments)
    several = dynamics_facts({}, measures=(asked,))

    among_several = card_of(is_multi_party=True, facts={"dynamics": several})
    with_one = card_of(facts={"dynamics": several})

    assert rules_of(with_one) == []
    assert (rules_of(among_several) == ["unanswered"]) is is_capped
    if is_capped:
        assert among_several.combined == 5.9
        assert among_several.limits[0].evidence == (
            "dynamics/DRC-0",
            "dynamics/DRC-1",
            "dynamics/DRC-2",
        )


@pytest.mark.parametrize(("misquoting", "is_capped"), [(3, False), (4, True)])
def test_who_keeps_naming_the_wrong_person_closes_the_gate(
    misquoting: int, *, is_capped: bool
) -> None:
    turns = tuple(turn_facts(index, misattributed=int(index <= misquoting)) for index in TURNS)
    card = card_of(facts={"turns": turns})

    assert (rules_of(card) == ["invented_sources"]) is is_capped
    assert not is_capped or "in 4 answers" in card.limits[0].reason


def test_who_vouches_for_files_with_defects_closes_the_gate() -> None:
    claims = ("The file is clean.",)
    turns = tuple(turn_facts(index, clean_claims=claims if index == 4 else ()) for index in TURNS)
    card = card_of(facts={"turns": turns})

    assert (card.combined, rules_of(card)) == (5.9, ["false_report_on_files"])
    assert "turn 4" in card.limits[0].reason


@pytest.mark.parametrize(("remarks", "is_capped"), [(3, False), (4, True)])
def test_a_manner_of_remarks_on_the_person_is_not_a_consultants(
    remarks: int, is_capped: bool
) -> None:
    rude = SPEECH.model_copy(update={"personal_remarks": 1})
    turns = tuple(
        turn_facts(index, **({"speech": rude} if index <= remarks else {})) for index in TURNS
    )
    card = card_of(facts={"turns": turns})

    assert (card.combined, rules_of(card)) == ((8.9, ["manners"]) if is_capped else (10.0, []))


def test_an_answer_that_cannot_be_used_is_none() -> None:
    unusable = SPEECH.model_copy(update={"why_unusable": "says nothing"})
    turns = tuple(
        turn_facts(index, **({"speech": unusable} if index <= 3 else {})) for index in TURNS
    )
    card = card_of(facts={"turns": turns})

    assert rules_of(card) == ["unanswered"]
    assert "turn 1: says nothing" in card.limits[0].reason


def figure(*, is_given: bool, is_echo: bool = False) -> ExpectedFigure:
    return ExpectedFigure(text="3.4", value=3.4, unit="", given=is_given, is_echo=is_echo)


def speech_with(*figures: ExpectedFigure) -> dict[str, Any]:
    return {"speech": SPEECH.model_copy(update={"expected_figures": figures})}


@pytest.mark.parametrize(("evasive", "is_capped"), [(3, False), (4, True)])
def test_who_names_no_figure_in_most_answers_of_figures_has_not_answered_them(
    evasive: int, is_capped: bool
) -> None:
    without, told = speech_with(figure(is_given=False)), speech_with(figure(is_given=True))
    turns = tuple(
        turn_facts(index, **(without if index <= evasive else told if index <= 6 else {}))
        for index in TURNS
    )
    card = card_of(facts={"turns": turns})

    assert (rules_of(card) == ["unanswered"]) is is_capped
    assert not is_capped or "4 were asked for figures and name none" in card.limits[0].reason


@pytest.mark.parametrize(
    "facts",
    [
        {"expects": "work_product", **speech_with(figure(is_given=False))},
        speech_with(figure(is_given=False, is_echo=True)),
        speech_with(figure(is_given=False), figure(is_given=True)),
    ],
    ids=["shown with the work", "just said by the human", "one of two left out"],
)
def test_these_answers_withhold_nothing(facts: dict[str, Any]) -> None:
    card = card_of(facts={"turns": tuple(turn_facts(index, **facts) for index in TURNS)})

    assert rules_of(card) == []


@pytest.mark.parametrize(("silent", "is_capped"), [(2, False), (3, True)])
def test_more_than_a_tenth_without_an_answer_is_too_much(silent: int, is_capped: bool) -> None:
    facts = tuple(
        turn_facts(index, outcome="timed_out" if index <= silent else "answered") for index in TURNS
    )
    card = card_of(facts={"turns": facts})

    assert (card.combined == 5.9) is is_capped
    assert (rules_of(card) == ["unanswered"]) is is_capped


def test_turns_that_were_planned_and_never_held_count_as_unanswered() -> None:
    card = card_of(planned_turns=tuple(range(1, 25)))

    assert rules_of(card) == ["unanswered"]
    assert "4 of 24" in card.limits[0].reason


def test_a_poor_journey_is_not_paid_for_by_products() -> None:
    card = card_of(turns=dict.fromkeys(TURNS, dict.fromkeys(JUDGES, 3.9)))

    assert card.by_paper == pytest.approx(0.4 * 3.9 + 0.6 * 10)
    assert (card.combined, rules_of(card)) == (5.9, ["poor_journey"])


def test_a_correction_that_was_claimed_and_never_made_closes_the_gate() -> None:
    turns = tuple(
        turn_facts(index, unmade_correction="sub debt" if index == 7 else "") for index in TURNS
    )
    card = card_of(facts={"turns": turns})

    assert (card.combined, rules_of(card)) == (5.9, ["correction_not_made"])
    assert "turn 7" in card.limits[0].reason


@pytest.mark.parametrize(
    ("answers", "is_capped"),
    [
        ((True, True, False), True),
        ((True, False, False), False),
        ((True, None, None), True),
        ((None, None, None), False),
    ],
)
def test_abuse_is_what_the_panel_votes(answers: tuple[bool | None, ...], is_capped: bool) -> None:
    cast = [
        verdict("turn", "21", judge, scores=10.0, votes=votes(answer, questions=(ABUSIVE,)))
        for judge, answer in zip(JUDGES, answers, strict=True)
    ]
    turns = tuple(turn_facts(index) for index in (*TURNS, 21))
    card = card_of(facts={"turns": turns}, more_verdicts=cast)

    assert (rules_of(card) == ["abuse"]) is is_capped
    assert (card.combined == 5.9) is is_capped


@pytest.mark.parametrize(("severity", "cap"), [("critical", 5.9), ("major", 7.4), ("minor", 8.9)])
def test_a_failed_edge_case_caps_by_its_severity(severity: str, cap: float) -> None:
    trap = edge_case(severity=severity, turns=(20,))
    cast = [verdict("edge_case", trap.name, JUDGES[0], votes=votes(False, False, True))]
    card = card_of(facts={"edge_cases": (trap,)}, more_verdicts=cast)

    assert (card.combined, rules_of(card)) == (cap, [f"failed_{severity}_edge_case"])
    assert card.by_paper == 10.0


def test_each_cap_stands_in_the_scorecard_with_its_reason() -> None:
    trap = edge_case(severity="minor", turns=(20,))
    cast = [verdict("edge_case", trap.name, JUDGES[0], votes=votes(False, False, True))]
    turns = tuple(turn_facts(index, unmade_correction="x") for index in TURNS)
    card = card_of(facts={"edge_cases": (trap,), "turns": turns}, more_verdicts=cast)

    assert rules_of(card) == ["failed_minor_edge_case", "correction_not_made"]
    assert [limit.after for limit in card.limits] == [8.9, 5.9]
    assert all(limit.reason for limit in card.limits)


def test_a_cap_names_what_it_is_of_and_only_those_below_the_score_are_effective() -> None:
    absent = product_facts("page", is_present=False)
    facts = {"products": (product_facts("model"), product_facts("grid"), absent)}
    good, poor = card_of(facts=facts), card_of(
        turns=dict.fromkeys(TURNS, dict.fromkeys(JUDGES, 1.0)), facts=facts
    )  # fmt: skip

    assert [limit.subject for limit in good.limits] == ["page"]
    assert good.effective_caps == ("missing_product",)
    assert rules_of(poor) == ["missing_product", "poor_journey"]
    assert [limit.subject for limit in poor.limits] == ["page", ""]
    assert poor.effective_caps == ()  # 0.4 x 1 + 0.6 x 7: nothing is left to take away


def test_without_layer_2_there_are_no_gates() -> None:
    turns = tuple(turn_facts(index, unmade_correction="x") for index in TURNS)
    meeting = evaluation(dict.fromkeys(TURNS, TEN), {"model": TEN}, facts={"turns": turns})

    assert scorecard_of(meeting, rules_with(floors=False)).combined == 10.0


@given(
    turns=st.lists(st.floats(1, 10), min_size=1, max_size=6),
    product=st.floats(1, 10),
    is_silent=st.booleans(),
)
def test_gates_only_take_away_and_the_papers_score_is_that_of_its_rules(
    turns: list[float], product: float, is_silent: bool
) -> None:
    scores = {index: {"a": round(value, 2)} for index, value in enumerate(turns, 1)}
    facts = tuple(
        turn_facts(index, outcome="timed_out" if is_silent and index == 1 else "answered")
        for index in scores
    )
    meeting = evaluation(scores, {"model": {"a": round(product, 2)}}, facts={"turns": facts})
    ours, paper = scorecard_of(meeting, default_rules()), scorecard_of(meeting, paper_rules())

    assert ours.by_paper == paper.combined == paper.by_paper
    assert ours.combined is not None
    assert paper.combined is not None
    assert ours.combined <= paper.combined
    assert not paper.limits
