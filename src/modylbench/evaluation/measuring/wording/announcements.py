"""Answers that put the work off: they announce it, and neither say nor do what was asked for.

The lists are of general English; none is from a scenario.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.language.content_words import content_stems, filler_share, sentences_and_lines
from modylbench.language.plain import plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.evaluation.facts import SpeechFacts, WorkFacts
    from modylbench.evaluation.views.turns import TurnView

LONGEST_TEXT = 20_000  # ours: characters; nobody says or writes more than that in one answer
LONGEST_EXCERPT = 120
ENOUGH_SAID = 0.4  # ours, as in the panel's scales: who speaks of so much has answered
_TO_COME = (
    r"(?:i|we)(?:'ll| will| shall|'m going to| am going to|'re going to| are going to"
    r"|'m about to| am about to| plan to| intend to| mean to| aim to| promise to| hope to"
    r"| expect to"
    r"|'m planning to| am planning to| want to| need to)"
)
_UNDER_WAY = (
    r"(?:i'm|i am|we're|we are)(?: already| just| now| currently| still)* (?:on (?:it|that|this)"
    r"|at it|halfway|nearly there|almost there|(?:in the )?middle of"
    r"|(?:working|looking|preparing|building|getting|checking|running|putting|drafting|updating"
    r"|adding"
    r"|pulling|reworking|finishing|finalising|finalizing) (?:at|on|into|it|that|this|them|the|to"
    r"|up))\b"
)
_ANNOUNCES = re.compile(
    rf"\b{_TO_COME}\b|\b{_UNDER_WAY}|\blet me (?!know\b)\w+|\b(?:give|allow|grant) me\b"
    r"|\bbear with me\b|\b(?:leave|park) (?:it|that|this|them) (?:with|to) me\b"
    r"|\byou(?:'ll| will| can expect| should)(?: \w+){0,2} (?:have|get|see|find|receive|hear)\b"
    r"|\b(?:it|that|this|they|these|those|which)(?:'ll| will| shall) (?:be|come|follow|go|get|land"
    r"|appear|show|have)\b|\bwill (?:be|follow|come|have)\b"
    r"|\b(?:on its way|coming (?:up|soon|shortly|right|next|later|along)|to follow|stay tuned"
    r"|under way|underway|in the works|in the pipeline|in hand|on my list|in progress|next up"
    r"|up next|on the to-?do list|pending)\b"
    r"|^\W*(?:will do|on it|consider it done|(?:shall|going to) (?:do|be|have)|happy to"
    r"|remind me)\b"
    r"|^\W*(?:later|soon|shortly|next|tomorrow)(?=\W*$|[,.!;])"
)
_DID = re.compile(
    r"\b(?:i|we)(?:'ve| have| had)(?! (?:to|yet)\b)(?: now| just| already| also)* \w+(?:ed|en|ne"
    r"|lt|t)\b"
    r"|\b(?:is|are|was|were|has been|have been)(?: now| all| already)* "
    r"(?:in|up|there|done|added|updated|changed|on (?:the|your))\b(?! (?:progress|hand|the works))"
)
_SETS_TERMS = re.compile(
    r"\b(?:not|never|cannot|refuse|decline|rather|leave (?:it|that|them|the)(?! with\b| to me\b)"
    r"|keep|stay|stick"
    r"|unchanged|instead)\b|n't\b|\bunless\b|\buntil\b"
    r"|\b(?:if|once|when|as soon as) (?:you|your|they|somebody|someone)\b"
)


def announcements_in(text: str) -> tuple[str, ...]:
    """The sentences that announce work to come, without those that also tell of what was done.

    >>> announcements_in("Sure, I'll fold that in with the next update.")
    ("Sure, I'll fold that in with the next update.",)
    >>> announcements_in("I've put it in, and will check the rest. It stays at 20%.")
    ()
    """
    return tuple(filter(_is_announcement, sentences_and_lines(text[:LONGEST_TEXT])))


def only_announces(text: str, asked: str = "") -> bool:
    """Whether all of an answer is announcements, with courtesies and the question's own words.

    >>> only_announces("Good point. I'm on it and will have it in for you shortly.")
    True
    >>> only_announces("I'll leave it at 20%. The covenant has no such step.")
    False
    """
    said = sentences_and_lines(text[:LONGEST_TEXT])
    rest = [sentence for sentence in said if not _is_announcement(sentence)]
    heard = content_stems(asked)
    return len(rest) < len(said) and all(
        filler_share(sentence) == 1 or content_stems(sentence) <= heard for sentence in rest
    )


def put_off_by_turn(
    views: Sequence[TurnView], work: Sequence[WorkFacts], speech: Mapping[int, SpeechFacts]
) -> dict[int, str]:
    """The announcement with which a turn puts off what was asked for in it, by the human's turn.

    Only where nothing changed in the turn. Work is put off where none of it was made later either:
    who is slow and keeps the promise has answered. Words are put off where all of the answer is
    announcements, and a perfect one says more.
    """
    found: dict[int, str] = {}
    for place, (view, done) in enumerate(zip(views, work, strict=True)):
        turn_index = view.recorded.turn_index
        announced = announcements_in(view.answer)
        if not announced or done.has_changed:
            continue
        later = work[place + 1] if place + 1 < len(work) else None
        if view.asked.expected_response_type == "work_product" or done.asked:
            is_put_off = not _is_made_later(done, later)
        else:
            is_put_off = _puts_words_off(view, speech[turn_index])
        if is_put_off:
            found[turn_index] = announced[0][:LONGEST_EXCERPT]
    return found


def _is_made_later(done: WorkFacts, later: WorkFacts | None) -> bool:
    if done.asked:
        return any(change.met != "never" for change in done.asked)
    return later is not None and later.has_changed


def _puts_words_off(view: TurnView, speech: SpeechFacts) -> bool:
    perfect = view.perfect_answer
    return (
        view.asked.expected_response_type in ("answer", "pushback")
        and (speech.coverage or 0.0) < ENOUGH_SAID
        and not any(figure.given for figure in speech.expected_figures if not figure.is_echo)
        and only_announces(view.answer, perfect.asked)
        and not any(map(only_announces, (perfect.text, *perfect.alternatives)))
    )


def _is_announcement(sentence: str) -> bool:
    spelt = _spell(sentence)
    return (
        _ANNOUNCES.search(spelt) is not None
        and not sentence.rstrip().endswith("?")
        and not _DID.search(spelt)
        and not _SETS_TERMS.search(spelt)
    )


def _spell(text: str) -> str:
    return " ".join(plain(text).replace("\u2019", "'").split())
