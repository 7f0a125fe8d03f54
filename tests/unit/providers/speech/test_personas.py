"""Every persona gets a voice that fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.providers.speech.personas import Voice, nearest
from modylbench.providers.speech.services import deepgram, elevenlabs, openai
from modylbench.providers.speech.services.service import VOICES

every_service = pytest.mark.parametrize("service", sorted(VOICES))


@every_service
@pytest.mark.parametrize(
    ("wanted", "gender"),
    [
        ("female_uk_40s", "female"),
        ("woman_us_brisk", "female"),
        ("female_au_40s", "female"),
        ("female_eu_50s", "female"),
        ("male_us_30s", "male"),
        ("man_gb", "male"),
        ("MALE_IN_20s", "male"),
    ],
)
def test_the_gender_is_the_one_asked_for(service: str, wanted: str, gender: str) -> None:
    stock = VOICES[service].voices

    assert {voice.name: voice.gender for voice in stock}[nearest(stock, wanted)] == gender


@pytest.mark.parametrize(
    ("stock", "wanted", "accent"),
    [
        (deepgram.STOCK, "female_uk_40s", "uk"),
        (deepgram.STOCK, "male_au_40s", "au"),
        (deepgram.STOCK, "female_eu_50s", "uk"),
        (deepgram.STOCK, "male_nz_50s", "au"),
        (deepgram.STOCK, "male_ca_50s", "us"),
        (elevenlabs.STOCK, "female_au_40s", "uk"),
        (elevenlabs.STOCK, "male_nz_40s", "au"),
        (openai.STOCK, "male_uk_40s", "uk"),
        (openai.STOCK, "female_uk_40s", "us"),
    ],
)
def test_the_accent_is_the_nearest_there_is(
    stock: tuple[Voice, ...], wanted: str, accent: str
) -> None:
    assert {voice.name: voice.accent for voice in stock}[nearest(stock, wanted)] == accent


@every_service
def test_a_voice_may_be_asked_for_by_its_own_name(service: str) -> None:
    stock = VOICES[service].voices

    assert [nearest(stock, voice.name.upper()) for voice in stock] == [
        voice.name for voice in stock
    ]
    labels = [voice for voice in stock if voice.label]
    assert [nearest(stock, voice.label) for voice in labels] == [voice.name for voice in labels]


@every_service
def test_people_of_one_kind_do_not_all_sound_alike(service: str) -> None:
    stock = VOICES[service].voices

    assert len({nearest(stock, f"female_us_{age}0s") for age in range(2, 9)}) > 1


@every_service
@given(wanted=st.text(st.characters(), max_size=30))
def test_anything_asked_for_has_a_voice(service: str, wanted: str) -> None:
    stock = VOICES[service].voices

    assert nearest(stock, wanted) in {voice.name for voice in stock}
    assert nearest(stock, wanted) == nearest(stock, wanted)


@every_service
def test_no_voice_is_listed_twice(service: str) -> None:
    stock = VOICES[service].voices

    assert len({voice.name for voice in stock}) == len(stock)
