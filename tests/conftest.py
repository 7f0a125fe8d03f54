"""What all tests share: Hypothesis profiles, markers by folder, the order of files, shared data."""

import json
import os
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from modylbench.foundation.garbage import collect_garbage_seldom
from modylbench.scenarios.catalogue import MARK, write_skeleton

TESTS = Path(__file__).parent
DURATIONS = TESTS / "durations.json"  # seconds by file; `pytest --renew-durations` writes it
FOLDERS = ("unit", "integration", "contract", "golden", "e2e", "live", "livekit", "architecture")

# In a shell's background SIGINT is ignored, and would be by every process that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A worker of the tests soon has millions of objects, which are not gone through every few moments.
collect_garbage_seldom()

# Every setting that Hypothesis would otherwise choose by whether it runs in CI is named here.
BUSY_MACHINES_ARE_FINE = (HealthCheck.too_slow,)
settings.register_profile(
    "default",
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=BUSY_MACHINES_ARE_FINE,
)
settings.register_profile(
    "nightly",
    max_examples=100,  # drawn afresh every night
    deadline=None,
    derandomize=False,
    print_blob=True,
    suppress_health_check=BUSY_MACHINES_ARE_FINE,
)
PROFILE = os.environ.get("MODYLBENCH_TEST_PROFILE", "default")
settings.load_profile(PROFILE)


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Speech that a person has synthesised before is not heard in tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MODYLBENCH_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run of all tests write down how long each file took."""
    parser.addoption("--renew-durations", action="store_true", help="write tests/durations.json")


def pytest_configure(config: pytest.Config) -> None:
    """Measure in the process that hears of every test: the only one, or that of all workers."""
    if config.getoption("--renew-durations") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(FileDurations(), "file-durations")


class FileDurations:
    """How long each test file took, added to those of files that were not run."""

    def __init__(self) -> None:
        self._seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add set-up, call and tear-down of one test to its file."""
        self._seconds[report.nodeid.partition("::")[0]] += report.duration  # type: ignore[assignment]

    def pytest_sessionfinish(self) -> None:
        """Write them, in whole seconds, so that a second run changes little."""
        merged = {**durations(), **{file: round(s) for file, s in self._seconds.items()}}
        lasting = {
            file: merged[file]
            for file in sorted(merged)
            if merged[file] > 0 and (TESTS.parent / file).exists()
        }
        DURATIONS.write_text(json.dumps(lasting, indent=1) + "\n", encoding="utf-8")


def durations() -> dict[str, int]:
    """Seconds by test file, as they were measured last."""
    return json.loads(DURATIONS.read_text(encoding="utf-8")) if DURATIONS.exists() else {}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test with the name of its folder.

    Those marked `nightly` are left to `make nightly`. The longest files come first, so that others
    fill the time that is left beside them; of a new file nothing is known, so it comes early too.
    """
    known = durations()
    unknown = max(known.values(), default=0) / 4
    files = {item.nodeid.partition("::")[0] for item in items}
    took = {file: known.get(file, unknown) for file in files}
    items.sort(key=lambda item: -took[item.nodeid.partition("::")[0]])
    for item in items:
        if PROFILE != "nightly" and item.get_closest_marker("nightly"):
            item.add_marker(pytest.mark.skip(reason="takes long: nightly"))
        folder = item.path.relative_to(TESTS).parts[0]
        if folder not in FOLDERS:
            message = f"{item.path}: expected a test in one of the folders {', '.join(FOLDERS)}"
            raise pytest.UsageError(message)
        item.add_marker(folder)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder `../shared/data` beside the project; the test is skipped where there is none."""
    folder = TESTS.parent.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("needs the folder ../shared/data beside the project")
    return folder


@pytest.fixture
def small_scenario(tmp_path: Path) -> Path:
    """A scenario of one product and one criterion: the skeleton, filled in."""
    folder = write_skeleton("small_case", tmp_path)
    for file in folder.glob("*.yaml"):
        file.write_text(file.read_text(encoding="utf-8").replace(MARK, "Well"), encoding="utf-8")
    return folder
