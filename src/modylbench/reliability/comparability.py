"""Which scorecards may be counted together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import UserMistake, short_repr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from modylbench.scoring.scorecard import Scorecard

KEPT_APART: tuple[tuple[str, Callable[[Scorecard], object]], ...] = (
    ("agent", lambda card: (card.agent.name, sorted(card.agent.settings.items()))),
    ("suite", lambda card: (card.suite, card.suite_version)),
    ("secret of private variants", lambda card: card.private_mark),
    ("number of scripted turns", lambda card: card.scripted_turns),
    ("panel", lambda card: [_judge(judge.model_dump()) for judge in card.panel]),
    ("mode", lambda card: card.mode),
    ("source of transcripts", lambda card: card.transcripts),
    ("set of layers switched off", lambda card: card.layers_off),
)


def refuse_mixtures(cards: Sequence[Scorecard]) -> None:
    """Refuse scorecards whose figures cannot be put side by side, and say which two differ."""
    if not cards:
        message = "found no scorecards, expected at least one; score a run first"
        raise UserMistake(message)
    for what, of in KEPT_APART:
        for card in cards:
            if of(card) != of(cards[0]):
                raise _mixture(what, card, cards[0], facet=of)
    _refuse_other_versions(cards)
    _refuse_duplicates(cards)


def refuse_unplanned(cards: Sequence[Scorecard], planned: Mapping[str, Sequence[int]]) -> None:
    """Refuse scorecards of trials that were not asked for."""
    for card in cards:
        if card.seed not in planned.get(card.scenario_id, ()):
            message = (
                f"found a scorecard of {_place(card)}, which is not in the plan of the run; "
                "move it away, and hold what was planned in its place"
            )
            raise UserMistake(message)


def _refuse_other_versions(cards: Sequence[Scorecard]) -> None:
    """The rules and every rubric, and of one scenario its version."""
    first: dict[str, tuple[object, Scorecard]] = {}
    for card in cards:
        versions: list[tuple[str, object]] = [
            (signature.name, (signature.version, signature.sha256[:12]))
            for signature in card.signatures
        ]
        if card.counted_dynamics is not None:
            versions.append(("the reference of dynamics", card.counted_dynamics.norms))
        versions.append((f"scenario {card.scenario_id} as held", card.scenario_version))
        for name, version in versions:
            seen, where = first.setdefault(name, (version, card))
            if seen != version:
                message = (
                    f"found two versions of {name}: {seen} in {_place(where)} and {version} in "
                    f"{_place(card)}; score the whole run again with one"
                )
                raise UserMistake(message)


def _refuse_duplicates(cards: Sequence[Scorecard]) -> None:
    places = [_place(card) for card in cards]
    twice = next((place for place in places if places.count(place) > 1), None)
    if twice:
        message = f"found two scorecards of {twice}, expected one; leave one of them out"
        raise UserMistake(message)


def _mixture(
    what: str, card: Scorecard, other: Scorecard, *, facet: Callable[[Scorecard], object]
) -> UserMistake:
    message = (
        f"expected one {what} in all scorecards, found {short_repr(facet(other))} in "
        f"{_place(other)} "
        f"and {short_repr(facet(card))} in {_place(card)}; summarise them apart"
    )
    return UserMistake(message)


def _judge(card: dict[str, object]) -> str:
    return " ".join(str(value) for value in card.values())


def _place(card: Scorecard) -> str:
    return f"{card.scenario_id} seed {card.seed}"
