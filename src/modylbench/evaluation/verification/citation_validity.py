"""Citations: well-formed, different from each other, enough of them, and from known sources."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from modylbench.evaluation.verification.evidence import NOT_SHOWN, CheckOutcome
from modylbench.products.document import Document
from modylbench.products.reading.index import Index

if TYPE_CHECKING:
    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.scenarios.criteria.criterion import Criterion

_HOST = re.compile(r"(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}")


def is_valid_url(url: str) -> bool:
    """True for an absolute http(s) address with a real host name and no white space.

    >>> is_valid_url("https://example.org/report?id=1"), is_valid_url("http://localhost/x")
    (True, False)
    """
    if not url or any(character.isspace() or not character.isprintable() for character in url):
        return False
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    host = (parts.hostname or "").lower()
    return (
        parts.scheme in {"http", "https"}
        and _HOST.fullmatch(host) is not None
        and (port is None or port > 0)
    )


def normal_url(url: str) -> str:
    """One form for addresses that lead to the same page: no fragment, `www.` or trailing slash."""
    parts = urlsplit(url.strip())
    host = (parts.hostname or "").lower().removeprefix("www.")
    return urlunsplit(("https", host, parts.path.rstrip("/"), parts.query, ""))


def citations(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """At least so many different citations, every one with a valid address."""
    document = _document(criterion, evidence)
    if document is None:
        return CheckOutcome("missing", reason=f"{criterion.target_field}: {NOT_SHOWN}")
    if not isinstance(criterion.expected_value, int | float):
        return CheckOutcome(
            "unverifiable", reason="the expected value is not a number of citations"
        )
    invalid = [citation for citation in document.citations if not is_valid_url(citation.url)]
    pointers = tuple((document.id, f"/citations/{citation.id}") for citation in document.citations)
    expected = f"at least {criterion.expected_value:g} different"
    if invalid:
        reason = f"{len(invalid)} invalid, first {invalid[0].url[:80]!r}"
        return CheckOutcome(
            "failed", f"{len(document.citations)} citations", expected, reason, pointers=pointers
        )
    unique = {normal_url(citation.url) for citation in document.citations}
    good = len(unique) >= criterion.expected_value
    reason = "" if good else f"{len(unique)} different addresses"
    return CheckOutcome(
        "passed" if good else "missing",
        f"{len(unique)} different",
        expected,
        reason,
        pointers=pointers,
    )


def cited_sources(criterion: Criterion, evidence: Evidence) -> CheckOutcome:
    """Every citation is to one of the addresses listed."""
    document = _document(criterion, evidence)
    if document is None or not document.citations:
        return CheckOutcome("missing", reason=f"{criterion.target_field}: no citations")
    if not isinstance(criterion.expected_value, tuple):
        return CheckOutcome("unverifiable", reason="the expected value is not a list of addresses")
    known = {normal_url(str(url)) for url in criterion.expected_value}
    unknown = [
        c for c in document.citations if not is_valid_url(c.url) or normal_url(c.url) not in known
    ]
    pointers = tuple((document.id, f"/citations/{citation.id}") for citation in document.citations)
    reason = f"{len(unknown)} to no known source, first {unknown[0].url[:80]!r}" if unknown else ""
    found = f"{len(document.citations)} citations"
    return CheckOutcome(
        "failed" if unknown else "passed",
        found,
        f"one of {len(known)} sources",
        reason,
        pointers=pointers,
    )


def _document(criterion: Criterion, evidence: Evidence) -> Document | None:
    whole = evidence.read(criterion.target_field)
    return (
        whole.product if isinstance(whole, Index) and isinstance(whole.product, Document) else None
    )
