"""The spelling model from native text, annotated learners' text and a trained network."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from solecism.detect.network.misspellings import CONTEXT, EVIDENCE, Misspellings
from solecism.detect.network.read import Reading, read
from solecism.language.spelling.candidates import Speller
from solecism.language.spelling.dictionary import Dictionary
from solecism.language.spelling.model import SpellingModel
from solecism.train.spelling.confusions import learn_confusions
from solecism.train.spelling.evidence import learn_context, learn_evidence
from solecism.train.spelling.misspellings import misspellings
from solecism.train.spelling.native_words import native_words
from solecism.train.spelling.ranking import START, learn_ranking

if TYPE_CHECKING:
    from solecism.detect.network.model import StrongModel
    from solecism.sentence import Sentence


def learn_words(paragraphs: Iterable[str], learners: Iterable[Sentence]) -> SpellingModel:
    """The model without what a network adds: native words, confused letters, ranking."""
    words = native_words(paragraphs)
    pairs = list(misspellings(learners, Dictionary(words.others)))
    nothing = np.zeros(len(CONTEXT)), np.zeros(len(EVIDENCE))
    model = SpellingModel(words.others, words.names, learn_confusions(pairs), START, *nothing)
    return replace(model, ranking=learn_ranking(Speller(model), pairs))


def with_network(
    model: SpellingModel,
    network: StrongModel,
    learners: Sequence[Sentence],
    native: Sequence[Sentence],
) -> SpellingModel:
    """The model with weights for the readings of a network, by tuning text."""
    spelling = Misspellings(network.repairs, Speller(model))

    def read_words(sentences: Sequence[Sequence[str]]) -> Reading:
        return read(sentences, network.session, network.pieces)

    return replace(
        model,
        context=learn_context(learners, spelling, read_words),
        evidence=learn_evidence(learners, native, spelling, read_words),
    )
