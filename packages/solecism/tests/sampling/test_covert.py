"""Covert errors: blind items, and the share that raters accept."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import pytest

from drafts import tagged
from solecism.corruption.corrupt import corrupt
from solecism.corruption.recipe import PRESETS, Recipe
from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.sampling.covert_errors import (
    UNTOUCHED,
    covert_shares,
    kind_of,
    original,
    sample_covert,
)
from solecism.sampling.draw import Sample
from solecism.sentence import Sentence, from_words

TEXT = "The/DT men/NNS are/VBP in/IN the/DT house/NN and/CC want/VBP to/TO go/VB now/RB ./."
MANY = [tagged(f"essay.{n}", TEXT) for n in range(400)]
CORRUPTED = [each.sentence for each in corrupt(MANY, PRESETS["foster-2007"], seed=1)]


def sample(sentences: list[Sentence] = CORRUPTED, seed: int = 1) -> Sample:
    return sample_covert(sentences, n_each=10, n_untouched=20, seed=seed)


def test_so_many_of_each_type_are_drawn_and_the_key_knows_which() -> None:
    drawn = sample()
    counts = Counter(item.stratum for item in drawn.key.items)
    assert counts == {**dict.fromkeys(PRESETS["foster-2007"].weights, 10), UNTOUCHED: 20}
    populations = {stratum.name: stratum.n_population for stratum in drawn.key.strata}
    assert populations[UNTOUCHED] == 400
    assert sum(populations.values()) == 800


def test_untouched_items_read_as_before_the_errors() -> None:
    drawn = sample()
    stratum_of = {item.site: item.stratum for item in drawn.key.items}
    for site in drawn.items:
        assert (site.text == MANY[0].text) == (stratum_of[site.id] == UNTOUCHED)


def test_items_tell_nothing_else_and_are_mixed() -> None:
    drawn = sample()
    assert {site.kind for site in drawn.items} == {"sentence"}
    assert all(site.context == site.text for site in drawn.items)
    strata = [item.stratum for item in drawn.key.items]
    assert sum(one != other for one, other in pairwise(strata)) > 30


def test_the_order_of_the_file_does_not_matter() -> None:
    assert sample(CORRUPTED[::-1]) == sample()
    assert sample(seed=2).items != sample().items


def test_untouched_sentences_come_from_the_whole_file_however_late_a_type_turns_up() -> None:
    several = Recipe({"missing-word": 1.0, "verb-form": 1.0}, per_sentence=2.0)
    mixed = [each.sentence for each in corrupt(MANY[:50], several, seed=3)]
    first = sorted(mixed, key=kind_of)
    assert kind_of(first[0]) == ""
    drawn = sample_covert(first, n_each=1, n_untouched=48, seed=1)
    assert drawn == sample_covert(first[::-1], n_each=1, n_untouched=48, seed=1)
    assert drawn.key.n_sample[UNTOUCHED] == 48


def test_sentences_with_errors_of_two_types_are_passed_over() -> None:
    recipe = Recipe({"missing-word": 1.0, "verb-form": 1.0}, rounds=2)
    for each in corrupt(MANY[:40], recipe, seed=3):
        kinds = {error.kind for error in each.errors}
        assert kind_of(each.sentence) == (kinds.pop() if len(kinds) == 1 else "")


def test_originals_come_back_with_their_text() -> None:
    for before, after in zip(MANY, CORRUPTED, strict=True):
        assert original(after).text == before.text


def test_the_share_that_raters_accept_is_told_by_type() -> None:
    drawn = sample()
    judgments = [
        Judgment(item.site, rater, "ok" if item.stratum in ("agreement", UNTOUCHED) else "error")
        for item in drawn.key.items
        for rater in ("ann", "ben")
        if item.stratum != "verb-form"
    ]
    shares = {each.kind: each for each in covert_shares(drawn.key, judgments)}
    assert shares["agreement"].share.value == shares[UNTOUCHED].share.value == 1.0
    assert shares["missing-word"].share == 0.0
    assert shares["missing-word"].share.interval.low == 0.0
    assert 0.0 < shares["missing-word"].share.interval.high < 0.5
    assert shares["missing-word"].n_judged == 10
    assert math.isnan(shares["verb-form"].share)


def test_a_corpus_without_made_errors_is_refused() -> None:
    with pytest.raises(InputError, match="no sentence has a made error"):
        sample([from_words("a.1", ["Hello"])])


def test_the_key_of_another_sample_is_refused() -> None:
    from dataclasses import replace

    with pytest.raises(InputError, match="sample covert"):
        covert_shares(replace(sample().key, design="paper"), [])
