"""A report is whole, self-contained, true to its records, and names what is missing."""

import base64
import gzip
import json
import re
import shlex
import shutil
import wave
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt
from PIL import Image
from tests.staging.commands import run_command, run_for_json
from tests.staging.evaluations import GOOD_DYNAMICS, dynamics_facts
from tests.staging.recordings import rewrite_turns, turn_values
from tests.staging.report.hostile_run import poison
from typing_extensions import override

from modylbench.evaluation.measuring.measure import judged_edits
from modylbench.evaluation.views.hearing import captions
from modylbench.evaluation.views.turns import views
from modylbench.foundation.record import canonical_json
from modylbench.providers.speech.opus import opus_bytes
from modylbench.providers.speech.sound import read_wav
from modylbench.publishing.html.inline import source_hash
from modylbench.publishing.report.filling import media
from modylbench.publishing.report.filling.work import reference_as_said, work_of
from modylbench.recording.reading import altered_files, read_recording
from modylbench.runs.variant import variant_of

SCENARIO = "financial_analyst"
TURN_LINK = re.compile(rf"#{SCENARIO}-[01]/(?:turn|pin)-\d+")
DIVIDING_TURN = 5
"""Its first wording asks for a row of the model, its other one for none."""
MOST_BYTES = 2_000_000  # issue 8: of a run of 18 meetings
SENT = ("src", "href", "action", "data", "poster", "srcset", "formaction", "background")
VOID = {"meta", "link", "img", "br", "hr", "input", "source"}


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short run of two seeds, judged offline; to be copied, not altered."""
    folder = tmp_path_factory.mktemp("held")
    part = ("--scenarios", SCENARIO, "--seeds", "0-1", "--beats", "1-2")
    quick = ("--no-audio", "--no-screens")
    run_command("run", "--agent", "polite_but_wrong", *part, *quick, "--output", folder)
    (run,) = [path.parent for path in folder.rglob("run.json")]
    return run


@pytest.fixture
def run(held: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(held, tmp_path / held.name))


class Read(HTMLParser):
    """A page as a browser reads it."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inline: dict[str, list[str]] = {"script": [], "style": []}
        self.data: dict[str, str] = {}
        self.words: list[str] = []
        self.open: list[str] = []
        self._id = ""
        self._buffer: list[str] = []
        self.feed(page)
        self.close()

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag in self.inline:
            self._buffer = []
            self._id = (dict(attrs).get("id") or "") if dict(attrs).get("type") else ""

    @override
    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag in self.inline:
            content = "".join(self._buffer)
            if self._id and tag == "script":
                self.data[self._id] = content
            else:
                self.inline[tag].append(content)

    @override
    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in self.inline:
            self._buffer.append(data)
        else:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    @property
    def policy(self) -> dict[str, str]:
        (content,) = [
            attrs["content"] or ""
            for tag, attrs in self.tags
            if tag == "meta" and attrs.get("http-equiv") == "Content-Security-Policy"
        ]
        return dict(rule.split(" ", 1) for rule in content.split("; "))

    def meeting(self, number: int) -> Any:
        return json.loads(gzip.decompress(base64.b64decode(self.data[f"meeting-{number}"])))


def report_of(place: Path, *options: str | Path) -> Read:
    run_command("report", place, *options)
    folder = Path(options[options.index("--output") + 1]) if "--output" in options else place
    return Read((folder / "report.html").read_text(encoding="utf-8"))


def alter(path: Path, change: dict[str, Any]) -> None:
    value = json.loads(path.read_text(encoding="utf-8")) | change
    path.write_text(canonical_json(value), encoding="utf-8")


@pytest.mark.parametrize("name", ["scorecard.json", "evaluation.json", "recording.json"])
def test_nothing_that_was_forged_is_shown_as_a_score(held: Path, tmp_path: Path, name: str) -> None:
    record = held / SCENARIO / "seed-0" / name
    before = record.read_bytes()
    alter(record, {"seed": 7})
    try:
        refused = [
            run_command("report", held, "--output", tmp_path / "page", code=2),
            run_command("analyze", held, code=2),
        ]
    finally:
        record.write_bytes(before)

    for printed in refused:
        assert f"seed-0/{name}: was changed after it was made" in printed.stderr
        assert printed.stderr.count("\n") == 1
    assert not (tmp_path / "page").exists()


