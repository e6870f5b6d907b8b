"""The network, the light path and the language model guess hidden prepositions together.

A product of experts (Hinton 2002): the network reads the sentence, the others have counted which
words stand together, and know by heart what it has seen too seldom.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.detect import language_model, preposition_model
from solecism.detect.batches import batches
from solecism.detect.blend import ContextModel
from solecism.detect.contexts import contexts
from solecism.detect.language_model import WindowScorer, choice_scores
from solecism.detect.maxent import Floats, log_softmax
from solecism.detect.selection import Choices, Selection, selection
from solecism.detect.strong.model import StrongModel
from solecism.detect.strong.selection import located_prepositions, scores, written_in
from solecism.locate.preposition_choice import CHOICES
from solecism.locate.preposition_columns import columns
from solecism.locate.preposition_places import prepositions
from solecism.sentence import Sentence


@dataclass(frozen=True, slots=True, eq=False)
class Experts:
    """Three who guess hidden prepositions."""

    network: StrongModel
    light: ContextModel
    language_model: WindowScorer

    def log_probabilities(self, sentences: Sequence[Sentence]) -> Floats:
        """What each expert says of each preposition: its log probability, given that there is one.

        The last axis has the choices but for none.
        """
        table = columns(sentences)
        around = contexts(table, prepositions(table))
        opinions = (
            scores(self.network, sentences)[:, 1:],
            self.light.log_probabilities(around)[:, 1:],
            self._of_language_model(sentences),
        )
        return np.stack([log_softmax(each.astype(np.float32)) for each in opinions])

    def _of_language_model(self, sentences: Sequence[Sentence]) -> Floats:
        found = located_prepositions(sentences)
        places = [[place for place, _ in each] for each in found]
        windows = self.language_model.windows(sentences, places)
        return choice_scores(self.language_model.table, windows, CHOICES[1:]).astype(np.float32)


def beside_light_path(network: StrongModel) -> Experts:
    """A network, and the light path's models that come with this package."""
    light = preposition_model.bundled().context(preposition_model.LIGHT)
    table = language_model.read(language_model.BUNDLED_MODEL).table
    return Experts(network, light, WindowScorer(table))


def select(experts: Experts, sentences: Iterable[Sentence]) -> Selection:
    """The test on annotated native sentences, by the weights that go with the network."""
    return selection(_guessed(experts, batch) for batch in batches(sentences))


def _guessed(experts: Experts, sentences: Sequence[Sentence]) -> tuple[Choices, Floats]:
    weights = np.array(experts.network.cascade.selection, np.float32)
    together = np.tensordot(weights, experts.log_probabilities(sentences), axes=1)
    # The column of no preposition, which nobody is asked about.
    return written_in(sentences), np.pad(together, ((0, 0), (1, 0)), constant_values=-np.inf)
