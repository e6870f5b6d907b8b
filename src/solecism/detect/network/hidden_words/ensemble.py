"""An ensemble of the network and the light context models that guesses hidden prepositions.

A product of experts (Hinton 2002): the network reads the whole sentence; the light models have
counted which words occur together, including those that the network has seen too seldom.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from solecism.detect.choice.context_ensemble import ContextModel
from solecism.detect.network.hidden_words.scorer import scores
from solecism.detect.network.model import StrongModel
from solecism.detect.prepositions import model as preposition_model
from solecism.detect.prepositions.contexts import contexts
from solecism.detect.prepositions.selection import Choices, Scorer
from solecism.locate.preposition_places import prepositions
from solecism.locate.sentence_columns import columns
from solecism.numeric.arrays import Floats32
from solecism.numeric.link_functions import log_softmax
from solecism.sentence import Sentence


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
