"""The card of the data set: its head for `datasets`, its text for people."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from modylbench import __version__
from modylbench.publishing.dataset.features import yaml_features
from modylbench.scenarios.catalogue import shipped_in
from modylbench.scenarios.suites import CORE, SUITES
from modylbench.scoring.rules import default_rules, rules_signature

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.publishing.dataset.tables import SplitFile
    from modylbench.publishing.dataset.visibility import Visibility
    from modylbench.scenarios.variant import Variant

TEXT = Path(__file__).parent / "card.md"
MARK = "<!-- modylbench dataset build: this folder may be written again -->"
DEFAULT = "default"
WHAT = {
    "default-test": "a scenario",
    "default-test_hard": "a scenario with just one of its edge cases",
    **{
        f"{suite.name}-test": f"a scenario of the suite {suite.name} at a seed: {suite.holds}"
        for suite in SUITES
        if suite.name != CORE
    },
    "scenarios-test": "a scenario at a seed",
    "rubrics-test": "a rubric",
    "rubrics-frame": "what is said around every rubric",
    "scoring-test": "a dimension, a weight, a floor, a threshold or a tier",
    "baselines-test": "a meeting of a run of ours",
    "trajectories-test": "a product that changed, or should have, in a turn",
    "talk-test": "what somebody said, to whom, in a meeting of several people of a run of ours",
}
SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
NO_RUNS = (
    "None was given when this was made: there is a row of nulls for every scenario, in which"
    " nothing is measured, since `datasets` loads no empty split."
)
NOT_PUBLIC = (
    "\n> **Not for publication.** This folder was made without `--public`: it holds rows of seeds"
    " or scenarios that are not published, and their truth.\n"
)


@dataclass(frozen=True, slots=True)
class Contents:
    """What a card tells besides the files: `is_open` means that nothing in them is held out."""

    visibility: Visibility
    baselines: int
    is_open: bool


def card(files: Sequence[SplitFile], made: Sequence[Variant], contents: Contents) -> str:
    """README.md: YAML for `datasets`, then Markdown."""
    head = yaml.safe_dump(_head(files), sort_keys=False, allow_unicode=True, width=1_000)
    text = TEXT.read_text(encoding="utf-8")
    return f"---\n{head}---\n" + text.format(**_fill(files, made, contents))


def _head(files: Sequence[SplitFile]) -> dict[str, Any]:
    by_config = [list(group) for _, group in groupby(files, key=attrgetter("config"))]
    rows = sum(file.rows for file in files)
    return {
        "pretty_name": "ModylBench",
        "license": "apache-2.0",
        "language": ["en"],
        "task_categories": ["other"],
        "tags": ["agents", "meetings", "benchmark", "a2ui", "evaluation"],
        "size_categories": [next((name for most, name in SIZES if rows < most), "n>1M")],
        "configs": [_config(group) for group in by_config],
        "dataset_info": [_info(group) for group in by_config],
    }


def _config(files: Sequence[SplitFile]) -> dict[str, Any]:
    name = files[0].config
    splits = [{"split": file.name, "path": file.path} for file in files]
    return {
        "config_name": name,
        **({"default": True} if name == DEFAULT else {}),
        "data_files": splits,
    }


def _info(files: Sequence[SplitFile]) -> dict[str, Any]:
    return {
        "config_name": files[0].config,
        "features": yaml_features(files[0].features),
        "splits": [
            {"name": file.name, "num_bytes": file.size, "num_examples": file.rows} for file in files
        ],
        "download_size": sum(len(file.content) for file in files),
        "dataset_size": sum(file.size for file in files),
    }


def _fill(
    files: Sequence[SplitFile], made: Sequence[Variant], contents: Contents
) -> dict[str, Any]:
    visibility, baselines = contents.visibility, contents.baselines
    canonical = [variant.scenario for variant in made if variant.seed == visibility.seeds[0]]
    rules = rules_signature(default_rules())
    return {
        "version": __version__,
        "warning": "" if contents.is_open else NOT_PUBLIC,
        "scenarios": len(canonical),
        "turns": sum(scenario.conversation_turns for scenario in canonical),
        "products": sum(len(scenario.expected_outputs) for scenario in canonical),
        "edge_cases": sum(
            not case.look_alike_of for scenario in canonical for case in scenario.edge_cases
        ),
        "seeds": ", ".join(map(str, visibility.seeds)),
        "suites": ", ".join(f"`{suite.name}`" for suite in SUITES if suite.name != CORE),
        "rules_version": rules.version,
        "rules_sha256": rules.sha256,
        "table": "\n".join(_lines(files)),
        "baselines": f"{baselines} meetings are in here." if baselines else NO_RUNS,
        "versions": "\n".join(_versions(made, visibility)),
        "mark": MARK,
    }


def _lines(files: Sequence[SplitFile]) -> Iterator[str]:
    for file in files:
        what = WHAT[f"{file.config}-{file.name}"]
        yield f"| `{file.config}` | `{file.name}` | {file.rows:,} | {what} |"


def _versions(made: Sequence[Variant], visibility: Visibility) -> Iterator[str]:
    yield f"- modylbench {__version__}"
    for suite in SUITES:
        yield f"- {suite.mark}: {', '.join(shipped_in(suite.name))}"
    for variant in made:
        if variant.seed == visibility.seeds[0]:
            yield f"- {variant.source.id}, version {variant.source.template.card.version}"
