"""The table of formats."""

from __future__ import annotations

from pathlib import Path

import pytest

from solecism.edit import Annotation
from solecism.errors import InputError
from solecism.formats import registry
from solecism.formats.registry import FORMATS
from solecism.sentence import Sentence, from_words


@pytest.mark.parametrize("format", FORMATS.values(), ids=lambda format: format.name)
def test_every_format_has_what_the_table_says(format: registry.Format) -> None:
    assert callable(format.module.parse)
    assert hasattr(format.module, "format") == format.is_writable


def test_suffixes_belong_to_one_format_each() -> None:
    suffixes = [suffix for format in FORMATS.values() for suffix in format.suffixes]
    assert len(set(suffixes)) == len(suffixes)


def test_a_name_tells_its_format_packed_or_not() -> None:
    assert registry.format_of("a/b.conllu.gz") is FORMATS["conllu"]
    assert registry.format_of("a/b.doc") is None
    assert registry.format_of("-") is None


def test_files_follow_one_another_with_their_own_names(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.m2", "b.m2")]
    for path in paths:
        path.write_text("S one\n\nS two\n\n")
    found = registry.read([str(path) for path in paths], FORMATS["m2"])
    assert [sentence.id for sentence in found] == ["a.1", "a.2", "b.1", "b.2"]
    named = registry.read([str(paths[0])], FORMATS["m2"], document="x")
    assert [sentence.id for sentence in named] == ["x.1", "x.2"]


def test_files_whose_sentences_would_have_the_same_ids_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.m2"
    path.write_text("S one\n\n")
    with pytest.raises(InputError, match="not the only input called 'a'"):
        list(registry.read([str(path), str(path)], FORMATS["m2"]))


def test_a_file_without_sentences_is_told(tmp_path: Path) -> None:
    for name, format in FORMATS.items():
        if format.is_writable and not format.has_versions:
            path = tmp_path / f"empty.{name}"
            path.write_text("")
            with pytest.raises(InputError, match=rf"empty.{name}: contains no sentences"):
                list(registry.read([str(path)], format))


def test_what_a_format_does_not_keep_is_named() -> None:
    plain = from_words("a.1", ["Hi"])
    annotated = Sentence("x", "Hi", ("Hi",), (0,), tags=("UH",), annotations=(Annotation("0"),))

    def lost(name: str, *sentences: Sentence) -> set[str]:
        found: set[str] = set()
        assert list(registry.watch(sentences, FORMATS[name], found)) == list(sentences)
        return found

    assert lost("text", plain) == set()
    assert lost("text", plain, annotated) == {"ids", "tags", "annotations"}
    assert lost("m2", plain, annotated) == {"tags"}
    assert lost("m2", plain, from_words("a.3", ["Hi"])) == {"ids"}
    assert lost("jsonl", plain, annotated) == set()
    assert lost("conllu", plain, annotated) == {"annotations"}


def test_files_of_any_format_are_read_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "a.m2").write_text("S one two\n\n")
    (tmp_path / "b.txt").write_text("Three four.\n")
    (tmp_path / "c").write_text("S five\n\n")
    paths = [str(tmp_path / name) for name in ("a.m2", "b.txt")]
    assert [each.words for each in registry.read_any(paths)] == [
        ("one", "two"),
        ("Three", "four", "."),
    ]
    [plain] = registry.read_any([str(tmp_path / "c")], default="m2")
    assert plain.words == ("five",)
