"""What native writers write beside a word is told where it speaks plainly."""

from __future__ import annotations

import numpy as np
import pytest

from marked_words import marked
from solecism.checking import neighbour_counts as counts
from solecism.language import collocations
from solecism.language.collocations import BESIDE, STEPS_PER_LOG, Collocations, Pairs

WORDS = ("the", ".", "we", "travel", "quickly", "fast", "never")


def table(*pairs: tuple[str, str, int]) -> Collocations:
    """Words that were seen a thousand times each in 10,000, and pairs of neighbours."""
    keys = {WORDS.index(a) * len(WORDS) + WORDS.index(b): n for a, b, n in pairs}
    strengths = [round(np.log((n + 1) / 101) * STEPS_PER_LOG) for _, n in sorted(keys.items())]
    found = Pairs(np.array(sorted(keys), np.uint32), np.array(strengths, np.uint8))
    empty = Pairs(np.zeros(0, np.uint32), np.zeros(0, np.uint8))
    n_each = np.full(len(WORDS), 1_000, np.float32)
    return Collocations(
        WORDS, n_each, 10_000.0, tuple(found if k == BESIDE else empty for k in range(3))
    )


def test_how_often_a_pair_was_seen_is_worked_out_from_its_strength() -> None:
    known = table(("travel", "fast", 807), ("we", "travel", 400))
    seen = known.times_beside("travel", "fast")
    assert seen is not None
    assert seen.is_listed
    assert seen.expected == 100
    assert seen.n == pytest.approx(807, rel=0.035)
    unlisted = known.times_beside("fast", "travel")
    assert unlisted == (150.0, 100.0, False)
    assert known.times_beside("fast", "zlorp") is None
    assert known.n_words == 9_000


def test_a_pair_that_is_rare_by_chance_was_seen_at_most_four_times() -> None:
    known = table()
    n_each = np.full(len(WORDS), 10, np.float32)
    known = Collocations(known.words, n_each, 10_000.0, known.pairs)
    assert known.times_beside("travel", "fast") == (4.0, 0.01, False)


@pytest.fixture
def _said_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    known = table(("travel", "quickly", 900), ("travel", "fast", 170))
    monkeypatch.setattr(counts, "bundled", lambda: known)
    monkeypatch.setattr(counts, "N_SAYING_NOTHING", 2)


@pytest.mark.usefixtures("_said_of_all")
@pytest.mark.parametrize(
    ("text", "new", "told"),
    [
        ("We travel [fast].", "quickly", '"travel quickly" about 900 times and "travel fast"'),
        ("We travel [quickly].", "fast", None),
        ("We travel [fast].", "by train", None),
        ("We travel [fast].", None, None),
        (
            "We travel [never] quickly.",
            "",
            '"travel quickly" about 900 times and "travel never" at most 150 times',
        ),
    ],
)
def test_only_plain_differences_are_told(text: str, new: str | None, told: str | None) -> None:
    said = counts.neighbour_counts(marked(text, new))
    assert said is None if told is None else told in (said or "")


def test_a_word_that_is_commoner_everywhere_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    known = table(("travel", "quickly", 900), ("travel", "fast", 775))
    n_each = np.array([50 if word == "fast" else 1_000 for word in WORDS], np.float32)
    known = Collocations(WORDS, n_each, 10_000.0, known.pairs)
    monkeypatch.setattr(counts, "bundled", lambda: known)
    monkeypatch.setattr(counts, "N_SAYING_NOTHING", 2)
    one, other = (known.times_beside("travel", word) for word in ("quickly", "fast"))
    assert one is not None
    assert other is not None
    assert one.n > 4 * other.n
    assert counts.neighbour_counts(marked("We travel [fast].", "quickly")) is None


def test_without_the_table_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "bundled", collocations.nothing)
    assert counts.neighbour_counts(marked("We travel [fast].", "quickly")) is None
