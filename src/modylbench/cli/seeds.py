"""Seeds as people write them: 7, 0-199, or 0,3,5-9."""

from __future__ import annotations

from modylbench.foundation.errors import UserMistake, quoted

MOST_SEEDS = 100_000
LARGEST_SEED = 2**63 - 1  # what a column of the data set holds


def parse_seeds(text: str) -> tuple[int, ...]:
    """The seeds of a list of numbers and ranges.

    >>> parse_seeds("0-2,7")
    (0, 1, 2, 7)
    """
    seeds: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            found = f"found the seeds {quoted(text)}"
            message = f"{found}, expected numbers and ranges such as 7, 0-199 or 0,3,5-9"
            raise UserMistake(message)
        start, end = int(first), int(last) if dash else int(first)
        if end > LARGEST_SEED:
            message = f"found the seed {quoted(end)}, expected at most {LARGEST_SEED}"
            raise UserMistake(message)
        if end < start or end - start >= MOST_SEEDS:
            message = (
                f"found the range {quoted(part)}, expected it to rise, by at most {MOST_SEEDS:,}"
            )
            raise UserMistake(message)
        seeds += range(start, end + 1)
    return tuple(dict.fromkeys(seeds))
