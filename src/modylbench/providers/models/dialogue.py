"""A conversation with a model that calls tools, which goes on whatever its service does."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NoReturn

from modylbench.foundation.errors import UserMistake
from modylbench.language.thoughts import without_thoughts
from modylbench.providers.models.client import open_model
from modylbench.providers.models.failures import (
    EMPTY_ANSWER,
    FailedTry,
    NoMoreTries,
    RequestRefusal,
    ServiceFailure,
)
from modylbench.providers.models.package_errors import failed_request, foreign_errors, is_too_long
from modylbench.providers.models.patience import AGENTS_PATIENCE, Patience, retry
from modylbench.providers.models.question import AGENTS_LIMITS, AnswerLimits

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence

    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
    from pydantic_ai.settings import ModelSettings

    from modylbench.providers.models.access import Access

LEAST_TOKENS = 256
FEW_TOKENS = 16  # enough to see that there is an answer
NOT_DONE = "not done: the meeting went on"


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as a model is told of it."""

    name: str
    description: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """What a model wants done; `arguments` are as it wrote them, JSON or not."""

    name: str
    arguments: str | Mapping[str, Any]
    id: str


@dataclass(slots=True)
class _DialogueTurn:
    """All that was said since somebody last said something to the model."""

    messages: list[ModelMessage] = field(default_factory=list)
    size: int = 0


