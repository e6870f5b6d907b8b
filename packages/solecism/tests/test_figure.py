"""A measured number is a float, keeps its parts, and says them well; F is one formula."""

from __future__ import annotations

import copy
import json
import math
import pickle
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.figure import (
    F05,
    F1,
    MEASURES,
    PRECISION,
    RECALL,
    Difference,
    Figure,
    Interval,
    f_beta,
    f_mean,
    f_name,
    f_score,
    ratio,
    ratio_terms,
    undefined_interval,
)

precise = Figure(
    0.789,
    name="precision",
    interval=Interval(0.765, 0.812, 0.9, "Wald"),
    note="of a sample",
    se=0.1,
)
missing = Figure(
    math.nan, name="recall", interval=undefined_interval("nothing is flagged"), note="no <error>"
)
apart = Difference(
    precise, 0.5, name="precision", interval=Interval(-0.1, 0.7), p_value=0.02, test="shuffling"
)
COUNTS = st.integers(0, 1000)


def test_a_figure_is_a_float_and_arithmetic_gives_plain_floats() -> None:
    assert isinstance(precise, float)
    assert type(precise.value) is float
    for result in (precise + 1, 2 * precise, -precise, abs(precise), precise - precise):
        assert type(result) is float
    assert np.array([precise, precise]).dtype == np.float64
    assert math.sqrt(precise) == math.sqrt(0.789)
    assert max(precise, 0.5) is precise


def test_figures_are_formatted_like_floats_and_printed_with_their_interval() -> None:
    assert f"{precise:.2f}" == "0.79"
    assert f"{precise:+.1%}" == "+78.9%"
    assert str(precise) == f"{precise}" == "0.789 [0.765, 0.812]"
    assert repr(precise) == "<precision 0.789 [0.765, 0.812]>"
    assert str(missing) == "undefined (no <error>)"
    assert str(Figure(math.nan)) == "undefined"
    assert str(Figure(0.5)) == "0.500"
    assert (
        str(Figure(0.5, interval=undefined_interval("one item"))) == "0.500 (no interval: one item)"
    )
    assert repr(Figure(0.5)) == "<0.500>"


@pytest.mark.parametrize("figure", [precise, missing, apart, Figure(1)])
def test_copies_of_a_figure_keep_every_part(figure: Figure) -> None:
    for copied in (
        pickle.loads(pickle.dumps(figure)),
        copy.copy(figure),
        copy.deepcopy(figure),
    ):
        assert type(copied) is type(figure)
        assert copied == figure
        assert hash(copied) == hash(figure)
        assert copied.to_dict() == figure.to_dict()
        assert str(copied) == str(figure)


def test_figures_are_equal_where_all_parts_are_and_numbers_where_the_number_is() -> None:
    other = Figure(0.789, name="recall")
    assert precise == 0.789
    assert precise == np.float64(0.789)
    assert hash(precise) == hash(0.789)
    assert precise != other
    assert not precise == other  # noqa: SIM201 - the two operators are written apart
    assert not precise != copy.copy(precise)  # noqa: SIM202 - as above
    assert missing == copy.deepcopy(missing)
    assert missing != math.nan
    assert precise != "0.789"


def test_a_figure_does_not_change() -> None:
    with pytest.raises(AttributeError, match="does not change"):
        precise.name = "recall"
    with pytest.raises(AttributeError, match="does not change"):
        del precise.note
    with pytest.raises(AttributeError):
        precise.other = 1
    assert not hasattr(precise, "__dict__")


def test_json_has_every_part_and_null_for_nan() -> None:
    assert json.loads(_encoded(precise)) == {
        "name": "precision",
        "value": 0.789,
        "interval": {"low": 0.765, "high": 0.812, "level": 0.9, "method": "Wald"},
        "note": "of a sample",
        "se": 0.1,
    }
    nothing = json.loads(_encoded({"figures": [missing]}))["figures"][0]
    assert nothing["value"] is None
    assert nothing["se"] is None
    assert nothing["interval"]["low"] is None
    assert json.loads(json.dumps(missing.to_dict(), allow_nan=False)) == nothing
    difference = json.loads(_encoded(apart))
    assert [difference[part] for part in ("first", "second", "p_value")] == [0.789, 0.5, 0.02]


