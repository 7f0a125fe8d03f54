"""A conversation with a model that calls tools, which goes on whatever its service does."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

from modylbench.providers.models.failures import EMPTY_ANSWER, ServiceFailure, Setback
from modylbench.providers.models.package_errors import foreign_errors, is_too_long, setback
from modylbench.providers.models.patience import AGENTS_PATIENCE, NoMoreTries, Patience

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence

    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
    from pydantic_ai.settings import ModelSettings

    from modylbench.providers.models.access import Access

LEAST_TOKENS = 256
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
    """A conversation with one model; its oldest turns are forgotten where it gets too long."""

    def __init__(
        self,
        model: Model,
        access: Access,
        *,
        instructions: str,
        tools: Sequence[ToolSpec],
        patience: Patience = AGENTS_PATIENCE,
    ) -> None:
        self._model = model
        self._access = access
        self._instructions = instructions
        self._tools = tools
        self._patience = patience
        self._most_tokens = patience.most_tokens
        self._turns: list[_DialogueTurn] = []
        self.calls: list[ToolCall] = []
        self.tokens = 0

    def hear(self, text: str) -> None:
        """Begin a turn with what somebody said to the model."""
        if self.calls:
            self.tell([NOT_DONE] * len(self.calls))
        self._turns.append(_DialogueTurn())
        self.tokens = 0
        self._add_request(text=text)
        while len(self._turns) > 1 and self._size() > self._patience.most_history:
            self._turns.pop(0)

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
        foreign = foreign_errors()
        failed = 0
        while True:
            said: list[str] = []
            response: ModelResponse | None = None
            try:
                async with self._request(may_call=may_call) as stream:
                    async for text in self._texts(stream):
                        said.append(text)
                        yield text
                    response = stream.get()
            except foreign as error:
                failed += 1
                if is_too_long(error) and not said and self._is_shortened():
                    continue
                found = setback(error, self._access.key)
                wait_s = self._wait_s(found, failed, has_begun=bool(said))
            else:
                if self._take(response) or may_be_empty:
                    return
                failed += 1
                wait_s = self._wait_s(EMPTY_ANSWER, failed, has_begun=False)
            finally:
                if response is None and said:
                    self._remember_said("".join(said))
            await asyncio.sleep(wait_s)

    def _request(self, *, may_call: bool) -> Any:
        from pydantic_ai.direct import model_request_stream

        settings: ModelSettings = {
            "max_tokens": self._most_tokens,
            "max_retries": 0,  # tries are counted here
            "timeout": self._patience.silence_s,
            "request_timeout": self._patience.try_s,
        }
        if not may_call:
            settings["tool_choice"] = "none"
        return model_request_stream(
            self._model,
            [message for turn in self._turns for message in turn.messages],
            model_settings=settings,
            model_request_parameters=self._parameters(),
        )

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
            if size > self._patience.most_characters:
                self._fail(f"sent more than {self._patience.most_characters:,} characters")
            if text:
                yield text.encode("utf-8", "replace").decode()  # half a character is none

    def _take(self, response: ModelResponse) -> bool:
        """Remember an answer; whether there is anything in it."""
        from pydantic_ai.messages import TextPart, ToolCallPart

        calls = [part for part in response.parts if isinstance(part, ToolCallPart)]
        words = "".join(part.content for part in response.parts if isinstance(part, TextPart))
        if not calls and not words.strip():
            return False
        size = len(words) + sum(len(call.args_as_json_str()) for call in calls)
        self._remember(response, size)
        self.tokens += response.usage.output_tokens or size // 4
        self.calls = [
            ToolCall(call.tool_name, {} if call.args is None else call.args, call.tool_call_id)
            for call in calls
        ]
        return True

    def _wait_s(self, found: Setback, failed: int, *, has_begun: bool) -> float:
        """How long to wait before the next try; raises ServiceFailure where there is none."""
        if has_begun:
            self._fail(found.what)
        try:
            return self._patience.next_wait_s(found, failed)
        except NoMoreTries as end:
            self._fail(str(end))

    def _is_shortened(self) -> bool:
        """Make the next request shorter where that is possible."""
        if len(self._turns) > 1:
            del self._turns[: (len(self._turns) + 1) // 2]
        elif self._most_tokens > LEAST_TOKENS:
            self._most_tokens = max(LEAST_TOKENS, self._most_tokens // 4)
        else:
            return False
        return True

    def _add_request(self, *, results: Sequence[tuple[ToolCall, str]] = (), text: str = "") -> None:
        from pydantic_ai.messages import ModelRequest, ToolReturnPart, UserPromptPart

        parts: list[Any] = [
            ToolReturnPart(tool_name=call.name, content=result, tool_call_id=call.id)
            for call, result in results
        ]
        if text:
            parts.append(UserPromptPart(text))
        size = len(text) + sum(len(result) for _, result in results)
        self._remember(ModelRequest(parts=parts, instructions=self._instructions), size)

    def _remember_said(self, words: str) -> None:
        from pydantic_ai.messages import ModelResponse, TextPart

        self._remember(ModelResponse(parts=[TextPart(words)]), len(words))

    def _remember(self, message: ModelMessage, size: int) -> None:
        self._turns[-1].messages.append(message)
        self._turns[-1].size += size

    def _size(self) -> int:
        return sum(turn.size for turn in self._turns)

    def _fail(self, what: str) -> NoReturn:
        message = f"{self._access.place} {what}"
        raise ServiceFailure(message) from None
