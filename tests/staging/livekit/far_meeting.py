"""A short meeting as a program, to be held on one side of a bad network.

Its argument is the folder; the server's address comes as one line of JSON, and the record goes out.
"""

import asyncio
import json
import sys
from pathlib import Path

from tests.staging.livekit.meetings import Scene, Setup, hold_on_server, two_questions

from modylbench.providers.addresses import LiveKitAddress


async def bring_agent(scene: Scene) -> None:
    await scene.agent()


if __name__ == "__main__":
    where = LiveKitAddress(**json.loads(sys.stdin.readline()))
    setup = Setup(disturb=bring_agent, scenario=two_questions(patience_s=15.0))
    over = asyncio.run(hold_on_server("bad-network", where, Path(sys.argv[1]), setup))
    sys.stdout.write(over.recording.model_dump_json())
