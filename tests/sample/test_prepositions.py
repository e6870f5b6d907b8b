"""Prepositions drawn for cloze and choice tests."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.errors import InputError
from solecism.flag import Flag, Suggestion
from solecism.language.annotate import annotate
from solecism.sample.prepositions import draw_choice, draw_cloze

TEXT = (
    "We wait for the bus at noon. It comes from the coast. The driver sits behind a window. "
    "Nobody talks. We arrive in town by one. Then we walk to the office."
)
SENTENCES = list(annotate(TEXT, "trip"))


def seeded(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_each_sentence_gives_at_most_one_blank() -> None:
    drawn = draw_cloze(SENTENCES, n=5, rng=seeded())
    assert len({site.sentence for site in drawn}) == 5
    for site in drawn:
        assert site.context is not None
        assert site.context.split(" ")[site.start] == site.text


def test_one_seed_gives_one_sample_whatever_the_order_of_the_text() -> None:
    drawn = draw_cloze(SENTENCES, n=3, rng=seeded(4))
    assert draw_cloze(SENTENCES[::-1], n=3, rng=seeded(4)) == drawn
    others = {draw_cloze(SENTENCES, n=3, rng=seeded(seed)) for seed in range(5)}
    assert len(others) > 1


def test_more_than_there_is_cannot_be_drawn() -> None:
    with pytest.raises(InputError, match="5 have such a preposition"):
        draw_cloze(SENTENCES, n=6, rng=seeded())
    with pytest.raises(InputError, match="at least 1"):
        draw_cloze(SENTENCES, n=0, rng=seeded())


def test_a_choice_is_drawn_where_the_system_would_write_another_preposition() -> None:
    flags = [
        Flag("trip.1:2-3:preposition", "s", True, suggestions=(Suggestion("on"),)),
        Flag("trip.2:2-3:preposition", "s", True, suggestions=(Suggestion("from"),)),
        Flag("trip.3:3-4:preposition", "s", True, suggestions=(Suggestion(""),)),
        Flag("trip.6:3-4:preposition", "s", False),
    ]
    drawn = draw_choice(SENTENCES, flags, n=1, rng=seeded())
    assert [site.id for site in drawn.sites] == ["trip.1:2-3:preposition"]
    assert drawn.flags == (flags[0],)
    with pytest.raises(InputError, match="1 have such a preposition"):
        draw_choice(SENTENCES, flags, n=2, rng=seeded())
