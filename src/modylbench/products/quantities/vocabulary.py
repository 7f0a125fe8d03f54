"""Words that tell one number from another of nearly the same name, in one spelling."""

from __future__ import annotations

from modylbench.products.quantities.labels import sentence_words


def _set(text: str) -> frozenset[str]:
    return frozenset(sentence_words(text))


OTHER_CASES = _set("""
    downside upside stress stressed bear bull worst pessimistic optimistic sensitivity
    alternative budget budgeted target targeted prior previous superseded covenant benchmark
    comparable precedent peer hurdle threshold limit
""")
"""Under a heading with one of these, a name stands for another number than it does alone."""

SIDE_PLACES = _set("appendix appendices annex supplement backup archive older obsolete outdated")
"""What stands under one of these is read only where it stands nowhere else."""

OTHER_CASES_IN_TITLES = _set("downside upside stress stressed bear bull budget")
NOT_A_TARGET = _set("company overview business profile description summary acquisition")
"""With these, the target is what is being bought."""

CHANGES_THE_MEASURE = _set("change variance delta index indexed log log10")
CHANGES_WITHOUT_UNIT = CHANGES_THE_MEASURE | _set("""
    growth share mix cumulative contribution yoy units sold rank score headcount customers users
    orders
""")
"""In a title these turn a measure into another one, unless a unit says that it is still itself."""

MODIFIERS = CHANGES_WITHOUT_UNIT | _set("""
    net gross recurring incremental average cumulative adjusted prior previous deferred per
    margin increase decrease additional remaining other minimum maximum min max median non
    less excluding before multiple ratio rate cagr target budget required unlevered levered
    peak opening closing half downside upside stress best worst cost portion percentage
    reduction cap limit floor hurdle threshold difference impact effect benchmark cushion
    headroom third most part excess saving savings uplift decline rise drop fall sensitivity
    range covenant split gap proportion fraction versus vs against compared comparison
""")
"""Before or behind a name, these make it the name of another number."""

NEUTRAL = _set("""
    value amount figure result output input metric kpi item total overall all number term
    detail data quantity level close closing plan planned model actual estimate projected
    projection forecast grand sum measure key headline % ltm name label description multiple
    turn turns ratio network exit hold bridge walk waterfall build breakdown
""")
"""A header made of these alone says nothing of which number it heads."""

SPOILERS = (
    MODIFIERS
    | OTHER_CASES
    | _set("""
    not no non never without except ex before after if unless last first next latest initial
    early late new old former later earlier needed remaining open pending paid unpaid months
    weeks quarters half double twice per each via only draft superseded
""")
)
"""In a remark behind a name, these make it the name of another number."""

ALONE = NEUTRAL | _set("current now today latest base case")
"""A header or category made of these says nothing where there is no other."""

TOTAL = _set("total overall all sum network grand")
AS_MULTIPLE = _set("multiple turn turns")
FURNITURE = NEUTRAL | _set("""
    summary overview table chart by per year annual yearly analysis distribution centre
    breakdown view current base case management financial performance kpis metrics tracker
    panel development trend over time across
""")
"""A title may carry these besides the measure that it names."""

LINKS = _set("""
    is are was were be will of at : = \u2013 \u2014 ( about approximately around roughly
    circa nearly almost some reach reaches reached total totals totalled totaling equal
    equals stand stands come comes came to amount amounts amounting land lands landed hit
    hits sit sits run runs ran now then therefore thus only just still currently set
    estimated projected forecast expected approx ca us usd an a the closing close exit
    base case management plan model deal transaction remain remains remained stay stays be
    being been has have it this that which get gets got hover deliver delivers delivered
    assumed as modelled modeled calculated computed )
""")
"""Between a name and its number, these change nothing."""

REACHES = _set("to at")
CHANGES = _set("""
    grow grows grew growing rise rises rose rising fall falls fell falling increase
    increases increased decrease decreases decreased drop drops dropped climb climbs climbed
    decline declines declined improve improves improved widen narrow slip slips jump jumps
    go goes went move moves moved double doubles doubled triple triples
""")
"""A number right behind one of these is the change; behind "to" it is the result."""

CHANGE_NOUNS = _set("""
    contraction expansion compression increase decrease reduction drop rise decline uplift haircut
    discount premium improvement deterioration shortfall
""")
"""A number right before one of these is a change of what was named before it."""

DELTAS = _set("""
    by up down another additional extra further plus minus less more least most than under
    over above below exceed exceeds between within beyond from not versus vs against beat
    beats miss misses compared compare or per until before unlike add adds cut cuts save
    saves reduce reduces lose loses gain gains would could might
""")
"""A number right behind one of these is a bound, a change or another's."""

JOINS = _set("in at for of s the ( ) , : during our its a an on / \u2013 \u2014")
PREPOSITIONS = _set("of in for on to from")
QUALIFIERS = _set("""
    total all aggregate cash line close closing exit base management case plan model order
    full sponsor fund transaction deal company network which year years quarter annum ltm
    ntm sofr basis real nominal dollar usd addition turn section table appendix figure summary
""")
"""Behind a preposition that follows a number, these take nothing away from it."""

EDGES = _set("""
    , : ( ) = \u2013 \u2014 / and but while with the a an our its this that these their s is
    are was were as by or so project projects projected forecast expect expects expected
    show shows see sees deliver delivers generate generates achieve achieves imply implies
    implied yield yields give gives giving seek seeks need needs have has carry carries
    assume assumes assuming model models use uses put puts keep keeps hold holds invest
    invests contribute contributes include includes including reach reaches produce produces
    return returns earn earns offer offers get gets run runs report reports reported
    estimate estimates estimated provide provides leave leaves leaving make makes bring
    brings resulting total overall final headline implied base case modelled modeled strong
    attractive annual blended management however therefore thus then here now on at in for
    of to from where when because since although
""")
"""A name may stand right behind (or before) one of these and still be whole."""

DETERMINERS = _set("the a an our its this that these their s")
CONDITIONS = _set("if unless")
"""A sentence with one of these speaks of another case."""

TAKES_AWAY = _set("before excluding without ex")
"""Behind a number these make it another one."""

DISTRIBUTES = _set("each every apiece")

DEDUCTED = _set("""
    amortisation repayment interest tax capex expenditure spend cost fee expense depreciation sweep
    payout redemption outlay payment
""")
"""What is taken off, which some write with a minus and others without."""
NOT_DEDUCTED = _set("net change delta variance difference effect impact saving benefit pre after")
"""With one of these a minus says something."""

NOTES_HEADERS = _set("""
    note comment source description rationale formula basis remark owner status assumption
    commentary explanation
""")
DIMENSION_HEADERS = _set("""
    period year case scenario site region location country segment product month quarter
    stage arm group endpoint plant lane step distribution centre facility market customer
    date metric measure kpi item account line indicator category division channel brand sku
    team warehouse hub business entity subsidiary cohort subgroup department
""")
"""A column of this name says of what each row is, so that its cells must be sought too."""

NUMBERED_HEADERS = _set("period year quarter month week")
UNIT_HEADERS = _set("unit uom currency scale")
FOLLOWERS = _set("% margin growth yoy change")
