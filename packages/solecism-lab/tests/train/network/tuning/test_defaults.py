"""Default thresholds: precise, quiet, and worth the price of an alarm."""

from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.tuning import NEVER, GroupTuning
from solecism.numeric import Floats
from solecism_lab.train.network.tuning.tune import DEFAULT_BOUNDS, Bounds, default_thresholds

N_ERRORS = 100
# Threshold, precision, recall: ten, thirty and sixty hits.
CURVE = ((0.9, 0.95, 0.1), (0.7, 0.8, 0.3), (0.3, 0.6, 0.6))
NAMES = ("one", "two")
Rows = list[tuple[float, float, float]]


def chosen(
    curves: dict[str, Rows], native: dict[str, Floats], *bounds: Bounds, n_words: float = 1_000
) -> dict[str, float]:
    groups = {
        name: GroupTuning(curve=tuple(rows), n_errors=N_ERRORS) for name, rows in curves.items()
    }
    return default_thresholds(groups, native, n_words=n_words, bounds=bounds)


def at(thresholds: dict[str, float], curves: dict[str, Rows], native: dict[str, Floats]) -> Floats:
    """Hits and alarms of all groups."""
    hits = sum(
        row[2] * N_ERRORS for name, p in thresholds.items() for row in curves[name] if row[0] == p
    )
    return np.array([hits, sum((native[name] >= p).sum() for name, p in thresholds.items())])


def test_each_set_of_groups_keeps_to_its_own_precision_and_alarms() -> None:
    native = np.array([0.1, 0.35, 0.4, 0.75])
    curves = {name: list(CURVE) for name in ("a", "b", "c", "d")}
    found = chosen(
        curves,
        dict.fromkeys(curves, native),
        Bounds(("a",), precision=0.5, max_alarms=3),
        Bounds(("b",), precision=0.5, max_alarms=2),
        Bounds(("c",), precision=0.7, max_alarms=3),
        Bounds(("d",), precision=0.9, max_alarms=3),
    )
    assert found == {"a": 0.3, "b": 0.7, "c": 0.7, "d": 0.9}


def test_alarms_are_counted_in_a_thousand_words() -> None:
    native = {"a": np.array([0.75, 0.8])}
    bounds = Bounds(("a",), precision=0.7, max_alarms=1)
    assert chosen({"a": list(CURVE)}, native, bounds, n_words=2_000) == {"a": 0.7}
    assert chosen({"a": list(CURVE)}, native, bounds, n_words=1_999) == {"a": 0.9}


def test_a_group_without_bounds_never_flags() -> None:
    curves = {"a": list(CURVE), "b": list(CURVE)}
    native = dict.fromkeys(curves, np.zeros(3))
    assert chosen(curves, native, Bounds(("a",), 0.5, 1.0)) == {"a": 0.3, "b": NEVER}
    assert set(GROUPS) == {name for bounds in DEFAULT_BOUNDS for name in bounds.groups}


def test_a_group_that_is_never_precise_enough_never_flags() -> None:
    assert chosen({"a": list(CURVE)}, {"a": np.zeros(3)}, Bounds(("a",), 0.99, 9.0)) == {"a": NEVER}


def test_alarms_go_where_they_buy_most() -> None:
    curves = {"cheap": [(0.5, 0.9, 0.5)], "dear": [(0.5, 0.9, 0.1)]}
    native = {"cheap": np.array([0.6, 0.6]), "dear": np.array([0.6, 0.6])}
    found = chosen(curves, native, Bounds(("cheap", "dear"), precision=0.5, max_alarms=3))
    assert found == {"cheap": 0.5, "dear": NEVER}


def test_no_alarm_is_left_over_that_finds_something() -> None:
    """The third row finds the most per alarm, but has too many of them; then comes the second."""
    curves = {"a": [(0.9, 0.95, 0.5), (0.7, 0.95, 0.55), (0.3, 0.95, 0.9)]}
    native = {"a": np.array([0.95, 0.8, 0.8, 0.75, 0.6, 0.5, 0.4])}
    found = [chosen(curves, native, Bounds(("a",), 0.9, n)) for n in (0, 1, 3, 4, 6, 7)]
    assert [each["a"] for each in found] == [NEVER, 0.9, 0.9, 0.7, 0.7, 0.3]


def test_no_number_of_finds_buys_an_alarm_that_is_not_allowed() -> None:
    groups = {"a": GroupTuning(curve=((0.5, 0.9, 0.9),), n_errors=10**7)}
    found = default_thresholds(
        groups, {"a": np.ones(1)}, n_words=1_000, bounds=[Bounds(("a",), 0.5, 0.0)]
    )
    assert found == {"a": NEVER}


@st.composite
def curves_of_a_group(draw: st.DrawFn) -> Rows:
    """Lower and lower thresholds, which find more and more."""
    thresholds = draw(st.lists(st.integers(1, 99), min_size=1, max_size=5, unique=True))
    recalls = draw(
        st.lists(st.integers(0, 100), min_size=len(thresholds), max_size=len(thresholds))
    )
    precisions = draw(
        st.lists(st.integers(40, 99), min_size=len(thresholds), max_size=len(thresholds))
    )
    rows = zip(sorted(thresholds, reverse=True), precisions, sorted(recalls), strict=True)
    return [(p / 100, precision / 100, recall / 100) for p, precision, recall in rows]


native_values = st.lists(st.integers(0, 100), max_size=12).map(lambda each: np.array(each) / 100)


@given(
    st.fixed_dictionaries(dict.fromkeys(NAMES, curves_of_a_group())),
    st.fixed_dictionaries(dict.fromkeys(NAMES, native_values)),
    st.tuples(st.integers(0, 20), st.integers(0, 20)).map(sorted),
)
def test_more_alarms_never_mean_fewer_hits_and_nothing_as_quiet_finds_more(
    curves: dict[str, Rows], native: dict[str, Floats], allowed: list[int]
) -> None:
    precise = {name: [row for row in rows if row[1] >= 0.6] for name, rows in curves.items()}
    every = [
        at(dict(zip(NAMES, each, strict=True)), precise, native)
        for each in product(*([NEVER, *(row[0] for row in precise[name])] for name in NAMES))
    ]
    last = -1.0
    for n_alarms in allowed:
        found = chosen(curves, native, Bounds(NAMES, precision=0.6, max_alarms=n_alarms))
        assert all(p in (NEVER, *(row[0] for row in precise[name])) for name, p in found.items())
        hits, alarms = at(found, precise, native)
        assert alarms <= n_alarms
        assert hits >= last
        last = hits
        assert all(other[0] <= hits + 1e-6 for other in every if other[1] <= alarms)
