"""Names of files for any names of people."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from solecism.classroom.class_folder import file_names


def test_every_name_has_a_distinct_file_even_without_regard_to_case() -> None:
    names = ["Ana", "ana", "ANA", "ana-2", "a/na", "../../etc", "aux", "Aux.", "李雷", "", "?"]
    files = list(file_names(names).values())
    assert files[:5] == ["Ana", "ana-2", "ANA-3", "ana-2-2", "a-na"]
    assert files[5:] == ["etc", "student-aux", "student-Aux-2", "李雷", "student", "student-2"]


@given(st.lists(st.text(), unique=True))
def test_any_names_give_safe_distinct_names(names: list[str]) -> None:
    files = file_names(names)
    assert list(files) == names
    assert len({name.casefold() for name in files.values()}) == len(names)
    for name in files.values():
        assert name == Path(name).name
        assert name not in (".", "..")
        assert len(name.encode()) < 240
        assert name.replace("-", "").replace("_", "").isalnum()
