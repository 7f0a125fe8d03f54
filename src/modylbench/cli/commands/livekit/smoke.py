"""`modylbench livekit smoke`: a short meeting on a LiveKit server."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from modylbench.cli.arguments import PATH
from modylbench.foundation.errors import UserMistake, short_repr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.cli.run_request import RunRequest
    from modylbench.pipeline.running.progress import HeldTrial, Progress
    from modylbench.pipeline.smoke.smoke import Smoke, SmokeMeeting
    from modylbench.providers.addresses import LiveKitAddress

ORACLE, OUTSIDE = "oracle", "livekit"
# Ours: the shortest first beat of all: 100 s, two files handed over, three answers, two surfaces.
SCENARIO, BEATS = "business_strategist", "1"
SEED = 0
LONGEST_JOIN_S = 600


@click.command()
@click.option(
    "--agent",
    default="",
    help="The name that your worker registers; `livekit` waits for an agent that joins by itself.  "
    "[default: our oracle]",
)
@click.option("--launch", default="", help="A command that joins the room, as of `modylbench run`.")
@click.option(
    "--livekit-url",
    default="",
    help="The server (ws:// or wss://), or else LIVEKIT_URL; its key and secret are "
    "LIVEKIT_API_KEY and LIVEKIT_API_SECRET. Without any, a local one is started.",
)
@click.option(
    "--join-timeout",
    type=click.FloatRange(1, LONGEST_JOIN_S),
    default=30.0,
    show_default=True,
    help="How many seconds your agent is waited for.",
)
@click.option("--output", type=PATH, help="Keep the recordings in this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    agent: str,
    launch: str,
    livekit_url: str,
    *,
    join_timeout: float,
    output: Path | None,
    as_json: bool,
) -> int:
    """Hold a short meeting on a LiveKit server: two minutes, in real time.

    With our oracle, it is then held in process too, and both are judged offline: exit code 1 where
    the scores differ by more than 0.2, or more than 1 % of the sound was lost. With an agent of
    your own, it says what the agent sends, what is missing, and how to mend it: exit code 1 where
    it never came, or too much was lost.
    """
    from modylbench.foundation.event_loop import end_by_signals

    name = agent_named(agent, launch)
    with (
        end_by_signals(),
        _server(name, launch, livekit_url) as address,
        _recordings_folder(output) as folder,
    ):
        _announce(name, folder if output is not None else None)
        request = replace(_request(name), server=address, launch=launch, join_timeout=join_timeout)
        on_livekit = _hold(request, folder / "livekit")
        in_process = _hold(_request(name), folder / "in_process") if name == ORACLE else None
        smoke = _judge(on_livekit, in_process, stays=output is not None)
        if as_json:
            click.echo(json.dumps(smoke.as_json(), indent=2))
        else:
            click.echo("\n".join(lines(smoke)))
            if output is not None:
                click.echo(f"recordings in {folder}")
    return 1 if smoke.problems or "joined" in smoke.missing else 0


def agent_named(agent: str, launch: str) -> str:
    """The agent as `modylbench run` names it.

    >>> agent_named("", ""), agent_named("my-agent", ""), agent_named("", "python bot.py")
    ('oracle', 'livekit:my-agent', 'livekit')
    """
    from modylbench.agents.catalogue import CONNECTORS

    kind, colon, _ = agent.partition(":")
    if colon and kind != OUTSIDE and kind.lower() in CONNECTORS:
        message = (
            f"found the agent {short_repr(agent)}, expected the name that a worker registers, "
            "livekit, or none for our oracle; `modylbench run --livekit-url URL` takes agents of "
            "every kind"
        )
        raise UserMistake(message)
    if launch and agent not in ("", OUTSIDE):
        message = f"found both --launch and --agent {agent}, expected one of them"
        raise UserMistake(message)
    if kind == OUTSIDE or agent == ORACLE:
        return agent
    if launch:
        return OUTSIDE
    return f"{OUTSIDE}:{agent}" if agent else ORACLE


@contextmanager
def _server(name: str, launch: str, url: str) -> Iterator[LiveKitAddress]:
    """The server that is named, or a local one until the block ends."""
    from modylbench.cli.livekit_server import check_server, place_of, server_of
    from modylbench.cli.settings import cache_folder, livekit_variables
    from modylbench.providers.livekit.binary import server_binary
    from modylbench.providers.livekit.server import serving

    asked = url or livekit_variables().url
    comes_by_itself = name != ORACLE and not launch
    named = server_of(name, asked) if asked or comes_by_itself else None
    if named is not None:
        why = "--livekit-url" if url else "LIVEKIT_URL is set; unset it for a local one"
        _tell(f"on the LiveKit server at {place_of(named)} ({why})")
        check_server(named)
        yield named
        return
    _tell("on a local LiveKit server, started for this (neither --livekit-url nor LIVEKIT_URL)")
    with serving(server_binary(None, cache_folder(), tell=_tell)) as server:
        yield server.address


def _announce(name: str, folder: Path | None) -> None:
    """What is held, which takes a while, and what becomes of it."""
    minutes = "a meeting of two minutes" + (", then the same in process" if name == ORACLE else "")
    stays = f"recordings in {folder}, in place of older" if folder else "recordings are thrown away"
    _tell(f"{name}: {minutes}; {stays}{'' if folder else ' (--output keeps them)'}")


@contextmanager
def _recordings_folder(output: Path | None) -> Iterator[Path]:
    if output is not None:
        yield output
        return
    with TemporaryDirectory(prefix="modylbench-smoke-") as folder:
        yield Path(folder)


def _request(name: str) -> RunRequest:
    from modylbench.cli.run_request import OFFLINE, RunRequest

    return RunRequest(agent=name, scenarios=SCENARIO, seeds=str(SEED), beats=BEATS, judges=OFFLINE)


def _hold(request: RunRequest, output: Path) -> SmokeMeeting:
    from modylbench.cli.planning import panel_of, plan_run, run_options
    from modylbench.pipeline.smoke.smoke import hold_smoke_meeting

    plan, _ = plan_run(request)
    folder, panel = output / plan.name, panel_of(request)
    if panel is None:  # never: `offline` is one
        raise AssertionError
    where = "in process" if request.server is None else "on LiveKit"
    return hold_smoke_meeting(
        plan,
        folder,
        run_options(request, folder),
        panel=panel,
        report=lambda news: progress(news, where),
    )


def _judge(on_livekit: SmokeMeeting, in_process: SmokeMeeting | None, *, stays: bool) -> Smoke:
    from modylbench.cli.settings import cache_folder
    from modylbench.pipeline.smoke.smoke import smoke_of

    _tell("listening to what was captured")
    transcripts = cache_folder() / "transcripts"
    return smoke_of(on_livekit, in_process, transcripts, stays=stays)


def progress(news: Progress | HeldTrial, where: str) -> None:
    """Tell where a meeting is held, and how far it is."""
    from modylbench.pipeline.running.progress import Progress
    from modylbench.recording.transcript import clock_time

    if not isinstance(news, Progress):
        return
    if news.turn:
        _tell(f"{where}: {news.turn} of {news.turns} requests, {clock_time(news.meeting_s)}")
        return
    again = f", try {news.attempt} after {news.spoilt_by}" if news.attempt > 1 else ""
    _tell(f"{where}: room {news.room}{again}")


def _tell(line: str) -> None:
    click.echo(f"smoke: {line}", err=True)


def lines(smoke: Smoke) -> Iterator[str]:
    """The outcome for people."""
    yield f"agent: {smoke.agent}"
    yield f"combined_livekit: {_figure(smoke.combined_livekit, '{:.2f}')}"
    if not smoke.agent.startswith(OUTSIDE):
        yield f"combined_in_process: {_figure(smoke.combined_in_process, '{:.2f}')}"
    yield f"audio_loss: {_figure(smoke.audio_loss, '{:.3%}')}"
    parts = ", ".join(
        f"{name.removesuffix('_s')} {_figure(value, '{:.3f} s')}"
        for name, value in smoke.latency.items()
    )
    yield f"latency: {parts}"
    beside = _figure(smoke.word_error_rate_in_process, " ({:.1%} of the same in process)")
    captured = _figure(smoke.word_error_rate_captured, "{:.1%}")
    is_ours = smoke.word_error_rate_in_process is not None
    yield f"word errors in what was captured: {captured}{beside if is_ours else ''}"
    yield f"word errors in what it heard: {_figure(smoke.word_error_rate_heard, '{:.1%}')}"
    yield from _emits(smoke)
    for name, remedy in smoke.missing.items():
        yield f"missing: {name}: {remedy}"
    for problem in smoke.problems:
        yield f"PROBLEM: {problem}"


def _emits(smoke: Smoke) -> Iterator[str]:
    seen = smoke.emits
    if seen.joined_s is None:
        return
    errors = ", ".join(f"{count} {code}" for code, count in sorted(seen.a2ui_errors.items()))
    told = {
        "joined": f"in {seen.joined_s:.1f} s as {seen.kind}",
        "audio track": seen.audio_track,
        "first sound": f"after {_figure(seen.first_sound_s, '{:.2f} s')}",
        "captions": seen.transcription,
        "transcripts of people": seen.heard,
        "states": ", ".join(seen.agent_states),
        "A2UI": f"{seen.a2ui_messages} messages, {errors or 'no errors'}",
        "files": seen.files,
        "screen share": seen.screen_share,
        "chat": seen.chat,
    }
    yield from (f"emits: {name}: {_plain(value)}" for name, value in told.items())


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) or "none"


def _figure(value: float | None, shape: str) -> str:
    return "not measured" if value is None else shape.format(value)
