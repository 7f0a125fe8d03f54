"""A file that cannot be used is refused in one line, with the place."""

from pathlib import Path

import pytest

from modylbench.foundation.errors import BadFile
from modylbench.foundation.record import read_json

BAD_JSON = {
    "NaN": ('{"a": NaN}', "found NaN, expected a finite number"),
    "infinity": ('{"a": -Infinity}', "found -Infinity"),
    "too large": ('{"a": 1e999}', "expected a number below"),
    "endless digits": ("[" + "9" * 5000 + "]", "5000 digits"),
    "a key twice": ('{"a": 1, "a": 2}', "'a' twice"),
    "cut off": ('{"a": [1, 2', "line 1 column 12: not JSON"),
    "nested without end": ("[" * 100_000, "nested too deeply"),
}


@pytest.mark.parametrize("name", BAD_JSON)
def test_bad_json_is_refused_with_the_reason(name: str, tmp_path: Path) -> None:
    text, reason = BAD_JSON[name]
    path = tmp_path / "products.json"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(BadFile) as refused:
        read_json(path)

    assert reason in str(refused.value)
    assert str(path) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "products.json"
    path.write_bytes(b"\xff\xfe\x00")

    with pytest.raises(BadFile, match="expected UTF-8"):
        read_json(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="No such file"):
        read_json(tmp_path / "absent.json")
