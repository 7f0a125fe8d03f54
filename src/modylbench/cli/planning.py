"""From what `modylbench run` is asked for to a plan, the options of its meetings, and a panel."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Any

from modylbench import __version__
from modylbench.agents.catalogue import choose_agent, is_class
from modylbench.agents.choice import AgentOptions, CellOptions
from modylbench.cli.judging import choose_panel
from modylbench.cli.livekit_server import is_from_outside, place_of
from modylbench.cli.norms import choose_norms
from modylbench.cli.run_request import OFFLINE
from modylbench.cli.settings import (
    agent_environment,
    cache_folder,
    launch_environment,
    service_keys,
    usable_cache_folder,
)
from modylbench.evaluation.evaluate.options import EvaluationOptions
from modylbench.foundation.errors import UserMistake, short_repr
from modylbench.foundation.extras import require
from modylbench.meeting.arrangements import JOIN_S
from modylbench.pipeline.code_digest import code_digest
from modylbench.pipeline.equipment import RunOptions
from modylbench.pipeline.voice_choice import BEST, VoiceChoice
from modylbench.providers.chromium import NoScreen, chromium
from modylbench.providers.models.access import access_to
from modylbench.recording.recording import AgentUnderTest
from modylbench.runs.crashes import LOGS
from modylbench.runs.run import LIVEKIT, RunPlan, Trial
from modylbench.runs.variant import select_beats
from modylbench.scenarios.catalogue import (
    extended_forms,
    scenario,
    scenario_folders,
    scenario_names,
)
from modylbench.scenarios.variant import instantiate
from modylbench.surfaces.rendering.host import built_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.agents.choice import AgentChoice
    from modylbench.cli.run_request import RunRequest
    from modylbench.pipeline.panel.choice import PanelChoice
    from modylbench.providers.models.access import Access
    from modylbench.scenarios.loader import ScenarioSource


NOT_ASKED = "not asked for"
NO_AUDIO = "none"
HUMAN_BY_ADDRESS = "MODEL@URL"


def plan_run(request: RunRequest) -> tuple[RunPlan, AgentChoice]:
    """The plan, with every mistake in the request found before anything is held."""
    names = scenario_names(request.scenario_names)
    names = extended_forms(names) if request.channels else names
    _refuse_duplicates(names)
    _refuse_mixed_suites(names)
    usable_cache_folder()
    panel_of(request)
    agent = choose_agent(request.agent_name, _agent_options(request))
    voice, seeds = _voice(request), request.seed_numbers
    sources = [scenario(name) for name in names]
    _refuse_idle_human(request.human, sources)
    human_access(request.human)
    for source in sources:
        select_beats(instantiate(source, seeds[0], request.edge_cases), request.beats)
    plan = RunPlan(
        agent=AgentUnderTest(name=agent.name, settings=dict(agent.settings)),
        scenarios=tuple(source.id for source in sources),
        scenario_versions={source.id: source.template.card.version for source in sources},
        seeds=seeds,
        edge_cases=request.edge_cases,
        beats=request.beats,
        human=request.human,
        audio=voice.check(cache_folder() / "speech").name if voice else NO_AUDIO,
        screens=not _why_no_screens(request),
        harness_version=__version__,
        harness_digest=code_digest(),
        git_commit=_commit(),
        **_place(request),
        trials=tuple(
            Trial(scenario=name, scenario_id=source.id, seed=seed)
            for name, source in zip(names, sources, strict=True)
            for seed in seeds
        ),
    )
    return plan, agent


def run_options(request: RunRequest, folder: Path) -> RunOptions:
    """How the plan is carried out."""
    return RunOptions(
        agent=request.agent_name,
        agent_options=_agent_options(request, folder),
        voice=_voice(request),
        cache=cache_folder() / "speech",
        logs=folder / LOGS,
        edge_cases=request.edge_cases,
        beats=request.beats,
        no_screens=_why_no_screens(request),
        livekit=request.server,
        join_s=_join_s(request),
        human=human_access(request.human),
    )


def human_access(name: str) -> Access | None:
    """The model that plays the human, if there is one; raises UserMistake."""
    model, at, address = name.partition("@")
    if at and not (model and address):
        message = f"found --human {short_repr(name)}, expected {HUMAN_BY_ADDRESS} or SERVICE:MODEL"
        raise UserMistake(message)
    if not name:
        return None
    return access_to(model, address, service_keys(), address_by=f"--human {HUMAN_BY_ADDRESS}")


def panel_of(request: RunRequest) -> PanelChoice | None:
    """Who judges, if anybody does."""
    options = EvaluationOptions(request.mode, norms=choose_norms(request.norms))
    return choose_panel(
        request.judges or OFFLINE, options, request.judging, locator=request.locator
    )


def own_run_options(*, has_audio: bool, has_screens: bool) -> RunOptions:
    """The options of meetings with our own agents; raises NoScreen or UserMistake."""
    if has_screens:
        require("screens")
        chromium()
        built_page()
    voice = VoiceChoice(BEST, "", service_keys()) if has_audio else None
    if voice is not None:
        voice.make()
    return RunOptions(
        agent="oracle",
        agent_options=AgentOptions(),
        voice=voice,
        cache=cache_folder() / "speech",
        logs=Path(gettempdir()),
        edge_cases="seed",
        beats="",
        no_screens="" if has_screens else NOT_ASKED,
    )


def _agent_options(request: RunRequest, folder: Path | None = None) -> AgentOptions:
    """What the agent gets besides its name."""
    if not is_from_outside(request.agent_name):
        return AgentOptions(request.base_url, service_keys(), cell=_cell(request, folder))
    return AgentOptions(
        request.base_url,
        service_keys(),
        launch=request.launch,
        livekit_url=request.server.url if request.server else "",
        environment=launch_environment() if request.launch else {},
    )


def _cell(request: RunRequest, folder: Path | None) -> CellOptions:
    """What a class of somebody's gets of this machine, and what of ours is to be hidden from it."""
    if not is_class(request.agent_name):
        return CellOptions()
    asked = tuple(filter(None, (name.strip() for name in request.agent_env.split(","))))
    named = tuple(filter(None, (name.strip() for name in request.agent_files.split(","))))
    gone = next((name for name in named if not Path(name).exists()), None)
    if gone is not None:
        message = f"found --agent-files {gone}, which is not there; expected a file or a folder"
        raise UserMistake(message)
    ours = (request.output, cache_folder(), *scenario_folders(request.scenario_names))
    return CellOptions(
        is_wanted=request.cell != "off",
        has_network=request.cell != "offline",
        environment=agent_environment(asked),
        asked=asked,
        readable=tuple(map(Path, named)),
        hidden=ours if folder is None else (*ours, folder),
    )


