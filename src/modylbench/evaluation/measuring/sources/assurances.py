"""Assurances of others that a text claims for its own work, and which of them nobody has given.

That somebody has reviewed, audited, signed or certified something is a fact of the world like any
other: whoever relies on it, or repeats it, must be able to ask that somebody. Only people give
assurances: that a check has passed, or a solver has confirmed an optimum, is none. The lists
are of general English; none is from a scenario.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from modylbench.language.content_words import (
    EMPTY_WORDS,
    STOP_WORDS,
    content_words,
    sentences_and_lines,
)
from modylbench.language.plain import word_set
from modylbench.language.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_TEXT = 100_000  # ours: characters of one text that are searched
MOST_ASSURANCES = 50  # ours: of one text
MOST_ACTS = 200  # ours: words of one sentence that may tell of an assurance
LOOKS_BACK = 120  # ours: characters before a verb in which its subject is looked for
MOSTLY = 0.5  # ours: of the words for somebody; one of two may be one by chance

_BODY = (
    r"(?:auditors?|counsel|lawyers?|attorneys?|solicitors?|reviewers?|referees?|examiners?|"
    r"inspectors?|assessors?|panel|jury|(?:review |advisory |supervisory )?board|committees?|desk|"
    r"professors?|prof|dr|doctor|experts?|specialists?|scientists?|statisticians?|economists?|"
    r"actuar(?:y|ies)|accountants?|engineers?|analysts?|controllers?|practitioners?|institutes?|"
    r"regulators?|ministry|agency|authority|consultants?|consultancy|advis[eo]rs?|colleagues?|"
    r"peers|"
    r"supervisors?|managers?|directors?|partners?|chair(?:man|woman)?|ceo|cfo|coo|cto|treasurer|"
    r"friend|teams?|department|office|bank|lenders?|notary|bureau|academy|university|faculty|"
    r"laborator(?:y|ies)|lab|firm|company|person|people|somebody|someone|(?:some)?one else|"
    r"others|third part(?:y|ies)|practice|society|association|foundation|vendor|supplier|customer|"
    r"secretar(?:y|ies|iat)|officers?|presidents?|founders?|trustees?|investors?|insurers?|council|"
    r"commission|shareholders?|heads? of [a-z]+|chiefs?)"
)
_FUNCTION = re.compile(
    r"(?:^|[,;:(]|\b(?:and|by|from|with|to|past|through|both|that|so))\s*"
    r"(?:(?:the|our|your|their|his|her|group|internal|external|corporate|also|both|all)\s)*"
    r"(?:audit|legal|compliance|risk|finance|treasury|procurement|purchasing|hr|human resources|"
    r"regulatory(?: affairs)?|quality(?: assurance)?|qa|accounting|controlling|investor relations|"
    r"data management|management|engineering|general counsel|upstairs|the top|head office)"
    r"(?=\s*$|\s*[,(]|\s(?:and|in|at|has|have|as|too|upstairs)\b)",
    re.IGNORECASE,
)
"""A department that stands for its people: `legal and audit have`, and not `risk and return`."""
_HEAD = re.compile(
    rf"\b(?:{_BODY})\b(?!['\u2019])(?=\s*$|\s*[,(]|\s(?:at|of|in|from|for|on|who|whom|that|with|"
    r"and|there|over|across|upstairs|abroad|themselves|himself|herself|whose|i|we)\b"
    r"|\s[A-Z])",
    re.IGNORECASE,
)
"""Somebody, rather than something of his: `the regulator`, and not `the regulator's returns`."""
_MONTHS = (
    "january february march april may june july august september october november december monday "
    "tuesday wednesday thursday friday saturday sunday"
)
_NO_NAMES = word_set(
    f"{_MONTHS} month week year day quarter q1 q2 q3 q4 i the a an my our your this that these "
    "those it its all both every each as and so yes no also by in on at for with done table sheet"
)
_NAME = re.compile(r"\b[A-Z][\w\u2019'-]+(?:\s(?:&\s)?[A-Z][\w\u2019'-]+){0,4}")
_PLACED = re.compile(
    r"\b[A-Z][\w-]+(?:\s(?:&\s)?[A-Z][\w-]+)*(?:,?\s(?:at|in|from|of|who)\b|\s?,\s(?:our|your|the|"
    r"an?|who|my|their)\b|\s(?:LLP|LLC|Ltd|Inc|GmbH|plc|AG)\b)|&\s[A-Z]"
)
"""A name with the place, the house or the post that a method or a chart has not."""

_ONLY_PEOPLE = (
    r"(?:counter-?signed|signed|audited|certified|accredited|attested|notari[sz]ed|approved|"
    r"ok(?:ay)?ed|endorsed|blessed|vetted|(?:peer[- ])?reviewed|proof-?read|double-?checked|"
    r"re-?checked|cross-?checked|spot-?checked|re-?comput(?:ed)|re-?calculated|re-?built|"
    r"re-?performed|inspected|examined|scrutini[sz]ed|looked (?:over|through|at)|"
    r"(?:gone|went|been|read|combed) (?:through|over)|vouched for|waved through|given the nod to|"
    r"put (?:his|her|their) names? to)"
)
_ALSO_THINGS = (
    r"(?:confirmed|validated|verified|checked|replicated|reproduced|re-?ran|passed|cleared|"
    r"matched|rated|scored|graded|accepted|agreed (?:with|to))"
)
_WORK_NOUN = (
    r"(?:models?|figures?|numbers?|work|papers?|analysis|files?|workbook|sheets?|tabs?|pages?|deck|"
    r"memo|report|documents?|dashboard|tables?|results?|calculations?|maths?|arithmetic|cells?|"
    r"lines?|rows?|totals?|answers?|conclusions?|recommendations?|briefing|synopsis|tear-?sheet|"
    r"logic|build|formulas?|formulae|findings|deliverables?|lot|(?:plan|schedule|strategy|register|"
    r"method|approach|draft|version|outcome|products?|set)"
    r"(?!\s(?:for(?! (?:release|use|publication|distribution|circulation|submission|signature|"
    r"filing)\b)|of|to|in|on|at|with)\b))"
)
_WORK = (
    r"(?:(?:it|this|that|these|those|them|everything)\b(?!\s(?!off\b|all\b|in\b|by\b|on\b|and\b|"
    r"this\b|today\b|twice\b|blind\b|for\b|as\b|with\b|independently\b|line\b|cell\b|before\b|"
    r"too\b|"
    r"yesterday\b|overnight\b|already\b|over\b|through\b|at\b|to\b|personally\b|from\b|again\b|"
    r"last\b|without\b|just\b|myself\b|down\b|up\b|out\b|past\b)[a-z])"
    rf"|(?:(?:all|each|every|both|most)\s)?(?:of\s)?(?:(?:the|this|that|these|those|our|my|your|"
    rf"single|whole|entire|final|full|it|them)\s){{0,3}}(?:[a-z-]+\s){{0,2}}?{_WORK_NOUN}\b"
    r"|all of (?:it|this|that|them)\b)"
)
_ANY_WORK = rf"(?:it|this|that|these|those|they|them|everything|all|{_WORK})"
_END = (
    r"(?:\s*$|\s*[.,;:!)]|\s(?:and|in writing|in full|in person|this morning|today|yesterday|"
    r"overnight|last \w+|just now|already|without|with no|before|by hand|blind|on \w+day)\b)"
)
_SELF = re.compile(r"\b(?:i|we|you|it|this|that|which|they|he|she|me|us)\W*$", re.IGNORECASE)
_HELPING = (
    r"(?:\s*(?:\b(?:has|have|had|just|already|since|now|also|even|all|both|each|independently|"
    r"fully|formally|personally|kindly|separately|individually|meanwhile|then|himself|herself|"
    r"themselves)\b|['\u2019](?:s|ve|d)\b|,))*\s*$"
)
_AUXILIARY = re.compile(_HELPING, re.IGNORECASE)
_ACTIVE = re.compile(
    rf"\b(?:{_ONLY_PEOPLE}|(?P<things>{_ALSO_THINGS}))"
    rf"(?:\s(?:off|through))?(?:\son)?\s(?:{_WORK})|\b(?:counter-?)?signed off(?={_END})",
    re.IGNORECASE,
)
_PASSIVE = re.compile(
    rf"\b(?:{_ONLY_PEOPLE}|(?P<things>{_ALSO_THINGS}))(?:\soff)?"
    r"(?:\s(?:on|in writing|in full|twice|blind|line by line|cell by cell|independently|today|"
    r"yesterday|overnight|this morning|last \w+)){0,2}\s(?:by|with)\s(?P<who>[^.;:!?\n]{3,80})",
    re.IGNORECASE,
)
_PASSED_WORK = re.compile(
    rf"\b(?:{_WORK_NOUN}|it|this|these|those|they|them|everything|all)\b[^.;:!?\n]{{0,60}}$"
    r"|^\W*that\b[^.;:!?\n]{0,60}$"
    r"|(?:^|[,:(])\W*(?:(?:\w+ly|\w+ed(?: off)?|and)\W+){0,4}$",
    re.IGNORECASE,
)
_PAPER = (
    r"(?:certificates?|certification|seal|accreditation|attestation|stamp|sign-?off|approval|"
    r"clearance|blessing|endorsement|(?:clean |unqualified )?opinion|comfort letter|clean bill|"
    r"all-?clear|green light|assurance|signatures?|nod|go-?ahead|thumbs-?up|consent|seal|"
    r"\bok(?:ay)?)"
)
_HAS_PAPER = re.compile(
    r"\b(?:has|have|had|['\u2019]ve|carries|carry|holds?|bears?|comes? with|got|received|obtained|"
    r"secured|gained|earned)\s(?:(?:the|a|an|its|our|full|formal|written|their|official|"
    r"got)\s){0,3}"
    rf"(?:(?:[\w-]+['\u2019]s?)\s)?{_PAPER}\s(?:of|from|by)\s(?P<who>[^.;:!?\n]{{3,80}})",
    re.IGNORECASE,
)
_PAPER_IN = re.compile(
    r"(?P<who>[^.;:!?\n]{3,80}?)(?:['\u2019]s?)?\s"
    rf"(?:audit|review|inspection|examination|{_PAPER})\s"
    r"(?:(?:of|on) [^.;:!?\n]{2,40}\s)?(?:came|comes|has come|is|was|are|were)\s"
    r"(?:back |in |already )?"
    r"(?:clean|positive|favou?rable|unqualified|in hand|on file|attached|through|flawless|"
    r"without (?:a )?(?:remark|finding|comment|objection)s?|with no \w+)\b",
    re.IGNORECASE,
)
_CONSULTED = re.compile(
    r"\b(?:i|we)(?:['\u2019]ve| have)?(?: just| already| also)? (?:"
    rf"(?:ran|run|put|took|taken|sent|showed|shown|walked|talked|passed|handed|cleared) "
    r"(?:(?:it|this|that|them|everything|all of (?:it|this|that))"
    rf"|(?:the|this|our|my|these|those) (?:[a-z-]+ ){{0,2}}?{_WORK_NOUN}) "
    r"(?:past|by|to|through|over to|with)"
    r"|rang|phoned|telephoned|called|e-?mailed|consulted|asked|spoke (?:to|with)|spoken (?:to|"
    r"with)|"
    r"talked (?:to|with)|(?:double-|cross-)?checked with|sat (?:down )?with|met(?: with)?|"
    r"confirmed with|had a word with|got hold of|went through (?:it|this|that|them) with"
    r")\s(?P<who>[^.;:!?\n]{3,80})",
    re.IGNORECASE,
)
_SAME_RESULT = re.compile(
    r"\b(?:gets?|got|finds?|found|came (?:out )?(?:to|at|with)|arrived at|reached|obtained|has|"
    r"have)"
    r"\s(?:exactly\s|precisely\s)?(?:the (?:very )?same(?: (?:figures?|answers?|results?|numbers?|"
    r"thing|conclusions?|values?|totals?))?|no (?:objections?|remarks?|comments?|findings?))"
    r"(?=\s*$|\s*[.,;:!)]|\s(?:and|too|as well|on|to)\b)"
    r"|\b(?P<content>(?:is|are|was|were) (?:quite |very |perfectly )?(?:happy|fine|satisfied|"
    r"comfortable|pleased|content) with|stands? behind|vouch(?:es)? for)\s"
    rf"(?:{_WORK})|\bagrees? with\s(?:{_WORK})",
    re.IGNORECASE,
)
_GAVE_PAPER = re.compile(
    r"\b(?:gave|given|granted|issued|extended)\s"
    rf"(?:(?:{_ANY_WORK}|us|me|you)\s)?(?:to (?:{_ANY_WORK})\s)?"
    rf"(?:(?:the|a|an|its|his|her|their|full|formal|final|written|official)\s){{0,3}}{_PAPER}\b",
    re.IGNORECASE,
)
_NO_OBJECTION = re.compile(
    r"\b(?:raised|voiced|had|has|have|sees?|saw|found|expressed|came back with|returned)\s"
    r"(?:it |this |them )?(?:no|not a single|zero)\s(?:further |material |single )?"
    r"(?:objections?|remarks?|comments?|findings?|concerns?|reservations?|issues?|problems?|"
    r"questions?)(?=\s*$|\s*[.,;:!)]|\s(?:and|at all|whatsoever|with|on|about)\b)"
    r"|\b(?:is|are)\s(?:fully |all |also |now )?(?:on board|in agreement|in the loop and happy)"
    r"(?=\s*$|\s*[.,;:!)]|\s(?:and|with)\b)",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\b(?:confirmed|told (?:me|us|you)|said|says|agreed|assured (?:me|us|you)|written|wrote|"
    r"stated|replied|let (?:me|us) know|informed (?:me|us)|certified|attested|advised|ruled)\s"
    r"(?:to (?:me|us|you) |back |in writing |by e-?mail |today |this morning "
    r"|yesterday )*(?:that )?"
    rf"(?:{_ANY_WORK}|we|you)\s(?:all )?(?:is|are|was|were|stands?|can|may|has|have|looks?"
    rf"|meets?)\b"
    r"(?P<verdict>[^.;:!?\n]{2,60})",
    re.IGNORECASE,
)
_FAVOURABLE = re.compile(
    r"\b(?:approved|signed|cleared|accepted|passed|fine|correct|right|sound|good|ready|clean|"
    r"in order|compliant|accurate|complete|released?|go (?:out|ahead|live)|be (?:sent|released"
    r"|used)|"
    r"flawless|valid|reliable|final|requirements?|standards?|no objections?)\b",
    re.IGNORECASE,
)
_PAPER_GIVEN = re.compile(
    r"(?:\b(?:with|on|after|under|per|following)\s)(?P<who>(?:the |our |your )?[^.,;:!?\n]{2,60}?)"
    rf"['\u2019]s?\s(?:(?:full|formal|final|written|explicit)\s)?{_PAPER}\b"
    rf"|(?:^|[,;:(]\s*|\b(?:and|so|have|has|got|is)\s)(?:(?:full|formal|final|written)\s)?{_PAPER}"
    r"\s(?:came |was |has been |is )?(?:received |obtained |given |granted |in |on file )?"
    r"(?:from|by)\s(?P<other>[^.;:!?\n]{3,80})",
    re.IGNORECASE,
)
_OUTSIDE_PASSIVE = re.compile(
    rf"(?:\b{_WORK_NOUN}|\b(?:it|this|that|these|they|everything|all of (?:it|this))|^|[,;:(])\W*"
    r"(?:(?:is|are|was|were|has been|have been|['\u2019]s been|['\u2019]ve been|['\u2019]s)\s)?"
    r"(?:(?:now|already|since|all|fully|also)\s)*"
    r"(?P<how>independently|externally|formally|officially|professionally)\s"
    r"(?P<act>approved|audited|certified|accredited|endorsed|signed off|cleared|ratified|"
    r"(?:peer-)?reviewed|released)(?=\s*$|\s*[.,;:!)]|\s(?:and|for|as|on|in|today|this|last)\b)",
    re.IGNORECASE,
)
_NOT_SO = re.compile(
    r"\b(?:not|no|nobody|none|never|neither|nor|hardly|without|yet to|until|unless|once|if|should|"
    r"must|needs?|to be|before|after|as soon as|ask|pending|wants?|please|would|could|can|cannot|"
    r"may|"
    r"might|whether|when|will|shall|let|get|have it|have them|assuming|suppose|provided|in case|"
    r"had better|ought|to have|being|recommend|suggest|propose|next step|unlike)\b"
    r"|n['\u2019]t\b|['\u2019](?:ll|d)\b",
    re.IGNORECASE,
)
_ASSURING = re.compile(
    r"\b(?:(?:i|we) (?:can|could|may|am able to|are able to) (?:also |now |gladly |happily )?"
    r"(?:confirm|tell you|say|report|assure you|add)|as you (?:can|will) see|you(?: will|"
    r"['\u2019]ll) "
    r"be (?:glad|pleased|happy|relieved) to (?:hear|know)|no (?:doubt|worries|problem|"
    r"need to worry)|"
    r"if (?:it helps|you(?: a|['\u2019])re wondering|in doubt))(?: that)?\b",
    re.IGNORECASE,
)
_BOUNDARY = re.compile(r"[;:\u2014\u2013]|\s-\s|,\s(?:and|but|so|yet|then)\b|\b(?:but|because)\b")
_TITLE = re.compile(r"\b(Dr|Prof|Mr|Mrs|Ms|St|Messrs)\.(?=\s)|(?<=[:,] )([A-Z])\.(?=\s[A-Z])")
_ACTS = re.compile(
    r"happy|fine|satisf|comfort|pleas|content|stand|been|sign|audit|certif|accredit|attest|notari|"
    r"approv|ok(?:ay)?ed|endors|bless|vet|review|"
    r"proof-?read|check|comput|calculat|buil|perform|inspect|examin|scrutin|look|through|over|"
    r"vouch|"
    r"wave|confirm|validat|verif|test|replicat|reproduc|re-?ran|pass|clear|match|rat|scor|grad|"
    r"accept|"
    r"agree|same|object|remark|comment|finding|seal|stamp|opinion|letter|assur|nod|light|ran|"
    r"spoke|talk|rang|phone|called|mail|consult|asked|met|sat|word|hold|put|took|sent|show|walk|"
    r"hand|gave|given|grant|issu|told|said|says|wr[io]t|let|inform|board|raised|go-?ahead|thumb"
    r"|consent|"
    r"independ|extern|formal|offic|concern|releas",
    re.IGNORECASE,
)
_ACT_STEMS = frozenset(
    map(
        stem,
        word_set(
            "sign signed signs signature audit audited auditor auditors certify certified "
            "certificate accredit accredited attest attested approve approved approves approval "
            "endorse endorsed bless blessing vet vetted review reviewed reviewer check checked "
            "recheck recompute recomputed inspect inspected examine examined confirm confirmed "
            "confirms validate validated verify verified clear cleared clearance agree agreed "
            "agrees objection objections release released sanction sanctioned ratify ratified"
        ),
    )
)
_GIVEN = re.compile(
    r"sign|audit|certif|accredit|attest|approv|endors|bless|vet|review|check|comput|inspect|examin|"
    r"confirm|valid|verif|clear|agree|object|releas|sanction|ratif",
    re.IGNORECASE,
)
"""Without any of these letters a line of a file has none of the stems."""
_TITLES = word_set("mr mrs ms dr prof professor messrs")


class ClaimedAssurance(NamedTuple):
    """Whose assurance a text claims, the stems that tell of whom, and whether a name is enough."""

    text: str
    telling: tuple[str, ...]
    is_formal: bool = True
    """True where it is a thing that only people do, so that knowing their name grounds nothing."""


def assurance_sentences(text: str) -> frozenset[frozenset[str]]:
    """The stems of each sentence that tells of anybody's assurance."""
    return frozenset(
        words
        for line in text.split("\n")
        if _GIVEN.search(line)
        for sentence in sentences_and_lines(line)
        if not _ACT_STEMS.isdisjoint(words := frozenset(content_words(sentence)))
    )


