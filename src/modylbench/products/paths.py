"""Where does a file belong: paths in a project, in one spelling and never outside it."""

from __future__ import annotations

import unicodedata

from modylbench.foundation.errors import quoted

MAX_PATH = 1_000
MAX_STEPS = 64
MAX_STEP_BYTES = 255  # what file systems take for one name


def inside(path: str) -> str:
    """The path from the project's top folder, in its one spelling; ValueError if it leads out.

    >>> inside("./src//lib/../app.py")
    'src/app.py'
    """
    if len(path) > MAX_PATH or any(unicodedata.category(c) == "Cc" for c in path):
        message = f"found the path {quoted(path)}, expected {MAX_PATH} characters, none of control"
        raise ValueError(message)
    kept: list[str] = []
    for step in path.split("/"):
        if step == ".." and kept:
            kept.pop()
        elif step == "..":
            message = f"found the path {quoted(path)}, expected one that does not lead out"
            raise ValueError(message)
        elif step not in ("", "."):
            _refuse_long(step)
            kept.append(step)
    if path.startswith("/") or not kept or len(kept) > MAX_STEPS:
        message = f"found the path {quoted(path)}, expected one from the top folder to a file in it"
        raise ValueError(message)
    return "/".join(kept)


def _refuse_long(step: str) -> None:
    if len(step.encode(errors="surrogatepass")) > MAX_STEP_BYTES:
        message = f"found {quoted(step)} in a path, expected at most {MAX_STEP_BYTES} bytes"
        raise ValueError(message)


def parents(path: str) -> tuple[str, ...]:
    """The folders that the path lies in, outermost first.

    >>> parents("a/b/c.py")
    ('a', 'a/b')
    """
    steps = path.split("/")
    return tuple("/".join(steps[:end]) for end in range(1, len(steps)))
