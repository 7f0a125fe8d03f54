"""A log is kept as a JSON file that comes back equal, and anything else is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from modylbench.evaluation.mutations.replay.update_log import (
    UpdateLog,
    read_log,
    replay_through,
    update_log,
)
from modylbench.foundation.errors import BadFile
from modylbench.foundation.record import canonical_json

Story = list[dict[str, Any]]


def logged(*snapshots: dict[str, Any]) -> UpdateLog:
    return update_log(dict(enumerate(snapshots)))


GRID = {
    "grid": {
        "rows": [
            {"id": "senior", "label": "Senior debt at close", "cells": {"y1": {"value": 200}}},
            {"id": "sub", "label": "Subordinated debt at close", "cells": {}},
            {"id": "equity", "label": "Sponsor equity at close", "cells": {}},
        ]
    }
}


def test_the_log_is_a_json_file_that_comes_back_equal(tmp_path: Path) -> None:
    log = update_log({3: GRID, 12: {}}, client_id=77)
    path = tmp_path / "updates.json"
    path.write_text(canonical_json(log.model_dump(mode="json")), encoding="utf-8")

    assert read_log(path) == log
    assert [turn.turn_index for turn in log.turns] == [3, 12]
    with pytest.raises(BadFile, match="has no turn 4, expected one of 3, 12"):
        replay_through(log, 4)


STORY: Story = [GRID, {"grid": {"rows": GRID["grid"]["rows"][:1]}}, {"memo": {"body": "Done."}}]


def test_turns_out_of_order_are_refused_before_anything_is_applied(tmp_path: Path) -> None:
    log = logged(*STORY).model_dump(mode="json")
    log["turns"].reverse()
    path = tmp_path / "updates.json"
    path.write_text(json.dumps(log), encoding="utf-8")

    with pytest.raises(BadFile, match="found turns out of order"):
        read_log(path)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("{", "Invalid JSON"),
        ("[]", "expected: Input should be an object"),
        ('{"client_id": 1, "turns": [{"turn_index": 1, "updates": [7], "hashes": {}}]}', "updates"),
        ('{"client_id": 1, "turns": [], "encoding": "yjs-v2"}', "encoding: found 'yjs-v2'"),
        ('{"client_id": 1, "turns": [], "more": 1}', "unknown field 'more'"),
        (None, "cannot be read .No such file"),
    ],
    ids=str,
)
def test_a_file_that_is_no_log_says_why(tmp_path: Path, text: str | None, found: str) -> None:
    path = tmp_path / "updates.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")

    with pytest.raises(BadFile, match=found):
        read_log(path)


"""A text of two surrogate pairs; their halves are the clocks 1 to 4, and one more piece follows."""
