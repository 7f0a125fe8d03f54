"""A human with goals: speaks to what the agent just said, by the same rules at every seed."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from modylbench.language.sentences import sentences
from modylbench.meeting.capture.faults import BrokenOff
from modylbench.meeting.policy import NextLine
from modylbench.scenarios.free_form.form import CLOSING
from modylbench.scenarios.free_form.validity import ValidityGate
from modylbench.scenarios.goals import Intent
from modylbench.scenarios.phrases import mentions
from modylbench.scenarios.scenario import Alternative

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.meeting.policy import SeenConditions
    from modylbench.recording.turns import RecordedTurn
    from modylbench.scenarios.free_form.form import FreeFact, FreeForm, FreeGoal
    from modylbench.scenarios.goals import Act
    from modylbench.scenarios.scenario import Scenario, Turn

OFFLINE = "offline policy"
MOST_WORDS_OF_FACTS = 100  # ours: what somebody tells in one breath; the rest comes next
_REQUEST = re.compile(
    r"\b(?:please (?:tell|confirm|give|send|share|provide|let me know|specify)|let me know|tell me|"
    r"(?:could|can|would) you (?:tell|confirm|give|send|share|provide|specify)|"
    r"(?<!all )(?<!what )(?<!everything )(?:i|we)(?:'d|'ll| would| will| still| also)* "
    r"(?:need|require)|"
    r"(?:i am|i'm|we are|we're) (?:still )?missing)\b",
    re.IGNORECASE,
)
_ITEM = re.compile(r"\s*(?:[-*\u2022\u2013]|\(?(?:\d{1,2}|[a-z])[.)])\s+", re.IGNORECASE)
_WANTS_AN_ANSWER = re.compile(r"\b(?:which|what|how|when|where|who|whose|why)\b", re.IGNORECASE)
_OFFER = re.compile(
    r"\b(?:shall i|would you like|do you want|want me to|anything else|what(?: is|'s) next|"
    r"does (?:that|this) (?:work|help|look)|sound good|ready to|should i (?:go|carry|continue))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Move:
    """Something the human may do now: for which goal, and the words of the offline policy.

    It tells `facts`; `owed` were asked for as well and are told next.
    """

    act: Act
    goal: str
    line: Alternative
    facts: tuple[str, ...] = ()
    number: int = 0
    was_met: bool = False
    owed: tuple[str, ...] = ()


class GoalPolicy:
    """Pursues goals: tells what it is asked and knows, asks again for what it has not got.

    Of the moves that are possible now the first is made. All that was asked in one breath is told
    together; what is too much for that is told next. A goal that needs one which was never met
    is not asked for; what was not asked for is due at the closing.
    """

    def __init__(self, scenario: Scenario, free_form: FreeForm, conditions: SeenConditions) -> None:
        self._scenario = scenario
        self._form = free_form
        self._conditions = conditions
        self._turns = {turn.beat: turn for turn in scenario.turns}
        self._goal: FreeGoal | None = None
        self._tries = 0
        self._step = 0
        self._met: dict[str, bool] = {}
        self._told: list[str] = []
        self._owed: list[str] = []
        self._said: list[Act] = []
        self.gate = ValidityGate(scenario)

    @property
    def name(self) -> str:
        """The policy without a model."""
        return OFFLINE

    @property
    def turns(self) -> int:
        """How many turns there are with a perfect agent, or have been."""
        return max(sum(1 for _ in self._scenario.human_turns()), len(self._said))

    @property
    def next_index(self) -> int | None:
        """The index of the next turn; None after the closing."""
        return None if "closing" in self._said else 2 * len(self._said) + 1

    def lines(self) -> Iterator[Alternative]:
        """Nothing: what is said depends on what the agent says."""
        return iter(())

    async def choose(self) -> NextLine:
        """The first move, in the words of the policy."""
        move = (await self.moves())[0]
        return self.make(move, move.line.human_utterance)

    async def moves(self) -> list[Move]:
        """All that may be done now; what the policy itself would do comes first."""
        goal = self._goal
        if goal is not None:
            turn = self._turns[goal.name]
            if self._step < len(turn.follow_ups):
                return [await self._follow_up(turn)]
            is_met = await self._is_met(goal)
            pending = self._pending(goal, is_met=is_met)
            if pending:
                return pending
            self._met[goal.name] = is_met
            self._goal = None
        return self._requests(goal)

    def make(self, move: Move, text: str, *, is_model: bool = False) -> NextLine:
        """The move, which is made now, in these words; raises BrokenOff where the gate is shut."""
        problem = self.gate.problem(text, move.line)
        index = self.next_index
        if problem or index is None:
            detail = f"turn {index}: what the human was to say {problem or 'comes too late'}"
            raise BrokenOff("harness", "human_broke_gate", detail)
        self.gate.hear(text)
        self._take(move)
        turn = self._turns.get(move.goal)
        names = [*self._turns, CLOSING]
        return NextLine(
            turn_index=index,
            beat=move.goal,
            beat_number=names.index(move.goal) + 1,
            phase=turn.phase if turn is not None else "delivery",
            edge_case=turn.edge_case if turn is not None else None,
            number=move.number,
            alternative=_saying(move.line, text),
            intent=Intent(
                act=move.act,
                goal=move.goal,
                facts=move.facts,
                was_met=move.was_met,
                is_model=is_model,
            ),
        )

    def add(self, turn: RecordedTurn) -> None:
        """One more exchange is over."""
        self._conditions.add(turn)
        self.gate.hear_agent(self._conditions.said)

    async def aclose(self) -> None:
        """Nothing is open."""

    @property
    def last_answer(self) -> str:
        """What the agent said last."""
        return self._conditions.said

    def _take(self, move: Move) -> None:
        self._said.append(move.act)
        match move.act:
            case "request":
                self._goal = next(goal for goal in self._form.goals if goal.name == move.goal)
                self._tries, self._step = 1, 0
            case "again" | "unknown":
                self._tries += 1
            case "follow_up":
                self._step += 1
            case _:
                pass  # telling a fact costs no try, and after the closing nothing is pursued
        self._told += [name for name in move.facts if name not in self._told]
        self._owed = [name for name in (*self._owed, *move.owed) if name not in self._told]

    async def _follow_up(self, turn: Turn) -> Move:
        slot = turn.follow_ups[self._step]
        conditions = [alternative.when for alternative in slot.alternatives]
        number = await self._conditions.first(conditions, slot.turn_index)
        line = slot.alternatives[number or 0]
        return Move("follow_up", turn.beat, line, number=number or 0)

    async def _is_met(self, goal: FreeGoal) -> bool:
        if goal.met is None:
            return True
        return await self._conditions.first([goal.met], self.next_index or 0) is not None

    def _pending(self, goal: FreeGoal, *, is_met: bool) -> list[Move]:
        """What may still be said for this goal; nothing where the human goes on."""
        if len(self._said) >= self._form.most_turns - 1:
            return []
        asked = questions(self.last_answer)
        wanted = asked_facts(self._form.facts, asked)
        wanted += [fact for fact in self._form.facts if fact.name in self._owed and not is_met]
        wanted = list(dict.fromkeys(wanted))
        is_new = any(fact.name not in self._told for fact in wanted)
        telling = [self._telling(wanted, asked, was_met=is_met)] if is_new else []
        if is_met or self._tries >= goal.patience:
            return telling
        again = [] if is_new or not wanted else [self._repeating(wanted)]
        again += [self._not_knowing()] if not wanted and open_questions(asked) else []
        again.append(self._asking_again(goal))
        others = [
            self._telling([fact], (), was_met=is_met)
            for fact in self._form.facts
            if asked and fact.name not in self._told and fact not in wanted
        ]
        return [*telling, *again, *others]

    def _requests(self, before: FreeGoal | None) -> list[Move]:
        """The goals that may be asked for now; the closing where there is none."""
        met = {name for name, is_met in self._met.items() if is_met}
        left = [goal for goal in self._form.goals if goal.name not in self._met]
        possible = [goal for goal in left if met.issuperset(goal.needs)]
        was_met = before is not None and self._met[before.name]
        if not possible or len(self._said) >= self._form.most_turns - 1:
            return [self._closing(was_met=was_met)]
        thanks = self._next_wording(self._form.thanks) if was_met else ""
        return [
            Move(
                "request",
                goal.name,
                _after(thanks, _opening(self._turns[goal.name])),
                was_met=was_met,
            )
            for goal in possible
        ]

    def _closing(self, *, was_met: bool) -> Move:
        closing = self._scenario.closing
        if closing is None:
            detail = "found no closing, expected one: a free-form meeting ends with it"
            raise BrokenOff("harness", "script_condition_broken", detail)
        return Move("closing", CLOSING, closing.alternatives[-1], was_met=was_met)

    def _telling(self, facts: Sequence[FreeFact], asked: Sequence[str], *, was_met: bool) -> Move:
        """As many of them as one says in a breath, and what becomes of the rest."""
        told: list[FreeFact] = []
        words = 0
        for fact in facts:
            words += len(self._wording(fact).split())
            if told and words > MOST_WORDS_OF_FACTS:
                break
            told.append(fact)
        said = [self._wording(fact) for fact in told]
        if len(told) < len(facts):
            said.append(self._next_wording(self._form.later))
        elif unanswerable(self._form.facts, asked):
            said.append(self._next_wording(self._form.rest))
        return Move(
            "fact",
            self._goal_name,
            self._line(" ".join(said)),
            tuple(fact.name for fact in told),
            was_met=was_met,
            owed=tuple(fact.name for fact in facts[len(told) :]),
        )

    def _repeating(self, facts: Sequence[FreeFact]) -> Move:
        """The same facts again, in other words."""
        move = self._telling(facts, (), was_met=False)
        return replace(move, act="again")

    def _wording(self, fact: FreeFact) -> str:
        return fact.say[1 % len(fact.say) if fact.name in self._told else 0]

    def _not_knowing(self) -> Move:
        return Move("unknown", self._goal_name, self._line(self._next_wording(self._form.unknown)))

    def _asking_again(self, goal: FreeGoal) -> Move:
        words = goal.again[(self._tries - 1) % len(goal.again)]
        line = _after(self._next_wording(self._form.unmet), self._line(words))
        return Move("again", goal.name, line)

    @property
    def _goal_name(self) -> str:
        return self._goal.name if self._goal is not None else ""

    def _line(self, words: str) -> Alternative:
        """These words for the goal that is pursued; nothing is handed over twice."""
        opening = _opening(self._turns[self._goal_name])
        return opening.model_copy(update={"human_utterance": words, "attachments": ()})

    def _next_wording(self, wordings: Sequence[str]) -> str:
        """Another one every time; in which order is drawn by the seed."""
        return wordings[len(self._said) % len(wordings)]


def _opening(turn: Turn) -> Alternative:
    fields = {name: getattr(turn, name) for name in Alternative.model_fields if name != "when"}
    return Alternative(when=None, **fields)


def _after(reaction: str, line: Alternative) -> Alternative:
    return _saying(line, f"{reaction} {line.human_utterance}".strip())


def _saying(line: Alternative, text: str) -> Alternative:
    return line.model_copy(update={"human_utterance": text})


def questions(said: str) -> list[str]:
    r"""The sentences in which somebody asks for something, and what a list asks for.

    >>> questions("It's up. Which tax rate is it? Shall I go on?")
    ['Which tax rate is it?', 'Shall I go on?']
    >>> questions("I need a few terms:\n- the tax rate\n- the sweep\nThe tab is up.")
    ['the tax rate', 'the sweep']
    """
    found: list[str] = []
    is_list = False
    for line in said.splitlines():
        item = _ITEM.match(line)
        parts = [part.strip() for part in sentences(line[item.end() :] if item else line)]
        asking = [part for part in parts if part.endswith("?") or _REQUEST.search(part)]
        if item and is_list:
            found += asking or parts
            continue
        is_list = line.rstrip().endswith(":") and _introduces(line)
        found += asking if not is_list else asking[:-1]
    return found


def _introduces(line: str) -> bool:
    """Whether a list of questions follows."""
    return bool(_REQUEST.search(line) or re.search(r"\bquestions?\b", line, re.IGNORECASE))


def open_questions(asked: Sequence[str]) -> list[str]:
    """Those that want an answer, and not only a nod.

    >>> open_questions(["Which year is that?", "Shall I go on?"])
    ['Which year is that?']
    """
    return [question for question in asked if not _OFFER.search(question)]


def asked_facts(facts: Sequence[FreeFact], asked: Sequence[str]) -> list[FreeFact]:
    """The facts that these questions ask for, in the order of the questions."""
    found = [
        fact
        for question in asked
        for fact in facts
        if any(mentions(question, phrase) for phrase in fact.asked)
    ]
    return list(dict.fromkeys(found))


def unanswerable(facts: Sequence[FreeFact], asked: Sequence[str]) -> list[str]:
    """The open questions that are about none of the facts."""
    return [
        question
        for question in open_questions(asked)
        if _WANTS_AN_ANSWER.search(question) and not asked_facts(facts, [question])
    ]
