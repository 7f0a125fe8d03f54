"""Computes every number that this scenario checks, and a complete correct set of work products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.code import Code, CodeFile
from modylbench.products.terminal import Terminal, TerminalEntry
from modylbench.scenarios.library.software_engineer import service
from modylbench.scenarios.library.software_engineer.handed_over import attachments
from modylbench.scenarios.library.software_engineer.note import handover_note
from modylbench.scenarios.library.software_engineer.truth import solve

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.products.work_product import WorkProduct

__all__ = ["MILESTONES", "RULES", "attachments", "products", "solve"]

MILESTONES = (
    "handed_over", "bug_fixed", "regression_tested", "express", "express_corrected", "limit",
    "limit_tested", "breakdown", "tier", "final_run", "released", "note", "note_limits",
    "zone_repriced", "account_added", "pickup_moved", "ceil_used", "timeout_added",
)  # fmt: skip
RULES: dict[str, Any] = {}


def products(truth: Mapping[str, Any], reached: frozenset[str]) -> tuple[WorkProduct, ...]:
    """What a perfect agent has made when these milestones have been reached."""
    made: list[WorkProduct] = []
    if "handed_over" in reached:
        made.append(_repository(truth, reached))
    if "bug_fixed" in reached:
        entries = tuple(_runs(reached))
        made.append(Terminal(id="test_log", title="Test runs", entries=entries))
    if "note" in reached:
        made.append(handover_note(truth, reached))
    return tuple(made)


def _repository(truth: Mapping[str, Any], reached: frozenset[str]) -> Code:
    bug = "" if "bug_fixed" in reached else truth["bug"]
    texts = (
        ("module", service.MODULE, "python", service.module_text(truth, reached, bug=bug)),
        ("tests", service.TESTS, "python", service.tests_text(truth, reached)),
        ("readme", service.README, "markdown", service.readme_text(truth, reached)),
    )
    files = (
        CodeFile(id=name, path=path, language=language, content=text)
        for name, path, language, text in texts
    )
    return Code(id="repository", title="Parcel prices", files=tuple(files))


def _runs(reached: frozenset[str]) -> Iterator[TerminalEntry]:
    """The runs of all tests that were asked for, in their order."""
    yield _run("after_the_repair", service.TESTS_HANDED_OVER)
    if "regression_tested" in reached:
        yield _run("with_the_new_test", service.TESTS_HANDED_OVER + 1)
    if "final_run" in reached:
        yield _run("all_together", service.tests_at(reached))


def _run(name: str, passed: int) -> TerminalEntry:
    output = f"{'.' * passed}\n{passed} passed in 0.02s"
    return TerminalEntry(id=name, command="pytest -q", output=output, exit_code=0)
