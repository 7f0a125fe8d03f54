"""How do the harness and the process of an agent write to each other?

Each message is one line of JSON on a socket that serves nothing else; bytes are in base64.

harness to agent   invitation, heard, overhear, cancel, result, refused, bye
agent to harness   ready, unusable, call, drop, done, failed
"""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_LINE_BYTES = 32 * 1024 * 1024
MOST_PROBLEM = 2_000


def as_line(message: Mapping[str, Any]) -> bytes:
    """The message as it is sent; ValueError or TypeError where JSON cannot say it."""
    text = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode() + b"\n"


def in_base64(content: bytes) -> str:
    """Bytes as text."""
    return base64.b64encode(content).decode("ascii")


def from_base64(text: str) -> bytes:
    """The bytes again; ValueError where the text is not base64."""
    return base64.b64decode(text, validate=True)
