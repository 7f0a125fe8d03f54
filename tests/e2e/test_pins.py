"""A finding that was pinned is red until it is gone, and holds no more than it needs."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.staging.commands import run_command

import modylbench as mb
from modylbench.pipeline.pinning.pin import Pin
from modylbench.publishing.report.filling.media import LinkedMedia
from modylbench.publishing.report.filling.trial import trial_data
from modylbench.publishing.report.report import meetings_of
from modylbench.runs.run import runs_in

QUIET: dict[str, Any] = {"no_audio": True, "no_screens": True}


@pytest.fixture(scope="module")
def meeting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("pinned")
    results = mb.hold(
        "polite_but_wrong", scenarios="financial_analyst", seeds=[0], output=output, **QUIET
    )
    return Path(results.meetings["folder"][0])


@pytest.fixture(scope="module")
def listed(meeting: Path) -> list[str]:
    return [line.partition("  ")[0] for line in run_command("pin", meeting).stdout.splitlines()]


def pinned(meeting: Path, finding: str, folder: Path) -> Pin:
    run_command("pin", meeting, finding, "--output", folder)
    return next(pin for pin in mb.read_pins(folder) if pin.finding == finding)


@pytest.mark.parametrize("kind", ["purchase_ev", "turn-01/figure-0"])
def test_it_is_red_while_the_finding_is_there_and_gone_with_it(
    kind: str, meeting: Path, tmp_path: Path
) -> None:
    pin = pinned(meeting, kind, tmp_path)

    with pytest.raises(AssertionError, match=f"financial_analyst seed 0, {kind}: "):
        mb.check_pin(pin)
    mb.check_pin(pin, agent="oracle")


def test_silence_is_no_mend(meeting: Path, tmp_path: Path) -> None:
    for kind in ("purchase_ev", "turn-01/figure-0"):
        with pytest.raises(AssertionError):
            mb.check_pin(pinned(meeting, kind, tmp_path), agent="silent")


def test_the_beat_alone_is_held_where_the_finding_is_due_in_it_and_those_before_where_not(
    meeting: Path, listed: list[str], tmp_path: Path
) -> None:
    beats = {pinned(meeting, name, tmp_path).beats for name in listed[:12]}

    assert "1-1" in beats
    assert any(beat.startswith("1-") and beat != "1-1" for beat in beats)
    for name in listed[:12]:
        mb.check_pin(pinned(meeting, name, tmp_path), agent="oracle")


def test_the_player_offers_a_test_for_what_can_be_pinned(meeting: Path, listed: list[str]) -> None:
    [run] = runs_in([meeting])
    [reported] = meetings_of(run)
    assert reported.recording is not None
    data = trial_data(reported, reported.recording, LinkedMedia(meeting))
    offered = {pin["finding"] for pin in data["playback"]["pins"] if pin["finding"]}

    assert offered <= set(listed)
    assert len(offered) > len(listed) / 2


def test_every_kind_of_finding_is_listed_with_what_was_found(listed: list[str]) -> None:
    assert {name.startswith("turn-") for name in listed} == {True, False}
    assert "purchase_ev" in listed


def test_the_check_is_a_test_of_the_agents_own_repository(meeting: Path, tmp_path: Path) -> None:
    pinned(meeting, "purchase_ev", tmp_path / "tests" / "pins")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/pins"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S603

    assert done.returncode == 1, done.stdout
    assert "financial_analyst seed 0, purchase_ev: " in done.stdout
    assert "1 failed" in done.stdout


def test_all_pins_are_held_by_one_command(meeting: Path, tmp_path: Path) -> None:
    for name in ("purchase_ev", "turn-01/figure-0"):
        pinned(meeting, name, tmp_path)
    red = run_command("pins", "run", tmp_path, code=1).stdout
    gone = run_command("pins", "run", tmp_path, "--agent", "oracle").stdout

    assert red.splitlines()[-1] == "0 of 2 findings are gone"
    assert gone.splitlines()[-1] == "2 of 2 findings are gone"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["pin", "{run}", "no_such"],
            "found no finding 'no_such' in this meeting, expected one of",
        ),
        (["pin", "{folder}"], "holds no recording.json"),
        (["pins", "run", "{folder}"], "holds no pins"),
        (["pins", "run", "{folder}/none"], "is no folder"),
    ],
)
def test_a_mistake_is_one_line(words: list[str], told: str, meeting: Path, tmp_path: Path) -> None:
    filled = [word.format(run=meeting, folder=tmp_path) for word in words]
    said = run_command(*filled, code=2).stderr

    assert told in said
    assert len(said.strip().splitlines()) == 1


def test_a_pin_that_somebody_spoilt_is_refused_with_its_place(
    meeting: Path, tmp_path: Path
) -> None:
    pin = pinned(meeting, "purchase_ev", tmp_path)
    file = tmp_path / f"{pin.name}.json"
    value = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps(value | {"seed": "first"}), encoding="utf-8")

    assert "seed" in run_command("pins", "run", tmp_path, code=2).stderr
