"""`modylbench run`: meetings held with an agent, judged and weighed."""

from __future__ import annotations

import click

from modylbench.cli.arguments import (
    BASE_URL,
    LOCATOR,
    MAX_CONNECTIONS,
    MAX_COST,
    NORMS,
    PATH,
    PRICES,
    TURNS,
    options_as,
)
from modylbench.cli.run_request import RunRequest, check_request

DEFAULT = RunRequest()
MOST_JOBS = 64
LONGEST_JOIN_S = 600


@click.command()
@click.option(
    "--agent",
    help="The agent under test: oracle, text_only, chat:MODEL, llm:MODEL, recorded:FILE, "
    "livekit, livekit:NAME, package.module:Class or file.py:Class; `--agent list` lists them.  "
    "[default: oracle]",
)
@BASE_URL
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
@click.option(
    "--cell",
    type=click.Choice(["on", "offline", "off"]),
    default=DEFAULT.cell,
    show_default=True,
    help="With a Python class: whether it is walled in, with the network or without; what runs "
    "without walls is never official.",
)
@click.option(
    "--agent-env",
    default="",
    metavar="NAMES",
    help="With a Python class: variables it gets, such as OPENAI_API_KEY, with commas between.",
)
@click.option(
    "--agent-files",
    default="",
    metavar="PATHS",
    help="With a Python class: what it may read besides the folder that its class is in, with "
    "commas between.",
)
@click.option(
    "--scenarios",
    default=DEFAULT.scenarios,
    show_default=True,
    help="Names, or a suite (core, multiparty, freeform), with commas between; `all` is the core.",
)
@click.option("--k", type=click.IntRange(1, 1000), help="Seeds 0 to K-1.  [default: 3]")
@click.option("--seeds", help="Seeds instead of --k: 7, 0-9 or 0,3,5-9.")
@click.option(
    "--edge-cases",
    default=DEFAULT.edge_cases,
    show_default=True,
    help="Edge cases: the seed's own, `all`, `none`, or one by name. Only the first is official.",
)
@TURNS
@click.option(
    "--human",
    default="",
    metavar="MODEL",
    help="In free form: the model that plays the human, SERVICE:MODEL or MODEL@URL; without it a "
    "policy does that needs none.",
)
@click.option("--beats", default="", help="Only these beats, such as 1-2: for a quick look.")
@click.option(
    "--output",
    type=PATH,
    default=DEFAULT.output,
    show_default=True,
    help="Where the run gets a folder; the same command goes on with it.",
)
@click.option(
    "--jobs",
    type=click.IntRange(0, MOST_JOBS),
    default=DEFAULT.jobs,
    show_default=True,
    help="Meetings held at once, each with its own browser; 0: one for every two cores. On LiveKit "
    "more than 4 at once are not timed well on a small machine.",
)
@click.option(
    "--voice",
    default=DEFAULT.voice,
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
    default=DEFAULT.mode,
    show_default=True,
    help="Whether judges that take sound and pictures get them.",
)
@NORMS
@LOCATOR
@MAX_CONNECTIONS
@MAX_COST
@PRICES
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
@options_as(RunRequest)
def command(request: RunRequest) -> int:
    """Hold meetings with an agent, judge and weigh them.

    Every scenario is held once for each seed. In process, meetings take their time on a clock of
    their own: an hour passes in seconds, and only what an agent computes takes as long as it takes.
    On a LiveKit server an hour is an hour; any agent can be heard there, also yours.

    A run that was interrupted goes on when the same command is started again. `modylbench evaluate`
    judges the same meetings otherwise. What models as judges will cost depends on what is said and
    shown: hold the meetings with --judges none, and `modylbench evaluate --dry-run` tells it.

    Exit code 1 where a meeting came out invalid, so that it must be held again, or without a score,
    or where the agent's own code failed and no turn of a meeting has an answer.
    """
    if request.agent == "list":
        return _print_agents()
    request = check_request(request)
    from modylbench.cli.holding import hold_run  # slow, and of no use before

    return hold_run(request)


def _print_agents() -> int:
    from modylbench.agents.catalogue import available

    agents = available()
    width = max(len(name) for name, _ in agents)
    for name, described in agents:
        click.echo(f"{name:<{width}}  {described}")
    return 0
