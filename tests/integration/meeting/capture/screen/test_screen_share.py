"""A shared screen is an answer where it changed after the question."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from tests.staging.meetings import AgentTools, AnsweringAgent, Setup, ShakyRoom, hold_meeting

from modylbench.foundation.clock import Clock
from modylbench.meeting.room import PictureReceived, Room
from modylbench.scenarios.scenario import Scenario

WIDTH, HEIGHT = 640, 360


def page(figure: str = "1,203", size: tuple[int, int] = (WIDTH, HEIGHT)) -> NDArray[np.uint8]:
    picture = Image.new("RGBA", (WIDTH, HEIGHT), "white")
    ImageDraw.Draw(picture).text((101, 83), figure, fill="black", font_size=14)
    return np.array(picture.resize(size, Image.Resampling.BOX))


def noisy(pixels: NDArray[np.uint8], seed: int) -> NDArray[np.uint8]:
    """As a codec changes it: each pixel by up to twelve, and a block by less."""
    noise = np.random.default_rng(seed).integers(-12, 13, pixels.shape)
    changed: NDArray[np.int64] = np.clip(pixels.astype(np.int64) + noise, 0, 255)
    return changed.astype(np.uint8)


class Sharing:
    """An agent that says nothing and shares a screen, which a codec blurs anew every time."""

    def __init__(self, *, edits_after: bool) -> None:
        self._edits_after = edits_after

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:
        async def edit(desk: AgentTools) -> None:
            await desk.clock.sleep(2.0)
            share = await desk.connection.publish_screen()
            text = f"1,20{desk.number}" if self._edits_after else "1,203"
            for seed in range(5):
                pixels = noisy(page(text), 10 * desk.number + seed)
                await share.show(WIDTH, HEIGHT, pixels.tobytes())
                await desk.clock.sleep(1.0)

        await AnsweringAgent(edit).attend(room, invitation, clock)


@pytest.mark.parametrize("edits_after", [True, False])
def test_a_silent_agent_answers_by_its_screen_only_where_that_changes(
    tmp_path: Path, *, edits_after: bool
) -> None:
    recording = hold_meeting(Sharing(edits_after=edits_after), tmp_path, Setup(slots=2))

    second = recording.turns[1].agent
    assert second.outcome == ("answered" if edits_after else "timed_out")
    assert len(second.frames) == edits_after


@pytest.mark.parametrize(
    ("at_s", "outcome"),
    [
        ((0.3, 1.5), "timed_out"),  # shared before it was asked
        ((0.3, 3.0), "timed_out"),  # the same screen still, and better to see
        ((3.0,), "answered"),
        ((0.3, 9.0), "answered"),
    ],
)
def test_a_screen_is_an_answer_where_it_was_shared_or_changed_after_the_question(
    tmp_path: Path, at_s: tuple[float, ...], outcome: str
) -> None:
    async def disturb(room: ShakyRoom, clock: Clock) -> None:
        for place, when_s in enumerate(at_s):
            await clock.sleep(when_s - clock.now_s())
            pixels = page(f"{place}")
            picture = PictureReceived(
                clock.now_s(), "agent", "screenshare", WIDTH, HEIGHT, pixels.tobytes()
            )
            room.tell("modyl-recorder", picture)

    async def silent(desk: AgentTools) -> None:
        await desk.clock.sleep(0.0)

    recording = hold_meeting(AnsweringAgent(silent), tmp_path, Setup(disturb=disturb))

    assert recording.turns[0].agent.outcome == outcome
    assert len(recording.turns[0].agent.frames) == len(at_s)


def test_a_face_that_moves_is_kept_and_is_no_answer(tmp_path: Path) -> None:
    async def disturb(room: ShakyRoom, clock: Clock) -> None:
        await clock.sleep(4.0)
        for seed in range(4):
            pixels = np.random.default_rng(seed).integers(0, 255, (64, 64, 4)).astype(np.uint8)
            face = PictureReceived(clock.now_s(), "agent", "camera", 64, 64, pixels.tobytes())
            room.tell("modyl-recorder", face)
            await clock.sleep(1.0)

    async def silent(desk: AgentTools) -> None:
        await desk.clock.sleep(0.0)

    recording = hold_meeting(AnsweringAgent(silent), tmp_path, Setup(disturb=disturb))

    assert recording.turns[0].agent.outcome == "timed_out"
    assert {frame.source for frame in recording.turns[0].agent.frames} == {"camera"}
