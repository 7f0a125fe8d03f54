"""What is left of a meeting's facts when layer 4, programmatic verification, is off."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modylbench.evaluation.facts import (
        EdgeCaseFacts,
        MeetingFacts,
        ProductFacts,
        SaidFigure,
        SpeechFacts,
        TurnFacts,
        WorkFacts,
    )


def without_findings(facts: MeetingFacts) -> MeetingFacts:
    """The same without anything that was checked against the truth, the files or other places.

    What anybody sees who sits in the meeting stays: that something changed, how long a pause was,
    that a cell says TBD, what the page looks like.
    """
    return facts.model_copy(
        update={
            "turns": tuple(map(_turn, facts.turns)),
            "products": tuple(map(_product, facts.products)),
            "edge_cases": tuple(map(_edge_case, facts.edge_cases)),
            "mutation_scores": {},
            "has_findings": False,
        }
    )


def _turn(turn: TurnFacts) -> TurnFacts:
    return turn.model_copy(update={"work": _work(turn.work), "speech": _speech(turn.speech)})


def _work(work: WorkFacts) -> WorkFacts:
    met = "in_turn" if work.has_changed else "never"
    return work.model_copy(
        update={
            "standing": None,
            "asked": tuple(change.model_copy(update={"met": met}) for change in work.asked),
            "correct_edits": 0,
            "incorrect_edits": 0,
            "destructive_edits": 0,
            "chart_faults": (),
        }
    )


def _speech(speech: SpeechFacts) -> SpeechFacts:
    figures = tuple(map(_figure, speech.figures))
    return speech.model_copy(update={"figures": figures, "ungrounded": (), "foreign_figures": ()})


def _figure(figure: SaidFigure) -> SaidFigure:
    unknown = {"agreement": "not_shown", "is_true": None, "shown": None, "product_id": ""}
    return figure.model_copy(update={**unknown, "pointer": ""})


def _product(product: ProductFacts) -> ProductFacts:
    return product.model_copy(
        update={
            "findings": (),
            "truth_criteria": (),
            "numbers_due": 0,
            "numbers_shown": 0,
            "numbers_right": 0,
            "contradictions": (),
            "ungrounded": (),
            "incorrect_edits": 0,
            "destructive_edits": 0,
            "text_covered": None,
            "sentences_reversed": 0,
            "taken_up": None,
            "foreign_text": None,
            "chart_faults": (),
        }
    )


def _edge_case(case: EdgeCaseFacts) -> EdgeCaseFacts:
    return case.model_copy(update={"forbidden": None})
