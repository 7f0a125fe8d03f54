"""Every rubric is complete, and an incomplete one is refused."""

import pytest

from modylbench.evaluation.judging.rubric import (
    FOLDER,
    RATED_DIMENSIONS,
    RubricName,
    parse_rubric,
    rubric,
    signatures,
)
from modylbench.foundation.errors import BadFile

every_rubric = pytest.mark.parametrize("name", list(RATED_DIMENSIONS))


def content(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


@every_rubric
def test_a_rubric_rates_the_dimensions_of_its_subject(name: RubricName) -> None:
    assert rubric(name).dimensions == RATED_DIMENSIONS[name]
    assert rubric(name).text.count("- **9-10**: ") == len(RATED_DIMENSIONS[name])


@every_rubric
def test_no_two_bands_of_a_rubric_are_the_same(name: RubricName) -> None:
    lines = [
        line.partition(": ")[2] for line in content(name).split("\n") if line.startswith("- **")
    ]

    assert len(set(lines)) == len(lines) == 5 * len(RATED_DIMENSIONS[name])


@every_rubric
@pytest.mark.parametrize("band", ["9-10", "7-8", "5-6", "3-4", "1-2"])
def test_a_missing_band_is_refused(name: RubricName, band: str) -> None:
    lines = content(name).split("\n")
    gone = next(at for at, line in enumerate(lines) if line.startswith(f"- **{band}**"))

    with pytest.raises(BadFile, match="bands"):
        parse_rubric("\n".join(lines[:gone] + lines[gone + 1 :]), name, RATED_DIMENSIONS[name])


@every_rubric
def test_a_missing_dimension_or_another_name_is_refused(name: RubricName) -> None:
    with pytest.raises(BadFile, match="sections"):
        parse_rubric(
            content(name).replace(f"## {RATED_DIMENSIONS[name][0]}", "## charm"),
            name,
            RATED_DIMENSIONS[name],
        )
    with pytest.raises(BadFile, match="front matter"):
        parse_rubric(content(name), "other", RATED_DIMENSIONS[name])


def test_every_text_that_a_judge_is_sent_is_signed() -> None:
    signed = {signature.name.removeprefix("rubric ") for signature in signatures()}

    assert signed == {file.stem for file in FOLDER.glob("*.md")}
