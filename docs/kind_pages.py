"""The pages about kinds of error that ship with the package, as pages of the documentation."""

from __future__ import annotations

from pathlib import Path

from solecism.checking.explanations import KINDS_OF_PAGE, kind_name
from solecism.checking.kind_pages import kind_page

INTRODUCTION = """# Kinds of error

One page per kind, for learners: the rules, wrong and right examples, traps, and when not to change
anything. `solecism explain` shows them in a terminal; HTML reports and the page to write in link
them from every finding.
"""


def write_kind_pages(folder: Path) -> None:
    """Write an index and the pages."""
    folder.mkdir(exist_ok=True)
    for name, kinds in KINDS_OF_PAGE.items():
        named = ", ".join(map(kind_name, kinds))
        text = kind_page(name).text.rstrip()
        (folder / f"{name}.md").write_text(
            f"{text}\n\nFindings of: {named} (`{'`, `'.join(kinds)}`).\n", encoding="utf-8"
        )
    names = "\n".join(KINDS_OF_PAGE)
    toctree = f"\n```{{toctree}}\n:maxdepth: 1\n\n{names}\n```\n"
    (folder / "index.md").write_text(INTRODUCTION + toctree, encoding="utf-8")
