"""The kinds of faults: every public function of the modules in this folder.

The name of a function is the name of its kind. Its first two parameters are the exchange and the service, the others are
those of the kind. A new module needs no registration.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator, Mapping


def _kinds() -> Iterator[tuple[str, Callable[..., None]]]:
    for found in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{found.name}")
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__ and not name.startswith("_"):
                yield name, function


KINDS: Mapping[str, Callable[..., None]] = dict(_kinds())
