"""Sentences, contexts and a small model that several tests of articles and number need."""

from __future__ import annotations

from functools import cache

import numpy as np
from hypothesis import strategies as st

from prepositional import annotated
from solecism.detect.light.noun_choices import THE, A
from solecism.detect.light.noun_model import ArticleModel
from solecism.locate.noun_table import bundled_nouns
from solecism_lab.train.articles import ArticleSettings, NounExamples, train, whole_shard
from solecism_lab.train.choice.maxent import MaxentSettings
from solecism_lab.train.choice.native_shards import Shard
from solecism_lab.train.choice.window_network import NetworkSettings

_WORDS = (
    "the a an this these many two some my she they house houses music city hour hours advice poor "
    "Paris is are likes of in and , . 1999 old"
).split()
texts = st.lists(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=12), max_size=5)
NATIVE = (
    "She has a dog .|They saw the moon .|He likes music .|Many dogs were in two houses .|"
    "The sun is a star .|These dogs like the garden .|My friends live in a village ."
).split("|")
SMALL = ArticleSettings(
    maxent=MaxentSettings(bits=12, batch=64),
    network=NetworkSettings(
        n_vector=8, n_hidden=16, n_epochs=8, batch=32, rate=0.02, n_warm_up_steps=5
    ),
    scorer_epochs=3,
)


@cache
def native_shard(n_times: int = 40) -> Shard:
    """The same few sentences again and again."""
    return whole_shard(annotated([text.split() for text in NATIVE] * n_times))


def learner_examples() -> NounExamples:
    """The same contexts, with *the* for *a* in each second one, and the rest right."""
    native = native_shard()
    written = native.choices.copy()
    wrong = np.flatnonzero(written // 2 == A)[::2]
    written[wrong] = 2 * THE + written[wrong] % 2
    is_wrong = np.zeros((len(native), 2), dtype=bool)
    is_wrong[wrong, 0] = True
    return NounExamples(native.contexts, written, native.choices, is_wrong, np.zeros_like(is_wrong))


@cache
def small_model(seed: int = 1) -> ArticleModel:
    """A model of these sentences, trained in a second."""
    examples = learner_examples()
    return train([native_shard], examples, examples, bundled_nouns(), seed=seed, settings=SMALL)
