"""What the site holds beyond the pages in docs/; mkdocs calls these while it builds."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File, InclusionLevel

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))  # plain `mkdocs` has the folder of its own script there instead

from docs.generate import commands, paper_map, records  # noqa: E402 - needs the line above

WORKER = ROOT / "web" / "node_modules" / "iframe-worker"
"""Lets a page from a folder search: browsers give such pages no worker of their own."""
SHOWN = re.compile(r"\]\(((?:\.\./)+)(examples/[^)#]+|[A-Z]+\.(?:md|cff))\)")
"""Links out of docs/, which lead somewhere in the repository; the site has copies."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The generated pages, and a page for every file of the repository that a page links to."""
    pages = {
        "reference/commands.md": commands.page(),
        "reference/records.md": records.page(),
        "paper_map.md": paper_map.page(),
    }
    targets = sorted({found for file in files for found in _linked(file)})
    for place, text in pages.items():
        files.append(File.generated(config, place, content=text))
    for target in targets:
        aside = InclusionLevel.NOT_IN_NAV
        files.append(File.generated(config, _place(target), content=_copy(target), inclusion=aside))
    for name, path in {"": WORKER / "shim" / "index.js", "-license": WORKER / "LICENSE"}.items():
        place = f"assets/iframe-worker{name}{path.suffix or '.txt'}"
        files.append(File.generated(config, place, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """The page with such links leading to the copies."""
    up = "../" * page.file.src_uri.count("/")
    return SHOWN.sub(lambda link: f"]({up}{_place(link[2])})", markdown)


def _linked(file: File) -> list[str]:
    if not file.src_uri.endswith(".md") or file.abs_src_path is None:
        return []
    text = Path(file.abs_src_path).read_text(encoding="utf-8")
    return [link[2] for link in SHOWN.finditer(text)]


def _place(target: str) -> str:
    return f"repository/{target.rstrip('/')}" + ("" if target.endswith(".md") else ".md")


def _copy(target: str) -> str:
    """The file as a page; of a folder, every file that git keeps there."""
    path = ROOT / target
    files = sorted(path for path in path.rglob("*") if _is_kept(path)) if path.is_dir() else [path]
    parts = [f"---\nsearch:\n  exclude: true\n---\n\n# {target}\n"]
    for file in files:
        name = file.relative_to(ROOT).as_posix()
        parts += [f"## {name}\n"] if path.is_dir() else []
        text = file.read_text(encoding="utf-8").rstrip("\n")
        parts += [f"````{_language(name)}\n{text}\n````\n"]
    return "\n".join(parts)


def _is_kept(path: Path) -> bool:
    return path.is_file() and path.suffix != ".pyc" and "results" not in path.parts


def _language(target: str) -> str:
    return {".py": "python", ".yaml": "yaml", ".md": "markdown"}.get(Path(target).suffix, "text")
