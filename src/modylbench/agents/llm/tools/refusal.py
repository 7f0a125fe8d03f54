"""What does a model hear when a call of it cannot be done?"""

from __future__ import annotations


class Refused(Exception):
    """A call that cannot be done; the message tells the model what to do instead."""
