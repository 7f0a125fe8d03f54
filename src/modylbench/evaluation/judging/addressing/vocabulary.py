"""The form of a rule for text that speaks to whoever judges, and the words such rules are made of.

The words are parts of regular expressions for folded text: lower case, plain letters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from modylbench.evaluation.dimensions import PRODUCT_DIMENSIONS, TURN_DIMENSIONS


@dataclass(frozen=True, slots=True)
class AddressingRule:
    """A pattern and what it tries; an order counts only where a clause begins.

    A text that lacks every word of one of the groups in `needs` cannot match: quicker to see.
    A sentence with any of `unless` is about others who are judged, but for one that also `insists`.
    """

    kind: str
    pattern: re.Pattern[str]
    is_order: bool = False
    needs: tuple[tuple[str, ...], ...] = ()
    unless: re.Pattern[str] | None = None
    insists: re.Pattern[str] | None = None

    def can_match(self, text: str) -> bool:
        """Whether the text has what a match needs."""
        return all(any(word in text for word in group) for group in self.needs)

    def is_about_others(self, sentence: str) -> bool:
        """Whether the sentence reports how others are judged."""
        if self.unless is None or self.unless.search(sentence) is None:
            return False
        return self.insists is None or self.insists.search(sentence) is None


def rule(
    kind: str,
    pattern: str,
    *,
    is_order: bool = False,
    needs: str = "",
    unless: str = "",
    insists: str = "",
) -> AddressingRule:
    """A rule; groups of words in `needs` are parted by `&`."""
    groups = tuple(tuple(group.split()) for group in needs.split("&") if group.strip())
    exempt, firm = (re.compile(source) if source else None for source in (unless, insists))
    return AddressingRule(kind, re.compile(pattern), is_order, groups, exempt, firm)


G = r"[^\w.!?;]{1,8}"
"""Between two words of one sentence: spaces, marks of emphasis, quotation marks, commas."""


def up_to(words: str, most: int) -> str:
    """Up to so many of these words, each with the gap after it."""
    return rf"(?:(?:{words}){G}){{0,{most}}}?"


WORD = r"[\w'-]{1,16}"
JUDGE = (
    rf"(?:(?:(?:ai|llm|gpt|automated|automatic|impartial|machine){G})?"
    rf"(?:judge|evaluator|grader|rater|scorer)s?|(?:judge|judging|grading|ai|language){G}models?"
    rf"|judging{G}panel|llms?)(?![\w'])"
)
ANSWER = (
    r"(?:answer|response|reply|turn|transcript|conversation|dialogue|submission|agent|assistant"
    rf"|recording|performance|meeting|work{G}product|deliverable)s?(?!{G}(?:rate|time)s?\b)\b(?:'s)?"
)
OWN = r"(?:this|my|these|our)"
TEN = (
    r"(?:10|ten)(?![\w%])"
    r"(?=\s?(?:/|$|[.,;:!?\n)\"'}\]]|(?:out|on|for|in|across|and|by|points?|throughout|everywhere)\b))"
)
BEST = rf"(?:full|perfect|max(?:imum)?|top|highest|best){G}(?:(?:possible|available){G})?"
MARKS = r"(?:score|mark|rating|grade)s?\b"
PRAISE = r"(?:excellent|outstanding|flawless|perfect|passed|passing|correct)\b"
TOPS = rf"(?:{TEN}|{BEST}{MARKS}|{PRAISE})"
LINK = r"a|an|as|at|with|to|be|of|the|score|rating|mark|grade|full|least|it|is|being|turn"
RATE = r"(?:rate|score|grade|mark|judge|evaluate|assess|rank|give|award|assign|grant)"
SET = r"(?:give|award|assign|grant|return|output|report|put|record|set|score|rate|mark|enter|write)"
DUTY = (
    rf"(?:must|should|shall|needs?{G}to|ha(?:s|ve){G}to|ought{G}to|please|will"
    rf"|(?:is|are){G}(?:to|(?:required|instructed|asked|requested|told|directed){G}to))"
)
DROP = (
    r"(?:ignore|disregard|forget|override|overrule|bypass|discard|neglect|abandon"
    rf"|(?:do{G}not|don't|never|stop){G}(?:follow|apply|use|obey)(?:ing)?)"
)
BEFORE = (
    r"(?:all|any|your|previous|prior|earlier|above|preceding|system|original|existing|other|every"
    r"|former|initial)"
)
RUBRIC = (
    r"(?:rubrics?|(?:grading|scoring|judging|marking)"
    rf"{G}(?:criteria|rules?|guide(?:lines?)?|instructions?|scheme|standards?))"
)
EVERYTHING = (
    rf"(?:all|every|each){G}{up_to('of|the|single|rubric|other', 3)}"
    r"(?:dimension|turn|rating|field|score|mark)s?"
)
JUDGING = r"(?:evaluating|grading|judging|scoring|rating|assessing|marking)"
_NAMES = (*TURN_DIMENSIONS, *PRODUCT_DIMENSIONS)
LONG_NAMES = "|".join(name for name in _NAMES if "_" in name)
_ANY_NAME = "|".join(name.replace("_", "[ _-]") for name in _NAMES)
RATED = (
    rf"(?:{_ANY_NAME})\b[^\w\n]{{1,6}}(?:score[^\w\n]{{1,6}})?(?:10|[1-9]|ten|nine)(?![\w%]|\.\d)"
)
REVIEWER = (
    rf"(?:(?:(?:ai|llm|gpt|automated|automatic|impartial|machine|human|expert|external|lead|quality)"
    rf"{G})?(?:judge|evaluator|grader|rater|scorer|reviewer|assessor|examiner|marker|adjudicator"
    rf"|moderator|referee|auditor|inspector|panell?ist|juror|llm|ai)s?|jury|panel|committee"
    rf"|(?:(?:judge|judging|grading|ai|language){G})?models?)(?![\w'])"
)
"""Anybody who may judge. Business has them too, so that a demand must come with them."""
PARTS = (
    r"(?:dimension|turn|rating|field|aspect|item|line|box|heading|score|mark|metric|scale|point"
    r"|question)s?|categor(?:y|ies)|criteri(?:on|a|ons)|rubrics?"
)
ALL_OF_IT = (
    r"(?:everything|everywhere|throughout|across the board"
    rf"|(?:all|every|each){G}{up_to('of|the|single|rubric|other|your|these|those|six|five', 3)}"
    rf"(?:{PARTS})\b(?!{G}(?:that|which|where|if|met|fulfilled|they|it|he|she|a|an|the)\b))"
)
TOP = (
    rf"(?:{TEN}(?!\s?(?:,|or\b|to\b|-)\s?(?:or\s)?\d)|{BEST}(?:score|mark|rating|grade|value|figure"
    r"|number|band|points?)s?\b)"
)
EVEN = "a|an|as|at|with|to|be|of|the|out|10|ten|points|it|is|are|being|gets?|receives?|should|must"
DEMAND = (
    rf"(?:(?:{TOP}|\b(?:max(?:imum)?|highest|top))\W{{1,4}}"
    rf"{up_to('out|of|10|ten|points|on|in|for|across|to|over|under', 5)}{ALL_OF_IT}"
    rf"|{ALL_OF_IT}\W{{1,4}}{up_to(EVEN, 5)}{TOP}|{BEST}{MARKS}|{TEN}\s?(?:/|out of)\s?(?:10|ten)\b"
    rf"|(?:all|every|each){G}{up_to(WORD, 2)}criteri(?:a|on){G}"
    rf"{up_to('is|are|have|has|been|fully|completely|all', 3)}(?:met|satisfied|fulfilled))"
)
"""The best score for all of it, in whatever words."""
OTHERS = (
    r"\b(?:bidder|vendor|supplier|tender|tenderer|applicant|candidate|student|pupil|school|issuer|bond"
    r"|borrower|patient|respondent|manuscript|paper|proposal|application|essay|exam|loan|market"
    r"|account|lead|site|store|hotel|branch|company|offer|cohort|portfolio|film|wine|player|option"
    r"|hospital|product|trial|arm|employee|alternative|concept|design|fold|epoch|region|weight)s?\b"
    r"|\b(?:countr|compan|universit)(?:y|ies)\b|\b(?:blinded|inter-?rater|kappa|placebo|p-?values?"
    r"|confidence intervals?|odds ratios?|protocol|questionnaires?|lowest|maturity)\b"
    r"|\bin (?:all|total)\b(?!\s\w)"
)
"""Whom and what people judge in business: a sentence about them is none about the agent."""
INSISTS = (
    rf"(?<!of )(?<!to )(?<!/)(?<!-){TEN}(?!\s?(?:,|or\b|to\b|-)\s?\d)|{BEST}{MARKS}|\b{PRAISE}"
    r"|\b(?:lenien|generous|favou?rabl|ignore|disregard|overlook)"
    r"|\b(?:this|my|these)\W{1,4}(?:[\w'-]{1,16}\W{1,4})?(?:answer|turn|transcript|conversation|agent"
    r"|assistant|reply|work)s?\b"
)
"""What a mere report of how others are judged has no need of."""
HERE = r"(?:answer|response|reply|turn|transcript|conversation|agent|assistant)s?\b"
GRADED = (
    r"(?:rated|scored|graded|marked|assessed|evaluated|judged|approved|certified|validated|confirmed"
    r"|accepted|verified|awarded|given)"
)