def _encoded(content: Any) -> bytes:
    return msgspec.json.encode(content, enc_hook=lambda figure: figure.to_dict())


def test_html_escapes_names_notes_and_methods() -> None:
    html = Figure(
        0.5, name="<b>", note="a & b", interval=Interval(0.4, 0.6, 0.95, "<i>")
    )._repr_html_()
    assert "<b>&lt;b&gt;</b> 0.500 [0.400, 0.600]" in html
    assert "95% interval; &lt;i&gt;; a &amp; b" in html
    assert "no &lt;error&gt;" in missing._repr_html_()
    assert Figure(0.5)._repr_html_() == "<span>0.500</span>"


def test_the_reason_is_told_where_something_is_missing() -> None:
    assert precise.reason == ""
    assert missing.reason == "no <error>"
    assert Figure(math.nan, interval=undefined_interval("empty")).reason == "empty"
    assert Figure(0.5, interval=undefined_interval("one item"), note="a share").reason == "one item"


def test_a_difference_is_first_minus_second() -> None:
    assert apart.value == pytest.approx(0.289)
    assert (apart.first, apart.second, apart.test) == (0.789, 0.5, "shuffling")
    assert math.isnan(Difference(math.nan, 0.5))


def test_f_by_hand() -> None:
    # 6 of 8 flags are at errors, 6 of 12 errors are flagged: precision 3/4, recall 1/2.
    assert f_score(6, 8, 12) == 0.6
    assert f_score(6, 8, 12, 0.5) == pytest.approx(1.25 * 0.375 / (0.25 * 0.75 + 0.5))
    assert f_score(6, 8, 12, 2) == pytest.approx(5 * 0.375 / (4 * 0.75 + 0.5))
    assert math.isnan(f_score(0, 0, 0))
    assert [ratio(name, 6, 8, 12) for name in (PRECISION, RECALL)] == [0.75, 0.5]


def test_f_takes_fractions_and_arrays() -> None:
    exact: Any = Fraction
    assert f_score(exact(3), exact(5), exact(4)) == Fraction(2, 3)
    assert f_score(exact(3), exact(5), exact(4), exact(1, 2)) == Fraction(5, 8)
    hits, flagged, errors = np.array([3.0, 6.0]), np.array([5.0, 8.0]), np.array([4.0, 12.0])
    for name in MEASURES:
        expected = [ratio(name, *row) for row in zip(hits, flagged, errors, strict=True)]
        assert ratio(name, hits, flagged, errors).tolist() == expected


@given(COUNTS, COUNTS, COUNTS, st.sampled_from([0.5, 1.0, 2.0, 3.0]))
def test_f_is_the_harmonic_mean_of_precision_and_recall(
    hits: int, false_alarms: int, misses: int, beta: float
) -> None:
    n_flagged, n_errors = hits + false_alarms, hits + misses
    f = f_score(hits, n_flagged, n_errors, beta)
    if not hits:
        assert math.isnan(f) == (n_flagged == n_errors == 0)
        return
    precision, recall = hits / n_flagged, hits / n_errors
    harmonic = (1 + beta**2) / (1 / precision + beta**2 / recall)
    assert f == pytest.approx(harmonic)
    assert f_mean(precision, recall, beta) == pytest.approx(harmonic)
    assert ratio(f_name(beta), hits, n_flagged, n_errors) == f
    above, below = ratio_terms(f_name(beta), hits, n_flagged, n_errors)
    assert above / below == f


def test_the_names_of_f() -> None:
    assert (f_name(1), f_name(0.5)) == (F1, F05) == ("F1", "F0.5")
    assert [f_beta(f_name(beta)) for beta in (0.5, 1.0, 2.0)] == [0.5, 1.0, 2.0]
