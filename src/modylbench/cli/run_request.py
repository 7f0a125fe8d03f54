"""From what a person asked for to a plan, and the means to carry it out."""

from __future__ import annotations

import subprocess
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from modylbench import __version__
from modylbench.agents.catalogue import chosen
from modylbench.agents.choice import AgentOptions
from modylbench.cli.run_server import is_from_outside, place_of
from modylbench.cli.settings import (
    cache_folder,
    launch_environment,
    service_keys,
    usable_cache_folder,
)
from modylbench.evaluation.evaluate.manner import Manner
from modylbench.foundation.errors import UserMistake, quoted
from modylbench.meeting.arrangements import JOIN_S
from modylbench.pipeline.code_digest import code_digest
from modylbench.pipeline.equipment import Means
from modylbench.pipeline.panel_choice import (
    MAX_CONNECTIONS,
    NONE,
    PanelChoice,
    check_names,
    panel_names,
)
from modylbench.pipeline.voice import VoiceChoice
from modylbench.providers.chromium import NoScreen, chromium
from modylbench.recording.recording import AgentUnderTest
from modylbench.runs.plan import LIVEKIT, Plan, Trial
from modylbench.runs.shortened import shortened
from modylbench.scenarios.catalogue import available, scenario
from modylbench.scenarios.variant import instantiate
from modylbench.surfaces.rendering.host import built_page

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.agents.choice import AgentChoice
    from modylbench.providers.livekit.address import LiveKitAddress

NOT_ASKED = "not asked for"
NO_AUDIO = "none"


@dataclass(frozen=True, slots=True)
class Request:
    """The options of `modylbench run`; without scenarios, all are meant."""

    agent: str
    base_url: str
    scenarios: tuple[str, ...]
    seeds: tuple[int, ...]
    edge_cases: str
    beats: str
    voice: str
    voice_url: str
    wants_screens: bool
    judges: str = NONE
    keeps_others: bool = False
    """Whether what other models have judged is kept, since nobody asked for these judges."""
    mode: Literal["text", "multimodal"] = "multimodal"
    max_connections: int = MAX_CONNECTIONS
    max_cost_usd: float | None = None
    prices: Path | None = None
    livekit: LiveKitAddress | None = None
    """The server that the meetings are held on, if not in process."""
    launch: str = ""
    join_s: float = JOIN_S

    @property
    def options(self) -> AgentOptions:
        """What the agent gets besides its name."""
        if not is_from_outside(self.agent):
            return AgentOptions(self.base_url, service_keys())
        return AgentOptions(
            self.base_url,
            service_keys(),
            launch=self.launch,
            livekit_url=self.livekit.url if self.livekit else "",
            environment=launch_environment() if self.launch else {},
        )

    @property
    def panel(self) -> PanelChoice | None:
        """Who judges, if anybody does."""
        names = panel_names(self.judges)
        if not names:
            return None
        return PanelChoice(
            names=names,
            manner=Manner(self.mode),
            answers=cache_folder() / "judges",
            transcripts=cache_folder() / "transcripts",
            keys=service_keys(),
            max_connections=self.max_connections,
            max_cost_usd=self.max_cost_usd,
            prices=self.prices,
        )

    @property
    def voice_choice(self) -> VoiceChoice | None:
        """The voice that speaks, if anybody is heard."""
        return VoiceChoice(self.voice, self.voice_url, service_keys()) if self.voice else None


def planned(request: Request) -> tuple[Plan, AgentChoice]:
    """The plan, with every mistake in the request found before anything is held."""
    _refuse_twins(request)
    usable_cache_folder()
    if request.panel is not None:
        check_names(request.panel)
    agent, voice = chosen(request.agent, request.options), request.voice_choice
    names = request.scenarios or tuple(available())
    sources = [scenario(name) for name in names]
    for source in sources:
        shortened(instantiate(source, request.seeds[0], request.edge_cases), request.beats)
    plan = Plan(
        agent=AgentUnderTest(name=agent.name, settings=dict(agent.settings)),
        scenarios=tuple(source.id for source in sources),
        scenario_versions={source.id: source.template.card.version for source in sources},
        seeds=request.seeds,
        edge_cases=request.edge_cases,
        beats=request.beats,
        audio=voice.tried(cache_folder() / "speech").name if voice else NO_AUDIO,
        screens=not no_screens(request),
        harness_version=__version__,
        harness_digest=code_digest(),
        git_commit=_commit(),
        **_place(request),
        trials=tuple(
            Trial(scenario=name, scenario_id=source.id, seed=seed)
            for name, source in zip(names, sources, strict=True)
            for seed in request.seeds
        ),
    )
    return plan, agent


def means(request: Request, folder: Path) -> Means:
    """How the plan is carried out."""
    return Means(
        agent=request.agent,
        options=request.options,
        voice=request.voice_choice,
        cache=cache_folder() / "speech",
        logs=folder / "logs",
        edge_cases=request.edge_cases,
        beats=request.beats,
        no_screens=no_screens(request),
        livekit=request.livekit,
        join_s=request.join_s,
    )


def _place(request: Request) -> dict[str, Any]:
    """Where the plan is held."""
    if request.livekit is None:
        return {}
    server = place_of(request.livekit)
    return {"room": LIVEKIT, "server": server, "join_timeout_s": request.join_s}


def no_screens(request: Request) -> str:
    """Why there are no pictures; empty where there are."""
    if not request.wants_screens:
        return NOT_ASKED
    try:
        chromium()
        built_page()
    except NoScreen as error:
        return str(error)
    return ""


def _refuse_twins(request: Request) -> None:
    """Two scenarios of one id would share a folder."""
    ids = Counter(scenario(name).id for name in request.scenarios)
    twice = [name for name, count in ids.items() if count > 1]
    if twice:
        message = f"found the scenario {quoted(twice[0])} twice, expected each once"
        raise UserMistake(message)


def _commit() -> str:
    """The commit of the folder we are in, where it is one of git's."""
    try:
        asked = subprocess.run(
            ["git", "rev-parse", "HEAD"],  # noqa: S607 - whichever git the person uses
            capture_output=True,
            text=True,
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return asked.stdout.strip() if asked.returncode == 0 else ""
