"""The edits of many sentences, from the aligner or from the cache."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from solecism.align.edits_of_rows import edits_of_rows
from solecism.system.caches import FolderCache

SENTENCE = st.lists(st.sampled_from("a the cat cats . go on \ud800".split(" ")), max_size=5).map(
    tuple
)
ROWS = st.lists(st.tuples(SENTENCE, st.lists(SENTENCE, max_size=3)), max_size=3)
MODULES = """
import sys
from pathlib import Path
from solecism.align.edits_of_rows import edits_of_rows
from solecism.system.caches import FolderCache

rows = [(("It", "depends", "of", "you"), [("It", "depends", "on", "you")])]
[[[edit]]] = edits_of_rows(rows, cache=FolderCache(Path(sys.argv[1]), max_size=10_000))
print(edit.id, "solecism.align.alignment" in sys.modules)
"""


@given(ROWS)
def test_edits_from_the_cache_are_those_of_the_aligner(
    rows: list[tuple[tuple[str, ...], list[tuple[str, ...]]]],
) -> None:
    expected = edits_of_rows(rows)
    with TemporaryDirectory() as folder:
        cache = FolderCache(Path(folder), max_size=100_000)
        assert edits_of_rows(rows, cache=cache) == expected
        assert len(list(Path(folder).iterdir())) == 1
        assert edits_of_rows(rows, cache=cache) == expected


def test_a_later_run_does_without_the_aligner(tmp_path: Path) -> None:
    runs = [
        subprocess.run(
            [sys.executable, "-c", MODULES, str(tmp_path)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for _ in range(2)
    ]
    assert runs == [["2-3:R:PREP:on", "True"], ["2-3:R:PREP:on", "False"]]


def test_other_words_have_other_keys(tmp_path: Path) -> None:
    cache = FolderCache(tmp_path, max_size=100_000)
    one, two = ("in", "the"), ("in the",)
    for source in (one, two):
        for version in (one, two, ()):
            edits_of_rows([(source, [version])], cache=cache)
    assert len(list(tmp_path.iterdir())) == 6
