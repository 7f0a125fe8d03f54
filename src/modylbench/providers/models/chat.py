"""A model that speaks OpenAI's chat format, asked in words only."""

from __future__ import annotations

import asyncio
import importlib.util
import ipaddress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from modylbench.foundation.errors import UserMistake, short_repr
from modylbench.providers.models.failures import (
    BROKE_OFF,
    ServiceFailed,
    broken_off,
    is_about_key,
    openai_errors,
    what_failed,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from openai import AsyncOpenAI, OpenAI


ADDRESS = "https://api.openai.com/v1"
KEY_VARIABLE = "OPENAI_API_KEY"
NO_KEY = "none"  # what a server that asks for no key is given, since the client must send one
LONGEST_MODEL = 200
MOST_CHARACTERS = 100_000  # ours, as all below: of one answer
UNREADABLE = (Unusable, ValueError, TypeError, AttributeError, LookupError)

Message = dict[str, str]


@dataclass(frozen=True, slots=True)
class ChatAccess:
    """A model and the address of a service that has it."""

    model: str
    base_url: str = ADDRESS
    key: str = field(default="", repr=False)

    @property
    def host(self) -> str:
        """The service as a person would name it."""
        return urlsplit(self.base_url).netloc


@dataclass(frozen=True, slots=True)
class Patience:
    """How often and how long a service is waited for, in seconds."""

    retries: int = 4
    connect_s: float = 10.0
    silence_s: float = 120.0
    answer_s: float = 300.0


PATIENCE = Patience()
BEFOREHAND = Patience(retries=1, silence_s=60.0)  # a person waits


def access_to(model: str, base_url: str, key: str) -> ChatAccess:
    """What is needed to ask a model; raises UserMistake. Nobody is asked yet."""
    if importlib.util.find_spec("openai") is None:
        message = "chat: needs the package openai; install it with pip install 'modylbench[models]'"
        raise UserMistake(message)
    if not model or len(model) > LONGEST_MODEL or not model.isprintable():
        message = f"found the model {short_repr(model)}, expected a name such as chat:gpt-5.2"
        raise UserMistake(message)
    address = (base_url or ADDRESS).rstrip("/")
    _refuse_bad(address)
    key = key.strip()
    if not all("!" <= character <= "~" for character in key):
        message = f"{KEY_VARIABLE} holds characters that no key has: copy it again"
        raise UserMistake(message)
    if not key and not base_url:
        message = f"chat:{model} needs {KEY_VARIABLE}; or give --base-url for a server of your own"
        raise UserMistake(message)
    return ChatAccess(model, address, key)


class ChatModel:
    """A model that can be asked, on one event loop, until `aclose`."""

    def __init__(self, access: ChatAccess, patience: Patience = PATIENCE) -> None:
        self._access = access
        self._patience = patience
        self._client: AsyncOpenAI | None = None

    async def answer(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        """The model's words as they come; raises ServiceFailed.

        An answer that fails before its first word is asked for once more, in one piece, as a
        service might want that cannot stream.
        """
        has_begun = False
        end_s = asyncio.get_running_loop().time() + self._patience.answer_s
        for is_streamed in (True, False):
            try:
                words = self._words(messages, is_streamed=is_streamed)
                while (text := await _next(words, end_s)) is not None:
                    has_begun = True
                    yield text
            except UNREADABLE as error:
                if has_begun or not is_streamed:
                    self._fail(f"sent an answer that cannot be used ({why_unusable(error)})", error)
            except TimeoutError as error:
                self._fail(f"did not end its answer in {self._patience.answer_s:g} s", error)
            except openai_errors() as error:
                self._fail(what_failed(error, self._access.key), error)
            else:
                return

    async def aclose(self) -> None:
        """Close its connections."""
        if self._client is not None:
            client, self._client = self._client, None
            await client.close()

    async def _words(self, messages: Sequence[Message], *, is_streamed: bool) -> AsyncIterator[str]:
        asked: Any = {"model": self._access.model, "messages": list(messages)}
        answer: Any = await self._opened().chat.completions.create(stream=is_streamed, **asked)
        if not is_streamed:
            yield text_of(answer)
            return
        size = 0
        reason: object = None
        try:
            async with answer:
                async for chunk in answer:
                    text, ended = words_of(chunk)
                    reason = ended or reason
                    size += len(text)
                    _refuse_endless(size)
                    if text:
                        yield text
        except openai_errors() as error:
            raise Unusable(broken_off(error, self._access.key)) from error
        if size == 0:
            message = "withheld by its filter" if reason == WITHHELD else "empty"
            raise Unusable(message)
        if reason is None:
            raise Unusable(BROKE_OFF)

    def _opened(self) -> AsyncOpenAI:
        from openai import AsyncOpenAI, DefaultAsyncHttpxClient

        if self._client is None:
            client = DefaultAsyncHttpxClient(trust_env=not is_loopback(self._access.base_url))
            self._client = AsyncOpenAI(http_client=client, **_options(self._access, self._patience))
        return self._client

    def _fail(self, what: str, error: Exception) -> None:
        message = f"{self._access.host} {what}"
        raise ServiceFailed(message) from error


def check(access: ChatAccess, patience: Patience = BEFOREHAND) -> None:
    """Raise UserMistake where the service cannot be reached, refuses the key or has no such model.

    The model is looked up; a service that has no list of models is asked for one word.
    """
    from openai import APIStatusError, DefaultHttpxClient, NotFoundError, OpenAI

    client = OpenAI(
        http_client=DefaultHttpxClient(trust_env=not is_loopback(access.base_url)),
        **_options(access, patience),
    )
    with client:
        try:
            client.models.retrieve(access.model)
        except APIStatusError as error:
            is_unlisted = isinstance(error, NotFoundError) or not is_about_key(error)
            problem = _problem_of_asking(client, access) if is_unlisted else error
        except openai_errors() as error:
            problem = error
        except UNREADABLE:
            problem = _problem_of_asking(client, access)
        else:
            return
    if problem is not None:
        advice = (
            f"set {KEY_VARIABLE}" if is_about_key(problem) else "check --base-url and the model"
        )
        message = f"chat:{access.model}: {access.host} {what_failed(problem, access.key)}; {advice}"
        raise UserMistake(message)


def is_loopback(address: str) -> bool:
    """Whether it is on this machine, where no proxy reaches."""
    name = urlsplit(address).hostname or ""
    try:
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _refuse_endless(size: int) -> None:
    if size > MOST_CHARACTERS:
        message = f"more than {MOST_CHARACTERS:,} characters"
        raise Unusable(message)


async def _next(words: AsyncIterator[str], end_s: float) -> str | None:
    async with asyncio.timeout_at(end_s):
        return await anext(words, None)


def _problem_of_asking(client: OpenAI, access: ChatAccess) -> Exception | None:
    """Why the model does not answer, if it does not; newer models want the second limit."""
    from openai import BadRequestError

    problem: Exception | None = None
    for limit in ("max_tokens", "max_completion_tokens"):
        asked: Any = {
            "model": access.model,
            "messages": [{"role": "user", "content": "Say yes."}],
            limit: 16,
        }
        try:
            client.chat.completions.create(**asked)
        except BadRequestError as error:
            problem = error
        except openai_errors() as error:
            return error
        else:
            return None
    return problem


def _options(access: ChatAccess, patience: Patience) -> dict[str, Any]:
    from openai import Timeout

    return {
        "api_key": access.key or NO_KEY,
        "base_url": access.base_url,
        "max_retries": patience.retries,
        "timeout": Timeout(patience.silence_s, connect=patience.connect_s),
    }


def _refuse_bad(address: str) -> None:
    try:
        parts = urlsplit(address)
        is_place = parts.scheme in ("http", "https") and bool(parts.hostname) and address.isascii()
        has_more = bool(parts.username or parts.password or parts.query or parts.fragment)
    except ValueError:
        is_place, has_more = False, False
    if not is_place:
        message = (
            f"found the base URL {short_repr(address)}, expected one as http://127.0.0.1:8000/v1"
        )
        raise UserMistake(message)
    if has_more:
        message = f"the base URL at {parts.hostname} holds more than a place: no keys, no query"
        raise UserMistake(message)


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
