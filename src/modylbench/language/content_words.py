"""The words of an answer that speak of the matter, and those that say nothing.

The lists are of general English, and of meetings in any trade; none is from a scenario.
"""

from __future__ import annotations

import re
from functools import lru_cache

from modylbench.language.plain import plain, word_set
from modylbench.language.stems import stem

LONGEST_TEXT = 20_000  # ours: characters; nobody says or writes more than that in one answer

STOP_WORDS = word_set(
    "a about above after again all also am an and any are as at be because been before "
    "being below "
    "between both but by can could did do does doing done down during each either else even ever "
    "every few for from further get gets getting give gives given go goes going gone got had has "
    "have having he her here hers him his how i if in into is it its just keep keeps kept "
    "know let "
    "like made make makes making many may me might mine more most much must my need "
    "needs neither "
    "no nor not now of off on once one only onto or other our ours out over own per please "
    "put puts "
    "quite rather really said same say says see seen shall she should show shows shown so "
    "some such "
    "take takes taken than that the their theirs them then there these they thing things "
    "this those "
    "through to too two under until up upon us use used uses using very want wants was way "
    "we well "
    "went were what when where whether which while who whom whose why will with within without "
    "would yes yet you your yours ve re ll don doesn didn isn aren wasn weren won wouldn couldn "
    "shouldn hasn haven hadn cannot ok okay right"
)
"""Grammar, and verbs that say nothing by themselves."""

EMPTY_WORDS = word_set(
    # courtesies
    "thank thanks thankful grateful appreciate appreciated welcome sorry apologies apologise "
    "apologize excuse pleasure pleased glad happy hello hi hey morning afternoon evening bye "
    "goodbye great good excellent wonderful fantastic terrific awesome brilliant nice perfect "
    "lovely amazing absolutely certainly definitely sure surely course indeed exactly totally "
    "completely fully understood understand hear heard noted fair point question questions ask "
    "asking asked kind feel free hope helpful help helping love delighted excited honoured "
    # hedges
    "perhaps maybe possibly probably presumably likely generally typically usually "
    "often sometimes "
    "somewhat broadly fairly relatively basically essentially arguably seem seems appear appears "
    "think believe guess suppose sort bit depends depend various several different important "
    "key consider considering considered aspect aspects factor factors overall approach "
    "view views "
    "perspective balance balanced careful carefully thorough thoroughly robust "
    "comprehensive quality "
    # promises and talk about talking
    "look looks looking into work works working continue continuing progress moving "
    "forward ahead "
    "soon shortly later moment minute second time times today tomorrow quickly "
    "immediately promptly "
    "follow following posted update updates updated touch back come comes coming start started "
    "begin try trying try best ready anything everything something nothing else next step steps "
    "let know mention mentioned discuss discussed talk talking address addressed addressing "
    "team together journey value insight insights meaningful actionable detail details detailed "
    "request requested share sharing provide providing provided deliver delivering ensure "
    "ensuring sense makes make clear clearly simply truly deeply highly"
)
"""Words that a sentence may be made of without saying anything of the matter."""

POINTING_WORDS = word_set(
    # where to look
    "screen page tab sheet workbook spreadsheet file files slide table tables chart charts "
    "document documents dashboard deck canvas board panel display displayed window link folder "
    "attachment attached section sections row rows column columns cell cells left top bottom "
    "corner front above below find found open scroll visible reading read report "
    "product products deliverable figure figures number numbers result results answer answers "
    "version latest current "
    # that it is done
    "done finished complete completed sorted settled handled wrapped care task job place live "
    "added built changed corrected adjusted prepared entered included saved loaded there "
    "yourself yourselves myself thing things stuff got way"
)
"""Words by which an answer points at the work, or says that there is some, without a word of it."""

_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


@lru_cache(maxsize=4096)
def words_in(text: str) -> tuple[str, ...]:
    """Its words in lower case; a contraction is two."""
    return tuple(_WORD.findall(plain(text[:LONGEST_TEXT])))


@lru_cache(maxsize=4096)
def content_stems(text: str) -> frozenset[str]:
    """The stems of the words that speak of the matter."""
    return frozenset(content_words(text))


@lru_cache(maxsize=4096)
def content_words(text: str) -> tuple[str, ...]:
    """The same in the order in which they are said."""
    return tuple(
        stem(word)
        for word in words_in(text)
        if len(word) > 1 and word not in STOP_WORDS and word not in EMPTY_WORDS
    )


@lru_cache(maxsize=4096)
def sentences_and_lines(text: str) -> tuple[str, ...]:
    """The sentences and lines of a text."""
    return tuple(part for part in _SENTENCE.split(text[:LONGEST_TEXT]) if part.strip())


def filler_share(text: str, names: frozenset[str] = frozenset()) -> float:
    """The share of the words that stand in sentences of nothing but courtesies and promises.

    Pointing at the work says nothing either, by whichever of these `names` (stems of its titles).

    >>> filler_share("Great question, thank you. The debt is repaid.")
    0.5
    >>> filler_share("Done, that is all on the screen for you now.")
    1.0
    """
    every = empty = 0
    for sentence in sentences_and_lines(text):
        words = words_in(sentence)
        every += len(words)
        telling_stems = content_stems(sentence) - _POINTING_STEMS - names
        if not telling_stems and not any(letter.isdigit() for letter in sentence):
            empty += len(words)
    return empty / every if every else 0.0


_POINTING_STEMS = frozenset(map(stem, POINTING_WORDS))
