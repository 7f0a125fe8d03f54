"""Are calls priced by their tokens, and estimates rather high than low?"""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.foundation.errors import BadFile
from modylbench.providers.models.access import judge_name
from modylbench.providers.models.budget import (
    Size,
    estimate_call,
    likely_tokens,
    list_prices,
    most_tokens,
    read_prices,
)
from modylbench.providers.models.families import families, family_of

PANEL = ("anthropic:claude-opus-4-6", "google:gemini-3.1-pro", "openai:gpt-5.2", "openai:gpt-audio")


@pytest.mark.parametrize(
    ("service", "model"),
    [
        ("anthropic", "claude-opus-4-6"),
        ("anthropic", "claude-haiku-4-5"),
        ("google", "gemini-3.1-pro-preview"),
        ("google", "gemini-2.5-flash"),
        ("openai", "gpt-5.2"),
        ("openai", "gpt-5-mini"),
        ("openai", "gpt-audio"),
        ("openai", "gpt-audio-mini"),
    ],
)
def test_prices_agree_with_a_list_kept_by_others(service: str, model: str) -> None:
    others = pytest.importorskip("genai_prices", reason="comes with modylbench[models] only")
    price = list_prices().of(service, model)
    usage = others.Usage(input_tokens=10_000, output_tokens=2_000, input_audio_tokens=4_000)
    other = others.calc_price(usage, model, provider_id=service).total_price

    assert price is not None
    assert price.cost_usd(10_000, 2_000, 4_000) == pytest.approx(float(other))


@pytest.mark.parametrize("name", PANEL)
def test_every_judge_of_the_default_panel_has_a_price(name: str) -> None:
    judge = judge_name(name)

    assert list_prices().of(judge.service, judge.model) is not None


def test_a_model_that_is_not_listed_has_no_price() -> None:
    assert list_prices().of("openai-compatible", "gpt-5.2") is None
    assert list_prices().of("google", "gemini-9") is None


def test_the_longest_start_of_a_name_counts() -> None:
    prices = list_prices()
    mini, full = prices.of("openai", "gpt-5-mini-2026"), prices.of("openai", "gpt-5")

    assert mini is not None
    assert full is not None
    assert mini.input < full.input


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


def test_an_estimate_counts_only_what_the_model_takes() -> None:
    size = Size(text_tokens=1_000, audio_s=10.0, images=2, output_tokens=100)
    ear, eye = family_of("openai", "gpt-audio"), family_of("openai", "gpt-5.2")

    assert estimate_call(size, ear, None).input_tokens == 1_000 + 10 * 10
    assert estimate_call(size, eye, None).input_tokens == 1_000 + 2 * 1_500
    assert estimate_call(size, eye, None).cost_usd is None
    price = list_prices().of("openai", "gpt-audio")
    assert estimate_call(size, ear, price).cost_usd == pytest.approx(
        (1_000 * 2.5 + 100 * 32 + 100 * 10) / 1e6
    )


def test_every_service_has_a_family_for_all_its_models() -> None:
    for service in ("anthropic", "google", "openai", "openai-compatible"):
        assert family_of(service, "a-model-of-tomorrow").service == service
    assert not any(family.hears and family.ear for family in families())
    assert not any(
        family.hears and family.sees for family in families() if family.service == "openai"
    )


@given(st.text(max_size=200))
def test_more_is_set_aside_for_a_text_than_any_vocabulary_makes_of_it(text: str) -> None:
    """Chinese has a token or more for each character, and so have tables of signs."""
    rare = sum(not one.isascii() for one in text)

    assert most_tokens(text) >= len(text) + rare
    assert rare <= likely_tokens(text) <= most_tokens(text)
