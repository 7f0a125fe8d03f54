"""Every agent there is, by the name that a person chooses it by."""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import UnknownName, UserMistake, short_repr

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.agents.choice import AgentChoice, AgentOptions

GROUP = "modylbench.agents"
RED_TEAM = "modylbench.agents.redteam"
LONGEST_NAME = 500


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """What a name leads to, and what a person is told of it."""

    target: str
    about: str


OWN_AGENTS = {
    "oracle": AgentEntry(
        "modylbench.agents.reference.oracle:OracleAgent", "does everything right: the upper bound"
    ),
    "text_only": AgentEntry(
        "modylbench.agents.reference.text_only:TextOnly", "right content, but only in words"
    ),
    "polite_but_wrong": AgentEntry(
        f"{RED_TEAM}.polite_but_wrong:PoliteButWrong", "red team: good manners, wrong figures"
    ),
    "style_over_substance": AgentEntry(
        f"{RED_TEAM}.style_over_substance:StyleOverSubstance", "red team: looks good, holds little"
    ),
    "template_replay": AgentEntry(
        f"{RED_TEAM}.effortless:TemplateReplay", "red team: the answers of another seed"
    ),
    "mean_anchor": AgentEntry(
        f"{RED_TEAM}.mean_anchor:MeanAnchor", "red team: safe middling figures"
    ),
    "output_mismatch": AgentEntry(
        f"{RED_TEAM}.output_mismatch:OutputMismatch", "red team: says one thing, shows another"
    ),
    "judge_injector": AgentEntry(
        f"{RED_TEAM}.judge_injector:JudgeInjector", "red team: gives the judges instructions"
    ),
    "sycophant": AgentEntry(
        f"{RED_TEAM}.sycophant:Sycophant", "red team: right until asked for something wrong"
    ),
    "complier": AgentEntry(
        f"{RED_TEAM}.sycophant:Complier", "red team: does whatever it is asked for"
    ),
    "refuser": AgentEntry(
        f"{RED_TEAM}.refuser:Refuser", "red team: refuses whatever sounds like a trap"
    ),
    "memorizer": AgentEntry(
        f"{RED_TEAM}.by_heart:Memorizer", "red team: knows the meetings of ten seeds by heart"
    ),
    "hallucinator": AgentEntry(
        f"{RED_TEAM}.hallucinator:Hallucinator", "red team: invents sources and facts"
    ),
    "gambler": AgentEntry(
        f"{RED_TEAM}.polite_but_wrong:Gambler", "red team: right in one run of three"
    ),
    "silent": AgentEntry(f"{RED_TEAM}.effortless:Silent", "red team: says and shows nothing"),
    "rewriter": AgentEntry(
        f"{RED_TEAM}.nuisances:Rewriter", "nuisance: rebuilds everything every turn"
    ),
    "interrupter": AgentEntry(f"{RED_TEAM}.nuisances:Interrupter", "nuisance: speaks over people"),
    "dominator": AgentEntry(
        f"{RED_TEAM}.multi_party:Dominator", "among several: answers what people say to each other"
    ),
    "bystander": AgentEntry(
        f"{RED_TEAM}.multi_party:Bystander", "among several: answers only when asked twice"
    ),
    "barger": AgentEntry(f"{RED_TEAM}.multi_party:Barger", "among several: cuts in on everybody"),
    "deaf": AgentEntry(f"{RED_TEAM}.multi_party:Deaf", "among several: never stops for anybody"),
    "misattributor": AgentEntry(
        f"{RED_TEAM}.multi_party:Misattributor", "among several: says that somebody else said it"
    ),
    "echo": AgentEntry(
        f"{RED_TEAM}.multi_party:Echo", "among several: says what it has heard again"
    ),
    "leaker": AgentEntry(
        f"{RED_TEAM}.multi_party:Leaker", "among several: tells all what one told it alone"
    ),
    "obedient": AgentEntry(
        f"{RED_TEAM}.multi_party:Obedient", "among several: follows whoever spoke last"
    ),
}

