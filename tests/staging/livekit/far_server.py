"""A LiveKit server at one address, as a program: it says where, and ends with its input."""

import json
import sys
from pathlib import Path

from modylbench.providers.livekit.server import serving

if __name__ == "__main__":
    with serving(Path(sys.argv[1]), bind=sys.argv[2]) as server:
        there = server.address
        said = {"url": there.url, "api_key": there.api_key, "api_secret": there.api_secret}
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()
        sys.stdin.read()
