"""The network and the light path guess hidden prepositions together.

A product of experts (Hinton 2002): the network reads the sentence, the light path has counted which
words stand together, and knows by heart what the network has seen too seldom.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.arrays import Floats32
from solecism.batches import batches
from solecism.detect.choice.blend import ContextModel
from solecism.detect.network.model import StrongModel
from solecism.detect.network.selection import scores
from solecism.detect.prepositions import model as preposition_model
from solecism.detect.prepositions.contexts import contexts
from solecism.detect.prepositions.selection import Choices, Selection, selection
from solecism.link_functions import log_softmax
from solecism.locate.preposition_columns import columns
from solecism.locate.preposition_places import prepositions
from solecism.sentence import Sentence


@dataclass(frozen=True, slots=True, eq=False)
class Guesses:
    """What was written, and before that was seen, each expert's log probabilities.

    `log_p` has an expert, a preposition and a choice on its axes; that there is none is no choice,
    so that the first column is of the first preposition.
    """

    written: Choices
    log_p: Floats32


@dataclass(frozen=True, slots=True, eq=False)
class Experts:
    """Two who guess hidden prepositions."""

    network: StrongModel
    light: ContextModel

    def guesses(self, sentences: Sequence[Sentence]) -> Guesses:
        """What both say of each preposition of annotated sentences."""
        table = columns(sentences)
        places = prepositions(table)
        both = (
            scores(self.network, sentences),
            self.light.log_probabilities(contexts(table, places)),
        )
        return Guesses(places.choices, np.stack([log_softmax(each[:, 1:]) for each in both]))


def beside_light_path(network: StrongModel) -> Experts:
    """A network, and the light path's models that come with this package."""
    return Experts(network, preposition_model.bundled().context(preposition_model.LIGHT))


def select(experts: Experts, sentences: Iterable[Sentence]) -> Selection:
    """The test on annotated native sentences, by the weights that go with the network."""
    return selection(_guessed(experts, batch) for batch in batches(sentences))


def _guessed(experts: Experts, sentences: Sequence[Sentence]) -> tuple[Choices, Floats32]:
    weights = np.array(experts.network.cascade.selection, np.float32)
    found = experts.guesses(sentences)
    together = np.tensordot(weights, found.log_p, axes=1)
    # The column of no preposition, which nobody is asked about.
    return found.written, np.pad(together, ((0, 0), (1, 0)), constant_values=-np.inf)
