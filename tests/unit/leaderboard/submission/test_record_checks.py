"""A record is taken only as it is written, and refused with the reason."""

import pytest

from modylbench.foundation.record import Record, canonical_json
from modylbench.leaderboard.submission.record_checks import parse_strictly


class Sample(Record):
    score: float
    names: tuple[str, ...] = ()


GOOD = canonical_json(Sample(score=6.5, names=("a",)).model_dump(mode="json")).encode()


def codes(content: bytes) -> list[str]:
    return [problem.code for problem in parse_strictly(Sample, content, "x.json")[1]]


def test_what_was_written_by_us_is_taken() -> None:
    value, problems = parse_strictly(Sample, GOOD, "x.json")

    assert value == Sample(score=6.5, names=("a",))
    assert problems == []


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (GOOD.replace(b"6.5", b"NaN"), "nan"),
        (GOOD.replace(b"6.5", b"-Infinity"), "nan"),
        (GOOD.replace(b"6.5", b"1e999"), "nan"),
        (GOOD.replace(b'"score"', b'"score": 9.9, "score"'), "duplicate_key"),
        (GOOD.replace(b"6.5", b"6.50"), "json"),
        (GOOD.replace(b"6.5", b"65e-1"), "json"),
        (GOOD.replace(b'"a"', b'"\\u0061"'), "json"),
        (GOOD + b"\n", "json"),
        (b"\xef\xbb\xbf" + GOOD, "json"),
        (GOOD[:-3], "json"),
        (b"[" * 100_000, "json"),
        (b"9" * 10_000, "json"),
        (b"\xff\xfe", "json"),
        (GOOD.replace(b"6.5", b'"6.5"'), "record"),
        (GOOD.replace(b'"score"', b'"more": 1, "score"'), "record"),
        (b"[]", "record"),
    ],
)
def test_what_readers_take_in_different_ways_is_refused(content: bytes, code: str) -> None:
    assert codes(content) == [code]
