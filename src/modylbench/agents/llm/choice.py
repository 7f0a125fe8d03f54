"""The agent `llm:MODEL`: on a model of a service, or on a server of one's own.

`llm:openai:gpt-5.2`, `llm:anthropic:claude-opus-4-6`, `llm:google:gemini-3.1-pro` and, with a base
URL, `llm:MODEL` for whatever a server that speaks OpenAI's format calls its model.
"""

from __future__ import annotations

import asyncio
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from modylbench.agents.chat.choice import ModelAttendee
from modylbench.agents.llm.agent import LlmAgent
from modylbench.foundation.errors import UserMistake
from modylbench.providers.models.access import access_to
from modylbench.providers.models.client import open_model
from modylbench.providers.models.dialogue import Dialogue
from modylbench.providers.models.failures import ServiceFailure
from modylbench.providers.models.patience import AGENTS_PATIENCE, Patience

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from modylbench.agents.agent import Agent
    from modylbench.agents.choice import AgentOptions, MeetingContext
    from modylbench.providers.models.access import Access

PREFIX = "llm:"
FEW_TOKENS = 16  # enough to see that there is an answer


@dataclass(frozen=True, slots=True)
class LlmChoice:
    """An agent on a language model that has answered once."""

    access: Access
    patience: Patience = AGENTS_PATIENCE

    @property
    def name(self) -> str:
        """The name that was asked for."""
        access = self.access
        is_named = access.service in ("openai", "anthropic", "google")
        return f"{PREFIX}{access.service}:{access.model}" if is_named else PREFIX + access.model

    @property
    def settings(self) -> Mapping[str, str]:
        """The service, the model, and where it was asked."""
        told = {"service": self.access.service, "model": self.access.model}
        return {**told, "base_url": self.access.base_url} if self.access.base_url else told

    def attendee(self, place: MeetingContext) -> ModelAttendee:
        """One that will attend this meeting."""
        return ModelAttendee(self._connect, place)

    @asynccontextmanager
    async def _connect(self) -> AsyncIterator[Callable[[], Agent]]:
        async with open_model(self.access, self.patience) as model:
            yield lambda: LlmAgent(model, self.access, self.patience)


def choose_llm(
    name: str,
    options: AgentOptions,
    *,
    is_checked: bool = True,
    patience: Patience = AGENTS_PATIENCE,
) -> LlmChoice:
    """The agent on the model of that name; raises UserMistake.

    Unless `is_checked` is False, the model is asked for a word first, to see that it is there.
    """
    access = access_to(name.removeprefix(PREFIX), options.base_url, options.api_keys)
    choice = LlmChoice(access, patience)
    if is_checked:
        asyncio.run(_try_out(choice))
    return choice


async def _try_out(choice: LlmChoice) -> None:
    """Ask for a word; whatever comes is an answer."""
    wait = replace(choice.patience, most_tokens=FEW_TOKENS)
    async with open_model(choice.access, wait) as model:
        greeting = Dialogue(
            model, choice.access, instructions="Answer briefly.", tools=(), patience=wait
        )
        greeting.hear("Are you there?")
        try:
            async with aclosing(greeting.ask(may_be_empty=True)) as words:
                async for _ in words:
                    pass
        except ServiceFailure as failure:
            message = f"{choice.name}: {failure}; check the name, the key and --base-url"
            raise UserMistake(message) from failure
