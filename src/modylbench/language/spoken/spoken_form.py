"""The words that a person would say who reads a text aloud."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from modylbench.language.sentences import STARTERS
from modylbench.language.spoken.amounts import NUMBER, say_amounts
from modylbench.language.spoken.dates import say_dates
from modylbench.language.spoken.numbers import MOST_DIGITS, cardinal, digits, number, ordinal

LONGEST_TEXT = 30_000
"""Ours: characters, half an hour of speech; of a longer text only the beginning is said."""
LONGEST_SPEECH = 20_000
"""Ours: characters of spoken form that are said in one go, about twenty minutes."""
WORDS = re.compile(r"[A-Za-z]")
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
PLAIN = str.maketrans(
    {
        "\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u201c": '"', "\u201d": '"', "\u201e": '"',
        "«": '"', "»": '"', "\u2212": "-", "\u2010": "-", "\u2011": "-", "\u2012": "-",
        "\u2013": "-", "\u2015": "—", "…": ". ", "·": " ", "•": ". ", "\t": " ", "\u00a0": " ",
        "\u2009": " ", "\u202f": " ", "\u00ad": None, "\u200b": None, "½": " 1/2", "¼": " 1/4",
        "¾": " 3/4", "¹": None, "²": " squared", "³": " cubed", "\u00d7": "x", "\u00b5": "\u03bc",
        "→": " to ", "⇒": " so ", "≥": " at least ", "≤": " at most ", "≈": " about ",
        "≠": " is not ", "±": " plus or minus ", "÷": " divided by ", "∞": " infinity ",
        "©": None, "®": None, "™": None,
    }
)  # fmt: skip
"""Of dashes only the em dash is kept apart: the others stand within ranges and before numbers."""
GREEK_NAMES = (
    "alpha", "beta", "gamma", "delta", "epsilon", "lamda", "mu", "pi", "rho", "sigma", "chi",
    "theta", "tau", "omega",
)  # fmt: skip
GREEK = str.maketrans(
    {
        unicodedata.lookup(f"GREEK {size} LETTER {name}"): f" {name} ".replace("lamda", "lambda")
        for name in GREEK_NAMES
        for size in ("SMALL", "CAPITAL")
    }
)
MARKDOWN = (
    (re.compile(r" {2,}"), " "),
    (re.compile(r"```[a-z]{0,20}"), " "),
    (re.compile(r"^ ?(?:#{1,6}(?= )|>(?!=? ?[\d$€£.-])|[-*+](?= )) *", re.MULTILINE), ""),
    (re.compile(r"^[ |:-]+$", re.MULTILINE), ""),
    (re.compile(r"!?\[([^\[\]\n]{0,300})\]\([^()\s]{0,300}\)"), r"\1"),
    (re.compile(r"[*_]{2}|`|~~"), ""),
    (re.compile(r"(?<!\w)[*_](?=\w)|(?<=[\w.,!?])[*_](?!\w)"), ""),
    (re.compile(r" *\| *"), ", "),
)
EMAIL = re.compile(r"(?<![\w.+-])([\w.+-]{1,64})@([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8})")
ADDRESS = re.compile(
    r"\b(?:https?://|www\.)(?:www\.)?([A-Za-z0-9.-]{1,200})(?::\d{1,5})?(/[^\s<>\"')\]]{0,2000})?"
)
LONGEST_PATH = 40
"""Ours: of an address with more behind it only the host is said."""
LAST = (
    (re.compile(r"(?<=\w)&(?=\w)|&"), " and "),
    (re.compile(r"\bn ?/ ?([ad])\b", re.IGNORECASE), r"n \1"),
    (re.compile(r"\band/or\b", re.IGNORECASE), "and or"),
    (re.compile(r"(?<=\w) ?/ ?(?=\w)"), " slash "),
    (re.compile(r" ?-> ?"), " to "),
    (re.compile(r"<="), " at most "),
    (re.compile(r">="), " at least "),
    (re.compile(r"(?<=\w) ?< ?(?=\w)|<(?=\w)"), " less than "),
    (re.compile(r"(?<=\w) ?> ?(?=\w)|>(?=\w)"), " more than "),
    (re.compile(r"(?<=[\w)\]\"'%]) ?={1,3} ?(?=[\w(\[\"'-])"), " equals "),
    (re.compile(r"(?<=\w) ?\+(?=[\s,.?!]|$)| ?\+ ?(?=\w)"), " plus "),
    (re.compile(r"#(?=\w)"), " number "),
    (re.compile(r"@(?=\w)"), " at "),
    (re.compile(r"~(?=\w)"), " about "),
    (re.compile(r"%"), " percent "),
    (re.compile(r" +[—-]{1,3} +|—|-{2,}"), ", "),
    (re.compile(r"[()\[\]{}]"), ", "),
)
FOLDED = (
    (re.compile(r"[^A-Za-z0-9' ,.?!;:\n-]"), " "),
    (re.compile(r"(?<![A-Za-z0-9])['-]+|['-]+(?![A-Za-z0-9])"), " "),
    (re.compile(r"([,;:])(?=\w)"), r"\1 "),
    (re.compile(r"[ ]+"), " "),
    (re.compile(r" (?=[,.?!;:])"), ""),
    (re.compile(r"[,;:](?:[ ]?[,;:])+"), ","),
    (re.compile(r"[,;:] ?(?=[.?!])"), ""),
    (re.compile(r"([.?!])[.,;:?! ]*(?=[.,;:?!])"), r"\1"),
    (re.compile(r"([.?!])[,;:.]+"), r"\1"),
    (re.compile(r"^[ ,.;:?!-]+", re.MULTILINE), ""),
    (re.compile(r"(?<![ ,;:-])[ ,;:-]+$", re.MULTILINE), ""),
)
TOO_LONG = re.compile(rf"(?<=\d{{{MOST_DIGITS}}})\d+")
FIXED = (
    (re.compile(r"\bB2B\b"), "B to B"),
    (re.compile(r"\bB2C\b"), "B to C"),
    (re.compile(r"(?<!\w)24/7(?!\w)"), "twenty-four seven"),
    (re.compile(r"(?<!\w)40([13])\(([kb])\)"), r"four oh \1 \2"),
    (re.compile(r"(\d)\(([a-z])\)"), r"\1 \2"),
    (re.compile(r"(?<!\w)([a-z])\(([^()\n]{1,20})\)"), r"\1 of \2"),
    (re.compile(r"(?<=\w)\^ ?(?=-?\w)"), " to the power of "),
    (re.compile(r"(?<=\d)[eE]\+?(-?\d{1,3})(?!\w)"), r" times ten to the \1"),
)
CELLS = re.compile(r"(?<![\w$])\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})(?!\w)")
CELL = re.compile(r"(?<![\w$])(?:\$([A-Z]{1,3})\$?|([A-Z]{1,3}))(\d{1,7})(?!\w|\.\d)")
CODE = re.compile(r"\b[A-Za-z]{1,8}(?:-\d{1,9}){2,8}(?![\w-])")
PHONE = re.compile(r"(?<![\w-])\+?\d{1,9}(?:-\d{1,9}){2,8}(?![\w-])")
VERSION = re.compile(r"(?<![\w.])v?\d{1,9}(?:\.\d{1,9}){2,8}(?![\w])")
ORDINAL = re.compile(r"(?<![\w.,])(\d{1,3}(?:,\d{3})+|\d{1,9})(?:st|nd|rd|th)\b")
MIXED = re.compile(r"(?<![\w.,/])(\d{1,6}) (\d{1,3})/(\d{1,3})(?![\w/])")
FRACTION = re.compile(r"(?<![\w.,/])(\d{1,6})/(\d{1,6})(?![\w/])")
PARTS = {2: ("half", "halves"), 3: ("third", "thirds"), 4: ("quarter", "quarters")}
RATIO = re.compile(rf"(?<![\w.,:])({NUMBER}):({NUMBER})(?![\w:])")
RANGE = re.compile(rf"(?<![\w.,-])({NUMBER}) ?- ?({NUMBER})(?![\w-])")
PLURAL = re.compile(r"(?<![\w.,])(\d{1,9})s\b")
TOUCHING = re.compile(r"(?<=[A-Za-z])-?(?=\d)|(?<=\d)(?=[A-Za-z])")
MINUS = re.compile(r"(?<![\w)])-(?=\.?\d)")
PLAIN_NUMBER = re.compile(NUMBER)


@lru_cache(maxsize=1024)
def spoken_form(text: str) -> str:
    """The text in English words, commas and sentence ends: no figure and no symbol is left.

    Voices drop or mangle figures and symbols, and what is lost would be charged to the agent.

    >>> spoken_form("Paying 12x on $15M of LTM EBITDA, up 20%.")
    'Paying twelve times on fifteen million dollars of L T M EBITDA, up twenty percent.'
    """
    text = plain_marks(cut_long_digits(text[:LONGEST_TEXT]))
    text = say_amounts(say_names(say_dates(expand_abbreviations(text))))
    return say_capitals(words_only(say_numbers(text)))


def sayable(text: str) -> str:
    """What a voice says of a text: its spoken form up to a length; empty where no word is in it.

    >>> sayable("日本, …")
    ''
    """
    words = spoken_form(text)
    if not WORDS.search(words):
        return ""
    if len(words) <= LONGEST_SPEECH:
        return words
    end = words.rfind(" ", 0, LONGEST_SPEECH + 1)
    return words[: end if end > 0 else LONGEST_SPEECH].rstrip(" ,;:")


def expand_abbreviations(text: str) -> str:
    """The text with abbreviations and Roman numerals written out.

    >>> expand_abbreviations("Dr. Lee of Acme Inc. in St. Louis, the U.S. market")
    'Doctor Lee of Acme Incorporated in Saint Louis, the US market'
    """
    for pattern, words in PHRASES:
        text = pattern.sub(words, text)
    text = COMPANY.sub(lambda match: COMPANIES[match[1]] + _stop(match), text)
    text = INITIALS.sub(lambda match: match[1].replace(".", "") + _stop(match), text)
    return ROMAN.sub(lambda match: f"{match[1]} {NUMERALS[match[2]]}", text)


def _stop(match: re.Match[str]) -> str:
    """The full stop, where it ended a sentence too."""
    following = match[2]
    if following is None:
        return "." if match.end() == len(match.string) or match.string[match.end()] == "\n" else ""
    word = following.strip(".,;:!?\"'()")
    return "." if word[:1].isupper() and word.lower() in STARTERS else ""


def say_capitals(text: str) -> str:
    """The text with capitals said as people say them: `LBO` letter by letter, `EBITDA` as a word.

    >>> say_capitals("The LBO is 12 turns of EBITDA")
    'The L B O is 12 turns of EBITDA'
    """
    text = OKAY.sub("okay", SHOUTING.sub(_without_shouting, text))
    return CAPITALS.sub(_capitals, HYPHENED.sub(" ", text))


def _without_shouting(match: re.Match[str]) -> str:
    """A sentence in capitals in small letters; a row of abbreviations is none."""
    shouts = not SHOUTED.isdisjoint(re.findall(r"[A-Z]+", match[0]))
    return match[0].lower() if shouts else match[0]


def _capitals(match: re.Match[str]) -> str:
    token, end = match[1], match[2] or ""
    if token in SHOUTED:
        return token.lower() + end
    if token in AS_WORDS or not token.isupper():
        return match[0]
    if len(token) > LONGEST_SPELLED and set(token) & set("AEIOUY"):
        return token.lower() + end
    return " ".join(token) + ("'s" if end else "")


def plain_marks(text: str) -> str:
    """The text in plain characters: one kind of quote and dash, no Markdown, addresses spelled."""
    text = text.translate(PLAIN)
    if not text.isascii():
        text = "".join(
            letter
            for letter in unicodedata.normalize("NFKD", text)
            if not unicodedata.combining(letter)
        )
    for pattern, words in MARKDOWN:
        text = pattern.sub(words, text)
    text = EMAIL.sub(lambda match: f"{_say_dots(match[1])} at {_say_dots(match[2])}", text)
    return ADDRESS.sub(_address, text)


def words_only(text: str) -> str:
    """Every mark that is left as a word, a pause or nothing; sentences keep their ends."""
    if not text.isascii():
        text = text.translate(GREEK)
    for pattern, words in LAST:
        text = pattern.sub(words, text)
    for pattern, words in FOLDED:
        text = pattern.sub(words, text)
    return _sentences(text)


def _sentences(text: str) -> str:
    """One line: a line that ends without a mark ends a sentence."""
    lines = [line.strip() for line in text.splitlines()]
    ended = [line if line[-1] in ".?!" else f"{line}." for line in lines[:-1] if line]
    return " ".join([*ended, *lines[-1:]]).strip()


def _address(match: re.Match[str]) -> str:
    host, path = match[1].rstrip("."), re.split(r"[?#]", match[2] or "")[0].rstrip("./,;:!")
    end = "." if match[0].endswith(".") else ""
    if len(path) > LONGEST_PATH:
        path = ""
    return f"{_say_dots(host)}{re.sub('/+', ' slash ', _say_dots(path))}{end}"


def _say_dots(text: str) -> str:
    spelled = text.replace(".", " dot ").replace("-", " dash ").replace("_", " underscore ")
    return spelled.replace("+", " plus ")


def cut_long_digits(text: str) -> str:
    """The text with endless strings of digits cut."""
    return TOO_LONG.sub("", text)


def say_names(text: str) -> str:
    """The text with cells, codes, versions and other names that hold digits in words."""
    for pattern, words in FIXED:
        text = pattern.sub(words, text)
    text = CODE.sub(lambda match: _say_code(match[0]), text)
    text = PHONE.sub(lambda match: ", ".join(map(digits, match[0].strip("+").split("-"))), text)
    text = VERSION.sub(
        lambda match: " point ".join(map(number, match[0].strip("v").split("."))), text
    )
    text = CELLS.sub(
        lambda match: f"{match[1]} {number(match[2])} to {match[3]} {number(match[4])}", text
    )
    return CELL.sub(lambda match: f"{match[1] or match[2]} {number(match[3])}", text)


def say_numbers(text: str) -> str:
    """The text with every number that is left in words."""
    text = ORDINAL.sub(lambda match: ordinal(int(match[1].replace(",", ""))), text)
    text = MIXED.sub(lambda match: f"{number(match[1])} and {_part(match[2], match[3])}", text)
    text = FRACTION.sub(lambda match: _part(match[1], match[2]), text)
    text = RATIO.sub(lambda match: f"{number(match[1])} to {number(match[2])}", text)
    text = RANGE.sub(_range, text)
    text = PLURAL.sub(lambda match: _plural(cardinal(int(match[1]))), text)
    text = MINUS.sub("minus ", text)
    text = TOUCHING.sub(" ", text)
    return PLAIN_NUMBER.sub(lambda match: number(match[0]), text)


def _say_code(code: str) -> str:
    letters, *figures = code.split("-")
    return f"{letters} {', '.join(map(digits, figures))}"


def _range(match: re.Match[str]) -> str:
    low, high = match[1], match[2]
    name = any(len(part) > 1 and part[0] == "0" and "." not in part for part in (low, high))
    return f"{number(low)}{' ' if name else ' to '}{number(high)}"


def _part(top: str, bottom: str) -> str:
    if int(top) + int(bottom) == 100:  # how something is divided
        return f"{number(top)} {number(bottom)}"
    names = PARTS.get(int(bottom))
    if names is None or int(top) >= int(bottom):
        return f"{number(top)} out of {number(bottom)}"
    return f"{number(top)} {names[int(top) > 1]}"


def _plural(words: str) -> str:
    if words.endswith("y"):
        return f"{words[:-1]}ies"
    return words + ("es" if words.endswith("x") else "s")
