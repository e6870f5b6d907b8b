"""`import solecism`: its functions are there, nothing heavy is imported, submodules still are."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

import solecism


def run(code: str) -> str:
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True
    )
    return result.stdout.strip()


@pytest.mark.parametrize("name", [name for name in solecism.__all__ if name != "__version__"])
def test_every_name_is_a_documented_function(name: str) -> None:
    function = getattr(solecism, name)
    assert inspect.isfunction(function)
    assert function.__name__ == name
    documentation = inspect.getdoc(function)
    assert documentation
    assert ">>> import solecism as s" in documentation


def test_importing_imports_nothing_heavy() -> None:
    heavy = "numpy scipy click msgspec onnxruntime rich".split()
    code = f"import solecism, sys; print([name for name in {heavy} if name in sys.modules])"
    assert run(code) == "[]"


def test_names_are_listed_before_they_are_imported() -> None:
    code = "import solecism as s; print('check' in dir(s), '__version__' in dir(s))"
    assert run(code) == "True True"


def test_a_star_import_brings_the_functions() -> None:
    code = "from solecism import *; print(alpha([[1, 1, 0], [1, 0, 0]]).value)"
    assert run(code) == "0.4444444444444444"


def test_a_function_stays_where_a_subpackage_has_its_name() -> None:
    code = (
        "import solecism; from solecism.checking.html_page import format_page;"
        "import solecism.scoring.match;"
        "from solecism.parse import parser; from solecism import check, score;"
        "print(check.__module__, score.__module__, solecism.parse.__module__, parser.__name__)"
    )
    expected = (
        "solecism.api.texts solecism.api.systems solecism.api.texts solecism_lab.parse.parser"
    )
    assert run(code) == expected


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        _ = solecism.nonsense  # type: ignore[attr-defined]  # this is what is tested
