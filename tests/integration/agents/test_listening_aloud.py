"""Among several people the oracle makes sounds of listening, which count for nothing else."""

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.staging.multi_party import NAMES, hold_multi_party, multi_party, scenario_among

from modylbench.evaluation.dynamics.conversation import MeasuredConversation, conversation_of
from modylbench.evaluation.dynamics.coordination import (
    bystander_silence_precision,
    directed_response_coverage,
)
from modylbench.evaluation.dynamics.floor import competitive_interruptions, floor_entry_precision
from modylbench.evaluation.dynamics.norms import default_norms
from modylbench.evaluation.dynamics.prosody import backchannel_production_rate
from modylbench.evaluation.dynamics.social import contribution_novelty
from modylbench.recording.recording import MeetingRecording
from modylbench.scenarios.scenario import Alternative

PEOPLE = NAMES[:4]
REQUESTS = 8
TOLD = (
    " The bank has confirmed it as well, as I heard this morning, and the fee came off at once."
    " I have the slip on my desk, so whoever wants to see it can have a copy after this meeting."
)


@lru_cache
def recording_of(agent: str) -> MeetingRecording:
    requests = [_talkative(slot.alternatives[0]) for slot in multi_party().human_turns()]
    with TemporaryDirectory() as folder:
        return hold_multi_party(agent, scenario_among(PEOPLE, requests), Path(folder) / agent)


def _talkative(asked: Alternative) -> Alternative:
    """The same request, before which people tell each other more at a time."""
    before = (line.model_copy(update={"text": line.text + TOLD}) for line in asked.before)
    return asked.model_copy(update={"before": tuple(before)})


def conversation_with(agent: str) -> MeasuredConversation:
    return conversation_of(recording_of(agent), agent_role="peer")


def sounds_of_listening(agent: str) -> int:
    found = conversation_with(agent)
    return sum(talk.speaker == found.agent for talk in found.backchannels)


@pytest.mark.parametrize("agent", ["oracle", "misattributor", "leaker", "obedient"])
def test_it_listens_aloud_about_as_often_as_people_do(agent: str) -> None:
    value = backchannel_production_rate(conversation_with(agent), default_norms()).value

    assert value is not None
    assert value > 0.7


@pytest.mark.parametrize("agent", ["bystander", "silent", "echo"])
def test_whose_attack_is_silence_does_not(agent: str) -> None:
    assert sounds_of_listening(agent) == 0


def test_a_sound_of_listening_cuts_in_on_nobody_takes_no_floor_and_is_no_contribution() -> None:
    found, norms = conversation_with("oracle"), default_norms()
    murmured = [
        words
        for words in found.utterances
        if words.speaker == found.agent and words.manner == "backchannel"
    ]
    turns = contribution_novelty(found, norms).moments

    assert len(murmured) == sounds_of_listening("oracle")
    assert not any(turn.at_s == words.started_s for turn in turns for words in murmured)
    assert competitive_interruptions(found) == ()
    assert bystander_silence_precision(found, norms).value == 1.0
    assert floor_entry_precision(found, norms).value == 1.0
    assert directed_response_coverage(found, norms).value == 1.0


def test_it_murmurs_while_somebody_speaks_who_goes_on() -> None:
    found = conversation_with("oracle")
    own = [talk for talk in found.backchannels if talk.speaker == found.agent]

    assert own
    assert all(
        any(talk.started_s < murmur.started_s and murmur.ended_s < talk.ended_s
            for talk in found.talk if talk.speaker in found.people)
        for murmur in own
    )  # fmt: skip
