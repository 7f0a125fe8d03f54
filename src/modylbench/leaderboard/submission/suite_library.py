"""The scenarios that a submission is to be held from: a suite as published, or of a secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import short_repr
from modylbench.leaderboard.submission.manifest import FILE
from modylbench.leaderboard.submission.problems import SubmissionProblem, problem
from modylbench.scenarios.catalogue import scenario, shipped_in
from modylbench.scenarios.suites import SUITES, SuiteEdition, suite_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.leaderboard.submission.manifest import Manifest
    from modylbench.scenarios.drawing.private import VariantSecret
    from modylbench.scenarios.loader import ScenarioSource


@dataclass(frozen=True, slots=True)
class SuiteLibrary:
    """All scenarios of an edition by id, in order; nothing that a stranger names is loaded."""

    edition: SuiteEdition
    sources: Mapping[str, ScenarioSource]

    @property
    def names(self) -> tuple[str, ...]:
        """The ids, in the order in which runs hold them."""
        return tuple(self.sources)


def published_library(suite: str) -> SuiteLibrary:
    """A suite as it ships."""
    edition = SuiteEdition(suite, suite_of(suite).version)
    return SuiteLibrary(edition, {name: scenario(name) for name in shipped_in(suite)})


def claimed_library(
    manifest: Manifest, secrets: Sequence[VariantSecret]
) -> SuiteLibrary | SubmissionProblem:
    """What a manifest says that it was held from, or why that cannot be checked here."""
    where, mark = f"{FILE}: suite", manifest.private_mark
    if not any(suite.name == manifest.suite for suite in SUITES):
        known = ", ".join(suite.name for suite in SUITES)
        text = f"found the suite {short_repr(manifest.suite)}, expected one that ships: {known}"
        return problem("suite", where, text)
    public = published_library(manifest.suite)
    if manifest.suite_version != public.edition.version:
        text = f"found version {manifest.suite_version}, expected {public.edition.version}"
        return problem("version", f"{FILE}: suite_version", text)
    if not mark:
        return public
    secret = next((known for known in secrets if known.mark == mark), None)
    if secret is None:
        text = (
            f"held from private variants of the secret {mark}, which is not known here; who has it "
            "checks with --secret FILE"
        )
        return problem("suite", f"{FILE}: private_mark", text)
    drawn = [secret.source(source) for source in public.sources.values()]
    edition = SuiteEdition(manifest.suite, manifest.suite_version, mark)
    return SuiteLibrary(edition, {source.id: source for source in drawn})
