"""Errors as learners make them: drawn place by place, at the rates of a level."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from learner_writers import GAP_FORMS, P_GAPS, P_WORDS, arrays, write
from solecism.corruption import learner_writer
from solecism.corruption.corrupt import corrupt, corrupt_in_parallel
from solecism.corruption.corrupted import Corrupted
from solecism.corruption.gold_trees import undo
from solecism.corruption.learner_writer import LEVELS, LearnerRecipe, misspelt
from solecism.corruption.random_stream import RandomStream
from solecism.edit import apply
from solecism.errors import InputError, ModelError
from solecism.formats.registry import FORMATS, read
from solecism.language.dictionary import listed_counts
from solecism.language.sentence_splitter import sentences as sentences_of
from solecism.sentence import Sentence, from_words
from solecism.system import installation
from solecism.tree import unescape

TREEBANK = installation.EXAMPLES / "treebank.mrg"
WORDS = "Our dog likes the gardens of old houses near the river , and walks home .".split()


def sentences(n: int) -> list[Sentence]:
    return [from_words(f"letter.{number}", WORDS) for number in range(n)]


def made(recipe: LearnerRecipe, given: list[Sentence], *, seed: int = 7) -> list[Corrupted]:
    return list(corrupt(given, recipe, seed=seed))


@pytest.fixture
def writer(tmp_path: Path) -> str:
    return write(tmp_path)


def test_each_level_has_its_own_rate(writer: str) -> None:
    given = sentences(300)
    n_places = 300 * len(WORDS)
    for level, p_words, p_gaps in zip(LEVELS, P_WORDS, P_GAPS, strict=True):
        results = made(LearnerRecipe(level, model=writer), given)
        errors = [error for each in results for error in each.errors]
        extra = [error for error in errors if error.subtype == "extra"]
        # At the ends of sentences something is put in, too.
        assert len(extra) / (n_places + 300) == pytest.approx(p_gaps, abs=0.012)
        assert (len(errors) - len(extra)) / n_places == pytest.approx(p_words, abs=0.02)


def test_twice_the_rate_makes_twice_as_many(writer: str) -> None:
    given = sentences(300)
    one, two = (
        sum(len(each.errors) for each in made(LearnerRecipe("C", rate, model=writer), given))
        for rate in (1.0, 2.0)
    )
    assert two / one == pytest.approx(2, abs=0.25)


def test_the_same_seed_makes_the_same_errors_whatever_comes_before(writer: str) -> None:
    given, recipe = sentences(40), LearnerRecipe("A", model=writer)
    results = made(recipe, given)
    assert made(recipe, given) == results
    assert made(recipe, given[7:9]) == results[7:9]
    assert made(recipe, given, seed=8) != results
    assert list(corrupt_in_parallel(given, recipe, seed=7, n_jobs=2)) == results


def test_the_annotation_takes_all_errors_back(writer: str) -> None:
    for each in made(LearnerRecipe("A", 2.0, model=writer), sentences(60)):
        [annotation] = each.sentence.annotations
        assert apply(each.sentence.words, annotation.edits) == tuple(WORDS)
        assert len(each.sentence.tags) == len(each.sentence.words)


def test_gold_trees_stay_true(writer: str) -> None:
    given = list(read([str(TREEBANK)], FORMATS["penn"]))
    results = made(LearnerRecipe("A", 2.0, model=writer), given)
    assert sum(len(each.errors) for each in results) > 200
    for before, after in zip(given, results, strict=True):
        for gold in after.sentence.trees:
            assert undo(gold) == before.trees[0]
            assert tuple(map(unescape, gold.words())) == after.sentence.words


def test_white_space_stays(writer: str) -> None:
    [given] = sentences_of("Our  dog\tlikes the   garden.", "letter")
    results = [made(LearnerRecipe("A", model=writer), [given], seed=seed) for seed in range(20)]
    one = [each.sentence.text for [each] in results if len(each.errors) == 1]
    assert len(one) > 3
    assert all("  " in text or "\t" in text for text in one)
    assert all(each.sentence.text == given.text for [each] in results if not each.errors)


def test_an_extra_first_word_takes_over_the_capital(tmp_path: Path) -> None:
    only_the = write(tmp_path, word_forms={"RARE": 1.0}, gap_forms={"the": 1.0})
    given = [from_words(f"a.{n}", ["Cats", "sleep", "well", "."]) for n in range(60)]
    results = made(LearnerRecipe("A", 9.0, model=only_the), given)
    firsts = [each for each in results if each.errors and each.sentence.words[0] == "The"]
    assert firsts
    assert {each.sentence.words[1] for each in firsts} == {"cats"}


def test_what_learners_seldom_wrote_is_never_made(tmp_path: Path) -> None:
    nothing = write(tmp_path, word_forms={"RARE": 1.0}, gap_forms={"RARE": 1.0})
    for each in made(LearnerRecipe("A", 5.0, model=nothing), sentences(20)):
        assert not each.errors


def test_forms_are_those_of_the_word(tmp_path: Path) -> None:
    inflected = write(tmp_path, word_forms={"NN": 0.3, "NNS": 0.3, "VBG": 0.4}, gap_forms=GAP_FORMS)
    results = made(LearnerRecipe("A", 2.0, model=inflected), sentences(200))
    after = {
        error.edit.before + error.edit.after
        for each in results
        for error in each.errors
        if error.subtype == "replaced"
    }
    assert after == {
        ("dog", "dogs"),
        ("likes", "liking"),
        ("gardens", "garden"),
        ("houses", "house"),
        ("river", "rivers"),
        ("walks", "walking"),
    }


def test_a_misspelling_is_near_the_word_and_is_no_word() -> None:
    pytest.importorskip("solecism_models")
    writings = {misspelt("Because", RandomStream(1, str(n))) for n in range(200)}
    assert len(writings) > 20
    for writing in writings:
        assert writing is not None
        assert writing[0].isupper() or not writing.istitle()
        assert writing.lower() not in listed_counts()
        assert abs(len(writing) - len("because")) <= 2
    assert misspelt("to", RandomStream(1, "x")) is None
    assert misspelt("B2B", RandomStream(1, "x")) is None


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"level": "D"}, "no level 'D'. There are A, B, C"),
        ({"rate": 0.0}, "a rate of 0 is not possible"),
        ({"rate": float("nan")}, "a rate of nan is not possible"),
        ({"rate": 1e9}, "a rate of 1e\\+09 is not possible"),
        ({"sites": "here"}, "no sites 'here'"),
    ],
)
def test_impossible_settings_are_refused(settings: dict[str, object], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        LearnerRecipe(**settings)  # type: ignore[arg-type]


def test_without_the_models_it_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = installation.MODELS / "writer.npz"
    monkeypatch.setattr(learner_writer, "BUNDLED_MODEL", missing)
    learner_writer.bundled.cache_clear()
    with pytest.raises(ModelError, match=r"pip install \./models"):
        made(LearnerRecipe(), sentences(1))


def damaged(name: str) -> bytes:
    content = arrays()
    if name == "words":
        content["words"] = np.frombuffer(b"the", np.uint8)
    if name == "forms":
        content["word_forms"] = np.frombuffer(b"one", np.uint8)
    if name == "numbers":
        content["word_error"] = np.full(2, np.nan)
    return learner_writer.format(content)


@pytest.mark.parametrize("name", ["words", "forms", "numbers"])
def test_a_damaged_file_is_refused(name: str) -> None:
    with pytest.raises(ModelError, match=r"broken\.npz: not a model, or damaged"):
        learner_writer.parse(damaged(name), file="broken.npz")


def test_a_sentence_keeps_a_word(tmp_path: Path) -> None:
    removing = write(tmp_path, word_forms={"": 1.0}, gap_forms={"RARE": 1.0})
    given = [from_words(f"a.{n}", ["Yes", "!"]) for n in range(60)]
    results = made(LearnerRecipe("A", 20.0, model=removing), given)
    assert min(len(each.sentence.words) for each in results) == 1


def test_empty_text_has_no_errors(writer: str) -> None:
    assert made(LearnerRecipe(model=writer), []) == []
    [empty] = made(LearnerRecipe(model=writer), [from_words("a.1", [])])
    assert empty.sentence.words == ()
