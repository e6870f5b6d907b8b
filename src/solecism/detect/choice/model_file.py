"""Parsing of a detector's model file, with one clear error where it is damaged."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from solecism.errors import ModelError
from solecism.system import archive
from solecism.system.array_forms import check_forms, form

_Model = TypeVar("_Model")


def parsed(
    data: bytes,
    build: Callable[[archive.Arrays, Any], _Model],
    *,
    what: str,
    names: Sequence[str],
    version: int,
    expected: Mapping[str, Any],
    file: str,
    remedy: str,
) -> _Model:
    """The model that `build` makes of the arrays and of the JSON in the array "about".

    The JSON must have the `expected` values: a model of other features cannot be used.
    """
    arrays = archive.parse(data, names=names, version=version, file=file, remedy=remedy)
    try:
        check_forms(arrays, {"about": form("uint8", "letters")})
        about = json.loads(arrays["about"].tobytes())
        for name, value in expected.items():
            if about[name] != value:
                raise ModelError(f"{file}: was made with other {name} than these. {remedy}")
        return build(arrays, about)
    except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError) as error:
        raise ModelError(f"{file}: not a model of {what}: {error}. {remedy}") from error
