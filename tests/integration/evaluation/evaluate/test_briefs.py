"""A brief holds what a judge needs, and nothing of another turn or product."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.staging.meetings import captions, record_meeting
from tests.staging.recordings import with_turns
from tests.staging.variants import variant_of

from modylbench.evaluation.evaluate.briefs import briefs
from modylbench.evaluation.evaluate.evaluate import MeasuredMeeting, measure
from modylbench.evaluation.evaluate.material import MOST_OF_A_FILE, handed_over
from modylbench.evaluation.evaluate.pictures import Picture, TurnPictures
from modylbench.evaluation.judging.judge import Brief
from modylbench.evaluation.views.hearing import HeardWords
from modylbench.recording.events import Clip, Frame, KeptFile
from modylbench.recording.recording import MeetingRecording

SCENARIO, SEED = "financial_analyst", 17
VALUE = "/value"
VOICE = KeptFile(path="media/agent.wav", sha256="e" * 64, size=1)


def pictured(recording: MeetingRecording, folder: Path) -> MeetingRecording:
    """The same with a picture of every surface, with outline, where its turn sent something."""
    turns = []
    for turn in recording.turns:
        agent = turn.agent
        frames: tuple[Frame, ...] = ()
        if agent.messages is not None and agent.surfaces is not None:
            state = json.loads((folder / agent.surfaces.path).read_bytes())
            names = [surface["surface_id"] for surface in state]
            frames = tuple(picture(folder, turn.turn_index, name, agent.ended_s) for name in names)
        voice = Clip(file=VOICE, started_s=1.0, duration_s=1.0)
        update = {"agent": agent.model_copy(update={"frames": frames, "audio": voice})}
        turns.append(turn.model_copy(update=update))
    return with_turns(recording, turns)


def picture(folder: Path, turn_index: int, name: str, at_s: float) -> Frame:
    path = f"media/turn-{turn_index:02}-{name}"
    digest = path.encode().hex()[-64:].zfill(64)
    (folder / "media").mkdir(exist_ok=True)
    (folder / f"{path}.txt").write_text(f"outline of {path}")
    return Frame(
        file=KeptFile(path=f"{path}.png", sha256=digest, size=1),
        at_s=at_s,
        source="surface",
        surface_id=name,
        outline=KeptFile(path=f"{path}.txt", sha256=digest, size=1),
    )


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> MeasuredMeeting:
    """The oracle's meeting, measured."""
    folder = tmp_path_factory.mktemp("meeting")
    variant = variant_of(SCENARIO, SEED)
    recording = pictured(record_meeting("oracle", variant, folder), folder)
    (folder / "recording.json").write_text(recording.model_dump_json())
    return measure(recording, folder, variant)


@pytest.fixture(scope="module")
def told(held: MeasuredMeeting) -> dict[str, Brief]:
    return {brief.subject.key: brief for brief in briefs(held.material)}


def turns_of(told: dict[str, Brief], held: MeasuredMeeting) -> list[tuple[Brief, bool]]:
    """The turns' briefs, and whether anything was sent for the surfaces."""
    sent = {turn.turn_index: turn.agent.messages is not None for turn in held.recording.turns}
    return [
        (brief, sent[int(brief.subject.name)])
        for brief in told.values()
        if brief.subject.kind == "turn"
    ]


def test_on_a_turn_that_changes_nothing_old_work_does_not_look_new(
    told: dict[str, Brief], held: MeasuredMeeting
) -> None:
    questions = [brief for brief, sent in turns_of(told, held) if not sent]

    assert questions
    for brief in questions:
        shown = [piece.where for piece in brief.material if piece.where.startswith(("surf", "scr"))]
        assert shown
        assert all("unchanged" in where for where in shown)
        assert not any(piece.where.startswith("changes") for piece in brief.material)


def test_on_a_turn_that_changes_something_the_changes_are_quoted(
    told: dict[str, Brief], held: MeasuredMeeting
) -> None:
    for brief, sent in turns_of(told, held):
        if sent:
            assert any(piece.where.startswith("changes in this turn") for piece in brief.material)
    corrections = [
        slot
        for slot in variant_of(SCENARIO, SEED).scenario.human_turns()
        if slot.purpose == "correction"
    ]
    assert corrections
    for slot in corrections:
        pieces = told[f"turn-{slot.turn_index:02}"].material
        quoted = {piece.where: piece.text for piece in pieces}
        corrected = slot.alternatives[-1].mutations[0]  # what follows from it may be left out
        text = quoted[f"changes in this turn to the product {corrected.product}"]
        (line,) = [
            line for line in text.splitlines() if f"{corrected.path.removesuffix(VALUE)}: " in line
        ]
        assert " -> " in line
        assert f"surface {corrected.product} (changed in this turn)" in quoted


