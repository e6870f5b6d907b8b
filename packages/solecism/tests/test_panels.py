"""Judgments to panels."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.errors import InputError
from solecism.judgment import MEANING, Judgment
from solecism.panel import Panels, from_columns, from_judgments, panels

NAME = st.sampled_from(["a", "b", "c"])
OPTIONAL_NAME = st.none() | NAME
JUDGMENTS = st.lists(
    st.builds(
        Judgment,
        NAME,
        NAME,
        NAME,
        stage=OPTIONAL_NAME,
        gold=OPTIONAL_NAME,
        seconds=st.none() | st.floats(0, 100),
        notes=st.dictionaries(NAME, NAME),
    ),
    max_size=8,
)


@given(JUDGMENTS, OPTIONAL_NAME, OPTIONAL_NAME, st.sampled_from(["first", "last", "error"]))
def test_any_judgments_give_panels_or_an_error(
    judgments: list[Judgment], by: str | None, within: str | None, duplicates: str
) -> None:
    try:
        found = panels(judgments, by=by, within=within, duplicates=duplicates)  # type: ignore[arg-type]  # a sampled string
    except InputError:
        assert duplicates == "error"
        return
    for panel in (found.data, found.gold, *found.parts.values()):
        assert (np.diff(panel.item * panel.n_raters + panel.rater) > 0).all()
    assert sum(len(part) for part in found.parts.values()) == (len(found.data) if by else 0)


@given(st.randoms(use_true_random=False))
def test_the_order_of_judgments_does_not_matter(shuffler: random.Random) -> None:
    rows = [(f"s{item}", f"r{rater}", "ab"[item % 2]) for item in range(5) for rater in range(3)]
    ordered = from_columns(*zip(*rows, strict=True))
    shuffler.shuffle(rows)
    shuffled = from_columns(*zip(*rows, strict=True))
    assert shuffled.items == ordered.items
    assert np.array_equal(shuffled.matrix(), ordered.matrix())


def test_control_items_are_no_data() -> None:
    found = panels([Judgment("s1", "ann", "ok"), Judgment("s2", "ann", "ok", gold="error")])
    assert found.data.items == ("s1",)
    assert found.gold.items == ("s2",)
    assert found.gold.truth is not None
    assert found.gold.labels[found.gold.truth[0]] == "error"


def test_undecided_answers_do_not_count() -> None:
    judgments = [Judgment("s1", "ann", "unknown"), Judgment("s1", "bob", "ok")]
    assert len(from_judgments(judgments)) == 1
    assert len(from_judgments(judgments, ignored=())) == 2


def test_answers_count_as_what_they_mean() -> None:
    said = ["incorrect", "too-messy", "ok", "correct", "error", "unknown"]
    judgments = [Judgment("s1", f"r{n}", answer) for n, answer in enumerate(said)]
    judgments += [Judgment("s2", "r1", "too-messy"), Judgment("s3", "r0", "ok", gold="correct")]
    found = panels(judgments, labels=("error", "ok"), meaning=MEANING)
    assert (found.data.items, found.data.raters) == (("s1",), ("r0", "r2", "r3", "r4"))
    assert found.data.answer.tolist() == [0, 1, 1, 0]
    assert found.gold.truth is not None
    assert (found.gold.items, found.gold.truth.tolist()) == (("s3",), [1])


def test_a_control_item_that_is_too_messy_is_an_error() -> None:
    judgments = [Judgment("s1", "ann", "ok", gold="too-messy")]
    with pytest.raises(InputError, match=r"unknown answer 'unknown'\. The labels are error, ok"):
        panels(judgments, labels=("error", "ok"), meaning=MEANING)


def test_an_answer_given_twice_is_an_error() -> None:
    with pytest.raises(InputError, match="rater ann answers s1 twice"):
        from_columns(["s1", "s1"], ["ann", "ann"], ["ok", "error"])


@pytest.mark.parametrize(("duplicates", "kept"), [("first", "ok"), ("last", "error")])
def test_the_first_or_last_answer_is_kept_on_request(duplicates: str, kept: str) -> None:
    panel = from_columns(
        ["s1", "s0", "s1"],
        ["ann", "ann", "ann"],
        ["ok", "ok", "error"],
        duplicates=duplicates,  # type: ignore[arg-type]  # a parametrised string
    )
    assert panel.labels[panel.matrix()[1, 0]] == kept


def test_an_unknown_answer_is_named() -> None:
    with pytest.raises(InputError, match=r"unknown answer 'maybe'\. The labels are ok, error"):
        from_columns(["s1"], ["ann"], ["maybe"], labels=["ok", "error"])


def two_stages() -> Panels:
    judgments = [
        Judgment(site, "ann", answer, stage=stage)
        for site, stage, answer in [("s1", "1", "ok"), ("s1", "2", "error"), ("s2", "1", "ok")]
    ]
    return panels(judgments, by="stage")


def test_parts_have_the_items_of_their_own_field() -> None:
    assert {name: part.items for name, part in two_stages().parts.items()} == {
        "1": ("s1", "s2"),
        "2": ("s1",),
    }


def test_one_rater_in_two_stages_makes_two_items_of_one_cluster() -> None:
    whole = two_stages().data
    assert whole.items == ("s1|1", "s1|2", "s2|1")
    assert whole.cluster[0] == whole.cluster[1] != whole.cluster[2]


def test_a_field_can_make_several_items_of_a_site() -> None:
    judgments = [
        Judgment("s1", "ann", "yes", notes={"construction": words}) for words in ("a dog", "dogs")
    ]
    whole = panels(judgments, within="construction").data
    assert whole.items == ("s1|a dog", "s1|dogs")
    assert len(np.unique(whole.cluster)) == 1


@pytest.mark.parametrize(("cluster", "n_clusters"), [("sentence", 3), ("document", 2)])
def test_clusters_are_read_off_site_ids(cluster: str, n_clusters: int) -> None:
    sites = [
        f"essay{essay}:{start}-{start + 1}:preposition"
        for essay in ("1.1", "1.2", "2.1")
        for start in (2, 7)
    ]
    whole = panels([Judgment(site, "ann", "ok") for site in sites], cluster=cluster).data
    assert len(np.unique(whole.cluster)) == n_clusters


def test_no_judgments_give_an_empty_panel() -> None:
    assert (len(from_judgments([])), from_judgments([]).n_items) == (0, 0)


def test_seconds_are_kept_with_their_rows() -> None:
    judgments = [Judgment("s2", "ann", "ok", seconds=2.0), Judgment("s1", "ann", "ok")]
    seconds = from_judgments(judgments).seconds
    assert seconds is not None
    assert np.isnan(seconds[0])
    assert seconds[1] == 2.0