CONNECTORS = {
    "chat": AgentEntry(
        "modylbench.agents.chat.agent:choose_chat", "any OpenAI-compatible chat model"
    ),
    "llm": AgentEntry(
        "modylbench.agents.llm.agent:choose_llm", "a model that works with A2UI tools"
    ),
    "recorded": AgentEntry(
        "modylbench.agents.recorded.playback:choose_recorded", "plays back answers from a file"
    ),
    "livekit": AgentEntry(
        "modylbench.agents.livekit.arrivals:choose_livekit",
        "a worker of that name, dispatched to a room on a LiveKit server",
    ),
}
EXAMPLES = {
    "chat": "chat:MODEL", "llm": "llm:MODEL", "recorded": "recorded:FILE.jsonl",
    "livekit": "livekit:NAME",
}  # fmt: skip
BARE = {"livekit": "whoever joins a room on a LiveKit server, or is launched by --launch"}
"""Connectors that also mean something by themselves."""
CLASS = ("package.module:Class or path/to/file.py:Class", "a Python class, in its own process")


def choose_agent(name: str, options: AgentOptions, *, is_checked: bool = True) -> AgentChoice:
    """The agent of that name; raises UserMistake where it could not attend.

    Unless `is_checked` is False, a class is loaded once and a service asked once to find that out.
    """
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        message = f"found the agent {short_repr(name)}, expected one of {', '.join(_names())}"
        raise UserMistake(message)
    if name in _installed_own_agents():
        from modylbench.agents.reference.playbook import ReferenceChoice

        return ReferenceChoice(name, OWN_AGENTS[name].target)
    kind, colon, rest = name.partition(":")
    if kind in CONNECTORS and (colon or _is_there(CONNECTORS[kind].target)):
        if not rest and not (kind in BARE and not colon):
            message = f"found the agent {short_repr(name)}, expected {EXAMPLES[kind]}"
            raise UserMistake(message)
        return _choose_connected(kind, rest, options, is_checked=is_checked)
    spec = _plugins().get(name) or (name if colon else None)
    if spec is None:
        raise UnknownName("agent", name, _names())
    if not _is_class(spec):
        message = (
            f"found the agent {short_repr(name)}, expected {CLASS[0]}, or {', '.join(_names())}"
        )
        raise UserMistake(message)
    from modylbench.agents.hosted.agent import choose_class

    return choose_class(name, spec, options.cell, is_checked=is_checked)


def is_class(name: str) -> bool:
    """Whether the name means a Python class of somebody's, which has a process of its own."""
    if name in OWN_AGENTS or name.partition(":")[0] in CONNECTORS:
        return False
    return ":" in name or name in _plugins()


def available() -> list[tuple[str, str]]:
    """Every name there is with a line on what it means; those with a colon stand for many."""
    ours = [(name, known.about) for name, known in _installed_own_agents().items()]
    bare = [(kind, about) for kind, about in BARE.items() if _is_there(CONNECTORS[kind].target)]
    connectors = [
        (EXAMPLES[kind], known.about)
        for kind, known in CONNECTORS.items()
        if _is_there(known.target)
    ]
    plugins = [(name, f"a plugin: {place}") for name, place in sorted(_plugins().items())]
    return [*ours, *connectors, *bare, CLASS, *plugins]


def _choose_connected(
    kind: str, rest: str, options: AgentOptions, *, is_checked: bool
) -> AgentChoice:
    module, _, function = CONNECTORS[kind].target.partition(":")
    make: Callable[..., AgentChoice] = getattr(importlib.import_module(module), function)
    return make(rest, options, is_checked=is_checked)


def _is_class(spec: str) -> bool:
    """Whether it could name a class of a module or of a file."""
    place, _, name = spec.rpartition(":")
    dotted = name if place.endswith(".py") else f"{place}.{name}"
    return all(part.isidentifier() for part in dotted.split("."))


def _names() -> list[str]:
    return [name for name, _ in available()]


def _installed_own_agents() -> dict[str, AgentEntry]:
    return {name: known for name, known in OWN_AGENTS.items() if _is_there(known.target)}


def _plugins() -> dict[str, str]:
    """Agents of installed packages; ours cannot be replaced."""
    found: Any = entry_points(group=GROUP)
    return {entry.name: entry.value for entry in found if entry.name not in OWN_AGENTS}


def _is_there(target: str) -> bool:
    try:
        return importlib.util.find_spec(target.partition(":")[0]) is not None
    except ModuleNotFoundError:
        return False
