"""What code has found wrong with what an agent shows."""

from __future__ import annotations

from typing import Literal

from modylbench.foundation.record import Name, Spec

Source = Literal["stream", "state", "reading", "page"]
Severity = Literal["error", "warning"]


class SurfaceFinding(Spec):
    """One fault of the agent's: where it came to light, what it is, and at which place.

    `source` is the step that saw it: the stream (a message that cannot be taken), the state at the
    end of a turn (a child that never came), reading work products, or the rendered page.
    `message_index` counts the messages of the meeting from 0. `where` is a pointer or a text.
    """

    source: Source
    severity: Severity
    code: Name
    reason: str
    surface_id: str | None = None
    component_id: str | None = None
    message_index: int | None = None
    where: str = ""
