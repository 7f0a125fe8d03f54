"""What the errors of the makers' packages mean, and whether it is worth asking again."""

from __future__ import annotations

from functools import cache
from pkgutil import resolve_name
from typing import TYPE_CHECKING

from modylbench.foundation.errors import one_line, short_repr
from modylbench.providers.model_services import SERVICES
from modylbench.providers.models.access import NO_KEY
from modylbench.providers.models.failures import FailedRequest, RequestRefusal, ServiceFailure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic_ai.exceptions import ModelAPIError

REDIRECT, BAD_REQUEST, SERVER_ERROR = 300, 400, 500
LATER = (408, 409, 425, 429)  # refusals that need not be repeated


@cache
def foreign_errors() -> tuple[type[Exception], ...]:
    """What the makers' packages raise when a service does not answer as it should.

    An answer in which a field is missing or of another type goes through their code unchecked, so
    the errors of the language itself are among them.
    """
    import httpx2
    from pydantic_ai.exceptions import AgentRunError

    packages = (resolve_name(service.package_error) for service in SERVICES.values())
    makers = (httpx2.HTTPError, httpx2.InvalidURL, OSError, AgentRunError, *packages)
    plain = (ValueError, LookupError, TypeError, AttributeError, AssertionError)
    return (*makers, *plain, RuntimeError)


def failed_request(error: Exception, key: str) -> FailedRequest:
    """What an error of a try by pydantic-ai means; the key is never part of it."""
    from pydantic_ai import exceptions as known

    is_passing, kind, wait_s, is_of_answer = True, ServiceFailure, None, False
    match error:
        case known.UserError() | NotImplementedError():
            what = f"cannot be asked so ({type(error).__name__}: {error})"
            is_passing = False
        case TimeoutError() | known.ModelTimeoutError() | known.ModelRequestTimeout():
            what = "took too long"
        case known.ModelConnectionError():
            is_of_answer = error.phase not in ("pool", "connect")
            what = "broke off" if is_of_answer else "cannot be reached"
        case known.ModelAPIError() if _is_final(error):
            what, is_passing = _refusal(error, key), False
            kind = RequestRefusal if _is_about_content(error) else ServiceFailure
        case known.ModelAPIError():
            what = f"failed{_status(error)}{service_words(error.body, key)}"
            wait_s, is_of_answer = error.retry_after, not status_of(error)
        case _:
            what = f"sent an answer that cannot be read ({type(error).__name__})"
            is_of_answer = True
    return FailedRequest(what, is_passing, wait_s, kind, is_of_answer)


def is_too_long(error: BaseException | None) -> bool:
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


def _message(body: object) -> str:
    if isinstance(body, str):
        return body
    if not isinstance(body, dict):
        return ""
    found: Mapping[str, object] = body
    inner = found.get("error", found.get("message", ""))
    return _message(inner) if isinstance(inner, dict) else str(inner or "")
