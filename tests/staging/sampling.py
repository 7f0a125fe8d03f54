"""What is tried in part by day and as a whole at night, so that the day's suite stays short."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

IS_NIGHTLY = settings.get_current_profile_name() == "nightly"


def whole_at_night(values: Iterable[Any], *, every: int, first: int = 0) -> list[Any]:
    """The values as parameters of a test; by day every so many of them, from one on."""
    return [
        pytest.param(value, marks=() if place % every == first else pytest.mark.nightly)
        for place, value in enumerate(values)
    ]
