"""A spoilt meeting is held again, and the one kept says what spoilt those before."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
from typing_extensions import override

from modylbench.agents.catalogue import choose_agent
from modylbench.agents.choice import AgentOptions
from modylbench.cli.printing.meetings import meeting_line
from modylbench.foundation.clock import Clock
from modylbench.meeting.room import Guest, Room, RoomClosed
from modylbench.meeting.rooms.in_process.connection import InProcessConnection
from modylbench.meeting.rooms.in_process.room import InProcessRoom
from modylbench.pipeline.equipment import InProcessVenue, NoRoom
from modylbench.pipeline.running.progress import trial_summary
from modylbench.pipeline.trial import run_trial
from modylbench.recording.reading import read_recording
from modylbench.recording.recording import Fault
from modylbench.recording.transcript import heading
from modylbench.runs.run import Trial
from modylbench.runs.variant import select_beats
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate

T = TypeVar("T")


class ClosedRoom(InProcessRoom):
    """Lets nobody in."""

    @override
    async def join(self, guest: Guest) -> InProcessConnection:
        message = f"the server is gone, {guest.identity}"
        raise RoomClosed(message)


class DeletedRoom(InProcessRoom):
    """Is deleted as soon as somebody comes."""

    @override
    async def join(self, guest: Guest) -> InProcessConnection:
        message = f"{guest.identity} is no longer in the room: room_deleted"
        raise RoomClosed(message)


@dataclass
class Failing:
    """A place where the first tries fail: there is no room, or it is gone at once."""

    failures: list[str]
    pauses: list[int] = field(default_factory=list)

    def hold(
        self,
        name: str,
        meeting: Callable[[Room, Clock], Coroutine[Any, Any, T]],
        *,
        invitation: str = "",
    ) -> T:
        failure = self.failures.pop(0) if self.failures else ""
        if failure == "no_room":
            message = "the server does not answer"
            raise NoRoom(message)
        if failure in ("room_closed", "interference"):
            closed = ClosedRoom if failure == "room_closed" else DeletedRoom
            return InProcessVenue().hold(
                name, lambda _, clock: meeting(closed(name, clock), clock), invitation=invitation
            )
        return InProcessVenue().hold(name, meeting, invitation=invitation)

    def pause(self, tries: int) -> None:
        self.pauses.append(tries)


def equipment(venue: Failing, folder: Path) -> Any:
    return SimpleNamespace(
        agent=choose_agent("oracle", AgentOptions()),
        options=SimpleNamespace(no_screens="a test", beats="1", join_s=30.0, human=None),
        voice=None,
        screens=None,
        venue=venue,
        log_of=lambda _: folder / "log",
    )


def test_what_spoilt_the_tries_before_stands_in_what_is_kept(tmp_path: Path) -> None:
    variant = select_beats(instantiate(scenario("financial_analyst"), 0), "1")
    venue = Failing(["no_room", "room_closed"])
    told: list[tuple[int, str, str]] = []

    recording = run_trial(
        variant,
        tmp_path / "trial",
        equipment(venue, tmp_path),
        lambda *_: None,
        on_open=lambda *news: told.append(news),
    )

    assert recording.is_valid
    assert venue.pauses == [1, 2]
    assert recording.setting.attempt == 3
    no_room = "no_room: the server does not answer"
    gone = "room_closed: the server is gone, modyl-recorder"
    assert recording.setting.spoilt == (no_room, gone)
    assert [notice[:2] for notice in told] == [(2, "no_room"), (3, "room_closed")]
    assert read_recording(tmp_path / "trial") == recording
    assert f", try 3 after {no_room}, {gone}" in "\n".join(heading(recording))
    trial = Trial(scenario="financial_analyst", scenario_id="x", seed=0)
    shown = meeting_line(trial_summary(trial, tmp_path / "trial", recording, was_kept=False))
    assert f"tries spoilt before: {no_room}, {gone}" in shown


@dataclass
class Spoiling(Failing):
    """A place where faults of ours come into the first meeting."""

    faults: tuple[Fault, ...] = ()

    @override
    def hold(
        self,
        name: str,
        meeting: Callable[[Room, Clock], Coroutine[Any, Any, T]],
        *,
        invitation: str = "",
    ) -> T:
        recording: Any = super().hold(name, meeting, invitation=invitation)
        faults, self.faults = self.faults, ()
        return recording.model_copy(update={"faults": faults})  # type: ignore[no-any-return]


def fault(code: str, detail: str, **changes: Any) -> Fault:
    return Fault.model_validate({"culprit": "harness", "code": code, "detail": detail, **changes})


def test_all_that_was_lost_in_a_try_is_kept_bounded_and_on_one_line(tmp_path: Path) -> None:
    variant = select_beats(instantiate(scenario("financial_analyst"), 0), "1")
    faults = (
        fault("left", "the agent's own", culprit="agent"),
        fault("audio_missing", "a flag", spoils=False),
        fault("speech_slipped", "by\n0.3 s"),
        fault("events_lost", "x" * 400),
        *(fault("audio_missing", f"{number} s") for number in range(6)),
    )
    told: list[str] = []

    recording = run_trial(
        variant,
        tmp_path / "trial",
        equipment(Spoiling([], faults=faults), tmp_path),
        lambda *_: None,
        on_open=lambda _, code, __: told.append(code),
    )

    lost = "events_lost: " + "x" * (300 - len("events_lost: "))
    missing = "; ".join(f"audio_missing: {number} s" for number in range(3))
    assert recording.setting.spoilt == (f"speech_slipped: by 0.3 s; {lost}; {missing}; 3 more",)
    assert told == ["", "speech_slipped"]


def test_what_spoilt_a_try_is_shown_without_what_a_terminal_would_obey(tmp_path: Path) -> None:
    variant = select_beats(instantiate(scenario("financial_analyst"), 0), "1")
    recording = run_trial(variant, tmp_path, equipment(Failing([]), tmp_path), lambda *_: None)
    update = {"attempt": 2, "spoilt": ("no_room: \x1b[2J",)}
    altered = recording.setting.model_copy(update=update)

    recording = recording.model_copy(update={"setting": altered})
    trial = Trial(scenario="financial_analyst", scenario_id="x", seed=0)
    shown = [
        *heading(recording),
        meeting_line(trial_summary(trial, tmp_path, recording, was_kept=False)),
    ]

    assert sum("no_room:" in line for line in shown) == 2
    assert not any("\x1b" in line for line in shown)


def test_a_room_that_is_always_gone_leaves_an_invalid_recording(tmp_path: Path) -> None:
    variant = select_beats(instantiate(scenario("financial_analyst"), 0), "1")

    recording = run_trial(
        variant, tmp_path, equipment(Failing(["room_closed"] * 3), tmp_path), lambda *_: None
    )

    assert not recording.is_valid
    assert recording.ending == "broken_off"
    assert [reason.partition(":")[0] for reason in recording.setting.spoilt] == ["room_closed"] * 2


def test_a_meeting_that_somebody_broke_is_kept_and_not_held_again(tmp_path: Path) -> None:
    variant = select_beats(instantiate(scenario("financial_analyst"), 0), "1")
    venue = Failing(["no_room", "interference", ""])

    recording = run_trial(variant, tmp_path, equipment(venue, tmp_path), lambda *_: None)

    assert venue.failures == [""]
    assert not recording.is_valid
    assert recording.setting.spoilt == ("no_room: the server does not answer",)
    trial = Trial(scenario="financial_analyst", scenario_id="x", seed=0)
    shown = meeting_line(trial_summary(trial, tmp_path, recording, was_kept=False))
    assert "room_deleted (by somebody with the server's key: not tried again by itself)" in shown
    assert "\n" not in shown


def test_a_flag_is_told_and_the_meeting_valid(tmp_path: Path) -> None:
    variant = select_beats(instantiate(scenario("financial_analyst"), 0), "1")
    recording = run_trial(variant, tmp_path, equipment(Failing([]), tmp_path), lambda *_: None)
    flag = Fault(
        culprit="infrastructure", code="audio_missing", detail="1.1%", turn_index=2, spoils=False
    )
    flagged = recording.model_copy(update={"faults": (flag,)})

    assert flagged.is_valid
    assert "flag on the infrastructure" in "\n".join(heading(flagged))
    trial = Trial(scenario="financial_analyst", scenario_id="x", seed=0)
    held = trial_summary(trial, tmp_path, flagged, was_kept=False)
    assert "faults: 1 infrastructure (flag)" in meeting_line(held)
    assert held.trouble == ""
    old = flag.model_dump()
    del old["spoils"]
    assert Fault.model_validate(old).is_spoiling


def test_without_a_room_at_any_try_the_trial_is_not_held(tmp_path: Path) -> None:
    variant = select_beats(instantiate(scenario("financial_analyst"), 0), "1")
    venue = Failing(["no_room"] * 3)

    with pytest.raises(NoRoom):
        run_trial(variant, tmp_path, equipment(venue, tmp_path), lambda *_: None)

    assert venue.failures == []
