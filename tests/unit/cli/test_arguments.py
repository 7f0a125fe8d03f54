"""Every layer is switched in its own stage, and a mistake names the right one."""

import pytest

from modylbench.cli.arguments import (
    WHERE_SWITCHED,
    as_record,
    edge_cases_at_length,
    parse_layers,
)
from modylbench.cli.run_request import RunRequest
from modylbench.foundation.errors import UserMistake
from modylbench.providers.models.options import JudgingOptions

STAGES = {"score": frozenset({1, 2, 3, 6}), "evaluate": frozenset({4})}


@pytest.mark.parametrize("layer", range(1, 7))
def test_a_layer_is_switched_in_one_stage_and_named_in_the_others(layer: int) -> None:
    for stage, here in STAGES.items():
        if layer in here:
            assert parse_layers(str(layer), here) == (layer,)
            assert f"modylbench {stage} " in WHERE_SWITCHED[layer]
        else:
            with pytest.raises(UserMistake, match="is not switched here"):
                parse_layers(str(layer), here)


def test_none_are_off_by_default_and_twice_is_once() -> None:
    assert parse_layers("", STAGES["score"]) == ()
    assert parse_layers("2, 1,2,", STAGES["score"]) == (1, 2)


@pytest.mark.parametrize("text", ["0", "7", "x", "1-3", "٣"])
def test_what_is_no_layer_is_a_mistake(text: str) -> None:
    with pytest.raises(UserMistake, match="expected some of 1, 2, 3, 6"):
        parse_layers(text, STAGES["score"])


def test_how_judges_are_asked_is_one_record_in_the_record_of_a_command() -> None:
    found = as_record(RunRequest, {"base_url": "http://agent", "max_cost_usd": 2.0, "prices": None})

    assert found.base_url == "http://agent"
    assert found.judging == JudgingOptions(max_cost_usd=2.0)
    assert as_record(RunRequest, {"seeds": "0"}).judging == JudgingOptions()


def test_how_long_a_meeting_is_has_one_way_in() -> None:
    assert edge_cases_at_length("seed", None, "--edge-cases") == "seed"
    assert edge_cases_at_length("seed", "8", "--edge-cases") == "seed"
    assert edge_cases_at_length("seed", "12", "--edge-cases") == "turns-12"
    with pytest.raises(UserMistake, match="found both --turns and --edge-cases"):
        edge_cases_at_length("all", "4", "--edge-cases")
    with pytest.raises(UserMistake, match=r"found --edge-case turns-4, .* use --turns 4"):
        edge_cases_at_length("turns-4", None, "--edge-case")
