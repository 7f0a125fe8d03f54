"""Which judges a list of names means."""

import asyncio

import pytest

from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.foundation.errors import UserMistake
from modylbench.pipeline.panel.choice import (
    DEFAULT_PANEL,
    PanelChoice,
    check_keys,
    check_names,
    open_panel,
    panel_names,
)
from modylbench.providers.models.options import JudgingOptions


def choice(*names: str, **changes: object) -> PanelChoice:
    return PanelChoice(names, EvaluationOptions(), JudgingOptions(), **changes)  # type: ignore[arg-type]


def test_a_list_is_read_in_order_each_name_once() -> None:
    assert panel_names(" offline , gpt-5.2,offline") == ("offline", "gpt-5.2")
    assert panel_names("default,gpt-5.2") == (*DEFAULT_PANEL, "gpt-5.2")
    assert panel_names("none") == ()


@pytest.mark.parametrize("text", ["", " , ", "none,offline", "a\x1b[31m", "x" * 600])
def test_what_names_nobody_is_a_mistake(text: str) -> None:
    with pytest.raises(UserMistake):
        panel_names(text)


def test_the_default_panel_is_three_services_and_known() -> None:
    check_names(choice(*DEFAULT_PANEL))

    assert [name.partition(":")[0] for name in DEFAULT_PANEL] == ["anthropic", "google", "openai"]


def test_a_missing_key_is_named_before_anybody_is_asked() -> None:
    with pytest.raises(UserMistake, match="ANTHROPIC_API_KEY"):
        check_keys(choice(*DEFAULT_PANEL))


def test_the_offline_panel_is_three_members() -> None:
    async def names() -> list[str]:
        async with open_panel(choice("offline")) as panel:
            return [judge.card.name for judge in panel.judges]

    assert asyncio.run(names()) == ["auditor", "listener", "viewer"]
    assert choice("offline").is_offline
    assert not choice("offline", "gpt-5.2").is_offline


def test_keys_are_not_shown() -> None:
    assert "secret" not in repr(choice("gpt-5.2", keys={"OPENAI_API_KEY": "secret"}))
