"""Print the test files that know what has changed, for `make quick`.

    python tests/changed.py [REVISION] [--most 40]

What has changed is what differs from the revision (by default, the commit at which the branch left
`main`), and new files. To a module belong its mirrored test file, every test file that imports it,
and the examples in its docstrings; to a file in `tests/support`, the tests that import it. Tests
that only reach a module through another are left to `make test`. The mirrored ones come first; how
many are left out is printed to standard error.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS, SUPPORT = Path("tests"), Path("tests/support")


def main() -> None:
    """Print one path per line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("revision", nargs="?")
    parser.add_argument("--most", type=int, default=40, help="no more files than these")
    options = parser.parse_args()
    found = list(files_to_run(changed_files(options.revision or branch_point())))
    sys.stdout.writelines(f"{path}\n" for path in found[: options.most])
    if n_more := len(found) - options.most if len(found) > options.most else 0:
        sys.stderr.write(f"{n_more} more test files import what has changed: see make test.\n")


def git(*arguments: str) -> list[str]:
    """The lines that git prints."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def branch_point() -> str:
    """The commit at which this branch left `main`, or the latest where there is no `main`."""
    if git("branch", "--list", "main"):
        return git("merge-base", "main", "HEAD")[0]
    return "HEAD"


def changed_files(revision: str) -> list[Path]:
    """What differs from a revision and is still there, and what is new."""
    named = [
        *git("diff", "--name-only", revision),
        *git("ls-files", "--others", "--exclude-standard"),
    ]
    return sorted(path for path in map(Path, named) if (ROOT / path).is_file())


def files_to_run(changed: Iterable[Path]) -> Iterator[Path]:
    """The files whose tests know what has changed, each once, the nearest first."""
    python = [path for path in changed if path.suffix == ".py"]
    nearest = [near for path in python for near in nearest_tests(path)]
    modules = {module_name(path) for path in python if is_imported(path)}
    importing = (
        path.relative_to(ROOT)
        for folder in (ROOT / TESTS, *sorted((ROOT / "packages").glob("*/tests")))
        for path in sorted(folder.rglob("test_*.py"))
        if modules and modules & set(imported_modules(path))
    )
    yield from dict.fromkeys([*nearest, *importing])


def nearest_tests(path: Path) -> Iterator[Path]:
    """A test file itself, or the mirrored test file of a module and its own examples."""
    if path.name.startswith("test_") and "tests" in path.parts:
        yield path
    if (sources := source_folder(path)) is not None:
        below = path.relative_to(sources)
        below = below.relative_to(below.parts[0])
        mirrored = sources.parent / "tests" / below.with_name(f"test_{below.name}")
        if (ROOT / mirrored).is_file():
            yield mirrored
        if ">>> " in (ROOT / path).read_text(encoding="utf-8"):
            yield path


def source_folder(path: Path) -> Path | None:
    """The folder `packages/NAME/src` that a module is in; None for any other file."""
    parts = path.parts
    return Path(*parts[:3]) if parts[0] == "packages" and parts[2] == "src" else None


def is_imported(path: Path) -> bool:
    """Whether tests can import a file."""
    return source_folder(path) is not None or path.is_relative_to(SUPPORT)


def module_name(path: Path) -> str:
    """The name by which a file is imported."""
    below = path.relative_to(source_folder(path) or SUPPORT)
    return ".".join(below.with_suffix("").parts).removesuffix(".__init__")


def imported_modules(path: Path) -> Iterator[str]:
    """All names of modules that a file may import; those of functions are among them."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)


if __name__ == "__main__":
    main()
