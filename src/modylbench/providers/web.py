"""Whether addresses answer: asked only when a person wants to know."""

from __future__ import annotations

import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

TIMEOUT_S = 10.0
AT_ONCE = 8
ALLOWED = ("http://", "https://")
REFUSED_BUT_THERE = frozenset({401, 403, 405, 429})  # a page that exists and will not show itself


def unreachable_addresses(urls: Iterable[str], timeout_s: float = TIMEOUT_S) -> dict[str, str]:
    """The addresses that do not answer, and why; nothing is downloaded but headers."""
    different = list(dict.fromkeys(urls))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        problems = pool.map(lambda url: _problem(url, timeout_s), different)
        return {url: why for url, why in zip(different, problems, strict=True) if why}


def _problem(url: str, timeout_s: float) -> str:
    if not url.startswith(ALLOWED):
        return "expected an http or https address"
    try:
        request = urllib.request.Request(url, method="HEAD")  # noqa: S310 - checked above
        with urllib.request.urlopen(request, timeout=timeout_s):  # noqa: S310 - checked above
            return ""
    except urllib.error.HTTPError as error:
        return "" if error.code in REFUSED_BUT_THERE else f"answers {error.code}"
    except (OSError, ValueError) as error:
        return f"does not answer ({error})"
