"""Did a rubric, a rule set, a measure or an offline judge change without a new version?"""

import json
import sys
from pathlib import Path

import pytest

from modylbench.evaluation.evaluate.signatures import measures
from modylbench.evaluation.evaluation import Signature
from modylbench.evaluation.judging import rubric
from modylbench.evaluation.judging.offline.panel import members
from modylbench.scoring.rule_files import default_rules, rules_signature

REVIEWED = Path(__file__).with_name("signatures.json")
HOW_TO_RENEW = "raise its version, then: python -m tests.golden.test_signatures"

Listed = dict[str, dict[str, str]]


def signatures() -> tuple[Signature, ...]:
    """Everything that decides a score and has a version; what is new is one more line."""
    return (
        rules_signature(default_rules()),
        *measures(),
        *rubric.signatures(),
        *(
            Signature(name=f"judge {one.card.name}", version=one.card.version,
                      sha256=one.card.signature)
            for one in members()
        ),
    )  # fmt: skip


def listed(found: tuple[Signature, ...]) -> Listed:
    return {
        one.name: {"version": one.version, "sha256": one.sha256}
        for one in sorted(found, key=lambda one: one.name)
    }


def problem(name: str, now: Listed, reviewed: Listed) -> str:
    """What is wrong with a signature, and what to do about it; empty if nothing is."""
    if name not in reviewed:
        return f"{name} is new: python -m tests.golden.test_signatures"
    if name not in now:
        return f"{name} is gone: python -m tests.golden.test_signatures"
    if now[name] == reviewed[name]:
        return ""
    if now[name]["version"] == reviewed[name]["version"]:
        return f"{name} changed and is still version {now[name]['version']}: {HOW_TO_RENEW}"
    return f"{name} has a new version: python -m tests.golden.test_signatures"


def unversioned(now: Listed, reviewed: Listed) -> list[str]:
    """What must not be renewed: the content is another, and the version is the same."""
    return [
        problem(name, now, reviewed)
        for name in sorted(now.keys() & reviewed.keys())
        if now[name] != reviewed[name] and now[name]["version"] == reviewed[name]["version"]
    ]


NOW = listed(signatures())
ON_FILE: Listed = json.loads(REVIEWED.read_text(encoding="utf-8")) if REVIEWED.exists() else {}


@pytest.mark.parametrize("name", sorted({*NOW, *ON_FILE}))
def test_content_changes_only_with_its_version(name: str) -> None:
    assert not problem(name, NOW, ON_FILE), problem(name, NOW, ON_FILE)


def test_no_two_have_one_name() -> None:
    assert len(NOW) == len(signatures())


def test_a_change_without_a_new_version_is_named_and_not_renewed() -> None:
    reviewed = {"rules": {"version": "1", "sha256": "a"}}
    changed = {"rules": {"version": "1", "sha256": "b"}}
    raised = {"rules": {"version": "2", "sha256": "b"}}

    assert unversioned(changed, reviewed) == [problem("rules", changed, reviewed)]
    assert "rules changed and is still version 1: raise" in problem("rules", changed, reviewed)
    assert unversioned(raised, reviewed) == []
    assert "has a new version" in problem("rules", raised, reviewed)
    assert problem("rules", reviewed, reviewed) == ""
    assert "is new" in problem("rules", reviewed, {})
    assert "is gone" in problem("rules", {}, reviewed)


if __name__ == "__main__":
    refused = unversioned(NOW, ON_FILE)
    if refused:
        sys.exit("\n".join(refused))
    REVIEWED.write_text(json.dumps(NOW, indent=2) + "\n", encoding="utf-8")
