"""Real Yjs reads our logs, and we read what is edited in it."""

import base64
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from tests.staging.random_data.edits import LONG, snapshot_runs

from modylbench.evaluation.mutations.json_documents import same_json
from modylbench.evaluation.mutations.replay.update_log import (
    UpdateLog,
    continue_log,
    replay_through,
    update_log,
)
from modylbench.foundation.errors import BadFile
from modylbench.foundation.record import canonical_json
from modylbench.products.work_product import as_json
from modylbench.scenarios import catalogue
from modylbench.scenarios.variant import instantiate

ROOT = Path(__file__).parents[2]
PACKAGES = ROOT / "web" / "node_modules"
Snapshots = dict[int, dict[str, Any]]
Node = Callable[[str, UpdateLog], list[str]]


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Node:
    """Runs one of our scripts, or the text of one, on a log; its lines."""
    program = shutil.which("node")
    if program is None or not (PACKAGES / "yjs").is_dir():
        pytest.skip("needs node, and yjs in web/node_modules (npm ci in web)")
    folder = tmp_path_factory.mktemp("yjs")
    shutil.copytree(Path(__file__).parent / "yjs", folder, dirs_exist_ok=True)
    (folder / "node_modules").symlink_to(PACKAGES)

    def run(script: str, log: UpdateLog) -> list[str]:
        path = folder / "updates.json"
        path.write_text(canonical_json(log.model_dump(mode="json")), encoding="utf-8")
        if "\n" in script:
            (folder / "given.mjs").write_text(script, encoding="utf-8")
            script = "given.mjs"
        result = subprocess.run(  # noqa: S603
            [program, script, path], cwd=folder, capture_output=True, timeout=60, check=True
        )
        return str(result.stdout.decode()).split("\n")[:-1]

    return run


def assert_yjs_sees(node: Node, snapshots: Snapshots) -> None:
    lines = [line.split(" ", 2) for line in node("replay.mjs", update_log(snapshots))]

    assert [int(turn) for turn, _, _ in lines] == sorted(snapshots)
    for turn, proof, text in lines:
        assert same_json(json.loads(text), snapshots[int(turn)])
        assert proof == "proved"


def test_the_code_in_the_documentation_rebuilds_the_products(node: Node) -> None:
    page = (ROOT / "docs" / "trajectories.md").read_text(encoding="utf-8")
    shown = page.split("```js\n")[1].split("```")[0]
    script = (
        'import * as fs from "node:fs";\nimport * as Y from "yjs";\n'
        'const log = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));\n'
        "const show = (turn, products) => console.log(JSON.stringify([turn, products]));\n"
    )
    snapshots = storyline("business_strategist", 1)

    lines = node(script + shown, update_log(snapshots))

    assert same_json([json.loads(line) for line in lines], [[*turn] for turn in snapshots.items()])


def storyline(name: str, seed: int) -> Snapshots:
    """What a perfect agent has made after every turn of the human."""
    variant = instantiate(catalogue.scenario(name), seed)
    reached: frozenset[str] = frozenset()
    snapshots = {}
    for slot in variant.scenario.human_turns():
        reached |= set(slot.reaches)
        products: Any = as_json(variant.products_at(reached))["products"]
        snapshots[slot.turn_index] = {product["id"]: product for product in products}
    return snapshots


@pytest.mark.parametrize(
    ("name", "seed"), [("financial_analyst", 3), ("deep_researcher", 0), ("business_analyst", 5)]
)
def test_yjs_replays_an_oracles_meeting_turn_by_turn(node: Node, name: str, seed: int) -> None:
    snapshots = storyline(name, seed)

    assert len({json.dumps(snapshot) for snapshot in snapshots.values()}) > 4, "a real story"
    assert_yjs_sees(node, snapshots)


def test_yjs_replays_random_runs(node: Node) -> None:
    """Many runs one behind the other in one log: starting node costs more than replaying."""
    drawn: list[dict[str, Any]] = []

    @settings(max_examples=60 if settings().max_examples <= 100 else 1_000, database=None)
    @given(story=snapshot_runs())
    def draw(story: list[dict[str, Any]]) -> None:
        drawn.extend(story)

    draw()

    assert_yjs_sees(node, dict(enumerate(drawn)))


