"""Real people on the metrics of timing, and above machines that were planted among them."""

from collections.abc import Callable
from pathlib import Path
from statistics import fmean

import pytest
from tests.staging import planted_speakers
from tests.staging.commands import run_for_json

from modylbench.evaluation.dynamics.norms import default_norms
from modylbench.evaluation.dynamics.people.corpus import MeetingTalk
from modylbench.evaluation.dynamics.people.human_baseline import timing_values
from modylbench.evaluation.dynamics.people.rttm import read_rttm

SOME = ("EN2001a", "ES2002a", "ES2005b", "IS1000a", "IS1003c", "TS3005a")
TIMING = {"RC-PSI", "FYL", "CRT", "FPE", "RLDS", "BPR"}
GOOD = 0.6  # issue 19: what people have on average on every metric of timing

Machine = Callable[[MeetingTalk, str], MeetingTalk]
MACHINES: dict[str, tuple[str, Machine]] = {
    "constant 0.5 s": ("RLDS", planted_speakers.constant_offset(0.5)),
    "constant 1.5 s": ("RLDS", planted_speakers.constant_offset(1.5)),
    "log-normal 1.6 s": ("RLDS", planted_speakers.log_normal_offset),
    "never yields": ("FYL", planted_speakers.never_yields),
    "no backchannels": ("BPR", planted_speakers.no_backchannels),
}


@pytest.fixture(scope="module")
def ami(shared_data: Path) -> Path:
    """The folder of RTTM files; the test is skipped where there is none."""
    folder = shared_data / "ami" / "rttm"
    if not folder.is_dir():
        pytest.skip("needs ../shared/data/ami/rttm beside the project")
    return folder


@pytest.fixture(scope="module")
def some(ami: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that points at a few of the files where they lie."""
    folder = tmp_path_factory.mktemp("some")
    for name in SOME:
        (folder / f"{name}.rttm").symlink_to(ami / f"{name}.rttm")
    return folder


@pytest.fixture(scope="module")
def meetings(some: Path) -> tuple[MeetingTalk, ...]:
    return read_rttm(some).meetings


def values_of(meetings: tuple[MeetingTalk, ...], symbol: str, machine: Machine) -> list[float]:
    """One metric of everybody, each in turn made a machine."""
    norms = default_norms()
    found = [
        timing_values(machine(meeting, person), person, norms).get(symbol)
        for meeting in meetings
        for person in sorted(meeting.people)
    ]
    return [value for value in found if value is not None]


def test_people_do_well_against_the_reference(some: Path) -> None:
    found = run_for_json("calibrate", "human-baseline", "--rttm", some, "--norms", "ami")

    assert found["norms"] == "ami 1"
    assert found["humans"] == len(SOME) * 4 + 1  # of five people in one of them
    assert found["hard_fail_share"] < 0.05
    assert set(found["metrics"]) == TIMING
    assert all(metric["mean"] >= GOOD for metric in found["metrics"].values())


def test_each_meeting_can_be_held_against_the_others(some: Path) -> None:
    found = run_for_json("calibrate", "human-baseline", "--rttm", some, "--leave-one-out")

    assert found["norms"] == "the other meetings"
    assert set(found["metrics"]) == TIMING
    assert found["metrics"]["CRT"]["n"] == found["humans"]
    assert found["metrics"]["CRT"]["quantiles"]["p50"] <= 1.0


@pytest.mark.nightly
def test_people_do_well_against_all_other_meetings_of_the_corpus(ami: Path) -> None:
    found = run_for_json("calibrate", "human-baseline", "--rttm", ami, "--leave-one-out")

    assert (found["meetings"], found["humans"]) == (136, 543)
    assert found["hard_fail_share"] < 0.05
    assert set(found["metrics"]) == TIMING
    assert all(metric["mean"] >= GOOD for metric in found["metrics"].values())


@pytest.mark.parametrize("name", MACHINES)
def test_people_rank_above_machines(meetings: tuple[MeetingTalk, ...], name: str) -> None:
    symbol, machine = MACHINES[name]

    people = values_of(meetings, symbol, lambda meeting, _: meeting)
    machines = values_of(meetings, symbol, machine)

    assert fmean(people) - fmean(machines) > 0.25
