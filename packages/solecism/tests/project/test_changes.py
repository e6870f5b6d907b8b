"""Changes of settings keep everything else as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from solecism.errors import InputError
from solecism.project import settings
from solecism.project.settings_changes import add_word, ignore_finding, turn_off

BEFORE = """# How we check.
dictionary = [
    "Kubernetes",  # a program
]

for = "learner"  # not too strict
"""
AFTER = """# How we check.
dictionary = [
    "Kubernetes",  # a program
    "spaCy",
]

for = "learner"  # not too strict
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    return tmp_path


def test_a_word_is_added_and_comments_stay(folder: Path) -> None:
    file = folder / ".solecism.toml"
    file.write_text(BEFORE)
    assert add_word(folder, "spaCy") == file
    assert file.read_text() == AFTER
    add_word(folder, " spaCy ")
    assert file.read_text() == AFTER


def test_new_settings_are_written_to_the_root_of_the_repository(folder: Path) -> None:
    inner = folder / "docs"
    inner.mkdir()
    assert turn_off(inner, "spelling") == folder / ".solecism.toml"
    ignore_finding(inner, 'wrong-preposition: say "we [of] it"')
    add_word(inner, "naïf")
    found = settings.find(inner / "a.md")
    assert found is not None
    assert found.values.turned_off == ("spelling",)
    assert found.values.ignored_findings == ('wrong-preposition: say "we [of] it"',)
    assert found.values.dictionary == ("naïf",)


def test_without_a_repository_the_folder_itself_gets_the_settings(tmp_path: Path) -> None:
    assert turn_off(tmp_path, "tense") == tmp_path / ".solecism.toml"


def test_a_pyproject_file_keeps_its_other_tables(folder: Path) -> None:
    file = folder / "pyproject.toml"
    file.write_text("[tool.solecism]\nfor = 'author'\n\n[tool.other]  # mine\nx = 1\n")
    turn_off(folder, "tense")
    text = file.read_text()
    assert text.endswith("\n[tool.other]  # mine\nx = 1\n")
    assert 'turned-off = [\n    "tense",\n]\n' in text
    found = settings.find(folder)
    assert found is not None
    assert found.options.without == ("tense",)


def test_words_go_to_the_file_of_words_where_there_is_one(folder: Path) -> None:
    (folder / ".solecism.toml").write_text("dictionary-file = 'words.txt'\n")
    words = folder / "words.txt"
    words.write_text("# Ours\nKubernetes")
    assert add_word(folder, "spaCy") == words
    assert words.read_text() == "# Ours\nKubernetes\nspaCy\n"
    add_word(folder, "SpaCy")
    assert words.read_text() == "# Ours\nKubernetes\nspaCy\n"


@pytest.mark.parametrize("word", ["", "  ", "a\nb", "x" * 101, "a\0", "#x"])
def test_what_is_no_word_is_refused(word: str, folder: Path) -> None:
    with pytest.raises(InputError, match="not a word"):
        add_word(folder, word)
    assert not (folder / ".solecism.toml").exists()


def test_unknown_kinds_and_empty_identities_are_refused(folder: Path) -> None:
    with pytest.raises(InputError, match=r"no kind of error 'tens'\. Did you mean 'tense'\?"):
        turn_off(folder, "tens")
    with pytest.raises(InputError, match="does not identify"):
        ignore_finding(folder, " ")


@pytest.mark.parametrize("text", ["for = ", "dictionary = 'a'", "unknown = 1"])
def test_broken_settings_are_told_and_stay_as_they_are(text: str, folder: Path) -> None:
    file = folder / ".solecism.toml"
    file.write_text(text)
    with pytest.raises(InputError, match=r"\.solecism\.toml"):
        add_word(folder, "word")
    assert file.read_text() == text
