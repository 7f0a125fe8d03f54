"""A row of the table of services is all that names, keys and scores need of a service."""

import pytest

from modylbench.cli.settings import service_keys
from modylbench.foundation.errors import UserMistake
from modylbench.providers.model_services import COMPATIBLE, SERVICES, Service
from modylbench.providers.models.access import access_to, judge_name
from modylbench.providers.models.budget import list_prices
from modylbench.scoring.standard import bare_model

every_service = pytest.mark.parametrize(
    "service", SERVICES.values(), ids=lambda service: service.name
)
every_maker = pytest.mark.parametrize(
    "service",
    [service for service in SERVICES.values() if service.address],
    ids=lambda service: service.name,
)


@every_service
def test_its_keys_are_read_from_the_environment_and_go_to_its_judges(service: Service) -> None:
    for variable in service.key_variables:
        keys = service_keys({variable: "sk-x", "HOME": "here"})

        assert keys == {variable: "sk-x"}
        assert judge_name(f"{service.name}:m@http://127.0.0.1:1/v1").access(keys).key == "sk-x"


@every_maker
def test_its_example_is_a_name_with_and_without_the_service(service: Service) -> None:
    model = service.example.removeprefix(f"{service.name}:")
    keys = dict.fromkeys(service.key_variables, "sk-x")

    assert service.address.startswith("https://")
    assert model.startswith(service.model_starts)
    for name in (service.example, model):
        access = access_to(name, "", keys)
        assert (access.service, access.model, access.key) == (service.name, model, "sk-x")
        assert judge_name(name).service == service.name
    assert list_prices().of(service.name, model) is not None


@every_maker
def test_a_missing_key_is_named(service: Service) -> None:
    with pytest.raises(UserMistake, match=f"set {' or '.join(service.key_variables)}"):
        access_to(service.example, "", {})


@every_service
def test_a_model_is_the_same_at_every_service(service: Service) -> None:
    assert bare_model(f"{service.name}:qwen3") == "qwen3"


def test_only_a_server_of_one_s_own_has_no_address() -> None:
    assert [name for name, service in SERVICES.items() if not service.address] == [COMPATIBLE]
