"""Replies of a check and of judges, as a test wants them."""

from typing import Any, Literal

from modylbench.evaluation.verdicts import JudgeCard
from modylbench.leaderboard.checking.rejudge import Rejudged
from modylbench.leaderboard.submission.problems import Checked, Entry, Problem
from modylbench.recording.recording import AgentUnderTest

SCORES = {"financial_analyst": (8.0, 8.5, 9.0), "scientist": (7.0, 7.0, 7.5)}


def entry(**changes: Any) -> Entry:
    values: dict[str, Any] = {
        "name": "My agent <b>",
        "agent": AgentUnderTest(name="mine"),
        "standard": "gold",
        "mode": "multimodal",
        "panel": (JudgeCard(name="google:gemini-3.1-pro", kind="model"),),
        "models": ("gemini-3.1-pro", "claude-opus-4-6"),
        "seeds": (0, 1, 2),
        "k": 3,
        "scores": SCORES,
        "official": {name: min(scores) for name, scores in SCORES.items()},
        "tiers": {"financial_analyst": "mentor", "scientist": "peer"},
        "overall": 7.5,
        "has_media": True,
        "challenge_id": "c1",
        "attempts": 18,
        "spoilt": (),
        "cost_usd": None,
    }
    return Entry(**values | changes)


def checked(submission: str, *problems: Problem, **changes: Any) -> Checked:
    values: dict[str, Any] = {
        "submission": submission,
        "problems": problems,
        "warnings": (),
        "notes": (),
        "done": ("members and their hashes", "scorecards"),
        "entry": None if problems else entry(),
    }
    return Checked(**values | changes)


def rejudged(outcome: Literal["agreed", "doubted", "impossible"], *doubts: str) -> Rejudged:
    return Rejudged(seed="00", outcome=outcome, doubts=doubts)
