"""Coordination by hand, on meetings of a few lines."""

from dataclasses import replace

import pytest
from tests.staging.conversations import NORMS, conversation

from modylbench.evaluation.dynamics.coordination import (
    bystander_silence_precision,
    directed_response_coverage,
    misattributions_by_turn,
    participation_share,
    source_attribution_accuracy,
)

ASKS = ("ann", "agent", 0.0, 3.0, "What is the margin?")
SIDE = [
    ("ann", "bob", 0.0, 4.0, "Bob, is the ledger final?"),
    ("bob", "ann", 4.5, 8.0, "It is, since Monday."),
]


def test_the_share_of_talk_is_held_against_people_of_the_rank() -> None:
    within = conversation([ASKS, ("agent", "", 4.0, 4.75, "Seven percent.")])
    beyond = conversation([ASKS, ("agent", "", 4.0, 5.16, "Seven percent.")])

    assert participation_share(within, NORMS).value == 1.0  # 0.75 of 3.75 s are a fifth
    share = 1.16 / 4.16
    assert participation_share(beyond, NORMS).value == pytest.approx(
        1.0 - (share - 0.25) / (0.25 - 0.20), abs=1e-6
    )


def test_an_answer_within_two_turns_counts_and_a_later_one_does_not() -> None:
    soon = [ASKS, ("bob", "ann", 3.5, 5.0, "Good question."), ("agent", "", 5.5, 8.0, "Seven.")]
    late = [
        ASKS,
        ("bob", "ann", 3.5, 5.0, "Good question."),
        ("cat", "bob", 5.5, 7.0, "It is, really."),
        ("agent", "", 7.5, 9.0, "Seven percent."),
    ]

    assert directed_response_coverage(conversation(soon), NORMS).value == 1.0
    assert directed_response_coverage(conversation(late), NORMS).value == 0.0


def test_a_sound_of_listening_answers_nobody() -> None:
    told = ("bob", "ann", 3.5, 9.5, "We had that last week, and the carrier bills by weight.")
    murmurs = conversation([ASKS, told, ("agent", "", 6.0, 6.5, "Mm-hm.")])
    says_yes = conversation([ASKS, ("agent", "", 3.4, 3.9, "Yes.")])

    assert directed_response_coverage(murmurs, NORMS).value == 0.0
    assert directed_response_coverage(says_yes, NORMS).value == 1.0


def test_who_has_to_ask_again_was_not_answered() -> None:
    again = ("ann", "agent", 30.0, 33.0, "Are you there? The margin?")
    found = directed_response_coverage(
        conversation([ASKS, again, ("agent", "", 34.0, 36.0, "Seven percent.")]), NORMS
    )

    assert [event.value for event in found.moments] == [0.0, 1.0]
    assert found.value == 0.5


def test_showing_something_is_an_answer_too() -> None:
    assert directed_response_coverage(conversation([ASKS], [5.0]), NORMS).value == 1.0
    assert directed_response_coverage(conversation([ASKS]), NORMS).value == 0.0


def test_nobody_addressed_is_no_failure() -> None:
    found = directed_response_coverage(conversation(SIDE), NORMS)

    assert found.value is None
    assert found.reason == "nobody addressed the agent"


@pytest.mark.parametrize(
    ("said", "value"),
    [
        (("agent", "", 20.0, 25.0, "That was well said."), 1.0),
        (("agent", "", 4.1, 4.4, "Mm-hm."), 1.0),
        (("agent", "", 5.0, 10.5, "Let me say what I think of it all."), 1.0),
    ],
)
def test_staying_out_of_what_others_say_counts(
    said: tuple[str, str, float, float, str], value: float
) -> None:
    assert bystander_silence_precision(conversation([*SIDE, said]), NORMS).value == value


def test_taking_the_floor_before_the_one_who_was_asked_does_not() -> None:
    lines = [
        SIDE[0],
        ("agent", "", 4.2, 7.0, "I can say that."),
        ("bob", "ann", 7.2, 9.0, "It is."),
    ]

    assert bystander_silence_precision(conversation(lines), NORMS).value == 0.0


def test_people_who_go_on_answering_each_other_are_one_exchange() -> None:
    lines = [
        *SIDE,
        ("ann", "bob", 8.5, 10.0, "Then we can close."),
        ("bob", "ann", 14.5, 16.0, "So I hope."),
        ("ann", "bob", 60.0, 62.0, "Bob, and freight?"),
        ("bob", "ann", 62.5, 65.0, "Paid."),
    ]
    cut_in = ("agent", "", 10.5, 14.0, "I can say that too.")
    alone = bystander_silence_precision(conversation(lines), NORMS)
    with_agent = bystander_silence_precision(conversation([*lines[:3], cut_in, *lines[3:]]), NORMS)

    assert [(event.at_s, event.until_s) for event in alone.moments] == [(0.0, 16.0), (60.0, 65.0)]
    assert [event.value for event in with_agent.moments] == [0.0, 1.0]


def test_what_is_said_to_the_agent_is_no_exchange_between_others() -> None:
    lines = [ASKS, ("bob", "agent", 4.0, 6.0, "And mine?"), ("agent", "", 6.5, 9.0, "Seven.")]

    assert bystander_silence_precision(conversation(lines), NORMS).value is None


SAID = [
    ("ann", "all", 0.0, 3.0, "The supplier rebate is 4.5 percent this year."),
    ("bob", "all", 4.0, 7.0, "Freight invoices arrive on the first Monday of a month."),
]


def test_attributions_are_right_where_that_person_said_so() -> None:
    lines = [
        *SAID,
        ("agent", "", 8.0, 11.0, "As the CFO said, the supplier rebate is 4.5%."),
        ("agent", "", 12.0, 15.0, "As Ann said, freight invoices arrive on the first Monday."),
        ("agent", "", 16.0, 19.0, "Bob mentioned that freight invoices arrive on a Monday."),
        ("agent", "", 20.0, 23.0, "According to Bob, the warehouse burned down."),
    ]
    found = source_attribution_accuracy(conversation(lines), NORMS)

    assert [event.value for event in found.moments] == [1.0, 0.0, 1.0, 0.0]
    assert [event.who[1] for event in found.moments] == ["ann", "ann", "bob", "bob"]
    assert found.value == 0.5


def test_only_who_names_the_wrong_person_misquotes() -> None:
    lines = [
        *SAID,
        ("agent", "", 8.0, 11.0, "As Ann said, freight invoices arrive on the first Monday."),
        ("agent", "", 12.0, 15.0, "According to Bob, the warehouse burned down."),
        ("agent", "", 16.0, 19.0, "As Bob said, freight invoices arrive on the first Monday."),
    ]
    made = conversation(lines)
    by_turn = replace(
        made,
        utterances=tuple(
            words.model_copy(update={"turn_index": 2 * number})
            for number, words in enumerate(made.utterances)
        ),
    )

    assert misattributions_by_turn(by_turn) == {4: 1}


def test_two_attributions_are_too_few() -> None:
    told = "As Ann said, the supplier rebate is 4.5%."
    lines = [*SAID, ("agent", "", 8.0, 11.0, told), ("agent", "", 12.0, 15.0, told)]
    found = source_attribution_accuracy(conversation(lines), NORMS)

    assert found.value is None
    assert "fewer than 3" in found.reason
    assert len(found.moments) == 2


def test_what_is_not_asserted_is_no_attribution() -> None:
    lines = [*SAID, ("agent", "", 8.0, 11.0, "Until Ann has said that the rebate is 9%, I wait.")]

    assert source_attribution_accuracy(conversation(lines), NORMS).moments == ()