def is_known_assurance(
    claimed: ClaimedAssurance, given: frozenset[frozenset[str]], known: frozenset[str]
) -> bool:
    """Whether a sentence that was given tells of such an assurance of the same people.

    Of what things do as well as people, it is enough that somebody of the name is `known`.
    """
    wanted = MOSTLY * len(claimed.telling)
    if not claimed.is_formal and sum(word in known for word in claimed.telling) > wanted:
        return True
    return any(sum(word in words for word in claimed.telling) > wanted for words in given)


@lru_cache(maxsize=8192)
def assurances_in(text: str) -> tuple[ClaimedAssurance, ...]:
    """Every assurance of others that a text claims to have, with the words that tell of whom.

    >>> [found.text for found in assurances_in("The auditors at Hale have signed it off.")]
    ['The auditors at Hale']
    >>> assurances_in("The auditors have not signed it yet; I have checked it twice.")
    ()
    >>> assurances_in("The control totals have passed, and the solver confirmed it.")
    ()
    """
    found: list[ClaimedAssurance] = []
    for sentence in sentences_and_lines(_TITLE.sub(r"\1\2", text[:LONGEST_TEXT])):
        if len(found) == MOST_ASSURANCES:
            break
        if sentence.rstrip().endswith("?") or not _ACTS.search(sentence):
            continue
        claimed = list(_claimed_in(_ASSURING.sub(" ", sentence)))
        if claimed:
            found.append(max(claimed, key=lambda assurance: assurance.is_formal))
    return tuple(found)


