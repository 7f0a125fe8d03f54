"""The page on what stands in the files of a run, made from the records themselves."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.evaluation import Evaluation
from modylbench.recording.recording import MeetingRecording
from modylbench.reliability.report import ReliabilityReport
from modylbench.runs.run import RunPlan
from modylbench.scoring.scorecard import Scorecard

if TYPE_CHECKING:
    from modylbench.foundation.record import Spec

RECORDS: dict[str, tuple[type[Spec], str]] = {
    "run.json": (RunPlan, "What a run was asked to do; one in a run's folder."),
    "recording.json": (MeetingRecording, "What happened in a meeting; one in each trial's folder."),
    "evaluation.json": (Evaluation, "What code found and judges said of it, beside the recording."),
    "scorecard.json": (Scorecard, "What that is worth, beside the evaluation."),
    "reliability.json": (ReliabilityReport, "What the k runs say together; one in a run's folder."),
}
HEAD = """# Records

Every stage leaves a file that the next one reads. These tables and schemas are made from the code
when the site is built. Records are strict: a field that is not listed is refused.
"""


def page() -> str:
    """Every record with its fields and its JSON Schema, as Markdown."""
    return "\n".join(
        [HEAD, *(_section(file, model, about) for file, (model, about) in RECORDS.items())]
    )


def schema(model: type[Spec]) -> dict[str, Any]:
    """The JSON Schema of a record as it stands in its file."""
    return model.model_json_schema(mode="serialization")


def _section(file: str, model: type[Spec], about: str) -> str:
    found = schema(model)
    rows = [_row(name, field) for name, field in found["properties"].items()]
    text = json.dumps(found, indent=2, ensure_ascii=False)
    block = "\n".join(f"    {line}" for line in ["```json", *text.splitlines(), "```"])
    parts = [
        f"## {file}",
        f"{about} `{model.__module__}:{model.__qualname__}`",
        "| field | is |\n|---|---|\n" + "\n".join(rows),
        f'??? note "JSON Schema of {file}"\n\n{block}',
    ]
    return "\n\n".join(parts) + "\n"


def _row(name: str, field: dict[str, Any]) -> str:
    return f"| `{name}` | {_kind(field)} |"


def _kind(field: dict[str, Any]) -> str:
    """One field in a few words: its type, or the records it is made of."""
    match field:
        case {"$ref": str(place)}:
            words = f"`{place.rpartition('/')[2]}`"
        case {"anyOf": list(kinds)}:
            words = " or ".join(_kind(kind) for kind in kinds)
        case {"enum": list(values)}:
            words = ", ".join(f"`{value}`" for value in values)
        case {"const": value}:
            words = f"`{value}`"
        case {"type": "array"}:
            words = f"list of {_kind(field.get('items', {}))}"
        case {"additionalProperties": dict(values)}:
            words = f"{_kind(values)} by name"
        case _:
            words = str(field.get("type", "anything"))
    return words
