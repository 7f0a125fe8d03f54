"""`modylbench run`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from modylbench.cli.seeds import parse_seeds
from modylbench.foundation.errors import UserMistake, quoted

if TYPE_CHECKING:
    from modylbench.cli.run_request import Request
    from modylbench.providers.livekit.address import LiveKitAddress

DEFAULT_AGENT = "oracle"
OFFLINE = "offline"
DEFAULT_K = 3  # SPEC 10: what a submission needs
ALL = "all"
BEST = "best"
SERVICES = ("chat:", "llm:")
MOST_JOBS = 64
MOST_CONNECTIONS = 64
LONGEST_JOIN_S = 600


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--agent",
    help="The agent under test: oracle, text_only, chat:MODEL, llm:MODEL, recorded:FILE, "
    "livekit, livekit:NAME, package.module:Class or file.py:Class; `--agent list` lists them.  "
    "[default: oracle]",
)
@click.option("--base-url", default="", help="The address of an OpenAI-compatible server.")
@click.option(
    "--livekit-url",
    default="",
    help="Hold the meetings, in real time, on this LiveKit server (ws:// or wss://); its key and "
    "secret are LIVEKIT_API_KEY and LIVEKIT_API_SECRET, and livekit agents also take LIVEKIT_URL.",
)
@click.option(
    "--launch",
    default="",
    help="With --agent livekit: a command to start for each meeting; it finds LIVEKIT_URL, "
    "LIVEKIT_TOKEN, LIVEKIT_ROOM and LIVEKIT_IDENTITY in its environment.",
)
@click.option(
    "--join-timeout",
    type=click.FloatRange(1, LONGEST_JOIN_S),
    help="On LiveKit: how many seconds an agent is waited for.  [default: 30]",
)
@click.option("--scenarios", default=ALL, show_default=True, help="Names with commas between.")
@click.option("--k", type=click.IntRange(1, 1000), help="Seeds 0 to K-1.  [default: 3]")
@click.option("--seeds", help="Seeds instead of --k: 7, 0-9 or 0,3,5-9.")
@click.option(
    "--edge-cases",
    default="seed",
    show_default=True,
    help="In beat 7: the seed's own, `all`, `none`, or one by name. Only the first is official.",
)
@click.option("--beats", default="", help="Only these beats, such as 1-2: for a quick look.")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    default=Path("results"),
    show_default=True,
    help="Where the run gets a folder; the same command goes on with it.",
)
@click.option(
    "--jobs",
    type=click.IntRange(0, MOST_JOBS),
    default=1,
    show_default=True,
    help="Meetings held at once, each with its own browser; 0: one for every two cores. On LiveKit "
    "more than 4 at once are not timed well on a small machine.",
)
@click.option(
    "--voice",
    default=BEST,
    show_default=True,
    help="Who speaks: rhvoice, flite, ..., or a service: openai:MODEL, elevenlabs:MODEL, "
    "deepgram:MODEL.",
)
@click.option("--voice-url", default="", help="The address of a speech service of your own.")
@click.option("--no-audio", is_flag=True, help="Nobody is heard; what is said comes as text.")
@click.option("--no-screens", is_flag=True, help="No pictures of what the agent shows.")
@click.option(
    "--judges",
    help="Who judges: offline, default, SERVICE:MODEL with commas between, or none. What models "
    "have judged is kept unless you name other judges.  [default: offline]",
)
@click.option(
    "--mode",
    type=click.Choice(["text", "multimodal"]),
    default="multimodal",
    show_default=True,
    help="Whether judges that take sound and pictures get them.",
)
@click.option(
    "--max-connections",
    type=click.IntRange(1, MOST_CONNECTIONS),
    default=16,
    show_default=True,
    help="Calls to judges under way at once, for each service.",
)
@click.option(
    "--max-cost",
    type=click.FloatRange(min=0),
    help="Stop judging before so many dollars; the same command goes on.",
)
@click.option(
    "--prices",
    type=click.Path(path_type=Path),
    help="A price list of your own, as docs/judges.md shows; it comes before ours.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
def command(**asked: Any) -> int:
    """Hold meetings with an agent, judge and weigh them.

    Every scenario is held once for each seed. In process, meetings take their time on a clock of
    their own: an hour passes in seconds, and only what an agent computes takes as long as it takes.
    On a LiveKit server an hour is an hour; any agent can be heard there, also yours.

    A run that was interrupted goes on when the same command is started again. `modylbench evaluate`
    judges the same meetings otherwise. What models as judges will cost depends on what is said and
    shown: hold the meetings with --judges none, and `modylbench evaluate --dry-run` tells it.

    Exit code 1 where a meeting came out invalid, so that it must be held again, or without a score.
    """
    if asked["agent"] == "list":
        return _listed()
    request = request_of(asked)
    from modylbench.cli.run_report import held_run  # slow, and of no use before

    return held_run(request, asked["output"], jobs=asked["jobs"], as_json=asked["as_json"])


def request_of(asked: dict[str, Any]) -> Request:
    """What the options ask for; raises UserMistake where they do not go together."""
    return _request(asked, _checked(asked), _livekit(asked))


def _checked(asked: dict[str, Any]) -> tuple[int, ...]:
    """The seeds, where the options go together."""
    agent, k, seeds = asked["agent"], asked["k"], asked["seeds"]
    if agent is None:
        click.echo(f"no --agent named, so {DEFAULT_AGENT} is put under test", err=True)
    if asked["no_audio"] and asked["voice"] != BEST:
        message = f"found both --no-audio and --voice {asked['voice']}, expected one of them"
        raise UserMistake(message)
    if asked["base_url"] and not (agent or "").startswith(SERVICES):
        found = f"found --base-url with the agent {quoted(agent or DEFAULT_AGENT)}"
        message = f"{found}, which asks no service; expected it with chat:MODEL or llm:MODEL"
        raise UserMistake(message)
    if k is not None and seeds is not None:
        message = "found both --k and --seeds, expected one of them"
        raise UserMistake(message)
    return tuple(range(k or DEFAULT_K)) if seeds is None else parse_seeds(seeds)


def _request(
    asked: dict[str, Any], seeds: tuple[int, ...], livekit: LiveKitAddress | None
) -> Request:
    from modylbench.cli.run_request import Request
    from modylbench.meeting.arrangements import JOIN_S

    return Request(
        agent=asked["agent"] or DEFAULT_AGENT,
        base_url=asked["base_url"],
        scenarios=_names(asked["scenarios"]),
        seeds=seeds,
        edge_cases=asked["edge_cases"],
        beats=asked["beats"],
        voice="" if asked["no_audio"] else asked["voice"],
        voice_url=asked["voice_url"],
        wants_screens=not asked["no_screens"],
        judges=asked["judges"] or OFFLINE,
        keeps_others=asked["judges"] is None,
        mode=asked["mode"],
        max_connections=asked["max_connections"],
        max_cost_usd=asked["max_cost"],
        prices=asked["prices"],
        livekit=livekit,
        launch=asked["launch"],
        join_s=asked["join_timeout"] or JOIN_S,
    )


def _livekit(asked: dict[str, Any]) -> LiveKitAddress | None:
    """The server that is meant, if one is, which has been asked once whether it lets us in."""
    from modylbench.cli.run_server import check_server, is_from_outside, server_of

    agent = asked["agent"] or DEFAULT_AGENT
    is_outside = is_from_outside(agent)
    if asked["launch"] and not is_outside:
        found = f"found --launch with the agent {quoted(agent)}"
        message = f"{found}, which joins no room by itself; expected it with --agent livekit"
        raise UserMistake(message)
    if asked["no_audio"] and is_outside:
        message = f"found --no-audio with the agent {quoted(agent)}, expected sound: it must hear"
        raise UserMistake(message)
    server = server_of(agent, asked["livekit_url"])
    if asked["join_timeout"] and server is None:
        message = "found --join-timeout in process, expected it with --livekit-url"
        raise UserMistake(message)
    if server is not None:
        check_server(server)
    return server


def _names(text: str) -> tuple[str, ...]:
    """The scenarios named; none stands for all."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if not names:
        message = f"found the scenarios {quoted(text)}, expected names or `all`"
        raise UserMistake(message)
    return () if ALL in names else tuple(dict.fromkeys(names))


def _listed() -> int:
    from modylbench.agents.catalogue import available

    agents = available()
    width = max(len(name) for name, _ in agents)
    for name, described in agents:
        click.echo(f"{name:<{width}}  {described}")
    return 0
