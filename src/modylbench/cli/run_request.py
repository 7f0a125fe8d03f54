"""What `modylbench run` is asked for, as one record."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from modylbench.cli.arguments import (
    ALL,
    DEFAULT_NORMS,
    edge_cases_at_length,
    parse_names,
    parse_seeds,
)
from modylbench.foundation.errors import UserMistake, short_repr
from modylbench.providers.models.options import JudgingOptions

if TYPE_CHECKING:
    from modylbench.providers.addresses import LiveKitAddress

DEFAULT_AGENT = "oracle"
DEFAULT_K = 3  # SPEC 10: what a submission needs
OFFLINE = "offline"
BEST_VOICE = "best"
SEED_EDGE_CASE = "seed"
AGENTS_ON_MODELS = ("chat:", "llm:")


@dataclass(frozen=True, kw_only=True)
class RunRequest:
    """The options of `modylbench run` by their names, with their defaults."""

    agent: str | None = None
    base_url: str = ""
    livekit_url: str = ""
    launch: str = ""
    join_timeout: float | None = None
    cell: Literal["on", "offline", "off"] = "on"
    agent_env: str = ""
    agent_files: str = ""
    scenarios: str = ALL
    channels: bool = False
    k: int | None = None
    seeds: str | None = None
    edge_cases: str = SEED_EDGE_CASE
    turns: str | None = None
    beats: str = ""
    human: str = ""
    output: Path = Path("results")
    jobs: int = 1
    voice: str = BEST_VOICE
    voice_url: str = ""
    no_audio: bool = False
    no_screens: bool = False
    judges: str | None = None
    mode: Literal["text", "multimodal"] = "multimodal"
    norms: str = DEFAULT_NORMS
    locator: str = ""
    judging: JudgingOptions = field(default_factory=JudgingOptions)
    as_json: bool = False
    server: LiveKitAddress | None = None
    """Not an option: the LiveKit server that is meant, which has let us in."""

    @property
    def agent_name(self) -> str:
        """The agent under test."""
        return self.agent or DEFAULT_AGENT

    @property
    def seed_numbers(self) -> tuple[int, ...]:
        """The seeds that every scenario is held at."""
        return tuple(range(self.k or DEFAULT_K)) if self.seeds is None else parse_seeds(self.seeds)

    @property
    def scenario_names(self) -> tuple[str, ...]:
        """The scenarios named; none stands for all."""
        if not self.scenarios.strip():
            message = "found no scenarios, expected names or `all`"
            raise UserMistake(message)
        return parse_names(self.scenarios)


def check_request(request: RunRequest) -> RunRequest:
    """The request with its server; raises UserMistake where options do not go together."""
    if request.agent is None:
        click.echo(f"no --agent named, so {DEFAULT_AGENT} is put under test", err=True)
    if request.no_audio and request.voice != BEST_VOICE:
        message = f"found both --no-audio and --voice {request.voice}, expected one of them"
        raise UserMistake(message)
    if request.base_url and not request.agent_name.startswith(AGENTS_ON_MODELS):
        found = f"found --base-url with the agent {short_repr(request.agent_name)}"
        message = f"{found}, which asks no service; expected it with chat:MODEL or llm:MODEL"
        raise UserMistake(message)
    if request.k is not None and request.seeds is not None:
        message = "found both --k and --seeds, expected one of them"
        raise UserMistake(message)
    _refuse_walls_for_ours(request)
    _ = request.seed_numbers, request.scenario_names
    return replace(request, server=_server(request), edge_cases=_edge_cases(request))


def _refuse_walls_for_ours(request: RunRequest) -> None:
    """What is said of a class's process is said of one that there is."""
    said = {
        f"--cell {request.cell}": request.cell != "on",
        "--agent-env": request.agent_env,
        "--agent-files": request.agent_files,
    }
    found = next((option for option, is_given in said.items() if is_given), None)
    if found is None:
        return
    from modylbench.agents.catalogue import is_class

    if not is_class(request.agent_name):
        agent = short_repr(request.agent_name)
        message = f"found {found} with the agent {agent}, expected it with file.py:Class"
        raise UserMistake(message)


def _edge_cases(request: RunRequest) -> str:
    """The choice of edge cases, which also makes a meeting longer or shorter."""
    if request.turns is not None and request.beats:
        message = "found both --turns and --beats, expected one of them"
        raise UserMistake(message)
    return edge_cases_at_length(request.edge_cases, request.turns, "--edge-cases")


def _server(request: RunRequest) -> LiveKitAddress | None:
    """The server that is meant, if one is, which has been asked once whether it lets us in."""
    from modylbench.cli.livekit_server import check_server, is_from_outside, server_of

    agent = request.agent_name
    is_outside = is_from_outside(agent)
    if request.launch and not is_outside:
        found = f"found --launch with the agent {short_repr(agent)}"
        message = f"{found}, which joins no room by itself; expected it with --agent livekit"
        raise UserMistake(message)
    if request.no_audio and is_outside:
        found = f"found --no-audio with the agent {short_repr(agent)}"
        message = f"{found}, expected sound: it must hear"
        raise UserMistake(message)
    server = server_of(agent, request.livekit_url)
    if request.join_timeout and server is None:
        message = "found --join-timeout in process, expected it with --livekit-url"
        raise UserMistake(message)
    if server is not None:
        check_server(server)
    return server
