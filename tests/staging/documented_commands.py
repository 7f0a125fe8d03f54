"""Runs what a page of the documentation shows, as it is written there.

```python title="x.py"     a file that the reader writes
```sh                      commands that the reader gives, in order, in one folder
```text                    after commands: lines that they print; `...` stands for anything
<!-- not run: why -->      before a block that no test runs
<!-- exits with 1 -->      before commands whose exit code is not 0
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BLOCK = re.compile(
    r"(?:^<!-- (?P<remark>[^\n]*?) -->\n)?"
    r"^```(?P<language>\w+)(?: title=\"(?P<title>[^\"]+)\")?\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
NOT_RUN = "not run: "
EXITS = "exits with "


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block of a page."""

    page: str
    line: int
    language: str
    title: str
    text: str
    remark: str

    @property
    def is_run(self) -> bool:
        return not self.remark.startswith(NOT_RUN)

    @property
    def exit_code(self) -> int:
        return int(self.remark.removeprefix(EXITS)) if self.remark.startswith(EXITS) else 0


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page, in order."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = [
        Block(
            page=page,
            line=text.count("\n", 0, match.start("text")),
            language=match["language"],
            title=match["title"] or "",
            text=match["text"],
            remark=match["remark"] or "",
        )
        for match in BLOCK.finditer(text)
    ]
    assert len(found) == len(re.findall(r"^```\w", text, re.MULTILINE)), "a block was not read"
    return found


@dataclass
class Reader:
    """Somebody who does what pages say, in one folder."""

    folder: Path
    printed: str = ""
    commands: int = 0
    promised: int = 0
    variables: dict[str, str] = field(default_factory=dict)

    def follow(self, page: str) -> None:
        """Write every file, give every command, and look for every line that is promised."""
        for block in blocks(page):
            if not block.is_run:
                continue
            if block.title:
                (self.folder / block.title).write_text(block.text, encoding="utf-8")
            elif block.language == "sh":
                self.give(block)
            elif block.language == "text" and self.printed:
                self.expect(block)

    def give(self, block: Block) -> None:
        """Run the commands as a shell does, stopping at the first that fails."""
        bin_folder = str(Path(sys.executable).parent)
        variables = {**os.environ, "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}"}  # noqa: TID251
        done = subprocess.run(  # noqa: S603
            ["/bin/bash", "-euo", "pipefail", "-c", block.text],
            cwd=self.folder,
            env=variables | self.variables,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        self.commands += 1
        self.printed = done.stdout + done.stderr
        place = f"docs/{block.page} line {block.line}"
        assert done.returncode == block.exit_code, f"{place}:\n{block.text}\n{self.printed}"

    def expect(self, block: Block) -> None:
        """Every line of the block stands in what the last commands printed."""
        for line in block.text.splitlines():
            pattern = ".*".join(re.escape(part.strip()) for part in line.split("..."))
            assert re.search(pattern, self.printed), (
                f"docs/{block.page} line {block.line} promises {line!r}, printed was:\n"
                f"{self.printed}"
            )
            self.promised += 1


def pages() -> list[str]:
    """Every page that lies in docs/."""
    return [str(path.relative_to(DOCS)) for path in sorted(DOCS.rglob("*.md"))]
