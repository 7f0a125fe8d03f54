"""A seed gives the same scenario, truth, products and attachments in every process."""

import subprocess
import sys

import pytest

from modylbench.scenarios.catalogue import shipped_scenarios

WRITE_ALL = """
import sys
from modylbench.cli.printing.scenarios import as_value
from modylbench.foundation.record import canonical_json
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate
for seed in (0, 1, 3, 4, 7):
    variant = instantiate(scenario(sys.argv[1]), seed)
    print(canonical_json(as_value(variant)))
    print(canonical_json(dict(variant.oracle.attachments(variant.truth))))
    print(variant.scenario.model_dump_json())
"""


@pytest.mark.parametrize("scenario", shipped_scenarios())
def test_the_same_seed_gives_the_same_bytes_whatever_the_hash_seed(scenario: str) -> None:
    written = [
        subprocess.run(  # noqa: S603 - our own interpreter on our own text
            [sys.executable, "-c", WRITE_ALL, scenario],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]

    assert written[0] == written[1]
    assert len(written[0]) > 100_000
