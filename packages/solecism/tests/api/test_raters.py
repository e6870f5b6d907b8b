"""Agreement from whatever people have: the same judgments in any form give the same figures."""

from __future__ import annotations

import math
from pathlib import Path

import krippendorff
import numpy as np
import pandas as pd
import pytest
from crowdkit.aggregation import DawidSkene
from sklearn.metrics import cohen_kappa_score

import solecism as s
from solecism.api.answers import Metric
from solecism.errors import InputError
from solecism.formats import jsonl
from solecism.judgment import Judgment
from solecism.panel import from_judgments

FIRST = [1, 1, 0, 2, None, 1, 0, 0, 2, 1]
SECOND = [1, 0, 0, 2, 1, 1, 0, 1, 2, None]
THIRD = [1, 1, 0, 1, 1, None, 0, 0, 2, 1]
RATERS = [FIRST, SECOND, THIRD]
ROWS = [
    (f"i{item}", f"r{rater}", answer)
    for rater, answers in enumerate(RATERS)
    for item, answer in enumerate(answers)
]
JUDGMENTS = [
    Judgment(item, rater, str(answer)) for item, rater, answer in ROWS if answer is not None
]
FRAME = pd.DataFrame(ROWS, columns=["task", "worker", "label"])


def as_file(folder: Path) -> str:
    path = folder / "judgments.jsonl"
    path.write_text("".join(jsonl.format(JUDGMENTS)))
    return str(path)


def as_table(folder: Path) -> Path:
    path = folder / "judgments.csv"
    FRAME.dropna().astype({"label": int}).rename(columns={"task": "item"}).to_csv(path, index=False)
    return path


FORMS = {
    "lists": RATERS,
    "array": np.array(RATERS, dtype=float),
    "data frame": FRAME,
    "dictionary": {name: FRAME[name].tolist() for name in FRAME.columns},
    "judgments": JUDGMENTS,
    "generator": (judgment for judgment in JUDGMENTS),
    "panel": from_judgments(JUDGMENTS),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("metric", ["nominal", "ordinal", "interval"])
def test_every_form_gives_the_same_alpha(form: str, metric: Metric) -> None:
    data = iter(JUDGMENTS) if form == "generator" else FORMS[form]
    expected = krippendorff.alpha(np.array(RATERS, dtype=float), level_of_measurement=metric)
    figure = s.alpha(data, metric=metric)
    assert figure == pytest.approx(expected, abs=1e-12)
    assert figure.interval == s.alpha(JUDGMENTS, metric=metric).interval


def test_files_are_read(tmp_path: Path) -> None:
    expected = s.alpha(RATERS)
    assert s.alpha(as_file(tmp_path)) == expected
    assert s.alpha(as_table(tmp_path)) == expected


def test_rows_may_be_items() -> None:
    assert s.alpha(np.array(RATERS, dtype=float).T, rows="items") == s.alpha(RATERS)


def test_a_figure_is_a_float_with_an_interval() -> None:
    figure = s.alpha([["ok", "ok", "error", "ok"], ["ok", "error", "error", "ok"]])
    assert isinstance(figure, float)
    assert math.isclose(figure, 8 / 15)
    assert figure.interval.low < figure < figure.interval.high
    assert (figure.n_items, figure.n_raters, figure.n_judgments) == (4, 2, 8)


def test_a_bootstrap_is_seeded() -> None:
    data = RATERS * 2
    first, again, other = (s.alpha(data, n_draws=200, seed=seed).interval for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_kappa_of_two_lists_is_that_of_scikit_learn() -> None:
    one, two = ["a", "b", "a", "c", "a", "b"], ["a", "b", "b", "c", "a", "a"]
    assert s.kappa(one, two) == pytest.approx(cohen_kappa_score(one, two))
    numbers = [1, 2, 3, 1, 2, 3, 3], [1, 2, 2, 1, 3, 3, 1]
    weighted = cohen_kappa_score(*numbers, weights="quadratic")
    assert s.kappa(*numbers, weights="quadratic") == pytest.approx(weighted)


def test_kappa_of_more_raters_is_the_mean_over_pairs() -> None:
    complete = [["a", "b", "a", "c"], ["a", "b", "b", "c"], ["a", "a", "a", "c"]]
    pairs = [cohen_kappa_score(complete[i], complete[j]) for i, j in ((0, 1), (0, 2), (1, 2))]
    assert s.kappa(complete) == pytest.approx(np.mean(pairs))


def test_labels_give_the_order_of_ordinal_answers() -> None:
    names = ["low", "middle", "high"]
    answers = [[None if a is None else names[a] for a in rater] for rater in RATERS]
    assert s.alpha(answers, metric="ordinal", labels=names) == s.alpha(RATERS, metric="ordinal")


# Of crowd-kit: it calls pandas as it was before version 3.
@pytest.mark.filterwarnings("ignore")
def test_consensus_is_that_of_crowd_kit() -> None:
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 60)
    answers = np.where(rng.random((7, 60)) < 0.8, truth, 1 - truth)
    frame = pd.DataFrame(
        [(f"i{i}", f"r{r}", str(answers[r, i])) for r in range(7) for i in range(60)],
        columns=["task", "worker", "label"],
    )
    expected = DawidSkene(n_iter=200).fit_predict(frame)
    assert s.consensus(frame).by_item() == expected.to_dict()


def test_agree_splits_by_a_field() -> None:
    staged = [Judgment(j.site, j.rater, j.answer, stage=stage) for stage in "12" for j in JUDGMENTS]
    result = s.agree(staged, by="stage", measures=["alpha"])
    assert [row.part for row in result.agreements] == ["1", "2", "all"]


def test_fields_need_judgments() -> None:
    with pytest.raises(InputError, match="fields of judgments"):
        s.agree(RATERS, by="stage")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (3, "from int"),
        (None, "from NoneType"),
        (b"1,0", "from bytes"),
        ([], "an empty list"),
        ([1, 0, 1], "a list of int"),
        (["abc", "abd"], "a list of str"),
        ([[1, 0], [1]], r"different lengths \(2, 1\)"),
        ({"item": ["a"], "rater": ["b"]}, "which is the answer"),
        (np.zeros(3), "1 dimensions"),
        (JUDGMENTS[0], "not one"),
    ],
)
def test_a_wrong_type_is_one_clear_error(data: object, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        s.alpha(data)


def test_an_unknown_answer_is_named() -> None:
    with pytest.raises(InputError, match="unknown answer '2'"):
        s.alpha(RATERS, labels=[0, 1])


def test_an_unknown_orientation_is_named() -> None:
    with pytest.raises(InputError, match="'columns'"):
        s.alpha(RATERS, rows="columns")  # type: ignore[arg-type]  # this is what is tested
