"""The options that pytest takes; every pytest reads this file, so it imports nothing."""

from __future__ import annotations

OPTIONS: tuple[tuple[str, str, str], ...] = (
    ("agent", "NAME", "The agent under test, as for `modylbench run`: my.module:Agent, ..."),
    ("cell", "HOW", "Whether a class is walled in: on, offline or off.  [default: on]"),
    ("agent-env", "NAMES", "Variables that a class gets, with commas between."),
    ("agent-files", "PATHS", "What a class may read besides its folder, with commas between."),
    ("scenarios", "NAMES", "Names with commas between.  [default: all]"),
    ("k", "N", "Seeds 0 to N-1.  [default: 3]"),
    ("seeds", "SEEDS", "Seeds instead: 7, 0-9 or 0,3,5-9."),
    ("min-tier", "TIER", "What every meeting must reach: none, peer, mentor or consultant."),
    ("baseline", "RUN", "A run's folder; fail where the agent became worse than it."),
    ("judges", "NAMES", "Who judges, as for `modylbench run`.  [default: offline]"),
    ("output", "DIR", "Where the run gets a folder; it is gone on with.  [default: results]"),
    ("beats", "BEATS", "Only these beats, such as 1-2: for a quick look."),
    ("jobs", "N", "Meetings held at once.  [default: 1]"),
)
FLAGS: tuple[tuple[str, str], ...] = (
    ("no-audio", "Nobody is heard; what is said comes as text."),
    ("no-screens", "No pictures of what the agent shows."),
)
