"""How does the leaderboard explain its ranks to a reader?"""

from __future__ import annotations

from modylbench.foundation.errors import one_line

EXPLAINED = one_line(
    """
    The overall score is the mean over the scenarios of each one's worst run.
    Its interval holds what the agent would get on the average with other seeds, in about 95 of 100
    cases; where runs fall badly but rarely, a dozen runs do not show it and it is too narrow.
    The interval of a rank says how many entries are surely better and how many surely worse:
    differences that chance alone would bring in fewer than 5 of 100 cases, over all comparisons of
    this entry with the others. Each interval holds for itself, not all of them at once.
    Entries of one group cannot be told from its first. Where a group ends, neighbours on both sides
    need not be surely different.
    Two entries that lie closer than the smallest difference that means anything are not to be
    called different; it grows with the number of entries, as more comparisons are made.
    Verified and self-reported entries, gold and silver, and different judge panels are ranked
    apart: scores that different judges gave are not comparable.
    The worst of more runs is lower: an entry with a larger k stands lower than it would with a
    smaller one, so nobody gains by it; k stands beside each entry.
    Verified proves that the seeds could not be foreseen, that the scores follow from the verdicts,
    and that the judges, asked again on samples, give such verdicts. It does not prove that the
    agent named, and nobody else, made what was recorded: text alone is quickly written by anybody.
    """
)
"""Plain sentences for the table's page."""
