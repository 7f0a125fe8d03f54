"""As many calls may be under way as was said, and not more."""

import pytest

from modylbench.foundation.errors import UserMistake
from modylbench.providers.models.client import CallLimits


@pytest.mark.parametrize("connections", [0, -1, 65])
def test_a_number_out_of_range_is_refused(connections: int) -> None:
    with pytest.raises(UserMistake, match="1 to 64"):
        CallLimits(connections)


def test_each_provider_has_a_limit_of_its_own() -> None:
    limits = CallLimits(2)

    assert limits.slot("openai") is limits.slot("openai")
    assert limits.slot("openai") is not limits.slot("google")
