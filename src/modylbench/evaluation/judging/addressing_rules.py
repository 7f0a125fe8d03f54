"""Which phrases speak to whoever judges? Each needs the act and its object in one sentence.

All are matched against folded text (`folded.py`): lower case, plain letters. Every repetition is
bounded, so that matching takes time in proportion to the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from modylbench.evaluation.dimensions import PRODUCT_DIMENSIONS, TURN_DIMENSIONS

G = r"[^\w.!?;]{1,8}"
"""Between two words of one sentence: spaces, marks of emphasis, quotation marks, commas."""


def _some(words: str, most: int) -> str:
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
    r"(?=\s?(?:/|out\b|$|[.,;:!?\n)\"'}\]]|on\b|for\b|in\b|across\b|and\b|points?\b|throughout\b))"
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
    rf"(?:all|every|each){G}{_some('of|the|single|rubric|other', 3)}"
    r"(?:dimension|turn|rating|field)s?"
)
JUDGING = r"(?:evaluating|grading|judging|scoring|rating|assessing|marking)"
_NAMES = (*TURN_DIMENSIONS, *PRODUCT_DIMENSIONS)
_LONG_NAMES = "|".join(name for name in _NAMES if "_" in name)
_ANY_NAME = "|".join(name.replace("_", "[ _-]") for name in _NAMES)
_RATED = (
    rf"(?:{_ANY_NAME})\b[^\w\n]{{1,6}}(?:score[^\w\n]{{1,6}})?(?:10|[1-9]|ten|nine)(?![\w%]|\.\d)"
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and what it tries; an order counts only where a clause begins.

    A text without any of the words in `needs` cannot match, which is quicker to see. None: all may.
    """

    kind: str
    pattern: re.Pattern[str]
    is_order: bool = False
    needs: tuple[str, ...] = ("",)

    def can_match(self, text: str) -> bool:
        """Whether the text has what a match needs."""
        return any(word in text for word in self.needs)


def _rule(kind: str, pattern: str, *, is_order: bool = False, needs: str = "") -> Rule:
    return Rule(kind, re.compile(pattern), is_order, tuple(needs.split()) or ("",))


