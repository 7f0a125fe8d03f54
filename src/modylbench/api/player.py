"""The player of a meeting, shown inline by a notebook."""

from __future__ import annotations

from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from typing_extensions import override

from modylbench.publishing.report.report import write_report
from modylbench.runs.run import runs_in

HEIGHT_PX = 820


class Player:
    """One meeting's page, with its pictures and, where it fits, its sound inside."""

    def __init__(self, folder: Path) -> None:
        """Of the meeting in that folder: `Results.play` makes one."""
        self._folder = folder

    def html(self) -> str:
        """The whole page, by itself."""
        [run] = runs_in([self._folder])
        with TemporaryDirectory() as home:
            return write_report(run, Path(home), one_file=True).page.read_text(encoding="utf-8")

    @override
    def __repr__(self) -> str:
        return f"<Player of {self._folder}>"

    def _repr_html_(self) -> str:
        """A frame that is walled off from the notebook: what an agent wrote stays in it."""
        return (
            f'<iframe sandbox="allow-scripts" srcdoc="{escape(self.html())}" '
            f'style="width: 100%; height: {HEIGHT_PX}px; border: 0" '
            f'title="{escape(self._folder.parent.name)} {escape(self._folder.name)}"></iframe>'
        )
