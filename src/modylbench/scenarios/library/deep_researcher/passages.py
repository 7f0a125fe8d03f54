"""What else stands in a long document: no figure, no company, nothing to cite."""

from __future__ import annotations

COMPANY_PAPERS = {"annual report", "company release", "company filing", "press release"}
FROM_COMPANIES = (
    "The board thanks all employees for a demanding year.",
    "Qualification with customers is under way; terms are confidential.",
    "Readers are referred to the notes on forward-looking statements.",
    "Equipment was ordered early because lead times have grown.",
    "Yield on the line is not disclosed.",
    "Supply of lithium metal foil is secured by a framework contract.",
    "The auditors have raised no objections.",
    "The works council was heard before the shift model was changed, and has agreed to it for the "
    "time being.",
    "Our strategy rests on three pillars, which are materials, manufacturing and partnership, and "
    "we will go on strengthening each of them.",
    "The supervisory board met in person and by telephone, and was informed of all material "
    "events between its meetings.",
    "Forward-looking statements are subject to risks, known and unknown, and actual developments "
    "may differ materially from what is expressed or implied here.",
    "We see ourselves as a partner of the vehicle makers and not as their competitor, and we "
    "intend to keep it that way.",
    "Dry rooms take up the greater part of the energy that our site needs, and a heat recovery "
    "system is being planned with the municipality.",
    "The company does not hedge its purchases of nickel and cobalt; contracts with suppliers are "
    "indexed where that could be agreed.",
    "Legal proceedings of a material kind are not pending, and none are known to be threatened.",
    "The pension obligations of a former parent were settled, and the provision was released "
    "accordingly.",
    "Patents are filed in the jurisdictions that matter for production, and are licensed to "
    "nobody outside the group.",
    "Several members of the management have exercised options, which has been notified as the "
    "rules require.",
    "Recruiting electrochemists remains difficult, and the graduate scheme has therefore been "
    "extended to a second university.",
    "There were no accidents that had to be reported, and the fire brigade has inspected the "
    "storage of solvents twice.",
    "The remuneration report is published separately, and forms part of the documents for the "
    "general meeting.",
    "Management considers the grants that have been applied for as likely, yet counts none of "
    "them before the notice has come.",
    "Machines for stacking come from one supplier so far, and a second one is being qualified.",
    "The sustainability statement follows the standard that was in force at the balance sheet "
    "date, and was reviewed with limited assurance.",
    "Interest from investors was keen, and the register of shareholders has become more "
    "international.",
)
FROM_DATASHEETS = (
    "All values are typical and may change without notice.",
    "See the annex for definitions.",
    "Test reports are available to customers on request.",
    "This sheet replaces no specification that has been agreed with a customer, and creates no "
    "warranty of any kind.",
    "Handle with insulated tools; do not open, crush or immerse, and keep away from children.",
    "Storage at high states of charge shortens the life of any cell, and should be kept short.",
    "Transport is subject to the regulations on dangerous goods, and the test summary is supplied "
    "with every shipment.",
    "Recommended limits of charging current at low temperature are given in the manual, which is "
    "supplied under a confidentiality agreement.",
    "Tabs may be welded by ultrasound or by laser; application notes describe both.",
    "The manufacturer advises on mechanical integration, and reviews the first design free of "
    "charge.",
    "Dimensions are nominal, and drawings with tolerances are released project by project.",
    "Cells are marked with a code that allows them to be traced to the day of assembly.",
    "Spent cells are taken back, and are to be returned in the packaging in which new ones were "
    "delivered.",
    "The company's general terms of sale apply, and may be read at its registered office.",
    "Any use in aviation, in medical devices or in safety functions needs consent in writing.",
    "Photographs show prototypes, and the appearance of what is delivered may be another.",
)
FROM_PRESS = (
    "Reproduction only with permission of the publisher.",
    "Subscribers have read this article first.",
    "Photographs: the companies.",
    "The hall is as bright as an operating theatre, and the visitor is asked to leave even a "
    "pencil outside.",
    "Nobody in this industry likes to be called late, and nobody likes to name a day either.",
    "An engineer who has worked for two of them says over coffee that all of them suffer from the "
    "same thing, which is dust.",
    "Carmakers have heard such promises before, and have learnt to smile and to wait.",
    "The race is as much about machines as it is about chemistry, as anybody knows who has tried "
    "to stack foil at speed.",
    "Investors have become choosy, one hears, but for the right story there is still money.",
    "Whoever wins, the makers of dry rooms will have earned well.",
    "Our author travelled at his own expense, and was shown what the companies wished to show.",
    "Letters to the editor are welcome, and may be shortened.",
    "The next issue looks at recycling, and at a small town that hopes for a very large plant.",
)
FROM_REGISTERS = (
    "Entries are public.",
    "See the annex for definitions.",
    "Objections may be lodged with the register.",
    "The permit binds legal successors, and lapses where use has not begun in the period that is "
    "set in the notice.",
    "Noise at the boundary of the site is to be measured by an accredited body, and the report "
    "submitted without being asked for.",
    "Solvents are to be stored in the bunded area alone, and the volume held there is to be "
    "recorded daily.",
    "The applicant has to notify any change of the installation before it is made, with drawings.",
    "Waste water may be discharged into the municipal sewer only after treatment, and samples are "
    "to be kept.",
    "Deliveries by lorry are to be confined to the daytime on working days.",
    "The fire protection concept forms part of this permit, and deviations need the consent of "
    "the authority.",
    "Fees are set in a separate notice, and an appeal has no suspensive effect on them.",
    "Whoever wishes to inspect the file may do so at the counter, by appointment.",
)
FROM_OTHERS = (
    "This extract leaves out the section on method.",
    "Reproduction only with permission of the publisher.",
    "See the annex for definitions.",
    "An earlier version of this document was circulated to subscribers.",
    "Uncertainties are given in the full text.",
    "Companies were sent the passages that concern them, and were given the usual time to point "
    "out errors of fact.",
    "Where an institution has not answered, what it has published stands here without comment.",
    "The programme is paid for by its members, none of whom has any influence on what is found.",
    "We thank all who have let us see their sites, and those who would not for saying so plainly.",
    "Readers should bear in mind that a field in motion is described here at a moment, and that "
    "the moment has passed.",
    "Terms are used as in the glossary that accompanies the series, which has not changed since "
    "the last edition.",
    "Nothing in this document is advice to buy or to sell any security.",
    "Comparison across editions is possible in principle, but the circle of companies has "
    "changed, and so has the depth of what they disclose.",
    "A workshop with the reviewers was held under the rule that nobody is quoted by name.",
    "The appendix on supply chains has been taken out of this edition, and will be published by "
    "itself.",
    "The working group will meet again in spring, and invites comments until then.",
    "Typing errors of the printed version have been corrected online.",
)
OF_KIND = {
    **dict.fromkeys(COMPANY_PAPERS, FROM_COMPANIES),
    **dict.fromkeys(("company datasheet", "erratum"), FROM_DATASHEETS),
    "trade press": FROM_PRESS,
    "operating permit": FROM_REGISTERS,
}
"""Sentences by the kind of document; FROM_OTHERS where it is none of these."""
MOST_OF_A_DOCUMENT = 16
"""Sentences around what one document says; of a kind that has fewer, all of them."""


def sentences_around(kind: str, place: int) -> list[str]:
    """What stands around the figures of a document, from another sentence on by its place."""
    of_kind = OF_KIND.get(kind, FROM_OTHERS)
    count = min(MOST_OF_A_DOCUMENT, len(of_kind))
    return [of_kind[(place * 7 + step) % len(of_kind)] for step in range(count)]


def spread(said: list[str], around: list[str]) -> str:
    """Running text in which what is said lies apart, the rest around it.

    >>> spread(["A.", "B."], ["x.", "y.", "z."])
    'x. A. y. B. z.'
    """
    each, more = divmod(len(around), len(said) + 1)
    parts: list[str] = []
    taken = 0
    for number, statement in enumerate([*said, ""]):
        size = each + (number < more)
        parts += [*around[taken : taken + size], statement]
        taken += size
    return " ".join(filter(None, parts))