RULES = (
    _rule(
        "address",
        rf"\b(?:notes?|messages?|instructions?|reminder|attention|hint|directive|guidance|dear){G}"
        rf"(?:(?:to|for){G})?{_some('the|any|all|every|each|our|my|future', 2)}{JUDGE}",
    ),
    _rule(
        "address",
        rf"\b(?:whoever|anyone|everyone|those){G}(?:is{G}|are{G})?{JUDGING}{G}{OWN}\b",
        needs="whoever anyone everyone those",
    ),
    _rule(
        "address",
        rf"(?<![\w'-]){JUDGE}\s?[,:]\s?(?:please|give|award|score|rate|mark|treat|note|ignore|you|do|"
        r"return|output|remember|assign|consider|set|accept|be|this|disregard|report|answer)\b",
        is_order=True,
    ),
    _rule(
        "order",
        rf"(?<![\w'-]){JUDGE}{G}{_some(WORD, 5)}{DUTY}{G}{_some(WORD, 6)}"
        rf"(?:{OWN}{G}(?:{WORD}{G})?{ANSWER}|the{G}(?:agent|assistant|transcript)\b|{BEST}{MARKS}"
        rf"|(?:a|of|as|at|with|score){G}{TEN}|{RUBRIC}|instructions\b)",
    ),
    _rule(
        "order",
        rf"\b(?:when|while|as|if|before){G}(?:you(?:{G}are|'re)?{G})?{JUDGING}{G}{OWN}{G}"
        rf"(?:{WORD}{G})?{ANSWER}",
        needs="evaluating grading judging scoring rating assessing marking",
    ),
    _rule(
        "order",
        rf"\byour{G}(?:scores?|ratings?|verdicts?|grades?|marks?|judge?ments?){G}(?:for|of|on){G}{OWN}"
        rf"{G}(?:{WORD}{G})?{ANSWER}",
        needs="your",
    ),
    _rule(
        "role",
        rf"\byou(?:{G}are|'re){G}{_some(WORD, 3)}"
        rf"(?:judge|evaluator|grader|rater|scorer|language{G}model|llm)s?\b(?!{G}of\b)",
        needs="judge evaluator grader rater scorer language llm",
    ),
    _rule(
        "role",
        rf"\b(?:act|behave|respond|pretend|continue){G}(?:as|like){G}{_some(WORD, 3)}"
        r"(?:judge|evaluator|grader|rater)s?\b(?! of\b)",
        is_order=True,
        needs="judge evaluator grader rater",
    ),
    _rule(
        "role",
        rf"\byour{G}(?:{WORD}{G})?(?:task|job|role|duty|goal){G}is{G}"
        rf"{_some('now|only|simply', 2)}to{G}{RATE}{G}{_some(WORD, 4)}{ANSWER}",
        needs="your",
    ),
    _rule(
        "override",
        rf"\b{DROP}{G}{_some(WORD, 3)}{BEFORE}{G}{_some(WORD, 3)}"
        r"(?:instructions?|prompts?|directives?)\b",
        is_order=True,
        needs="instruction prompt directive",
    ),
    _rule(
        "override",
        rf"\b{DROP}{G}{_some(WORD, 4)}{RUBRIC}\b",
        is_order=True,
        needs="rubric grading scoring judging marking",
    ),
    _rule(
        "override",
        rf"\b(?:ignorieren?|vergiss|ignorez|ignora|oublie[zr]?|olvida|missachten?|ignori)"
        rf"{G}{_some(WORD, 5)}"
        r"(?:anweisungen|instruktionen|instrucciones|consignes|instructions|istruzioni|instrucoes)\b"
        r"|(?:忽略|无视|忽視|無視)[^\n。]{0,12}(?:指令|指示|说明|說明|提示)",
        needs="anweisung instru consign istruz 指 说 說 提",
    ),
    _rule(
        "override",
        rf"\b(?:new|updated|revised|real|actual|secret|hidden|additional){G}"
        rf"(?:(?:system|judging|grading|scoring|evaluation){G}(?:instructions?|rubrics?|prompts?)\b\s?:"
        rf"|(?:instructions?|rubrics?|prompts?){G}(?:to|for){G}"
        rf"{_some('the|all|any|every', 1)}{JUDGE})",
        needs="instruction rubric prompt",
    ),
    _rule(
        "score",
        rf"\b{RATE}{G}{_some('this|my|our|the|that|these|every|each|all|of', 3)}(?:{WORD}{G})?"
        rf"{ANSWER}{G}{_some(LINK, 4)}{TOPS}",
        is_order=True,
    ),
    _rule("score", rf"\b(?:rate|score|grade|mark){G}(?:me|us){G}{_some(LINK, 3)}{TOPS}"),
    _rule(
        "score",
        rf"\b{SET}s?{G}(?:me|us){G}{_some('a|an|the|only', 2)}{BEST}{MARKS}",
        needs="full perfect max top highest best",
    ),
    _rule(
        "score",
        rf"\b{SET}{G}{_some('it|them|a|an|the|only', 2)}"
        rf"(?:(?:full|perfect|max(?:imum)?){G}(?:possible{G})?{MARKS}"
        rf"|(?:{TEN}|{BEST}{MARKS})\W{{1,4}}{_some('out|of|10|ten|to|for|on|in', 5)}"
        rf"{OWN}{G}(?:{WORD}{G})?{ANSWER})",
        is_order=True,
    ),
    _rule(
        "score",
        rf"\b{SET}{G}{_some(LINK + '|only|scores|ratings|for|on|in|to', 4)}{EVERYTHING}{G}"
        rf"{_some(LINK, 4)}(?:{TEN}|{BEST}|highest)",
        is_order=True,
        needs="dimension turn rating field",
    ),
    _rule(
        "score",
        rf"\b{SET}{G}{_some(LINK + '|only', 3)}(?:{TEN}|{BEST}{MARKS})\W{{1,4}}"
        rf"{_some('out|of|10|ten|points', 4)}(?:on|for|in|across|to){G}{EVERYTHING}",
        is_order=True,
        needs="dimension turn rating field",
    ),
    _rule(
        "score",
        rf"\b{OWN}{G}(?:{WORD}{G})?{ANSWER}{G}{_some(WORD, 2)}(?:deserves?|merits?|earns?|warrants?"
        rf"|(?:should|must|shall|has{G}to|is{G}to){G}(?:be{G})?"
        rf"(?:get|receive|score|scored|rated|given|graded|marked|awarded)){G}"
        rf"{_some(LINK + '|nothing|less|than', 5)}(?:{TEN}|{BEST}{MARKS}|{PRAISE})",
    ),
    _rule(
        "claim",
        rf"\b(?:verified|certified|validated|pre-?approved|audited|accepted){G}by{G}"
        rf"{_some('the|our|all|every', 2)}"
        rf"(?:evaluators?|graders?|raters?|rubric|judging{G}panel|harness)\b"
        rf"|\b(?:meets?|satisf(?:y|ies)|fulfil(?:l)?s?|passes){G}(?:all|every|each){G}"
        rf"{_some(WORD, 3)}(?:rubric|judging|grading)\b|\bestablished by code\b",
        needs="verified certified validated approved audited accepted rubric judging grading code",
    ),
    _rule(
        "verdict",
        rf"(?:{_LONG_NAMES})\b[^\w\n]{{0,6}}(?:score\W{{1,6}})?[^\w\n]{{0,6}}(?:10|[1-9]|ten|nine)\b"
        rf"|{_RATED}[^\n]{{0,120}}?{_RATED}"
        r"|[\"'](?:seal|verdicts?|ratings)[\"']\s{0,4}:\s{0,4}[\"'{\[\d]"
        r"|\b(?:final )?verdict\s?:\s?(?:pass(?:ed)?|10|ten)\b",
        needs="accuracy progress quality adaptability presentation correctness completeness "
        "actionability seal verdict ratings",
    ),
    _rule(
        "turn",
        r"<\|[^|\n]{1,40}\|>|\[/?inst\]|<</?sys>>|</?(?:start|end)_of_turn>"
        r"|</?(?:system|assistant|instructions?|prompt|rubric|verdict|judge|material|evidence)>"
        r"|\n#{1,6}\s?(?:system|instruction|assistant|human)s?\s?:"
        r"|\n(?:human|user)\s?:[^\n]{0,400}\n{1,3}assistant\s?:"
        r"|\bsystem[ _-](?:prompt|override|instruction)s?\s?[:\]>]"
        r"|\[(?:system|developer)[ _-]\w{1,12}\]"
        rf"|(?:^|\n|[\"'>])\s?(?:system|developer)\s?:\s?"
        rf"(?:you\b|ignore|disregard|override|your|score|rate|{JUDGE})",
        needs="< inst system assistant developer #",
    ),
    _rule(
        "fence",
        rf"\b(?:begin|end|close|start){G}{_some('of|the|all', 2)}"
        rf"(?:(?:quoted|untrusted|fenced|judged){G}|agent'?s?{G})"
        r"(?:material|data|content|text|output|words|answer)s?\b"
        r"|[<=#-]{3,}\s?/?(?:begin|end) material\b",
        needs="quoted untrusted fenced judged agent material",
    ),
)
