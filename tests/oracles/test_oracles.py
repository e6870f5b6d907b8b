"""Published and recomputed figures, one TOML file a source, through one runner.

    source = "where the figures are from"
    [[case]]
    name = "what is computed"
    function = "solecism.x.y:f"
    inputs = { a = 1, table = { function = "solecism.x.z:g", counts = [[1, 2], [3, 4]] } }
    expected = 0.5                                # or { value = 0.5, "interval.low" = 0.4 }
    tolerance = 1e-12                             # absolute; 0 where left out

An input with a `function` is what that function gives; `rng` is a seed. The path to an expected
figure goes through attributes, keys and positions; a dot in a key is written `\\.`. `expected`
may be what a function gives as well: a derivation of its own (tests/support/derived_*.py).
With `interval`, the path to an interval, the low and high end are expected; with `paths`, a
figure at each of them. Text that begins with $ stands for what [data] has under this name.
"""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

Case = dict[str, Any]


def cases() -> Iterator[Any]:
    for path in sorted(Path(__file__).parent.glob("*.toml")):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in content["case"]:
            with_data = filled_in(case, content.get("data", {}))
            yield pytest.param(with_data, id=f"{path.stem}: {case['name']}")


def filled_in(value: Any, data: dict[str, Any]) -> Any:
    """The value with everything in place of its name."""
    if isinstance(value, dict):
        return {key: filled_in(one, data) for key, one in value.items()}
    if isinstance(value, list):
        return [filled_in(one, data) for one in value]
    return data[value[1:]] if isinstance(value, str) and value.startswith("$") else value


def call(case: Case) -> Any:
    module, _, name = case["function"].partition(":")
    inputs = case.get("inputs") or {key: case[key] for key in case if key != "function"}
    return getattr(importlib.import_module(module), name)(
        **{key: resolved(key, value) for key, value in inputs.items()}
    )


def resolved(key: str, value: Any) -> Any:
    if isinstance(value, dict) and "function" in value:
        return call(value)
    return np.random.default_rng(value) if key == "rng" else value


def look_up(result: Any, path: str) -> Any:
    for step in filter(None, re.split(r"(?<!\\)\.", path)):
        key = step.replace("\\.", ".")
        if key.isdigit():
            result = result[int(key)]
        else:
            result = result[key] if isinstance(result, dict) else getattr(result, key)
    return result


def wanted(case: Case) -> dict[str, Any]:
    """What is expected, by its path in the result."""
    expected = resolved("expected", case["expected"])
    paths = case.get("paths")
    if "interval" in case:
        paths = [f"{case['interval']}.{end}" for end in ("low", "high")]
    if paths:
        return dict(zip(paths, expected, strict=True))
    return expected if isinstance(expected, dict) else {"": expected}


@pytest.mark.parametrize("case", list(cases()))
def test_figures_are_those_of_the_source(case: Case) -> None:
    result = call(case)
    for path, value in wanted(case).items():
        found = look_up(result, path)
        if isinstance(value, str):
            assert found == value
        else:
            assert np.asarray(found) == pytest.approx(
                np.asarray(value), abs=case.get("tolerance", 0), rel=0
            ), path
