"""`pytest --modylbench-agent my.module:Agent`: meetings as tests, beside a developer's own.

Every pytest of whoever has us installed loads this file, so it imports nothing before the option is
given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from modylbench.cli.pytest_plugin.options import FLAGS, OPTIONS

if TYPE_CHECKING:
    from modylbench.cli.pytest_plugin.meetings import HeldRun


OPTION = "modylbench_agent"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Our options; without `--modylbench-agent` none of them does anything."""
    group = parser.getgroup("modylbench", "hold meetings with an agent (modylbench)")
    for name, kind, text in OPTIONS:
        group.addoption(f"--modylbench-{name}", metavar=kind, default=None, help=text)
    for name, text in FLAGS:
        group.addoption(f"--modylbench-{name}", action="store_true", default=False, help=text)


def pytest_configure(config: pytest.Config) -> None:
    """Name our mark, so that `-m modylbench` chooses meetings and `-m "not modylbench"` none."""
    config.addinivalue_line("markers", "modylbench: a meeting held with the agent under test")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Put meetings behind the tests that were found; what chooses tests by name comes later."""
    if config.getoption(OPTION):
        from modylbench.cli.pytest_plugin.items import meeting_items

        items += meeting_items(session)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say where the run is, and which of its meetings were not held now."""
    if terminalreporter.config.getoption(OPTION):
        from modylbench.cli.pytest_plugin.items import summary_lines

        for line in summary_lines(terminalreporter.config):
            terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def modylbench_run(request: pytest.FixtureRequest) -> HeldRun:
    """All meetings of the run, held and judged: its `folder`, and `scorecards` by (scenario, seed).

    A test that asks for it is skipped where no agent is named.
    """
    if not request.config.getoption(OPTION):
        pytest.skip("needs --modylbench-agent")
    from modylbench.cli.pytest_plugin.items import meetings_of

    return meetings_of(request.config).whole()
