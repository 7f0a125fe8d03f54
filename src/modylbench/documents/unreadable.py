"""Files that cannot be read, and foreign parsers run on them whatever they raise."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, TypeVar

from modylbench.foundation.errors import ModylBenchError, one_line, short_repr

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Unreadable(ModylBenchError):
    """A file, or a part of one, that cannot be read: the finding's code, and why."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


logging.getLogger("pypdf").addHandler(logging.NullHandler())  # its remarks are no news to anyone


def run_parser(parse: Callable[[], T]) -> T:
    """What the parser returns; anything it raises of its own is a file that cannot be read.

    The library's own pages say that broken files may cause any exception.
    """
    try:
        return parse()
    except ModylBenchError:
        raise
    except RecursionError as error:
        raise Unreadable("nested_too_deeply", "nested too deeply to be read") from error
    except Exception as error:
        reason = f"{type(error).__name__}: {short_repr(one_line(str(error)))}"
        raise Unreadable("file_broken", f"cannot be read ({reason})") from error
