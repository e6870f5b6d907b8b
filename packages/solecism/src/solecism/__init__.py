"""Finds usage errors in learner English, and measures how well any system finds them.

Every function below takes what people have (text, a path, lists, arrays, columns of a data frame)
and returns results that print well in a terminal and in a notebook.

>>> import solecism as s
>>> s.alpha([[1, 1, 0, 0], [1, 0, 0, 0]]).value
0.5333333333333333
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from solecism.version import __version__

if TYPE_CHECKING:
    from solecism.api.answers import agree, alpha, consensus, estimate, kappa, plan, report, sample
    from solecism.api.systems import compare, flags, rank, score
    from solecism.api.texts import check, corrupt, parse, parseval, read, tag, write

_MODULES = {
    "check": "texts",
    "tag": "texts",
    "corrupt": "texts",
    "parse": "texts",
    "parseval": "texts",
    "read": "texts",
    "write": "texts",
    "alpha": "answers",
    "kappa": "answers",
    "agree": "answers",
    "consensus": "answers",
    "plan": "answers",
    "sample": "answers",
    "estimate": "answers",
    "report": "answers",
    "flags": "systems",
    "score": "systems",
    "compare": "systems",
    "rank": "systems",
}

__all__ = [
    "__version__",
    "agree",
    "alpha",
    "check",
    "compare",
    "consensus",
    "corrupt",
    "estimate",
    "flags",
    "kappa",
    "parse",
    "parseval",
    "plan",
    "rank",
    "read",
    "report",
    "sample",
    "score",
    "tag",
    "write",
]


class _Function:
    """A function of this package, imported when it is first used.

    Some functions share their name with a subpackage (`solecism.check` is a function, and
    `solecism.checking.texts` a module). Importing a submodule sets it as an attribute of its parent:
    the setter ignores that, so that the function stays in its place.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, package: ModuleType, kind: type[ModuleType]) -> Any:
        module = importlib.import_module(f"solecism.api.{_MODULES[self._name]}")
        return getattr(module, self._name)

    def __set__(self, package: ModuleType, submodule: object) -> None: ...


class _Package(ModuleType):
    """This package, with its functions as attributes."""

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *_MODULES})


for _name in _MODULES:
    setattr(_Package, _name, _Function(_name))
sys.modules[__name__].__class__ = _Package
