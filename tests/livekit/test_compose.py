"""The file for Docker starts our server, for this machine only, with no secret."""

import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from modylbench.providers.addresses import LiveKitAddress
from modylbench.providers.livekit.binary import SERVER_VERSION
from modylbench.providers.livekit.health import Health, health
from modylbench.providers.livekit.server import configuration, free_ports, new_keys

FILE = Path(__file__).parents[2] / "examples" / "livekit" / "compose.yaml"


@pytest.fixture
def service() -> dict[str, Any]:
    [found] = yaml.safe_load(FILE.read_text(encoding="utf-8"))["services"].values()
    told: dict[str, Any] = found
    return told


def test_the_image_is_the_version_that_we_build(service: dict[str, Any]) -> None:
    assert service["image"] == f"livekit/livekit-server:v{SERVER_VERSION}"


def test_it_is_reached_on_this_machine_only(service: dict[str, Any]) -> None:
    assert service["ports"]
    assert all(port.startswith("127.0.0.1:") for port in service["ports"])
    assert "network_mode" not in service


def test_keys_come_from_the_environment_and_must_be_there(service: dict[str, Any]) -> None:
    key, secret = service["environment"]["LIVEKIT_KEYS"].split(": ")

    assert key.startswith("${LIVEKIT_API_KEY:?")
    assert secret.startswith("${LIVEKIT_API_SECRET:?")
    assert "keys" not in yaml.safe_load(service["environment"]["LIVEKIT_CONFIG"])


def test_it_says_what_ours_says(service: dict[str, Any]) -> None:
    told = yaml.safe_load(service["environment"]["LIVEKIT_CONFIG"])
    ours = yaml.safe_load(configuration(free_ports(), new_keys()))

    assert told["room"] == ours["room"]
    for name in ("tcp_port", "use_external_ip", "node_ip", "stun_servers"):
        assert told["rtc"][name] == ours["rtc"][name]


def test_the_server_takes_it(service: dict[str, Any], livekit_binary: Path, tmp_path: Path) -> None:
    ports, keys = free_ports(), new_keys()
    told = yaml.safe_load(service["environment"]["LIVEKIT_CONFIG"])
    told |= {"port": ports.signals, "bind_addresses": ["127.0.0.1"]}
    told["rtc"] |= {"udp_port": ports.media, "ips": {"includes": ["127.0.0.1/32"]}}
    environment = {
        "LIVEKIT_KEYS": f"{keys.key}: {keys.secret}",
        "LIVEKIT_CONFIG": yaml.safe_dump(told),
    }
    address = LiveKitAddress(f"ws://127.0.0.1:{ports.signals}", keys.key, keys.secret)
    with (
        (tmp_path / "log").open("wb") as log,
        subprocess.Popen(  # noqa: S603
            [str(livekit_binary)], env=environment, stdout=log, stderr=log
        ) as server,
    ):
        try:
            for _ in range(100):
                if health(address) is Health.WELL:
                    break
                time.sleep(0.05)
            else:
                pytest.fail((tmp_path / "log").read_text(encoding="utf-8"))
        finally:
            server.kill()
