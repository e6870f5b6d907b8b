"""The table of common confusions: complete, and with rates that the estimates say."""

from __future__ import annotations

import pytest

from solecism.locate.sites import PREPOSITION_CHOICES
from solecism_lab.train.network.typical_errors import typical_confusions


def test_every_preposition_goes_wrong_at_about_the_same_rate() -> None:
    rates = typical_confusions().rates("preposition")
    assert set(rates) == set(PREPOSITION_CHOICES)
    for right in PREPOSITION_CHOICES[1:]:
        wrong = {written: rate for written, rate in rates[right].items() if written}
        assert sum(wrong.values()) == pytest.approx(0.05, abs=0.006), right
        assert rates[right][""] == pytest.approx(0.015, abs=0.001), right
    assert sum(rates[""].values()) == pytest.approx(0.006, abs=0.0005)


def test_the_likeliest_is_written_most_often() -> None:
    rates = typical_confusions().rates("preposition")
    assert max(rates["in"], key=lambda each: rates["in"][each] if each else 0) == "on"
    assert rates["since"]["from"] > rates["since"]["for"] > rates["since"]["until"]


def test_articles_and_number() -> None:
    articles, numbers = typical_confusions().rates("article"), typical_confusions().rates("number")
    assert articles["a"][""] == pytest.approx(0.06, abs=0.002)
    assert articles["the"][""] == pytest.approx(0.052, abs=0.002)
    assert numbers["plural"]["singular"] == pytest.approx(0.038, abs=0.002)
