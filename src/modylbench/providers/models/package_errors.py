"""What the errors of the makers' packages mean, and whether it is worth asking again."""

from __future__ import annotations

from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from modylbench.foundation.errors import one_line, short_repr
from modylbench.providers.model_services import SERVICES
from modylbench.providers.models.access import NO_KEY
from modylbench.providers.models.failures import (
    RequestRefusal,
    ServiceFailure,
    Setback,
    retry_after_s,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic_ai.exceptions import ModelAPIError

REDIRECT, BAD_REQUEST, SERVER_ERROR = 300, 400, 500
LATER = (408, 409, 425, 429)  # refusals that need not be repeated
BROKE_OFF = "it broke off"


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
    from pydantic_ai.exceptions import AgentRunError

    packages = (resolve_name(service.package_error) for service in SERVICES.values())
    makers = (*openai_errors(), AgentRunError, *packages)
    plain = (ValueError, LookupError, TypeError, AttributeError, AssertionError)
    return (*makers, *plain, RuntimeError)


def setback(error: Exception, key: str) -> Setback:
    """What an error of a try by pydantic-ai means; the key is never part of it."""
    from pydantic_ai import exceptions as known

    match error:
        case TimeoutError() | known.ModelTimeoutError() | known.ModelRequestTimeout():
            return Setback("took too long", is_worth_another_try=True)
        case known.ModelConnectionError():
            is_away = error.phase in ("pool", "connect")
            what = "cannot be reached" if is_away else "broke off"
            return Setback(what, is_worth_another_try=True)
        case known.ModelAPIError() if _is_final(error):
            kind = RequestRefusal if _is_about_content(error) else ServiceFailure
            return Setback(_refusal(error, key), is_worth_another_try=False, kind=kind)
        case known.ModelAPIError():
            what = f"failed{_status(error)}{service_words(error.body, key)}"
            return Setback(what, is_worth_another_try=True, wait_s=error.retry_after)
        case _:
            what = f"sent an answer that cannot be read ({type(error).__name__})"
            return Setback(what, is_worth_another_try=True)


def openai_setback(error: Exception, key: str) -> Setback:
    """What an error of OpenAI's own package means; the key is never part of it."""
    from openai import APIConnectionError, APIStatusError, APITimeoutError, NotFoundError

    words = service_words(_openai_body(error), key)
    is_passing = isinstance(error, APIConnectionError)
    wait_s = None
    match error:
        case _ if is_about_key(error):  # without the service's words: some quote the key
            what = f"refused the key ({status_of(error) or 401})"
        case NotFoundError():
            what = f"does not have that model, or no chat there (404{words})"
        case APIStatusError():
            what = f"answered {error.status_code}{words}"
            is_passing = error.status_code in LATER or error.status_code >= SERVER_ERROR
            wait_s = retry_after_s(error.response.headers)
        case APITimeoutError():
            what = "took too long"
        case APIConnectionError():
            what = "cannot be reached"
        case _:
            what = f"failed ({type(error).__name__}{words})"
    return Setback(what, is_worth_another_try=is_passing, wait_s=wait_s)


def is_about_key(error: Exception) -> bool:
    """Whether an error of OpenAI's package says that a key is missing or refused."""
    from openai import AuthenticationError, PermissionDeniedError

    return isinstance(error, AuthenticationError | PermissionDeniedError)


def break_off_reason(error: Exception, key: str) -> str:
    """What an error after the first words of an answer means."""
    return f"{BROKE_OFF}{service_words(_openai_body(error), key)}"


def is_too_long(error: Exception) -> bool:
    """Whether the conversation is longer than the model can take."""
    from pydantic_ai.exceptions import ModelContextWindowExceededError

    return isinstance(error, ModelContextWindowExceededError)


def may_be_billed(error: BaseException) -> bool:
    """Whether the service may have worked on a try that failed so."""
    from pydantic_ai import exceptions as known

    match error:
        case known.ModelTimeoutError() | known.ModelRequestTimeout():
            return True
        case known.ModelConnectionError():
            return error.phase not in ("pool", "connect")
        case known.ModelAPIError() | known.UserError() | NotImplementedError():
            return False
        case _:
            return True


def status_of(error: Exception) -> int:
    """The status of the answer that an error is about; 0 where there was none."""
    for source in (error, error.__cause__):
        for name in ("status_code", "code"):  # Google's package calls it so
            if isinstance(status := getattr(source, name, None), int):
                return status
    return 0


def service_words(body: object, key: str) -> str:
    """What the service says of it, where that can be found, without the key."""
    words = _message(body)
    if key and key != NO_KEY:
        words = words.replace(key, "…")
    return f": {short_repr(one_line(words))}" if words else ""


def _refusal(error: ModelAPIError, key: str) -> str:
    """Why the same request would be refused again."""
    from pydantic_ai import exceptions as known

    match error:
        case known.ModelAuthenticationError():  # without its words: some quote the key
            what = "refused the key"
        case known.ModelNotFoundError():
            what = f"does not know the model {short_repr(error.model_name)}"
        case known.ModelQuotaExceededError():
            what = "has no credit left"
        case _ if _is_redirect(error):
            what = "sends elsewhere, where nothing of ours goes"
        case _:
            return f"refused the request{_status(error)}{service_words(error.body, key)}"
    return what + _status(error)


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
    return not isinstance(error, whoever) and not _is_redirect(error)


def _is_redirect(error: ModelAPIError) -> bool:
    return REDIRECT <= status_of(error) < BAD_REQUEST


def _status(error: Exception) -> str:
    status = status_of(error)
    return f" ({status})" if status else ""


def _openai_body(error: Exception) -> object:
    body = getattr(error, "body", None)
    return body if isinstance(body, dict) else None  # a page of HTML says nothing


def _message(body: object) -> str:
    if isinstance(body, str):
        return body
    if not isinstance(body, dict):
        return ""
    found: Mapping[str, object] = body
    inner = found.get("error", found.get("message", ""))
    return _message(inner) if isinstance(inner, dict) else str(inner or "")
