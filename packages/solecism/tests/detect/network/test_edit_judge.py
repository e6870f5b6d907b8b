"""The judge of edits: what it knows, how its trees add up, and what people are told."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect import registry
from solecism.detect.detector import EditEvidence, near
from solecism.detect.network import edit_judge
from solecism.detect.network.edit_judge import (
    N_FEATURES,
    EditJudge,
    features,
    told_by_curve,
)
from solecism.errors import ModelError
from solecism.language.annotate import annotate
from solecism.numeric import Floats
from solecism.site import Flag, Suggestion

[SENTENCE] = annotate("We depend of you here.", "a")
ON = Flag(
    "a.1:2-3:preposition",
    "me",
    True,
    "wrong-preposition",
    0.8,
    (Suggestion("on", 0.6), Suggestion("upon", 0.3)),
)


def places(*words: float) -> Floats:
    """The probabilities of words; gaps have a hundredth."""
    return np.array([[*words, 0.0], [0.01] * (len(words) + 1)])


BEFORE, AFTER = places(0.1, 0.2, 0.8, 0.1, 0, 0), places(0.1, 0.1, 0.05, 0.1, 0, 0)
EVIDENCE = EditEvidence(SENTENCE, ON, BEFORE, AFTER, 2, 3)
# Its root asks for the log odds of the error, and the left child for the share of the suggestion.
JUDGE = EditJudge(
    0.5,
    np.array([[1, 2, 0, 0, 0], [0, 0, 0, 0, 0]], np.int16),
    np.array([[2.0, 0.5, 0, 0, 0], [9.0, 0, 0, 0, 0]], np.float32),
    np.array([[1, 3, 2, 3, 4], [1, 1, 2, 3, 4]], np.int16),
    np.array([[2, 4, 2, 3, 4], [2, 1, 2, 3, 4]], np.int16),
    np.array([[0, 0, 1.0, -1.0, 0.25], [0, 0.125, -9, 0, 0]], np.float32),
)


def row(**changed: float) -> list[float]:
    values = dict.fromkeys(map(str, range(N_FEATURES)), 0.0) | {
        name.removeprefix("n"): value for name, value in changed.items()
    }
    return list(values.values())


def test_each_tree_adds_the_value_of_the_leaf_that_the_answers_lead_to() -> None:
    rows = [row(n1=2.5), row(n1=2.0, n2=0.5), row(n1=2.0, n2=0.6)]
    odds = [0.5 + 1.0 + 0.125, 0.5 - 1.0 + 0.125, 0.5 + 0.25 + 0.125]
    expected = [1 / (1 + math.exp(-each)) for each in odds]
    assert JUDGE.probabilities(rows).tolist() == pytest.approx(expected)
    assert JUDGE.probabilities([]).tolist() == []


def test_the_first_suggestion_is_told_as_judged_and_no_other_is_more_probable() -> None:
    # The error has log odds of 1.39, and the suggestion three quarters of it.
    expected = 1 / (1 + math.exp(-0.875))
    first, second = JUDGE.told(EVIDENCE).suggestions
    assert first.text == "on"
    assert first.p == pytest.approx(expected)
    assert second == told_by_curve(ON).suggestions[1]
    doubtful = replace(JUDGE, start=-3.0).told(EVIDENCE)
    assert doubtful.suggestions[1].p == doubtful.suggestions[0].p
    sure = replace(JUDGE, start=9.0).told(EVIDENCE)
    assert sure.suggestions[0].p == sure.confidence == 0.8


def test_what_is_certain_stays_without_a_probability() -> None:
    certain = replace(ON, suggestions=(Suggestion("on"),))
    assert JUDGE.told(replace(EVIDENCE, flag=certain)).suggestions == (Suggestion("on"),)


def test_the_features_are_what_the_network_says_before_and_after() -> None:
    known = features(EVIDENCE)
    assert len(known) == N_FEATURES
    log_odds = [math.log(p / (1 - p)) for p in (0.6, 0.8)]
    assert known[:6] == pytest.approx([*log_odds, 0.75, 0.5, 1, 1])
    # The highest and the sum at the word, one place around it, and three.
    assert known[6:12] == pytest.approx([0.8, 0.82, 0.8, 1.14, 0.8, 1.27])
    assert known[12:18] == pytest.approx([0.05, 0.07, 0.1, 0.29, 0.1, 0.42])
    assert known[20:22] == pytest.approx([AFTER.sum() - BEFORE.sum(), 0.42 - 1.27])
    assert known[22:29] == [0, 0, 0, 0, 0, 1, 0.5]
    assert sum(known[-len(edit_judge._KINDS) :]) == 1


def test_what_was_not_read_again_is_unknown() -> None:
    known = features(EditEvidence(SENTENCE, ON))
    assert len(known) == N_FEATURES
    assert known[6:20] == [-1] * 14
    assert known[20:22] == [0, 0]
    start = replace(ON, site="a.1:0-1:pronoun", kind="pronoun", suggestions=(Suggestion("They"),))
    assert features(replace(EVIDENCE, flag=start, is_undone=True))[22:27] == [1, 1, 1, 1, 0]


def test_the_places_near_some_words_end_where_the_sentence_does() -> None:
    words = places(0.1, 0.2, 0.3)
    assert near(words, 0, 1, 0) == [0.1, 0.01, 0.01]
    assert near(words, 2, 2, 0) == [0.01]
    assert near(words, 0, 3, 9) == [0.1, 0.2, 0.3, 0.0, 0.01, 0.01, 0.01, 0.01]


def test_a_judge_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "judge.npz"
    path.write_bytes(edit_judge.format(JUDGE))
    found = edit_judge.read(path)
    assert edit_judge.format(found) == edit_judge.format(JUDGE)
    rows = [features(EVIDENCE)]
    assert found.probabilities(rows) == JUDGE.probabilities(rows)


@pytest.mark.parametrize(
    "damaged",
    [
        replace(JUDGE, feature=JUDGE.feature + np.int16(N_FEATURES - 1)),
        replace(JUDGE, left=JUDGE.left + np.int16(1)),
        replace(JUDGE, right=JUDGE.right[:1]),
        replace(JUDGE, value=JUDGE.value * np.float32("nan")),
    ],
    ids=["feature", "left", "trees", "value"],
)
def test_a_damaged_judge_is_refused(damaged: EditJudge) -> None:
    with pytest.raises(ModelError, match="solecism train edits"):
        edit_judge.parse(edit_judge.format(damaged), file="judge.npz")


def test_the_open_network_does_without_the_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []

    class Detector:
        def __init__(self, model: object, **settings: object) -> None:
            seen.append(settings["judge"])

    monkeypatch.setattr("solecism.detect.network.strong_detector.StrongDetector", Detector)
    for name in ("read", "bundled"):
        monkeypatch.setattr(f"solecism.detect.network.model.{name}", lambda *path: None)
    monkeypatch.setattr(registry, "installed_file", lambda network: Path("open.onnx"))
    registry.openly_licensed()
    registry.strong()
    registry.strong(judge=JUDGE)
    assert seen == [None, edit_judge.bundled(), JUDGE]
    assert edit_judge.bundled() is not None


def test_without_the_file_there_is_no_judge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(edit_judge, "BUNDLED_MODEL", tmp_path / "none.npz")
    assert edit_judge.bundled.__wrapped__() is None


def told(p: float | None, confidence: float | None, *, kind: str = "wrong-word") -> float | None:
    """The probability that is told of a suggestion without a judge."""
    flag = Flag("a.1:1-2:number", "me", True, kind, confidence, (Suggestion("it", p),))
    found = told_by_curve(flag)
    assert replace(found, suggestions=flag.suggestions) == flag
    [suggestion] = found.suggestions
    assert suggestion.text == "it"
    return suggestion.p


@pytest.mark.parametrize(
    ("kind", "slope", "shift"), [("wrong-word", 0.805, -0.29), ("spelling", 0.894, -0.20)]
)
@pytest.mark.parametrize("p", [0.1, 0.5, 0.9])
def test_the_log_odds_of_suggestions_are_told_on_a_line_of_their_own(
    kind: str, slope: float, shift: float, p: float
) -> None:
    odds = slope * math.log(p / (1 - p)) + shift
    assert told(p, 0.99, kind=kind) == pytest.approx(1 / (1 + math.exp(-odds)))


@given(st.floats(0, 1), st.floats(0, 1), st.sampled_from(["wrong-word", "spelling"]))
def test_no_suggestion_is_told_to_be_more_probable_than_its_error(
    p: float, confidence: float, kind: str
) -> None:
    found = told(p, confidence, kind=kind)
    assert found is not None
    assert 0 <= found <= confidence


def test_suggestions_keep_their_order() -> None:
    told_of = [told(p, 1.0) or 0.0 for p in (0.0, 0.001, 0.2, 0.6, 0.95, 1.0)]
    assert told_of == sorted(told_of)
    assert 0 < told_of[0] < told_of[-1] < 1
    assert told(None, 0.9) is None
