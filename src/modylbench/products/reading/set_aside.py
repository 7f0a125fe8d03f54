"""Parts of a product that say of themselves that they are not its main case.

An older version that is kept, a side case or a hypothetical one stands there for whoever wants it.
What it shows is no second word on what the product shows elsewhere.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.language.plain import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

SET_ASIDE = ("set aside",)
"""The label of all numbers of such a part; with a space in it, nobody's own label is the same."""
LONGEST_NAME = 200  # ours: characters; a name is read, not a text
MOST_NOTES = 8  # ours: of a part; who sets it aside says so among the first

_KEPT = (
    r"(?:superseded|obsolete|outdated|withdrawn|retired|discarded|abandoned|deprecated"
    r"|^archived?\b|archived? (?:version|copy|draft|run|table|case)|[(\[:\u2013-] ?archived?\W*$"
    r"|drafts?\b|(?:^|[(\[])old\b|(?<!years )(?<!year )\bold\W*$)"
)
_SIDE = (
    r"(?:side[- ]?(?:case|scenario|calculation|table|run)s?|hypothetical|counterfactual"
    r"|illustrati(?:ve|on)\b(?! of))"
)
_OLD = (
    r"(?:old|older|previous|prior|former|earlier|original|initial|first)"
    r" (?:version|draft|run|cut|pass|attempt|state|calculation)s?"
)
_NOT_MAIN = (
    r"not (?:(?:part of )?(?:the|our|a) (?:\w{1,20} ){0,2}"
    r"(?:case|plan|model|result|recommendation|deliverable|version|answer|table)\b"
    r"|for (?:use|submission|distribution|decision|publication|the (?:\w{1,20} ){0,2}"
    r"(?:committee|board|paper|pack|client)|ic\b))"
)
_FOR_RECORD = (
    r"for (?:reference|information|illustration|comparison|the record|the file)(?: only| purposes)"
    r"|kept for (?:the )?(?:record|reference|audit|comparison)|for the record"
    r"|do not (?:use|rely)|no longer (?:used|valid|current|in force)|replaced by"
    r"|before (?:the )?(?:\w{1,20} ){0,2}(?:corrections?|changes?|updates?|restatement)\b"
    r"|(?:prior|previous|last) (?:year|period|quarter)\W{1,3}(?:for (?:comparison|reference)\b)"
    r"|not (?:the )?(?:current|latest|final|in force|up to date)"
    r"|(?:^|[,;(\u2013\u2014-] ?)for (?:reference|information|illustration|comparison)\W*$"
)
_IN_NAME = re.compile(rf"\b(?:{_KEPT}|{_SIDE}|{_OLD}|{_NOT_MAIN}|{_FOR_RECORD})")
_OPENS_NOTE = re.compile(
    rf"^\W*(?:(?:this|the) (?:\w{{1,20}} ){{0,2}}(?:is|was|are)(?: an?| the| now| kept){{0,2}} )?"
    rf"(?:{_KEPT}|{_SIDE}|{_OLD}|{_NOT_MAIN}|{_FOR_RECORD})"
)

_CURRENT = re.compile(
    r"^\W*(?:(?:the |our )?(?:current|final|latest|live|revised|corrected|approved|adopted|updated)"
    r" (?:version|table|figures?|numbers?|case|run|model|cut|state|results?)\b"
    r"|(?:in force|now in force|as corrected|as revised)\b)"
)


@lru_cache(maxsize=4096)
def names_set_aside(name: str) -> bool:
    """Whether the name of a sheet, section or widget says that it is not the main case.

    >>> names_set_aside("Superseded v2: flows"), names_set_aside("Side case, not for IC: gross IRR")
    (True, True)
    >>> names_set_aside("Base case"), names_set_aside("Prior year"), names_set_aside("Sensitivity")
    (False, False, False)
    """
    return bool(_IN_NAME.search(_plain_name(name)))


@lru_cache(maxsize=4096)
def names_current(name: str) -> bool:
    """Whether a line says that what follows is the version that stands.

    >>> names_current("Current version (v3)"), names_current("Current assets")
    (True, False)
    """
    return bool(_CURRENT.search(_plain_name(name)))


def is_set_aside(name: str, notes: Sequence[str] = ()) -> bool:
    """Whether its name says so, or one of its notes opens with it.

    A note may speak of another part ("the old run is superseded"), so that only its opening counts.

    >>> is_set_aside("Flows 2", ["Superseded, do not use."])
    True
    >>> is_set_aside("Flows", ["The run before this one is superseded; do not use it."])
    False
    """
    return names_set_aside(name) or any(
        _OPENS_NOTE.search(_plain_name(note)) for note in notes[:MOST_NOTES]
    )


def _plain_name(text: str) -> str:
    return " ".join(plain(text[:LONGEST_NAME]).replace("_", " ").split())
