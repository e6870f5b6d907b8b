"""`solecism flags` as people call it."""

from __future__ import annotations

import json
from pathlib import Path

from scoring_files import call
from solecism.errors import InputError


def test_a_correction_becomes_flags_whose_ids_bear_the_document(tmp_path: Path) -> None:
    source, corrected = tmp_path / "note.txt", tmp_path / "better.txt"
    source.write_text("We met in Monday .\nIt rained .\n")
    corrected.write_text("We met on Monday .\nIt rained .\n")
    options = ("--system", "me", "--kind", "preposition")
    result = call("flags", source, corrected, *options)
    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {
            "site": "note.1:2-3:preposition",
            "system": "me",
            "error": True,
            "kind": "preposition",
            "suggestions": [{"text": "on"}],
        }
    ]
    renamed = call("flags", source, corrected, *options, "--document", "other").stdout
    assert '"site":"other.1:2-3:preposition"' in renamed


def test_raw_text_is_cut_into_words(tmp_path: Path) -> None:
    source, corrected = tmp_path / "note.txt", tmp_path / "better.txt"
    source.write_text("We met in Monday.\n")
    corrected.write_text("We met on Monday.\n")
    result = call("flags", source, corrected, "--system", "me", "--raw")
    assert '"site":"note.1:2-3:preposition","system":"me","error":true' in result.stdout


def test_files_of_different_length_are_refused_and_nothing_is_written(tmp_path: Path) -> None:
    source, corrected, output = tmp_path / "a.txt", tmp_path / "b.txt", tmp_path / "out.jsonl"
    source.write_text("One .\nTwo .\n")
    corrected.write_text("One .\n")
    result = call("flags", source, corrected, "--system", "me", "-o", output)
    assert isinstance(result.exception, InputError)
    assert "has 2 lines, but its correction" in str(result.exception)
    assert not output.exists()


def test_an_empty_source_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    source, output = tmp_path / "a.txt", tmp_path / "out.jsonl"
    source.write_text("")
    result = call("flags", source, source, "--system", "me", "-o", output)
    assert isinstance(result.exception, InputError)
    assert "contains no sentences" in str(result.exception)
    assert not output.exists()
