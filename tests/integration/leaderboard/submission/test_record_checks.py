"""A missing record is told as missing."""

from pathlib import Path

from modylbench.foundation.record import Record
from modylbench.leaderboard.submission.record_checks import read_strictly


class Sample(Record):
    score: float
    names: tuple[str, ...] = ()


def test_a_missing_file_is_told_as_that(tmp_path: Path) -> None:
    value, problems = read_strictly(Sample, tmp_path / "x.json", "x.json")

    assert value is None
    assert [problem.code for problem in problems] == ["missing_member"]