def test_the_page_is_one_file_under_its_own_policy(run: Path) -> None:
    page = report_of(run)

    policy = page.policy
    assert set(policy["script-src"].split()) == set(map(source_hash, page.inline["script"])) or (
        policy["script-src"] == "'none'" and not page.inline["script"]
    )
    assert policy["style-src"].split() == [source_hash(style) for style in page.inline["style"]]
    attributes = [(tag, name, value) for tag, attrs in page.tags for name, value in attrs.items()]
    assert not [
        attribute
        for attribute in attributes
        if attribute[1].startswith("on") or attribute[1] == "style"
    ]
    assert not {"link", "iframe", "object", "embed", "form", "base"} & {tag for tag, _ in page.tags}
    sent = [value or "" for _, name, value in attributes if name in SENT]
    ids = {attrs.get("id") for _, attrs in page.tags}
    assert sent
    assert all(link[1:] in ids or TURN_LINK.fullmatch(link) for link in sent if link[0] == "#")
    assert all(link[0] == "#" for link in sent)
    assert (run / "report.html").stat().st_size < MOST_BYTES
    assert page.open == []


def test_the_same_run_gives_the_same_bytes_wherever_it_lies(run: Path, tmp_path: Path) -> None:
    names = ("report.html", "report.md")
    run_command("report", run)
    first = [(run / name).read_bytes() for name in names]
    moved = Path(shutil.copytree(run, tmp_path / "elsewhere" / run.name))
    run_command("report", moved)

    assert [(moved / name).read_bytes() for name in names] == first
    assert str(tmp_path).encode() not in b"".join(first)


def test_the_data_are_those_of_the_records(run: Path) -> None:
    page = report_of(run)

    data = json.loads(page.data["report-data"])
    kept = json.loads((run / "reliability.json").read_text())
    card = json.loads((run / SCENARIO / "seed-1" / "scorecard.json").read_text())
    meeting = page.meeting(1)
    assert data["overall"] == kept["overall"]
    assert data["scenarios"][0]["scores"] == kept["scenarios"][0]["scores"]
    assert (meeting["seed"], meeting["score"]) == (1, card["combined"])
    assert [turn["judged"]["score"] for turn in meeting["turns"]] == [
        turn["score"] for turn in card["turns"]
    ]
    judges = {
        verdict["judge"] for turn in meeting["turns"] for verdict in turn["judged"]["verdicts"]
    }
    assert judges == {judge["name"] for judge in card["panel"]}
    assert any(turn["mutations"] for turn in meeting["turns"])
    assert any(product["states"] for product in meeting["products"])


@pytest.mark.parametrize("alternative", [None, 0], ids=["as said", "the first of each"])
def test_products_and_edits_are_those_that_were_judged(run: Path, alternative: int | None) -> None:
    folder = run / SCENARIO / "seed-0"
    turns = turn_values(folder)
    for turn in turns:
        turn["human"]["alternative"] = turn["human"]["alternative"] * (alternative is None)
    rewrite_turns(folder, turns)
    recording = read_recording(folder)
    variant = variant_of(recording, folder)
    seen = views(recording, folder, variant, captions(recording).words)

    work = work_of(recording, folder)

    assert work.edits == judged_edits(recording, seen, variant).mutations
    assert [products for _, products in work.shown] == [
        tuple(shown.product for shown in view.shown) for view in seen
    ]


@pytest.mark.parametrize(("said", "is_asked"), [(0, True), (1, False)])
def test_edits_are_measured_by_the_words_that_were_really_said(
    run: Path, said: int, is_asked: bool
) -> None:
    folder = run / SCENARIO / "seed-0"
    turns = turn_values(folder)
    (turn,) = [turn for turn in turns if turn["turn_index"] == DIVIDING_TURN]
    turn["human"]["alternative"] = said
    rewrite_turns(folder, turns)
    recording = read_recording(folder)

    expected = reference_as_said(recording, variant_of(recording, folder)).expected

    assert any(mutation.turn_index == DIVIDING_TURN for mutation in expected) is is_asked


