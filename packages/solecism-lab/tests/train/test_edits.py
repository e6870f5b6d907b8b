"""The judge of edits is learnt from what annotators did where changes were suggested."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solecism.detect.network.edit_judge import N_FEATURES, format
from solecism.edit import Annotation, Edit
from solecism.language.annotate import annotate
from solecism.sentence import Sentence, from_words
from solecism.site import Flag, Suggestion
from solecism_lab.train import edits
from solecism_lab.train.edits import (
    NOTHING,
    OTHER,
    SAME,
    UNSAID,
    EditExamples,
    annotators_answer,
    natural,
)

WORDS = "I depend of the informations since two year .".split()
SENTENCE = from_words("a.1", WORDS)


def answer(span: str, new: str, *theirs: Edit, kind: str = "wrong-word") -> str:
    flag = Flag(f"a.1:{span}:edit", "me", True, kind, 0.9, (Suggestion(new, 0.8),))
    return annotators_answer(SENTENCE, flag, theirs)


ON = Edit(2, ("of",), ("on",))


@pytest.mark.parametrize(
    ("span", "new", "theirs", "expected"),
    [
        ("2-3", "on", [ON], SAME),
        ("2-3", "upon", [ON], OTHER),
        ("2-3", "on", [], NOTHING),
        ("7-8", "years", [ON], NOTHING),
        # A part of a longer edit, or more than it.
        (
            "4-5",
            "information",
            [Edit(2, ("of", "the", "informations"), ("on", "the", "information"))],
            SAME,
        ),
        ("2-5", "on the information", [ON], OTHER),
        ("2-5", "on the informations", [ON], SAME),
        # What is inserted beside a word is another change, unless nothing else was changed.
        ("7-8", "years", [Edit(7, ("year",), ("years",)), Edit(8, (), ("now",))], SAME),
        ("7-8", "years", [Edit(8, (), ("now",))], OTHER),
        ("8-8", "now", [Edit(8, (), ("now",))], SAME),
        ("8-8", "ago", [Edit(8, (), ("now",))], OTHER),
        ("3-4", "", [Edit(3, ("the",), ())], SAME),
        # An edit that changes nothing says that something is wrong, and not what is right.
        ("2-3", "on", [Edit(2, ("of",), ("of",))], UNSAID),
    ],
)
def test_what_an_annotator_did_at_a_change(
    span: str, new: str, theirs: list[Edit], expected: str
) -> None:
    assert answer(span, new, *theirs) == expected


def test_capitals_count_only_where_they_are_what_is_changed() -> None:
    upper = Edit(4, ("informations",), ("Information",))
    assert answer("4-5", "information", upper) == SAME
    assert answer("4-5", "information", upper, kind="capitals") == OTHER


def test_a_suggestion_that_changes_nothing_is_no_change() -> None:
    assert answer("2-3", "of", ON) == NOTHING


def test_tokenised_text_is_given_the_spaces_of_ordinary_text() -> None:
    words = "He ca n't go , they said .".split()
    assert natural(from_words("a.1", words)).text == "He can't go, they said."
    [written] = annotate("He can't go.", "a")
    assert natural(written) is written


def synthetic(n: int = 400) -> EditExamples:
    """Changes of which the first feature says how probable they are."""
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(n, N_FEATURES))
    p = np.where(rows[:, 0] > 0, 0.9, 0.2)
    return EditExamples(rows, rng.random(n) < p, np.full(n, 0.55), np.arange(n) % edits.N_FOLDS)


@pytest.mark.usefixtures("few_trees")
def test_the_judge_learns_what_annotators_make() -> None:
    given = synthetic()
    judge = edits.learn(given, seed=1)
    p = judge.probabilities(given.rows.tolist())
    is_high = given.rows[:, 0] > 0
    assert p[is_high].mean() == pytest.approx(0.9, abs=0.08)
    assert p[~is_high].mean() == pytest.approx(0.2, abs=0.08)
    assert format(edits.learn(given, seed=1)) == format(judge)
    assert format(edits.learn(given, seed=2)) != format(judge)


def test_the_probabilities_are_those_of_scikit_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    from sklearn.ensemble import GradientBoostingClassifier

    grown: list[GradientBoostingClassifier] = []

    class Kept(GradientBoostingClassifier):  # type: ignore[misc] # Untyped.
        def fit(self, *given: object) -> object:
            grown.append(self)
            return super().fit(*given)

    monkeypatch.setattr("sklearn.ensemble.GradientBoostingClassifier", Kept)
    given = synthetic(300)
    judge = edits.learn(given, seed=1)
    expected = grown[0].predict_proba(given.rows.astype(np.float32))[:, 1]
    assert judge.probabilities(given.rows.tolist()) == pytest.approx(expected, abs=1e-5)


@pytest.mark.usefixtures("few_trees")
def test_what_is_cross_fitted_was_not_learnt_from() -> None:
    given = synthetic(250)
    p = edits.cross_fitted(given, seed=1)
    is_first = given.folds == 0
    other = replace(given, is_right=np.where(is_first, ~given.is_right, given.is_right))
    changed = edits.cross_fitted(other, seed=1)
    assert changed[is_first].tolist() == p[is_first].tolist()
    assert changed[~is_first].tolist() != p[~is_first].tolist()
    assert edits.log_loss(p, given.is_right) < edits.log_loss(given.p_told, given.is_right)


def test_bins_have_the_mean_told_and_the_share_made() -> None:
    found = edits.bins(np.array([0.12, 0.18, 0.9, 1.0]), np.array([True, False, True, True]))
    assert [(each.least, each.n, each.right) for each in found] == [(0.1, 2, 0.5), (0.9, 2, 1.0)]
    assert [each.told for each in found] == pytest.approx([0.15, 0.95])


def test_neighbouring_sentences_are_in_one_fold() -> None:
    folds = [edits._fold(0, place) for place in range(4_000)]
    assert len(set(folds)) == edits.N_FOLDS
    assert all(len(set(folds[start : start + 40])) == 1 for start in range(0, 4_000, 40))


@pytest.fixture
def few_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edits, "_N_TREES", 40)


@pytest.fixture
def text() -> list[Sentence]:
    """Sentences, in the first of which an annotator has made one of two changes."""
    words = "We depend of the bus and recieve it .".split()
    first = replace(
        from_words("essay.1", words), annotations=(Annotation("0", (Edit(2, ("of",), ("on",)),)),)
    )
    return [first, from_words("essay.2", ())]


def test_examples_are_the_changes_that_a_detector_suggests(text: list[Sentence]) -> None:
    found = edits.examples([text])
    assert found.rows.shape == (2, N_FEATURES)
    assert found.is_right.tolist() == [True, False]
    assert ((found.p_told > 0.2) & (found.p_told < 1)).all()
    # Both were tried in the sentence, which was read again.
    assert (found.rows[:, 12:18] >= 0).all()
