"""Tags of words: the bundled model, batches, caches and odd input."""

from __future__ import annotations

import io
import string
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solecism.errors import ModelError
from solecism.language import tagger, word_types
from solecism.language import tagger as tag_module
from solecism.language.sentence_splitter import sentences
from solecism.language.tagger import CLOSED_CLASS, Tagger, bundled_tagger, tag
from solecism.sentence import Sentence, from_words

PENN_TAGS = set(
    "# $ '' , -LRB- -RRB- . : ADD AFX CC CD DT EX FW GW HYPH IN JJ JJR JJS LS MD NFP NN NNP NNPS "
    "NNS PDT POS PRP PRP$ RB RBR RBS RP SYM TO UH VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB ``".split()
)
WORDS = st.text(min_size=1, max_size=12) | st.sampled_from(["the", "The", "dogs", "ran", ".", "“"])
SENTENCES = st.lists(st.lists(WORDS, max_size=8), max_size=6)


def small_archive() -> bytes:
    stream = io.BytesIO()
    np.savez(stream, version=np.array(1), tags=np.array(["NN"]))
    return stream.getvalue()


SMALL_ARCHIVE = small_archive()


def tags_of(text: str) -> list[str]:
    return list(bundled_tagger().tag_words([text.split()])[0])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She sings beautiful songs .", "PRP VBZ JJ NNS ."),
        ("The cat was sleeping on my bed .", "DT NN VBD VBG IN PRP$ NN ."),
        ("I do n't want to go there", "PRP VBP RB VB TO VB RB"),
        ("Their flights were cancelled yesterday .", "PRP$ NNS VBD VBN NN ."),
        ("my brother works in london", "PRP$ NN VBZ IN NNP"),
        ("He said : “ I can wait ”", "PRP VBD : `` PRP MD VB ''"),
    ],
)
def test_plain_sentences_have_the_tags_that_a_teacher_would_give(text: str, expected: str) -> None:
    assert tags_of(text) == expected.split()


def test_unknown_words_are_tagged_by_their_endings() -> None:
    assert tags_of("She glorbled two florbs quankily .") == "PRP VBD CD NNS RB .".split()


def test_the_bundled_model_knows_penn_tags_only() -> None:
    assert {str(name) for name in bundled_tagger().model.tags} <= PENN_TAGS


@given(SENTENCES)
def test_any_words_get_one_tag_each(sentences: list[list[str]]) -> None:
    tags = bundled_tagger().tag_words(sentences)
    assert [len(each) for each in tags] == [len(each) for each in sentences]
    assert {name for each in tags for name in each} <= PENN_TAGS


@settings(max_examples=40, deadline=None)
@given(SENTENCES, st.randoms())
def test_tags_depend_on_nothing_but_the_sentence(
    sentences: list[list[str]], random: object
) -> None:
    together = bundled_tagger().tag_words(sentences)
    alone = [bundled_tagger().tag_words([sentence])[0] for sentence in sentences]
    assert together == alone


def test_a_sentence_longer_than_a_block_is_tagged_as_its_parts_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = "the old man who has seen the sea writes a letter to his friends ; ".split() * 40
    whole = bundled_tagger().tag_words([words])
    monkeypatch.setattr(tagger, "_BLOCK", 7)
    assert bundled_tagger().tag_words([words]) == whole


def test_forgetting_words_changes_no_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    tagger = Tagger.load()
    sentences = [["word" + letter, "runs"] for letter in string.ascii_lowercase]
    before = tagger.tag_words(sentences)
    monkeypatch.setattr(word_types, "_MAX_TYPES", 10)
    assert [tagger.tag_words([sentence])[0] for sentence in sentences] == before


def example_words() -> list[tuple[str, ...]]:
    paths = sorted(Path("examples").rglob("*.txt"))
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return [sentence.words for text in texts for sentence in sentences(text, "text")]


def test_the_network_alone_has_the_tags_of_closed_classes_in_all_examples() -> None:
    words = example_words()
    alone = Tagger(bundled_tagger().model).tag_words(words)
    assert len({word for each in words for word in each} & set(CLOSED_CLASS)) > 60
    assert bundled_tagger().tag_words(words) == alone


