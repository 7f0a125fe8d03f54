"""To announce the work is no answer; to announce more beside it, or to say no, is one."""

import pytest
from tests.staging.perfect_turns import perfect_views, with_words
from tests.staging.variants import variant_of

from modylbench.evaluation.facts import AskedChange, WorkFacts
from modylbench.evaluation.measuring.speech import speech_facts
from modylbench.evaluation.measuring.wording.announcements import only_announces, put_off_by_turn
from modylbench.evaluation.views.turns import TurnView
from modylbench.scenarios.catalogue import shipped_scenarios
from modylbench.scenarios.variant import Variant

PUT_OFF = (
    "Leave that with me, you'll have it by the end of the meeting.",
    "Absolutely. That will be in the next version.",
    "Thanks, that is on my list; more on it later.",
    "Let me look into that and get back to you.",
    "Give me a minute for it.",
    "I'm just putting it together, bear with me.",
    "We'll get to it right after the next item.",
    "It's in the works.",
    "Understood, I intend to take it up this afternoon.",
    "Great question. I'm going to circle back with the details.",
    "On its way!",
)
ANSWERS = (
    "I've put it in, and will check the rest next.",
    "I'll leave it at 20%, since nobody has changed the covenant.",
    "I won't use it until the site has confirmed it.",
    "Done: the table is up, and I'll keep it current.",
    "It is $4.2 million, down from 4.5. I will do the other one next.",
    "Would you like me to add a row?",
    "I'd rather not change it.",
    "The plan costs $3M more in the third year.",
    "Both lines are on your screen now.",
    "I'll keep the hurdle as it is.",
)


def work_of(*, has_changed: bool = False, asked: tuple[AskedChange, ...] = ()) -> WorkFacts:
    return WorkFacts(
        standing=None, asked=asked, edits=0, correct_edits=0, incorrect_edits=0,
        destructive_edits=0, products=0, products_due=0, resent_share=None, has_changed=has_changed,
    )  # fmt: skip


def put_off(variant: Variant, views: list[TurnView], work: list[WorkFacts]) -> dict[int, str]:
    return put_off_by_turn(views, work, speech_facts(views, variant, with_findings=False))


@pytest.mark.parametrize("said", PUT_OFF)
def test_nothing_but_a_promise_only_announces(said: str) -> None:
    assert only_announces(said)


@pytest.mark.parametrize("said", ANSWERS)
def test_an_answer_with_a_promise_beside_it_does_not(said: str) -> None:
    assert not only_announces(said)


@pytest.mark.parametrize("name", shipped_scenarios())
def test_a_perfect_agent_puts_nothing_off_even_where_nothing_changes(name: str) -> None:
    variant = variant_of(name, 1)
    views = perfect_views(variant)

    assert put_off(variant, views, [work_of() for _ in views]) == {}


@pytest.mark.parametrize("name", shipped_scenarios())
def test_every_answer_and_every_piece_of_work_can_be_put_off(name: str) -> None:
    variant = variant_of(name, 1)
    views = [
        with_words(view, PUT_OFF[number % len(PUT_OFF)])
        for number, view in enumerate(perfect_views(variant))
    ]
    due = [
        view.recorded.turn_index
        for view in views
        if view.asked.expected_response_type in ("answer", "pushback", "work_product")
    ]
    speech = speech_facts(views, variant, with_findings=False)

    assert len(put_off_by_turn(views, [work_of() for _ in views], speech)) >= 0.9 * len(due)
    assert put_off_by_turn(views, [work_of(has_changed=True) for _ in views], speech) == {}


def test_who_keeps_the_promise_later_has_not_put_it_off() -> None:
    variant = variant_of("financial_analyst", 1)
    views = [with_words(view, PUT_OFF[0]) for view in perfect_views(variant)]
    views = [view for view in views if view.asked.expected_response_type == "work_product"][:1]
    late = AskedChange(product_id="model", mutation_type="update", path="/a", met="later")
    never = late.model_copy(update={"met": "never"})

    assert put_off(variant, views, [work_of(asked=(late,))]) == {}
    assert len(put_off(variant, views, [work_of(asked=(never,))])) == 1
