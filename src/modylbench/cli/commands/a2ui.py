"""`modylbench a2ui`: our catalog, and what the harness sees of what an agent sends."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from modylbench.cli.arguments import PATH
from modylbench.foundation.errors import BadFile

if TYPE_CHECKING:
    from modylbench.products.findings import SurfaceFinding
    from modylbench.products.work_product import WorkProduct
    from modylbench.surfaces.inspection import Inspection, RenderedSurface


@click.group()
def command() -> None:
    """Print our A2UI catalog; show what the harness sees in a stream."""


@command.command("catalog")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write it to this file instead of printing it.",
)
def catalog(out: Path | None) -> None:
    """Print the A2UI catalog: the basic components and five that show work products.

    It is JSON in the official format of A2UI v0.9; docs/a2ui.md shows an example of each component.
    """
    from modylbench.surfaces.catalog.document import catalog_text

    text = catalog_text()
    if out is None:
        click.echo(text, nl=False)
        return
    out.write_text(text, encoding="utf-8")


@command.command("render")
@click.argument("file", type=PATH)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the picture goes; FILE's name with .png where it is left out. Several surfaces "
    "make several pictures, with the surface's id in the name.",
)
@click.option("--full-page", is_flag=True, help="All of each surface, not the first 1280x720.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def render(file: Path, out: Path | None, full_page: bool, as_json: bool) -> int:
    """Show what the harness sees: the picture, the work products, and what is wrong.

    FILE holds A2UI messages: one, a list, JSON Lines, an envelope of AG-UI, A2A or Genkit, or a
    text with <a2ui-json> blocks; - is standard input. Exit code 1 where the stream has errors.
    What is hard to read on the page is said, and is no error of the stream.
    """
    from modylbench.surfaces.inspection import inspect

    out = out or Path(f"{file.stem if file.name != '-' else 'a2ui'}.png")
    if not out.parent.is_dir():
        raise BadFile(out, "", "cannot be written: there is no such folder")
    inspection = inspect(content_of(file))
    if not inspection.messages and not inspection.findings:
        raise BadFile(file, "", "holds no A2UI message; see docs/a2ui.md for what is read")
    seen, without = take_pictures(inspection, full_page=full_page)
    pictures = write_pictures(seen, out)
    if as_json:
        click.echo(json.dumps(as_value(inspection, seen, pictures, without), indent=2))
    else:
        click.echo(description(inspection, seen, pictures, without))
    failed = any(view.png is None for view in seen)
    return 0 if inspection.is_sound and not failed else 1


def content_of(file: Path) -> bytes:
    """The bytes of the file or of standard input."""
    from modylbench.foundation.record import read_bytes

    return sys.stdin.buffer.read() if file == Path("-") else read_bytes(file)


def take_pictures(inspection: Inspection, *, full_page: bool) -> tuple[list[RenderedSurface], str]:
    """Every surface as seen in Chromium, or none and the reason."""
    from modylbench.providers.chromium import NoScreen, chromium
    from modylbench.surfaces.inspection import render_surfaces

    async def look() -> list[RenderedSurface]:
        from modylbench.surfaces.rendering.screen import Screen

        async with Screen.open() as screen:
            return await render_surfaces(inspection, screen, full_page=full_page)

    if not inspection.snapshots:
        return [], "there is no surface"
    try:
        chromium()
        return asyncio.run(look()), ""
    except NoScreen as missing:
        return [], str(missing)


def write_pictures(seen: list[RenderedSurface], out: Path) -> dict[str, Path]:
    """Write a picture a surface: where each one is."""
    from modylbench.products.ids import ids_for

    names = ids_for([(view.surface_id, "") for view in seen], "surface")
    written: dict[str, Path] = {}
    for name, view in zip(names, seen, strict=True):
        if view.png is not None:
            path = out if len(seen) == 1 else out.with_name(f"{out.stem}-{name}{out.suffix}")
            path.write_bytes(view.png)
            written[view.surface_id] = path
    return written


def as_value(
    inspection: Inspection, seen: list[RenderedSurface], pictures: dict[str, Path], without: str
) -> dict[str, Any]:
    """All of it as JSON."""
    views = {view.surface_id: view for view in seen}
    findings = [*inspection.findings, *(finding for view in seen for finding in view.findings)]
    return {
        "messages": inspection.messages,
        "surfaces": [
            {
                "surface_id": snapshot.surface_id,
                "components": len(snapshot.components),
                **surface_value(views.get(snapshot.surface_id), pictures),
            }
            for snapshot in inspection.snapshots
        ],
        "no_picture": without or None,
        "products": [product.model_dump(mode="json") for product in inspection.reading.products],
        "origins": [
            {"product_id": origin.product_id, "surface_id": origin.surface_id, "how": origin.how}
            for origin in inspection.reading.origins
        ],
        "findings": [finding.model_dump(mode="json") for finding in findings],
        "replies": list(inspection.replies),
    }


def surface_value(view: RenderedSurface | None, pictures: dict[str, Path]) -> dict[str, Any]:
    """What was seen of one surface."""
    if view is None or view.summary is None:
        return {"picture": None, "text": None, "page": None}
    return {
        "picture": str(pictures[view.surface_id]),
        "text": view.text,
        "page": view.summary.model_dump(mode="json"),
    }


def description(
    inspection: Inspection, seen: list[RenderedSurface], pictures: dict[str, Path], without: str
) -> str:
    """All of it for a person."""
    how = {origin.product_id: origin.how for origin in inspection.reading.origins}
    lines = [f"{inspection.messages} messages, {len(inspection.snapshots)} surfaces"]
    lines += [f"picture      {name}: {path}" for name, path in pictures.items()]
    if without:
        lines.append(f"no picture   {without}")
    lines += [
        f"work product {product.id}: {summary(product)} ({how[product.id]})"
        for product in inspection.reading.products
    ]
    findings = [*inspection.findings, *(finding for view in seen for finding in view.findings)]
    lines += [finding_line(finding) for finding in findings]
    errors = sum(finding.severity == "error" for finding in inspection.findings)
    lines.append("no errors in the stream" if not errors else f"{errors} errors in the stream")
    return "\n".join(lines)


def finding_line(finding: SurfaceFinding) -> str:
    """One finding for a person."""
    place = [part for part in (finding.surface_id, finding.component_id) if part]
    at = f" at {'/'.join(place)}" if place else ""
    index = f" (message {finding.message_index})" if finding.message_index is not None else ""
    return f"{finding.severity:<12} {finding.source} {finding.code}{at}{index}: {finding.reason}"


def summary(product: WorkProduct) -> str:
    """What a product is, in a few words."""
    match product.kind:
        case "spreadsheet":
            rows = sum(len(sheet.rows) for sheet in product.sheets)
            parts = f"{len(product.sheets)} sheets, {rows} rows"
        case "chart":
            points = sum(len(series.points) for series in product.series)
            parts = f"{product.chart_type}, {len(product.series)} series, {points} points"
        case "document":
            parts = f"{len(product.sections)} sections, {len(product.citations)} citations"
        case "dashboard":
            parts = f"{len(product.widgets)} widgets"
        case "code":
            parts = f"{len(product.files)} files"
        case "terminal":
            parts = f"{len(product.entries)} commands"
    return f"{product.kind} {product.title!r}, {parts}"
