"""What do all tests share? Hypothesis profiles, markers by folder, the data beside the project."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from modylbench.scenarios.skeleton import MARK, write_skeleton

TESTS = Path(__file__).parent
LONGEST = {"test_real_agents.py", "test_run.py", "test_submission.py", "test_faults.py"}
FOLDERS = ("unit", "contract", "golden", "e2e", "live", "livekit", "architecture")

# In a shell's background SIGINT is ignored, and would be by every process that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

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
    max_examples=2000,
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test with the name of its folder; doctests in src stay unmarked.

    Those marked `nightly` are left to `make nightly`. The longest files come first, so that others
    fill the time that is left beside them.
    """
    items.sort(key=lambda item: item.path.name not in LONGEST)
    for item in items:
        if PROFILE != "nightly" and item.get_closest_marker("nightly"):
            item.add_marker(pytest.mark.skip(reason="takes long: nightly"))
        if not item.path.is_relative_to(TESTS):
            continue
        place = item.path.relative_to(TESTS)
        if place.parts[0] not in FOLDERS:
            message = f"{place}: expected a test in one of the folders {', '.join(FOLDERS)}"
            raise pytest.UsageError(message)
        item.add_marker(place.parts[0])


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
