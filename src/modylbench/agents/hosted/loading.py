"""Which class does `package.module:Class` or `path/to/file.py:Class` name, and can it attend?

Runs in the agent's own process. What the class's module raises is let out.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import UserMistake, quoted

if TYPE_CHECKING:
    from types import ModuleType


def loaded(spec: str) -> type[Any]:
    """The class, which can be made without arguments and has an `answer` to wait for."""
    place, _, name = spec.rpartition(":")
    module = _from_file(Path(place)) if place.endswith(".py") else importlib.import_module(place)
    found: object = module
    for part in name.split("."):
        if not hasattr(found, part):
            message = f"{place} has no {quoted(name)}; its classes: {_classes(module)}"
            raise UserMistake(message)
        found = getattr(found, part)
    if not inspect.isclass(found):
        message = f"{spec} is no class but {quoted(found)}; name a class"
        raise UserMistake(message)
    _check(found, spec)
    return found


def _from_file(path: Path) -> ModuleType:
    if not path.is_file():
        message = f"{path} is not there; expected a Python file with the agent's class"
        raise UserMistake(message)
    sys.path.insert(0, str(path.resolve().parent))  # so that it can import its neighbours
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        message = f"{path} cannot be loaded as Python"
        raise UserMistake(message)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # dataclasses and pickle look there
    spec.loader.exec_module(module)
    return module


def _check(found: type[Any], spec: str) -> None:
    answer = getattr(found, "answer", None)
    if not inspect.iscoroutinefunction(answer):
        has = "its `answer` is not one" if answer is not None else "it has no `answer`"
        message = f"{spec} needs a method `async def answer(self, heard, seat)`; {has}"
        raise UserMistake(message)
    try:
        inspect.signature(answer).bind(None, None, None)
    except TypeError as error:
        message = f"{spec}: its `answer` takes not (self, heard, seat) ({error})"
        raise UserMistake(message) from error
    try:
        inspect.signature(found).bind()
    except TypeError as error:
        message = f"{spec} must be made without arguments ({error}); give them defaults"
        raise UserMistake(message) from error
    except ValueError:
        return  # a class whose signature nobody knows


def _classes(module: ModuleType) -> str:
    names = [
        name
        for name, value in vars(module).items()
        if inspect.isclass(value) and value.__module__ == module.__name__
    ]
    return ", ".join(names[:10]) or "none"
