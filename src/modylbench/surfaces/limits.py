"""How much of what an agent sends is taken; every number here is ours."""

from __future__ import annotations

MAX_STREAM_CHARACTERS = 16_000_000
MAX_MESSAGE_CHARACTERS = 4_000_000  # a grid of 200 x 50 cells with units is under 1 MB
MAX_MESSAGES = 100_000
MAX_BROKEN_PARTS = 1_000  # of one stream
MAX_DEPTH = 50  # of one message; the official core goes no deeper either
MAX_VALUES = 300_000  # in one message
MAX_STRING = 2_000_000
MAX_KEY = 1_000
MAX_ID = 200
MAX_NUMBER = 2**53 - 1  # whole numbers beyond it are not the same in a browser
MAX_SURFACES = 50
MAX_COMPONENTS = 20_000  # of one surface
MAX_INSTANCES = 30_000  # of the components of one surface, as a page has to show them
MAX_TREE_DEPTH = 50  # of components within components, as in the official core
MAX_STATE_WEIGHT = 64_000_000  # about bytes, of all surfaces together
MAX_LEGACY_LISTS = 200  # paths that the templates of one surface of v0.8 repeat over
MAX_LEGACY_STYLES = 20  # changes of them on one surface of v0.8: each builds it anew
MAX_FINDINGS = 20  # of one message
MAX_REASON = 300

FORBIDDEN_KEYS = frozenset({"__proto__", "constructor", "prototype"})
