"""No text makes the measuring of words raise or take long."""

from functools import cache
from time import process_time

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.staging.perfect_turns import perfect_views, with_chat, with_words
from tests.staging.variants import variant_of

from modylbench.evaluation.measuring.attempts_on_judges import attempts_of
from modylbench.evaluation.measuring.speech import speech_facts
from modylbench.evaluation.views.hearing import difference
from modylbench.evaluation.views.turns import TurnView


@cache
def perfect_view() -> TurnView:
    return perfect_views(variant_of("financial_analyst", 0))[5]


PIECES = (
    "$", "%", "x", " million", "57.5", "1e400", "٣", "\uff19", "²", "\ud800", "\x00", "\u202e",
    "\n",
    "According to ", "Ab Cd & Ef ", "https://", "(", ")", "Source: ", " et al", "|---|", "-", ",",
    "one ", "hundred ", "point ", "thousand ", "Sponsor equity is ", "0" * 40, ".", "\ufeff", "'",
)  # fmt: skip
texts = st.one_of(
    st.text(st.characters(), max_size=200),
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join),
)


@settings(max_examples=150, deadline=None)
@given(texts, texts)
def test_no_text_makes_it_raise(said: str, sent: str) -> None:
    variant = variant_of("financial_analyst", 0)
    view = perfect_view()
    hostile = with_chat(with_words(view, said), sent)

    facts = speech_facts([hostile], variant)[view.recorded.turn_index]

    assert facts.coverage is None or 0.0 <= facts.coverage <= 1.0
    attempts_of(hostile)
    difference([(said, sent)])


def test_huge_texts_are_bounded() -> None:
    variant = variant_of("financial_analyst", 0)
    view = perfect_view()
    for piece in (
        "9",
        "9 ",
        "Ab ",
        "one ",
        "a.b ",
        "(",
        "https://a ",
        "Sponsor equity is $5 ",
        "!\n",
    ):
        begun = process_time()
        speech_facts([with_words(view, piece * (300_000 // len(piece)))], variant)
        assert process_time() - begun < 5.0, piece
