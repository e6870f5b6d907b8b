"""`import solecism`: its functions are there, nothing heavy is imported, submodules still are."""

from __future__ import annotations

import inspect
import pkgutil
import subprocess
import sys

import pytest

import solecism
from solecism.system.installation import EXAMPLES

FUNCTIONS = [name for name in dir(solecism) if name != "__version__"]


def run(code: str) -> str:
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True
    )
    return result.stdout.strip()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_name_is_a_documented_function(name: str) -> None:
    function = getattr(solecism, name)
    assert inspect.isfunction(function) or function is solecism.Checker
    assert function.__name__ == name
    documentation = inspect.getdoc(function)
    assert documentation
    assert ">>> import solecism as s" in documentation


def test_importing_imports_nothing_heavy() -> None:
    heavy = "numpy scipy click msgspec onnxruntime jinja2".split()
    code = f"import solecism, sys; print([name for name in {heavy} if name in sys.modules])"
    assert run(code) == "[]"


def test_names_are_listed_before_they_are_imported() -> None:
    code = "import solecism as s; print('check' in dir(s), '__version__' in dir(s))"
    assert run(code) == "True True"


def test_a_star_import_brings_the_functions() -> None:
    code = "from solecism import *; print(alpha([[1, 1, 0], [1, 0, 0]]).value)"
    assert run(code) == "0.4444444444444444"


def test_a_star_import_needs_no_other_distribution() -> None:
    code = "import sys; sys.modules['solecism_lab'] = None; from solecism import *; print(score)"
    assert "score" in run(code)


def test_dir_lists_the_public_names_alone() -> None:
    code = "import solecism as s, solecism.scoring; print({*dir(s)} ^ {*s.__all__})"
    assert run(code) == "{'parse'}"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_function_has_the_name_of_a_submodule(name: str) -> None:
    assert name not in {module.name for module in pkgutil.iter_modules(solecism.__path__)}


def test_submodules_are_imported_before_and_after_a_function_is_used() -> None:
    code = (
        "import solecism, solecism.scoring.match as before;"
        "scored = solecism.score;"
        "import solecism.scoring.match as after, solecism.checking.html_page as page;"
        "from solecism import check, score;"
        "print(before is after, score is scored, after.__name__, page.__name__);"
        "print(check.__module__, score.__module__, solecism.parse.__module__)"
    )
    assert run(code).splitlines() == [
        "True True solecism.scoring.match solecism.checking.html_page",
        "solecism.api.texts solecism.api.systems solecism_lab.api",
    ]


def test_a_submodule_is_imported_after_a_function_was_called() -> None:
    folder = EXAMPLES / "ranking"
    annotated, corrected = str(folder / "annotated.m2"), str(folder / "bold.txt")
    code = (
        f"import solecism; solecism.score({annotated!r}, {corrected!r}, m2={annotated!r});"
        "import solecism.scoring.match as match;"
        "print(match is solecism.scoring.match, solecism.score.__module__)"
    )
    assert run(code) == "True solecism.api.systems"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        _ = solecism.nonsense  # type: ignore[attr-defined]  # this is what is tested
