"""`modylbench a2ui catalog`: the components that an agent may show."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("catalog")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write it to this file instead of printing it.",
)
def command(out: Path | None) -> None:
    """Print the A2UI catalog: the basic components and five that show work products.

    It is JSON in the official format of A2UI v0.9; docs/a2ui.md shows an example of each component.
    """
    from modylbench.surfaces.catalog.published import catalog_text

    text = catalog_text()
    if out is None:
        click.echo(text, nl=False)
        return
    out.write_text(text, encoding="utf-8")
