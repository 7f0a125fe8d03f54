"""What does an error of the OpenAI client mean to a person?"""

from __future__ import annotations

from modylbench.foundation.errors import one_line, quoted

BROKE_OFF = "it broke off"


def foreign_errors() -> tuple[type[Exception], ...]:
    """What the client raises when a service does not answer."""
    import httpx2
    from openai import OpenAIError

    return (OpenAIError, httpx2.HTTPError, httpx2.InvalidURL, OSError)


def is_about_key(error: Exception) -> bool:
    """Whether a key is missing or refused."""
    from openai import AuthenticationError, PermissionDeniedError

    return isinstance(error, AuthenticationError | PermissionDeniedError)


def what_failed(error: Exception, key: str) -> str:
    """The error in a few words that never hold the key."""
    from openai import APIConnectionError, APIStatusError, APITimeoutError, NotFoundError

    if is_about_key(error):  # without the service's words: some quote the key
        return f"refused the key ({getattr(error, 'status_code', 401)})"
    match error:
        case NotFoundError():
            what = f"does not have that model, or no chat there (404{_words(error, key)})"
        case APIStatusError():
            what = f"answered {error.status_code}{_words(error, key)}"
        case APITimeoutError():
            what = "took too long"
        case APIConnectionError():
            what = "cannot be reached"
        case _:
            what = f"failed ({type(error).__name__}{_words(error, key)})"
    return what


def broken_off(error: Exception, key: str) -> str:
    """What an error after the first words of an answer means."""
    return f"{BROKE_OFF}{_words(error, key)}"


def _words(error: Exception, key: str) -> str:
    body = getattr(error, "body", None)
    words = body.get("message") if isinstance(body, dict) else None
    if not isinstance(words, str) or not words:
        return ""
    return f": {quoted(one_line(words.replace(key, '…') if key else words))}"
