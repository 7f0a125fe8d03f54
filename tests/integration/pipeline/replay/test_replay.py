"""A recording that was forged with care contradicts itself; one that was held does not."""

import asyncio
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.staging.forged_recordings import (
    FORGERIES,
    SOUND_FORGERIES,
    Forged,
    Forgery,
    TrialFolder,
)
from tests.staging.leaderboard.real_submission import answers
from tests.staging.meetings import tone
from tests.staging.trials import quiet_options

from modylbench.agents.catalogue import choose_agent
from modylbench.agents.choice import AgentOptions
from modylbench.pipeline.equipment import Equipment
from modylbench.pipeline.replay.replay import contradictions
from modylbench.pipeline.trial import run_trial
from modylbench.providers.speech.speech import Speech, TextToSpeech, estimated_duration_s
from modylbench.recording.reading import altered_files, read_recording
from modylbench.runs.variant import select_beats, variant_before
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate

LEAST_FORGERIES = 25


@dataclass(frozen=True)
class PacedHum:
    """A voice that hums for as long as the words take."""

    name: str = "hum at the pace of words"

    def voice_for(self, wanted: str) -> str:
        return wanted

    async def speak(self, text: str, voice: str) -> Speech:  # noqa: ARG002
        return Speech(tone(estimated_duration_s(text)))


def hold(
    agent: str,
    name: str,
    folder: Path,
    *,
    seed: int = 0,
    beats: str = "1-2",
    voice: TextToSpeech | None = None,
) -> Path:
    """The folder of a meeting that was held."""
    variant = select_beats(instantiate(scenario(name), seed), beats)
    options = quiet_options(folder, beats=beats)
    choice = choose_agent(agent, AgentOptions())
    run_trial(variant, folder / "trial", Equipment(options, choice, voice, None), lambda *_: None)
    return folder / "trial"


def found_in(folder: Path) -> list[str]:
    recording = read_recording(folder)
    assert altered_files(recording, folder) == []
    variant = variant_before(recording, folder)
    return [str(it) for it in asyncio.run(contradictions(recording, folder, variant))]


@pytest.fixture(scope="module")
def few_words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A meeting of an agent that shows one thing, says two, and is silent otherwise."""
    folder = tmp_path_factory.mktemp("few")
    (folder / "answers.jsonl").write_text(answers(["scientist"]))
    return hold(f"recorded:{folder / 'answers.jsonl'}", "scientist", folder)


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A meeting with sound."""
    folder = tmp_path_factory.mktemp("spoken")
    return hold("oracle", "scientist", folder, beats="1", voice=PacedHum())


def forge(forgery: Forgery, held: Path, tmp_path: Path) -> list[str]:
    folder = tmp_path / "forged"
    shutil.copytree(held, folder)
    forged = Forged(TrialFolder(folder))
    forgery.change(forged)
    forged.finish()
    return found_in(folder)


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda forgery: forgery.name)
def test_what_was_forged_with_all_its_hashes_contradicts_itself(
    forgery: Forgery, few_words: Path, tmp_path: Path
) -> None:
    found = forge(forgery, few_words, tmp_path)

    assert any(forgery.gives_away in line for line in found), found
    assert all("\n" not in line for line in found)


@pytest.mark.parametrize("forgery", SOUND_FORGERIES, ids=lambda forgery: forgery.name)
def test_sound_that_was_forged_contradicts_what_is_said_of_it(
    forgery: Forgery, spoken: Path, tmp_path: Path
) -> None:
    found = forge(forgery, spoken, tmp_path)

    assert any(forgery.gives_away in line for line in found), found


def test_there_are_more_forgeries_than_were_once_accepted() -> None:
    assert len({forgery.name for forgery in (*FORGERIES, *SOUND_FORGERIES)}) >= LEAST_FORGERIES


def test_a_forgery_is_told_by_what_was_forged_and_not_by_the_forging(
    few_words: Path, spoken: Path, tmp_path: Path
) -> None:
    for number, held in enumerate((few_words, spoken)):
        place = tmp_path / str(number)
        place.mkdir()
        assert forge(Forgery("nothing", "", lambda _: None), held, place) == []


@pytest.mark.parametrize("agent", ["silent", "interrupter", "judge_injector", "output_mismatch"])
def test_meetings_of_all_kinds_of_agents_follow_from_their_logs(agent: str, tmp_path: Path) -> None:
    assert found_in(hold(agent, "financial_analyst", tmp_path, seed=3)) == []


@pytest.mark.parametrize("agent", ["oracle", "barger", "deaf"])
def test_meetings_of_several_people_follow_from_their_logs(agent: str, tmp_path: Path) -> None:
    assert found_in(hold(agent, "research_board", tmp_path, seed=3, beats="1-3")) == []


def test_the_voice_of_who_speaks_over_people_is_where_the_record_says(tmp_path: Path) -> None:
    held = hold("barger", "research_board", tmp_path, seed=3, beats="1", voice=PacedHum())

    assert found_in(held) == []


def test_a_free_meeting_follows_from_its_goals(tmp_path: Path) -> None:
    assert found_in(hold("oracle", "scientist_free", tmp_path, seed=1, beats="")) == []
