"""What has a model said in an answer of OpenAI's chat format, whatever its service made of that?"""

from __future__ import annotations

from typing import Any

WITHHELD = "content_filter"


class Unusable(Exception):
    """An answer without words that could be said; the message says why."""


def why_unusable(error: Exception) -> str:
    """Why an answer cannot be used; what Python stumbled over in it tells a person nothing."""
    return str(error) if isinstance(error, Unusable) else "it is not in OpenAI's chat format"


def words_of(chunk: Any) -> tuple[str, str | None]:
    """The words in one chunk of a stream, and why the answer ends with it, if it does.

    A refusal is an answer too.
    """
    if not chunk.choices:
        return "", None  # some services send their accounts last
    choice = chunk.choices[0]
    delta = choice.delta
    said = "" if delta is None else _text(delta.content) + _text(getattr(delta, "refusal", None))
    return said, choice.finish_reason


def text_of(completion: Any) -> str:
    """The words of an answer that came in one piece."""
    if not completion.choices:
        message = "empty"
        raise Unusable(message)
    choice = completion.choices[0]
    said = _text(choice.message.content) or _text(getattr(choice.message, "refusal", None))
    if not said.strip():
        message = "withheld by its filter" if choice.finish_reason == WITHHELD else "empty"
        raise Unusable(message)
    return said


def _text(content: object) -> str:
    """Content as text; some services send a list of parts."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(_part(part) for part in content)
    message = f"content that is no text but {type(content).__name__}"
    raise Unusable(message)


def _part(part: object) -> str:
    text = part.get("text") if isinstance(part, dict) else getattr(part, "text", None)
    if isinstance(text, str):
        return text
    message = "a part of content that is no text"
    raise Unusable(message)
