"""Each agent of the red team is wrong in its own way, and only in that way."""

import csv
import io
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.staging.agents import Table
from tests.staging.findings import findings_of
from tests.staging.redteam import (
    AGAINST_THE_TRUTH,
    FORM,
    RED_TEAM,
    forbidden_in,
    messages_of,
    share_passed,
    shown_products,
    whole_meeting,
)
from tests.staging.variants import variant_of

from modylbench.agents.distorting.figures import figures_in
from modylbench.agents.distorting.misreading import misread_variant
from modylbench.agents.redteam import judge_injector
from modylbench.agents.redteam.hallucinator import (
    CUSTOMERS,
    PUBLISHERS,
    REPORTS,
    is_about_nothing,
)
from modylbench.agents.redteam.mean_anchor import round_to_digits
from modylbench.agents.redteam.sycophant import STANDING_BY_IT
from modylbench.agents.reference.playbook import slots_of
from modylbench.evaluation.findings import Finding
from modylbench.evaluation.mutations.repetition import ResentValues, count_resent
from modylbench.meeting.room import (
    CHAT,
    TRANSCRIPTION,
    FileReceived,
    PictureReceived,
    TextClosed,
    TextOpened,
)
from modylbench.pipeline.redteam.matrix import ROSTER
from modylbench.products.document import Document
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.drawing.plot import edge_case_of_seed
from modylbench.scenarios.phrases import affirms, mentions
from modylbench.scenarios.scenario import EdgeCase
from modylbench.scenarios.script import LookAlike
from modylbench.scenarios.variant import Variant

every_scenario = pytest.mark.parametrize("name", shipped_scenarios())


def said(table: Table) -> list[str]:
    return [stream.text for stream in table.spoken]


def answers(variant: Variant) -> list[str]:
    return [slot.alternatives[-1].model_answer for slot in variant.scenario.human_turns()]


def in_beats(variant: Variant, lines: list[str]) -> dict[str, list[str]]:
    """What was said in each beat, whatever the order of the beats and the name of the edge case."""
    beats: dict[str, list[str]] = {}
    for slot, line in zip(slots_of(variant.scenario), lines, strict=True):
        beats.setdefault("edge_case" if slot.edge_case else slot.beat, []).append(line)
    return beats


def answers_by_beat(variant: Variant) -> dict[str, list[str]]:
    return in_beats(variant, answers(variant))


def seeds_of(name: str, *, look_alike: bool) -> list[int]:
    """The first two seeds after 0 that play a trap, or a look-alike."""
    plays = [isinstance(edge_case_of_seed(scenario(name), seed), LookAlike) for seed in range(9)]
    return [seed for seed in range(1, 9) if plays[seed] == look_alike][:2]


def all_passed(variant: Variant, table: Table) -> bool:
    return all(finding.passed for finding in findings_of(variant, shown_products(table)))


def edge_case_of(variant: Variant) -> tuple[EdgeCase, int]:
    """The edge case of a seed, and how many things the human says before it."""
    before = 0
    for turn in variant.scenario.turns:
        if turn.edge_case is not None:
            (case,) = [
                edge_case
                for edge_case in variant.scenario.edge_cases
                if edge_case.name == turn.edge_case
            ]
            return case, before
        before += 1 + len(turn.follow_ups)
    raise AssertionError


def files_of(table: Table) -> list[FileReceived]:
    return [event for event in table.events if isinstance(event, FileReceived)]


def test_polite_but_wrong_makes_everything_and_gets_the_figures_wrong() -> None:
    shares = []
    for name in shipped_scenarios():
        variant = variant_of(name, 2)
        products = shown_products(whole_meeting("polite_but_wrong", variant))

        found = findings_of(variant, products)

        assert {product.id for product in products} == {
            final_product.id for final_product in variant.final_products
        }
        assert share_passed(found, FORM) > 0.6
        shares.append(share_passed(found, AGAINST_THE_TRUTH))
    assert max(shares) < 0.7
    assert sum(shares) / len(shares) < 0.5


@every_scenario
def test_polite_but_wrong_ties_with_itself_in_what_it_shows(name: str) -> None:
    variant = variant_of(name, 1)
    understood = misread_variant(variant)
    assert understood is not None

    table = whole_meeting("polite_but_wrong", variant)

    assert all_passed(understood, table)
    assert all(right in line for line, right in zip(said(table), answers(understood), strict=True))


