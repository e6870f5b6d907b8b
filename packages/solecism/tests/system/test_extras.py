"""What the packages import is declared, and a missing optional part is named in one line."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from places import EXAMPLES, ROOT
from sample_documents import one_of_each
from solecism.errors import MissingExtraError, SolecismError
from solecism.system.installation import EXTRA_OF, explain_missing, require_packages

PROJECTS: dict[str, dict[str, Any]] = {
    path.parent.name: tomllib.loads(path.read_text(encoding="utf-8"))["project"]
    for path in (ROOT / "packages").glob("*/pyproject.toml")
}
OTHERS = set(PROJECTS) - {"solecism"}
# Other packages load these: uvicorn its parser, Starlette its forms, SQLAlchemy its driver. Of
# symspellpy only the list of words is read.
LOADED_BY_OTHERS = {"httptools", "python-multipart", "psycopg", "symspellpy"}
# One parser from outside can be called where it is installed; it is no part of these packages.
FROM_OUTSIDE = {"bllipparser"}
# Where these are missing, the error names an extra of solecism: tables of a study as Parquet files.
NAMED_WHERE_USED = {"solecism-study": {"pyarrow"}}
# `solecism.parse` is a function of this one.
CALLED_BY_SOLECISM = {"solecism-lab"}
DISTRIBUTIONS = {
    "argon2": "argon2-cffi",
    "charset_normalizer": "charset-normalizer",
    "docx": "python-docx",
    "sklearn": "scikit-learn",
    **{name.replace("-", "_"): name for name in OTHERS},
}


def name_of(requirement: str) -> str:
    """The distribution that a requirement asks for, in lower case."""
    found = re.match(r"[\w.-]+", requirement)
    assert found is not None
    return found[0].lower()


def extras_of(requirement: str) -> list[str]:
    """The extras that a requirement asks for."""
    found = re.search(r"\[(.*?)\]", requirement)
    return found[1].split(",") if found else []


def extra(distribution: str, name: str) -> list[str]:
    """The requirements of an extra of ours."""
    requirements: list[str] = PROJECTS[distribution]["optional-dependencies"][name]
    return requirements


def extras(distribution: str) -> dict[str, list[str]]:
    """The requirements of every extra of ours, if there are any."""
    found: dict[str, list[str]] = PROJECTS[distribution].get("optional-dependencies", {})
    return found


def base(distribution: str) -> list[str]:
    """What one of ours always requires."""
    requirements: list[str] = PROJECTS[distribution]["dependencies"]
    return requirements


def brought(requirements: Iterable[str]) -> set[str]:
    """The distributions that are installed, with those that ours among them ask for in turn."""
    names: set[str] = set()
    for requirement in requirements:
        name = name_of(requirement)
        names.add(name)
        if name in PROJECTS:
            names |= brought(base(name))
            for part in extras_of(requirement):
                names |= brought(extra(name, part))
    return names


def declared(distribution: str) -> list[str]:
    """Every requirement of one of ours, in its base and in its extras."""
    return [*base(distribution), *(one for part in extras(distribution).values() for one in part)]


def outside(requirements: Iterable[str]) -> set[str]:
    """The distributions that are asked for by name and are not ours."""
    return {name_of(requirement) for requirement in requirements} - set(PROJECTS)


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


def packages_in(path: Path) -> Iterator[str]:
    """The packages that a module imports, with those of the standard library."""
    for node in nodes(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


@cache
def imported(distribution: str) -> frozenset[str]:
    """The distributions of the packages outside the standard library that one of ours imports."""
    own = distribution.replace("-", "_")
    paths = (ROOT / "packages" / distribution / "src" / own).rglob("*.py")
    packages = {package for path in paths for package in packages_in(path)}
    outer = packages - sys.stdlib_module_names - {own}
    return frozenset(DISTRIBUTIONS.get(package, package) for package in outer)


BASE = outside(base("solecism"))
OPTIONAL = {name for distribution in PROJECTS for name in outside(declared(distribution))} - BASE


@pytest.mark.parametrize("distribution", PROJECTS)
def test_what_is_imported_is_declared_and_what_is_declared_is_imported(distribution: str) -> None:
    requirements = declared(distribution)
    known = brought(requirements) - LOADED_BY_OTHERS | NAMED_WHERE_USED.get(distribution, set())
    assert imported(distribution) - FROM_OUTSIDE <= known
    # Some extras of solecism are for the packages that require it.
    users = [one for one in PROJECTS if one == distribution or distribution in brought(base(one))]
    assert outside(requirements) - LOADED_BY_OTHERS <= set().union(*map(imported, users))


@pytest.mark.parametrize("distribution", PROJECTS)
def test_nothing_is_declared_both_in_the_base_and_in_an_extra(distribution: str) -> None:
    in_extras = {name for part in extras(distribution).values() for name in outside(part)}
    assert not brought(base(distribution)) & in_extras


@pytest.mark.parametrize("distribution", sorted(OTHERS))
def test_what_solecism_declares_is_not_declared_again(distribution: str) -> None:
    assert not outside(declared(distribution)) & outside(declared("solecism"))


def test_every_optional_package_is_known_with_a_requirement_that_brings_it() -> None:
    for package, requirement in EXTRA_OF.items():
        assert DISTRIBUTIONS.get(package, package) in brought([requirement])
    known = {DISTRIBUTIONS.get(package, package) for package in EXTRA_OF}
    assert known == (OPTIONAL | CALLED_BY_SOLECISM) - {"httptools", "python-multipart"}


def test_a_distribution_with_another_name_holds_its_package() -> None:
    installed = packages_distributions()
    holding = {package: set(installed[package]) for package in DISTRIBUTIONS}
    assert holding == {package: {name} for package, name in DISTRIBUTIONS.items()}


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
    ("solecism-study", "study new STUDY SITES --task usage"),
    ("solecism-study", "study serve STUDY --dry-run"),
    ("solecism-study", "study status STUDY"),
    ("solecism-study[postgres]", "study status postgresql://nobody@localhost/nothing"),
    ("solecism-write", "lsp"),
    ("solecism[web]", "write --dry-run --port 0 --no-browser"),
    ("solecism[measure]", "rank RANKINGS"),
    ("solecism[measure]", "agree JUDGMENTS --consensus glad"),
    ("solecism[report]", "report --judgments JUDGMENTS page.html"),
    ("solecism-lab", "parse TEXT"),
    ("solecism-lab[parse]", "train parser TREEBANK --out parser.npz"),
    (
        "solecism-lab[train]",
        "train network --native TEXT --learner M2 --work WORK --out network.onnx",
    ),
]


def arguments(line: str, folder: Path) -> list[str]:
    """The words of a command line, with paths for the names in capitals."""
    paths = {
        "STUDY": folder / "study",
        "WORK": folder / "work",
        "SITES": EXAMPLES / "sites.jsonl",
        "JUDGMENTS": EXAMPLES / "judgments.simulated.jsonl",
        "RANKINGS": EXAMPLES / "ranking" / "rankings.jsonl",
        "TREEBANK": EXAMPLES / "treebank.mrg",
        "TEXT": EXAMPLES / "quarry.txt",
        "M2": EXAMPLES / "annotations" / "landlord.m2",
    }
    return [str(paths.get(word, word)) for word in line.split()]


@pytest.mark.parametrize(("requirement", "line"), COMMANDS_WITH_EXTRAS)
def test_a_command_says_in_one_line_what_to_install(
    requirement: str, line: str, tmp_path: Path
) -> None:
    missing = [package for package, name in EXTRA_OF.items() if name == requirement]
    result = without(missing, *arguments(line, tmp_path))
    assert result.returncode == 1
    assert result.stdout == ""
    assert re.fullmatch(
        rf'solecism: \w+ is not installed\. Run: pip install "{re.escape(requirement)}"\n',
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
    optional = [package for package in EXTRA_OF if DISTRIBUTIONS.get(package) not in PROJECTS]
    result = without(optional, *arguments(line, tmp_path))
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
        MissingExtraError, match=r'torch.*pip install "solecism-lab\[train\]"'
    ) as caught:
        require_packages("torch")
    assert isinstance(caught.value, ImportError)
    assert isinstance(caught.value, SolecismError)
    assert caught.value.name == "torch"


def test_a_function_whose_extra_is_missing_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['scipy'] = None; import solecism\n"
        "try: solecism.consensus([[1, 0, 1], [1, 1, 1]], method='glad')\n"
        "except solecism.errors.MissingExtraError as error: print(error)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert result.stdout == 'scipy is not installed. Run: pip install "solecism[measure]"\n'
