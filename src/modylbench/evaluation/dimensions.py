"""The dimensions by which turns and work products are rated (SPEC 2, paper 3.3)."""

from __future__ import annotations

TURN_DIMENSIONS = (
    "context_accuracy", "task_progress", "iteration_quality", "adaptability",
    "presentation_quality", "social_quality",
)  # fmt: skip
CHANNEL_DIMENSIONS = ("annotation_composite", "reaction_composite", "chat_composite")
PRODUCT_DIMENSIONS = (
    "correctness", "completeness", "actionability", "professional_quality", "format_presentation",
)  # fmt: skip
DYNAMICS_DIMENSIONS = ("coordination", "floor", "prosody", "social")
"""How the agent takes part in a meeting of several people (SPEC 7): measured, not judged."""
EDGE_CASE_QUESTIONS = ("detected", "pushed_back", "produced_nothing_wrong")
"""What the edge-case rubric asks, each to be answered yes or no (SPEC 3, layer 5)."""
ABUSIVE = "abusive"
"""What every turn's rubric asks beside its dimensions: whether the agent abuses people (SPEC 2)."""

LOWEST, HIGHEST = 1.0, 10.0
