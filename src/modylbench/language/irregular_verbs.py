"""Forms of English verbs that no stemmer knows: `felt` is of `feel`."""

from __future__ import annotations

_FORMS = """
arise arose arisen; be been; bear bore borne; become became; begin began begun; bind bound;
break broke broken; bring brought; build built; buy bought; catch caught; choose chose chosen;
come came; deal dealt; do did done; draw drew drawn; drive drove driven; eat ate eaten;
fall fell fallen; feel felt; fight fought; find found; fly flew flown; forbid forbade forbidden;
forget forgot forgotten; freeze froze frozen; get got gotten; give gave given; go went gone;
grow grew grown; hang hung; have had; hear heard; hide hid hidden; hold held; keep kept;
know knew known; lay laid; lead led; leave left; lend lent; lie lain; lose lost; make made;
mean meant; meet met; pay paid; ring rang rung; rise rose risen; run ran; say said; see saw seen;
seek sought; sell sold; send sent; shake shook shaken; show shown; shrink shrank shrunk;
sink sank sunk; sit sat; sleep slept; speak spoke spoken; spend spent; stand stood;
steal stole stolen; stick stuck; swear swore sworn; take took taken; teach taught; tell told;
think thought; throw threw thrown; understand understood; wake woke woken; wear wore worn;
win won; withdraw withdrew withdrawn; write wrote written
"""
_BASE_OF = {
    form: base
    for base, *forms in (verb.split() for verb in _FORMS.split(";"))
    for form in forms
}  # fmt: skip


def base_form(word: str) -> str:
    """The infinitive of a verb's irregular form; any other word as it is.

    >>> base_form("felt"), base_form("written"), base_form("accrual")
    ('feel', 'write', 'accrual')
    """
    return _BASE_OF.get(word, word)
