"""`modylbench responses ...`."""

from __future__ import annotations

import click

from modylbench.cli.lazy_group import LazyGroup

BELOW = {
    "check": ("modylbench.cli.responses_check", "List every mistake in a file of answers."),
    "export": ("modylbench.cli.responses_export", "Write the answers of a run to a file."),
    "import": ("modylbench.cli.responses_import", "Make a run of a file of answers, and score it."),
    "template": ("modylbench.cli.responses_template", "Print what is asked, to be answered."),
}


@click.group(cls=LazyGroup, below=BELOW, context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Score answers that were given elsewhere, in JSON Lines. See docs/responses.md."""