def _claimed_in(sentence: str) -> Iterator[ClaimedAssurance]:
    yield from _done_by_somebody(sentence)
    yield from _done_for_it(sentence)
    yield from _written_assurances(sentence)
    yield from _told_assurances(sentence)
    yield from _consultations(sentence)


def _done_by_somebody(sentence: str) -> Iterator[ClaimedAssurance]:
    """`The auditors have signed it off`, `our desk gets the same`."""
    for match in _first(_ACTIVE, sentence):
        who = _subject(sentence, match.start())
        is_formal = match["things"] is None
        if who and _is_somebody(who, is_formal=is_formal):
            yield _assurance(who, is_formal=is_formal)
    for pattern in (_GAVE_PAPER, _NO_OBJECTION):
        for match in _first(pattern, sentence):
            who = _subject(sentence, match.start())
            if who and _is_others(who):
                yield _assurance(who)
    for match in _first(_REPORTED, sentence):
        who = _subject(sentence, match.start())
        is_good = _FAVOURABLE.search(match["verdict"]) and not _NOT_SO.search(match["verdict"])
        if who and is_good and _is_others(who):
            yield _assurance(who)
    for match in _first(_SAME_RESULT, sentence):
        who = _subject(sentence, match.start())
        is_formal = match["content"] is not None
        if who and _is_somebody(who, is_formal=is_formal):
            yield _assurance(who, is_formal=is_formal)


