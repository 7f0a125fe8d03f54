"""The English voices of RHVoice, and which of them are installed; light, since `doctor` asks."""

from __future__ import annotations

from pathlib import Path

from modylbench.providers.speech.personas import Voice

VOICES = (
    Voice("bdl", "male", "us"),
    Voice("alan", "male", "uk"),
    Voice("slt", "female", "us"),
    Voice("clb", "female", "us"),
)


def voices_beside(program: str) -> tuple[str, ...]:
    """The English voices that are installed where the program is; nothing is run.

    The program speaks on without them, in a voice of another language or not at all.
    """
    folder = Path(program).parent.parent / "share" / "RHVoice" / "voices"
    return tuple(voice.name for voice in VOICES if (folder / voice.name).is_dir())