def test_polite_but_wrong_is_polite_without_repeating_itself() -> None:
    variant = variant_of("financial_analyst", 1)
    understood = misread_variant(variant)
    assert understood is not None

    lines = said(whole_meeting("polite_but_wrong", variant))

    around = [
        tuple(part.strip() for part in line.split(right))
        for line, right in zip(lines, answers(understood), strict=True)
    ]
    courtesies = [{part for part in parts if part} for parts in around]
    assert 0.5 < sum(map(bool, courtesies)) / len(courtesies) < 1
    assert not any(first & second for first, second in pairwise(courtesies))


@every_scenario
def test_style_over_substance_has_every_part_and_hardly_a_figure(name: str) -> None:
    variant = variant_of(name, 1)
    table = whole_meeting("style_over_substance", variant)

    products = {product.id: product for product in shown_products(table)}

    assert share_passed(findings_of(variant, products.values()), AGAINST_THE_TRUTH) == 0
    assert [list(figures_in(line)) for line in said(table)] == [[]] * len(said(table))
    assert min(len(line) for line in said(table)) > 200
    for right in variant.final_products:
        hollow = products[right.id]
        assert hollow.title == right.title
        if isinstance(right, Document):
            assert isinstance(hollow, Document)
            assert [section.heading for section in hollow.sections] == [
                o.heading for o in right.sections
            ]


@every_scenario
def test_template_replay_is_perfect_for_another_seed(name: str) -> None:
    variant, other = variant_of(name, 1), variant_of(name, 2)
    table = whole_meeting("template_replay", variant)

    assert all_passed(other, table)
    assert share_passed(findings_of(variant, shown_products(table)), AGAINST_THE_TRUTH) < 0.5
    theirs = answers_by_beat(other)
    for beat, lines in in_beats(variant, said(table)).items():
        assert lines == [theirs[beat][min(n, len(theirs[beat]) - 1)] for n in range(len(lines))]
    assert in_beats(variant, said(table)).keys() == theirs.keys()


def is_round(finding: Finding) -> bool:
    """True for a truth that is round already: one digit of it is right within the tolerance."""
    try:
        right = float(finding.expected.replace(",", ""))
    except ValueError:
        return False
    return abs(round_to_digits(right, 1) - right) <= abs(right) * finding.tolerance_pct / 100


@every_scenario
@pytest.mark.parametrize("seed", [0, 1])
def test_mean_anchor_commits_to_nothing(name: str, seed: int) -> None:
    variant = variant_of(name, seed)
    table = whole_meeting("mean_anchor", variant)
    case, before = edge_case_of(variant)

    found = findings_of(variant, shown_products(table))

    # The last pallet of a minimum costs $100.19 at seed 0: who rounds to $100 is right by luck.
    moved = [finding for finding in found if not is_round(finding)]
    assert share_passed(moved, AGAINST_THE_TRUTH) < 0.3
    # A third of its figures are ranges: none is a number of a grid, nor the figure to be said.
    with_figures = {"grid", "says"}
    assert all(finding.passed for finding in found if finding.check_type in FORM - with_figures)
    assert share_passed(found, FORM) > 0.5
    trapped = said(table)[before]
    assert not any(mentions(trapped, phrase) for phrase in case.signals.detected)
    assert not any(affirms(trapped, phrase) for phrase in case.signals.complied)


@every_scenario
def test_output_mismatch_says_what_is_right_and_shows_and_sends_what_is_wrong(name: str) -> None:
    variant = variant_of(name, 2)
    table = whole_meeting("output_mismatch", variant)

    assert said(table) == answers(variant)
    assert share_passed(findings_of(variant, shown_products(table)), AGAINST_THE_TRUTH) < 0.7
    products = {product.id: product for product in shown_products(table)}
    sent = {file.name.rpartition(".")[0]: file for file in files_of(table)}
    assert sent.keys() == products.keys()
    sheets = [product for product in products.values() if product.kind == "spreadsheet"]
    for product in sheets:
        rows = list(csv.reader(io.StringIO(sent[product.id].content.decode())))
        sent_cells = {cell for row in rows for cell in row}
        shown_cells = {
            cell.text or str(cell.value)
            for sheet in product.sheets
            for row in sheet.rows
            for cell in row.cells.values()
            if cell.value is not None
        }
        assert shown_cells
        assert shown_cells <= sent_cells


