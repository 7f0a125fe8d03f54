"""Which checks has this scenario of its own?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scenarios.library.deep_researcher import (
    citation_rules,
    readiness_rules,
    section_rules,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.oracle import Rule

RULES: Mapping[str, Rule] = {
    **citation_rules.RULES,
    **section_rules.RULES,
    **readiness_rules.RULES,
}
