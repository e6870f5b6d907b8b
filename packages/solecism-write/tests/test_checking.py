"""Texts of many writers are checked together, as each alone."""

from __future__ import annotations

import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import pytest

from solecism.checking.checked_files import DetectorOptions
from solecism.checking.checked_text import CheckedText
from solecism.checking.checker import TextChecker
from solecism_write.checking import Checking

TEXTS = [
    f"{start} depend of you. We waited the bus {n} hours. <b>He have</b> recieved it."
    for n, start in enumerate(("I", "They", "We", "You") * 5)
]


def told(checked: CheckedText) -> list[object]:
    return [(each.kind, each.place, each.text, each.suggestions) for each in checked]


def test_writers_at_once_get_what_each_would_get_alone() -> None:
    checking, alone = Checking(), Checking()
    asked = [(text, markup) for text in TEXTS[:5] for markup in (True, False)]

    def check(each: tuple[str, bool]) -> CheckedText:
        return checking.check(each[0], markup=each[1], audience="learner")

    with ThreadPoolExecutor(20) as pool:
        together = list(pool.map(check, asked))
    for (text, markup), checked in zip(asked, together, strict=True):
        expected = alone.check(text, markup=markup, audience="learner")
        assert told(checked) == told(expected)
        assert [each.confidence for each in checked] == pytest.approx(
            [each.confidence for each in expected], abs=1e-5
        )
        assert "".join(each.sentence.text + each.sentence.after for each in checked.sentences) == (
            text
        )


def test_texts_that_wait_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    checking = Checking()
    checking.check("I depend of you.", markup=True)
    batcher = checking._checker(DetectorOptions()).together
    sizes: list[int] = []
    check_all = TextChecker.check_all

    def counted(self: TextChecker, texts: Iterable[str], *, markup: bool) -> list[CheckedText]:
        texts = list(texts)
        sizes.append(len(texts))
        # The first who work do so until everybody has come, however slowly threads begin.
        last = time.monotonic() + 60
        while len(batcher._waiting) + sum(sizes) < len(TEXTS) and time.monotonic() < last:
            time.sleep(0.01)
        return check_all(self, texts, markup=markup)

    monkeypatch.setattr(TextChecker, "check_all", counted)
    with ThreadPoolExecutor(20) as pool:
        list(pool.map(lambda text: checking.check(text, markup=True), TEXTS))
    assert sum(sizes) == len(TEXTS)
    assert max(sizes) > 4
