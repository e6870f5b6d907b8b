"""What the package imports is declared, and a missing optional part is named in one line."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from places import EXAMPLES, ROOT
from sample_documents import one_of_each
from solecism.errors import MissingExtraError, SolecismError
from solecism.system.installation import EXTRA_OF, explain_missing, require_packages

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
FOR_USERS = (
    "documents",
    "lsp",
    "parquet",
    "parse",
    "postgres",
    "ray",
    "report",
    "spacy",
    "study",
    "train",
    "write",
)
# Other packages load these: uvicorn its parser, Starlette its forms, SQLAlchemy its driver. Of
# symspellpy only the list of words is read.
LOADED_BY_OTHERS = {"httptools", "python-multipart", "psycopg", "symspellpy"}
# One parser from outside can be called where it is installed; it is no part of this package.
FROM_OUTSIDE = {"bllipparser"}
DISTRIBUTIONS = {
    "argon2": "argon2-cffi",
    "charset_normalizer": "charset-normalizer",
    "docx": "python-docx",
}


def name_of(requirement: str) -> str:
    """The distribution that a requirement asks for, in lower case."""
    found = re.match(r"[\w.-]+", requirement)
    assert found is not None
    return found[0].lower()


def declared(extra: str) -> set[str]:
    """The distributions that an extra asks for, with those of the extras that it includes."""
    names: set[str] = set()
    for requirement in EXTRAS[extra]:
        if name_of(requirement) == "solecism":
            for part in requirement.partition("[")[2].rstrip("]").split(","):
                names |= declared(part)
        else:
            names.add(name_of(requirement))
    return names


def is_for_types_only(node: ast.AST) -> bool:
    """Whether this is `if TYPE_CHECKING:`, which is not run."""
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
    )


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a module that are run."""
    for node in ast.iter_child_nodes(tree):
        if not is_for_types_only(node):
            yield node
            yield from nodes(node)


def imported() -> Iterator[str]:
    """The distribution of every package outside the standard library that src/ imports."""
    for path in (ROOT / "src").rglob("*.py"):
        for node in nodes(ast.parse(path.read_text(encoding="utf-8"))):
            modules: list[str] = []
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                modules = [node.module]
            for module in modules:
                package = module.partition(".")[0]
                if package not in sys.stdlib_module_names | {"solecism"}:
                    yield DISTRIBUTIONS.get(package, package)


BASE = {name_of(requirement) for requirement in PROJECT["dependencies"]}
OPTIONAL = {name for extra in FOR_USERS for name in declared(extra)}


def test_what_is_imported_is_declared_and_what_is_declared_is_imported() -> None:
    assert set(imported()) - FROM_OUTSIDE == (BASE | OPTIONAL) - LOADED_BY_OTHERS


def test_nothing_is_declared_both_in_the_base_and_in_an_extra() -> None:
    assert not BASE & OPTIONAL


def test_all_is_every_extra_for_users() -> None:
    assert declared("all") == OPTIONAL


def test_every_optional_package_is_known_with_an_extra_that_brings_it() -> None:
    for package, extra in EXTRA_OF.items():
        assert DISTRIBUTIONS.get(package, package) in declared(extra)
    known = {DISTRIBUTIONS.get(package, package) for package in EXTRA_OF}
    assert known == OPTIONAL - {"httptools", "python-multipart"}


@pytest.mark.parametrize("package", DISTRIBUTIONS)
def test_a_distribution_with_another_name_holds_its_package(package: str) -> None:
    assert packages_distributions()[package] == [DISTRIBUTIONS[package]]


def without(packages: list[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """What a command prints in an interpreter that cannot import these packages."""
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({packages!r})); "
        "from solecism.cli.main import main; main()"
    )
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


COMMANDS_WITH_EXTRAS = [
    ("study", "study new STUDY SITES --task usage"),
    ("study", "study serve STUDY --dry-run"),
    ("study", "study status STUDY"),
    ("postgres", "study status postgresql://nobody@localhost/nothing"),
    ("report", "report --judgments JUDGMENTS page.html"),
    ("parse", "train parser TREEBANK --out parser.npz"),
    ("train", "train network --native TEXT --learner M2 --work WORK --out network.onnx"),
]


def arguments(line: str, folder: Path) -> list[str]:
    """The words of a command line, with paths for the names in capitals."""
    paths = {
        "STUDY": folder / "study",
        "WORK": folder / "work",
        "SITES": EXAMPLES / "sites.jsonl",
        "JUDGMENTS": EXAMPLES / "judgments.simulated.jsonl",
        "TREEBANK": EXAMPLES / "treebank.mrg",
        "TEXT": EXAMPLES / "quarry.txt",
        "M2": EXAMPLES / "annotations" / "landlord.m2",
    }
    return [str(paths.get(word, word)) for word in line.split()]


@pytest.mark.parametrize(("extra", "line"), COMMANDS_WITH_EXTRAS)
def test_a_command_says_in_one_line_what_to_install(extra: str, line: str, tmp_path: Path) -> None:
    missing = [package for package, name in EXTRA_OF.items() if name == extra]
    result = without(missing, *arguments(line, tmp_path))
    assert result.returncode == 1
    assert result.stdout == ""
    assert re.fullmatch(
        rf'solecism: \w+ is not installed\. Run: pip install "solecism\[{extra}\]"\n',
        result.stderr,
    )


@pytest.mark.parametrize(("name", "package"), [("essay.docx", "lxml"), ("essay.pdf", "pypdfium2")])
def test_a_document_without_its_reader_is_told_and_the_rest_is_checked(
    name: str, package: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(one_of_each(["A text."])[name])
    result = without([package], "check", str(path), str(EXAMPLES / "quarry.txt"))
    assert result.returncode == 2
    assert result.stderr == (
        f'solecism: {package} is not installed. Run: pip install "solecism[documents]"\n'
    )
    assert "of 1 file." in result.stdout


@pytest.mark.parametrize(
    "line",
    [
        "check --exit-zero TEXT",
        "tag TEXT",
        "convert --to jsonl M2 -",
        "agree JUDGMENTS",
        "corrupt TREEBANK - --seed 7 --quiet",
        "plan --size 1000 --errors 0.1 --precision 0.8 --recall 0.3",
        "study --help",
        "train --help",
    ],
)
def test_the_base_works_without_any_extra(line: str, tmp_path: Path) -> None:
    result = without(list(EXTRA_OF), *arguments(line, tmp_path))
    assert result.returncode == 0, result.stderr
    assert result.stdout


def test_a_missing_package_that_is_no_part_of_an_extra_stays_an_import_error() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_package"), explain_missing():
        __import__("no_such_package")


def test_a_missing_extra_is_an_import_error_and_one_of_ours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(
        MissingExtraError, match=r'torch.*pip install "solecism\[train\]"'
    ) as caught:
        require_packages("torch")
    assert isinstance(caught.value, ImportError)
    assert isinstance(caught.value, SolecismError)
    assert caught.value.name == "torch"
