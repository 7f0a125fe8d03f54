"""With what are meetings held that a command needs for itself?"""

from __future__ import annotations

from pathlib import Path
from tempfile import gettempdir

from modylbench.agents.choice import AgentOptions
from modylbench.cli.settings import cache_folder, service_keys
from modylbench.pipeline.equipment import Means
from modylbench.pipeline.voice import BEST, VoiceChoice
from modylbench.providers.chromium import chromium
from modylbench.surfaces.rendering.host import built_page

NOT_ASKED = "not asked for"


def means_of(*, has_audio: bool, has_screens: bool) -> Means:
    """Means for our own agents; raises NoScreen or UserMistake where something is not here."""
    if has_screens:
        chromium()
        built_page()
    voice = VoiceChoice(BEST, "", service_keys()) if has_audio else None
    if voice is not None:
        voice.made()
    return Means(
        agent="oracle",
        options=AgentOptions(),
        voice=voice,
        cache=cache_folder() / "speech",
        logs=Path(gettempdir()),
        edge_cases="seed",
        beats="",
        no_screens="" if has_screens else NOT_ASKED,
    )
