"""An evaluation harness for AI agents that take part in meetings.

    import modylbench as mb

    results = mb.hold("my_agent.py:MyAgent", scenarios="financial_analyst", seeds=[0, 1, 2])
    results.meetings, results.findings      # frames
    mb.judge("results/my-run", judges="default")
    mb.verify("financial_analyst", "model.xlsx")
    mb.load("results")

These four functions and what they give back are the public API; all else is private.
"""

__version__ = "0.1.0"
__all__ = ["FileVerification", "Results", "hold", "judge", "load", "verify"]

_HOMES = {
    "Results": "api.results",
    "FileVerification": "api.verifying",
    "hold": "api.holding",
    "judge": "api.judging",
    "load": "api.results",
    "verify": "api.verifying",
}


def __getattr__(name: str) -> object:
    """A name of the API, imported when it is first used: a command that needs none starts fast."""
    if name not in _HOMES:
        message = f"module 'modylbench' has no attribute {name!r}"
        raise AttributeError(message)
    from importlib import import_module

    return getattr(import_module(f"modylbench.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
