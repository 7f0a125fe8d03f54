"""`modylbench dataset ...`."""

from __future__ import annotations

import click

from modylbench.cli.lazy_group import LazyGroup

BELOW = {
    "build": ("modylbench.cli.dataset_build", "Write the data set into a folder."),
    "check": ("modylbench.cli.dataset_check", "Is a folder still what the benchmark says?"),
}


@click.group(cls=LazyGroup, below=BELOW, context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Write the benchmark as Parquet files that `datasets` loads. See docs/dataset.md."""
