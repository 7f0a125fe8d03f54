"""Who sits on the offline panel, and what decides its ratings?"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from modylbench.evaluation.judging.offline import auditor, listener, viewer
from modylbench.evaluation.judging.offline.member import OfflineMember
from modylbench.evaluation.verdicts import JudgeCard

if TYPE_CHECKING:
    from modylbench.evaluation.judging.judge import Judge

VERSION = "2"
DECIDING = (
    "curve.py", "rating.py", "scales.py", "auditor.py", "listener.py", "viewer.py", "member.py",
    "evidence/work.py", "evidence/speech.py", "evidence/screen.py", "evidence/product.py",
    "evidence/integrity.py",
)  # fmt: skip


def offline_panel() -> tuple[Judge, ...]:
    """The three members, in the order of their names."""
    return members()


def members() -> tuple[OfflineMember, ...]:
    """The same, with the tables that the document is written from."""
    return (
        OfflineMember(_card("auditor"), auditor.TURN, auditor.PRODUCT, auditor.votes),
        OfflineMember(_card("listener"), listener.TURN, listener.PRODUCT, listener.votes),
        OfflineMember(_card("viewer"), viewer.TURN, viewer.PRODUCT, viewer.votes),
    )


@cache
def signature() -> str:
    """The hash of the code and the tables that decide the panel's ratings."""
    folder = files("modylbench.evaluation.judging.offline")
    digest = hashlib.sha256()
    for name in DECIDING:
        text = folder.joinpath(name).read_text(encoding="utf-8")
        digest.update(f"{name}\n{text}\n".encode())
    return digest.hexdigest()


def _card(name: str) -> JudgeCard:
    return JudgeCard(name=name, kind="offline", version=VERSION, signature=signature())
