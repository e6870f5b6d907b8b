"""Operations on batches of rows, in every form that frameworks hand over."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import solecism
from solecism.cluster import Checker, Corrupter, Miner, Selector, Tagger
from solecism.cluster.preposition_operations import best_of_rows, guesses_of_rows
from solecism.cluster.row_operation import RowOperation, Values, by_words
from solecism.corruption.learner_writer import LearnerRecipe
from solecism.detect import registry
from solecism.detect.extraneous import language_model
from solecism.detect.extraneous.mining import MiningSettings, mine
from solecism.detect.light.selection_test import counted
from solecism.detect.selection import guesses
from solecism.errors import InputError
from solecism.language import sentence_splitter

TEXTS = [
    "I depend of you. She is good in maths.",
    "We discussed about the plan.\n\nThey arrived to the hotel. 😀 He wait the bus.",
    "",
    "Nothing is wrong here.",
]
OPERATIONS: list[RowOperation] = [
    Checker(detector="light"),
    Tagger(),
    Corrupter(),
    Miner(),
    Selector(),
]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.name)
def test_dictionaries_tables_and_frames_have_the_same_results(operation: RowOperation) -> None:
    by_columns = operation({"text": TEXTS, "id": [1, 2, 3, 4]})
    by_arrays = operation({"text": np.array(TEXTS, dtype=object), "id": np.arange(4)})
    table = operation(pa.table({"text": TEXTS, "id": [1, 2, 3, 4]}))
    frame = operation(pd.DataFrame({"text": TEXTS, "id": [1, 2, 3, 4]}))
    assert table.column_names == ["text", "id", *operation.columns, "error"]
    assert list(frame.columns) == table.column_names
    for name in (*operation.columns, "error"):
        expected = list(by_columns[name])
        assert list(by_arrays[name]) == expected
        assert table[name].to_pylist() == expected
        assert frame[name].where(frame[name].notna(), None).tolist() == expected
    assert len(by_columns[operation.columns[0]][1]) > 0


def test_the_findings_are_those_of_check_with_characters_of_the_row() -> None:
    table = Checker(audience="teacher")(pa.table({"text": TEXTS}))
    for text, findings in zip(TEXTS, table["findings"].to_pylist(), strict=True):
        expected = solecism.check(text, audience="teacher")
        assert [(each["kind"], tuple(each["suggestions"])) for each in findings] == [
            (each.kind, each.suggestions) for each in expected
        ]
        assert [text[each["start"] : each["end"]] for each in findings] == [
            each["text"] for each in findings
        ]
        assert [each["probability"] for each in findings] == [each.confidence for each in expected]


def test_tags_are_at_their_characters() -> None:
    [_, words, *_] = Tagger()({"text": TEXTS})["words"]
    assert [TEXTS[1][word["start"] : word["end"]] for word in words] == [
        word["text"] for word in words
    ]
    assert [word["tag"] for word in words if word["sentence"] == 1] == [
        *("PRP", "VBD", "IN", "DT", "NN", ".")
    ]


def test_the_errors_of_a_text_do_not_depend_on_the_rows_around_it() -> None:
    alone = Corrupter(seed=3)({"text": TEXTS[1:2]})
    among = Corrupter(seed=3)({"text": TEXTS})
    other = Corrupter(seed=4)({"text": TEXTS})
    assert alone["corrupted"][0] == among["corrupted"][1] != TEXTS[1]
    assert among["corrupted"].tolist() != other["corrupted"].tolist()


@pytest.mark.skipif(not registry.is_bundled(), reason="solecism-models is not installed")
def test_errors_as_learners_make_them_depend_on_their_level() -> None:
    made = {
        level: Corrupter(recipe=LearnerRecipe(level, rate=4))({"text": TEXTS}) for level in "AC"
    }
    n_edits = {level: sum(map(len, each["edits"])) for level, each in made.items()}
    assert n_edits["A"] > n_edits["C"] > 0
    again = Corrupter(recipe=LearnerRecipe("A", rate=4))({"text": TEXTS})
    assert again["corrupted"].tolist() == made["A"]["corrupted"].tolist()


def test_edits_are_at_the_characters_of_the_corrupted_text() -> None:
    made = Corrupter()({"text": ["I have two cats."]})
    [edit], text = made["edits"][0], made["corrupted"][0]
    before, after = text[: edit["start"]], text[edit["end"] :]
    corrected = f"{before} {edit['correction']} {after}".split()
    assert "".join(corrected) == "Ihavetwocats."


def test_the_best_candidates_of_rows_are_those_of_the_whole_text() -> None:
    rows = Miner()({"text": TEXTS})["candidates"]
    settings = MiningSettings()
    best = best_of_rows(((f"row{n}", row) for n, row in enumerate(rows)), settings)
    whole = [each for text in TEXTS for each in sentence_splitter.sentences(text, "whole")]
    expected = mine(
        whole, language_model.read(language_model.BUNDLED_MODEL).table, settings=settings
    )
    assert [(each.words, each.score, each.n_here) for each in best] == [
        (each.words, each.score, each.n_here) for each in expected
    ]


def test_guesses_count_as_those_of_select() -> None:
    rows = Selector()({"text": TEXTS})["guesses"]
    whole = [
        each for n, text in enumerate(TEXTS) for each in sentence_splitter.sentences(text, f"{n}")
    ]
    expected = counted(guesses("light", whole))
    np.testing.assert_array_equal(counted(guesses_of_rows(rows)).counts, expected.counts)


def test_rows_that_are_no_text_keep_their_error_beside_them() -> None:
    checked = Checker(detector="light")({"text": ["I depend of you.", None, 7, "a\ud800b"]})
    assert [len(each) if each else each for each in checked["findings"]] == [1, None, None, None]
    assert checked["error"].tolist() == [
        None,
        "has no text.",
        "is no text but int: '7'.",
        "character 1 is half of a surrogate pair. Remove it.",
    ]


class _Fragile(RowOperation):
    """Counts characters, and fails at the text "bad"."""

    name = "fragile"
    columns = ("letters",)

    def types(self) -> dict[str, Any]:
        return {"letters": pa.list_(pa.string())}

    def settings(self) -> dict[str, Any]:
        return {}

    def load(self) -> None:
        pass

    def values_of(self, texts: Sequence[str]) -> Iterator[Values]:
        for text in texts:
            if text == "bad":
                raise ZeroDivisionError("by nought")
            yield (list(text),)


def test_a_bug_in_one_row_does_not_lose_the_others() -> None:
    made = _Fragile("text")({"text": ["ab", "bad", "c"]})
    assert made["letters"].tolist() == [["a", "b"], None, ["c"]]
    assert made["error"].tolist() == [None, "ZeroDivisionError: by nought", None]


def test_a_missing_column_and_one_that_is_taken_are_told() -> None:
    with pytest.raises(InputError, match=r"no column 'text'\. There are body"):
        Checker(detector="light")({"body": ["x"]})
    with pytest.raises(InputError, match="a column 'error' already"):
        Checker(detector="light")({"text": ["x"], "error": [""]})


def test_a_callable_travels_without_its_model() -> None:
    checker = Checker(detector="light", column="body")
    checker({"body": ["I depend of you."]})
    sent = pickle.dumps(checker)
    assert len(sent) < 2_000
    assert pickle.loads(sent)({"body": ["I depend of you."]})["findings"][0][0]["start"] == 9


def test_dask_maps_partitions_with_it() -> None:
    dataframe = pytest.importorskip("dask.dataframe", reason="dask is not installed")
    frame = dataframe.from_pandas(pd.DataFrame({"text": TEXTS}), npartitions=2)
    meta = {"text": object, "findings": object, "error": object}
    checked = frame.map_partitions(Checker(detector="light"), meta=meta)
    checked = checked.compute(scheduler="synchronous")
    expected = Checker(detector="light")({"text": TEXTS})
    assert checked["findings"].tolist() == expected["findings"].tolist()


def test_batches_are_cut_by_words_not_rows() -> None:
    long = " ".join(["word"] * 30)
    assert [len(batch) for batch in by_words([long, "a", "b", long], 20)] == [1, 3]
