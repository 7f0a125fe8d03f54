"""An evaluation harness for AI agents that take part in meetings."""

__version__ = "0.1.0"
