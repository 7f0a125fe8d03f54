"""Private variants: other meetings than the published ones, marked, and their secret untold."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.staging.commands import run_command, run_for_json

from modylbench.evaluation.evaluate.signatures import scenario_signature
from modylbench.foundation.errors import BadFile
from modylbench.scenarios.catalogue import ORDER, scenario
from modylbench.scenarios.drawing.private import (
    VariantSecret,
    read_secret,
    write_private_variant,
)
from modylbench.scenarios.loader import load
from modylbench.scenarios.variant import Variant, instantiate

SECRET = VariantSecret(bytes(range(40, 72)))
OTHER = VariantSecret(bytes(range(41, 73)))
BAD_SECRETS = {
    "empty": b"",
    "too short": b"fifteen bytes!!",
    "newlines are none of it": b"fifteen bytes!!\r\n\n",
    "guessed": b"0" * 64,
    "a whole film": bytes(range(256)) * 300,
}


def lines(variant: Variant) -> set[str]:
    said = [turn.human_utterance for turn in variant.scenario.turns]
    said += [
        alternative.human_utterance
        for turn in variant.scenario.turns
        for slot in turn.follow_ups
        for alternative in slot.alternatives
    ]
    return {re.sub(r"\d", "#", line) for line in said}


@pytest.mark.parametrize("name", ORDER)
@pytest.mark.parametrize("seed", [0, 4])
def test_no_private_meeting_is_the_published_one_nor_that_of_another_secret(
    name: str, seed: int
) -> None:
    source = scenario(name)
    published = instantiate(source, seed)
    ours, others = (instantiate(secret.source(source), seed) for secret in (SECRET, OTHER))

    for left, right in ((published, ours), (ours, others)):
        shared = lines(left) & lines(right)
        assert len(shared) <= 0.5 * len(lines(left))
        assert left.truth != right.truth
        assert left.final_products != right.final_products


def test_its_id_and_mark_which_everybody_sees_do_not_tell_the_meeting() -> None:
    cards = [
        secret.card(scenario(name).template.card) for name in ORDER for secret in (SECRET, OTHER)
    ]
    ours = SECRET.source(scenario("scientist"))
    guessed = ours.template.card.model_copy(update={"salt": cards[0].salt})
    other = replace(ours, template=ours.template.model_copy(update={"card": guessed}))

    assert len({card.salt for card in cards}) == len(cards)
    assert len({card.private_mark for card in cards}) == 2
    assert not any(card.private_mark in card.salt or card.salt in card.id for card in cards)
    assert instantiate(other, 0).truth != instantiate(ours, 0).truth
    assert lines(instantiate(other, 0)) != lines(instantiate(ours, 0))


@pytest.mark.parametrize("name", [*ORDER, "scientist_free"])
def test_the_oracle_never_draws_by_the_published_seed(name: str) -> None:
    card = SECRET.card(scenario(name).template.card)

    assert all(card.oracle_seed(seed) != seed for seed in range(50))
    assert len({card.oracle_seed(seed) for seed in range(50)}) == 50
    assert [scenario(name).template.card.oracle_seed(seed) for seed in (0, 7)] == [0, 7]


@pytest.mark.parametrize("name", ["scientist", "financial_analyst_free"])
def test_the_secret_alone_gives_the_meetings_that_its_folder_gives(
    name: str, tmp_path: Path
) -> None:
    folder = write_private_variant(scenario(name), SECRET, tmp_path)
    kept, made = instantiate(load(folder), 3), instantiate(SECRET.source(scenario(name)), 3)

    assert kept.scenario == made.scenario
    assert kept.free_form == made.free_form
    assert kept.truth == made.truth
    signed = [scenario_signature(variant.source) for variant in (kept, made)]
    assert signed[0] == signed[1]
    assert signed[0].sha256 != scenario_signature(OTHER.source(scenario(name))).sha256


def test_a_private_meeting_is_marked_and_never_official() -> None:
    found = instantiate(SECRET.source(scenario("scientist")), 0).scenario

    assert found.metadata["official"] is False
    assert found.metadata["private_mark"] == SECRET.mark
    assert "private_mark" not in instantiate(scenario("scientist"), 0).scenario.metadata


def test_whoever_takes_the_mark_off_a_card_is_told(tmp_path: Path) -> None:
    folder = write_private_variant(scenario("scientist"), SECRET, tmp_path)
    card = folder / "scenario.yaml"
    card.write_text(card.read_text().replace(f"private_mark: {SECRET.mark}\n", ""))

    with pytest.raises(BadFile, match="found one of salt and private_mark"):
        load(folder)


@pytest.mark.parametrize("content", BAD_SECRETS.values(), ids=BAD_SECRETS)
def test_a_secret_that_is_none_is_refused_in_one_line(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_bytes(content)

    said = run_command(
        "scenarios", "vary", "scientist", "--secret", file, "--into", tmp_path / "private", code=2
    )

    assert said.stderr.count("\n") == 1
    assert "/dev/urandom" in said.stderr
    assert not (tmp_path / "private").exists()


@pytest.mark.parametrize("path", ["missing", "."])
def test_a_secret_that_cannot_be_read_is_told_in_one_line(path: str, tmp_path: Path) -> None:
    said = run_command("scenarios", "vary", "scientist", "--secret", tmp_path / path, code=2)

    assert said.stderr.count("\n") == 1
    assert "cannot be read" in said.stderr


def test_the_newline_of_an_editor_makes_no_other_secret(tmp_path: Path) -> None:
    plain, edited = tmp_path / "plain", tmp_path / "edited"
    plain.write_bytes(SECRET.content)
    edited.write_bytes(SECRET.content + b"\n")

    assert read_secret(plain).mark == read_secret(edited).mark == SECRET.mark


def test_a_suite_is_varied_whole_and_no_variant_twice(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_bytes(SECRET.content)
    asked = ("scenarios", "vary", "freeform", "--secret", file, "--into", tmp_path / "private")

    said = run_command(*asked).stdout

    made = {path.name for path in (tmp_path / "private").iterdir()}
    assert made == {
        f"{name}_{SECRET.mark[:8]}" for name in ("financial_analyst_free", "scientist_free")
    }
    assert SECRET.mark in said
    assert "is there already" in run_command(*asked, code=2).stderr
    again = tmp_path / "private" / min(made)
    refused = run_command("scenarios", "vary", again, "--secret", file, code=2).stderr
    assert "a private variant" in refused


def test_a_run_of_private_variants_bears_their_mark_and_nowhere_the_secret(tmp_path: Path) -> None:
    folder = write_private_variant(scenario("scientist"), SECRET, tmp_path / "private")
    held = ("--output", tmp_path / "out", "--no-audio", "--no-screens", "--beats", "1", "--k", "1")

    run = Path(run_for_json("run", "--scenarios", folder, *held)["run"])

    report = json.loads((run / "reliability.json").read_text())
    place = run / folder.name / "seed-0"
    marked = [report, *(json.loads((place / f"{name}.json").read_text()) for name in (
        "recording", "evaluation", "scorecard",
    ))]  # fmt: skip
    assert {record["private_mark"] for record in marked} == {SECRET.mark}
    assert not any(record["is_official"] for record in marked)
    assert any(f"secret {SECRET.mark}" in note for note in report["notes"])
    salt = SECRET.card(scenario("scientist").template.card).salt.encode()
    for path in run.rglob("*"):
        content = path.read_bytes() if path.is_file() else b""
        assert not any(
            told in content for told in (salt, SECRET.content, SECRET.content.hex().encode())
        )


def test_published_and_private_meetings_are_never_held_in_one_run(tmp_path: Path) -> None:
    folders = [
        write_private_variant(scenario("scientist"), secret, tmp_path) for secret in (SECRET, OTHER)
    ]

    for names in (f"{folders[0]},business_analyst", ",".join(map(str, folders))):
        said = run_command("run", "--scenarios", names, "--k", "1", code=2).stderr
        assert "expected one secret a run" in said
