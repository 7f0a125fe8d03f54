"""What an agent says it understood is compared with what was said to it."""

from pathlib import Path

from tests.staging.recordings import understood
from tests.staging.smoke_meeting import ASKED, answer, recorded_meeting

from modylbench.pipeline.smoke.sound_quality import heard_by_the_agent, understood_text
from modylbench.recording.events import Understanding


def spoken(text: str, *, is_final: bool = True) -> Understanding:
    return understood(text, 1, 2, is_final=is_final)


def test_words_that_it_got_wrong_are_counted(tmp_path: Path) -> None:
    first = answer(heard=(spoken("put a total"), spoken("below the table")))
    recording = recorded_meeting(tmp_path, first, answer(heard=(spoken(ASKED[1]),)))

    assert heard_by_the_agent(recording) == 1 / 10


def test_guesses_on_the_way_count_only_where_nothing_else_came() -> None:
    guess, end = spoken("but the", is_final=False), spoken("put the")

    assert understood_text(answer(heard=(guess, end))) == "put the"
    assert understood_text(answer(heard=(guess,))) == "but the"


def test_one_that_does_not_tell_is_not_said_to_be_deaf(tmp_path: Path) -> None:
    assert heard_by_the_agent(recorded_meeting(tmp_path, answer(), answer())) is None
