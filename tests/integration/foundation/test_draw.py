"""A seed gives the same numbers in every process."""

import subprocess
import sys

SAMPLE = (
    "from modylbench.foundation.draw import Draw; d = Draw('case', 7, 'name'); "
    "print([d.whole(0, 9**9) for _ in range(5)], d.uniform(0, 1), d.in_drawn_order('abcd'), "
    "d.normal())"
)


def test_one_seed_gives_the_same_draws_in_every_process() -> None:
    outputs = {
        subprocess.run(  # noqa: S603
            [sys.executable, "-c", SAMPLE],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }

    assert len(outputs) == 1
