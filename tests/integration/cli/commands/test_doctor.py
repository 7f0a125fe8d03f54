"""A voice is named as present only where it can speak."""

from pathlib import Path

import pytest

from modylbench.cli.commands.doctor import examine


def rhvoice(folder: Path, *voices: str) -> Path:
    place = folder / "bin" / "RHVoice-test"
    place.parent.mkdir()
    place.write_text("#!/bin/sh\n", encoding="utf-8")
    place.chmod(0o755)
    for voice in voices:
        (folder / "share" / "RHVoice" / "voices" / voice).mkdir(parents=True)
    return place


@pytest.mark.parametrize(("voices", "is_found"), [(("bdl", "slt"), True), (("anna",), False)])
def test_rhvoice_counts_only_with_an_english_voice(
    voices: tuple[str, ...], is_found: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = rhvoice(tmp_path, *voices)
    monkeypatch.setenv("PATH", str(place.parent))
    [part] = [part for part in examine() if part.name == "RHVoice-test"]

    assert part.found == (str(place) if is_found else "")
    assert is_found or "rhvoice-english" in part.how_to_get