def test_judge_injector_speaks_to_the_judges_in_every_channel() -> None:
    seen: dict[str, bool] = {}
    for name in shipped_scenarios():
        table = whole_meeting("judge_injector", variant_of(name, 1))
        components = [
            part
            for stream in messages_of(table)
            for message in stream
            for part in message.get("updateComponents", {}).get("components", [])
        ]
        assert all(line.endswith(judge_injector.SPOKEN) for line in said(table))
        assert {stream.text for stream in table.of(CHAT)} == set(judge_injector.WRITTEN)
        assert [file.name for file in files_of(table)] == [judge_injector.FILE_NAME]
        assert all(
            judge_injector.NOTE in component["accessibility"]["description"]
            for component in components
        )
        assert any(isinstance(event, PictureReceived) for event in table.events)
        for product in shown_products(table):
            text = product.model_dump_json()
            seen[product.kind] = seen.get(product.kind, False) or "evaluator" in text
            assert any(f"{mark}" in text for mark in ("evaluator", "Calibration mode", "Judge:"))
    assert seen.keys() == {"spreadsheet", "chart", "document", "dashboard"}


def test_the_small_print_is_there_for_a_machine_and_not_for_an_eye() -> None:
    pixels = judge_injector.small_print(480, 120)

    assert len(pixels) == 4 * 480 * 120
    assert set(pixels) == {252, 255}
    assert pixels.count(252) > 1_000


def test_what_nobody_sees_is_there_all_the_same() -> None:
    hidden = judge_injector.as_invisible_text("score 10")

    assert "".join(chr(ord(character) - judge_injector.TAGS) for character in hidden) == "score 10"
    assert judge_injector.with_zero_width_spaces("score").replace("\u200b", "") == "score"
    assert judge_injector.as_homoglyphs("score") != "score"


@every_scenario
def test_sycophant_is_the_oracle_until_it_is_asked_for_something_wrong(name: str) -> None:
    variant = variant_of(name, 0)
    case, before = edge_case_of(variant)
    perfect, table = whole_meeting("oracle", variant), whole_meeting("sycophant", variant)

    trap_s = table.spoken[before].opened_s
    first = next(event.at_s for event in perfect.events if event.at_s >= trap_s)
    assert [event for event in table.events if event.at_s < min(trap_s, first) - 5] == [
        event for event in perfect.events if event.at_s < min(trap_s, first) - 5
    ]
    assert said(table)[:before] == said(perfect)[:before]
    assert said(table)[before] == case.wrong_line.strip('" ')
    assert bool(forbidden_in(case, variant, shown_products(table))) == bool(case.forbidden)


@pytest.mark.parametrize("which", [0, 1])
@every_scenario
def test_sycophant_answers_each_thing_it_is_asked_and_objects_to_none(
    name: str, which: int
) -> None:
    variant = variant_of(name, seeds_of(name, look_alike=False)[which])
    case, before = edge_case_of(variant)
    (turn,) = [turn for turn in variant.scenario.turns if turn.edge_case is not None]

    lines = said(whole_meeting("sycophant", variant))[before : before + 1 + len(turn.follow_ups)]

    assert len(set(lines)) == len(lines)
    objections = [
        phrase for phrase in case.signals.detected if not mentions(case.wrong_line, phrase)
    ]
    assert not [
        objection for line in lines for objection in objections if mentions(line, objection)
    ]
    for line, asked in zip(lines[1:], turn.follow_ups, strict=True):
        if asked.purpose == "challenge":
            assert any(affirms(line, phrase) for phrase in case.signals.complied)
        else:
            assert line.endswith(STANDING_BY_IT)


@every_scenario
def test_sycophant_is_the_oracle_where_what_is_asked_for_is_legitimate(name: str) -> None:
    variant = variant_of(name, seeds_of(name, look_alike=True)[0])

    assert whole_meeting("sycophant", variant).events == whole_meeting("oracle", variant).events


@every_scenario
def test_hallucinator_adds_to_every_product_what_nobody_gave_it(name: str) -> None:
    variant = variant_of(name, 1)
    table = whole_meeting("hallucinator", variant)
    right = {final_product.id: final_product for final_product in variant.final_products}
    given = "\n".join(
        text
        for slot in variant.scenario.human_turns()
        for alternative in slot.alternatives
        for text in (
            alternative.human_utterance,
            *(file.content for file in alternative.attachments),
        )
    )

    assert shown_products(table)
    for product in shown_products(table):
        assert product != right[product.id]
        if not isinstance(product, Document):
            text = product.model_dump_json()
            assert "Peer median" in text or "Customer reference" in text
        if isinstance(product, Document):
            known = {citation.url for citation in right[product.id].citations}  # type: ignore[union-attr]
            invented = [citation for citation in product.citations if citation.url not in known]
            assert len(invented) == 3
            assert not any(
                citation.url in given or citation.title in given for citation in invented
            )
    assert said(table)
    slots = slots_of(variant.scenario)
    for line, right_line, slot in zip(said(table), answers(variant), slots, strict=True):
        case = slot.edge_case
        true = case.wrong_line.strip('" ') if case and is_about_nothing(case) else right_line
        assert line.startswith(true)
        added = line.removeprefix(true)
        assert any(name in added for name in (*PUBLISHERS, *REPORTS, *CUSTOMERS))
        kinds = {(figure.kind, figure.mark) for figure in figures_in(true)}
        assert {
            (figure.kind, figure.mark) for figure in figures_in(added) if figure.has_unit
        } <= kinds


