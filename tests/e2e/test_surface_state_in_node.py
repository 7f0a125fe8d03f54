"""The official processor of the browser comes to the same state as ours, whatever was sent."""

import json
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from modylbench.surfaces.catalog.document import CATALOG_ID
from modylbench.surfaces.messages.stream import messages_in
from modylbench.surfaces.state.surfaces import Surfaces

PACKAGES = Path(__file__).parents[2] / "web" / "node_modules"
STREAMS = 10 * settings().max_examples // 2
STEPS = ("a", "b", "0", "1", "2", "é/~", "x")
WHOLE = ("/", "", "//")
S = {"surfaceId": "s"}
Replay = Callable[[list[Surfaces]], None]


@pytest.fixture(scope="module")
def same_in_node(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    """Asserts that what each would give to a page leads to its own state there."""
    program = shutil.which("node")
    if program is None or not (PACKAGES / "@a2ui" / "web_core").is_dir():
        pytest.skip("needs node, and @a2ui/web_core in web/node_modules (npm ci in web)")
    folder = tmp_path_factory.mktemp("surface_state")
    shutil.copy(Path(__file__).parent / "surface_state" / "replay.mjs", folder)
    (folder / "node_modules").symlink_to(PACKAGES)

    def check(streams: list[Surfaces]) -> None:
        drained = [surfaces.drain() for surfaces in streams]
        (folder / "streams.json").write_text(json.dumps(drained), encoding="utf-8")
        result = subprocess.run(  # noqa: S603
            [program, "replay.mjs", "streams.json", CATALOG_ID],
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
        for line, surfaces, messages in zip(
            result.stdout.splitlines(), streams, drained, strict=True
        ):
            ours = {
                snapshot.surface_id: {"components": snapshot.components, "data": snapshot.data}
                for snapshot in surfaces.snapshot()
            }
            assert json.loads(line) == json.loads(json.dumps(ours)), messages

    return check


def value(random_: random.Random, depth: int = 0) -> Any:
    choice = random_.random()
    if depth > 2 or choice < 0.5:
        return random_.choice([None, True, 1, 2.5, "x", "", -3])
    if choice < 0.75:
        return [value(random_, depth + 1) for _ in range(random_.randrange(4))]
    return {random_.choice(STEPS): value(random_, depth + 1) for _ in range(random_.randrange(4))}


def path(random_: random.Random) -> str:
    steps = [random_.choice(STEPS) for _ in range(random_.randrange(5))]
    escaped = "/".join(step.replace("~", "~0").replace("/", "~1") for step in steps)
    return random_.choice(WHOLE) if random_.random() < 0.2 else f"/{escaped}"


def written(random_: random.Random) -> Surfaces:
    """A surface after some writes, deletions and impossible writes."""
    surfaces = Surfaces()
    surfaces.take({"version": "v0.9", "createSurface": {**S, "catalogId": CATALOG_ID}})
    for _ in range(random_.randrange(12)):
        body: dict[str, Any] = {**S, "path": path(random_)}
        if random_.random() < 0.8:
            body["value"] = value(random_)
        surfaces.take({"version": "v0.9", "updateDataModel": body})
    return surfaces


def test_any_writes_lead_to_the_same_data(same_in_node: Replay) -> None:
    random_ = random.Random(4)  # noqa: S311

    same_in_node([written(random_) for _ in range(STREAMS)])


def test_the_official_examples_lead_to_the_same_state(
    same_in_node: Replay, shared_data: Path
) -> None:
    streams = []
    for file in sorted((shared_data / "a2ui-examples").rglob("*.json")):
        surfaces = Surfaces()
        for message in messages_in(file.read_text(encoding="utf-8"))[0]:
            surfaces.take(message)
        streams.append(surfaces)

    same_in_node(streams)
