"""A voice is chosen only where it speaks."""

from pathlib import Path

import pytest

from modylbench.providers.speech.personas import voices_beside
from modylbench.providers.speech.speech import NoVoice
from modylbench.providers.speech.voices import best_voice, speaking_engines

BROKEN = {
    "exits at once": "#!/bin/sh\nexit 3\n",
    "writes nothing": "#!/bin/sh\ncat > /dev/null\n",
    "writes no sound": '#!/bin/sh\ncat > /dev/null\nwhile [ "$1" != -o ]; do shift; done\n'
    'printf "no WAV" > "$2"\n',
    "is silent": '#!/bin/sh\ncat > /dev/null\nwhile [ "$1" != -o ]; do shift; done\n'
    'cp "$(dirname "$0")/silence.wav" "$2"\n',
}
SILENCE = (
    b"RIFF\x24\x25\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\xc0\x5d\0\0\x80\xbb\0\0\x02\0\x10\0"
    b"data\0\x25\0\0" + bytes(9_472)
)


def program(folder: Path, name: str, script: str) -> None:
    (folder / "silence.wav").write_bytes(SILENCE)
    (folder / name).write_text(script, encoding="utf-8")
    (folder / name).chmod(0o755)


@pytest.mark.parametrize("script", BROKEN.values(), ids=BROKEN)
def test_an_engine_that_is_broken_is_passed_over(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = best_voice("rhvoice").place
    program(tmp_path, "RHVoice-test", script)
    # flite's options are other ones, so RHVoice's own program stands in by a wrapper
    program(
        tmp_path,
        "flite",
        f'#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\nexec {real} -p bdl -o "$2"\n',
    )
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")

    with pytest.raises(NoVoice, match="does not speak"):
        best_voice("rhvoice")
    assert "rhvoice" not in speaking_engines()
    assert speaking_engines()[0] == "flite"
    assert best_voice().name.startswith("flite")


def test_where_none_speaks_each_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "RHVoice-test", BROKEN["exits at once"])
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(NoVoice, match=r"rhvoice: .* does not speak.*flite: found no.*--no-audio"):
        best_voice()


def test_an_engine_is_tried_once_in_a_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = best_voice("rhvoice").place
    program(tmp_path, "RHVoice-test", f'#!/bin/sh\necho >> {tmp_path}/runs\nexec {real} "$@"\n')
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    for _ in range(3):
        assert best_voice("rhvoice").place == f"{tmp_path}/RHVoice-test"

    assert (tmp_path / "runs").read_text(encoding="utf-8") == "\n"


def test_the_english_voices_of_rhvoice_are_found_without_running_it(tmp_path: Path) -> None:
    place = tmp_path / "bin" / "RHVoice-test"
    assert voices_beside(str(place)) == ()

    for name in ("slt", "anna"):
        (tmp_path / "share" / "RHVoice" / "voices" / name).mkdir(parents=True)
    assert voices_beside(str(place)) == ("slt",)
