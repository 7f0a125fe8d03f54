"""The services of models: whose models they have, where they are asked, with which key and package.

The one list of services, for names, keys, clients and scores. It imports nothing that loads
slowly, since the command line reads it at every start.
"""

from __future__ import annotations

from dataclasses import dataclass

OPENAI_KEY = "OPENAI_API_KEY"
COMPATIBLE = "openai-compatible"
COMPATIBLE_KEY = "COMPATIBLE_API_KEY"
"""Of judges, not OPENAI_API_KEY: that must not go to every server that speaks OpenAI's format."""


@dataclass(frozen=True, slots=True)
class Service:
    """A service that models are asked at, in the format of one maker's package.

    The address is given outright, since the makers' packages would take another one from the
    environment, and recordings would not tell.
    """

    name: str
    key_variables: tuple[str, ...]
    package_error: str
    """What its package raises, as `module:Class`."""
    address: str = ""
    """Empty where everyone has a server of their own."""
    example: str = ""
    model_starts: str = ""
    """How the names of its models begin, where a name alone tells the service."""
    package_retries: bool = True
    """Whether its package tries again unless told otherwise."""


SERVICES = {
    service.name: service
    for service in (
        Service(
            name="openai",
            key_variables=(OPENAI_KEY,),
            package_error="openai:OpenAIError",
            address="https://api.openai.com/v1",
            example="openai:gpt-5.2",
            model_starts="gpt-",
        ),
        Service(
            name="anthropic",
            key_variables=("ANTHROPIC_API_KEY",),
            package_error="anthropic:AnthropicError",
            address="https://api.anthropic.com",
            example="anthropic:claude-opus-4-6",
            model_starts="claude-",
        ),
        Service(
            name="google",
            key_variables=("GOOGLE_API_KEY", "GEMINI_API_KEY"),
            package_error="google.genai.errors:APIError",
            address="https://generativelanguage.googleapis.com",
            example="google:gemini-3.1-pro",
            model_starts="gemini-",
            package_retries=False,
        ),
        Service(
            name=COMPATIBLE,
            key_variables=(COMPATIBLE_KEY,),
            package_error="openai:OpenAIError",
        ),
    )
}
EXAMPLES = ", ".join(service.example for service in SERVICES.values() if service.example)
KEY_VARIABLES = tuple(
    variable for service in SERVICES.values() for variable in service.key_variables
)


def service_of_model(model: str) -> str:
    """The service whose models have names that begin like this one; empty where none has."""
    for service in SERVICES.values():
        if service.model_starts and model.startswith(service.model_starts):
            return service.name
    return ""
