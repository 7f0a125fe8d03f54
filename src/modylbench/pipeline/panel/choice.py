"""Who sits on the panel that a list of names asks for.

offline                                three members that need no model
default                                the panel of SPEC 6, by three services
anthropic:claude-opus-4-6,gpt-5.2      any models; a name that a package brings as a plugin
"""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from modylbench.evaluation.evaluate.panel import cards
from modylbench.foundation.errors import UnknownName, UserMistake, short_repr

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping
    from contextlib import AbstractAsyncContextManager
    from importlib.metadata import EntryPoint
    from pathlib import Path

    from modylbench.evaluation.evaluate.options import EvaluationOptions
    from modylbench.evaluation.judging.judge import Judge
    from modylbench.evaluation.locating.locator import Locator
    from modylbench.evaluation.locations import LocatorCalibration
    from modylbench.providers.models.access import JudgeName
    from modylbench.providers.models.client import ModelClient
    from modylbench.providers.models.judge_models import JudgeModel
    from modylbench.providers.models.options import JudgingOptions

GROUP = "modylbench.judges"
OFFLINE, DEFAULT, NONE = "offline", "default", "none"
DEFAULT_PANEL = ("anthropic:claude-opus-4-6", "google:gemini-3.1-pro", "openai:gpt-5.2")
"""SPEC 6; the third is a composite, since no GPT model hears and sees in one call."""
LONGEST_NAME = 500


@dataclass(frozen=True, slots=True)
class Panel:
    """Who judges, and how; `transcripts` is a folder that keeps what was heard in recordings."""

    judges: tuple[Judge, ...]
    options: EvaluationOptions
    transcripts: Path | None = None
    locator: Locator | None = None
    """Who points at what code has not found, where somebody is named for it."""

    def __post_init__(self) -> None:
        """Code and models are no panel together: code would vote on what it told the models."""
        if len({judge.card.kind for judge in self.judges}) > 1:
            message = (
                "found models and the offline panel together, expected one or the other; "
                "judge by one of them, or in two runs"
            )
            raise UserMistake(message)


@dataclass(frozen=True, slots=True)
class LocatorChoice:
    """A locator by the names of one or two models, and what is known of its false passes.

    `doubt` says why its calibration is not to be believed.
    """

    names: tuple[str, ...]
    calibration: LocatorCalibration | None = None
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class PanelChoice:
    """A panel by names that every process understands, and what asking its models may take."""

    names: tuple[str, ...]
    options: EvaluationOptions
    judging: JudgingOptions
    keys: Mapping[str, str] = field(default_factory=dict, repr=False)
    transcripts: Path | None = None
    """The folder where what was heard in recordings is kept."""
    is_asked_first: bool = True
    """Whether every model is asked one tiny question before the first meeting."""
    locator: LocatorChoice | None = None

    @property
    def is_offline(self) -> bool:
        """Whether nobody is asked over a network."""
        return self.locator is None and all(name == OFFLINE for name in self.names)

    @property
    def asked_models(self) -> tuple[str, ...]:
        """The names of all models that are asked, of judges and of the locator."""
        located_by = self.locator.names if self.locator is not None else ()
        return tuple(dict.fromkeys((*self.models, *located_by)))

    @property
    def models(self) -> tuple[str, ...]:
        """The names that mean models of services."""
        plugins = _plugins()
        return tuple(name for name in self.names if name != OFFLINE and name not in plugins)


def panel_names(text: str) -> tuple[str, ...]:
    """The names in a list with commas, each once; nobody for `none`.

    >>> panel_names("offline"), panel_names("default")[0], panel_names("none")
    (('offline',), 'anthropic:claude-opus-4-6', ())
    """
    asked = [name.strip() for name in text.split(",") if name.strip()]
    if not asked or any(len(name) > LONGEST_NAME or not name.isprintable() for name in asked):
        message = f"found the judges {short_repr(text)}, expected offline, default, none or models"
        raise UserMistake(message)
    if NONE in asked:
        if len(asked) > 1:
            message = f"found the judges {short_repr(text)}, expected `none` alone"
            raise UserMistake(message)
        return ()
    every = [judge for name in asked for judge in (DEFAULT_PANEL if name == DEFAULT else (name,))]
    return tuple(dict.fromkeys(every))