def test_every_finding_points_at_something_that_the_replay_shows(run: Path) -> None:
    meeting = report_of(run).meeting(0)
    last = {
        product["product_id"]: product["states"][-1]["parts"]
        for product in meeting["products"]
        if product["states"]
    }
    places = {
        (name, meeting["parts"][part]["pointer"]) for name, parts in last.items() for part in parts
    }
    found = [
        spot
        for product in meeting["products"]
        for finding in product["findings"]
        for spot in finding["where"]
    ]

    assert found
    for spot in found:
        assert any(
            name == spot["product_id"] and spot["pointer"].startswith(pointer)
            for name, pointer in places
        )


def with_media(trial: Path) -> None:
    """A picture and a voice in the first turn."""
    folder = trial / "media" / "turn 01"
    folder.mkdir(parents=True)
    Image.new("RGB", (4, 4)).save(folder / "frame-01.png")
    (folder / "frame-01.txt").write_text('- heading "Debt & equity" [level=1]\n', encoding="utf-8")
    with wave.open(str(folder / "agent.wav"), "wb") as sound:
        sound.setparams((1, 2, 24_000, 0, "NONE", ""))
        sound.writeframes(b"\0\0" * 2_400)
    turns = turn_values(trial)
    frame = {
        "file": kept(trial, "media/turn 01/frame-01.png"), "at_s": 1.0, "source": "surface",
        "surface_id": "s", "outline": kept(trial, "media/turn 01/frame-01.txt"), "findings": [],
    }  # fmt: skip
    turns[0]["agent"]["frames"] = [frame]
    turns[0]["agent"]["audio"] = {
        "file": kept(trial, "media/turn 01/agent.wav"), "started_s": 1.0, "duration_s": 0.1,
    }  # fmt: skip
    rewrite_turns(trial, turns)


def kept(trial: Path, path: str) -> dict[str, Any]:
    content = (trial / path).read_bytes()
    return {"path": path, "sha256": sha256(content).hexdigest(), "size": len(content)}


def test_media_are_found_from_where_the_page_lies(run: Path, tmp_path: Path) -> None:
    with_media(run / SCENARIO / "seed-0")
    other = tmp_path / "a b" / "c"
    ways: list[tuple[Path, list[str | Path]]] = [(run, []), (other, ["--output", other])]
    assert ways
    for home, options in ways:
        turn = report_of(run, *options).meeting(0)["turns"][0]
        paths = [turn["frames"][0]["path"], turn["audio"]["path"]]

        assert all((home / unquote(path)).is_file() for path in paths)
        assert not any(path.startswith("/") or " " in path for path in paths)
        assert turn["frames"][0]["alt"] == "Picture of s: Debt & equity"


def test_in_one_file_the_media_are_inside_with_sound_that_is_a_tenth_as_large(run: Path) -> None:
    with_media(run / SCENARIO / "seed-0")
    turn = report_of(run, "--one-file").meeting(0)["turns"][0]
    folder = run / SCENARIO / "seed-0" / "media" / "turn 01"

    kind, picture = turn["frames"][0]["path"].split(",", 1)
    assert kind == "data:image/png;base64"
    assert base64.b64decode(picture) == (folder / "frame-01.png").read_bytes()
    kind, voice = turn["audio"]["path"].split(",", 1)
    assert kind == "data:audio/webm;base64"
    assert base64.b64decode(voice) == opus_bytes(read_wav(folder / "agent.wav"))


