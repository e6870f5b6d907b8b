"""Lemmas by table and by endings."""

from __future__ import annotations

import lzma
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from places import ORACLES
from solecism.errors import ModelError
from solecism.language import lemmas as lemma_module
from solecism.language.lemmas import lemma, lemmas

ORACLE = ORACLES / "inflection.txt"
COLUMNS = {"verb": ("VBZ", "VBD", "VBN", "VBG"), "noun": ("NNS",), "adjective": ("JJR", "JJS")}
# Forms of two words at once, where UD English settles for the other one.
SHARED = {"people", "bases", "media", "less", "least"}
TAGS = ["NN", "NNS", "NNP", "NNPS", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "JJ", "JJR", "JJS"]
TAGS += ["RB", "RBR", "RBS", "MD", "CD", "DT", "PRP", "POS", "GW", "XX", ""]


def oracle_pairs() -> list[tuple[str, str, str]]:
    pairs = []
    for line in ORACLE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            kind, base, *columns = line.split("\t")
            for tag, column in zip(COLUMNS[kind], columns, strict=True):
                pairs += [(form, tag, base.lower()) for form in column.split("/")]
    return [pair for pair in pairs if pair[0] not in SHARED]


def test_every_irregular_form_of_the_list_has_its_lemma() -> None:
    pairs = oracle_pairs()
    assert len(pairs) > 1000
    assert [
        (form, tag, found, base) for form, tag, base in pairs if (found := lemma(form, tag)) != base
    ] == []


@pytest.mark.parametrize(
    ("word", "tag", "expected"),
    [
        ("Children", "NNS", "child"),
        ("’s", "VBZ", "be"),
        ("n’t", "RB", "not"),
        ("wo", "MD", "will"),
        ("I", "PRP", "I"),
        ("Them", "PRP", "they"),
        ("These", "DT", "this"),
        ("better", "JJR", "good"),
        ("better", "RBR", "well"),
        ("Americans", "NNPS", "American"),
        ("Iraqis", "NNPS", "Iraqi"),
        ("Philippines", "NNPS", "Philippines"),
        ("CEOS", "NNPS", "CEO"),
        ("london", "NNP", "London"),
        ("Italian", "JJ", "Italian"),
        ("Happy", "JJ", "happy"),
        ("12,000", "CD", "12000"),
        ("1990s", "NNS", "1990s"),
        ("sister-in-laws", "NNS", "sister-in-law"),
        ("co-authored", "VBD", "co-author"),
        ("informations", "NNS", "information"),
        ("goed", "VBD", "go"),
        ("come", "VBD", "come"),
        ("went", "VBN", "go"),
        ("seen", "VBD", "see"),
        ("need", "VBD", "need"),
        ("", "NNP", ""),
    ],
)
def test_lemmas_of_awkward_words(word: str, tag: str, expected: str) -> None:
    assert lemma(word, tag) == expected


@given(st.text(max_size=12), st.sampled_from(TAGS))
def test_any_word_under_any_tag_has_a_lemma(word: str, tag: str) -> None:
    assert isinstance(lemma(word, tag), str)


def test_lemmas_of_a_sentence_come_in_order() -> None:
    assert lemmas(["The", "mice", "ran"], ["DT", "NNS", "VBD"]) == ("the", "mouse", "run")


def test_the_cache_is_emptied_when_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lemma_module, "_MAX_CACHED", 3)
    known = lemma_module._Lemmas()
    assert [known[word, "NNS"] for word in ("cats", "dogs", "mice", "pens")] == [
        "cat",
        "dog",
        "mouse",
        "pen",
    ]
    assert len(known) == 1


def test_a_missing_model_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lemma_module, "_MODEL", Path("absent.txt"))
    lemma_module.endings.cache_clear()
    try:
        with pytest.raises(ModelError, match=r"absent\.txt"):
            lemma_module.endings()
    finally:
        lemma_module.endings.cache_clear()


def test_no_heavy_module_is_loaded_for_a_lemma() -> None:
    code = (
        "import sys; from solecism.language.lemmas import lemma; lemma('blorfed', 'VBD');"
        "print(sorted({'numpy', 'lemminflect', 'spacy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_lemmas_of_ewt_dev_are_right_in_98_of_100(shared_data: Path) -> None:
    rows = []
    with lzma.open(shared_data / "ud" / "ewt-dev.conllu.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            fields = line.split("\t")
            if len(fields) == 10 and fields[0].isdigit() and fields[2] != "_":
                rows.append((fields[1], fields[4], fields[2]))
    assert sum(lemma(word, tag) == base for word, tag, base in rows) / len(rows) > 0.98
