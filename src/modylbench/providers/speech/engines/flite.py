"""flite as a voice, with the voices that are built into it."""

from __future__ import annotations

from modylbench.providers.speech.engines.program import VoiceProgram, output_of
from modylbench.providers.speech.personas import Voice


def _options(voice: str, file: str) -> list[str]:
    return ["-voice", voice, "-f", "/dev/stdin", "-o", file]


def _engine_name(place: str) -> str:
    lines = output_of(place, "--version").splitlines()
    versions = [line.split()[-1] for line in lines if line.strip().startswith("version")]
    return f"flite {versions[0].removeprefix('flite-')}" if versions else "flite"


FLITE = VoiceProgram(
    program="flite",
    how_to_get="install flite (on Debian: apt-get install flite)",
    voices=(
        Voice("rms", "male", "us"),
        Voice("slt", "female", "us"),
        Voice("awb", "male", "uk"),
    ),
    options=_options,
    engine_name=_engine_name,
)
