"""A model as the human of a free-form meeting: it chooses among the moves and finds the words."""

from __future__ import annotations

import re
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.foundation.errors import ModylBenchError
from modylbench.meeting.capture.faults import BrokenOff
from modylbench.providers.models.client import open_model
from modylbench.providers.models.dialogue import Dialogue
from modylbench.providers.models.failures import ServiceFailure
from modylbench.providers.models.json_answer import NoSingleObject, single_object
from modylbench.providers.models.patience import Patience
from modylbench.providers.models.question import BRIEF_LIMITS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.free_form import GoalPolicy, Move
    from modylbench.meeting.policy import NextLine
    from modylbench.providers.models.access import Access
    from modylbench.recording.turns import RecordedTurn
    from modylbench.scenarios.scenario import Alternative, Scenario

PROMPT = Path(__file__).parent / "human_prompt.md"
PATIENCE = Patience(tries=2, silence_s=60.0, longest_wait_s=10.0, whole_s=120.0)
MOST_FAILURES = 3  # ours: turns in a row without an answer, then the service is not there
MOST_HEARD = 6_000  # ours: characters of what the agent said last
_PLACEHOLDER = re.compile(r"\{(persona|context|goal)\}")


class UnusableAnswer(ModylBenchError):
    """What a model answered is no move, or may not be said."""


class ModelPolicy:
    """Asks a model which of the moves to make and in which words.

    What the gate does not let pass, and what the model does not answer, is said in the words of the
    offline policy instead; `on_fallback` is told why. A service that is not there turn after turn
    breaks the meeting off, for it would be another human's.
    """

    def __init__(
        self,
        goals: GoalPolicy,
        access: Access,
        scenario: Scenario,
        *,
        clock: Clock,
        on_fallback: Callable[[str], None],
    ) -> None:
        self._goals = goals
        self._access = access
        self._clock = clock
        self._on_fallback = on_fallback
        self._instructions = _instructions(scenario)
        self._stack = AsyncExitStack()
        self._dialogue: Dialogue | None = None
        self._failures = 0

    @property
    def name(self) -> str:
        """The model."""
        return f"{self._access.service}:{self._access.model}"

    @property
    def turns(self) -> int:
        """How many turns there are, as far as that is known."""
        return self._goals.turns

    @property
    def next_index(self) -> int | None:
        """The index of the next turn; None after the closing."""
        return self._goals.next_index

    def lines(self) -> Iterator[Alternative]:
        """Nothing: nobody knows what a model says."""
        return self._goals.lines()

    async def choose(self) -> NextLine:
        """The model's move in its words, or the policy's own."""
        moves = await self._goals.moves()
        try:
            with self._clock.pausing():
                move, text = await self._ask(moves)
        except ServiceFailure as error:
            self._failures += 1
            if self._failures >= MOST_FAILURES:
                raise BrokenOff("infrastructure", "human_is_gone", self._describe(error)) from error
            return self._fall_back(moves, error)
        except (NoSingleObject, UnusableAnswer) as error:
            self._failures = 0
            return self._fall_back(moves, error)
        self._failures = 0
        return self._goals.make(move, text, is_model=True)

    def _fall_back(self, moves: Sequence[Move], error: Exception) -> NextLine:
        """The policy's own move, in its words."""
        self._on_fallback(self._describe(error))
        return self._goals.make(moves[0], moves[0].line.human_utterance)

    def _describe(self, error: Exception) -> str:
        return f"{self.name}: {error}"

    def add(self, turn: RecordedTurn) -> None:
        """One more exchange is over."""
        self._goals.add(turn)

    async def aclose(self) -> None:
        """Close the connections to the model."""
        with self._clock.pausing():
            await self._stack.aclose()

    async def _ask(self, moves: Sequence[Move]) -> tuple[Move, str]:
        dialogue = await self._open()
        dialogue.hear(_question(moves, self._goals.last_answer))
        answer = "".join([words async for words in dialogue.ask(may_call=False)])
        found = single_object(answer)
        number, text = found.get("move"), found.get("say")
        if not isinstance(number, int) or not 1 <= number <= len(moves):
            message = f"found the move {number!r}, expected a number from 1 to {len(moves)}"
            raise UnusableAnswer(message)
        if not isinstance(text, str):
            message = "found no words to say, expected a text"
            raise UnusableAnswer(message)
        move = moves[number - 1]
        problem = self._goals.gate.problem(text, move.line)
        if problem:
            message = f"what it wants to say {problem}"
            raise UnusableAnswer(message)
        return move, " ".join(text.split())

    async def _open(self) -> Dialogue:
        if self._dialogue is None:
            model = await self._stack.enter_async_context(open_model(self._access, PATIENCE))
            self._dialogue = Dialogue(
                model,
                self._access,
                instructions=self._instructions,
                patience=PATIENCE,
                limits=BRIEF_LIMITS,
            )
        return self._dialogue


def _instructions(scenario: Scenario) -> str:
    values = {
        "persona": scenario.participants[0].persona,
        "context": scenario.context,
        "goal": scenario.meeting_goal,
    }
    prompt = PROMPT.read_text(encoding="utf-8")
    return _PLACEHOLDER.sub(lambda match: values[match[1]], prompt).strip()


def _question(moves: Sequence[Move], heard: str) -> str:
    """What the agent said, and what may be done now, by numbers."""
    listed = "\n".join(
        f"{number}. {_KINDS[move.act]}: {move.line.human_utterance}"
        for number, move in enumerate(moves, start=1)
    )
    said = heard[-MOST_HEARD:] or "(nothing yet)"
    return f"The assistant said last:\n<<<\n{said}\n>>>\n\nYou may do one of these now:\n{listed}"


_KINDS = {
    "request": "ask for this next",
    "again": "ask for it again",
    "fact": "tell this, if the assistant asked for it",
    "unknown": "say that you do not know",
    "follow_up": "say this",
    "closing": "end the meeting with this",
}
