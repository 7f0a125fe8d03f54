"""How long is a service waited for between tries?"""

from hypothesis import given
from hypothesis import strategies as st

from modylbench.providers.models.patience import Patience
from modylbench.providers.speech.services.connection import PATIENCE


@given(tries=st.integers(1, 60))
def test_waits_double_up_to_the_longest(tries: int) -> None:
    wait_s, next_s = PATIENCE.wait_s(tries), PATIENCE.wait_s(tries + 1)

    assert next_s == min(2 * wait_s, PATIENCE.longest_wait_s)


def test_the_first_wait_is_the_one_named() -> None:
    assert Patience(first_wait_s=0.25).wait_s(1) == 0.25
