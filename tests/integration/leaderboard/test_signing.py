"""A private key is kept for its owner alone, and never shown."""

import base64
import stat
from pathlib import Path

import pytest

from modylbench.foundation.errors import BadFile, UserMistake
from modylbench.leaderboard.signing import (
    new_key,
    public_key,
    read_key,
)


def test_a_key_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "key"
    made = new_key(path)

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_key(path) == made
    assert made != new_key(tmp_path / "another")
    assert public_key(made.public.text) == made.public
    assert base64.b64encode(made.raw).decode() not in repr(made)
    with pytest.raises(BadFile):
        new_key(path)


def test_a_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    new_key(tmp_path / "key")
    (tmp_path / "key").chmod(0o644)
    with pytest.raises(BadFile, match="others may read"):
        read_key(tmp_path / "key")


def test_a_private_key_given_for_a_public_one_is_not_shown(tmp_path: Path) -> None:
    new_key(tmp_path / "key")
    text = (tmp_path / "key").read_text()
    with pytest.raises(UserMistake) as mistake:
        public_key(text)

    assert text.strip()[-20:] not in str(mistake.value)
