"""The scenarios still give the bytes they gave when their version was last raised."""

import hashlib
import json
from pathlib import Path

import pytest

from modylbench.cli.printing.scenarios import as_value
from modylbench.foundation.record import canonical_json
from modylbench.scenarios import catalogue
from modylbench.scenarios.variant import instantiate

REVIEWED = Path(__file__).with_name("variants.json")
SEEDS = (0, 1, 2, 7, 63)
HOW_TO_RENEW = (
    "look at what changed (after the first release: raise `version` in its scenario.yaml), then: "
    "python -m tests.golden.test_variants"
)


def fingerprint(name: str) -> dict[str, str | int]:
    """The scenario's version and a hash of everything that some of its seeds give."""
    source = catalogue.scenario(name)
    digest = hashlib.sha256()
    for seed in SEEDS:
        digest.update(canonical_json(as_value(instantiate(source, seed))).encode())
    return {"version": source.template.card.version, "sha256": digest.hexdigest()}


@pytest.mark.parametrize("name", catalogue.shipped_scenarios())
def test_a_scenario_changes_only_with_its_version(name: str) -> None:
    reviewed = json.loads(REVIEWED.read_text(encoding="utf-8"))

    assert fingerprint(name) == reviewed.get(name), f"{name} changed: {HOW_TO_RENEW}"


if __name__ == "__main__":
    prints = {name: fingerprint(name) for name in catalogue.shipped_scenarios()}
    REVIEWED.write_text(json.dumps(prints, indent=2) + "\n", encoding="utf-8")
