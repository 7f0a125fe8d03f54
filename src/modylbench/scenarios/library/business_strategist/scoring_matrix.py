"""What does the scoring workbook show, as far as the meeting has got?"""

from __future__ import annotations

from string import ascii_uppercase
from typing import TYPE_CHECKING

from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.library.business_strategist.markets import CRITERIA, NAMES

if TYPE_CHECKING:
    from modylbench.scenarios.library.business_strategist.stage import Stage

FIRST_ROW, LAST_ROW = 2, 1 + len(CRITERIA)  # of the scores, below the header
WEIGHT_LETTER = "B"
GUIDE_NOTE = "Scores 1 to 5 by the cuts of the scoring guide; 5 is best for us"
WEIGHT_NOTE = "Weighted total: sum of weight times score, out of 5"


def column_id(market: str) -> str:
    """The id of a market's column."""
    return market.lower()


def scoring_matrix(stage: Stage) -> Spreadsheet:
    """Criteria down, markets across; with the weights also totals and ranks."""
    has_weights = stage.has("weights")
    columns = [Column(id=column_id(name), label=name) for name in NAMES]
    if has_weights:
        columns.insert(0, Column(id="weight", label="Weight"))
    rows = [_scores(stage, criterion.id, criterion.name) for criterion in CRITERIA]
    if has_weights:
        rows += [_totals(stage), _ranks(stage)]
    sheet = Sheet(
        id="matrix",
        name="Scoring matrix",
        columns=tuple(columns),
        rows=tuple(rows),
        notes=tuple(_notes(stage)),
    )
    return Spreadsheet(id="scoring_matrix", title="Market scoring matrix", sheets=(sheet,))


def _scores(stage: Stage, criterion: str, label: str) -> Row:
    scores = stage.matrix.scores[criterion]
    cells = {column_id(name): Cell(value=scores[name]) for name in NAMES}
    if stage.has("weights"):
        weight = round(100 * stage.matrix.weights[criterion], 1)
        cells["weight"] = Cell(value=weight, unit="%")
    return Row(id=criterion, label=label, cells=cells)


def _totals(stage: Stage) -> Row:
    weights = f"${WEIGHT_LETTER}${FIRST_ROW}:${WEIGHT_LETTER}${LAST_ROW}"
    cells = {
        column_id(name): Cell(
            value=stage.matrix.totals[name],
            formula=f"=SUMPRODUCT({weights},{letter}{FIRST_ROW}:{letter}{LAST_ROW})",
        )
        for name, letter in _letters()
    }
    return Row(id="weighted_total", label="Weighted total", cells=cells)


def _ranks(stage: Stage) -> Row:
    letters = [letter for _, letter in _letters()]
    total_row = LAST_ROW + 1
    totals = f"${letters[0]}${total_row}:${letters[-1]}${total_row}"
    cells = {
        column_id(name): Cell(
            value=stage.matrix.ranks[name], formula=f"=RANK({letter}{total_row},{totals})"
        )
        for name, letter in _letters()
    }
    return Row(id="rank", label="Rank", cells=cells)


def _letters() -> list[tuple[str, str]]:
    """Every market with its column; A holds the labels, B the weights."""
    return [(name, ascii_uppercase[place + 2]) for place, name in enumerate(NAMES)]


def _notes(stage: Stage) -> list[str]:
    notes = [GUIDE_NOTE]
    if stage.has("weights"):
        notes.append(WEIGHT_NOTE)
    disputed = stage.pack["disputed"]
    counted, claimed = stage.pack["returns"][disputed], stage.pack["figures"]["demand"][disputed]
    if stage.has("source_settled"):
        notes.append(
            "Telehealth demand is scored on the regulators' audited returns. "
            f"{disputed}: {counted:g} in the returns, {claimed:g} in the Orrin Vale tracker; "
            "the two are not averaged"
        )
    else:
        notes.append("Telehealth demand is scored on the Orrin Vale tracker")
    return notes
