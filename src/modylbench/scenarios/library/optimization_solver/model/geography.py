"""Where may plants, distribution centres and markets be?"""

from __future__ import annotations

from typing import NamedTuple


class City(NamedTuple):
    """A city, in miles east and north of the middle of the country (Albers projection)."""

    name: str
    state: str
    east: int
    north: int


PLANTS: tuple[tuple[City, ...], ...] = (
    (
        City("Toledo", "OH", 637, 331),
        City("Fort Wayne", "IN", 560, 282),
        City("Rockford", "IL", 351, 345),
    ),
    (
        City("Macon", "GA", 712, -278),
        City("Spartanburg", "SC", 787, -119),
        City("Chattanooga", "TN", 598, -137),
    ),
    (City("Tulsa", "OK", 1, -94), City("Wichita", "KS", -73, 14), City("Waco", "TX", -67, -414)),
)
"""One of each; the last is the contract packer."""

DCS: tuple[tuple[City, ...], ...] = (
    (
        City("Harrisburg", "PA", 992, 293),
        City("Allentown", "PA", 1059, 331),
        City("Hagerstown", "MD", 958, 242),
    ),
    (
        City("Memphis", "TN", 333, -153),
        City("Birmingham", "AL", 525, -252),
        City("Nashville", "TN", 509, -69),
    ),
    (
        City("Kansas City", "MO", 75, 112),
        City("St. Louis", "MO", 310, 88),
        City("Des Moines", "IA", 122, 287),
    ),
    (
        City("Reno", "NV", -1244, 298),
        City("Phoenix", "AZ", -916, -205),
        City("Salt Lake City", "UT", -821, 296),
    ),
)
MARKETS: tuple[tuple[float, tuple[City, ...]], ...] = (
    (
        0.17,
        (
            City("Boston", "MA", 1250, 504),
            City("Hartford", "CT", 1182, 443),
            City("Newark", "NJ", 1123, 356),
        ),
    ),
    (
        0.10,
        (
            City("Baltimore", "MD", 1020, 229),
            City("Richmond", "VA", 1001, 101),
            City("Pittsburgh", "PA", 831, 275),
        ),
    ),
    (
        0.14,
        (
            City("Charlotte", "NC", 845, -91),
            City("Raleigh", "NC", 959, -32),
            City("Atlanta", "GA", 661, -221),
        ),
    ),
    (
        0.10,
        (
            City("Orlando", "FL", 886, -554),
            City("Tampa", "FL", 827, -604),
            City("Jacksonville", "FL", 850, -435),
        ),
    ),
    (
        0.15,
        (
            City("Chicago", "IL", 427, 324),
            City("Milwaukee", "WI", 406, 403),
            City("Detroit", "MI", 655, 381),
        ),
    ),
    (
        0.08,
        (
            City("Minneapolis", "MN", 133, 522),
            City("Omaha", "NE", 4, 262),
            City("Denver", "CO", -473, 179),
        ),
    ),
    (
        0.13,
        (
            City("Houston", "TX", 38, -538),
            City("San Antonio", "TX", -150, -560),
            City("Dallas", "TX", -46, -329),
        ),
    ),
    (
        0.13,
        (
            City("Los Angeles", "CA", -1252, -93),
            City("Sacramento", "CA", -1347, 257),
            City("Seattle", "WA", -1219, 872),
        ),
    ),
)
"""Share of demand, and the city that stands for the market."""
