"""The selection test for the network: each preposition is masked in turn, and guessed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from solecism.detect.network.encode import Encoder
from solecism.detect.network.model import StrongModel
from solecism.detect.network.read import hidden_scores
from solecism.detect.prepositions.selection import Scorer
from solecism.locate.preposition_choice import CHOICES
from solecism.locate.preposition_places import prepositions
from solecism.locate.sentence_columns import columns
from solecism.numeric.arrays import Floats32
from solecism.sentence import Sentence

# The number of words on either side that the network reads.
_REACH = 60


def network_scorer(model: StrongModel) -> Scorer:
    """The function that scores the choices at each preposition, which is masked in turn."""
    return lambda batch: (prepositions(columns(batch)).choices, scores(model, batch))


def scores(model: StrongModel, sentences: Sequence[Sentence]) -> Floats32:
    """The scores of each masked preposition: one row per preposition, one column per choice."""
    encoder, masked, n_places = Encoder(model.pieces), list[int](), 0
    for sentence, located in zip(sentences, located_prepositions(sentences), strict=True):
        for place, _ in located:
            start = max(0, place - _REACH)
            words = sentence.words[start : place + _REACH]
            encoder.add(words, {place - start})
            masked.append(n_places + place - start)
            n_places += len(words) + 1
    all_scores = np.zeros((n_places, len(CHOICES)), np.float32)
    for places, batch_scores in hidden_scores(encoder.encoded(), model.session):
        all_scores[places] = batch_scores
    return all_scores[masked]


def located_prepositions(sentences: Sequence[Sentence]) -> Iterator[list[tuple[int, int]]]:
    """The prepositions of each annotated sentence: the place and the choice of each."""
    if not sentences:
        return
    table = columns(sentences)
    places = prepositions(table)
    owners = table.sentences[places.lefts]
    starts = places.lefts - table.starts[owners]
    by_sentence: list[list[tuple[int, int]]] = [[] for _ in sentences]
    for owner, start, choice in zip(
        owners.tolist(), starts.tolist(), places.choices.tolist(), strict=True
    ):
        by_sentence[owner].append((start, choice))
    yield from by_sentence
