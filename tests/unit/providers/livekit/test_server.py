"""A server of ours is told to listen at one address only, with keys of its own."""

import json

import pytest

from modylbench.foundation.errors import UserMistake
from modylbench.providers.livekit.server import (
    Keys,
    Ports,
    configuration,
    new_keys,
)

PORTS, KEYS = Ports(7880, 7882), Keys("key", "s" * 32)


def test_all_addresses_that_the_server_is_told_are_loopback() -> None:
    told = json.loads(configuration(PORTS, KEYS))

    assert told["bind_addresses"] == ["127.0.0.1"]
    assert told["rtc"]["node_ip"] == "127.0.0.1"
    assert told["rtc"]["ips"] == {"includes": ["127.0.0.1/32"]}
    assert all(host.startswith("127.0.0.1:") for host in told["rtc"]["stun_servers"])
    assert told["rtc"]["use_external_ip"] is False
    assert told["rtc"]["tcp_port"] == 0


def test_another_address_of_the_machine_is_told_to_agents_and_has_no_loopback() -> None:
    told = json.loads(configuration(PORTS, KEYS, bind="192.0.2.7"))

    assert told["bind_addresses"] == ["192.0.2.7"]
    assert told["rtc"]["node_ip"] == "192.0.2.7"
    assert "interfaces" not in told["rtc"]


@pytest.mark.parametrize("bind", ["0.0.0.0", "::1", "127.0.0.2", "localhost", "", "1.2.3.4/8"])  # noqa: S104
def test_what_is_not_one_address_for_media_is_a_mistake(bind: str) -> None:
    with pytest.raises(UserMistake, match="expected one IPv4 address of this machine"):
        configuration(PORTS, KEYS, bind=bind)


def test_keys_are_new_each_time_and_the_secret_is_not_shown() -> None:
    first, second = new_keys(), new_keys()

    assert first.key != second.key
    assert first.secret != second.secret
    assert len(first.secret) >= 32
    assert first.secret not in repr(first)
