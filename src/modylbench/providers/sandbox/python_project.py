"""A Python project in the sandbox: what its functions return, and what its own tests report.

What was run once is known by its content. The code may do whatever it likes to what it reports of
itself: values are compared outside, where what is expected is known, and tests that pass must also
fail where the code is broken.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from modylbench.providers.sandbox.enclosure import MB, SEARCHED, SandboxLimits
from modylbench.providers.sandbox.run import TestRun, run_tests, unavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

REPORT = ".modylbench/report"
DRIVER = ".modylbench/driver.py"
CASES = ".modylbench/cases.json"
LIMITS = SandboxLimits(wall_s=30.0, cpu_s=15, memory_bytes=512 * MB, processes=32, files=2_000)
CASE_S = 2.0  # ours: no function of a small service takes longer
NO_PYTEST = "pytest is not installed here"
SITE = ".modylbench/site"
PACKAGES = ("pytest", "_pytest", "pluggy", "iniconfig", "packaging", "pygments")
"""What pytest is made of: nothing else of our own environment is there to be read."""
KEPT_OF = {
    "lexers": ("__init__", "_mapping", "diff", "python"),
    "styles": ("__init__", "_mapping", "default"),
}
"""Of these folders, large ones of pygments, what pytest imports."""
MOST_KEPT = 512  # runs, in one process
MOST_REPORT = 4 * MB
LARGEST = 1e300  # ours: beyond it a whole number is none that can be compared

T = TypeVar("T")
ProjectStatus = Literal["ran", "broken", "refused"]

PROBE = f"""
import json, os, select, signal, sys
sys.path.insert(0, os.getcwd())
cases = json.load(open({CASES!r}))
found = {{}}
def raises(kind, call):
    try:
        call()
    except kind:
        return 1
    return 0
def value_of(module, expression):
    name = module
    __import__(name)
    space = dict(vars(sys.modules[name]), raises=raises)
    value = eval(expression, space)
    if isinstance(value, bool) or isinstance(value, int):
        return int(value)
    return float(value)
for case in cases:
    module, _, expression = case.partition(":")
    end, start = os.pipe()
    child = os.fork()
    if not child:
        os.close(end)
        told = ""
        try:
            told = json.dumps(value_of(module, expression))
        finally:
            kind, error, _ = sys.exc_info()
            told = told or json.dumps(f"{{kind.__name__}}: {{error}}"[:200])
            os.write(start, told.encode()[:1000])
            os._exit(0)
    os.close(start)
    ready, _, _ = select.select([end], [], [], {CASE_S})
    text = os.read(end, 1000).decode(errors="replace") if ready else ""
    os.close(end)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    try:
        found[case] = json.loads(text) if text else "it gave no value in time"
    except ValueError:
        found[case] = "it gave no value"
os.makedirs({str(Path(REPORT).parent)!r}, exist_ok=True)
json.dump(found, open({REPORT!r}, "w"))
"""
TESTS = f"""
import json, os, sys
sys.path[:0] = [os.getcwd(), os.path.join(os.getcwd(), {SITE!r})]
sys.dont_write_bytecode = True
import pytest
class Outcomes:
    def __init__(self):
        self.of = {{}}
    def pytest_collectreport(self, report):
        if report.failed:
            self.of[report.nodeid] = "failed"
    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.of[report.nodeid] = "failed"
        elif report.skipped or hasattr(report, "wasxfail"):
            self.of.setdefault(report.nodeid, "skipped")
        elif report.when == "call":
            self.of.setdefault(report.nodeid, "passed")