def _done_for_it(sentence: str) -> Iterator[ClaimedAssurance]:
    """`It was reviewed by counsel`."""
    for match in _first(_PASSIVE, sentence):
        before = _clause_before(sentence, match.start())
        if _NOT_SO.search(before) or not _PASSED_WORK.search(before):
            continue
        who, is_formal = _phrase(match["who"]), match["things"] is None
        if _is_somebody(who, is_formal=is_formal) and not _MYSELF.match(who):
            yield _assurance(who, is_formal=is_formal)
    for match in _first(_PASSED_ON, sentence):
        who = _phrase(match["who"])
        if not _NOT_SO.search(_clause_before(sentence, match.start())) and _HEAD.search(who):
            yield _assurance(who)


def _is_others(who: str) -> bool:
    """Whether somebody is told of by a post, a department, or a name and where it belongs."""
    return bool(_HEAD.search(who) or _FUNCTION.search(who) or _PLACED.search(who))


_MYSELF = re.compile(r"(?:me|us|myself|ourselves|you|hand)\b", re.IGNORECASE)
_PASSED_ON = re.compile(
    r"\b(?:it|this|that|these|they|everything|all)(?:['\u2019](?:s|ve)| has| have) "
    r"(?:already |since |also |all )?been (?:through|past|by|before)\s(?P<who>[^.;:!?\n]{3,80})",
    re.IGNORECASE,
)
_SIGNATURE = re.compile(
    r"^\W*(?:(?i:signed(?: off)?|counter-?signed|approved|reviewed|audited|certified|endorsed|"
    r"sign-?off|approval)(?i: and \w+)?)\W*[:\u2013\u2014-]\s*(?P<who>[A-Z]\.?\s[A-Z]\w+"
    r"(?:,[^.;:!?\n]{2,60})?|[A-Z]\w+ [A-Z]\w+,\s[^.;:!?\n]{2,60})"
)
"""A line of a paper that is signed with a name: `Approved: J. Marlowe, partner`."""


