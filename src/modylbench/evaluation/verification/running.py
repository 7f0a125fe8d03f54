"""Checks of code by running it in the sandbox: what it returns, its tests, what a log says of them.

Where no sandbox can be had they are unverifiable, which is nobody's fault, and judges vote.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.evaluation.verification.evidence import NOT_SHOWN, CheckOutcome
from modylbench.foundation.errors import and_more
from modylbench.products.code import Code
from modylbench.products.quantities.closeness import IDENTICAL
from modylbench.products.reading.index import Index
from modylbench.products.terminal import Terminal
from modylbench.providers.sandbox.python_project import function_values, own_tests

if TYPE_CHECKING:
    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.providers.sandbox.python_project import TestReport
    from modylbench.scenarios.criteria.criterion import Criterion

MOST_NAMED = 3
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_COUNTS = re.compile(r"\b(\d{1,6}) (passed|failed|skipped|errors?|xfailed|xpassed)\b")
"""As pytest sums up a run."""
_KINDS = {"errors": "failed", "error": "failed", "xfailed": "skipped", "xpassed": "skipped"}


def behaves(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """Every expression comes to the number expected, when the code is run."""
    files = _files(criterion.target_field, evidence)
    if files is None:
        return _not_shown(criterion.target_field)
    wanted = criterion.expected_value
    if not isinstance(wanted, dict) or not wanted:
        return CheckOutcome("unverifiable", reason="the expected value is no list of expressions")
    ran = function_values(files, tuple(wanted))
    if ran.status == "refused":
        return CheckOutcome("unverifiable", reason=ran.reason)
    found = dict(ran.values)
    wrong = [
        f"{case.partition(':')[2]} gives {found.get(case, ran.reason)}, not {number:g}"
        for case, number in wanted.items()
        if not _is_number(found.get(case), number)
    ]
    return CheckOutcome(
        "failed" if wrong else "passed",
        f"{len(wanted) - len(wrong)} of {len(wanted)} calls",
        f"{len(wanted)} calls",
        "; ".join(wrong[:MOST_NAMED]) + and_more(wrong, MOST_NAMED),
        pointers=_pointers(criterion.target_field, evidence),
        share=1 - len(wrong) / len(wanted),
    )


def tests_pass(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """The code's own tests are as many as expected, and every one of them is run and passes."""
    files = _files(criterion.target_field, evidence)
    if files is None:
        return _not_shown(criterion.target_field)
    report = own_tests(files)
    if report.status == "refused":
        return CheckOutcome("unverifiable", reason=report.reason)
    least = criterion.expected_value if isinstance(criterion.expected_value, int | float) else 1
    good = report.is_green and report.passed >= least
    return CheckOutcome(
        "passed" if good else "failed",
        describe_counts(report),
        f"{least:g} tests or more, all passed",
        "" if good else report.reason or f"the sandbox has {describe_counts(report)}",
        pointers=_pointers(criterion.target_field, evidence),
    )


def tests_catch(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """The code's own tests pass, and fail where its files are replaced by broken ones.

    The expected value names the broken files in the truth, each a mapping of paths to texts.
    """
    files = _files(criterion.target_field, evidence)
    if files is None:
        return _not_shown(criterion.target_field)
    names = criterion.expected_value if isinstance(criterion.expected_value, tuple) else ()
    broken = {str(name): evidence.expectations.truth.get(str(name)) for name in names}
    report = own_tests(files)
    missed: list[str] = []
    for name, texts in broken.items():
        if not isinstance(texts, dict):
            return CheckOutcome("unverifiable", reason=f"the truth has no files {name!r}")
        spoilt = own_tests({**files, **texts})
        if "refused" in (report.status, spoilt.status):
            return CheckOutcome("unverifiable", reason=report.reason or spoilt.reason)
        if spoilt.is_green:
            missed.append(f"they pass with {name.replace('_', ' ')} too")
    if not report.is_green:
        missed.insert(0, f"they do not pass as it is: {describe_counts(report)}")
    return CheckOutcome(
        "failed" if missed else "passed",
        f"{len(broken) - len(missed)} of {len(broken)} faults caught",
        f"{len(broken)} faults caught",
        "; ".join(missed[:MOST_NAMED]) + and_more(missed, MOST_NAMED),
        pointers=_pointers(criterion.target_field, evidence),
    )


def log_agrees(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """What a log last says of the tests is what they come to when the code is run."""
    session = evidence.read(criterion.target_field)
    files = _files(criterion.against or "", evidence)
    if not isinstance(session, Index) or not isinstance(session.product, Terminal):
        return _not_shown(criterion.target_field)
    if files is None:
        return _not_shown(criterion.against or "")
    told = last_counts(session.product)
    if told is None:
        return CheckOutcome("missing", reason="no run of tests is in the log")
    report = own_tests(files)
    if report.status == "refused":
        return CheckOutcome("unverifiable", reason=report.reason)
    found = (report.passed, report.failed, report.skipped)
    good = report.status == "ran" and told == found
    says = f"{told[0]} passed, {told[1]} failed, {told[2]} skipped"
    return CheckOutcome(
        "passed" if good else "failed",
        says,
        describe_counts(report),
        "" if good else f"the log says {says}; the sandbox has {describe_counts(report)}",
        pointers=_pointers(criterion.target_field, evidence),
    )


def last_counts(session: Terminal) -> tuple[int, int, int] | None:
    r"""The tests that passed, failed and were skipped by the last summary in a log, if it has one.

    >>> entry = {"id": "a", "command": "pytest -q", "output": "..F\n1 failed, 2 passed in 0.1s"}
    >>> last_counts(Terminal.model_validate({"id": "t", "entries": (entry,)}))
    (2, 1, 0)
    """
    for entry in reversed(session.entries):
        for line in reversed(_COLOUR.sub("", entry.output).splitlines()):
            found = _COUNTS.findall(line)
            if found:
                counts = dict.fromkeys(("passed", "failed", "skipped"), 0)
                for number, kind in found:
                    counts[_KINDS.get(kind, kind)] += int(number)
                return counts["passed"], counts["failed"], counts["skipped"]
    return None


def describe_counts(report: TestReport) -> str:
    """How the tests came out, in words."""
    if report.status != "ran":
        return f"no report ({report.reason})"
    return f"{report.passed} passed, {report.failed} failed, {report.skipped} skipped"


def _files(quantity: str, evidence: Evidence) -> dict[str, str] | None:
    """The files of the code by path, without a folder that holds all of them."""
    whole = evidence.read(quantity)
    if not isinstance(whole, Index) or not isinstance(whole.product, Code):
        return None
    files = {file.path.removeprefix("./"): file.content for file in whole.product.files}
    tops = {path.partition("/")[0] for path in files}
    if len(tops) == 1 and all("/" in path for path in files):
        return {path.partition("/")[2]: text for path, text in files.items()}
    return files


def _pointers(quantity: str, evidence: Evidence) -> tuple[tuple[str, str], ...]:
    whole = evidence.read(quantity)
    return ((whole.product.id, ""),) if isinstance(whole, Index) else ()


def _not_shown(name: str) -> CheckOutcome:
    return CheckOutcome("missing", reason=f"{name}: {NOT_SHOWN}")


def _is_number(found: float | str | None, wanted: float) -> bool:
    return isinstance(found, int | float) and IDENTICAL.allows(found, wanted)
