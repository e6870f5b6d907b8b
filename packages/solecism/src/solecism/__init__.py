"""Finds usage errors in learner English, and measures how well any system finds them.

Every function below takes what people have (text, a path, lists, arrays, columns of a data frame)
and returns results that print well in a terminal and in a notebook.

>>> import solecism as s
>>> s.alpha([[1, 1, 0, 0], [1, 0, 0, 0]]).value
0.5333333333333333
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from solecism.version import __version__

if TYPE_CHECKING:
    from solecism.api.answers import (
        agree,
        alpha,
        consensus,
        constructions,
        effort,
        estimate,
        judgments,
        kappa,
        plan,
        report,
        sample,
    )
    from solecism.api.systems import compare, flags, rank, score
    from solecism.api.texts import (
        Checker,
        check,
        convert,
        corrupt,
        parseval,
        read,
        select,
        tag,
        write,
    )
    from solecism.cli.measure.verify import verify
    from solecism_lab.api import parse as parse

# The module of each name, which is imported when the name is first used. No function has the name
# of a subpackage: an import of it would take the function's place.
_MODULES = {
    **dict.fromkeys(("Checker", "check", "corrupt", "parseval"), "solecism.api.texts"),
    **dict.fromkeys(("convert", "read", "select", "tag", "write"), "solecism.api.texts"),
    **dict.fromkeys(("constructions", "effort", "judgments"), "solecism.api.answers"),
    **dict.fromkeys(("agree", "alpha", "consensus", "estimate"), "solecism.api.answers"),
    **dict.fromkeys(("kappa", "plan", "report", "sample"), "solecism.api.answers"),
    **dict.fromkeys(("compare", "flags", "rank", "score"), "solecism.api.systems"),
    "parse": "solecism_lab.api",
    "verify": "solecism.cli.measure.verify",
}

# Without `parse`: a star import would need solecism-lab.
__all__ = [
    "Checker",
    "__version__",
    "agree",
    "alpha",
    "check",
    "compare",
    "consensus",
    "constructions",
    "convert",
    "corrupt",
    "effort",
    "estimate",
    "flags",
    "judgments",
    "kappa",
    "parseval",
    "plan",
    "rank",
    "read",
    "report",
    "sample",
    "score",
    "select",
    "tag",
    "verify",
    "write",
]


if not TYPE_CHECKING:  # To type checkers it would say that any name is there.

    def __getattr__(name: str) -> Any:
        if name not in _MODULES:
            raise AttributeError(f"module 'solecism' has no attribute {name!r}")
        from solecism.system.installation import explain_missing

        with explain_missing():
            value = getattr(importlib.import_module(_MODULES[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted([*__all__, "parse"])
