"""A question as one call of a maker's package, and its answer as text."""

from __future__ import annotations

import json
from copy import copy
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from typing_extensions import override

from modylbench.foundation.errors import UserMistake, short_repr
from modylbench.providers.model_services import SERVICES
from modylbench.providers.models.question import ModelAnswer
from modylbench.providers.models.receipts import MEDIA_TYPES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import httpx2
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model, ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

    from modylbench.providers.models.access import Access, Answers, Family
    from modylbench.providers.models.question import AnswerEnding, AnswerLimits, Question
    from modylbench.providers.models.receipts import EncodedMedia

ANSWER = "answer"
THINKING_EFFORT: Literal["high"] = "high"
TOLD = "Answer with one JSON object that fits this JSON schema, and with nothing else:\n"
DESCRIPTION = "Give the answer."
CALL_TEXTS = (ANSWER, DESCRIPTION, THINKING_EFFORT, TOLD)
"""What a call adds to a question: a part of every request's digest."""
MOST_SCHEMAS = 64  # ours: rubrics have a handful


def build_model(access: Access, client: httpx2.AsyncClient) -> Model:
    """The model, asked over the connections of a client; raises UserMistake."""
    service = SERVICES.get(access.service)
    url = access.base_url or (service.address if service else "")
    match access.service:
        case "anthropic":
            from pydantic_ai.models.anthropic import AnthropicModel
            from pydantic_ai.providers.anthropic import AnthropicProvider

            anthropic = AnthropicProvider(api_key=access.key, base_url=url, http_client=client)
            return AnthropicModel(access.model, provider=anthropic)
        case "google":
            from pydantic_ai.models.google import GoogleModel
            from pydantic_ai.providers.google import GoogleProvider

            google = GoogleProvider(api_key=access.key, base_url=url, http_client=client)
            return GoogleModel(access.model, provider=google)
        case "openai" | "openai-compatible":
            from openai import AsyncOpenAI
            from pydantic_ai.models.openai import OpenAIChatModel
            from pydantic_ai.profiles.openai import OpenAIModelProfile
            from pydantic_ai.providers.openai import OpenAIProvider

            # A stream that ends without saying that it is whole has broken off.
            profile = OpenAIModelProfile(openai_chat_streaming_requires_finish_reason=True)
            openai = AsyncOpenAI(api_key=access.key, base_url=url, http_client=client)
            return OpenAIChatModel(
                access.model, provider=OpenAIProvider(openai_client=openai), profile=profile
            )
        case _:
            message = (
                f"found no client for the service {short_repr(access.service)} in package_call.py"
            )
            raise UserMistake(message)


class PackageModel:
    """One model as its maker's package asks it."""

    def __init__(self, model: Model, family: Family) -> None:
        self._model = model
        self._family = family
        self._answers = _answers(model, family)
        self._parameters: dict[str, ModelRequestParameters] = {}

    async def ask(
        self,
        question: Question,
        media: Sequence[EncodedMedia],
        silence_s: float,
        limits: AnswerLimits,
    ) -> ModelAnswer:
        """One call; raises what the packages raise."""
        from pydantic_ai.messages import InstructionPart

        parameters, appendix = self._parameters_for(question.schema)
        instructions = question.instructions + appendix
        parameters.instruction_parts = [InstructionPart(content=instructions)]
        messages = _messages(question, instructions, media)
        response = await self._model.request(
            messages, self._call_settings(silence_s, limits), parameters
        )
        return _read_response(response)

    def _call_settings(self, silence_s: float, limits: AnswerLimits) -> ModelSettings:
        settings: ModelSettings = {
            "max_tokens": limits.most_tokens,
            "timeout": silence_s,
        }
        if SERVICES[self._family.service].package_retries:  # telling the others so costs time
            settings["max_retries"] = 0  # tries are counted by us, for all services alike
        if self._family.thinks and limits.may_think:
            settings["thinking"] = THINKING_EFFORT
        return settings

    def _parameters_for(self, schema: Mapping[str, Any]) -> tuple[ModelRequestParameters, str]:
        """How JSON is asked for, and what is told of it besides."""
        written = json.dumps(schema, sort_keys=True)
        if written not in self._parameters:
            if len(self._parameters) >= MOST_SCHEMAS:
                self._parameters.clear()
            self._parameters[written] = _parameters(self._answers, json.loads(written))
        appendix = f"\n\n{TOLD}{written}" if self._answers == "prompted" else ""
        return copy(self._parameters[written]), appendix


