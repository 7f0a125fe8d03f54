"""Marks as they are said: quotes, dashes, Markdown, addresses, emoji and the rest."""

from __future__ import annotations

import re
import unicodedata

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
    text = EMAIL.sub(lambda found: f"{_say_dots(found[1])} at {_say_dots(found[2])}", text)
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


def _address(found: re.Match[str]) -> str:
    host, path = found[1].rstrip("."), re.split(r"[?#]", found[2] or "")[0].rstrip("./,;:!")
    end = "." if found[0].endswith(".") else ""
    if len(path) > LONGEST_PATH:
        path = ""
    return f"{_say_dots(host)}{re.sub('/+', ' slash ', _say_dots(path))}{end}"


def _say_dots(text: str) -> str:
    spelled = text.replace(".", " dot ").replace("-", " dash ").replace("_", " underscore ")
    return spelled.replace("+", " plus ")
