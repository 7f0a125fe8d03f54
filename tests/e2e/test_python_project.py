"""Python projects in the real sandbox: values, tests, forgeries, and nothing twice."""

import sys

import pytest

from modylbench.providers.sandbox import enclosure
from modylbench.providers.sandbox.python_project import (
    FunctionValues,
    TestReport,
    function_values,
    own_tests,
    why_nothing_runs,
)

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or bool(enclosure.missing_programs()),
    reason="needs Linux and bubblewrap",
)

MODULE = "def half(x):\n    if x < 0:\n        raise ValueError(x)\n    return x / 2\n"
TESTS = "from m import half\n\n\ndef test_half():\n    assert half(3) == 1.5\n"


def values(module: str, *cases: str) -> dict[str, float | str]:
    found = function_values({"m.py": module}, cases)
    assert found.status == "ran", found.reason
    return dict(found.values)


def test_this_machine_runs_projects() -> None:
    assert why_nothing_runs() == ""


def test_expressions_come_to_numbers_truth_and_errors() -> None:
    found = values(
        MODULE,
        "m:half(3)",
        "m:half(2) == 1",
        "m:raises(ValueError, lambda: half(-1))",
        "m:third(3)",
    )

    assert found["m:half(3)"] == 1.5
    assert found["m:half(2) == 1"] == 1
    assert found["m:raises(ValueError, lambda: half(-1))"] == 1
    assert "NameError" in str(found["m:third(3)"])


@pytest.mark.parametrize(
    "module",
    [
        "import os\nos._exit(0)\n",
        "raise SystemExit\n",
        "def half(x):\n    return 'much'\n",
        "def half(x):\n    return [1] * 10**7\n",
        "def half(x):\n    return float('nan')\n",
        "def half(:\n",
    ],
)
def test_code_that_does_not_answer_has_no_number(module: str) -> None:
    found = values(module, "m:half(3)")["m:half(3)"]

    assert not isinstance(found, float) or found != found


def test_one_call_without_an_end_costs_the_others_nothing() -> None:
    endless = "def half(x):\n    while x == 3:\n        pass\n    return x / 2\n"

    found = values(endless, "m:half(3)", "m:half(4)")

    assert found["m:half(4)"] == 2
    assert isinstance(found["m:half(3)"], str)


def test_a_module_that_writes_the_report_itself_knows_no_number() -> None:
    forger = (
        "import json, os\nos.makedirs('.modylbench', exist_ok=True)\n"
        "json.dump({}, open('.modylbench/report', 'w'))\n"
        "def half(x):\n    return 9\n"
    )

    assert values(forger, "m:half(3)") == {"m:half(3)": 9}


def test_own_tests_are_counted_one_by_one() -> None:
    more = (
        "import pytest\n"
        "def test_wrong():\n    assert half(2) == 7\n"
        "@pytest.mark.skip\ndef test_skipped():\n    pass\n"
        "@pytest.mark.xfail\ndef test_expected_to_fail():\n    assert 0\n"
    )

    report = own_tests({"m.py": MODULE, "test_m.py": TESTS + more})

    assert report == TestReport("ran", passed=1, failed=1, skipped=2)
    assert not report.is_green
    assert own_tests({"m.py": MODULE, "test_m.py": TESTS}).is_green
    assert not own_tests({"m.py": MODULE}).is_green, "no test is no proof"


def test_tests_that_cannot_be_read_have_failed() -> None:
    assert own_tests({"m.py": MODULE, "test_m.py": "import nothing_of_that_name\n"}).failed == 1


def test_code_that_ends_the_run_has_no_report() -> None:
    report = own_tests({"m.py": "import os\nos._exit(0)\n", "test_m.py": TESTS})

    assert report.status == "broken"
    assert not report.is_green


@pytest.mark.parametrize("path", ["../out.py", "/etc/x.py", "a" * 300 + ".py", "m.py/in_a_file.py"])
def test_files_that_lie_nowhere_are_the_project_s_fault(path: str) -> None:
    files = {"m.py": MODULE, path: ""}

    assert own_tests(files).status == "broken"
    assert function_values(files, ("m:half(3)",)).status == "broken"


def test_nothing_of_ours_can_be_read() -> None:
    spy = "def half(x):\n    import modylbench\n    return 1\n"

    assert "ModuleNotFoundError" in str(values(spy, "m:half(3)")["m:half(3)"])


def test_the_same_content_is_run_once() -> None:
    files = {"m.py": MODULE + "# seen before\n", "test_m.py": TESTS}
    first = own_tests(files)

    again = [own_tests(dict(reversed(files.items()))) for _ in range(20)]

    assert all(report is first for report in again)


def test_it_runs_where_many_files_are_open() -> None:
    held = [open("/dev/null") for _ in range(16)]  # noqa: SIM115, PTH123 - to take the low numbers
    try:
        found = function_values({"m.py": MODULE + "# with many files open\n"}, ("m:half(3)",))
    finally:
        for file in held:
            file.close()

    assert found == FunctionValues("ran", (("m:half(3)", 1.5),))