def _answers(model: Model, family: Family) -> Answers:
    """How the model is held to JSON: not natively where its profile says that it cannot be."""
    if family.answers == "native" and not model.profile.get("supports_json_schema_output", False):
        return "tools"
    return family.answers


def _parameters(answers: Answers, schema: dict[str, Any]) -> ModelRequestParameters:
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition
    from pydantic_ai.tools import ToolDefinition

    match answers:
        case "native":
            definition = OutputObjectDefinition(json_schema=schema, name=ANSWER)
            return ModelRequestParameters(output_mode="native", output_object=definition)
        case "tools":
            tool = ToolDefinition(
                name=ANSWER,
                description=DESCRIPTION,
                parameters_json_schema=schema,
                kind="output",
            )
            return ModelRequestParameters(
                output_mode="tool", output_tools=[tool], allow_text_output=False
            )
        case "prompted":
            return ModelRequestParameters()


def _messages(
    question: Question, instructions: str, media: Sequence[EncodedMedia]
) -> list[ModelMessage]:
    """The conversation; sounds and pictures stand with the first thing that is asked."""
    from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

    messages: list[ModelMessage] = []
    parts: list[Any] = [_part(medium) for medium in media]
    for text, answer in question.earlier:
        prompt = UserPromptPart([text, *parts])
        messages.append(ModelRequest(parts=[prompt], instructions=instructions))
        messages.append(ModelResponse(parts=[TextPart(answer)]))
        parts = []
    prompt = UserPromptPart([question.text, *parts])
    messages.append(ModelRequest(parts=[prompt], instructions=instructions))
    return messages


def _part(encoded: EncodedMedia) -> Any:
    """The attachment for pydantic-ai, which would encode it anew for every call."""
    attached = encoded.attached
    return _encoded_content()(attached.content, MEDIA_TYPES[attached.kind], encoded.base64)


@cache
def _encoded_content() -> type[Any]:
    """A class of pydantic-ai's content whose base64 is known already; its package loads late."""
    from pydantic_ai.messages import BinaryContent

    class EncodedContent(BinaryContent):
        def __init__(self, data: bytes, media_type: str, encoded: str) -> None:
            super().__init__(data, media_type=media_type)
            self._encoded = encoded

        @property
        @override
        def base64(self) -> str:
            return self._encoded

    return EncodedContent


def _read_response(response: ModelResponse) -> ModelAnswer:
    from pydantic_ai.messages import TextPart, ToolCallPart

    calls = [part for part in response.parts if isinstance(part, ToolCallPart)]
    ours = [part.args for part in calls if part.tool_name == ANSWER]
    words = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    text = _as_written(ours[0]) if ours else words
    usage = response.usage
    return ModelAnswer(
        text,
        usage.input_tokens,
        usage.output_tokens,
        usage.input_audio_tokens,
        _ending(response.finish_reason, has_answer=bool(ours or words.strip())),
    )


def _ending(reason: str | None, *, has_answer: bool) -> AnswerEnding:
    """Why there is no answer; one that was begun is for the judge to look at."""
    if reason == "content_filter" and not has_answer:
        return "declined"
    return "cut off" if reason == "length" and not has_answer else ""


def _as_written(arguments: str | Mapping[str, Any] | None) -> str:
    """Arguments as the model wrote them, sound JSON or not; some services give them as values."""
    return arguments if isinstance(arguments, str) else json.dumps(arguments or {})
