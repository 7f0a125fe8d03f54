"""Why did a service that answers for an agent not answer, and is it worth asking again?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from modylbench.foundation.errors import one_line, quoted
from modylbench.providers.models.asking import ServiceFailed as ServiceFailed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic_ai.exceptions import ModelAPIError

    from modylbench.providers.models.spending import Spent


REDIRECT, BAD_REQUEST, SERVER_ERROR = 300, 400, 500
LATER = (408, 409, 425, 429)  # refusals that need not be repeated


class Unanswered(ServiceFailed):
    """A question to which no answer came, with what its tries took; see Spent."""

    def took(self, spent: Spent) -> None:
        """Tell what the tries took."""
        self.calls, self.cost_usd = spent.calls, spent.cost_usd
        self.input_tokens, self.output_tokens = spent.input_tokens, spent.output_tokens


class Refused(Unanswered):
    """The service would not take the request, for what is in it."""


class CutOff(Unanswered):
    """The answer was longer than allowed before a word of it came."""


@dataclass(frozen=True, slots=True)
class Setback:
    """One failed try: `wait_s` is how long the service asks to be left alone."""

    what: str
    is_worth_another_try: bool
    wait_s: float | None = None
    kind: type[Unanswered] = Unanswered


def openai_errors() -> tuple[type[Exception], ...]:
    """What OpenAI's package raises when a service does not answer."""
    import httpx2
    from openai import OpenAIError

    return (OpenAIError, httpx2.HTTPError, httpx2.InvalidURL, OSError)


@cache
def foreign_errors() -> tuple[type[Exception], ...]:
    """What the makers' packages raise when a service does not answer as it should.

    An answer in which a field is missing or of another type goes through their code unchecked, so
    the errors of the language itself are among them.
    """
    from anthropic import AnthropicError
    from google.genai.errors import APIError
    from pydantic_ai.exceptions import AgentRunError

    makers = (*openai_errors(), AgentRunError, AnthropicError, APIError)
    plain = (ValueError, LookupError, TypeError, AttributeError, AssertionError)
    return (*makers, *plain, RuntimeError)


def setback(error: Exception, key: str) -> Setback:
    """What an error of a try means; the key is never part of it."""
    from pydantic_ai import exceptions as known

    match error:
        case known.ModelTimeoutError() | known.ModelRequestTimeout():
            return Setback("took too long", is_worth_another_try=True)
        case known.ModelConnectionError():
            is_away = error.phase in ("pool", "connect")
            what = "cannot be reached" if is_away else "broke off"
            return Setback(what, is_worth_another_try=True)
        case known.ModelAPIError() if _is_final(error):
            kind = Refused if _is_about_content(error) else Unanswered
            return Setback(_refusal(error, key), is_worth_another_try=False, kind=kind)
        case known.ModelAPIError():
            what = f"failed{_status(error)}{service_words(error.body, key)}"
            return Setback(what, is_worth_another_try=True, wait_s=error.retry_after)
        case _:
            what = f"sent an answer that cannot be read ({type(error).__name__})"
            return Setback(what, is_worth_another_try=True)


def _refusal(error: ModelAPIError, key: str) -> str:
    """Why the same request would be refused again."""
    from pydantic_ai import exceptions as known

    match error:
        case known.ModelAuthenticationError():  # without its words: some quote the key
            what = "refused the key"
        case known.ModelNotFoundError():
            what = f"does not know the model {quoted(error.model_name)}"
        case known.ModelQuotaExceededError():
            what = "has no credit left"
        case _ if _sends_elsewhere(error):
            what = "sends elsewhere, where nothing of ours goes"
        case _:
            return f"refused the request{_status(error)}{service_words(error.body, key)}"
    return what + _status(error)


def is_too_long(error: Exception) -> bool:
    """Whether the conversation is longer than the model can take."""
    from pydantic_ai.exceptions import ModelContextWindowExceededError

    return isinstance(error, ModelContextWindowExceededError)


def status_of(error: Exception) -> int:
    """The status of the answer that an error is about; 0 where there was none."""
    for one in (error, error.__cause__):
        for name in ("status_code", "code"):  # Google's package calls it so
            if isinstance(status := getattr(one, name, None), int):
                return status
    return 0


def _is_final(error: ModelAPIError) -> bool:
    """Whether the same request would end so again."""
    from pydantic_ai import exceptions as known

    status = status_of(error)
    return isinstance(error, known.ModelRequestRejectedError | known.ModelQuotaExceededError) or (
        REDIRECT <= status < SERVER_ERROR and status not in LATER
    )


def _is_about_content(error: ModelAPIError) -> bool:
    """Whether another request by the same key to the same model might be taken."""
    from pydantic_ai import exceptions as known

    whoever = (
        known.ModelAuthenticationError,
        known.ModelNotFoundError,
        known.ModelQuotaExceededError,
    )
    return not isinstance(error, whoever) and not _sends_elsewhere(error)


def _sends_elsewhere(error: ModelAPIError) -> bool:
    return REDIRECT <= status_of(error) < BAD_REQUEST


def _status(error: Exception) -> str:
    status = status_of(error)
    return f" ({status})" if status else ""


def service_words(body: object, key: str) -> str:
    """What the service says of it, where that can be found, without the key."""
    words = _message(body)
    if key:
        words = words.replace(key, "…")
    return f": {quoted(one_line(words))}" if words else ""


def _message(body: object) -> str:
    if isinstance(body, str):
        return body
    if not isinstance(body, dict):
        return ""
    found: Mapping[str, object] = body
    inner = found.get("error", found.get("message", ""))
    return _message(inner) if isinstance(inner, dict) else str(inner or "")