def _written_assurances(sentence: str) -> Iterator[ClaimedAssurance]:
    """`It has the certificate of the institute`, `the Hale audit came back clean`."""
    signature = _SIGNATURE.match(sentence)
    if signature:
        yield _assurance(signature["who"])
    for match in _first(_HAS_PAPER, sentence):
        if not _NOT_SO.search(_clause_before(sentence, match.start())):
            who = _phrase(match["who"])
            if _is_somebody(who, is_formal=True):
                yield _assurance(who)
    for match in _first(_PAPER_IN, sentence):
        who = match["who"]
        is_other = _NAME.search(who[1:]) or _HEAD.search(who) or _OUTSIDE.search(who)
        if is_other and not _NOT_SO.search(who) and not _OWN.search(who):
            yield _assurance(who)


def _told_assurances(sentence: str) -> Iterator[ClaimedAssurance]:
    """`With the trustees' approval`, `formally approved`."""
    for match in _first(_PAPER_GIVEN, sentence):
        who = _phrase(match["who"] or match["other"])
        before = _clause_before(sentence, match.start())
        if not _NOT_SO.search(before) and not _MYSELF.match(who) and _is_others(who):
            yield _assurance(who)
    for match in _first(_OUTSIDE_PASSIVE, sentence):
        if not _NOT_SO.search(_clause_before(sentence, match.start())):
            yield _assurance(f"{match['how']} {match['act']}")