def _voice(request: RunRequest) -> VoiceChoice | None:
    """The voice that speaks, if anybody is heard."""
    if request.no_audio:
        return None
    return VoiceChoice(request.voice, request.voice_url, service_keys())


def _join_s(request: RunRequest) -> float:
    return request.join_timeout or JOIN_S


def _place(request: RunRequest) -> dict[str, Any]:
    """Where the plan is held."""
    if request.server is None:
        return {}
    server = place_of(request.server)
    return {"room": LIVEKIT, "server": server, "join_timeout_s": _join_s(request)}


def _why_no_screens(request: RunRequest) -> str:
    """Why there are no pictures; empty where there are."""
    if request.no_screens:
        return NOT_ASKED
    try:
        chromium()
        built_page()
    except NoScreen as error:
        return str(error)
    return ""


def _refuse_duplicates(names: tuple[str, ...]) -> None:
    """Two scenarios of one id would share a folder."""
    ids = Counter(scenario(name).id for name in names)
    twice = [name for name, count in ids.items() if count > 1]
    if twice:
        message = f"found the scenario {short_repr(twice[0])} twice, expected each once"
        raise UserMistake(message)


def _refuse_idle_human(name: str, sources: Sequence[ScenarioSource]) -> None:
    """A script needs nobody who plays the human."""
    scripted = [source.id for source in sources if source.template.goals is None]
    if name and scripted:
        message = (
            f"found --human with {scripted[0]}, which has a script; expected --scenarios freeform"
        )
        raise UserMistake(message)


def _refuse_mixed_suites(names: tuple[str, ...]) -> None:
    """Scores of different suites are never averaged (SPEC 14), so that a run has one."""
    _refuse_mixed_secrets(names)
    suites = {scenario(name).suite: name for name in names}
    if len(suites) > 1:
        found = " and ".join(f"{name} ({suite})" for suite, name in suites.items())
        message = f"found scenarios of different suites, {found}; expected one suite a run"
        raise UserMistake(message)


def _refuse_mixed_secrets(names: tuple[str, ...]) -> None:
    """Nor are those of published meetings and private variants, or of two secrets."""
    marks = {scenario(name).template.card.private_mark: name for name in names}
    if len(marks) > 1:
        found = " and ".join(
            f"{name} ({f'secret {mark}' if mark else 'published'})" for mark, name in marks.items()
        )
        message = f"found variants of different secrets, {found}; expected one secret a run"
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
