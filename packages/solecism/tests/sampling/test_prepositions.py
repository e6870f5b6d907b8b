"""Prepositions drawn for cloze and choice tests."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.errors import InputError
from solecism.language.annotate import annotate
from solecism.sampling.preposition_samples import draw_choice, draw_cloze
from solecism.site import Flag, Suggestion

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


def test_any_preposition_of_a_sentence_may_be_the_blank() -> None:
    drawn = {draw_cloze(SENTENCES[:1], n=1, rng=seeded(seed))[0].text for seed in range(20)}
    assert drawn == {"for", "at"}


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


def guess(site: str, word: str) -> Flag:
    return Flag(f"trip.{site}:preposition", "s", True, suggestions=(Suggestion(word),))


def test_a_choice_is_drawn_only_where_the_guess_is_not_the_writers_word() -> None:
    flags = [
        guess("1:2-3", "on"),
        guess("1:5-6", "at"),
        guess("2:2-3", "from"),
        guess("6:3-4", "To"),
    ]
    drawn = draw_choice(SENTENCES, flags, n=1, rng=seeded())
    assert [site.id for site in drawn.sites] == ["trip.1:2-3:preposition"]
    assert drawn.flags == (flags[0],)
    assert (drawn.n_right, drawn.n_guessed) == (3, 4)
    with pytest.raises(InputError, match="1 have such a preposition"):
        draw_choice(SENTENCES, flags, n=2, rng=seeded())


def test_a_variant_of_the_writers_word_is_the_same_word() -> None:
    sentences = list(annotate("We walk toward the coast.", "trip"))
    with pytest.raises(InputError, match="0 have such a preposition"):
        draw_choice(sentences, [guess("1:2-3", "towards")], n=1, rng=seeded())