outcomes = Outcomes()
pytest.main(["-q", "-p", "no:cacheprovider", "--rootdir", "."], plugins=[outcomes])
os.makedirs({str(Path(REPORT).parent)!r}, exist_ok=True)
json.dump(outcomes.of, open({REPORT!r}, "w"))
"""


@dataclass(frozen=True, slots=True)
class FunctionValues:
    """What expressions came to: a number, or a text that says why there is none."""

    status: ProjectStatus
    values: tuple[tuple[str, float | str], ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TestReport:
    """How a project's own tests came out.

    "broken" is what did not get as far as a report, which is the project's fault; "refused" where
    nothing can be run here, which is never its fault.
    """

    __test__ = False  # pytest would take it for a test

    status: ProjectStatus
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    """With those that are expected to fail."""
    reason: str = ""

    @property
    def is_green(self) -> bool:
        """Whether there are tests, and every one of them was run and passed."""
        return self.status == "ran" and bool(self.passed) and not (self.failed or self.skipped)


def function_values(files: Mapping[str, str], cases: Sequence[str]) -> FunctionValues:
    """What expressions of the form `module:expression` come to, each in a process of its own.

    Truth counts as 1 or 0; `raises(ValueError, lambda: f(1))` says whether a call raises it.
    """

    def run() -> FunctionValues:
        sent = {**files, DRIVER: PROBE, CASES: json.dumps(sorted(cases))}
        ran = _run(sent)
        if ran.status == "refused":
            return FunctionValues("refused", reason=ran.reason)
        if ran.status != "passed":
            return FunctionValues("broken", reason=_why_broken(ran))
        try:
            read = json.loads(ran.files[REPORT][:MOST_REPORT])
        except (ValueError, RecursionError):
            return FunctionValues("broken", reason="what it reports is no JSON")
        values = {case: _number_or_reason(read, case) for case in cases}
        return FunctionValues("ran", tuple(sorted(values.items())))

    return _once(("values", files, tuple(sorted(cases))), run)


def own_tests(files: Mapping[str, str]) -> TestReport:
    """How the tests come out that the project has for itself, run by pytest."""

    def run() -> TestReport:
        pytest = _pytest_files()
        if not pytest:
            return TestReport("refused", reason=NO_PYTEST)
        ran = _run({**files, **pytest, DRIVER: TESTS})
        if ran.status == "refused":
            return TestReport("refused", reason=ran.reason)
        if ran.status != "passed":
            return TestReport("broken", reason=_why_broken(ran))
        return _counts(ran.files[REPORT])

    return _once(("tests", files), run)


def why_nothing_runs() -> str:
    """Why no project can be run on this machine; "" where it can."""
    return unavailable() or ("" if _pytest_files() else NO_PYTEST)


_known: dict[str, object] = {}


def _once(key: tuple[object, ...], run: Callable[[], T]) -> T:
    """What came of the same content before, or of a run; a refusal is not kept."""
    digest = hashlib.sha256(json.dumps(key, sort_keys=True, default=dict).encode()).hexdigest()
    if digest in _known:
        return _known[digest]  # type: ignore[return-value]
    made = run()
    if getattr(made, "status", "") != "refused":
        while len(_known) >= MOST_KEPT:
            del _known[next(iter(_known))]
        _known[digest] = made
    return made


def _run(files: Mapping[str, str]) -> TestRun:
    python, place = _interpreter()
    try:
        return run_tests(files, [python, "-I", DRIVER], LIMITS, report=REPORT, readable=place)
    except ValueError as error:  # the agent's own files, and so its own affair
        return TestRun("not_unpacked", reason=str(error))


@lru_cache(maxsize=1)
def _interpreter() -> tuple[str, tuple[Path, ...]]:
    """The interpreter to run, and where it lies if that is not among the system's programs.

    Who runs the code has no rights, so an interpreter in a person's own folder is none for it.
    """
    own, prefix = Path(sys.executable).resolve(), Path(sys.base_prefix).resolve()
    if own.is_relative_to("/usr"):
        return str(own), ()
    if is_open_to_all(prefix) and own.is_relative_to(prefix):
        return str(own), (prefix,)
    return shutil.which("python3", path=SEARCHED) or str(own), ()


def is_open_to_all(place: Path) -> bool:
    """Whether anybody may look into the folder, and into all that it lies in."""
    return all(folder.stat().st_mode & 0o005 == 0o005 for folder in (place, *place.parents))


@lru_cache(maxsize=1)
def _pytest_files() -> dict[str, str]:
    """The sources of pytest and of what it needs, by their paths in the folder; none without it.

    They go with the project: where they lie here, who runs the code may not be allowed to look.
    """
    found = find_spec("pytest")
    if found is None or found.origin is None:
        return {}
    site = Path(found.origin).parents[1]
    packages = (path for name in PACKAGES for path in sorted((site / name).rglob("*.py")))
    sources = [site / "py.py", *packages]
    return {
        f"{SITE}/{path.relative_to(site)}": path.read_text(encoding="utf-8")
        for path in sources
        if path.parent.name not in KEPT_OF or path.stem in KEPT_OF[path.parent.name]
    }


def _why_broken(ran: TestRun) -> str:
    last = ran.output.strip().rpartition("\n")[2][:200]
    return ran.reason or last or f"it ended with the exit code {ran.exit_code}"


def _number_or_reason(read: object, case: str) -> float | str:
    value = read.get(case) if isinstance(read, dict) else None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return "it gave no value"
    if isinstance(value, int) and abs(value) > LARGEST:
        return "it gave a number beyond all bounds"
    return value


def _counts(report: bytes) -> TestReport:
    """The counts of what each test came to."""
    try:
        read = json.loads(report[:MOST_REPORT])
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        return TestReport("broken", reason="what it reports is no list of tests")
    outcomes = list(read.values())
    passed, failed, skipped = map(outcomes.count, ("passed", "failed", "skipped"))
    return TestReport("ran", passed, failed, skipped)
