"""The network guesses prepositions that are hidden from it, alone or with the light models.

For the selection test each preposition is masked in turn. The ensemble is a product of experts
(Hinton 2002): the network reads the whole sentence; the light models have counted which words occur
together, including those that the network has seen too seldom.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from solecism.detect.light import preposition_detector
from solecism.detect.light.context_models import ContextModel
from solecism.detect.light.preposition_features import preposition_contexts, prepositions
from solecism.detect.light.selection_test import Choices, Scorer
from solecism.detect.network.model import StrongModel
from solecism.detect.network.reading import Encoder, hidden_scores
from solecism.locate.sentence_columns import columns
from solecism.locate.sites import PREPOSITION_CHOICES
from solecism.numeric import Floats32, log_softmax
from solecism.sentence import Sentence

# The number of words on either side that the network reads.
_REACH = 60


def network_scorer(model: StrongModel) -> Scorer:
    """The function that scores the choices at each preposition, which is masked in turn."""
    return lambda batch: (prepositions(columns(batch)).choices, masked_scores(model, batch))


def masked_scores(model: StrongModel, sentences: Sequence[Sentence]) -> Floats32:
    """The scores of each masked preposition: one row per preposition, one column per choice."""
    encoder, masked, n_places = Encoder(model.pieces), list[int](), 0
    for sentence, located in zip(sentences, located_prepositions(sentences), strict=True):
        for place, _ in located:
            start = max(0, place - _REACH)
            words = sentence.words[start : place + _REACH]
            encoder.add(words, {place - start})
            masked.append(n_places + place - start)
            n_places += len(words) + 1
    all_scores = np.zeros((n_places, len(PREPOSITION_CHOICES)), np.float32)
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


@dataclass(frozen=True, slots=True, eq=False)
class Guesses:
    """The prepositions that were written, and each model's log probabilities of all of them.

    The axes of `log_p` are the models, the hidden prepositions and the choices. There always is a
    preposition, so that the first column is the first preposition.
    """

    written: Choices
    log_p: Floats32


@dataclass(frozen=True, slots=True, eq=False)
class SelectionEnsemble:
    """The two models that guess hidden prepositions."""

    network: StrongModel
    light: ContextModel

    def guesses(self, sentences: Sequence[Sentence]) -> Guesses:
        """The guesses of both models for each preposition of annotated sentences."""
        table = columns(sentences)
        places = prepositions(table)
        scores_of_models = (
            masked_scores(self.network, sentences),
            self.light.log_probabilities(preposition_contexts(table, places)),
        )
        log_p = [log_softmax(each[:, 1:]) for each in scores_of_models]
        return Guesses(places.choices, np.stack(log_p))


def with_light_models(network: StrongModel) -> SelectionEnsemble:
    """The ensemble of a network and the light context models that come with this package."""
    light = preposition_detector.bundled().context(preposition_detector.LIGHT)
    return SelectionEnsemble(network, light)


def ensemble_scorer(ensemble: SelectionEnsemble) -> Scorer:
    """The function that scores the choices by both models, with the weights of the network."""
    return partial(_guessed, ensemble)


def _guessed(
    ensemble: SelectionEnsemble, sentences: Sequence[Sentence]
) -> tuple[Choices, Floats32]:
    return weighted(ensemble.guesses(sentences), ensemble.network.cascade.selection)


def weighted(guesses: Guesses, weights: tuple[float, float]) -> tuple[Choices, Floats32]:
    """What was written, and the scores of all choices: the sums of the models' weighted logs."""
    combined = np.tensordot(np.array(weights, np.float32), guesses.log_p, axes=1)
    # The choice of no preposition has a column, too, but is never guessed.
    return guesses.written, np.pad(combined, ((0, 0), (1, 0)), constant_values=-np.inf)
