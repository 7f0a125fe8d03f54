"""Every name leads to an agent, and every slip to a hint."""

import importlib

import pytest

from modylbench.agents.catalogue import OWN_AGENTS, available, choose_agent
from modylbench.agents.choice import AgentOptions
from modylbench.foundation.errors import UserMistake


@pytest.mark.parametrize("name", [name for name, _ in available() if name in OWN_AGENTS])
def test_our_agents_are_classes_with_an_answer_or_attend_by_themselves(name: str) -> None:
    module, _, cls = OWN_AGENTS[name].target.partition(":")
    agent = getattr(importlib.import_module(module), cls)

    assert callable(getattr(agent, "answer", None) or agent.attend)
    assert choose_agent(name, AgentOptions()).name == name


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("oracel", "unknown agent 'oracel': did you mean 'oracle'?"),
        ("text-only", "did you mean 'text_only'?"),
        ("zzzz", "expected one of"),
        ("", "expected one of"),
        ("chat:", "expected chat:MODEL"),
        ("recorded", "expected recorded:FILE.jsonl"),
        ("a:b c", "expected package.module:Class"),
        (":X", "expected package.module:Class"),
        ("a..b:X", "expected package.module:Class"),
        (".a:X", "expected package.module:Class"),
        ("oracle\n", "expected one of"),
        ("x" * 600, "expected one of"),
    ],
)
def test_a_name_that_leads_nowhere_gets_a_hint(name: str, hint: str) -> None:
    with pytest.raises(UserMistake) as mistake:
        choose_agent(name, AgentOptions())

    assert hint in str(mistake.value)
    assert "\n" not in str(mistake.value)


def test_every_name_says_in_a_line_what_it_is() -> None:
    names = [name for name, _ in available()]

    assert {"oracle", "text_only", "chat:MODEL", "recorded:FILE.jsonl"} <= set(names)
    assert len(names) == len(set(names))
    assert all(about and "\n" not in about for _, about in available())
