"""How is a run made hostile: everything that an agent or a judge wrote replaced by payloads?

The records stay valid and bound to each other by their hashes: they are what a hostile agent could
really leave behind, and a hostile submission could claim.
"""

import copy
import hashlib
import json
from itertools import cycle
from pathlib import Path
from typing import Any

from tests.e2e.report_hostile_products import hostile_surfaces
from tests.e2e.report_payloads import PAYLOADS, marked

from modylbench.foundation.record import canonical_json

SHOWN = {
    "agent name": 1, "meeting title": 1, "speaker": 3, "asked": 3, "judge name": 38, "heard": 60,
    "state": 3, "said": 60, "chat": 60, "chat sender": 60, "reaction": 60, "annotation": 60,
    "file name": 60, "mime type": 60, "fault code": 60, "fault detail": 60, "surface fault": 60,
    "surface id": 60, "attempt": 30, "rating": 60, "vote": 60, "audio observation": 20,
    "visual observation": 20, "coherence": 20, "verdict note": 50, "found": 20, "expected": 10,
    "limit": 60, "note": 5, "cell": 60, "row label": 60, "column label": 40, "sheet name": 4,
    "sheet note": 60, "title": 8, "section": 60, "heading": 60, "citation": 60, "x": 60,
    "series": 20, "axis": 4, "chart note": 60, "widget": 60, "widget value": 60, "widget text": 60,
    "code": 5, "file path": 40,
}  # fmt: skip
"""Of every field, how many payloads at least must be seen as text: the others are cut or cleaned
before the page, or there is no room for them."""


class Hand:
    """Gives out payloads for a field, one after the other and round again."""

    def __init__(self) -> None:
        self._left: dict[str, cycle[str]] = {}

    def __call__(self, field: str) -> str:
        """The next one."""
        return next(self._left.setdefault(field, cycle(marked(field))))


def poison(run: Path) -> None:
    """Make a run of one trial hostile, in place."""
    hand = Hand()
    agent = {"name": hand("agent name"), "settings": {"mood": hand("agent name")}}
    (trial,) = [path.parent for path in run.glob("*/*/recording.json")]
    recording = _read(trial / "recording.json") | {"agent": agent}
    _poison_recording(recording, trial, hand)
    digest = _write(trial / "recording.json", recording)
    evaluation = _read(trial / "evaluation.json") | {"agent": agent, "recording": digest}
    _poison_evaluation(evaluation, hand)
    judged = _write(trial / "evaluation.json", evaluation)
    bound = {"agent": agent, "recording": digest, "evaluation": judged}
    card = _read(trial / "scorecard.json") | bound
    _poison_scorecard(card, hand)
    _write(trial / "scorecard.json", card)
    for name in ("run.json", "reliability.json"):
        if (run / name).is_file():
            _write(run / name, _read(run / name) | {"agent": agent})


def _poison_recording(recording: dict[str, Any], trial: Path, hand: Hand) -> None:
    turns = recording["turns"]
    recording["title"] = hand("meeting title")
    for number, turn in enumerate(turns):
        turn["human"] |= {"speaker": hand("speaker"), "text": hand("asked")}
        said = turn["agent"]
        at = said["ended_s"]
        words = marked("said")[number :: len(turns)]
        said["said"] = [_spoken(text, at) for text in words]
        said["heard"] = [_spoken(text, at) for text in marked("heard")[number :: len(turns)]]
        for field, name in (
            ("chat", "chat"),
            ("reaction", "reactions"),
            ("annotation", "annotations"),
        ):
            texts = marked(field)[number :: len(turns)]
            said[name] = [
                {"sender": hand(f"{field} sender"), "text": text, "at_s": at} for text in texts
            ]
        said["states"] = [{"state": hand("state"), "at_s": at}]
        said["files"] = [_file(trial, turn, hand, at) for _ in range(0, len(PAYLOADS), len(turns))]
        said["surface_faults"] = [_surface_fault(hand) for _ in range(0, len(PAYLOADS), len(turns))]
        shown = f"surfaces/turn-{turn['turn_index']:02d}.json"
        _write(trial / shown, hostile_surfaces(number))
        said["surfaces"] = _kept(trial, shown)
    recording["faults"] = [
        {
            "culprit": "agent", "code": code, "detail": hand("fault detail"),
            "turn_index": turns[number % len(turns)]["turn_index"] if number % 3 else None,
            "at_s": None, "spoils": False,
        }
        for number, code in enumerate(marked("fault code"))
    ]  # fmt: skip


