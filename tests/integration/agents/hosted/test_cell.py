"""What of ours goes into a cell is what the seat's runtime needs, and no more."""

from modylbench.agents.hosted.cell import RUNTIME
from modylbench.foundation.import_closure import import_closure


def test_the_runtime_is_what_its_modules_import() -> None:
    needed = {source.path for source in import_closure(["agents.hosted.__main__"])}
    modules = {path for path in needed if path.endswith(".py")}

    assert set(RUNTIME) == modules | {"__init__.py"}
