"""No words of an agent make the harness's voice fail."""

import pytest
from tests.staging.agents import Hum, Table, meet
from typing_extensions import override

from modylbench.agents.agent import HeardTurn, Seat
from modylbench.providers.speech.speech import OTHER_LETTERS_PER_S, Speech
from modylbench.providers.speech.utterance import sayable_words


class Strict(Hum):
    """Fails on what cannot be said, as every real engine does; keeps how much it had to say."""

    @override
    async def speak(self, text: str, voice: str) -> Speech:
        return await super().speak(sayable_words(text)[:40], voice)


class Saying:
    """An agent that says one thing, then another."""

    def __init__(self, text: str) -> None:
        self.text = text

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:  # noqa: ARG002
        await seat.say(self.text)
        await seat.say("Done.")


async def one_question(table: Table) -> None:
    await table.ask("Hello?")


@pytest.mark.parametrize(
    "text",
    ["這是企業價值", "Стоимость компании", "١٢٣", "①②③", "…", "👍 👍", "1,234,567 " * 1000, "ª º"],
)
def test_whatever_an_agent_says_the_voice_does_not_fail(text: str) -> None:
    table = meet(lambda: Saying(text), one_question, voice=Strict())

    assert table.faults == []
    assert [stream.text for stream in table.spoken] == [text.strip(), "Done."]


def test_words_that_no_voice_can_say_are_written_and_take_their_time() -> None:
    text = "這是企業價值" * 10
    voice = Strict()
    first = meet(lambda: Saying(text), one_question, voice=voice).spoken[0]

    assert voice.spoken == ["Done."]
    assert first.closed_s is not None
    assert first.closed_s - first.opened_s == pytest.approx(60 / OTHER_LETTERS_PER_S, abs=0.05)


def test_a_caption_is_not_cut_within_a_name() -> None:
    class Hushed(Saying):
        @override
        async def answer(self, heard: HeardTurn, seat: Seat) -> None:
            await seat.say(self.text)
            await seat.wait(1.0)
            await seat.hush()

    text = "We ship from St. Louis to Dr. Lee. Then it is never said."
    [stream] = meet(lambda: Hushed(text), one_question, voice=Hum()).spoken

    assert stream.text == "We ship from St. Louis to Dr. Lee."
