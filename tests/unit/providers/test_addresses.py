"""Which addresses can be asked and which answer, the latter on a real socket."""

import pytest

from modylbench.foundation.errors import UserMistake
from modylbench.providers.addresses import is_loopback, refuse_bad_address, unreachable_addresses


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/x", "file:///etc/passwd", "https://[::1", ""])
def test_what_cannot_be_asked_is_no_answer(url: str) -> None:
    assert unreachable_addresses([url], timeout_s=2)[url]


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("ftp://x", "no address: found 'ftp://x'"),
        ("http://", "no address: found 'http://'"),
        ("http://host:0/v1", "no address"),
        ("http://h\u00f6st/v1", "no address"),
        ("http://me:secret@host/v1", "more than a place"),
        ("http://host/v1?key=secret", "more than a place"),
        ("ftp://me:secret@host/v1", "no address: expected"),
    ],
)
def test_an_address_that_cannot_be_asked_is_refused_without_its_secrets(
    address: str, problem: str
) -> None:
    with pytest.raises(UserMistake, match=problem) as mistake:
        refuse_bad_address(address)

    assert "secret" not in str(mistake.value)


def test_an_address_on_this_machine_is_known() -> None:
    local = ("http://127.0.0.1:1/v1", "http://localhost", "http://[::1]:8000")

    assert [is_loopback(address) for address in (*local, "https://api.openai.com/v1")] == [
        True,
        True,
        True,
        False,
    ]
