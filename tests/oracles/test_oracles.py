"""Published and recomputed figures, one TOML file a source, through one runner.

    source = "where the figures are from"
    [[case]]
    name = "what is computed"
    function = "solecism.x.y:f"
    inputs = { a = 1, table = { function = "solecism.x.z:g", counts = [[1, 2], [3, 4]] } }
    expected = 0.5                                # or { value = 0.5, "interval.low" = 0.4 }
    tolerance = 1e-12                             # absolute; 0 where left out

An input with a `function` is what that function gives; `rng` is a seed. The path to an expected
figure goes through attributes, keys and positions.
"""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

Case = dict[str, Any]


def cases() -> Iterator[Any]:
    for path in sorted(Path(__file__).parent.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            yield pytest.param(case, id=f"{path.stem}: {case['name']}")


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
    for step in filter(None, path.split(".")):
        if step.isdigit():
            result = result[int(step)]
        else:
            result = result[step] if isinstance(result, dict) else getattr(result, step)
    return result


@pytest.mark.parametrize("case", list(cases()))
def test_figures_are_those_of_the_source(case: Case) -> None:
    result = call(case)
    expected = case["expected"]
    wanted = expected if isinstance(expected, dict) else {"": expected}
    for path, value in wanted.items():
        found = look_up(result, path)
        if isinstance(value, str):
            assert found == value
        else:
            assert np.asarray(found) == pytest.approx(
                np.asarray(value), abs=case.get("tolerance", 0), rel=0
            ), path
