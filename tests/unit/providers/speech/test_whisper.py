"""Words that the model made up are left out, and those that were said kept."""

from dataclasses import dataclass

import pytest

from modylbench.providers.speech.whisper import _transcript, whisper_version


@dataclass
class Heard:
    word: str
    start: float
    end: float
    probability: float = 0.9


SAID = [Heard(" So", 0.0, 0.3), Heard(" a", 0.3, 0.3), Heard(" deal.", 0.3, 0.9)]


def test_what_was_said_is_kept_with_its_times() -> None:
    transcript = _transcript(SAID, 0.9)

    assert transcript.text == "So a deal."
    assert [word.text for word in transcript.words] == ["So", "a", "deal."]
    assert transcript.words[-1].end_s == 0.9


def test_a_loop_at_the_end_is_left_out() -> None:
    loop = [Heard(" at", 0.9, 0.92), *[Heard(" Thank", 0.92, 0.92), Heard(" you.", 0.92, 0.92)] * 9]

    assert _transcript([*SAID, *loop], 0.9).text == "So a deal."


def test_a_loop_in_the_middle_is_left_out() -> None:
    loop = [Heard(" you", 0.9, 0.9)] * 3
    after = [Heard(" Right?", 1.2, 1.6)]

    assert _transcript([*SAID, *loop, *after], 1.6).text == "So a deal. Right?"


def test_words_after_the_voice_are_left_out() -> None:
    assert _transcript([*SAID, Heard(" You", 1.0, 1.4)], 0.9).text == "So a deal."


def test_a_doubtful_short_word_past_the_voice_is_left_out_but_one_only() -> None:
    doubtful = Heard(" Thanks.", 0.9, 1.1, 0.2)
    assert _transcript([*SAID, doubtful], 0.95).text == "So a deal."
    assert _transcript([*SAID, Heard(" I", 0.9, 0.97, 0.2), doubtful], 0.96).text == "So a deal. I"
    assert _transcript([*SAID, Heard(" at", 0.9, 0.94, 0.2)], 1.0).text == "So a deal."
    assert _transcript([*SAID, Heard(" Thanks.", 0.9, 1.1, 0.8)], 0.95).text.endswith("Thanks.")


def test_a_doubtful_name_at_the_end_of_the_voice_was_said() -> None:
    names = [Heard(" and", 0.9, 1.0), Heard(" Pelworm.", 1.0, 1.4, 0.1)]

    assert _transcript([*SAID, *names], 1.38).text == "So a deal. and Pelworm."


@pytest.mark.parametrize("figure", [" 12x.", " twelve.", " $5"])
def test_a_figure_is_never_left_out(figure: str) -> None:
    heard = [*SAID, Heard(figure, 1.0, 1.3, 0.1)]

    assert _transcript(heard, 0.9).text == f"So a deal.{figure}"


def test_nothing_is_heard_where_there_is_no_voice() -> None:
    assert _transcript(SAID, 0.0).text == ""


def test_the_model_is_named_with_its_version() -> None:
    assert whisper_version().startswith("faster-whisper 1.")
    assert "tiny.en" in whisper_version()
