"""Are words that the model made up left out, and those that were said kept?"""

from dataclasses import dataclass

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
    loop = [Heard(" Thank", 0.9, 0.9), Heard(" you.", 0.9, 0.9)] * 20

    assert _transcript([*SAID, *loop], 0.9).text == "So a deal."


def test_a_loop_in_the_middle_is_left_out() -> None:
    loop = [Heard(" you", 0.9, 0.9)] * 3
    after = [Heard(" Right?", 1.2, 1.6)]

    assert _transcript([*SAID, *loop, *after], 1.6).text == "So a deal. Right?"


def test_words_after_the_voice_are_left_out() -> None:
    assert _transcript([*SAID, Heard(" You", 1.0, 1.4)], 0.9).text == "So a deal."


def test_a_doubtful_short_word_at_the_very_end_is_left_out() -> None:
    assert _transcript([*SAID, Heard(" Thanks.", 0.9, 1.1, 0.2)], 1.2).text == "So a deal."
    assert _transcript([*SAID, Heard(" Thanks.", 0.9, 1.1, 0.8)], 1.2).text == "So a deal. Thanks."


def test_nothing_is_heard_where_there_is_no_voice() -> None:
    assert _transcript(SAID, 0.0).text == ""


def test_the_model_is_named_with_its_version() -> None:
    assert whisper_version().startswith("faster-whisper 1.")
    assert "tiny.en" in whisper_version()
