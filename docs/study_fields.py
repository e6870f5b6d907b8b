"""The tables of the fields of a study file in docs/study_file.md.

python docs/study_fields.py       writes them
"""

from __future__ import annotations

from pathlib import Path

from solecism_study.study_file.schema import field_tables

PAGE = Path(__file__).parent / "study_file.md"
START, END = "<!-- fields -->\n", "<!-- end of fields -->"


def updated(page: str) -> str:
    """The page with the tables as they are now."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}{field_tables()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
