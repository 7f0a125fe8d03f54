"""What does a text in JSON say that an agent or its seat sent?"""

from __future__ import annotations

import json
import re

from modylbench.meeting.capture.exchange import MOST_TEXT

MOST_REPORT = 20_000


def is_object(text: str) -> bool:
    """Whether a text is a JSON object that is kept whole."""
    try:
        return len(text) <= MOST_TEXT and isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def read_fault_report(text: str) -> tuple[str, str, float | None]:
    """Code and detail of what an agent's seat says went wrong, and when that was asked for."""
    try:
        value = json.loads(text[:MOST_REPORT])
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        return "failed", text, None
    code = re.sub(r"[^a-z0-9_]", "_", str(value.get("code", "failed")).lower())[:80]
    asked = value.get("asked_s")
    asked_s = asked if isinstance(asked, float) else None
    return code or "failed", str(value.get("detail", "")), asked_s
