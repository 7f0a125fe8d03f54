"""The estimate of speech is like speech."""

from hypothesis import given
from hypothesis import strategies as st

from modylbench.providers.speech.speech import estimated_duration_s

texts = st.lists(st.sampled_from(["we", "pay", "12x", "$57.5M", "OK.", "why?"]), max_size=30)


def test_a_figure_takes_as_long_as_its_words() -> None:
    figure = estimated_duration_s("$57.5M")

    assert figure == estimated_duration_s("fifty-seven point five million dollars")
    assert figure > estimated_duration_s("yes")


def test_what_cannot_be_said_takes_no_time() -> None:
    assert estimated_duration_s("") == 0
    assert estimated_duration_s("… 👍") == 0


@given(texts, texts)
def test_more_words_never_take_less_time(some: list[str], more: list[str]) -> None:
    assert estimated_duration_s(" ".join(some + more)) >= estimated_duration_s(" ".join(some))
