"""`modylbench a2ui ...`."""

from __future__ import annotations

import click

from modylbench.cli.a2ui_catalog import command as catalog
from modylbench.cli.a2ui_render import command as render


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """Print our A2UI catalog; show what the harness sees in a stream."""


command.add_command(catalog)
command.add_command(render)
