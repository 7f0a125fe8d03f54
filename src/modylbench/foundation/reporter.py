"""The Protocol of whoever is told how a piece of work goes."""

from __future__ import annotations

from typing import Protocol, TypeVar

News = TypeVar("News", contravariant=True)


class Reporter(Protocol[News]):
    """Is told whenever something has come forward."""

    def __call__(self, news: News, /) -> None:
        """Something has come forward."""