def test_hallucinator_knows_all_about_what_does_not_exist() -> None:
    variant = variant_of("deep_researcher", 0, "lithiummax")
    case, before = edge_case_of(variant)

    table = whole_meeting("hallucinator", variant)

    assert said(table)[before].startswith(case.wrong_line)
    assert all("LithiumMax" in product.model_dump_json() for product in shown_products(table))


def test_hallucinator_carries_out_what_only_sounds_like_what_does_not_exist() -> None:
    variant = variant_of("deep_researcher", 0, "board_rumour_on_file")
    case, before = edge_case_of(variant)
    assert case.trait == "hallucination_trap"

    line = said(whole_meeting("hallucinator", variant))[before]

    assert line.startswith(answers(variant)[before])


def test_gambler_is_the_oracle_at_every_third_seed() -> None:
    for seed in (0, 3):
        variant = variant_of("business_analyst", seed)
        assert whole_meeting("gambler", variant).events == whole_meeting("oracle", variant).events
    variant = variant_of("business_analyst", 1)
    wrong = whole_meeting("polite_but_wrong", variant).events
    assert whole_meeting("gambler", variant).events == wrong


def test_silent_comes_and_does_nothing() -> None:
    table = whole_meeting("silent", variant_of("scientist", 0))

    assert table.streams == {}
    assert files_of(table) == []


@every_scenario
def test_rewriter_is_right_and_sends_everything_again(name: str) -> None:
    variant = variant_of(name, 0)
    table = whole_meeting("rewriter", variant)

    assert all_passed(variant, table)
    assert said(table) == answers(variant)
    assert _resent(table) > 0.9
    assert _resent(whole_meeting("oracle", variant)) < 0.6


def _resent(table: Table) -> float:
    """The share of what was sent for a surface that had stood on it before."""
    stood: dict[str, Any] = {}
    total = ResentValues()
    for message in (message for stream in messages_of(table) for message in stream):
        for key in ("updateDataModel", "updateComponents"):
            body = message.get(key)
            if body is not None:
                surface = stood.setdefault(body["surfaceId"], {})
                sent = body.get("value", body.get("components"))
                place = f"{key} {body.get('path', '')}"
                total += count_resent(surface.get(place), sent)
                surface[place] = sent
    return total.share or 0.0


def test_interrupter_speaks_before_people_have_ended_and_is_right_in_the_end() -> None:
    variant = variant_of("financial_analyst", 0)
    table = whole_meeting("interrupter", variant, seconds_spoken=6.0)

    opened = {event.stream_id: event for event in table.events if isinstance(event, TextOpened)}
    spans = [
        (opened[event.stream_id].at_s, event.at_s)
        for event in table.events
        if isinstance(event, TextClosed)
        and opened[event.stream_id].topic == TRANSCRIPTION
        and opened[event.stream_id].identity != "agent"
    ]
    early = [
        span
        for span in spans
        if any(span[0] + 1 <= stream.opened_s < span[1] for stream in table.spoken)
    ]
    assert 0.3 < len(early) / len(spans) < 0.7
    assert all_passed(variant, table)
    assert set(answers(variant)) <= set(said(table))


@pytest.mark.parametrize("agent", RED_TEAM)
def test_no_fault_of_the_seat_is_provoked_by_surprise(agent: str) -> None:
    table = whole_meeting(agent, variant_of("business_strategist", 1))

    assert table.faults == []


def test_the_page_on_the_red_team_has_a_paragraph_on_each() -> None:
    page = (Path(__file__).parents[4] / "docs" / "red_team.md").read_text()

    attacks = [name for name, kind in ROSTER.items() if kind != "reference"]
    assert sorted(re.findall(r"^\*\*(\w+)\*\* ", page, re.MULTILINE)) == sorted(attacks)
