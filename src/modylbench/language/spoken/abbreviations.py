"""Abbreviations and capitals as they are said: in full, as a word, or letter by letter."""

from __future__ import annotations

import re

from modylbench.language.sentences import STARTERS

PHRASES = (
    (re.compile(r"\be\.g\.,?", re.IGNORECASE), "for example"),
    (re.compile(r"\bi\.e\.,?", re.IGNORECASE), "that is"),
    (re.compile(r"\betc\.(?=\s*$)", re.MULTILINE), "et cetera."),
    (re.compile(r"\betc\b\.?"), "et cetera"),
    (re.compile(r"\bvs\b\.?"), "versus"),
    (re.compile(r"\bapprox\b\.?"), "approximately"),
    (re.compile(r"\bYoY\b|\by/y\b", re.IGNORECASE), "year over year"),
    (re.compile(r"\bQoQ\b", re.IGNORECASE), "quarter over quarter"),
    (re.compile(r"\bMoM\b"), "month over month"),
    (re.compile(r"\bQoE\b"), "Q of E"),
    (re.compile(r"\b(cap|op)ex\b", re.IGNORECASE), r"\1 ex"),
    (re.compile(r"\bw/o\b"), "without"),
    (re.compile(r"\bw/(?= ?\w)"), "with "),
    (re.compile(r"\bSt\. (?=[A-Z])"), "Saint "),
    (re.compile(r"(?<=[A-Za-z] )St\.(?= [a-z]|,)"), "Street"),
    (re.compile(r"\bDr\. (?=[A-Z])"), "Doctor "),
    (re.compile(r"\bMr\. (?=[A-Z])"), "Mister "),
    (re.compile(r"\bMrs\. (?=[A-Z])"), "Missus "),
    (re.compile(r"\b(Ms|Mx)\. (?=[A-Z])"), r"\1 "),
    (re.compile(r"\bProf\. (?=[A-Z])"), "Professor "),
    (re.compile(r"\b[Ff]ig\. ?(?=\d)"), "figure "),
    (re.compile(r"\b[Ss]ec\. ?(?=\d)"), "section "),
    (re.compile(r"(?<=[a-z,] )Nos?\. ?(?=\d)|^No\. ?(?=\d)"), "number "),
    (
        re.compile(r"(?<=[A-Za-z] )(?<!is )(?<!was )(?<!say )(?<!said )(?<!says )nos?\. ?(?=\d)"),
        "number ",
    ),
    (re.compile(r"(?<!\w)C\+\+"), "C plus plus"),
    (re.compile(r"(?<!\w)([CF])#(?!\w)"), r"\1 sharp"),
)
COMPANIES = {"Inc": "Incorporated", "Corp": "Corporation", "Ltd": "Limited", "Co": "Company"}
COMPANY = re.compile(r"(?<=[A-Za-z] )(Inc|Corp|Ltd|Co)\.(?:(?= (\S+))|(?=,)|$)", re.MULTILINE)
INITIALS = re.compile(r"\b((?:[A-Z]\.){2,})(?:(?= (\S+))|(?![A-Za-z]))")
ROMAN = re.compile(r"\b([Pp]hase|[Pp]art|[Tt]ype|[Tt]ier|[Cc]hapter|Basel) (I{1,3}|IV|V|VI)\b")
NUMERALS = {"I": "one", "II": "two", "III": "three", "IV": "four", "V": "five", "VI": "six"}
AS_WORDS = frozenset((
    "ANCOVA", "ANOVA", "ASEAN", "CAGR", "COGS", "COVID", "EBIT", "EBITDA", "FIFO", "GAAP", "HIPAA",
    "LIFO", "NASA", "NASDAQ", "PIK", "SAM", "SUM", "SWOT", "SaaS", "TAM", "WACC",
))  # fmt: skip
"""Said as a word: left as they are, for services know them; our own voices respell them."""
SHOUTED = frozenset((
    "ALL", "AND", "ANY", "ARE", "BUT", "DO", "FOR", "IF", "IN", "IS", "MUST", "NEVER", "NO", "NOT",
    "NOW", "OF", "ON", "ONLY", "OR", "SO", "THE", "THIS", "TO", "VERY", "WE", "YES", "YOU",
))  # fmt: skip
CAPITALS = re.compile(r"\b([A-Z][A-Za-z]*[A-Z])(s|'s|s')?(?![A-Za-z])")
OKAY = re.compile(r"\bOK(?![A-Za-z])")
HYPHENED = re.compile(r"(?<=[a-z])-(?=[A-Z]{2})")
SHOUTING = re.compile(r"\b[A-Z]{2,}(?:'[A-Z]+)?(?:[ ,]+(?:[A-Z]{2,}(?:'[A-Z]+)?|[AI]\b)){3,}")
LONGEST_SPELLED = 4
"""Ours: longer capitals with a vowel are a word, such as a company's name."""


def expand_abbreviations(text: str) -> str:
    """The text with abbreviations and Roman numerals written out.

    >>> expand_abbreviations("Dr. Lee of Acme Inc. in St. Louis, the U.S. market")
    'Doctor Lee of Acme Incorporated in Saint Louis, the US market'
    """
    for pattern, words in PHRASES:
        text = pattern.sub(words, text)
    text = COMPANY.sub(lambda found: COMPANIES[found[1]] + _stop(found), text)
    text = INITIALS.sub(lambda found: found[1].replace(".", "") + _stop(found), text)
    return ROMAN.sub(lambda found: f"{found[1]} {NUMERALS[found[2]]}", text)


def _stop(found: re.Match[str]) -> str:
    """The full stop, where it ended a sentence too."""
    following = found[2]
    if following is None:
        return "." if found.end() == len(found.string) or found.string[found.end()] == "\n" else ""
    word = following.strip(".,;:!?\"'()")
    return "." if word[:1].isupper() and word.lower() in STARTERS else ""


def say_capitals(text: str) -> str:
    """The text with capitals said as people say them: `LBO` letter by letter, `EBITDA` as a word.

    >>> say_capitals("The LBO is 12 turns of EBITDA")
    'The L B O is 12 turns of EBITDA'
    """
    text = OKAY.sub("okay", SHOUTING.sub(_calm, text))
    return CAPITALS.sub(_capitals, HYPHENED.sub(" ", text))


def _calm(found: re.Match[str]) -> str:
    """A sentence in capitals in small letters; a row of abbreviations is none."""
    shouts = not SHOUTED.isdisjoint(re.findall(r"[A-Z]+", found[0]))
    return found[0].lower() if shouts else found[0]


def _capitals(found: re.Match[str]) -> str:
    token, end = found[1], found[2] or ""
    if token in SHOUTED:
        return token.lower() + end
    if token in AS_WORDS or not token.isupper():
        return found[0]
    if len(token) > LONGEST_SPELLED and set(token) & set("AEIOUY"):
        return token.lower() + end
    return " ".join(token) + ("'s" if end else "")
