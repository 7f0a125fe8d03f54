"""Nothing that decides a score changes unseen, or after its version was released.

signatures.json has the signatures of the code as it is under `unreleased`, and those of every
release under its number. While nothing is released, a change only has to be renewed here, so that
it stands in the diff. What a release has signed keeps its version's content for ever.

python -m tests.golden.test_signatures            renew `unreleased`
python -m tests.golden.test_signatures 1.0.0      the same, and keep it as that release
"""

import json
import sys
from pathlib import Path

import pytest

from modylbench.evaluation.evaluate.signatures import measuring_signatures, scenario_signature
from modylbench.evaluation.evaluation import Signature
from modylbench.evaluation.judging import rubric
from modylbench.evaluation.judging.offline.panel import members
from modylbench.reliability.summarize import reliability_signature
from modylbench.scenarios.catalogue import available, scenario
from modylbench.scoring.rules import default_rules, rules_signature, scoring_signature

REVIEWED = Path(__file__).with_name("signatures.json")
UNRELEASED = "unreleased"
RENEW = "python -m tests.golden.test_signatures"

Listed = dict[str, dict[str, str]]


def signatures() -> tuple[Signature, ...]:
    """Everything that decides a score and has a version; what is new is one more line."""
    return (
        rules_signature(default_rules()),
        scoring_signature(),
        reliability_signature(),
        *measuring_signatures(),
        *(scenario_signature(scenario(name)) for name in available()),
        *rubric.signatures(),
        *(
            Signature(name=f"judge {member.card.name}", version=member.card.version,
                      sha256=member.card.signature)
            for member in members()
        ),
    )  # fmt: skip


def listed(found: tuple[Signature, ...]) -> Listed:
    return {
        signature.name: {"version": signature.version, "sha256": signature.sha256}
        for signature in sorted(found, key=lambda signature: signature.name)
    }


def unseen(now: Listed, on_file: dict[str, Listed]) -> list[str]:
    """What changed and stands in no diff yet."""
    reviewed = on_file.get(UNRELEASED, {})
    return [
        f"{name} changed: {RENEW}"
        for name in sorted({*now, *reviewed})
        if now.get(name) != reviewed.get(name)
    ]


def broken(now: Listed, on_file: dict[str, Listed]) -> list[str]:
    """What must not be renewed: the content is another than in a release of the same version."""
    return [
        f"{name} changed and is still version {now[name]['version']}, as in {release}: raise it"
        for release, signed in sorted(on_file.items())
        if release != UNRELEASED
        for name in sorted(now.keys() & signed.keys())
        if now[name]["version"] == signed[name]["version"] and now[name] != signed[name]
    ]


NOW = listed(signatures())
ON_FILE: dict[str, Listed] = (
    json.loads(REVIEWED.read_text(encoding="utf-8")) if REVIEWED.exists() else {}
)


def test_no_change_goes_unseen() -> None:
    assert not unseen(NOW, ON_FILE), "\n".join(unseen(NOW, ON_FILE))


def test_what_a_release_has_signed_changes_only_with_its_version() -> None:
    assert not broken(NOW, ON_FILE), "\n".join(broken(NOW, ON_FILE))


def test_no_two_have_one_name() -> None:
    assert len(NOW) == len(signatures())


@pytest.mark.parametrize(
    "place",
    [
        "scoring",
        "reliability",
        "products",
        "language",
        "surfaces",
        "scenarios",
        "scenario financial_analyst",
        "evaluation",
        "evaluation/reference",
    ],
)
def test_what_decides_a_score_is_signed(place: str) -> None:
    assert place in NOW


def test_a_change_is_seen_and_after_a_release_refused() -> None:
    listed: Listed = {"rules": {"version": "1", "sha256": "a"}}
    changed: Listed = {"rules": {"version": "1", "sha256": "b"}}
    raised: Listed = {"rules": {"version": "2", "sha256": "b"}}
    in_work = {UNRELEASED: listed}
    released = {UNRELEASED: listed, "1.0.0": listed}

    assert unseen(changed, in_work) == [f"rules changed: {RENEW}"]
    assert unseen({}, in_work)
    assert unseen(listed, in_work) == []
    assert broken(changed, in_work) == []
    assert broken(changed, released) == [
        "rules changed and is still version 1, as in 1.0.0: raise it"
    ]
    assert broken(raised, released) == []


if __name__ == "__main__":
    refused = broken(NOW, ON_FILE)
    refused += [f"{name} is released already" for name in sys.argv[1:2] if name in ON_FILE]
    if refused:
        sys.exit("\n".join(refused))
    ON_FILE[UNRELEASED] = NOW
    ON_FILE.update(dict.fromkeys(sys.argv[1:2], NOW))
    REVIEWED.write_text(json.dumps(ON_FILE, indent=2) + "\n", encoding="utf-8")
