"""Launch options of an agent from outside are understood, or refused with a hint."""

import pytest

from modylbench.agents.catalogue import choose_agent
from modylbench.agents.choice import AgentOptions, has_ears
from modylbench.foundation.errors import UserMistake


def test_agents_from_outside_use_their_ears_and_others_read() -> None:
    assert has_ears(choose_agent("livekit", AgentOptions()))
    assert has_ears(choose_agent("livekit:x", AgentOptions()))
    assert not has_ears(choose_agent("oracle", AgentOptions()))


@pytest.mark.parametrize(
    ("name", "launch", "hint"),
    [
        ("livekit:", "", "expected livekit:NAME"),
        ("livekit:" + "x" * 101, "", "expected at most 100 characters"),
        ("livekit:x", "python bot.py", "expected it with --agent livekit"),
        ("livekit", "python 'bot.py", "No closing quotation"),
        ("livekit", "  ", "expected a command such as"),
        ("livekit", "there-is-no-such-program", "found no program"),
        ("livekti", "", "did you mean 'livekit'?"),
    ],
)
def test_what_cannot_be_meant_gets_a_hint(name: str, launch: str, hint: str) -> None:
    with pytest.raises(UserMistake) as mistake:
        choose_agent(name, AgentOptions(launch=launch))

    assert hint in str(mistake.value)
    assert "\n" not in str(mistake.value)
