"""A model that speaks OpenAI's chat format, asked in words only."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from modylbench.foundation.errors import UserMistake
from modylbench.providers.model_services import OPENAI_KEY
from modylbench.providers.models.client import http_client
from modylbench.providers.models.failures import ServiceFailure
from modylbench.providers.models.package_errors import (
    BROKE_OFF,
    break_off_reason,
    is_about_key,
    openai_errors,
    openai_setback,
)
from modylbench.providers.models.patience import CHAT_BEFOREHAND, CHAT_PATIENCE, NoMoreTries

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    from openai import AsyncOpenAI

    from modylbench.providers.models.access import Access
    from modylbench.providers.models.patience import Patience

WITHHELD = "content_filter"
LENGTH_LIMITS = ("max_tokens", "max_completion_tokens")  # newer models want the second
Message = dict[str, str]
Result = TypeVar("Result")


class UnusableAnswer(Exception):
    """An answer without words that could be said; the message says why."""


UNREADABLE = (UnusableAnswer, ValueError, TypeError, AttributeError, LookupError)


@asynccontextmanager
async def open_chat(access: Access, patience: Patience = CHAT_PATIENCE) -> AsyncIterator[ChatModel]:
    """The model, ready to be asked; its connections are closed when the context ends."""
    from openai import AsyncOpenAI

    async with http_client(patience) as connections:
        client = AsyncOpenAI(
            api_key=access.key,
            base_url=access.base_url,
            http_client=connections,
            timeout=connections.timeout,
            max_retries=0,  # tries are counted here
        )
        yield ChatModel(client, access, patience)


class ChatModel:
    """A model that can be asked, on one event loop."""

    def __init__(self, client: AsyncOpenAI, access: Access, patience: Patience) -> None:
        self._client = client
        self._access = access
        self._patience = patience

    async def answer(self, messages: Sequence[Message]) -> AsyncIterator[str]:
        """The model's words as they come; raises ServiceFailure.

        An answer that fails before its first word is asked for once more, in one piece, as a
        service might want that cannot stream.
        """
        has_begun = False
        whole_s = self._patience.whole_s
        end_s = whole_s and asyncio.get_running_loop().time() + whole_s
        for is_streamed in (True, False):
            try:
                words = self._words(messages, is_streamed=is_streamed)
                while (text := await _next(words, end_s)) is not None:
                    has_begun = True
                    yield text
            except UNREADABLE as error:
                if has_begun or not is_streamed:
                    self._fail(f"sent an answer that cannot be used ({_why_unusable(error)})")
            except TimeoutError:
                self._fail(f"did not end its answer in {whole_s:g} s")
            except openai_errors() as error:
                self._fail(openai_setback(error, self._access.key).what)
            else:
                return

    async def problem(self) -> Exception | None:
        """Why the model does not answer, if it does not.

        The model is looked up; a service that has no list of models is asked for one word.
        """
        from openai import APIStatusError

        try:
            await self._retry(lambda: self._client.models.retrieve(self._access.model))
        except APIStatusError as error:
            return error if is_about_key(error) else await self._problem_of_asking()
        except openai_errors() as error:
            return error
        except UNREADABLE:
            return await self._problem_of_asking()
        return None

    async def _problem_of_asking(self) -> Exception | None:
        from openai import BadRequestError

        problem: Exception | None = None
        for limit in LENGTH_LIMITS:
            try:
                await self._complete([{"role": "user", "content": "Say yes."}], **{limit: 16})
            except BadRequestError as error:
                problem = error
            except openai_errors() as error:
                return error
            else:
                return None
        return problem

    async def _words(self, messages: Sequence[Message], *, is_streamed: bool) -> AsyncIterator[str]:
        answer = await self._complete(messages, stream=is_streamed)
        if not is_streamed:
            yield _whole_text(answer)
            return
        size = 0
        reason: object = None
        try:
            async with answer:
                async for chunk in answer:
                    text, ended = _chunk_text(chunk)
                    reason = ended or reason
                    size += len(text)
                    self._refuse_endless(size)
                    if text:
                        yield text
        except openai_errors() as error:
            raise UnusableAnswer(break_off_reason(error, self._access.key)) from error
        if size == 0:
            message = "withheld by its filter" if reason == WITHHELD else "empty"
            raise UnusableAnswer(message)
        if reason is None:
            raise UnusableAnswer(BROKE_OFF)

    async def _complete(self, messages: Sequence[Message], **options: Any) -> Any:
        asked: Any = {"model": self._access.model, "messages": list(messages), **options}
        return await self._retry(lambda: self._client.chat.completions.create(**asked))

    async def _retry(self, call: Callable[[], Awaitable[Result]]) -> Result:
        """What the call gives, made again where that may help; raises the package's own errors."""
        failed = 0
        while True:
            try:
                return await call()
            except openai_errors() as error:
                failed += 1
                found = openai_setback(error, self._access.key)
                try:
                    wait_s = self._patience.next_wait_s(found, failed)
                except NoMoreTries:
                    raise error from None
            await asyncio.sleep(wait_s)

    def _refuse_endless(self, size: int) -> None:
        if size > self._patience.most_characters:
            message = f"more than {self._patience.most_characters:,} characters"
            raise UnusableAnswer(message)

    def _fail(self, what: str) -> NoReturn:
        message = f"{self._access.host} {what}"
        raise ServiceFailure(message)


def check(access: Access, patience: Patience = CHAT_BEFOREHAND) -> None:
    """Raise UserMistake where the service is not reached, refuses the key or has no such model."""
    problem = asyncio.run(_find_problem(access, patience))
    if problem is not None:
        advice = f"set {OPENAI_KEY}" if is_about_key(problem) else "check --base-url and the model"
        what = openai_setback(problem, access.key).what
        message = f"chat:{access.model}: {access.host} {what}; {advice}"
        raise UserMistake(message)


async def _find_problem(access: Access, patience: Patience) -> Exception | None:
    async with open_chat(access, patience) as model:
        return await model.problem()


async def _next(words: AsyncIterator[str], end_s: float | None) -> str | None:
    async with asyncio.timeout_at(end_s):
        return await anext(words, None)


def _why_unusable(error: Exception) -> str:
    """Why an answer cannot be used; what Python stumbled over in it tells a person nothing."""
    return str(error) if isinstance(error, UnusableAnswer) else "it is not in OpenAI's chat format"


def _chunk_text(chunk: Any) -> tuple[str, str | None]:
    """The words in one chunk of a stream, and why the answer ends with it, if it does.

    A refusal is an answer too.
    """
    if not chunk.choices:
        return "", None  # some services send their accounts last
    choice = chunk.choices[0]
    delta = choice.delta
    said = "" if delta is None else _text(delta.content) + _text(getattr(delta, "refusal", None))
    return said, choice.finish_reason


def _whole_text(completion: Any) -> str:
    """The words of an answer that came in one piece."""
    if not completion.choices:
        message = "empty"
        raise UnusableAnswer(message)
    choice = completion.choices[0]
    said = _text(choice.message.content) or _text(getattr(choice.message, "refusal", None))
    if not said.strip():
        message = "withheld by its filter" if choice.finish_reason == WITHHELD else "empty"
        raise UnusableAnswer(message)
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
    raise UnusableAnswer(message)


def _part(part: object) -> str:
    text = part.get("text") if isinstance(part, dict) else getattr(part, "text", None)
    if isinstance(text, str):
        return text
    message = "a part of content that is no text"
    raise UnusableAnswer(message)
