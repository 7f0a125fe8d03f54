"""Prices, costs, and a budget that is never exceeded."""

from pathlib import Path

import pytest

from modylbench.foundation.errors import BadFile
from modylbench.providers.models.budget import (
    list_prices,
    read_prices,
)


def test_a_list_of_one_s_own_comes_first(tmp_path: Path) -> None:
    path = tmp_path / "prices.yaml"
    path.write_text(
        'as_of: "2026-12-01"\nprices:\n'
        "  - {service: openai, starts: gpt-5.2, input: 1.0, output: 2.0}\n"
        "  - {service: openai-compatible, starts: qwen, input: 0.1, output: 0.2}\n"
    )
    prices = read_prices(path)
    changed, added = prices.of("openai", "gpt-5.2"), prices.of("openai-compatible", "qwen3")

    assert changed is not None
    assert changed.input == 1.0
    assert added is not None
    assert prices.of("openai", "gpt-audio") == list_prices().of("openai", "gpt-audio")


@pytest.mark.parametrize("price", ["-1.0", ".nan", ".inf", "free"])
def test_a_price_that_is_none_is_refused(tmp_path: Path, price: str) -> None:
    path = tmp_path / "prices.yaml"
    path.write_text(
        f'as_of: "x"\nprices:\n  - {{service: a, starts: b, input: {price}, output: 1.0}}\n'
    )

    with pytest.raises(BadFile):
        read_prices(path)