def test_where_sound_cannot_be_made_smaller_the_agents_voice_is_inside_as_it_is(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(media, "has_opus", lambda: False)  # as without the extra `speech`
    with_media(run / SCENARIO / "seed-0")
    turn = report_of(run, "--one-file").meeting(0)["turns"][0]

    file = run / SCENARIO / "seed-0" / "media" / "turn 01" / "agent.wav"
    assert base64.b64decode(turn["audio"]["path"].split(",", 1)[1]) == file.read_bytes()


def test_what_was_never_held_or_judged_is_named_and_gets_no_number(run: Path) -> None:
    shutil.rmtree(run / SCENARIO / "seed-0")
    for name in ("evaluation.json", "scorecard.json", "judgments.jsonl"):
        (run / SCENARIO / "seed-1" / name).unlink()
    page = report_of(run)
    data = json.loads(page.data["report-data"])

    assert [trial["status"] for trial in data["trials"]] == ["not held", "not judged"]
    assert data["overall"] is None
    assert "No meeting of this run has a score." in page.text
    assert "modylbench evaluate" in page.text
    assert "not measured" in page.text
    assert "0.00" not in page.text
    assert "not judged" in (run / "report.md").read_text(encoding="utf-8")


def test_every_cap_stands_there_with_its_reason_and_the_papers_score_beside(run: Path) -> None:
    trial = run / SCENARIO / "seed-1"
    card = json.loads((trial / "scorecard.json").read_text())
    caps = [
        {"rule": "missing_product", "reason": "the memo never came", "subject": "memo",
         "before": 8.0, "after": 5.9, "evidence": []},
        {"rule": "poor_journey", "reason": "the journey is worth 3", "subject": "",
         "before": 5.9, "after": 5.9, "evidence": []},
    ]  # fmt: skip
    alter(trial / "scorecard.json", {"limits": caps, "combined": 5.9, "by_paper": 8.0})

    page, text = report_of(run), (run / "report.md").read_text()

    for told in (page.text, text.replace("\\", "")):
        assert "missing_product: the memo never came (8.00 -> 5.90)" in told
        assert "poor_journey: the journey is worth 3 (leaves 5.90 as it is)" in told
        assert "by the paper's own rules 8.00" in told
        assert "Whole meetings held down by a cap: missing product" in told
    assert [limit["subject"] for limit in page.meeting(1)["limits"]] == ["memo", ""]
    assert page.meeting(1)["by_paper"] == 8.0
    (scenario,) = json.loads(page.data["report-data"])["scenarios"]
    first = json.loads((run / SCENARIO / "seed-0" / "scorecard.json").read_text())["by_paper"]
    assert scenario["counted_by_paper"] == min(first, 8.0)
    assert scenario["mean_by_paper"] == pytest.approx((first + 8.0) / 2)
    assert card["schema_version"] == 4


@pytest.mark.parametrize("is_multi_party", [True, False])
def test_dynamics_stand_there_with_their_metrics_and_the_events_behind_them(
    run: Path, is_multi_party: bool
) -> None:
    trial = run / SCENARIO / "seed-1"
    facts = dynamics_facts(
        GOOD_DYNAMICS | {"DRC": 0.5, "SAA": None},
        interruptions=2,
        is_multi_party=is_multi_party,
    )
    kept = json.loads((trial / "evaluation.json").read_text())["facts"]
    dynamics = {"dynamics": facts.model_dump(mode="json")}
    alter(trial / "evaluation.json", {"facts": kept | dynamics, "is_multi_party": is_multi_party})
    run_command("score", run)

    page, text = report_of(run), (run / "report.md").read_text()

    meeting = page.meeting(1)
    coordination = meeting["dynamics"]["dimensions"][0]
    drc, saa = coordination["metrics"][1], coordination["metrics"][3]
    assert (drc["value"], drc["count"], drc["moments"][0]["value"]) == (0.5, 1, 0.5)
    assert drc["moments"][0]["who"][1] == "cfo"
    assert (saa["value"], saa["reason"]) == (None, "nobody spoke")
    assert [each["at_s"] for each in meeting["dynamics"]["interruptions"]] == [0.0, 10.0]
    assert meeting["dynamics"]["counts"] is is_multi_party
    assert "DRC" not in {metric["symbol"] for metric in meeting["metrics"]}
    (entry,) = [
        each for each in json.loads(page.data["report-data"])["trials"] if each["seed"] == 1
    ]
    for told in (page.text, text.replace("\\", "")):
        assert "coordination 8.50: RC-PSI 1.00, DRC 0.50, BSP 1.00, SAA not measured" in told
        assert "against ami 1" in told
        assert told.count("reported and not part of the score") == (1 if is_multi_party else 2)
        assert (", dynamics 9.47; by the paper" in told) is is_multi_party
        assert ("hard_fail_DRC: DRC is 0.5: under 0.7" in told) is is_multi_party
    assert entry["dynamics"] == (pytest.approx(9.475) if is_multi_party else None)


def test_records_of_an_older_version_say_how_to_make_them_anew(run: Path) -> None:
    alter(run / SCENARIO / "seed-0" / "scorecard.json", {"schema_version": 1})
    alter(run / SCENARIO / "seed-1" / "evaluation.json", {"schema_version": 1})

    page = report_of(run)

    assert "found version 1 of Scorecard, expected 4; `modylbench score RUN`" in page.text
    assert "found version 1 of Evaluation, expected 4; `modylbench evaluate RUN`" in page.text


def test_a_meeting_that_we_spoilt_says_why_it_has_no_score(run: Path) -> None:
    trial = run / SCENARIO / "seed-0"
    fault = {"culprit": "harness", "code": "voice_lost", "detail": "the voice broke off",
             "turn_index": 1, "at_s": None, "spoils": True}  # fmt: skip
    alter(trial / "recording.json", {"faults": [fault]})
    run_command("evaluate", trial, code=1)
    page = report_of(run)
    data = json.loads(page.data["report-data"])

    assert data["trials"][0]["status"] == "without a score"
    assert data["trials"][0]["reasons"]
    assert data["overall"] is None
    assert "voice_lost" in page.text
    assert data["scenarios"][0]["is_provisional"]


def test_one_meeting_alone_has_a_report_and_stays_what_it_was(run: Path) -> None:
    trial = run / SCENARIO / "seed-0"
    page = report_of(trial)

    data = json.loads(page.data["report-data"])
    assert [trial["seed"] for trial in data["trials"]] == [0]
    assert "some meetings of a run alone" in page.text
    assert not (run / "report.html").exists()
    assert altered_files(read_recording(trial), trial) == []


def test_a_file_that_is_gone_costs_the_replay_and_not_the_report(run: Path) -> None:
    trial = run / SCENARIO / "seed-0"
    shutil.rmtree(trial / "surfaces")
    meeting = report_of(run).meeting(0)

    assert all(not product["states"] for product in meeting["products"])
    assert any("cannot be read" in note for note in meeting["notes"])
    assert not any(str(run) in note for note in meeting["notes"])
    assert meeting["score"] is not None


def test_a_scenario_that_is_not_at_hand_costs_names_and_judgment_of_edits(run: Path) -> None:
    trial = run / SCENARIO / "seed-0"
    alter(trial / "recording.json", {"scenario_version": 99})
    meeting = report_of(trial).meeting(0)

    edits = [mutation for turn in meeting["turns"] for mutation in turn["mutations"]]
    assert edits
    assert all(edit["is_correct"] is None for edit in edits)


def test_hostile_text_stands_in_both_forms_as_text_alone(run: Path) -> None:
    shutil.rmtree(run / SCENARIO / "seed-1")
    clean = report_of(run)
    poison(run)
    page = report_of(run)

    assert {tag for tag, _ in page.tags} <= {tag for tag, _ in clean.tags} | {"details", "summary"}
    names = {name for _, attrs in page.tags for name in attrs}
    assert names <= {name for _, attrs in clean.tags for name in attrs} | {"open"}
    assert page.inline == clean.inline
    assert page.policy == clean.policy
    assert "window.__pwned" in page.text
    rendered = (
        MarkdownIt("commonmark", {"html": True})
        .enable("table")
        .parse((run / "report.md").read_text(encoding="utf-8"))
    )
    inner = {child.type for token in rendered for child in token.children or []}
    assert inner <= {"text", "text_special", "strong_open", "strong_close", "softbreak"}
    assert not {token.type for token in rendered} & {"html_block", "fence", "code_block", "hr"}
    headings = [token.tag for token in rendered if token.type == "heading_open"]
    assert headings == ["h1", "h2", "h2", "h2", "h3", "h3", "h2", "h2", "h2"]


def test_megabytes_of_talk_leave_the_page_small(run: Path) -> None:
    trial = run / SCENARIO / "seed-0"
    turns = turn_values(trial)
    spoken = {"started_s": 0.0, "ended_s": 0.0, "speaker": "agent"}
    loud = [f"{number} talk " * 10_000 for number in range(200)]
    turns[0]["agent"]["said"] = [{"id": text[:9], "text": text, **spoken} for text in loud[:100]]
    turns[0]["agent"]["heard"] = [{"text": f"heard {text}", **spoken} for text in loud[:70]]
    turns[0]["agent"]["states"] = [{"state": f"state {n}", "at_s": n} for n in range(90)]
    turns[0]["agent"]["chat"] = [{"sender": "x", "text": text, "at_s": 0.0} for text in loud[100:]]
    rewrite_turns(trial, turns)
    meeting = report_of(trial).meeting(0)

    assert (trial / "report.html").stat().st_size < MOST_BYTES
    turn = meeting["turns"][0]
    assert turn["said"][0]["text"].endswith("more characters left out]")
    assert turn["heard"][0]["text"].startswith("heard 0 talk")
    assert turn["states"][7] == {"state": "state 7", "at_s": 7}
    assert turn["left_out"] == [
        "40 of 100 spoken texts", "10 of 70 texts of what it heard", "30 of 90 changes of state",
        "40 of 100 messages",
    ]  # fmt: skip


def test_json_says_where_and_how_large(run: Path) -> None:
    (told,) = run_for_json("report", run)

    assert told["page_bytes"] == Path(told["page"]).stat().st_size
    assert (told["meetings"], told["scored"]) == (2, 2)


def test_what_is_no_run_is_one_line(tmp_path: Path) -> None:
    told = run_command("report", tmp_path / "nowhere", code=2).text

    assert "is not there" in told
    assert told.count("\n") == 1


def test_where_voices_are_too_much_for_one_file_it_holds_the_pictures_and_says_so(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(media, "MOST_WITHIN", 300)  # the picture fits, the voice does not
    trial = run / SCENARIO / "seed-0"
    with_media(trial)
    turns = turn_values(trial)
    turns[0]["room"] = turns[0]["agent"]["audio"]
    rewrite_turns(trial, turns)

    told = run_command("report", run, "--one-file").text

    assert "pictures inside it; left out: the agent's voice (0.0 MB; name one meeting" in told
    assert "the room's sound (0.0 MB)" in told
    page = Read((run / "report.html").read_text(encoding="utf-8"))
    turn = page.meeting(0)["turns"][0]
    assert turn["frames"][0]["path"].startswith("data:image/png;base64,")
    assert (turn["audio"], turn["room"]) == (None, None)
    assert "left out: the agent's voice" in page.text


def test_too_many_pictures_for_one_file_are_refused_with_what_to_do(run: Path) -> None:
    trial = run / SCENARIO / "seed-0"
    with_media(trial)
    turns = turn_values(trial)
    turns[0]["agent"]["frames"][0]["file"]["size"] = 300_000_000
    rewrite_turns(trial, turns)

    assert (
        "modylbench report RUN/SCENARIO/seed-0"
        in run_command("report", run, "--one-file", code=2).text
    )
    assert not (run / "report.html").exists()


def test_a_run_without_sound_and_pictures_claims_none(run: Path) -> None:
    assert "no pictures and no sound were recorded" in run_command("report", run).text
    assert "no pictures and no sound were recorded" in (run / "report.html").read_text()


def test_a_damaged_recording_is_called_so_and_not_one_that_was_never_held(run: Path) -> None:
    (run / SCENARIO / "seed-0" / "recording.json").write_text("{", encoding="utf-8")
    page = report_of(run)
    data = json.loads(page.data["report-data"])

    assert [trial["status"] for trial in data["trials"]] == ["unreadable", "scored"]
    assert data["overall"] is None
    assert "1 of 2 meetings held and damaged since" in page.text
    assert str(run) not in page.text


def test_what_the_judges_voted_down_is_told_with_a_reason(run: Path) -> None:
    trial = run / SCENARIO / "seed-0"
    card = json.loads((trial / "scorecard.json").read_text())
    facts = json.loads((trial / "evaluation.json").read_text())["facts"]
    named, criterion = next(
        (product, finding)
        for product in facts["products"]
        for finding in product["findings"]
        if finding["verdict"] in ("passed", "unverifiable")
    )
    for product in card["products"]:
        product["voted"] = {criterion["criterion_id"]: product["product_id"] != named["product_id"]}
    alter(trial / "scorecard.json", {"products": card["products"]})
    page = report_of(run)

    (told,) = [
        finding
        for product in page.meeting(0)["products"]
        if product["product_id"] == named["product_id"]
        for finding in product["findings"]
        if finding["criterion_id"] == criterion["criterion_id"]
    ]
    assert told["voted"] is False
    assert f"{criterion['description']} voted down" in page.text
    assert "a majority of the judges says no" in page.text
    assert "voted down" in (run / "report.md").read_text(encoding="utf-8")


def test_a_run_of_spoilt_meetings_alone_says_so_first(run: Path) -> None:
    fault = {"culprit": "harness", "code": "voice_lost", "detail": "the voice broke off",
             "turn_index": 1, "at_s": None, "spoils": True}  # fmt: skip
    for seed in ("seed-0", "seed-1"):
        alter(run / SCENARIO / seed / "recording.json", {"faults": [fault]})
    run_command("evaluate", run, code=1)
    page = report_of(run)
    data = json.loads(page.data["report-data"])

    assert [(trial["status"], trial["score"]) for trial in data["trials"]] == [
        ("without a score", None)
    ] * 2
    assert data["overall"] is None
    assert page.text.index("no meeting has a score") < page.text.index("Overall")
    assert "2 of 2 meetings without a score, which is not held against the agent" in page.text


def test_a_run_that_was_killed_is_reported_as_far_as_it_came(run: Path) -> None:
    for name in ("scorecard.json", "evaluation.json", "judgments.jsonl"):
        (run / SCENARIO / "seed-0" / name).unlink()
    (run / "reliability.json").unlink()
    shutil.rmtree(run / SCENARIO / "seed-1")
    (run / SCENARIO / "seed-1").mkdir()
    (run / SCENARIO / "seed-1" / ".recording.json.7.partial").write_text("{", encoding="utf-8")
    page = report_of(run)

    assert "1 of 2 meetings not held yet: `modylbench run`" in page.text
    assert "1 of 2 meetings not judged yet: `modylbench evaluate RUN`" in page.text
    run_command("report", run)
    again = Read((run / "report.html").read_text(encoding="utf-8"))
    assert again.data == page.data


def test_a_run_ends_with_how_to_make_a_report_of_it(tmp_path: Path) -> None:
    part = ("--scenarios", SCENARIO, "--seeds", "0", "--beats", "1", "--no-audio", "--no-screens")
    told = run_command("run", "--agent", "text_only", *part, "--output", tmp_path / "a b").text
    (line,) = [
        splitline for splitline in told.splitlines() if splitline.startswith("modylbench report")
    ]
    (run,) = [path.parent for path in tmp_path.rglob("run.json")]

    assert shlex.split(line)[:3] == ["modylbench", "report", str(run)]


def test_two_runs_of_one_name_do_not_overwrite_each_other(run: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(run, tmp_path / "copy" / run.name))
    told = run_command("report", run, other, "--output", tmp_path / "out", code=2).text

    assert "two runs called" in told
    assert not (tmp_path / "out").exists()