def test_a_word_of_a_closed_class_has_its_tag_whatever_is_around_it() -> None:
    around = "are been because without !".split()
    assert tags_of(" ".join(around)) == [CLOSED_CLASS[word] for word in around]


def test_a_model_of_ones_own_decides_all_words_itself(tmp_path: Path) -> None:
    path = tmp_path / "own.npz"
    model = bundled_tagger().model
    others = np.array([f"T{number}" for number in range(len(model.tags))])
    path.write_bytes(tagger.format(replace(model, tags=others)))
    [own] = Tagger.load(path).tag_words([["the", "old", "man"]])
    assert own == tuple(others[bundled_tagger().tag_names.index(tag)] for tag in ("DT", "JJ", "NN"))


def test_no_sentence_has_no_tags() -> None:
    assert bundled_tagger().tag_words([]) == []
    assert bundled_tagger().tag_words([[], []]) == [(), ()]


def test_tagging_keeps_all_else_of_a_sentence() -> None:
    sentence = Sentence(
        "a.1", "It rains", ("It", "rains"), (0, 3), lemmas=("it", "rain"), notes={"score": "3"}
    )
    [tagged] = tag([sentence])
    assert tagged.tags == ("PRP", "VBZ")
    assert (tagged.lemmas, tagged.notes, tagged.id) == (("it", "rain"), {"score": "3"}, "a.1")


def test_an_endless_stream_is_tagged_as_it_comes() -> None:
    endless: Iterator[Sentence] = (from_words(f"a.{number}", ["Hello"]) for number in count())
    assert [sentence.id for sentence in islice(tag(endless), 3)] == ["a.0", "a.1", "a.2"]


def test_all_sums_of_the_bundled_model_are_exact_in_single_precision() -> None:
    model = bundled_tagger().model
    n_hidden = model.near_bias.size
    by_unit = np.abs(model.near).reshape(-1, tagger.WINDOW, n_hidden).sum(axis=(0, 1))
    near = tagger.LARGEST_INPUT * by_unit + np.abs(model.near_bias)
    far = tagger.LARGEST_ACTIVATION * np.abs(model.far).sum(axis=0) + np.abs(model.far_bias)
    last = tagger.LARGEST_ACTIVATION * np.abs(model.last).sum(axis=0) + np.abs(model.last_bias)
    assert max(near.max(), far.max(), last.max()) < 2**24


def test_the_model_is_small() -> None:
    assert tag_module.BUNDLED_MODEL.stat().st_size < 8_000_000


def test_tagging_imports_neither_scipy_nor_rich() -> None:
    code = (
        "import sys; from solecism.language.tagger import bundled_tagger;"
        "bundled_tagger().tag_words([['Hi']]); print({'scipy', 'jinja2'} & set(sys.modules))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "set()"


def test_a_model_is_written_and_read_back() -> None:
    data = tag_module.BUNDLED_MODEL.read_bytes()
    assert tagger.format(tagger.parse(data, file="tagger.npz")) == data


@pytest.mark.parametrize("data", [b"", b"no model", b"PK\x03\x04 cut off", b"\x93NUMPY"])
def test_what_is_no_model_is_told_in_one_line(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken.npz"
    path.write_bytes(data)
    with pytest.raises(ModelError, match=r"broken\.npz: .* `solecism train tagger`") as error:
        Tagger.load(path)
    assert "\n" not in str(error.value)


def test_a_model_cut_short_is_no_model(tmp_path: Path) -> None:
    path = tmp_path / "cut.npz"
    data = tag_module.BUNDLED_MODEL.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(ModelError, match=r"cut\.npz"):
        Tagger.load(path)


@given(st.data())
def test_a_model_with_changed_bytes_is_a_model_or_is_told(data: st.DataObject) -> None:
    changed = bytearray(SMALL_ARCHIVE)
    for _ in range(data.draw(st.integers(1, 4))):
        changed[data.draw(st.integers(0, len(changed) - 1))] = data.draw(st.integers(0, 255))
    with suppress(ModelError):
        tagger.parse(bytes(changed), file="changed.npz")


def test_a_missing_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="No such file"):
        Tagger.load(tmp_path / "none.npz")
