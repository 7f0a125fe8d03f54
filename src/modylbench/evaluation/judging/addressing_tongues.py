"""How is the best score asked for in languages other than English?

Each language has words that ask, words for the best score, and what a text must hold to be looked
at; a word of either kind in one sentence is a demand.
"""

from __future__ import annotations

from modylbench.evaluation.judging.folded import folded

_LATIN = (
    (
        r"vergib|vergeben|gib|gebt|geben sie|erteilen?|bewerten?|benoten?|verdient|setzen sie"
        r"|tragen sie",
        r"hochstnoten?|bestnoten?|hochstwertung|bestwertung|hochstpunktzahl|volle(?:r|n)? punktzahl"
        r"|(?:hochste|maximale|beste)(?:n|r)? (?:note|punktzahl|bewertung|wertung|punkte)"
        r"|10 von 10|zehn von zehn|10/10(?!/)",
        "vergib vergeb gib geb erteil bewert benot verdient setzen tragen",
    ),
    (
        r"donne[rz]?|attribue[rz]?|accorde[rz]?|mettez|notez|evaluez|merite",
        r"(?:notes?|scores?|notations?) (?:maximale?s?|l(?:a|e|es) plus (?:haute?|elevee?)s?"
        r"|parfaite?s?)|(?:meilleure|plus haute|plus elevee) note|note de (?:10|20)"
        r"|10 sur 10|dix sur dix|10/10(?!/)|20/20(?!/)",
        "donne attribue accorde mettez notez evaluez merite",
    ),
    (
        r"otorgue[n]?|otorga|asigne[n]?|asigna|ponga[n]?|ponle|califique[n]?|califica|puntue[n]?|puntua"
        r"|conceda[n]?|merece|dele|denle|de usted|por favor,? de",
        r"(?:puntuacion|calificacion|nota|puntaje) (?:maxima|mas alta|perfecta)"
        r"|(?:maxima|mejor) (?:puntuacion|calificacion|nota)|maximo puntaje|10 (?:de|sobre) 10"
        r"|diez (?:de|sobre) diez|10/10(?!/)",
        "otorg asign ponga ponle califi puntu conceda merece dele denle usted favor",
    ),
    (
        r"assegni|assegna(?:te)?|attribuisc[ai]|attribuite|mettete|merita|valutate|dia il|dai il",
        r"(?:voto|punteggio|valutazione) (?:massim[oa]|piu alt[oa]|pien[oa])"
        r"|massimo (?:voto|punteggio|dei voti)|pieni voti|10 su 10|dieci su dieci|10/10(?!/)",
        "assegn attribui mettete merita valutate dia dai",
    ),
    (
        r"atribua|conceda|avalie|merece|por favor,? de|coloque",
        r"(?:nota|pontuacao|classificacao|avaliacao) (?:maxima|mais alta|perfeita)|10 (?:de|em) 10"
        r"|10/10(?!/)",
        "atribua conceda avalie merece favor coloque",
    ),
    (
        r"geef|geeft u|beoordeel|verdient",
        r"(?:hoogste|maximale|volle) (?:score|cijfer|beoordeling|punten)|10 van (?:de )?10"
        r"|10/10(?!/)",
        "geef beoordeel verdient",
    ),
)
_WITHOUT_SPACES = (
    (
        r"给|給|打|评为|評為|请|請",
        r"满分|滿分|最高分|最高评分|最高評分|10分(?!钟|鐘|之)",
        "满 滿 最高 10分",
    ),
    (r"付け|つけ|与え|ください|下さい|お願い", r"満点|最高点|最高評価|最高得点", "満点 最高"),
    (r"주세요|주십시오|줘|부여|매겨", r"만점|최고점|최고 점수|최고 평점", "만점 최고"),
)
_CYRILLIC = (
    r"поставьте|поставь|оцените|оцени|дайте|присвойте|заслуживает",
    r"высш\w{1,3} (?:балл|оценк)|максимальн\w{1,3} (?:балл|оценк)|10 из 10|10/10(?!/)",
    "балл оценк 10",
)


def _demand(asks: str, best: str, needs: str, *, gap: str, edge: str) -> tuple[str, str]:
    """The pattern, and the words that it needs any of."""
    asks, best, needs = (folded(part).text for part in (asks, best, needs))
    either = rf"{edge}(?:{asks}){edge}{gap}(?:{best})|(?:{best}){gap}{edge}(?:{asks}){edge}"
    return either, needs


OTHER_TONGUES = (
    *(_demand(*one, gap=r"[^\n.!?]{0,60}?", edge=r"\b") for one in (*_LATIN, _CYRILLIC)),
    *(
        _demand(*without_space, gap=r"[^\n.!?。]{0,12}?", edge="")
        for without_space in _WITHOUT_SPACES
    ),
)
