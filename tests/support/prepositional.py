"""Sentences, contexts and a small model that several tests of prepositions need."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from hypothesis import strategies as st

from solecism.detect.light.preposition_detector import PrepositionModel
from solecism.language.annotate import annotate_sentences
from solecism.locate.sites import PREPOSITION_NUMBER
from solecism.sentence import Sentence, from_words
from solecism_lab.train.choice.error_classifier import ErrorExamples
from solecism_lab.train.choice.maxent import MaxentSettings
from solecism_lab.train.choice.native_shards import Shard
from solecism_lab.train.choice.window_network import NetworkSettings
from solecism_lab.train.prepositions import PrepositionSettings, shards, train

_WORDS = (
    "the a she they house music city depends listens waits goes on to for at in of with after "
    "many people friends , . arrived 1999 old and from"
).split()

texts = st.lists(st.lists(st.sampled_from(_WORDS), min_size=1, max_size=12), max_size=5)
NATIVE = (
    "She depends on her friends .|They listen to the music .|He waits for the bus .|"
    "We live in the city .|She discusses the plan with him .|They enter the house at noon ."
).split("|")
SMALL = PrepositionSettings(
    maxent=MaxentSettings(bits=12, batch=64),
    network=NetworkSettings(
        n_vector=8, n_hidden=16, n_epochs=8, batch=32, rate=0.02, n_warm_up_steps=5
    ),
    scorer_epochs=3,
)


def annotated(sentences: Sequence[Sequence[str]], document: str = "a") -> list[Sentence]:
    """Sentences of words with tags, lemmas and chunks."""
    plain = [from_words(f"{document}.{n}", words) for n, words in enumerate(sentences, 1)]
    return list(annotate_sentences(plain))


def native_shard(n_times: int = 40) -> Shard:
    """The same few sentences again and again."""
    sentences = annotated([text.split() for text in NATIVE] * n_times)
    [shard] = shards(sentences, rng=np.random.default_rng(0))
    return shard


def learner_examples() -> ErrorExamples:
    """The same contexts, with *of* for *on* in each second one, and the rest right."""
    native = native_shard()
    written = native.choices.copy()
    of_on = np.flatnonzero(written == PREPOSITION_NUMBER["on"])[::2]
    written[of_on] = PREPOSITION_NUMBER["of"]
    nothing = np.zeros(len(native), dtype=bool)
    return ErrorExamples(native.contexts, written, native.choices, nothing)


@cache
def small_model(seed: int = 1) -> PrepositionModel:
    """A model of these sentences, trained in a second."""
    examples = learner_examples()
    return train([native_shard], examples, examples, seed=seed, settings=SMALL)