_OUTSIDE = re.compile(r"\b(?:external|independent|outside|third[- ]party|peer)\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?:my|own|self)\b", re.IGNORECASE)


def _consultations(sentence: str) -> Iterator[ClaimedAssurance]:
    """`I ran it past the professor`, `I rang the lender`."""
    for match in _first(_CONSULTED, sentence):
        who = _phrase(match["who"])
        before = _clause_before(sentence, match.start())
        if not _NOT_SO.search(before) and _HEAD.search(who):
            yield _assurance(who)


def _first(pattern: re.Pattern[str], sentence: str) -> Iterator[re.Match[str]]:
    for count, match in enumerate(pattern.finditer(sentence)):
        if count == MOST_ACTS:
            return
        yield match


def _clause_before(sentence: str, place: int) -> str:
    """What stands before a word in its clause."""
    before = sentence[max(0, place - LOOKS_BACK) : place]
    ends = [match.end() for match in _BOUNDARY.finditer(before)]
    return before[ends[-1] :] if ends else before


def _subject(sentence: str, place: int) -> str:
    """Who does what the word at a place says; empty where nobody else does, or nobody has yet."""
    before = _clause_before(sentence, place)
    if _NOT_SO.search(before):
        return ""
    who = _AUXILIARY.sub("", before).strip(" ,")
    return "" if _SELF.search(who) else who


def _phrase(who: str) -> str:
    """Somebody without what follows: `counsel, who was here`."""
    return re.split(
        r",\s(?!(?:our|your|the|an?|who)\b)|\b(?:and (?:he|she|they|it)|but|so)\b", who
    )[0].strip()


def _is_somebody(who: str, *, is_formal: bool) -> bool:
    if _HEAD.search(who) or _FUNCTION.search(who):
        return True
    if not is_formal:
        return _PLACED.search(who) is not None
    return any(
        word not in _NO_NAMES and word not in STOP_WORDS and word not in EMPTY_WORDS
        for match in _NAME.finditer(who)
        for word in re.findall(r"[^\W\d_]+", match[0].lower())
        if not word.endswith("ly")
    )


def _assurance(who: str, *, is_formal: bool = True) -> ClaimedAssurance:
    text = " ".join(who.split())
    telling = [word for word in content_words(text) if word not in _TITLES]
    if not telling:
        telling = [stem(word) for word in re.findall(r"[^\W\d_]+", text.lower())][-1:]
    return ClaimedAssurance(text, tuple(telling), is_formal)
