"""What does an error of the OpenAI client mean to a person?"""

from __future__ import annotations

from modylbench.providers.models.service_failure import service_words

BROKE_OFF = "it broke off"


def is_about_key(error: Exception) -> bool:
    """Whether a key is missing or refused."""
    from openai import AuthenticationError, PermissionDeniedError

    return isinstance(error, AuthenticationError | PermissionDeniedError)


def what_failed(error: Exception, key: str) -> str:
    """The error in a few words that never hold the key."""
    from openai import APIConnectionError, APIStatusError, APITimeoutError, NotFoundError

    if is_about_key(error):  # without the service's words: some quote the key
        return f"refused the key ({getattr(error, 'status_code', 401)})"
    words = service_words(_body(error), key)
    match error:
        case NotFoundError():
            what = f"does not have that model, or no chat there (404{words})"
        case APIStatusError():
            what = f"answered {error.status_code}{words}"
        case APITimeoutError():
            what = "took too long"
        case APIConnectionError():
            what = "cannot be reached"
        case _:
            what = f"failed ({type(error).__name__}{words})"
    return what


def broken_off(error: Exception, key: str) -> str:
    """What an error after the first words of an answer means."""
    return f"{BROKE_OFF}{service_words(_body(error), key)}"


def _body(error: Exception) -> object:
    body = getattr(error, "body", None)
    return body if isinstance(body, dict) else None  # a page of HTML says nothing
