"""The tutorial works as it is written, in order, with nothing else at hand."""

import json
from pathlib import Path

import pytest
from tests.staging.documented_commands import DOCS, Reader, blocks

PAGE = "tutorial.md"


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """Somebody who has written every file and given every command; each promise was kept."""
    reader = Reader(tmp_path_factory.mktemp("tutorial"))
    reader.follow(PAGE)
    return reader


def test_every_command_does_what_the_page_promises(reader: Reader) -> None:
    assert reader.commands == sum(block.language == "sh" and block.is_run for block in blocks(PAGE))
    assert reader.commands >= 9
    assert reader.promised >= 15


def test_only_the_set_up_is_not_run() -> None:
    left_out = [block for block in blocks(PAGE) if not block.is_run]

    assert ["make setup" in block.text for block in left_out] == [True]


def test_the_runs_leave_the_records_that_the_page_names(reader: Reader) -> None:
    for name in ("oracle-*", "analyst-*", "parrot"):
        (run,) = (reader.folder / "results").glob(name)
        assert (run / "run.json").is_file()
        assert (run / "reliability.json").is_file()
        trial = run / "financial_analyst" / "seed-0"
        assert {f"{stem}.json" for stem in ("recording", "evaluation", "scorecard")} <= {
            path.name for path in trial.iterdir()
        }


def test_what_the_page_says_of_the_scores_is_so(reader: Reader) -> None:
    (path,) = (reader.folder / "results").glob("analyst-*/financial_analyst/*/scorecard.json")
    card = json.loads(path.read_text(encoding="utf-8"))
    second = {
        dimension["dimension"]: dimension["score"] for dimension in card["turns"][1]["dimensions"]
    }
    (trap,) = card["edge_cases"]

    assert card["turns"][0]["score"] == 10
    assert second["task_progress"] < 2
    assert second["social_quality"] is None
    assert trap["severity"] == "critical"
    assert card["combined"] < 5.9


def test_every_page_that_it_leads_to_is_there() -> None:
    text = (DOCS / PAGE).read_text(encoding="utf-8")
    generated = {"reference/records.md", "reference/commands.md", "paper_map.md"}
    linked = {part.split(")")[0] for part in text.split("](")[1:]}

    assert len(linked) > 8
    assert not {file for file in linked - generated if not Path(DOCS / file).is_file()}
