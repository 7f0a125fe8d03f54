"""Runs commands one after the other in a process where some packages are not installed."""

import io
import json
import sys
import traceback
from collections.abc import Iterable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import Distribution, DistributionFinder, packages_distributions
from types import ModuleType

from typing_extensions import override


class BareFinder(DistributionFinder):
    """Finds what Python's own finder does, but for the packages that are taken for absent."""

    def __init__(self, modules: Iterable[str]) -> None:
        self._modules = frozenset(modules)
        owners = packages_distributions()
        self._owners = {name for module in self._modules for name in owners.get(module, ())}

    @override
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] in self._modules:
            return None
        return PathFinder.find_spec(name, path, target)

    @override
    def find_distributions(
        self,
        context: DistributionFinder.Context = DistributionFinder.Context(),  # noqa: B008
    ) -> Iterable[Distribution]:
        found = PathFinder.find_distributions(context)
        return (each for each in found if each.metadata["Name"] not in self._owners)


def outcome(words: Sequence[str]) -> dict[str, object]:
    from modylbench.cli.main import cli, run

    out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = run(lambda: cli.main(list(words), standalone_mode=False))
        except BaseException:  # noqa: BLE001 - what escapes is what we look for
            code = -1
            err.write(traceback.format_exc())
    out.seek(0)
    return {"code": code, "out": out.read(), "err": err.getvalue()}


def main() -> None:
    asked = json.load(sys.stdin)
    bare = BareFinder(asked["absent"])
    sys.meta_path[:] = [bare if finder is PathFinder else finder for finder in sys.meta_path]
    sys.path_importer_cache.clear()
    for words in asked["commands"]:
        print(json.dumps(outcome(words)), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
