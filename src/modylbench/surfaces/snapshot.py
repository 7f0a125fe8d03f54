"""The record of one A2UI surface at one moment: its components, its data, its theme."""

from __future__ import annotations

from typing import Any

from modylbench.foundation.record import Spec

A2uiMessage = dict[str, Any]


class SurfaceSnapshot(Spec):
    """One surface: its components by id, each as the agent sent it (A2UI v0.9), and its data."""

    surface_id: str
    catalog_id: str
    components: dict[str, dict[str, Any]]
    data: Any = None
    theme: dict[str, Any] | None = None
