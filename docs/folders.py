"""The listings in the architecture page: every folder with its files, and the layers.

python docs/folders.py       writes both into docs/architecture.md
"""

from __future__ import annotations

import ast
import re
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "solecism"
PAGE = Path(__file__).parent / "architecture.md"
LISTING = re.compile(r"(?<=^```text\n)src/solecism/.*?(?=^```)", re.MULTILINE | re.DOTALL)
LAYERS = re.compile(r"(?<=^```text\n)__main__\n.*?(?=^```)", re.MULTILINE | re.DOTALL)
WIDTH = 98
# Folders of data have no module that could say what they are for.
DATA = {
    "classroom/templates": "The pages of a class.",
    "examples": "Invented texts, annotations, judgments and flags, to try everything on.",
    "examples/annotations": "The texts with the edits of two imagined annotators.",
    "examples/class": "Drafts of eight imagined students, by date.",
    "examples/crowd": "Judgments as crowd platforms export them.",
    "examples/ranking": "Outputs of five imagined systems, annotations, and rankings.",
    "examples/texts": "Texts as imagined learners wrote them.",
    "models": "The trained models, each with a card.",
    "report/templates": "The page of a report.",
    "serve/static": "Style sheets and scripts.",
    "serve/templates": "The pages of a study.",
    "serve/templates/admin": "The administrator's pages.",
    "serve/templates/tasks": "Pages of tasks that look different from the rest.",
    "write/page/static": "The script and the style of the page, built from `web/`.",
}


def folders(folder: Path = PACKAGE) -> Iterator[Path]:
    """A folder and all below it, in the order of their names."""
    yield folder
    for path in sorted(folder.iterdir()):
        if path.is_dir() and _is_of_the_source(path):
            yield from folders(path)


def _is_of_the_source(folder: Path) -> bool:
    """Whether a folder holds more than what Python and numba keep for themselves."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return any("__pycache__" not in path.parts for path in files)


def clause(folder: Path) -> str:
    """What a folder is for: the first line of its docstring."""
    name = str(folder.relative_to(PACKAGE))
    if name in DATA:
        return DATA[name]
    module = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    return (ast.get_docstring(module) or "").partition("\n")[0]


def names(folder: Path) -> str:
    """The files of a folder: modules without their ending; of data, how many there are."""
    files = [path for path in sorted(folder.iterdir()) if path.is_file()]
    if str(folder.relative_to(PACKAGE)) in DATA:
        endings = sorted({path.suffix for path in files})
        return f"({len(files)} files: {', '.join(endings)})" if files else ""
    return " ".join(path.stem for path in files if path.suffix == ".py" and path.stem != "__init__")


def listing() -> str:
    """The whole listing: a line per folder, and below it the names of its files."""
    lines: list[str] = []
    for folder in folders():
        parts = folder.relative_to(PACKAGE.parent).parts
        indent = "  " * (len(parts) - 1)
        shown = f"{indent}{folder.name if indent else 'src/solecism'}/"
        lines.extend(_wrapped(clause(folder), f"{shown:<26} ", " " * 27))
        lines.extend(_wrapped(names(folder), f"{indent}    ", f"{indent}    "))
    return "".join(f"{line}\n" for line in lines)


def layers() -> str:
    """The layers of the import contract, from the top down."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = project["tool"]["importlinter"]["contracts"][0]
    return "".join(f"{re.sub('[()]', '', layer)}\n" for layer in contract["layers"])


def updated(page: str) -> str:
    """The page with the listing and the layers as they are now."""
    return LAYERS.sub(lambda _: layers(), LISTING.sub(lambda _: listing(), page))


def _wrapped(text: str, first: str, others: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=others, break_on_hyphens=False
    )


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