def check_names(choice: PanelChoice) -> None:
    """Find every mistake in the names before anything is held; nobody is asked."""
    for name in choice.asked_models:
        _parse_name(name, choice.judging.base_url)
    if choice.judging.prices is not None:
        from modylbench.providers.models.budget import read_prices

        read_prices(choice.judging.prices)


def check_keys(choice: PanelChoice) -> None:
    """Find out whether a key is missing, before what asks services is even loaded."""
    missing: list[str] = []
    for name in choice.asked_models:
        try:
            _parse_name(name, choice.judging.base_url).access(choice.keys)
        except UserMistake as error:
            missing.append(str(error))
    if missing:
        raise UserMistake("; ".join(dict.fromkeys(missing)))


async def check_models(choice: PanelChoice) -> PanelChoice:
    """The choice, after every model has answered a tiny question; a mistake where one does not.

    Raises OverBudget where that alone may cost too much.
    """
    async with _connect(choice) as (_, client):
        judging = choice.judging
        if judging.max_cost_usd is not None and client is not None:
            left_usd = max(0.0, judging.max_cost_usd - client.budget.spent_usd)
            judging = replace(judging, max_cost_usd=left_usd)
        return replace(choice, is_asked_first=False, judging=judging)


@asynccontextmanager
async def open_panel(choice: PanelChoice) -> AsyncIterator[Panel]:
    """The panel; its connections are open until the context ends."""
    async with _connect(choice) as (panel, _):
        yield panel


@asynccontextmanager
async def open_locator(choice: PanelChoice) -> AsyncIterator[Locator]:
    """The locator of the choice; its connections are open until the context ends."""
    async with _connect(choice) as (panel, _):
        if panel.locator is None:
            message = "found no locator, expected the name of a model"
            raise UserMistake(message)
        yield panel.locator


@asynccontextmanager
async def _connect(choice: PanelChoice) -> AsyncIterator[tuple[Panel, ModelClient | None]]:
    judges: list[Judge] = []
    plugins = _plugins()
    for name in choice.names:
        if name == OFFLINE:
            from modylbench.evaluation.judging.offline.panel import offline_panel

            judges += offline_panel()
        elif name in plugins:
            from modylbench.pipeline.panel.plugins import judges_of

            judges += judges_of(plugins[name])
    async with AsyncExitStack() as stack:
        client, locator = None, None
        if choice.asked_models:
            client = await stack.enter_async_context(_open_client(choice))
            asked, locator = await _of_models(choice, client)
            judges += asked
        cards(judges)
        yield Panel(tuple(judges), choice.options, choice.transcripts, locator), client


def _open_client(choice: PanelChoice) -> AbstractAsyncContextManager[ModelClient]:
    check_keys(choice)
    from modylbench.providers.models.client import open_client

    return open_client(choice.keys, choice.judging)


async def _of_models(
    choice: PanelChoice, client: ModelClient
) -> tuple[list[Judge], Locator | None]:
    from modylbench.evaluation.judging.model_judge import judge_by_name
    from modylbench.evaluation.locating.locator import Locator
    from modylbench.providers.models.judge_models import JudgeModel, preflight

    asked: list[JudgeModel] = []

    def model_of(name: JudgeName) -> JudgeModel:
        asked.append(JudgeModel(client, name))
        return asked[-1]

    base_url = choice.judging.base_url
    judges: list[Judge] = [
        judge_by_name(name, choice.options.mode, model_of, base_url) for name in choice.models
    ]
    locator = None
    if choice.locator is not None:
        models = tuple(model_of(_parse_name(name, base_url)) for name in choice.locator.names)
        locator = Locator(models, choice.locator.calibration, choice.locator.doubt)
    if choice.is_asked_first:
        await preflight(list({model.name: model for model in asked}.values()))
    return judges, locator


def _parse_name(name: str, base_url: str) -> JudgeName:
    from modylbench.providers.models.access import judge_name

    try:
        return judge_name(name, base_url)
    except UserMistake:
        if ":" in name or base_url:
            raise
        raise UnknownName("judge", name, [OFFLINE, DEFAULT, NONE, *_plugins()]) from None


def _plugins() -> dict[str, EntryPoint]:
    ours = (OFFLINE, DEFAULT, NONE)
    return {
        entry_point.name: entry_point
        for entry_point in entry_points(group=GROUP)
        if entry_point.name not in ours
    }