def _poison_evaluation(evaluation: dict[str, Any], hand: Hand) -> None:
    facts = evaluation["facts"]
    for turn in facts["turns"]:
        turn["attempts"] = [
            {
                "channel": "said", "kind": hand("attempt"), "excerpt": hand("attempt"),
                "turn_index": turn["turn_index"], "product_id": "", "pointer": "",
            }
            for _ in range(0, len(PAYLOADS), 2 * len(facts["turns"]))
        ]  # fmt: skip
    for product in facts["products"]:
        for finding in product["findings"]:
            finding |= {
                "found": hand("found"), "expected": hand("expected"), "reason": hand("found"),
                "verdict": "failed",
            }  # fmt: skip
            finding["where"] = [
                *finding["where"],
                {"product_id": hand("place"), "pointer": f"/{hand('place')}", "span": None,
                 "value": None},
            ]  # fmt: skip
    given = evaluation["verdicts"]
    evaluation["verdicts"] = [copy.deepcopy(one) for one in given for _ in range(2)]  # more names
    for verdict in evaluation["verdicts"]:
        for rating in verdict["ratings"]:
            rating |= {"reason": hand("rating"), "evidence": [hand("evidence")]}
        verdict |= {
            "judge": hand("judge name"),
            "audio_observations": hand("audio observation"),
            "visual_observations": hand("visual observation"),
            "coherence_notes": hand("coherence"),
            "notes": [hand("verdict note") for _ in range(3)],
            "votes": [
                {"question": hand("vote"), "answer": None, "reason": hand("vote")} for _ in range(3)
            ],
        }


def _poison_scorecard(card: dict[str, Any], hand: Hand) -> None:
    card["turns"][3]["score"] = 1.0  # the worst, so that it is another than the first
    card["notes"] = [hand("note") for _ in range(5)]
    for part in (card, *card["turns"], *card["products"]):
        part["limits"] = [
            {"rule": hand("rule"), "reason": hand("limit"), "before": 5.0, "after": 4.0,
             "evidence": []}
            for _ in range(8)
        ]  # fmt: skip


def _spoken(text: str, at: float) -> dict[str, Any]:
    return {"text": text, "started_s": at, "ended_s": at, "is_final": True, "is_whole": True}


def _file(trial: Path, turn: dict[str, Any], hand: Hand, at: float) -> dict[str, Any]:
    path = f"files/turn-{turn['turn_index']:02d}/sent.html"
    (trial / path).parent.mkdir(parents=True, exist_ok=True)
    (trial / path).write_text(PAYLOADS[0], encoding="utf-8")
    return {
        "sender": hand("file sender"), "name": hand("file name"), "mime_type": hand("mime type"),
        "file": _kept(trial, path), "at_s": at,
    }  # fmt: skip


def _surface_fault(hand: Hand) -> dict[str, Any]:
    return {
        "code": hand("surface fault"), "severity": "error", "reason": hand("surface fault"),
        "surface_id": hand("surface id"), "component_id": hand("component id"),
    }  # fmt: skip


def _kept(trial: Path, path: str) -> dict[str, Any]:
    content = (trial / path).read_bytes()
    return {
        "path": path, "sha256": hashlib.sha256(content).hexdigest(), "size": len(content)
    }  # fmt: skip


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _write(path: Path, value: Any) -> str:
    content = canonical_json(value).encode()
    path.write_bytes(content)
    return hashlib.sha256(content).hexdigest()