def test_every_turn_has_the_pictures_of_what_the_person_sees_and_their_outlines(
    told: dict[str, Brief], held: MeasuredMeeting
) -> None:
    facts = {str(turn.turn_index): turn for turn in held.material.facts.turns}
    checked = list(turns_of(told, held))
    assert checked
    for brief, _ in checked:
        due = facts[brief.subject.name]
        outlines = [piece.text for piece in brief.material if piece.where.startswith("screen")]
        assert brief.images
        assert tuple(image.sha256 for image in brief.images) == due.frame_sha256s
        assert due.audio_sha256 == VOICE.sha256
        assert outlines == [f"outline of media/{image.path.stem}" for image in brief.images]


def test_a_product_is_judged_with_the_requests_behind_it_and_the_files(
    told: dict[str, Brief], held: MeasuredMeeting
) -> None:
    brief = told["product-lbo_model"]
    talk = "\n".join(piece.text for piece in brief.earlier)

    assert all(turn.human.text in talk for turn in held.recording.turns)
    (handed,) = [detail for detail in brief.task.details if "cim_extract.csv" in detail]
    assert len(handed.splitlines()) > 5
    assert handed in told["turn-51"].task.details


def test_a_long_file_is_cut_at_a_line_and_says_so(held: MeasuredMeeting) -> None:
    view = held.material.views[0]
    file = view.asked.attachments[0].model_copy(update={"content": "a row of numbers\n" * 2_000})
    asked = view.asked.model_copy(update={"attachments": (file,)})
    (told,) = handed_over([replace(view, asked=asked)])
    heading, *lines = told.splitlines()

    assert heading.endswith(f"(first {len(lines)} of 2000 lines):")
    assert set(lines) == {"a row of numbers"}
    assert len(told) < MOST_OF_A_FILE + 200


def test_a_product_has_pictures_of_its_own_surfaces_and_of_a_share_that_is_on(
    held: MeasuredMeeting,
) -> None:
    last = held.recording.turns[-1].turn_index
    seen = held.material.sights[last]
    share = Frame(file=VOICE, at_s=1.0, source="screenshare")
    on = TurnPictures(seen.pictures, (*seen.standing, Picture(share, 3)))

    def images(sight: TurnPictures) -> set[str]:
        meeting = replace(held.material, sights={**held.material.sights, last: sight})
        (brief,) = [brief for brief in briefs(meeting) if brief.subject.key == "product-lbo_model"]
        return {image.path.name for image in brief.images}

    (own,) = images(seen)
    assert own.endswith("-lbo_model.png")
    assert images(on) == {own, "agent.wav"}


def test_captions_that_differ_from_the_voice_are_a_fact(held: MeasuredMeeting) -> None:
    recording, folder = held.recording, held.material.folder
    heard = HeardWords(
        captions(recording), "base.en", "of 5 figures in the captions the voice says 1"
    )
    facts = measure(recording, folder, held.variant, heard=heard).material.facts

    assert facts.captions_differ
    assert facts.hearing.endswith("the voice says 1")
    assert not held.material.facts.captions_differ


def test_every_turn_and_edge_case_has_its_timeline_where_judges_get_media(
    held: MeasuredMeeting, told: dict[str, Brief]
) -> None:
    def timelines(of: dict[str, Brief]) -> dict[str, int]:
        kinds = {
            key: sum(item.where.startswith("timeline") for item in brief.material)
            for key, brief in of.items()
        }
        return {key: count for key, count in kinds.items() if not key.startswith("product")}

    without = replace(held.material, with_media=False)
    found = timelines(told)

    assert all(count == 1 for key, count in found.items() if key.startswith("turn"))
    assert all(count for key, count in found.items() if key.startswith("edge_case"))
    assert not any(timelines({b.subject.key: b for b in briefs(without)}).values())


def test_of_every_product_the_scores_of_the_edits_are_told(told: dict[str, Brief]) -> None:
    of_products = [brief for brief in told.values() if brief.subject.kind == "product"]

    assert of_products
    for brief in of_products:
        assert any(line.startswith("Edits of all products") for line in brief.facts)
