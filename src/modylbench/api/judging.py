"""Meetings judged from Python: the same as `modylbench evaluate`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from modylbench.api.background import without_loop
from modylbench.api.frames import check_library
from modylbench.api.results import Results
from modylbench.cli.arguments import DEFAULT_NORMS
from modylbench.cli.judging import choose_panel, judge_again
from modylbench.cli.norms import choose_norms
from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.foundation.errors import ModylBenchError, UserMistake
from modylbench.providers.models.options import JudgingOptions
from modylbench.runs.run import runs_in

if TYPE_CHECKING:
    from os import PathLike


def judge(
    path: str | PathLike[str],
    *,
    judges: str = "offline",
    mode: Literal["text", "multimodal"] = "multimodal",
    base_url: str = "",
    max_cost_usd: float | None = None,
    replace: bool = False,
) -> Results:
    """Judge the meetings of a run that was held, and weigh them: what `modylbench evaluate` does.

    No meeting is held again. What other models have judged is kept, and named in an error, unless
    it is to be replaced. Raises ModylBenchError where judging was stopped before its end.
    """
    check_library("pandas")
    options = EvaluationOptions(mode, norms=choose_norms(DEFAULT_NORMS))
    asked = JudgingOptions(base_url=base_url, max_cost_usd=max_cost_usd)
    panel = choose_panel(judges, options, asked)
    if panel is None:
        message = f"found judges={judges!r}, expected somebody to judge"
        raise UserMistake(message)
    place = Path(path)
    judging, _ = without_loop(lambda: judge_again([place], panel, replaces=replace))
    if judging.stopped:
        raise ModylBenchError(judging.stopped)
    return Results(runs_in([place]))
