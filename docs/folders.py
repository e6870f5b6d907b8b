"""The listings in the architecture page: every folder with its files, and the layers.

python docs/folders.py       writes them into docs/architecture.md, and prints how much there is
"""

from __future__ import annotations

import ast
import re
import textwrap
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = [
    ROOT / "packages" / name.replace("_", "-") / "src" / name
    for name in ("solecism", "solecism_write", "solecism_study", "solecism_lab")
]
PAGE = Path(__file__).parent / "architecture.md"
WIDTH = 98
FEW_FILES, MANY_FILES, MANY_CLASSES = 4, 3, 2
# Folders of data have no module that could say what they are for.
DATA = {
    "solecism/checking/pages": "The pages about kinds of error, for learners.",
    "solecism/classroom/templates": "The pages of a class.",
    "solecism/examples": "Invented texts, annotations, judgments and flags, to try everything on.",
    "solecism/examples/annotations": "The texts with the edits of two imagined annotators.",
    "solecism/examples/class": "Drafts of eight imagined students, by date.",
    "solecism/examples/crowd": "Judgments as crowd platforms export them.",
    "solecism/examples/ranking": "Outputs of five imagined systems, annotations, and rankings.",
    "solecism/examples/texts": "Texts as imagined learners wrote them.",
    "solecism/models": "Small models of words and sentences, for every use, each with a card.",
    "solecism/reporting/templates": "The page of a report.",
    "solecism/rulebook/rules": "The bundled rules, one file per subject.",
    "solecism_lab/papers/printed": "The figures that the papers print.",
    "solecism_study/serve/static": "Style sheets and scripts.",
    "solecism_study/serve/templates": "The pages of a study.",
    "solecism_study/serve/templates/admin": "The administrator's pages.",
    "solecism_study/serve/templates/tasks": "Pages of tasks that look different from the rest.",
    "solecism_write/page": "The page to write in, and the record of what it was built from.",
    "solecism_write/page/static": "The script and the style of the page, built from `web/`.",
}


def folders() -> Iterator[Path]:
    """All folders of all packages, each before those below it, in the order of their names."""
    for package in PACKAGES:
        yield from _folders(package)


def _folders(folder: Path) -> Iterator[Path]:
    yield folder
    for path in sorted(folder.iterdir()):
        if path.is_dir() and _is_of_the_source(path):
            yield from _folders(path)


def _is_of_the_source(folder: Path) -> bool:
    """Whether a folder holds more than what Python and numba keep for themselves."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return any("__pycache__" not in path.parts for path in files)


def name_of(folder: Path) -> str:
    """A folder from its package on, as `solecism/detect`."""
    return str(folder).rpartition("/src/")[2]


def clause(folder: Path) -> str:
    """What a folder is for: the first line of its docstring."""
    if name_of(folder) in DATA:
        return DATA[name_of(folder)]
    module = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    return (ast.get_docstring(module) or "").partition("\n")[0]


def modules(folder: Path) -> list[Path]:
    """The modules of a folder, without the one that is the folder itself."""
    return [path for path in sorted(folder.glob("*.py")) if path.stem != "__init__"]


def names(folder: Path) -> str:
    """The files of a folder: modules without their ending; of data, how many there are."""
    if name_of(folder) not in DATA:
        return " ".join(path.stem for path in modules(folder))
    files = [path for path in folder.iterdir() if path.is_file()]
    endings = ", ".join(sorted({path.suffix for path in files}))
    return f"({len(files)} files: {endings})" if files else ""


def listing() -> str:
    """The whole listing: a line per folder, and below it the names of its files."""
    lines: list[str] = []
    for folder in folders():
        depth = name_of(folder).count("/")
        indent = "  " * depth
        shown = indent + (folder.name if depth else str(folder.relative_to(ROOT))) + "/"
        if not depth:
            lines.extend(["", shown])
            shown = ""
        lines.extend(_wrapped(clause(folder), f"{shown:<26} ", " " * 27))
        lines.extend(_wrapped(names(folder), f"{indent}    ", f"{indent}    "))
    return "\n".join(lines[1:])


def layers() -> str:
    """The layers of each import contract, from the top down, modules beside each other with `|`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    return "\n\n".join(_layers(each) for each in contracts if each["type"] == "layers")


def _layers(contract: dict[str, object]) -> str:
    below = contract["layers"]
    if not isinstance(below, list):
        raise TypeError(contract["name"])
    lines = [str(contract["name"])]
    for layer in below:
        lines.extend(_wrapped(re.sub("[()]", "", layer), "    ", "      "))
    return "\n".join(lines)


def counts() -> dict[str, int]:
    """How much there is to find one's way in."""
    code = [folder for folder in folders() if name_of(folder) not in DATA]
    files = [path for folder in code for path in modules(folder)]
    stems = Counter(path.stem for path in files)
    classes = Counter(name for path in files for name in _public_classes(path))
    return {
        "files": sum(len(list(folder.glob("*.py"))) for folder in code),
        "folders": len(code),
        f"folders with fewer than {FEW_FILES} files beside __init__": sum(
            len(modules(folder)) < FEW_FILES for folder in code
        ),
        f"file names used more than {MANY_FILES} times": _above(stems, MANY_FILES),
        f"public class names used more than {MANY_CLASSES} times": _above(classes, MANY_CLASSES),
        **_commands(),
    }


def _above(counted: Counter[str], most: int) -> int:
    return sum(number > most for number in counted.values())


def _public_classes(path: Path) -> list[str]:
    statements = ast.parse(path.read_text(encoding="utf-8")).body
    found = [each.name for each in statements if isinstance(each, ast.ClassDef)]
    return [name for name in found if not name.startswith("_")]


def _commands() -> dict[str, int]:
    """The commands that do something, and all options of theirs."""
    import click
    from command_reference import commands

    every = [each for _, each in commands() if not isinstance(each, click.Group)]
    options = [
        option for each in every for option in each.params if isinstance(option, click.Option)
    ]
    return {"commands": len(every), "options": len(options)}


def updated(page: str) -> str:
    """The page with the listing and the layers as they are now."""
    return with_part(with_part(page, "folders", listing()), "layers", layers())


def with_part(page: str, name: str, text: str) -> str:
    """A page with one generated part, which stands between comments, the first with its name."""
    before, start, rest = page.partition(f"<!-- {name} -->\n")
    _, end, after = rest.partition("<!-- end -->")
    return f"{before}{start}```text\n{text}\n```\n{end}{after}"


def _wrapped(text: str, first: str, others: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=others, break_on_hyphens=False
    )


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    for what, number in counts().items():
        print(f"{number:>6,} {what}")
