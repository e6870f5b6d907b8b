"""An ensemble of the network and the light context models that guesses hidden prepositions.

A product of experts (Hinton 2002): the network reads the whole sentence; the light models have
counted which words occur together, including those that the network has seen too seldom.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from solecism.detect.choice.context_ensemble import ContextModel
from solecism.detect.network.hidden_words.scorer import scores
from solecism.detect.network.model import StrongModel
from solecism.detect.prepositions import model as preposition_model
from solecism.detect.prepositions.contexts import contexts
from solecism.detect.prepositions.selection import Choices, Scorer, Selection, selection
from solecism.locate.preposition_places import prepositions
from solecism.locate.sentence_columns import columns
from solecism.numeric.arrays import Floats32
from solecism.numeric.link_functions import log_softmax
from solecism.sentence import Sentence
from solecism.system.batches import batches


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
            scores(self.network, sentences),
            self.light.log_probabilities(contexts(table, places)),
        )
        log_p = [log_softmax(each[:, 1:]) for each in scores_of_models]
        return Guesses(places.choices, np.stack(log_p))


def with_light_models(network: StrongModel) -> SelectionEnsemble:
    """The ensemble of a network and the light context models that come with this package."""
    light = preposition_model.bundled().context(preposition_model.LIGHT)
    return SelectionEnsemble(network, light)


def select(ensemble: SelectionEnsemble, sentences: Iterable[Sentence]) -> Selection:
    """The selection test on annotated native sentences, with the weights in the network's file."""
    return selection(map(ensemble_scorer(ensemble), batches(sentences)))


def ensemble_scorer(ensemble: SelectionEnsemble) -> Scorer:
    """The function that scores the choices at each preposition by both models."""
    return partial(_guessed, ensemble)


def _guessed(
    ensemble: SelectionEnsemble, sentences: Sequence[Sentence]
) -> tuple[Choices, Floats32]:
    weights = np.array(ensemble.network.cascade.selection, np.float32)
    guesses = ensemble.guesses(sentences)
    combined = np.tensordot(weights, guesses.log_p, axes=1)
    # The choice of no preposition has a column, too, but is never guessed.
    return guesses.written, np.pad(combined, ((0, 0), (1, 0)), constant_values=-np.inf)