class Dialogue:
    """A conversation with one model; its oldest turns are left out where it gets too long.

    An answer that may be whole and could not be used is asked for once more in one piece, as a
    service might want that cannot stream.
    """

    def __init__(
        self,
        model: Model,
        access: Access,
        *,
        instructions: str,
        tools: Sequence[ToolSpec] = (),
        patience: Patience = AGENTS_PATIENCE,
        limits: AnswerLimits = AGENTS_LIMITS,
    ) -> None:
        self._model = model
        self._access = access
        self._instructions = instructions
        self._tools = tools
        self._patience = patience
        self._limits = limits
        self._most_tokens = limits.most_tokens
        self._turns: list[_DialogueTurn] = []
        self._left_out = 0
        self.calls: list[ToolCall] = []
        self.tokens = 0

    def hear(self, text: str) -> None:
        """Begin a turn with what somebody said to the model."""
        if self.calls:
            self.tell([NOT_DONE] * len(self.calls))
        self._turns.append(_DialogueTurn())
        self.tokens = 0
        self._add_request(text=text)
        while len(self._turns) > 1 and self._size() > self._limits.most_history:
            self._leave_out(1)

    def tell(self, results: Sequence[str], note: str = "") -> None:
        """Give the results of the model's calls, in their order, and what else is to be said."""
        calls, self.calls = self.calls, []
        self._add_request(results=list(zip(calls, results, strict=True)), text=note)

    async def ask(
        self, *, may_call: bool = True, may_be_empty: bool = False
    ) -> AsyncGenerator[str]:
        """The model's words as they come; then `calls` is what it wants done.

        A try that failed before its first word is made again where that may help. Raises
        ServiceFailure.
        """
        whole_s = self._patience.whole_s
        end_s = None if whole_s is None else asyncio.get_running_loop().time() + whole_s
        is_streamed = True

        async def begin() -> tuple[str | None, AsyncGenerator[str]]:
            """The first word of an answer, and those to come; raises FailedTry."""
            nonlocal is_streamed
            while True:
                words = self._words(is_streamed, may_call=may_call, may_be_empty=may_be_empty)
                try:
                    return await _first_text(words), words
                except FailedTry as failed:
                    if is_too_long(failed.__cause__) and self._is_shortened():
                        continue
                    if not self._limits.may_be_whole or not failed.failed_request.is_of_answer:
                        raise
                    found = replace(
                        failed.failed_request, is_worth_another_try=is_streamed, wait_s=0.0
                    )
                    is_streamed = False
                    raise FailedTry(found) from failed

        try:
            async with asyncio.timeout_at(end_s):
                text, words = await retry(begin, self._patience)
            async with aclosing(words):
                while text is not None:
                    yield text
                    async with asyncio.timeout_at(end_s):
                        text = await anext(words, None)
        except NoMoreTries as end:
            self._fail(str(end), end.kind)
        except FailedTry as failed:
            self._fail(failed.failed_request.what)
        except TimeoutError:
            self._fail(f"did not end its answer in {whole_s:g} s")

    async def _words(
        self, is_streamed: bool, *, may_call: bool, may_be_empty: bool
    ) -> AsyncGenerator[str]:
        """The words of one try, which is remembered; raises FailedTry."""
        from pydantic_ai.direct import model_request, model_request_stream

        said = ""
        response: ModelResponse | None = None
        try:
            if is_streamed:
                async with model_request_stream(**self._request(may_call=may_call)) as stream:
                    async for text in self._texts(stream):
                        said += text
                        yield text
                    response = stream.get()
            else:
                response = await model_request(**self._request(may_call=may_call))
        except foreign_errors() as error:
            raise FailedTry(failed_request(error, self._access.key)) from error
        finally:
            if response is None and said.strip():
                self._remember_said(said)
        self._refuse_endless(len(words := _words_of(response)))
        if not self._take(response) and not may_be_empty:
            raise FailedTry(EMPTY_ANSWER)
        if words and not said:
            yield words

    def _request(self, *, may_call: bool) -> dict[str, Any]:
        settings: ModelSettings = {
            "max_retries": 0,  # tries are counted here
            "timeout": self._patience.silence_s,
            "request_timeout": self._patience.try_s,
        }
        if self._most_tokens:
            settings["max_tokens"] = self._most_tokens
        if not may_call:
            settings["tool_choice"] = "none"
        return {
            "model": self._model,
            "messages": self._messages(),
            "model_settings": settings,
            "model_request_parameters": self._parameters(),
        }

    def _messages(self) -> list[ModelMessage]:
        """All that was said and is not left out."""
        from pydantic_ai.messages import ModelRequest

        note = f"\n\nThe first {self._left_out} turns of the meeting are left out here."
        told = self._instructions + (note if self._left_out else "")
        return [
            replace(message, instructions=told) if isinstance(message, ModelRequest) else message
            for turn in self._turns
            for message in turn.messages
        ]

    def _parameters(self) -> ModelRequestParameters:
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.tools import ToolDefinition

        tools = [
            ToolDefinition(
                name=tool.name,
                description=tool.description,
                parameters_json_schema=dict(tool.schema),
                strict=False,
            )
            for tool in self._tools
        ]
        return ModelRequestParameters(function_tools=tools)

    async def _texts(self, stream: StreamedResponse) -> AsyncIterator[str]:
        """The words for people in a stream, as they come."""
        from pydantic_ai.messages import PartDeltaEvent, PartStartEvent, TextPart, TextPartDelta

        size = 0
        async for event in stream:
            match event:
                case PartStartEvent(part=TextPart(content=text)):
                    pass
                case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
                    pass
                case PartDeltaEvent(delta=delta):
                    size += len(str(getattr(delta, "args_delta", "") or ""))
                    text = ""
                case _:
                    text = ""
            size += len(text)
            self._refuse_endless(size)
            if text:
                yield text.encode("utf-8", "replace").decode()  # half a character is none

    def _refuse_endless(self, size: int) -> None:
        if size > self._limits.most_characters:
            self._fail(f"sent more than {self._limits.most_characters:,} characters")

    def _take(self, response: ModelResponse) -> bool:
        """Remember an answer; whether there is anything in it."""
        from pydantic_ai.messages import TextPart, ToolCallPart

        calls = [part for part in response.parts if isinstance(part, ToolCallPart)]
        words = _words_of(response)
        if not calls and not words.strip():
            return False
        parts = [
            replace(part, content=without_thoughts(part.content))
            if isinstance(part, TextPart)
            else part
            for part in response.parts
        ] or [TextPart(words)]
        size = len(words) + sum(len(call.args_as_json_str()) for call in calls)
        self._remember(replace(response, parts=parts), size)
        self.tokens += response.usage.output_tokens or size // 4
        self.calls = [
            ToolCall(call.tool_name, {} if call.args is None else call.args, call.tool_call_id)
            for call in calls
        ]
        return True

    def _is_shortened(self) -> bool:
        """Make the next request shorter where that is possible."""
        if len(self._turns) > 1:
            self._leave_out((len(self._turns) + 1) // 2)
        elif self._most_tokens > LEAST_TOKENS:
            self._most_tokens = max(LEAST_TOKENS, self._most_tokens // 4)
        else:
            return False
        return True

    def _leave_out(self, turns: int) -> None:
        del self._turns[:turns]
        self._left_out += turns

    def _add_request(self, *, results: Sequence[tuple[ToolCall, str]] = (), text: str = "") -> None:
        from pydantic_ai.messages import ModelRequest, ToolReturnPart, UserPromptPart

        parts: list[Any] = [
            ToolReturnPart(tool_name=call.name, content=result, tool_call_id=call.id)
            for call, result in results
        ]
        if text:
            parts.append(UserPromptPart(text))
        size = len(text) + sum(len(result) for _, result in results)
        self._remember(ModelRequest(parts=parts), size)

    def _remember_said(self, words: str) -> None:
        from pydantic_ai.messages import ModelResponse, TextPart

        self._remember(ModelResponse(parts=[TextPart(without_thoughts(words))]), len(words))

    def _remember(self, message: ModelMessage, size: int) -> None:
        self._turns[-1].messages.append(message)
        self._turns[-1].size += size

    def _size(self) -> int:
        return sum(turn.size for turn in self._turns)

    def _fail(self, what: str, kind: type[ServiceFailure] = ServiceFailure) -> NoReturn:
        message = f"{self._access.place} {what}"
        raise kind(message) from None


async def try_out(
    name: str,
    access: Access,
    patience: Patience,
    limits: AnswerLimits = AGENTS_LIMITS,
    *,
    address_by: str = "--base-url",
) -> None:
    """Ask a model for a word; whatever comes is an answer. Raises UserMistake.

    `address_by` is how a person names the address of a server.
    """
    few = replace(limits, most_tokens=FEW_TOKENS)
    ways = [few] if limits.most_tokens else [few, limits]  # not every server takes a limit
    async with open_model(access, patience) as model:
        for number, way in enumerate(ways, 1):
            greeting = Dialogue(
                model, access, instructions="Answer briefly.", patience=patience, limits=way
            )
            greeting.hear("Are you there?")
            try:
                async for _ in greeting.ask(may_be_empty=True):
                    pass
            except ServiceFailure as failure:
                if number < len(ways) and isinstance(failure, RequestRefusal):
                    continue
                message = f"{name}: {failure}; check the name, the key and {address_by}"
                raise UserMistake(message) from failure
            return


async def _first_text(words: AsyncGenerator[str]) -> str | None:
    """All up to the first word; None where there is none."""
    text = ""
    async for more in words:
        text += more
        if text.strip():
            return text
    return None


def _words_of(response: ModelResponse) -> str:
    """The words for people in an answer; a refusal is an answer too."""
    from pydantic_ai.messages import TextPart

    words = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    return words or str((response.provider_details or {}).get("refusal", ""))