MEMO = {
    "memo": {
        "body": LONG + "Well 😀 done.",
        "rows": [
            {"id": "senior", "value": 200},
            {"id": "sub", "value": None},
            {"id": "equity", "value": 10**18 + 1},
        ],
    }
}


def test_we_read_what_a_human_edits_in_yjs(node: Node) -> None:
    log = update_log({1: MEMO})
    updates = [base64.b64decode(update) for update in json.loads(node("co_edit.mjs", log)[0])]

    longer = continue_log(log, 2, updates)

    assert len(updates) == 7
    assert same_json(replay_through(longer, 1), MEMO)
    assert replay_through(longer, 2) == {
        "memo": {
            "body": LONG + "Well really 😀 😀 done.",
            "rows": [
                {"id": "sub", "value": None},
                {"id": "senior", "value": 225.5, "approved": True},
                {"id": "fees", "value": 4},
            ],
            "tags": {"plain": ["object", 1, None]},
        }
    }
    assert [line.split(" ", 2)[1] for line in node("replay.mjs", longer)] == ["proved", "proved"]


NULL = b"~"


def a_text(words: str) -> list[bytes]:
    """The pieces of a product that is a text; clock 1 is its first unit of UTF-16."""
    held = words.encode()
    return [b"'\x01\x08products\x01a\x02", b"\x04\x00\x05\x00" + bytes([len(held)]) + held]


def a_list(count: int) -> list[bytes]:
    values = b"\x08\x00\x05\x00" + bytes([count]) + NULL * count
    return [b"'\x01\x08products\x01a\x00", values]


def of_client(*pieces: bytes, clock: int = 0) -> bytes:
    return bytes([len(pieces), 5, clock]) + b"".join(pieces)


A_MAP = b"'\x01\x08products\x01b\x01"
DIVIDING: dict[str, list[bytes]] = {
    "a word in a surrogate pair": [
        b"\x01" + of_client(*a_text("😀😀")) + b"\x00",
        b"\x01" + of_client(b"\xc4\x05\x01\x05\x02\x01x", clock=5) + b"\x00",
    ],
    "half a pair deleted": [b"\x01" + of_client(*a_text("😀😀")) + b"\x01\x05\x01\x02\x01"],
    "a client twice": [b"\x02" + of_client(*a_list(1)) + of_client(A_MAP, clock=2) + b"\x00"],
    "a client twice among deletions": [
        b"\x01" + of_client(*a_list(5)) + b"\x02" + b"\x05\x01\x01\x01" + b"\x05\x01\x03\x01"
    ],
}
AGREED: dict[str, list[bytes]] = {
    "a word between pairs": [
        b"\x01" + of_client(*a_text("😀😀")) + b"\x00",
        b"\x01" + of_client(b"\xc4\x05\x02\x05\x03\x01x", clock=5) + b"\x00",
    ],
    "a pair deleted": [b"\x01" + of_client(*a_text("😀😀")) + b"\x01\x05\x01\x01\x02"],
    "two ranges of deletions": [
        b"\x01" + of_client(*a_list(5)) + b"\x01\x05\x02" + b"\x01\x01" + b"\x03\x01"
    ],
    "ranges that overlap": [
        b"\x01" + of_client(*a_list(5)) + b"\x01\x05\x03\x03\x03\x01\x04\x01\x02"
    ],
    "several values for a key": [b"\x01" + of_client(b"(\x01\x08products\x01a\x03x~y") + b"\x00"],
    "right before left": [b"\x01" + of_client(*a_list(3), b"\xc8\x05\x03\x05\x01\x01x") + b"\x00"],
}


@pytest.mark.parametrize("updates", DIVIDING.values(), ids=list(DIVIDING))
def test_updates_that_yjs_and_pycrdt_read_differently_are_refused(updates: list[bytes]) -> None:
    with pytest.raises(BadFile, match=r"inside a surrogate pair|twice"):
        continue_log(update_log({}), 1, updates)


@pytest.mark.parametrize("updates", AGREED.values(), ids=list(AGREED))
def test_odd_updates_that_we_take_lead_to_the_same_in_yjs(node: Node, updates: list[bytes]) -> None:
    log = continue_log(update_log({}), 1, updates)

    (line,) = node("replay.mjs", log)

    _, proof, text = line.split(" ", 2)
    assert proof == "proved"
    assert same_json(json.loads(text), replay_through(log, 1))
