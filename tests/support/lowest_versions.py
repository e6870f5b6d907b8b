"""Print the lowest version of every dependency that pyproject.toml allows, as pip constraints.

python tests/support/lowest_versions.py > constraints.txt
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator

from places import ROOT

PROJECT = ROOT / "pyproject.toml"
FOR_USERS = ("documents", "study", "postgres", "report", "parse")


def lowest_versions() -> Iterator[str]:
    """One `NAME==VERSION` per package with a lower bound."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    requirements = [
        *project["dependencies"],
        *(each for name in FOR_USERS for each in optional[name]),
    ]
    for requirement in sorted(set(requirements)):
        bound = re.fullmatch(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)", requirement)
        if bound:
            yield f"{bound[1]}=={bound[2]}"


if __name__ == "__main__":
    sys.stdout.write("".join(f"{line}\n" for line in lowest_versions()))
