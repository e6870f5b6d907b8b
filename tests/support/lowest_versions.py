"""Print the lowest version of every dependency that pyproject.toml allows, as pip constraints.

python tests/support/lowest_versions.py > constraints.txt
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator

from places import ROOT

PROJECTS = sorted((ROOT / "packages").glob("*/pyproject.toml"))
FOR_USERS = ("documents", "measure", "parse", "postgres", "project", "report", "web")


def lowest_versions() -> Iterator[str]:
    """One `NAME==VERSION` per package with a lower bound."""
    projects = [tomllib.loads(path.read_text(encoding="utf-8"))["project"] for path in PROJECTS]
    requirements = [
        each
        for project in projects
        for each in (
            *project["dependencies"],
            *(
                one
                for name in FOR_USERS
                for one in project.get("optional-dependencies", {}).get(name, ())
            ),
        )
    ]
    for requirement in sorted(set(requirements)):
        bound = re.fullmatch(r"((?!solecism)[\w-]+)(?:\[\w+\])?>=([\d.]+)", requirement)
        if bound:
            yield f"{bound[1]}=={bound[2]}"


if __name__ == "__main__":
    sys.stdout.write("".join(f"{line}\n" for line in lowest_versions()))
