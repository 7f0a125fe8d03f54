"""Every service has a client, errors of its package, and a fake server that speaks its format."""

import asyncio
from pkgutil import resolve_name

import pytest
from tests.staging.servers.judges import FORMATS
from tests.staging.servers.tool_models import MODEL, WIRES

from modylbench.foundation.errors import UserMistake
from modylbench.providers.model_services import COMPATIBLE, SERVICES
from modylbench.providers.models.access import Access
from modylbench.providers.models.client import http_client
from modylbench.providers.models.package_call import build_model
from modylbench.providers.models.package_errors import foreign_errors
from modylbench.providers.models.patience import JUDGES_PATIENCE


def model_name(access: Access) -> tuple[str, str]:
    """The model that is built and where it is asked."""

    async def build() -> tuple[str, str]:
        async with http_client(JUDGES_PATIENCE) as client:
            model = build_model(access, client)
            return model.model_name, model.base_url or ""

    return asyncio.run(build())


@pytest.mark.parametrize("service", SERVICES)
@pytest.mark.parametrize("url", ["", "http://127.0.0.1:1/v1"])
def test_every_service_has_a_client(service: str, url: str) -> None:
    address = url or SERVICES[service].address or "http://127.0.0.1:2/v1"
    access = Access(service, "m", address if not SERVICES[service].address else url, "sk-x")

    name, asked_at = model_name(access)

    assert name == "m"
    assert asked_at.rstrip("/") == address


@pytest.mark.parametrize("url", ["", "http://127.0.0.1:1/v1"])
def test_a_service_without_a_client_is_one_line(url: str) -> None:
    with pytest.raises(UserMistake, match="no client for the service 'nobody'"):
        model_name(Access("nobody", "m", url, "sk-x"))


@pytest.mark.parametrize("service", SERVICES)
def test_what_its_package_raises_is_expected(service: str) -> None:
    assert issubclass(resolve_name(SERVICES[service].package_error), foreign_errors())


@pytest.mark.parametrize("service", SERVICES)
def test_a_fake_server_speaks_its_format(service: str) -> None:
    assert [form for form in FORMATS if form.model.startswith(f"{service}:")]
    agent = f"llm:{MODEL}" if service == COMPATIBLE else f"llm:{service}:{MODEL}"
    assert agent in [wire.agent for wire in WIRES]
