"""The address of a LiveKit server, and what opens it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LiveKitAddress:
    """A server that is there; key and secret are never recorded or printed."""

    url: str
    api_key: str = field(repr=False)
    api_secret: str = field(repr=False)
